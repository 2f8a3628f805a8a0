"""Lesson 1: similarity graphs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import plotly.graph_objects as go

from pages.shared.controls.base import Choice, Number
from pages.shared.lessons.base import Lesson, Outcome, Question
from pages.shared.results import code
from pages.shared.results.figures import chart
from rnse_core.affinity.neighborhood_graphs import either_knn_graph, epsilon_graph, mutual_knn_graph
from rnse_core.datasets import make_two_moons
from rnse_core.figures import affinity_edges, affinity_graph
from rnse_core.graph.components import component_labels
from rnse_core.wording import counted

DRAW: dict[str, Any] = {"n_samples": 100, "noise": 0.06, "random_state": 0}
KINDS = {"epsilon": "Radius (epsilon)", "either": "k nearest (either)", "mutual": "Mutual k nearest"}


def make_graph(kind: str, radius: float, k: int, X: np.ndarray) -> np.ndarray:
    """Return the graph of the controls."""
    if kind == "epsilon":
        return epsilon_graph(X, radius)
    return either_knn_graph(X, k) if kind == "either" else mutual_knn_graph(X, k)


def _show(values: Mapping[str, Any]) -> Outcome:
    X, y = make_two_moons(**DRAW)
    kind, radius, k = values["kind"], values["radius"], values["k"]
    W = make_graph(kind, radius, k, X)
    components = component_labels(W)
    sizes = np.bincount(components)
    alone = int(np.count_nonzero(sizes == 1))
    seen = f"The graph has {counted(len(sizes), 'component')}" + (
        f", {counted(alone, 'point')} without any neighbour among them." if alone else "."
    )
    chart(_figure(X, W, components), key="le1_graph", alt=f"Two moons and their graph. {seen}", class_height=560)
    name = {"epsilon": "epsilon_graph", "either": "either_knn_graph", "mutual": "mutual_knn_graph"}[kind]
    program = code.program(
        {
            "rnse_core.affinity.neighborhood_graphs": [name],
            "rnse_core.datasets": ["make_two_moons"],
            "rnse_core.graph.components": ["component_labels"],
        },
        [
            f"X, y = {code.call('make_two_moons', **DRAW)}",
            f"W = {name}(X, {radius if kind == 'epsilon' else k!r})",
            "print(component_labels(W).max() + 1)",
        ],
    )
    return Outcome(len(sizes) == 2 and _same(components, y), seen, program)


def _figure(X: np.ndarray, W: np.ndarray, components: np.ndarray) -> go.Figure:
    shown = components if components.max() < 7 else None
    return affinity_graph(X, affinity_edges(W), shown, legend=False, height=290)


def _paper(values: Mapping[str, Any]) -> go.Figure:
    X, _ = make_two_moons(**DRAW)
    W = make_graph(values["kind"], values["radius"], values["k"], X)
    return _figure(X, W, component_labels(W))


def _same(components: np.ndarray, y: np.ndarray) -> bool:
    return all(len(np.unique(components[y == c])) == 1 for c in np.unique(y))


def _left_at(radius: float = 0.4) -> tuple[str, str]:
    """Count the components of a wide radius."""
    X, _ = make_two_moons(**DRAW)
    count = int(component_labels(epsilon_graph(X, radius)).max()) + 1
    answer = {1: "one", 2: "two"}.get(count, "more")
    return answer, f"At radius {radius:g} the graph has {counted(count, 'component')}."


LESSON = Lesson(
    title="Similarity graphs",
    short="Graphs",
    idea="Spectral clustering begins with a graph: who is a neighbour of whom. Join two points if they are closer "
    "than a radius (epsilon), if one of them is among the k nearest neighbours of the other, or only if each is among "
    "those of the other (mutual).",
    question=Question(
        "At radius 0.15 the graph of two moons has 18 components. How many has it at radius 0.4?",
        {"one": "1", "two": "2", "more": "More than 2"},
        _left_at,
    ),
    task="Find a graph with exactly two components, one for each moon.",
    why="Too few edges leave points alone; too many build a bridge from moon to moon. In between the graph alone has "
    "found the clusters. Where that range lies depends on the data, and no one tells us.",
    controls=(
        Choice("le1_kind", "Graph", "epsilon", options=KINDS, segments=True),
        Number(
            "le1_radius",
            "Radius",
            0.15,
            low=0.05,
            high=0.8,
            step=0.05,
            active=lambda values: values["kind"] == "epsilon",
        ),
        Number("le1_k", "Neighbours (k)", 3, low=1, high=15, step=1, active=lambda values: values["kind"] != "epsilon"),
    ),
    show=_show,
    paper=_paper,
    link=("pages/two_moons.py", "Two moons and shapes"),
)
