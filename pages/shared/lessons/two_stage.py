"""Lesson 3: embedding and K-Means, the two-stage method."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

import numpy as np
import plotly.graph_objects as go
import streamlit as st

from pages.shared.controls.base import Number
from pages.shared.lessons.base import Lesson, Outcome, Question
from pages.shared.results import code
from pages.shared.results.figures import chart
from pages.shared.runs.baselines import kmeans_labels
from rnse_core.affinity.neighborhood_graphs import either_knn_graph
from rnse_core.datasets import make_circles
from rnse_core.figures import affinity_edges, affinity_graph
from rnse_core.graph.components import component_labels
from rnse_core.graph.laplacian import laplacian_eigenpairs
from rnse_core.metrics import clustering_accuracy, match_labels
from rnse_core.wording import counted

DRAW: dict[str, Any] = {"n_samples": 150, "noise": 0.05, "random_state": 0}
LEAST, DEFAULT, MOST = 2, 15, 24


def embed(W: np.ndarray, n_clusters: int = 2) -> np.ndarray:
    """Return the rows of the smallest eigenvectors of the symmetric Laplacian, of unit length."""
    _, vectors = laplacian_eigenpairs(W, n_clusters, "symmetric")
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    return vectors / np.where(lengths > 0, lengths, 1.0)


def cut(rows: np.ndarray) -> np.ndarray:
    """Return the labels of K-Means in two clusters."""
    return kmeans_labels(rows, 2)


@cache
def right_by_neighbours() -> dict[int, float]:
    """Return the accuracy in the embedding by the number of neighbours, where the graph has two components or one."""
    X, y = make_circles(**DRAW)
    graphs = {k: either_knn_graph(X, k) for k in range(LEAST, MOST + 1)}
    return {k: clustering_accuracy(y, cut(embed(W))) for k, W in graphs.items() if component_labels(W).max() + 1 <= 2}


def _solving() -> tuple[str, str]:
    """Measure with which numbers of neighbours all points are right."""
    found = [k for k, right in right_by_neighbours().items() if right == 1.0]
    if not found:
        return "none", "No k has all points right."
    sentence = f"All points are right for k from {found[0]} to {found[-1]}."
    return ("fewer" if found[-1] < DEFAULT else "more"), sentence


def _paper(values: Mapping[str, Any]) -> go.Figure:
    X, _ = make_circles(**DRAW)
    return affinity_graph(X, affinity_edges(either_knn_graph(X, values["k"])), legend=False, bare=True)


def _show(values: Mapping[str, Any]) -> Outcome:
    X, y = make_circles(**DRAW)
    W = either_knn_graph(X, values["k"])
    rows = embed(W)
    found = cut(rows)
    n_components = int(component_labels(W).max()) + 1
    plain = cut(X)
    right, right_plain = clustering_accuracy(y, found), clustering_accuracy(y, plain)
    seen = (
        f"K-Means on the points has {right_plain:.1%} right, K-Means on the embedding {right:.1%}. "
        f"The graph has {counted(n_components, 'component')}"
        + (", so two vectors are an arbitrary choice among those of eigenvalue 0." if n_components > 2 else ".")
    )
    pictures = {
        "The points, cut by K-Means": affinity_graph(
            X, None, match_labels(y, plain), legend=False, bare=True, height=240
        ),
        "The embedding, cut by K-Means": affinity_graph(
            rows,
            None,
            match_labels(y, found),
            legend=False,
            height=240,
            axis_titles=("first eigenvector", "second eigenvector"),
        ).update_xaxes(nticks=3),  # the arc is narrow
        "The points, cut in the embedding": affinity_graph(
            X, affinity_edges(W), match_labels(y, found), classes=y, legend=False, bare=True, height=240
        ),
    }
    with st.grid(2, min_column_width=220, gap="small"):
        for place, (title, figure) in enumerate(pictures.items()):
            with st.container():
                st.markdown(f"**{title}**")
                chart(figure, key=f"le3_picture_{place}", alt=f"{title}. {seen}", class_height=250)
    program = code.program(
        {
            "rnse_core.affinity.neighborhood_graphs": ["either_knn_graph"],
            "rnse_core.datasets": ["make_circles"],
            "rnse_core.graph.laplacian": ["laplacian_eigenpairs"],
            "rnse_core.metrics": ["clustering_accuracy"],
            "sklearn.cluster": ["KMeans"],
        },
        [
            f"X, y = {code.call('make_circles', **DRAW)}",
            f"W = either_knn_graph(X, {values['k']})",
            '_, vectors = laplacian_eigenpairs(W, 2, "symmetric")',
            "rows = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)",
            "labels = KMeans(2, n_init=10, random_state=0).fit_predict(rows)",
            "print(clustering_accuracy(y, labels))",
        ],
        modules=["numpy as np"],
    )
    return Outcome(right == 1.0 and n_components <= 2, seen, program)


LESSON = Lesson(
    title="Embedding and K-Means",
    short="Embedding",
    idea="Place every point by its entries in the eigenvectors of the smallest eigenvalues, the P of Eq. (2), here of "
    "the symmetric Laplacian and scaled to length one (Ng, Jordan and Weiss). Points that are well connected come "
    "close together, whatever the shape of their cluster, and K-Means can cut them. It is one relaxation of "
    "normalized cuts, in two stages: first a graph, then a cut of it.",
    question=Question(
        f"At k = {DEFAULT} about half of the points are right, no better than chance. Which k does it?",
        {"fewer": "A smaller one", "more": "A larger one", "none": "None"},
        _solving,
    ),
    task="Choose k so that K-Means gets every point right in the embedding of a graph with at most two components.",
    why="K-Means could not do it in the plane. But it needs the right k: with too many neighbours the edges between "
    "the circles weigh so much that the best cut of that graph is another one.",
    controls=(Number("le3_k", "Neighbours (k)", DEFAULT, low=LEAST, high=MOST, step=1),),
    show=_show,
    paper=_paper,
    link=("pages/two_moons.py", "Two moons and shapes, with NCuts beside RNSE"),
)
