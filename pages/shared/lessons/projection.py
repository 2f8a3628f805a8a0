"""Lesson 5: from K to S."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import plotly.graph_objects as go
import streamlit as st

from pages.shared.controls.base import LogSlider
from pages.shared.controls.model import ALPHAS
from pages.shared.lessons.base import Lesson, Outcome
from pages.shared.results import code
from pages.shared.results.figures import chart
from rnse_core.affinity import self_tuning_kernel
from rnse_core.datasets import make_two_moons
from rnse_core.figures import affinity_edges, affinity_graph, row_figure
from rnse_core.projection import project_doubly_stochastic

DRAW: dict[str, Any] = {"n_samples": 100, "noise": 0.06, "random_state": 0}
SCALE_NEIGHBOR = 20
POINT = 0
WANTED = (9.0, 11.0)


def row_of(alpha: float) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Return the points, S, and for one point its row of T and the threshold -(u_i + u_j) of each entry."""
    X, _ = make_two_moons(**DRAW)
    T = self_tuning_kernel(X, SCALE_NEIGHBOR) / (2.0 * alpha)
    S, info = project_doubly_stochastic(T, return_info=True)
    assert info.multipliers is not None
    return X, S, T[POINT], -(info.multipliers[POINT] + info.multipliers)


def _show(values: Mapping[str, Any]) -> Outcome:
    X, S, row, threshold = row_of(values["alpha"])
    neighbors = float(np.count_nonzero(S) / len(S) - 1.0)
    own = int(np.count_nonzero(np.delete(S[POINT], POINT)))
    seen = (
        f"A point is similar to {neighbors:.1f} others on average; the marked one to {own}, and to itself. "
        f"Every row sums to 1, up to {abs(S.sum(axis=1) - 1).max():.0e}."
    )
    figure: go.Figure = affinity_graph(X, affinity_edges(S), height=330, bare=True)
    figure.add_scatter(
        x=[X[POINT, 0]],
        y=[X[POINT, 1]],
        mode="markers",
        marker={"size": 14, "symbol": "circle-open", "line": {"width": 3, "color": "#D55E00"}},
        showlegend=False,
    )
    left, right = st.columns(2)
    with left:
        chart(figure, key="le5_graph", alt=f"The graph of S. {seen}")
    with right:
        order = np.argsort(-(row - threshold), kind="stable")[:40]
        chart(
            row_figure(row[order], threshold[order], own=int(np.flatnonzero(order == POINT)[0]), height=330),
            key="le5_row",
            alt=f"The row of K / 2α of the marked point and the threshold of each entry; {own} others are above it",
        )
    program = code.program(
        {
            "rnse_core.affinity": ["self_tuning_kernel"],
            "rnse_core.datasets": ["make_two_moons"],
            "rnse_core.projection": ["project_doubly_stochastic"],
        },
        [
            f"X, _ = {code.call('make_two_moons', **DRAW)}",
            f"K = self_tuning_kernel(X, {SCALE_NEIGHBOR})",
            f"S = project_doubly_stochastic(K / (2 * {values['alpha']!r}))",
            "print((S > 0).sum(axis=1).mean() - 1, S.sum(axis=1))",
        ],
    )
    return Outcome(WANTED[0] <= neighbors <= WANTED[1], seen, program)


LESSON = Lesson(
    title="From K to S",
    short="From K to S",
    idea="So far a point was a neighbour or not. A kernel K says how near two points are: here a Gaussian of their "
    "distance, with a scale of each point's own. RNSE replaces it by the nearest doubly stochastic matrix to K / 2α: "
    "non-negative, symmetric, every "
    "row summing to 1. The solution is a threshold, S = [K / 2α + u 1' + 1 u']₊: an entry stays where it is above "
    "−(uᵢ + uⱼ), and the rest is exactly zero. No k and no radius: the row sums decide.",
    task="Choose alpha so that a point is similar to about 10 others on average (9 to 11).",
    why="alpha is the number of neighbours, said in another way: the larger it is, the flatter K / 2α, and the more "
    "entries are needed to fill a row. Where points lie close together the threshold is higher.",
    controls=(LogSlider("le5_alpha", "Alpha (α)", 0.1, steps=ALPHAS[6:-12]),),
    show=_show,
    link=("pages/alpha_live.py", "Alpha live"),
)
