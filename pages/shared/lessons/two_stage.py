"""Lesson 3: embedding and K-Means, the two-stage method."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import streamlit as st
from sklearn.cluster import KMeans

from pages.shared.controls.base import Number
from pages.shared.lessons.base import Lesson, Outcome
from pages.shared.results import code
from pages.shared.results.figures import chart
from rnse_core.affinity.neighborhood_graphs import either_knn_graph
from rnse_core.datasets import make_circles
from rnse_core.figures import affinity_edges, affinity_graph
from rnse_core.graph.laplacian import laplacian_eigenpairs
from rnse_core.metrics import clustering_accuracy, match_labels

DRAW: dict[str, Any] = {"n_samples": 150, "noise": 0.05, "random_state": 0}


def embed(W: np.ndarray, n_clusters: int = 2) -> np.ndarray:
    """Return the rows of the smallest eigenvectors of the symmetric Laplacian, of unit length."""
    _, vectors = laplacian_eigenpairs(W, n_clusters, "symmetric")
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    return vectors / np.where(lengths > 0, lengths, 1.0)


def _show(values: Mapping[str, Any]) -> Outcome:
    X, y = make_circles(**DRAW)
    W = either_knn_graph(X, values["k"])
    rows = embed(W)
    found = KMeans(2, n_init=10, random_state=0).fit_predict(rows)
    plain = KMeans(2, n_init=10, random_state=0).fit_predict(X)
    right, right_plain = clustering_accuracy(y, found), clustering_accuracy(y, plain)
    seen = f"K-Means on the points has {right_plain:.1%} right, K-Means on the embedding {right:.1%}."
    pictures = {
        "The points, cut by K-Means": affinity_graph(X, None, match_labels(y, plain), legend=False, bare=True),
        "The embedding, cut by K-Means": affinity_graph(
            rows, None, match_labels(y, found), legend=False, axis_titles=("first eigenvector", "second eigenvector")
        ),
        "The points, cut in the embedding": affinity_graph(
            X, affinity_edges(W), match_labels(y, found), classes=y, legend=False, bare=True
        ),
    }
    with st.grid(3, min_column_width=220):
        for place, (title, figure) in enumerate(pictures.items()):
            with st.container():
                st.markdown(f"**{title}**")
                chart(figure, key=f"le3_picture_{place}", alt=f"{title}. {seen}")
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
    return Outcome(right == 1.0, seen, program)


LESSON = Lesson(
    title="Embedding and K-Means",
    short="Embedding",
    idea="Place every point by its entries in the eigenvectors of the smallest eigenvalues, scaled to length one (Ng, "
    "Jordan and Weiss). Points that are well connected come close together, whatever the shape of their cluster, and "
    "K-Means can cut them. That is normalized cuts: first a graph, then a cut of it.",
    task="Choose k so that K-Means gets every point right in the embedding.",
    why="K-Means could not do it in the plane. But it needs the right k: with too many neighbours the edges "
    "between the circles weigh so much that the best cut of that graph is another one.",
    controls=(Number("le3_k", "Neighbours (k)", 15, low=2, high=24, step=1),),
    show=_show,
    link=("pages/two_moons.py", "Two moons and shapes, with NCuts beside RNSE"),
)
