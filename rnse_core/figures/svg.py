"""Points and their edges as SVG: static pictures for paper, which need neither plotly.js nor a browser."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import escape
from typing import Any

import numpy as np
import plotly.graph_objects as go
from plotly.colors import sample_colorscale

from rnse_core._base.arrays import FloatArray
from rnse_core.exceptions import InputError, Reason

_MARGIN = 10.0
#: Corners of the symbols of clusters, for a radius of one; y points down. A circle has none.
_CORNERS = {
    "square": "-.89,-.89 .89,-.89 .89,.89 -.89,.89",
    "diamond": "0,-1.3 1.3,0 0,1.3 -1.3,0",
    "triangle-up": "0,-1.15 1.15,.7 -1.15,.7",
    "cross": "-.4,-1.1 .4,-1.1 .4,-.4 1.1,-.4 1.1,.4 .4,.4 .4,1.1 -.4,1.1 -.4,.4 -1.1,.4 -1.1,-.4 -.4,-.4",
    "x": "-.5,-1.1 0,-.6 .5,-1.1 1.1,-.5 .6,0 1.1,.5 .5,1.1 0,.6 -.5,1.1 -1.1,.5 -.6,0 -1.1,-.5",
    "star": "0,-1.4 .33,-.45 1.33,-.43 .53,.17 .82,1.13 0,.56 -.82,1.13 -.53,.17 -1.33,-.43 -.33,-.45",
}
_STEP = re.compile(r"([ML])([^,ML]+),([^,ML]+)")


def points_svg(figure: go.Figure, title: str, *, width: int = 300, height: int = 200) -> str:
    """Write a figure of points as SVG, without axes, on one scale for both of them.

    Parameters
    ----------
    figure : plotly.graph_objects.Figure
        Of :func:`affinity_graph` or :func:`value_scatter`: markers, lines and straight edges.
    title : str
        What it shows, for screen readers.
    width, height : int
        In pixels.

    Returns
    -------
    str
        An ``svg`` element for a document in HTML.

    Raises
    ------
    ValueError
        If the figure has something else, which would be missing.
    """
    unknown = {trace.type for trace in figure.data} - {"scatter"} | {one.type for one in figure.layout.shapes} - {
        "path"
    }
    if unknown or not figure.data:
        message = f"Only points and edges can be written so; the figure has {', '.join(sorted(unknown)) or 'nothing'}."
        raise InputError("figure", Reason.INCOMPATIBLE, message=message)
    place = _Placement(figure, width, height)
    edges = [_edges(shape, place) for shape in figure.layout.shapes]
    parts = [part for trace in figure.data for part in _trace(trace, place)]
    head = f'<svg viewBox="0 0 {width} {height}" width="{width}" height="{height}" role="img"'
    return "\n".join([f'{head} aria-label="{escape(title)}">', *edges, *parts, "</svg>"])


class _Placement:
    """Where points lie in the picture."""

    def __init__(self, figure: go.Figure, width: int, height: int) -> None:
        points = np.concatenate([_points(trace) for trace in figure.data])
        low, high = np.nanmin(points, axis=0), np.nanmax(points, axis=0)
        room = np.array([width, height]) - 2 * _MARGIN
        extent = high - low
        scale = float(np.divide(room, extent, out=np.full(2, np.inf), where=extent > 0).min())
        self.scale = scale if np.isfinite(scale) else 1.0
        self.shift = np.array([width, height]) / 2 - self.scale * np.array([1, -1]) * (low + high) / 2

    def of(self, points: FloatArray) -> FloatArray:
        return self.shift + self.scale * points * [1, -1]


def _points(trace: Any) -> FloatArray:
    return np.column_stack([np.asarray(trace.x, dtype=float), np.asarray(trace.y, dtype=float)])


def _edges(shape: Any, place: _Placement) -> str:
    found = [(kind, float(x), float(y)) for kind, x, y in _STEP.findall(shape.path)]
    ends = place.of(np.array([[x, y] for _, x, y in found]))
    return _path([kind for kind, *_ in found], ends, shape.line, shape.opacity)


def _path(kinds: list[str], ends: FloatArray, line: Any, opacity: float | None) -> str:
    drawn = "".join(f"{kind}{x:.1f} {y:.1f}" for kind, (x, y) in zip(kinds, ends, strict=True))
    style = f'stroke="{line.color}" stroke-width="{line.width or 1:g}" stroke-opacity="{opacity or 1:g}"'
    return f'<path d="{drawn}" fill="none" {style}/>'


def _trace(trace: Any, place: _Placement) -> Iterator[str]:
    points = place.of(_points(trace))
    if "lines" in trace.mode:
        drawn = np.isfinite(points.sum(axis=1))
        begins = drawn & ~np.r_[False, drawn[:-1]]
        yield _path(["M" if begin else "L" for begin in begins[drawn]], points[drawn], trace.line, trace.opacity)
    if "markers" in trace.mode:
        symbol = trace.marker.symbol or "circle"
        line = trace.marker.line
        style = f'stroke="{line.color}" stroke-width="{line.width or 0:g}"'
        fills = ["none"] * len(points) if symbol.endswith("-open") else _colors(trace.marker, len(points))
        for (x, y), fill in zip(points, fills, strict=True):
            yield _marker(symbol.removesuffix("-open"), x, y, trace.marker.size / 2, fill, style)


def _colors(marker: Any, n_points: int) -> list[str]:
    if isinstance(marker.color, str):
        return [marker.color] * n_points
    shares = (np.asarray(marker.color, dtype=float) - marker.cmin) / (marker.cmax - marker.cmin)
    return list(sample_colorscale([list(step) for step in marker.colorscale], np.clip(shares, 0, 1)))


def _marker(symbol: str, x: float, y: float, radius: float, fill: str, style: str) -> str:
    if symbol == "circle":
        return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:g}" fill="{fill}" {style}/>'
    corners = (tuple(map(float, corner.split(","))) for corner in _CORNERS[symbol].split())
    drawn = " ".join(f"{x + radius * dx:.1f},{y + radius * dy:.1f}" for dx, dy in corners)
    return f'<polygon points="{drawn}" fill="{fill}" {style}/>'
