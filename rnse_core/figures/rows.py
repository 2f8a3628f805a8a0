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
        Place of the entry on the diagonal, which has a colour of its own.
    height : int, default=300
        Height in pixels.

    Returns
    -------
    plotly.graph_objects.Figure
    """
    entries, least = np.asarray(row, dtype=float), np.asarray(threshold, dtype=float)
    places = np.arange(1, len(entries) + 1)
    kinds = {"kept": (entries > least, EDGE_COLOR), "zero in S": (entries <= least, NEUTRAL_COLOR)}
    if own is not None:
        itself = places == own + 1
        kinds = {name: (mask & ~itself, color) for name, (mask, color) in kinds.items()}
        kinds["itself"] = (itself, LINE_COLORS[0])
    bars = [
        {
            "type": "bar",
            "x": places[mask],
            "y": entries[mask],
            "marker": {"color": color},
            "name": name,
            "hovertemplate": "entry %{x}: %{y:.3f}<extra></extra>",
        }
        for name, (mask, color) in kinds.items()
    ]
    line = {
        "type": "scatter",
        "x": places,
        "y": least,
        "mode": "lines",
        "line": {"color": CROSSING_COLOR, "width": 2},
        "name": "threshold",
    }
    x = {"title": "points, by height over the threshold"}
    return assemble([*bars, line], height=height, x=x, y={"title": "K / 2α"}, barmode="overlay")
