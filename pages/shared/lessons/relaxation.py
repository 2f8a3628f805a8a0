"""Lesson 2b: from the cut to the eigenvector."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import plotly.graph_objects as go

from pages.shared.controls.base import LogSlider
from pages.shared.lessons.base import Lesson, Outcome, Question
from pages.shared.results import code
from pages.shared.results.figures import chart
from rnse_core.affinity.neighborhood_graphs import either_knn_graph
from rnse_core.datasets import make_blobs
from rnse_core.figures import affinity_edges, relaxation_figure, value_scatter
from rnse_core.graph.laplacian import laplacian, laplacian_eigenpairs
from rnse_core.indicator import labels_to_indicator
from rnse_core.wording import counted

DRAW: dict[str, Any] = {"n_samples": 40, "noise": 0.12, "random_state": 2, "n_clusters": 2}
N_NEIGHBORS = 4
STEPS = (0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 3.0, 4.0, 5.0, 7.0, 10.0, 20.0, 50.0)


def bridged(weight: float) -> tuple[np.ndarray, np.ndarray, np.ndarray, tuple[int, int]]:
    """Return two clusters, their labels, a graph in which one edge of this weight joins them, and its ends."""
    X, y = make_blobs(**DRAW)
    order = np.argsort(y, kind="stable")
    X, y = X[order], y[order]
    W = either_knn_graph(X, N_NEIGHBORS)
    between = np.where(y[:, None] != y, np.linalg.norm(X[:, None] - X, axis=2), np.inf)
    first, second = map(int, np.unravel_index(between.argmin(), between.shape))
    W[first, second] = W[second, first] = weight
    return X, y, W, (first, second)


def ratio_cut(W: np.ndarray, labels: np.ndarray) -> float:
    """Return tr(P L P') of the indicator P of the labels: the weight that leaves each cluster, divided by its size."""
    P = labels_to_indicator(labels, 2)
    return float(np.trace(P @ laplacian(W) @ P.T))


def second_pair(W: np.ndarray, y: np.ndarray) -> tuple[float, np.ndarray]:
    """Return the second eigenvalue of D - W and its vector, positive on most of the second cluster."""
    values, vectors = laplacian_eigenpairs(W, 2)
    vector = vectors[:, 1]
    return float(values[1]), vector if vector @ (y - y.mean()) >= 0 else -vector


def thresholded(vector: np.ndarray) -> np.ndarray:
    """Return which entries are above zero."""
    return (vector > 0).astype(int)


def _show(values: Mapping[str, Any]) -> Outcome:
    weight = values["weight"]
    X, y, W, _ = bridged(weight)
    value, vector = second_pair(W, y)
    cut = thresholded(vector)
    moved = int(np.count_nonzero(cut != y))
    cost, cheaper = ratio_cut(W, y), ratio_cut(W, cut)
    seen = (
        f"The clusters: cut {weight:g}, RatioCut {cost:.3g}. λ₂ = {value:.3g} is {value / cost:.0%} of that. "
        f"The threshold moves {counted(moved, 'point')}"
        + (f", and the RatioCut of its two parts is {cheaper:.3g}." if moved else ".")
    )
    edges = affinity_edges(W)
    indicator = np.where(y == 1, 1.0, -1.0) / np.sqrt(len(y))
    figure = value_scatter(X, vector, edges, height=190)
    chart(figure, key="le2b_graph", alt=f"Two clusters and a bridge. {seen}", class_height=210)
    chart(
        relaxation_figure(vector, indicator, height=300),
        key="le2b_vector",
        alt=f"The second eigenvector over the indicator of the clusters. {seen}",
        class_height=370,
    )
    program = code.program(
        {
            "rnse_core.affinity.neighborhood_graphs": ["either_knn_graph"],
            "rnse_core.datasets": ["make_blobs"],
            "rnse_core.graph.laplacian": ["laplacian_eigenpairs"],
        },
        [
            f"X, y = {code.call('make_blobs', **DRAW)}",
            f"W = either_knn_graph(X, {N_NEIGHBORS})",
            "between = np.where(y[:, None] != y, np.linalg.norm(X[:, None] - X, axis=2), np.inf)",
            "i, j = np.unravel_index(between.argmin(), between.shape)",
            f"W[i, j] = W[j, i] = {weight!r}",
            "values, vectors = laplacian_eigenpairs(W, 2)",
            f"print({weight!r} * (1 / 20 + 1 / 20), values[1])",
            "print(np.stack([y, vectors[:, 1] > 0]))",
        ],
        modules=["numpy as np"],
    )
    return Outcome(moved > 0, seen, program)


def _paper(values: Mapping[str, Any]) -> go.Figure:
    X, y, W, _ = bridged(values["weight"])
    return value_scatter(X, second_pair(W, y)[1], affinity_edges(W))


def _growth() -> tuple[str, str]:
    """Measure how much the second eigenvalue grows when the bridge becomes ten times as heavy."""
    before, after = (second_pair(bridged(weight)[2], bridged(weight)[1])[0] for weight in (0.1, 1.0))
    times = after / before
    answer = "same" if times < 1.01 else "ten" if times > 9.9 else "less"
    return answer, f"λ₂ grows from {before:.3g} to {after:.3g}, {times:.1f} times."


LESSON = Lesson(
    title="From the cut to the eigenvector",
    short="Cut",
    idea="Which two parts are cheapest to cut apart? RatioCut is the weight cut, divided by the size of each part. "
    "With P the indicator of the parts, P P′ = I, it is tr(P L P′), Eq. (3). Trying all P takes too long. Without P ≥ "
    "0, Eq. (2), eigenvectors solve it, Eq. (5): the least value is λ₁ + λ₂. λ₁ = 0 has a constant vector, and the "
    "sign of the second, the Fiedler vector, gives the parts.",
    question=Question(
        "One edge of weight 0.1 joins two clusters. It becomes ten times as heavy: what does λ₂ do?",
        {"same": "Stays", "less": "Grows less than 10 times", "ten": "Grows 10 times"},
        _growth,
    ),
    task="Make the bridge so heavy that the sign of the eigenvector no longer gives the two clusters.",
    why="For a light bridge the vector is almost the step of the indicator, and λ₂ almost the RatioCut; a heavier "
    "bridge tilts it, and λ₂ stays below. From 5 on, the threshold moves one end of the bridge to the other side: "
    "cutting the 4 edges that hold it has the smaller RatioCut, 0.401.",
    controls=(LogSlider("le2b_weight", "Weight of the bridge", 0.1, steps=STEPS),),
    show=_show,
    paper=_paper,
    link=("pages/two_moons.py", "Two moons and shapes, with NCuts"),
)
