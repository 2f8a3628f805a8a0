"""Points in the plane coloured by a number each, such as the entries of an eigenvector."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go
from numpy.typing import ArrayLike

from ._style import DIVERGING, EDGE_COLOR, assemble
from .graph import EdgeList


def value_scatter(
    points: ArrayLike, values: ArrayLike, edges: EdgeList | None = None, *, height: int = 240, bare: bool = True
) -> go.Figure:
    """Draw points coloured by a number each, purple below zero and green above, with the same scale on both sides.

    Parameters
    ----------
    points : array-like of shape (n, 2)
    values : array-like of shape (n,)
    edges : EdgeList, optional
        From `affinity_edges`.
    height : int, default=240
        Height in pixels.
    bare : bool, default=True
        Hide the axes.

    Returns
    -------
    plotly.graph_objects.Figure
    """
    xy, numbers = np.asarray(points, dtype=float), np.asarray(values, dtype=float)
    limit = float(np.abs(numbers).max(initial=0.0)) or 1.0
    traces = []
    if edges is not None and len(edges.weights):
        path = np.full((3 * len(edges.weights), 2), np.nan)
        path[0::3], path[1::3] = xy[edges.rows], xy[edges.columns]
        line = {"color": EDGE_COLOR, "width": 1}
        traces.append(
            {
                "type": "scatter",
                "x": path[:, 0],
                "y": path[:, 1],
                "mode": "lines",
                "line": line,
                "opacity": 0.4,
                "hoverinfo": "skip",
                "showlegend": False,
            }
        )
    marker = {"size": 7, "color": numbers, "colorscale": DIVERGING, "cmin": -limit, "cmax": limit}
    marker["line"] = {"width": 0.5, "color": "#808080"}
    traces.append(
        {
            "type": "scatter",
            "x": xy[:, 0],
            "y": xy[:, 1],
            "mode": "markers",
            "marker": marker,
            "customdata": np.arange(len(xy)),
            "text": [f"{value:.4g}" for value in numbers],
            "hovertemplate": "point %{customdata}: %{text}<extra></extra>",
            "showlegend": False,
        }
    )
    axis = {"constrain": "domain"}
    return assemble(traces, height=height, x=axis, y={**axis, "scaleanchor": "x"}, bare=bare)


def spectrum_figure(values: ArrayLike, n_zeros: int, *, height: int = 220, title: str = "eigenvalue") -> go.Figure:
    """Draw eigenvalues in their order and mark those that are zero.

    Parameters
    ----------
    values : array-like of shape (k,)
        In ascending order.
    n_zeros : int
        How many of them are zero, up to rounding.
    height : int, default=220
        Height in pixels.
    title : str, default="eigenvalue"
        Of the vertical axis.

    Returns
    -------
    plotly.graph_objects.Figure
    """
    numbers: Sequence[float] = np.asarray(values, dtype=float).tolist()
    places = np.arange(1, len(numbers) + 1)
    color = [DIVERGING[2][1] if place <= n_zeros else DIVERGING[0][1] for place in places]
    trace = {"type": "bar", "x": places, "y": numbers, "marker": {"color": color}, "showlegend": False}
    zeros = {
        "type": "scatter",
        "x": places[:n_zeros],
        "y": [0.0] * n_zeros,
        "mode": "markers",
        "marker": {"size": 11, "symbol": "diamond", "color": DIVERGING[2][1]},
        "name": "zero",
        "hoverinfo": "skip",
        "showlegend": False,
    }
    return assemble([trace, zeros], height=height, x={"title": "place", "dtick": 1}, y={"title": title})
