"""Lesson 2: the Laplacian and its zero eigenvalues."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import plotly.graph_objects as go
import streamlit as st

from pages.shared.controls.base import Choice, Number
from pages.shared.lessons.base import Further, Lesson, Outcome, Question
from pages.shared.results import code
from pages.shared.results.figures import chart
from rnse_core.affinity.neighborhood_graphs import either_knn_graph
from rnse_core.datasets import make_blobs
from rnse_core.figures import affinity_edges, affinity_graph, spectrum_figure, value_scatter
from rnse_core.graph.components import component_labels
from rnse_core.graph.laplacian import count_zeros, laplacian_eigenpairs
from rnse_core.wording import counted

DRAW: dict[str, Any] = {"n_samples": 90, "noise": 0.12, "random_state": 0, "n_clusters": 3}
KINDS = {"unnormalized": "D − W", "symmetric": "Symmetric", "random_walk": "Random walk"}
N_VALUES = 8
N_VECTORS = 4


def _show(values: Mapping[str, Any]) -> Outcome:
    X, _ = make_blobs(**DRAW)
    W = either_knn_graph(X, values["k"])
    eigenvalues, vectors = laplacian_eigenpairs(W, N_VALUES, values["kind"])
    zeros = count_zeros(eigenvalues, W)
    components = counted(int(component_labels(W).max()) + 1, "component")
    seen = f"{_zeros(eigenvalues, zeros)} The graph has {components}."
    with st.grid(2, min_column_width=150, gap="small"):
        for j in range(N_VECTORS):
            with st.container():
                # What is zero up to rounding is zero.
                value = f"{eigenvalues[j]:.3g}" if j >= zeros else "0"
                alt = f"Eigenvector {j + 1} as colours on the points, eigenvalue {value}"
                figure = value_scatter(X, vectors[:, j], affinity_edges(W), height=160)
                chart(figure, key=f"le2_vector_{j}", alt=alt, class_height=165)
                st.caption(f"Eigenvector {j + 1}, eigenvalue {value}")
    figure = spectrum_figure(np.where(np.arange(len(eigenvalues)) < zeros, 0.0, eigenvalues), zeros, height=170)
    chart(figure, key="le2_spectrum", alt=f"The smallest eigenvalues. {seen}", class_height=170)
    program = code.program(
        {
            "rnse_core.affinity.neighborhood_graphs": ["either_knn_graph"],
            "rnse_core.datasets": ["make_blobs"],
            "rnse_core.graph.laplacian": ["count_zeros", "laplacian_eigenpairs"],
        },
        [
            f"X, _ = {code.call('make_blobs', **DRAW)}",
            f"W = either_knn_graph(X, {values['k']})",
            f"eigenvalues, vectors = laplacian_eigenpairs(W, {N_VALUES}, {values['kind']!r})",
            "print(count_zeros(eigenvalues, W), eigenvalues)",
        ],
    )
    return Outcome(zeros == 3, seen, program, further=zeros == 1)


def _paper(values: Mapping[str, Any]) -> go.Figure:
    X, _ = make_blobs(**DRAW)
    return affinity_graph(X, affinity_edges(either_knn_graph(X, values["k"])), legend=False, bare=True)


def _zeros(eigenvalues: np.ndarray, zeros: int) -> str:
    if zeros == len(eigenvalues):
        return f"All {zeros} eigenvalues of the picture are zero, and there may be more."
    return f"{counted(zeros, 'eigenvalue is', 'eigenvalues are')} zero; the next one is {eigenvalues[zeros]:.3g}."


def _zeros_from_3_on() -> tuple[str, str]:
    """Measure how the number of zero eigenvalues changes from 3 to 29 neighbours."""
    X, _ = make_blobs(**DRAW)
    counts = []
    for k in range(3, 30):
        W = either_knn_graph(X, k)
        counts.append(count_zeros(laplacian_eigenpairs(W, N_VALUES)[0], W))
    ends = f"{counts[0]} at k = 3, {counts[-1]} at k = 29"
    if len(set(counts)) == 1:
        return "same", f"There are {counts[0]} at every k from 3 to 29."
    return ("fewer" if counts[-1] < counts[0] else "more"), f"There are {ends}."


LESSON = Lesson(
    title="The Laplacian",
    short="Laplacian",
    idea="Write the graph as a matrix L = D − W: W holds the weights of the edges, D the degrees, its row sums, on "
    "the diagonal. A vector f gives f′Lf = Σ wᵢⱼ (fᵢ − fⱼ)², over the edges: Eq. (5) with one row. It is zero exactly "
    "for an f that is constant on every component: so the number of zero eigenvalues is the number of components, Eq. "
    "(4). Two other Laplacians divide L by the degrees.",
    question=Question(
        "Every point is joined to its k nearest, from k = 3 to k = 29. What happens to the number of zero eigenvalues?",
        {"fewer": "It falls", "same": "It stays", "more": "It grows"},
        _zeros_from_3_on,
    ),
    task="Choose k so that exactly three eigenvalues are zero.",
    why="Each of the three eigenvectors is constant on every component, for D − W and for the random walk; for the "
    "symmetric Laplacian it is constant times the square root of the degree. Together they say which points belong "
    "together. All three Laplacians agree about the zeros, and differ in what they call small beyond.",
    controls=(
        Number("le2_k", "Neighbours (k)", 1, low=1, high=30, step=1),
        Choice("le2_kind", "Laplacian", "unnormalized", options=KINDS, segments=True),
    ),
    show=_show,
    paper=_paper,
    further=Further(
        "Find the k at which only one eigenvalue is zero, and say why it is this one.",
        "A cluster has 30 points. A point has only 29 others in its own cluster, so its 30th neighbour lies in "
        "another one, and the components are joined.",
    ),
    link=("pages/your_data.py", "Your data, where the spectrum suggests the number of clusters"),
)
