"""Lesson 4: where one radius fails."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import plotly.graph_objects as go

from pages.shared.controls.base import Choice, LogSlider, Number
from pages.shared.controls.model import SPREAD
from pages.shared.lessons.base import Lesson, Outcome, Question
from pages.shared.results import code
from pages.shared.results.figures import chart
from pages.shared.runs.messages import collected_warnings
from rnse_core import RNSE
from rnse_core.affinity.neighborhood_graphs import epsilon_graph, mutual_knn_graph
from rnse_core.figures import affinity_edges, affinity_graph
from rnse_core.graph.components import component_labels
from rnse_core.metrics import adjusted_rand_index
from rnse_core.wording import counted

KINDS = {"epsilon": "One radius for all", "mutual": "Mutual k nearest", "rnse": "RNSE's S"}
RADII = tuple(step / 10 for step in range(1, 21))
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


def make_graph(values: Mapping[str, Any], X: np.ndarray) -> np.ndarray:
    """Return the graph of the controls."""
    if values["kind"] == "epsilon":
        return epsilon_graph(X, values["radius"])
    if values["kind"] == "mutual":
        return mutual_knn_graph(X, values["k"])
    with collected_warnings():  # of an alpha at which S has too few components, which is what is looked at
        return RNSE(3, alpha=values["alpha"], random_state=0).fit(X).similarity_


def _radii_that_do() -> tuple[str, str]:
    """Look for a radius whose components are the three clusters."""
    X, y = make_scales()
    found = [radius for radius in RADII if adjusted_rand_index(y, component_labels(epsilon_graph(X, radius))) == 1.0]
    if not found:
        return "none", f"None of the {len(RADII)} radii from {RADII[0]:g} to {RADII[-1]:g} does."
    return ("small" if found[0] < 0.5 else "large"), f"The first is {found[0]:g}."


def _figure(X: np.ndarray, y: np.ndarray, W: np.ndarray) -> go.Figure:
    return affinity_graph(X, affinity_edges(W), y, classes=y, legend=False, height=330)


def _paper(values: Mapping[str, Any]) -> go.Figure:
    X, y = make_scales()
    return _figure(X, y, make_graph(values, X))


def _show(values: Mapping[str, Any]) -> Outcome:
    X, y = make_scales()
    W = make_graph(values, X)
    components = component_labels(W)
    n_components = int(components.max()) + 1
    agreement = adjusted_rand_index(y, components)
    seen = (
        f"{counted(n_components, 'component')}; adjusted Rand index with the three clusters {agreement:.2f} "
        "(1: identical)."
    )
    chart(_figure(X, y, W), key="le4_graph", alt=f"Two dense clusters and a sparse one. {seen}", class_height=560)
    imports = {"rnse_core.graph.components": ["component_labels"], "rnse_core.metrics": ["adjusted_rand_index"]}
    if values["kind"] == "rnse":
        imports["rnse_core"] = ["RNSE"]
        graph = f"RNSE(3, alpha={values['alpha']!r}, random_state=0).fit(X).similarity_"
    else:
        name, argument = (
            ("epsilon_graph", values["radius"]) if values["kind"] == "epsilon" else ("mutual_knn_graph", values["k"])
        )
        imports["rnse_core.affinity.neighborhood_graphs"] = [name]
        graph = f"{name}(X, {argument!r})"
    program = code.program(
        imports,
        [*DATA_LINES, f"W = {graph}", "print(adjusted_rand_index(y, component_labels(W)))"],
        modules=["numpy as np"],
    )
    return Outcome(agreement == 1.0, seen, program)


LESSON = Lesson(
    title="Where one radius fails",
    short="Scales",
    idea="A radius that joins the sparse cluster is wide enough to bridge the two dense ones. One number for all "
    "points cannot fit clusters of different density; a number of neighbours adapts, since it is counted around each "
    "point.",
    question=Question(
        "Is there a radius whose components are the three clusters?",
        {"small": "A small one", "large": "A large one", "none": "None"},
        _radii_that_do,
    ),
    task="Find a graph whose components are the three clusters.",
    why="No radius of the slider does it. Mutual neighbours do, from 10 on, but every edge is worth the same, and "
    "someone has to choose k. RNSE learns an S with weights, Eq. (12): for alpha from 0.3 to 1 its components are the "
    "three clusters, and from 1.5 on it has one.",
    controls=(
        Choice("le4_kind", "Graph", "epsilon", options=KINDS, segments=True),
        Number("le4_radius", "Radius", 0.5, low=0.1, high=2.0, step=0.1, hidden=lambda v: v["kind"] != "epsilon"),
        Number("le4_k", "Neighbours (k)", 5, low=1, high=24, step=1, hidden=lambda v: v["kind"] != "mutual"),
        LogSlider("le4_alpha", "Alpha (α)", 1.0, steps=SPREAD, hidden=lambda v: v["kind"] != "rnse"),
    ),
    show=_show,
    paper=_paper,
    link=("pages/compare_methods.py", "Compare, with any method on any data"),
)
