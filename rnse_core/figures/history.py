"""Curves over the outer rounds of a run (objective with its parts, residuals), and the spectrum with its eigengap."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import plotly.graph_objects as go
from numpy.typing import ArrayLike

from rnse_core._base.checks import check_count
from rnse_core.exceptions import InputError, Reason

from ._style import CLUSTER_COLORS, LINE_COLORS, NEUTRAL_COLOR, assemble

#: The three parts of the objective in the history of a run, with their short names in the legend.
OBJECTIVE_PARTS: dict[str, str] = {"smoothness": "smoothness", "frobenius": "α‖S‖²", "embedding": "β · embedding"}
_RESIDUALS = {"row_sum_error": "row sums of S", "orthogonality_error": "orthogonality of P"}
#: Residuals of exactly zero are drawn here, since a logarithmic axis has no zero.
RESIDUAL_FLOOR = 1e-17


def _rounds(history: Sequence[Mapping[str, Any]]) -> list[int]:
    if not history:
        raise InputError("history", Reason.EMPTY, message="The history is empty: there is no round to draw.")
    return [int(record["iteration"]) for record in history]


def convergence_curve(history: Sequence[Mapping[str, Any]], *, height: int = 320) -> go.Figure:
    """Draw the objective and its three parts per outer round.

    Parameters
    ----------
    history : sequence of mappings
        The ``history_`` of a fitted model: "iteration", "objective", "smoothness", "frobenius" and "embedding".
    height : int, default=320
        Height in pixels.

    Returns
    -------
    plotly.graph_objects.Figure

    Raises
    ------
    ValueError
        If the history is empty.
    """
    rounds = _rounds(history)
    thick, thin = (3.0, 7), (1.5, 5)  # width of the line, size of the markers
    curves = [("objective", "objective", "solid", thick)]
    for (key, title), dash in zip(OBJECTIVE_PARTS.items(), ("dash", "dot", "dashdot"), strict=True):
        curves.append((key, title, dash, thin))
    traces = [
        {
            "type": "scatter",
            "x": rounds,
            "y": [float(record[key]) for record in history],
            "mode": "lines+markers",
            "name": title,
            "line": {"color": LINE_COLORS[place], "width": width, "dash": dash},
            "marker": {"size": size},
        }
        for place, (key, title, dash, (width, size)) in enumerate(curves)
    ]
    return assemble(traces, height=height, x=_rounds_axis(rounds), y={"title": "value"}, hovermode="x unified")


def residual_curve(history: Sequence[Mapping[str, Any]], *, height: int = 260) -> go.Figure:
    """Draw the row sum error of S and the orthogonality error of P per outer round, on a logarithmic axis.

    Parameters
    ----------
    history : sequence of mappings
        The ``history_`` of a fitted model: "iteration", "row_sum_error" and "orthogonality_error".
    height : int, default=260
        Height in pixels.

    Returns
    -------
    plotly.graph_objects.Figure

    Raises
    ------
    ValueError
        If the history is empty.
    """
    rounds = _rounds(history)
    traces = [
        {
            "type": "scatter",
            "x": rounds,
            "y": np.maximum([float(record[key]) for record in history], RESIDUAL_FLOOR),
            "mode": "lines+markers",
            "name": title,
            "line": {"color": LINE_COLORS[place], "dash": ("solid", "dash")[place]},
            "marker": {"size": 6, "symbol": ("circle", "square")[place]},
        }
        for place, (key, title) in enumerate(_RESIDUALS.items())
    ]
    y = {"title": "residual", "type": "log", "exponentformat": "power", "dtick": 4}
    return assemble(traces, height=height, x=_rounds_axis(rounds), y=y, hovermode="x unified")


def _rounds_axis(rounds: Sequence[int]) -> dict[str, Any]:
    """Put the ticks on whole rounds, with a margin of half a round on each side."""
    return {
        "title": "outer round",
        "dtick": max(1, len(rounds) // 10),
        "range": [rounds[0] - 0.5, rounds[-1] + 0.5],
    }


#: Height in pixels from which on the title of the eigenvalues is not cut off.
LEAST_FOR_TITLE = 280


def eigengap_figure(eigenvalues: ArrayLike, suggested: int, *, height: int = 300) -> go.Figure:
    """Draw the leading eigenvalues of the normalized affinity and the gap that suggests a number of clusters.

    Parameters
    ----------
    eigenvalues : array-like of shape (k,)
        Largest first, as `rnse_core.graph.spectral.normalized_spectrum` returns them.
    suggested : int
        Number of clusters before the gap to mark.
    height : int, default=300
        Height in pixels.

    Returns
    -------
    plotly.graph_objects.Figure

    Raises
    ------
    ValueError
        If `suggested` is not between 1 and the number of eigenvalues.
    """
    values = np.asarray(eigenvalues, dtype=float)
    check_count("suggested", suggested, maximum=len(values))
    places = np.arange(1, len(values) + 1)
    trace = {
        "type": "scatter",
        "x": places,
        "y": values,
        "mode": "lines+markers",
        "showlegend": False,
        "line": {"color": NEUTRAL_COLOR, "width": 1},
        "marker": {
            "size": 9,
            "color": [CLUSTER_COLORS[0] if place <= suggested else NEUTRAL_COLOR for place in places],
        },
        "hovertemplate": "eigenvalue %{x}: %{y:.5f}<extra></extra>",
    }
    x = {"title": "place in the spectrum", "dtick": max(1, len(values) // 10)}
    # The longer title would be cut off.
    title = "eigenvalue" if height < LEAST_FOR_TITLE else "eigenvalue (1 − that of the Laplacian)"
    figure = assemble([trace], height=height, x=x, y={"title": title})
    if suggested < len(values):
        figure.add_vrect(
            x0=suggested + 0.1,
            x1=suggested + 0.9,
            fillcolor=CLUSTER_COLORS[1],
            opacity=0.25,
            line_width=0,
        )
        # Eigenvalues fall: there is room above them after an early gap, and below them before a late one.
        late = suggested > len(values) // 2
        figure.add_annotation(
            text=f"largest relative<br>gap after {suggested}",
            x=suggested if late else suggested + 1,
            y=0 if late else 1,
            yref="paper",
            xanchor="right" if late else "left",
            yanchor="bottom" if late else "top",
            align="left",
            showarrow=False,
        )
    return figure
