"""A score of several methods on several data sets: a line per data set, a marker per method."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import plotly.graph_objects as go

from ._style import NEUTRAL_COLOR, assemble, cluster_color, cluster_symbol, marker_outline, plain

# Markers that lie on each other are all seen: the first ones are larger.
_SIZES = (19, 15, 11)
_OTHER_SIZE = 9


def score_dots(
    scores: Mapping[str, Mapping[str, float]],
    *,
    score_name: str,
    marked: str | None = None,
    reach: tuple[float, float] = (-0.05, 1.05),
    height: int = 260,
) -> go.Figure:
    """Draw a line for each data set and on it a marker for each method at its score.

    Parameters
    ----------
    scores : mapping of str to mapping of str to float
        Scores by data set, from the top down, and by method.
    score_name : str
        Title of the axis.
    marked : str, optional
        The data set whose line is heavier.
    reach : tuple of (float, float), default=(-0.05, 1.05)
        Ends of the axis.
    height : int, default=260
        Height in pixels.

    Returns
    -------
    plotly.graph_objects.Figure
    """
    names = [plain(name) for name in scores]
    methods = list(dict.fromkeys(method for of_data in scores.values() for method in of_data))
    traces: list[dict[str, Any]] = []
    for place, method in enumerate(methods):
        size = _SIZES[place] if place < len(_SIZES) else _OTHER_SIZE
        found = [(plain(name), of_data[method]) for name, of_data in scores.items() if method in of_data]
        traces.append(
            {
                "type": "scatter",
                "x": [score for _, score in found],
                "y": [name for name, _ in found],
                "mode": "markers",
                "name": plain(method),
                "marker": {
                    "size": size,
                    "color": cluster_color(place),
                    "symbol": cluster_symbol(place),
                    "line": marker_outline(size),
                },
                "hovertemplate": f"{plain(method)}, %{{y}}: %{{x:.2f}}<extra></extra>",
            }
        )
    lines = [
        {
            "type": "line",
            "x0": reach[0],
            "x1": reach[1],
            "y0": name,
            "y1": name,
            "layer": "below",
            "opacity": 0.9 if name == (marked and plain(marked)) else 0.35,
            "line": {"color": NEUTRAL_COLOR, "width": 3 if name == (marked and plain(marked)) else 1},
        }
        for name in names
    ]
    x = {"title": plain(score_name), "range": list(reach), "showgrid": False}
    y = {"type": "category", "categoryorder": "array", "categoryarray": names[::-1], "showgrid": False}
    return assemble(traces, height=height, x=x, y={**y, "range": [-0.5, len(names) - 0.5]}, shapes=lines)
