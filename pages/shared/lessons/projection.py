"""Lesson 5: from K to S."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import plotly.graph_objects as go

from pages.shared.controls.base import LogSlider
from pages.shared.controls.model import ALPHAS
from pages.shared.lessons.base import Lesson, Outcome, Question
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


def others(S: np.ndarray) -> float:
    """Return to how many others a point is similar on average."""
    return float(np.count_nonzero(S) / len(S) - 1.0)


def _ten_times() -> tuple[str, str]:
    """Measure how the number of neighbours follows alpha."""
    before, after = (others(row_of(alpha)[1]) for alpha in (0.1, 1.0))
    times = after / before
    answer = "fewer" if times < 1 else "some" if times < 5 else "ten"
    return answer, f"From {before:.1f} to {after:.1f} others on average, {times:.1f} times as many."


def _figure(X: np.ndarray, S: np.ndarray) -> go.Figure:
    figure: go.Figure = affinity_graph(X, affinity_edges(S), height=270, bare=True)
    return figure.add_scatter(
        x=[X[POINT, 0]],
        y=[X[POINT, 1]],
        mode="markers",
        marker={"size": 14, "symbol": "circle-open", "line": {"width": 3, "color": "#D55E00"}},
        showlegend=False,
    )


def _paper(values: Mapping[str, Any]) -> go.Figure:
    X, S, *_ = row_of(values["alpha"])
    return _figure(X, S)


def _show(values: Mapping[str, Any]) -> Outcome:
    X, S, row, threshold = row_of(values["alpha"])
    neighbors = others(S)
    own = int(np.count_nonzero(np.delete(S[POINT], POINT)))
    seen = (
        f"A point is similar to {neighbors:.1f} others on average; the marked one to {own}, and to itself. "
        f"Every row sums to 1, up to {abs(S.sum(axis=1) - 1).max():.0e}."
    )
    chart(_figure(X, S), key="le5_graph", alt=f"The graph of S. {seen}", class_height=290)
    order = np.argsort(-(row - threshold), kind="stable")[:40]
    chart(
        row_figure(row[order], threshold[order], own=int(np.flatnonzero(order == POINT)[0]), height=270),
        key="le5_row",
        alt=f"The row of K / 2α of the marked point and the threshold of each entry; {own} others are above it",
        class_height=290,
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
    short="K to S",
    idea="So far a point was a neighbour or not. A kernel K says how near two points are: here a Gaussian, scaled by "
    "the distance of each point to its 20th neighbour. RNSE takes the doubly stochastic matrix nearest to K / 2α, Eq. "
    "(12) at β = 0: non-negative, symmetric, every row summing to 1, Eq. (8). The solution is a threshold, S = [K / "
    "2α + u 1′ + 1 u′]₊: an entry stays where it is above −(uᵢ + uⱼ), and the rest is exactly zero. The row sums set "
    "the number of neighbours.",
    question=Question(
        "Alpha becomes ten times as large, from 0.1 to 1. To how many others is a point similar then?",
        {"fewer": "Fewer", "some": "2 to 5 times as many", "ten": "10 times as many"},
        _ten_times,
    ),
    task="Choose alpha so that a point is similar to about 10 others on average (9 to 11).",
    why="Alpha sets the mean number of neighbours: the larger it is, the flatter K / 2α, and the more entries are "
    "needed to fill a row. Single points differ: at alpha = 1 they have from 6 to 14 others.",
    controls=(LogSlider("le5_alpha", "Alpha (α)", 0.1, steps=ALPHAS[6:-12]),),
    show=_show,
    paper=_paper,
    link=("pages/alpha_live.py", "Alpha live"),
)
