"""Lesson 9: where RNSE fails, beside K-Means and normalized cuts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
import streamlit as st

from pages.shared.controls.base import Choice, Number
from pages.shared.lessons.base import Further, Lesson, Outcome, Question
from pages.shared.results import code
from pages.shared.results.figures import chart
from pages.shared.runs.baselines import NEIGHBOURS, kmeans_arguments, kmeans_labels, ncuts_arguments
from pages.shared.runs.messages import collected_warnings
from rnse_core import RNSE
from rnse_core.baselines import NCuts
from rnse_core.datasets import SHAPES, make_two_moons
from rnse_core.figures import affinity_edges, affinity_graph, score_dots
from rnse_core.metrics import adjusted_rand_index, match_labels
from rnse_core.planning import Similarity
from rnse_core.wording import counted, listed

N_SAMPLES = 200
NOISE_OF_MOONS = 0.1
#: Points of each blob, its centre and its standard deviation.
BLOBS = ((160, (0, 0), 0.15), (20, (3, 0), 0.8), (20, (3, 3), 0.8))
CASES = {
    "moons": "Noisy moons",
    "spirals": "Spirals",
    "rings": "Nested rings",
    "stretched": "Stretched blobs",
    "density": "Unequal density",
    "noise": "Pure noise",
}
_SHAPE_OF = {"spirals": "spirals", "rings": "nested_rings", "stretched": "anisotropic", "noise": "no_structure"}
USUAL_ALPHA = 1.0
#: Of which the best is taken.
ALPHAS = (0.1, 0.2, 0.3, 0.5, USUAL_ALPHA, 2.0, 5.0)
NEIGHBOUR_COUNTS = (5, NEIGHBOURS, 20)
SETTINGS = {"usual": "Usual", "best": "Best by the truth"}
DRAWS, FIRST_DRAW = 6, 1
#: From this index on the clusters count as found.
FOUND = 0.95
SCORE = "adjusted Rand index"


@dataclass(frozen=True, eq=False)
class Result:
    """What a method found, with which setting; its graph, if it has one, and the components of an S."""

    setting: str
    score: float
    labels: np.ndarray
    graph: Similarity | None
    lines: tuple[str, ...]
    n_components: int | None = None


def make_case(case: str, draw: int) -> tuple[np.ndarray, np.ndarray, int]:
    """Return the points and classes of a data set, and how many clusters are looked for."""
    if case == "moons":
        return *make_two_moons(N_SAMPLES, noise=NOISE_OF_MOONS, random_state=draw), 2
    if case == "density":
        random = np.random.default_rng(draw)
        X = np.concatenate([random.normal(centre, width, (n, 2)) for n, centre, width in BLOBS])
        return X, np.repeat(np.arange(len(BLOBS)), [n for n, _, _ in BLOBS]), len(BLOBS)
    shape = SHAPES[_SHAPE_OF[case]]
    X, y = shape.make(N_SAMPLES, noise=shape.default_noise, random_state=draw)
    return X, y, max(shape.n_clusters, 2)


def data_lines(case: str, draw: int) -> tuple[dict[str, list[str]], list[str]]:
    """Return the imports and the lines of a program that make the points."""
    if case == "density":
        lines = [f"random = np.random.default_rng({draw})", f"blobs = {BLOBS}"]
        lines.append("X = np.concatenate([random.normal(centre, width, (n, 2)) for n, centre, width in blobs])")
        return {}, [*lines, "y = np.repeat([0, 1, 2], [n for n, _, _ in blobs])"]
    make: Callable[..., Any] = make_two_moons if case == "moons" else SHAPES[_SHAPE_OF[case]].make
    noise = NOISE_OF_MOONS if case == "moons" else SHAPES[_SHAPE_OF[case]].default_noise
    call = code.call(make.__name__, n_samples=N_SAMPLES, noise=noise, random_state=draw)
    return {"rnse_core.datasets": [make.__name__]}, [f"X, y = {call}"]


@cache
def results(case: str, draw: int, settings: str) -> dict[str, Result]:
    """Return what each method finds, by its name: with its usual setting, or with the best by the truth."""
    X, y, k = make_case(case, draw)
    best = settings == "best" and y.max() > 0
    prepared = RNSE(k).prepare(X)
    with collected_warnings():  # of graphs with other numbers of components, which are looked at
        plain = kmeans_labels(X, k)
        cuts = [_cut(X, y, k, n) for n in (NEIGHBOUR_COUNTS if best else [NEIGHBOURS])]
        learned = []
        for alpha in ALPHAS if best else [USUAL_ALPHA]:
            fit = RNSE(k, alpha=alpha, random_state=0).fit_prepared(prepared)
            setting = f"α = {alpha:g}"
            line = f"labels = RNSE({k}, alpha={alpha!r}, random_state=0).fit_predict(X)"
            score = adjusted_rand_index(y, fit.labels_)
            learned.append(Result(setting, score, fit.labels_, fit.similarity_, (line,), fit.n_components_))
    line = f"labels = {code.call('KMeans', **kmeans_arguments(k))}.fit_predict(X)"
    return {
        "K-Means": Result("10 starts", adjusted_rand_index(y, plain), plain, None, (line,)),
        "NCuts": max(cuts, key=_score),
        "RNSE": max(learned, key=_score),
    }


def _cut(X: np.ndarray, y: np.ndarray, k: int, neighbours: int) -> Result:
    arguments = {**ncuts_arguments(k), "affinity_neighbors": neighbours}
    model = NCuts(**arguments).fit(X)
    line = f"labels = {code.call('NCuts', **arguments)}.fit_predict(X)"
    score = adjusted_rand_index(y, model.labels_)
    return Result(counted(neighbours, "neighbour"), score, model.labels_, model.affinity_matrix_, (line,))


def _score(one: Result) -> float:
    return one.score


def beaten(found: Mapping[str, Result]) -> bool:
    """Return whether another method is better than RNSE."""
    return max(found["K-Means"].score, found["NCuts"].score) > found["RNSE"].score + 1e-9


def _found_at_best() -> tuple[str, str]:
    """Count the data sets on which RNSE with its best alpha finds the clusters."""
    scores = [results(case, FIRST_DRAW, "best")["RNSE"].score for case in CASES]
    count = sum(score >= FOUND for score in scores)
    answer = "few" if count <= 2 else "some" if count < len(CASES) else "all"
    return answer, f"From the top down: {listed([f'{score:.2f}' for score in scores])}."


def _show(values: Mapping[str, Any]) -> Outcome:
    case, draw, settings = values["data"], values["draw"], values["settings"]
    found = {one: results(one, draw, settings) for one in CASES}
    X, y, _ = make_case(case, draw)
    chosen = found[case]
    noise = y.max() == 0
    if noise:
        said = [f"{name} {' + '.join(map(str, np.bincount(one.labels)))}" for name, one in chosen.items()]
        seen = f"Nothing to find, and each divides the points into two clusters: {listed(said)}."
    else:
        said = [f"{name} {one.score:.2f}" for name, one in chosen.items()]
        parts = chosen["RNSE"].n_components
        seen = f"{CASES[case]}: {listed(said)}" + (f"; S has {counted(parts, 'component')}." if parts else ".")
    chart(
        score_dots(
            {CASES[one]: {name: result.score for name, result in of_case.items()} for one, of_case in found.items()},
            score_name=f"{SCORE} (1: identical, 0: chance)",
            marked=CASES[case],
            height=300,
        ),
        key="le9_scores",
        alt=f"The {SCORE} of each method on {counted(len(CASES), 'data set')}. {seen}",
        class_height=330,
    )
    like = chosen["RNSE"].labels if noise else y
    with st.grid(3, min_column_width=130, gap="small"):
        for name, one in chosen.items():
            with st.container():
                st.markdown(f"**{name}**: {one.setting}")
                edges = None if one.graph is None else affinity_edges(one.graph)
                numbers = match_labels(like, one.labels)
                figure = affinity_graph(X, edges, numbers, classes=y, legend=False, bare=True, height=180)
                chart(figure, key=f"le9_{name}", alt=f"{CASES[case]} by {name}. {seen}", class_height=190)
    imports, lines = data_lines(case, draw)
    for name, one in chosen.items():
        lines += [*one.lines, f"print({name!r}, adjusted_rand_index(y, labels))"]
    program = code.program(
        imports
        | {
            "rnse_core": ["RNSE"],
            "rnse_core.baselines": ["NCuts"],
            "rnse_core.metrics": ["adjusted_rand_index"],
            "sklearn.cluster": ["KMeans"],
        },
        lines,
        modules=["numpy as np"] if case == "density" else [],
    )
    best = settings == "best" and not noise
    reached = best and case == "density" and not beaten(chosen)
    return Outcome(best and beaten(chosen), seen, program, asked=best and not reached, further=reached)


LESSON = Lesson(
    title="Where it fails",
    short="Limits",
    idea="RNSE minimises Eq. (7). No theorem says that the minimum is the truth. **Usual** settings are 10 neighbours "
    f"for NCuts and α = 1 for RNSE; **Best by the truth** is the best of {counted(len(NEIGHBOUR_COUNTS), 'graph')} and "
    f"of {counted(len(ALPHAS), 'alpha')}, as nobody can choose who has no truth.",
    question=Question(
        "Six data sets; RNSE may take the alpha that is best by the truth. On how many does it find the clusters "
        f"(index {FOUND:g} or more)?",
        {"few": "0 to 2", "some": "3 to 5", "all": "All 6"},
        _found_at_best,
    ),
    task="Among the best settings, find a data set on which another method is better than RNSE.",
    why="Three ways to fail. **The setting**: α = 1 is too large for noisy moons, spirals and rings; a smaller one "
    "finds them. **The model**: rows of S sum to 1, Eq. (8), so clusters of equal size are cheap; α = 1 splits the "
    "dense blob of 160 points, and no α reaches K-Means. **The data**: noise has no clusters; each method returns two.",
    controls=(
        Choice("le9_data", "Data", "moons", options=CASES),
        Choice("le9_settings", "Settings", "usual", options=SETTINGS, segments=True),
        Number("le9_draw", "Draw", FIRST_DRAW, low=0, high=DRAWS - 1, step=1),
    ),
    control_width=200,
    show=_show,
    further=Further(
        "Find a draw of these data on which RNSE is as good.",
        "Draw 0, alone of six: one draw proves nothing.",
    ),
    link=("pages/compare_methods.py", "Compare, with any method on any data"),
)
