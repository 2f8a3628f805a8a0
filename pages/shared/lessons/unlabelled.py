"""Lesson 8: choosing without labels."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

import numpy as np
import plotly.graph_objects as go

from pages.shared.controls.base import Choice, LogSlider
from pages.shared.controls.model import ALPHAS
from pages.shared.lessons.base import Lesson, Outcome, Question
from pages.shared.results import code
from pages.shared.results.figures import chart
from pages.shared.runs.messages import collected_warnings
from rnse_core import RNSE
from rnse_core.datasets import SHAPES
from rnse_core.figures import affinity_edges, affinity_graph, eigengap_figure
from rnse_core.graph.components import component_labels
from rnse_core.graph.eigengap import judge_gap
from rnse_core.graph.spectral import normalized_spectrum
from rnse_core.metrics import adjusted_rand_index, clustering_accuracy
from rnse_core.wording import counted, listed

N_SAMPLES = 200
DATA = {"spirals": "Two spirals", "no_structure": "Pure noise"}
N_VALUES = 8
STEPS = ALPHAS[6:-12]


def _paper(values: Mapping[str, Any]) -> go.Figure:
    shape = SHAPES[values["data"]]
    X, _ = shape.make(N_SAMPLES, noise=shape.default_noise, random_state=0)
    S = RNSE(2, alpha=values["alpha"], random_state=0).fit(X).similarity_
    return affinity_graph(X, affinity_edges(S), legend=False, bare=True)


def _show(values: Mapping[str, Any]) -> Outcome:
    shape = SHAPES[values["data"]]
    draw = {"n_samples": N_SAMPLES, "noise": shape.default_noise, "random_state": 0}
    X, y = shape.make(**draw)
    model = RNSE(2, alpha=values["alpha"], random_state=0).fit(X)
    gap = judge_gap(normalized_spectrum(model.affinity_matrix_, N_VALUES))
    solved = values["data"] == "spirals" and model.n_components_ == 2
    clear = "is clear" if gap.clear else "is not clear"
    sizes = np.sort(np.bincount(component_labels(model.similarity_)))[::-1]
    of = f", of {sizes[0]} and {counted(int(sizes[1]), 'point')}" if len(sizes) == 2 else ""
    seen = (
        f"S has {counted(model.n_components_, 'component')} at this alpha"
        f"{of}. {_steps_beside(values['alpha'], X, model)} "
        f"The gap of the kernel's spectrum suggests {counted(gap.n_clusters, 'cluster')} and {clear} about it."
    )
    if solved:
        seen += f" Now the truth may be shown: {clustering_accuracy(y, model.labels_):.1%} of the points are right."
    labels = model.labels_ if solved else None
    figure = affinity_graph(X, affinity_edges(model.similarity_), labels, legend=False, height=320, bare=True)
    alt = f"{DATA[values['data']]} and the graph of S. {seen}"
    chart(figure, key="le8_graph", alt=alt, class_height=350)
    spectrum = normalized_spectrum(model.affinity_matrix_, N_VALUES)
    chart(
        eigengap_figure(spectrum, gap.n_clusters, height=220),
        key="le8_gap",
        alt=f"The largest eigenvalues of the kernel. The gap {clear}.",
        class_height=230,
    )
    program = code.program(
        {
            "rnse_core": ["RNSE"],
            "rnse_core.datasets": [shape.make.__name__],
            "rnse_core.graph.eigengap": ["judge_gap"],
            "rnse_core.graph.spectral": ["normalized_spectrum"],
        },
        [
            f"X, y = {code.call(shape.make.__name__, **draw)}",
            f"model = RNSE(2, alpha={values['alpha']!r}, random_state=0).fit(X)",
            f"gap = judge_gap(normalized_spectrum(model.affinity_matrix_, {N_VALUES}))",
            "print(model.n_components_, gap)",
        ],
    )
    return Outcome(solved, seen, program, asked=values["data"] == "spirals")


@cache
def steps_with_two(shape: str) -> list[float]:
    """Return the alphas of the slider at which S has two components."""
    X, _ = SHAPES[shape].make(N_SAMPLES, noise=SHAPES[shape].default_noise, random_state=0)
    prepared = RNSE(2).prepare(X)
    with collected_warnings():  # of alphas with another number, which are counted
        fits = {alpha: RNSE(2, alpha=alpha, random_state=0).fit_prepared(prepared) for alpha in STEPS}
    return [alpha for alpha, fit in fits.items() if fit.n_components_ == 2]


def _two_in_noise() -> tuple[str, str]:
    """Look for two components in pure noise."""
    found = steps_with_two("no_structure")
    if not found:
        return "none", f"None of the {len(STEPS)} alphas."
    answer = "few" if len(found) <= 3 else "most"
    return answer, f"At {counted(len(found), 'alpha')} of {len(STEPS)}: {listed([f'{alpha:g}' for alpha in found])}."


def _steps_beside(alpha: float, X: np.ndarray, model: RNSE) -> str:
    """Say how far the labels are those of the next smaller and the next larger alpha."""
    place = STEPS.index(alpha)
    prepared, found = model.prepare(X), []
    for other in (STEPS[max(place - 1, 0)], STEPS[min(place + 1, len(STEPS) - 1)]):
        if other != alpha:
            with collected_warnings():  # of another alpha than the one that is looked at
                labels = RNSE(2, alpha=other, random_state=0).fit_prepared(prepared).labels_
            found.append(f"{adjusted_rand_index(model.labels_, labels):.2f} with those at alpha = {other:g}")
    return f"Its labels agree to {listed(found)} (adjusted Rand index)."


LESSON = Lesson(
    title="Choosing without labels",
    short="No labels",
    idea="Nobody who has a table to cluster knows the truth. What can be asked is whether the result holds together: "
    "does S fall into as many components as there are clusters, is there a gap in the spectrum, do other settings "
    "agree? And sometimes the answer is that there is nothing to find.",
    question=Question(
        "Pure noise has no clusters. At how many alphas does its S fall into two components all the same?",
        {"none": "None", "few": "1 to 3", "most": "More"},
        _two_in_noise,
    ),
    task="On the spirals, find an alpha at which S has exactly two components. The colours come when you have it.",
    why="Pure noise has two components at one alpha as well, and the gap of the spectrum is unclear for both: no "
    "check alone tells them apart. Together they do here: the spirals have two components of 100 points each and the "
    "same labels from 0.3 to 0.5; the noise has 31 and 169 points, at 0.3 alone. Your data compares with draws "
    "without clusters.",
    controls=(
        Choice("le8_data", "Data", "spirals", options=DATA, segments=True),
        LogSlider("le8_alpha", "Alpha (α)", 1.0, steps=STEPS),
    ),
    show=_show,
    paper=_paper,
    link=("pages/your_data.py", "Your data"),
)
