"""Lesson 6: P, non-negative and orthogonal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import streamlit as st

from pages.shared.controls.base import Choice, Number
from pages.shared.lessons.base import Lesson, Outcome
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


def _show(values: Mapping[str, Any]) -> Outcome:
    X, y, S = learned_graph()
    P = updated(S, values["start"], values["seed"], values["updates"])
    labels = P.argmax(axis=0)
    right = clustering_accuracy(y, labels)
    error = float(np.linalg.norm(P @ P.T - np.eye(2)))
    seen = f"{right:.1%} of the points are right; P P' is off the identity by {error:.2g}."
    left, middle = st.columns([3, 2])
    with left:
        figure = affinity_graph(X, affinity_edges(S), match_labels(y, labels), classes=y, legend=False, height=330)
        chart(figure, key="le6_graph", alt=f"Two moons coloured by the larger entry of P. {seen}")
    with middle:
        order = np.argsort(y, kind="stable")
        chart(indicator_heatmap(P, order=order, height=330), key="le6_P", alt=f"P, one row per cluster. {seen}")
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
    return Outcome(right == 1.0, seen, program)


LESSON = Lesson(
    title="P: one cluster per point",
    short="P",
    idea="P has a row for each cluster. Two rows that are non-negative and orthogonal cannot both have an entry in the "
    "same column: so every point has an entry in one row only, and P is an indicator of clusters. The paper "
    "improves P by multiplying every entry by a factor, from a random start.",
    task="Get every point right.",
    why="An update moves information by one edge. After the 20 updates of the paper a random start still mixes the "
    "clusters, whatever the seed; after 400 it still does for nine of the ten seeds. A start from the eigenvectors of "
    "S is "
    "right before the first update. The graph was good all along: the start decides whether P finds it.",
    controls=(
        Choice("le6_start", "Start", "random", options=STARTS, segments=True),
        Number("le6_updates", "Updates", 20, low=0, high=400, step=10),
        Number("le6_seed", "Seed", 0, low=0, high=9, step=1),
    ),
    show=_show,
    link=("pages/convergence.py", "Convergence, where the printed algorithm starts at random"),
)
