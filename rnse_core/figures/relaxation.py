"""An eigenvector beside the indicator of clusters that it relaxes."""

from __future__ import annotations

import numpy as np
import plotly.graph_objects as go
from numpy.typing import ArrayLike

from ._style import DIVERGING, LINE_COLORS, NEUTRAL_COLOR, assemble


def relaxation_figure(vector: ArrayLike, indicator: ArrayLike, *, height: int = 240) -> go.Figure:
    """Draw the entries of an eigenvector as points over the indicator, a step function, and the threshold 0.

    Parameters
    ----------
    vector : array-like of shape (n,)
        Drawn in this order.
    indicator : array-like of shape (n,)
        On the scale of the vector, constant on each cluster.
    height : int, default=240
        Height in pixels.

    Returns
    -------
    plotly.graph_objects.Figure
    """
    entries, steps = np.asarray(vector, dtype=float), np.asarray(indicator, dtype=float)
    places = np.arange(1, len(entries) + 1)
    limit = float(np.abs(entries).max(initial=0.0)) or 1.0
    marker = {"size": 8, "color": entries, "colorscale": DIVERGING, "cmin": -limit, "cmax": limit}
    marker["line"] = {"width": 1, "color": NEUTRAL_COLOR}
    traces = [
        {
            "type": "scatter",
            "x": places,
            "y": steps,
            "mode": "lines",
            "line": {"color": LINE_COLORS[1], "width": 2, "shape": "hvh"},
            "name": "indicator of the clusters",
        },
        {
            "type": "scatter",
            "x": places,
            "y": entries,
            "mode": "markers",
            "marker": marker,
            "name": "eigenvector",
            "hovertemplate": "%{y:.3f}<extra></extra>",
        },
    ]
    zero = {"type": "line", "xref": "paper", "x0": 0, "x1": 1, "y0": 0, "y1": 0}
    zero["line"] = {"color": NEUTRAL_COLOR, "width": 1, "dash": "dash"}
    x = {"title": "points, cluster by cluster"}
    return assemble(traces, height=height, x=x, y={"title": "entry"}, shapes=[zero])
