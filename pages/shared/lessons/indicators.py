"""Lesson 6: P, non-negative and orthogonal."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

import numpy as np
import plotly.graph_objects as go

from pages.shared.controls.base import Choice, Number
from pages.shared.lessons.base import Further, Lesson, Outcome, Question
from pages.shared.results import code
from pages.shared.results.figures import chart
from rnse_core.affinity import self_tuning_kernel
from rnse_core.datasets import make_two_moons
from rnse_core.figures import affinity_edges, affinity_graph, indicator_heatmap
from rnse_core.indicator import labels_to_indicator, multiplicative_update, soften
from rnse_core.indicator.initialization import spectral_start
from rnse_core.metrics import clustering_accuracy, match_labels
from rnse_core.projection import project_doubly_stochastic

DRAW: dict[str, Any] = {"n_samples": 200, "noise": 0.05, "random_state": 0}
SCALE_NEIGHBOR = 20
MOST_SEED = 9
STARTS = {"random": "Random", "spectral": "Spectral"}


def learned_graph() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return two moons, their classes, and the exact S at alpha = 1."""
    X, y = make_two_moons(**DRAW)
    return X, y, project_doubly_stochastic(self_tuning_kernel(X, SCALE_NEIGHBOR) / 2.0)


def updated(S: np.ndarray, start: str, seed: int, n_updates: int) -> np.ndarray:
    """Return P after some multiplicative updates."""
    if start == "random":
        P = np.random.default_rng(seed).uniform(size=(2, len(S)))
    else:
        P = soften(labels_to_indicator(spectral_start(S, 2, random_state=seed), 2))
    for _ in range(n_updates):
        P = multiplicative_update(S, P)
    return P


def _figure(X: np.ndarray, y: np.ndarray, S: np.ndarray, labels: np.ndarray) -> go.Figure:
    return affinity_graph(X, affinity_edges(S), match_labels(y, labels), classes=y, legend=False, height=330)


def _paper(values: Mapping[str, Any]) -> go.Figure:
    X, y, S = learned_graph()
    return _figure(X, y, S, updated(S, values["start"], values["seed"], values["updates"]).argmax(axis=0))


def _show(values: Mapping[str, Any]) -> Outcome:
    X, y, S = learned_graph()
    P = updated(S, values["start"], values["seed"], values["updates"])
    labels = P.argmax(axis=0)
    right = clustering_accuracy(y, labels)
    error = float(np.linalg.norm(P @ P.T - np.eye(2)))
    seen = f"{right:.1%} of the points are right; P P' is off the identity by {error:.2g}."
    chart(
        _figure(X, y, S, labels),
        key="le6_graph",
        alt=f"Two moons coloured by the larger entry of P. {seen}",
        class_height=360,
    )
    order = np.argsort(y, kind="stable")
    chart(
        indicator_heatmap(P, order=order, height=200),
        key="le6_P",
        alt=f"P, one row per cluster. {seen}",
        class_height=220,
    )
    begin = (
        f"P = np.random.default_rng({values['seed']}).uniform(size=(2, len(S)))"
        if values["start"] == "random"
        else f"P = soften(labels_to_indicator(spectral_start(S, 2, random_state={values['seed']}), 2))"
    )
    imports = {
        "rnse_core.affinity": ["self_tuning_kernel"],
        "rnse_core.datasets": ["make_two_moons"],
        "rnse_core.indicator": ["multiplicative_update"],
        "rnse_core.metrics": ["clustering_accuracy"],
        "rnse_core.projection": ["project_doubly_stochastic"],
    }
    if values["start"] == "spectral":
        imports["rnse_core.indicator"] += ["labels_to_indicator", "soften"]
        imports["rnse_core.indicator.initialization"] = ["spectral_start"]
    program = code.program(
        imports,
        [
            f"X, y = {code.call('make_two_moons', **DRAW)}",
            f"S = project_doubly_stochastic(self_tuning_kernel(X, {SCALE_NEIGHBOR}) / 2.0)",
            begin,
            f"for _ in range({values['updates']}):",
            "    P = multiplicative_update(S, P)",
            "print(clustering_accuracy(y, P.argmax(axis=0)))",
        ],
        modules=["numpy as np"],
    )
    found = right == 1.0
    return Outcome(found, seen, program, further=found and values["start"] == "random")


@cache
def random_starts(n_updates: int) -> list[float]:
    """Return the accuracy of each random start of the slider."""
    _, y, S = learned_graph()
    return [
        clustering_accuracy(y, updated(S, "random", seed, n_updates).argmax(axis=0)) for seed in range(MOST_SEED + 1)
    ]


def _starts_that_do() -> tuple[str, str]:
    """Count the random starts that get every point right in 20 updates."""
    found = random_starts(20)
    right = found.count(1.0)
    answer = "none" if right == 0 else "half" if right < 8 else "most"
    return answer, f"{right} of {len(found)}; the best start has {max(found):.1%} right."


LESSON = Lesson(
    title="P: one cluster per point",
    short="P",
    idea="P has a row for each cluster. Two rows that are non-negative and orthogonal, Eq. (9), cannot both have an "
    "entry in the same column: so every point has an entry in one row only, and P is an indicator of clusters. The "
    "paper improves P, Eq. (23), by multiplying every entry by a factor, Eq. (34), from a random start.",
    question=Question(
        "S is a good graph of the moons. How many of ten random starts get every point right after 20 updates?",
        {"none": "None", "half": "1 to 7", "most": "8 to 10"},
        _starts_that_do,
    ),
    task="Get every point right.",
    why="An update moves information by one edge. After the 20 updates of the paper a random start still mixes the "
    "clusters, whatever the seed; after 400 it still does for nine of the ten seeds. A start from the eigenvectors of "
    "S is right before the first update. The graph was good all along: the start decides whether P finds it.",
    controls=(
        Choice("le6_start", "Start", "random", options=STARTS, segments=True),
        Number("le6_updates", "Updates", 20, low=0, high=400, step=10),
        Number("le6_seed", "Seed", 0, low=0, high=MOST_SEED, step=1),
    ),
    show=_show,
    paper=_paper,
    further=Further(
        "Do it from a random start.",
        "One of the ten seeds gets there, seed 3, after 400 updates.",
    ),
    link=("pages/convergence.py", "Convergence, where the printed algorithm starts at random"),
)
