"""Lesson 4: where one radius fails."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from pages.shared.controls.base import Choice, Number
from pages.shared.lessons.base import Lesson, Outcome
from pages.shared.results import code
from pages.shared.results.figures import chart
from rnse_core.affinity.neighborhood_graphs import epsilon_graph, mutual_knn_graph
from rnse_core.figures import affinity_edges, affinity_graph
from rnse_core.graph.components import component_labels
from rnse_core.metrics import adjusted_rand_index
from rnse_core.wording import counted

KINDS = {"epsilon": "One radius for all", "mutual": "Mutual k nearest"}
DATA_LINES = (
    "random = np.random.default_rng(0)",
    "X = np.concatenate([random.normal(c, s, (40, 2)) for c, s in (([0, 0], 0.12), ([0.9, 0], 0.12), ([4, 0], 0.8))])",
    "y = np.repeat([0, 1, 2], 40)",
)


def make_scales() -> tuple[np.ndarray, np.ndarray]:
    """Return two dense clusters close together and a sparse one."""
    random = np.random.default_rng(0)
    X = np.concatenate([random.normal(c, s, (40, 2)) for c, s in (([0, 0], 0.12), ([0.9, 0], 0.12), ([4, 0], 0.8))])
    return X, np.repeat([0, 1, 2], 40)


def _show(values: Mapping[str, Any]) -> Outcome:
    X, y = make_scales()
    W = epsilon_graph(X, values["radius"]) if values["kind"] == "epsilon" else mutual_knn_graph(X, values["k"])
    components = component_labels(W)
    n_components = int(components.max()) + 1
    agreement = adjusted_rand_index(y, components)
    seen = (
        f"{counted(n_components, 'component')}; adjusted Rand index with the three clusters {agreement:.2f} "
        "(1: identical)."
    )
    figure = affinity_graph(X, affinity_edges(W), y, classes=y, legend=False, height=380)
    chart(figure, key="le4_graph", alt=f"Two dense clusters and a sparse one. {seen}", class_height=480)
    name, argument = (
        ("epsilon_graph", values["radius"]) if values["kind"] == "epsilon" else ("mutual_knn_graph", values["k"])
    )
    program = code.program(
        {
            "rnse_core.affinity.neighborhood_graphs": [name],
            "rnse_core.graph.components": ["component_labels"],
            "rnse_core.metrics": ["adjusted_rand_index"],
        },
        [*DATA_LINES, f"W = {name}(X, {argument!r})", "print(adjusted_rand_index(y, component_labels(W)))"],
        modules=["numpy as np"],
    )
    return Outcome(agreement == 1.0, seen, program)


LESSON = Lesson(
    title="Where one radius fails",
    short="Scales",
    idea="A radius that joins the sparse cluster is wide enough to bridge the two dense ones. One number for all "
    "points cannot fit clusters of different density; a number of neighbours adapts, since it is counted around "
    "each point.",
    task="Find a graph whose components are the three clusters.",
    why="No radius of the slider does it. Mutual neighbours do, from 10 on. Still the graph is fixed before "
    "anything is clustered, and every edge is worth the same: RNSE learns both.",
    controls=(
        Choice("le4_kind", "Graph", "epsilon", options=KINDS, segments=True),
        Number("le4_radius", "Radius", 0.5, low=0.1, high=2.0, step=0.1, active=lambda v: v["kind"] == "epsilon"),
        Number("le4_k", "Neighbours (k)", 5, low=1, high=24, step=1, active=lambda v: v["kind"] == "mutual"),
    ),
    show=_show,
    link=("pages/compare_methods.py", "Compare, with any method on any data"),
)
