"""One row of the projection: the entries of T and the threshold that each has to exceed."""

from __future__ import annotations

import numpy as np
import plotly.graph_objects as go
from numpy.typing import ArrayLike

from ._style import CROSSING_COLOR, EDGE_COLOR, LINE_COLORS, NEUTRAL_COLOR, assemble


def row_figure(row: ArrayLike, threshold: ArrayLike, *, own: int | None = None, height: int = 300) -> go.Figure:
    """Draw the entries of a row of T as bars, and the threshold -(u_i + u_j) of each as a line.

    What a bar has above the line is the entry of S.

    Parameters
    ----------
    row : array-like of shape (k,)
        Entries of T, in the order in which they are drawn.
    threshold : array-like of shape (k,)
    own : int, optional
        Place of the entry on the diagonal, which is named.
    height : int, default=300
        Height in pixels.

    Returns
    -------
    plotly.graph_objects.Figure
    """
    entries, least = np.asarray(row, dtype=float), np.asarray(threshold, dtype=float)
    places = np.arange(1, len(entries) + 1)
    color = [EDGE_COLOR if above else NEUTRAL_COLOR for above in entries > least]
    texts = [""] * len(entries)
    if own is not None:
        color[own], texts[own] = LINE_COLORS[0], "itself"
    bars = {
        "type": "bar",
        "x": places,
        "y": entries,
        "marker": {"color": color},
        "text": texts,
        "textposition": "outside",
        "name": "K / 2α",
        "showlegend": False,
        "hovertemplate": "entry %{x}: %{y:.3f}<extra></extra>",
    }
    line = {
        "type": "scatter",
        "x": places,
        "y": least,
        "mode": "lines",
        "line": {"color": CROSSING_COLOR, "width": 2},
        "name": "threshold −(uᵢ + uⱼ)",
    }
    x = {"title": "points, by what they have above the threshold"}
    return assemble([bars, line], height=height, x=x, y={"title": "K / 2α"})
