"""A recording as one figure with a slider, for notebooks: every frame is drawn by the browser alone."""

from __future__ import annotations

import base64
from collections.abc import Iterable
from typing import Any, Protocol

import numpy as np
import plotly.graph_objects as go
from numpy.typing import ArrayLike
from scipy.sparse import csr_array

from rnse_core._base.arrays import FloatArray, IntArray
from rnse_core.exceptions import InputError, Reason

from ._style import EDGE_COLOR, TRANSPARENT, cluster_color, cluster_symbol, marker_outline
from .graph import affinity_edges
from .heatmap import matrix_png, reorder
from .scatter import marker_size

#: Edges of a frame; with more, a film of 25 frames takes more than 5 MB.
FILM_EDGES = 1500
#: Longest side, in pixels, of the image of S in a frame.
FILM_PIXELS = 300
#: Share of the positive entries off the diagonal, of all frames, that have the brightest colour.
CLIPPED_SHARE = 0.01


class Moment(Protocol):
    """What a frame shows: a :class:`rnse_core.recording.Snapshot` is one."""

    @property
    def title(self) -> str:
        """What distinguishes it from the others."""

    @property
    def similarity(self) -> csr_array:
        """S, of shape (n_samples, n_samples)."""

    @property
    def labels(self) -> IntArray:
        """The labels, of shape (n_samples,)."""


def film(
    recording: Iterable[Moment],
    X: ArrayLike,
    *,
    order: IntArray | None = None,
    max_edges: int = FILM_EDGES,
    height: int = 420,
) -> go.Figure:
    """Draw a recording: points over their graph and S, with a slider over the snapshots and a button that plays them.

    Parameters
    ----------
    recording : iterable of Snapshot
        Such as a :class:`rnse_core.recording.Recording`.
    X : array-like of shape (n_samples, 2)
        Where the points are drawn.
    order : ndarray of shape (n_samples,), optional
        Order of the rows of S; by default that of the labels of the last snapshot, so that it is the same in all
        frames.
    max_edges : int, default=1500
        Edges of a frame, the heaviest ones.
    height : int, default=420
        In pixels.

    Returns
    -------
    plotly.graph_objects.Figure
        With one frame per snapshot, named after its title. In all frames the same colour stands for the same value of
        S. At 200 samples and 25 snapshots it takes less than 5 MB as JSON.

    Raises
    ------
    ValueError
        If the recording is empty, or X is not of shape (n_samples, 2).
    """
    snapshots = list(recording)
    if not snapshots:
        message = "The recording has no snapshot to draw."
        raise InputError("recording", Reason.EMPTY, 0, message=message)
    points = np.asarray(X, dtype=float)
    n = len(snapshots[0].labels)
    if points.shape != (n, 2):
        message = f"X must have one row for each of the {n} samples and two columns, got {points.shape}."
        raise InputError("X", Reason.LENGTHS_DIFFER, points.shape, bound=(n, 2), message=message)
    places = np.argsort(snapshots[-1].labels, kind="stable") if order is None else order
    limit = _limit([snapshot.similarity for snapshot in snapshots])
    frames = [
        go.Frame(name=f"{place}: {one.title}", data=_traces(one, points, places, limit, max_edges), traces=[0, 1, 2])
        for place, one in enumerate(snapshots)
    ]
    # A frame of duration 0 that is drawn at once: the slider follows the hand.
    at_once = {"mode": "immediate", "frame": {"duration": 0, "redraw": True}, "transition": {"duration": 0}}
    steps = [
        {"label": one.title, "method": "animate", "args": [[frame.name], at_once]}
        for one, frame in zip(snapshots, frames, strict=True)
    ]
    play = {**at_once, "fromcurrent": True, "frame": {"duration": 200, "redraw": True}}
    buttons = [
        {"label": "Play", "method": "animate", "args": [None, play]},
        {"label": "Pause", "method": "animate", "args": [[None], at_once]},
    ]
    edge = (-0.5, n - 0.5)
    return go.Figure(
        data=frames[0].data,
        frames=frames,
        layout={
            "height": height,
            "margin": {"l": 8, "r": 8, "t": 8, "b": 8},
            "paper_bgcolor": TRANSPARENT,
            "plot_bgcolor": TRANSPARENT,
            "showlegend": False,
            "xaxis": {"domain": [0.0, 0.56], "visible": False, "range": _range(points[:, 0])},
            "yaxis": {"visible": False, "range": _range(points[:, 1]), "scaleanchor": "x"},
            "xaxis2": {"domain": [0.6, 1.0], "visible": False, "range": edge, "constrain": "domain"},
            "yaxis2": {"visible": False, "range": edge[::-1], "scaleanchor": "x2", "anchor": "x2"},
            "sliders": [{"steps": steps, "x": 0.14, "len": 0.81, "currentvalue": {"visible": True}, "pad": {"t": 8}}],
            "updatemenus": [
                {"type": "buttons", "direction": "left", "x": 0.0, "y": -0.08, "xanchor": "left"}
                | {"buttons": buttons, "pad": {"t": 8}, "yanchor": "top"}
            ],
        },
    )


def _traces(one: Moment, points: FloatArray, order: IntArray, limit: float, max_edges: int) -> list[dict[str, Any]]:
    edges = affinity_edges(one.similarity, max_edges)
    path = np.full((3 * len(edges.weights), 2), np.nan, dtype=np.float32)
    path[0::3], path[1::3] = points[edges.rows], points[edges.columns]
    png = base64.b64encode(matrix_png(reorder(one.similarity, order), limit, FILM_PIXELS)).decode("ascii")
    n, pixels = len(order), min(len(order), FILM_PIXELS)
    step = n / pixels
    size = marker_size(n, 6)
    return [
        {
            "type": "scatter",
            "x": path[:, 0],
            "y": path[:, 1],
            "mode": "lines",
            "line": {"color": EDGE_COLOR, "width": 1.2},
            "opacity": 0.6,
            "hoverinfo": "skip",
        },
        {
            "type": "scatter",
            "x": points[:, 0].astype(np.float32),
            "y": points[:, 1].astype(np.float32),
            "mode": "markers",
            "marker": {
                "color": [cluster_color(int(label)) for label in one.labels],
                "symbol": [cluster_symbol(int(label)) for label in one.labels],
                "size": size,
                "line": marker_outline(size),
            },
            "hovertemplate": "sample %{pointNumber}<extra></extra>",
        },
        {
            "type": "image",
            "source": f"data:image/png;base64,{png}",
            "x0": -0.5 + step / 2,
            "y0": -0.5 + step / 2,
            "dx": step,
            "dy": step,
            "xaxis": "x2",
            "yaxis": "y2",
            "hoverinfo": "skip",
        },
    ]


def _range(values: FloatArray) -> tuple[float, float]:
    low, high = float(values.min()), float(values.max())
    room = 0.05 * (high - low) or 1.0
    return low - room, high + room


def _limit(matrices: list[csr_array]) -> float:
    """Return the value of the brightest colour in all frames."""
    entries = []
    for matrix in matrices:
        upright = matrix.tocoo()
        entries.append(upright.data[(upright.row != upright.col) & (upright.data > 0)])
    positive = np.concatenate(entries)
    return float(np.quantile(positive, 1 - CLIPPED_SHARE)) if positive.size else 1.0
