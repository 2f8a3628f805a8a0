"""What the player is sent: numbers as base64, small enough to drag through."""

from __future__ import annotations

import base64
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import plotly.colors
from scipy.sparse import csr_array

from rnse_core.figures import CLUSTER_COLORS, CLUSTER_SYMBOLS, MARKER_OUTLINE, SEQUENTIAL, EdgeList, affinity_edges
from rnse_core.figures.averages import block_average, sparse_block_average
from rnse_core.recording import Recording, Snapshot
from rnse_core.wording import counted

#: Edges of a frame; more take longer to draw than a frame may last.
MAX_EDGES = 1500
#: Rows and columns of the picture of S.
MAX_IMAGE = 200
#: Share of the entries of S that the brightest colour stands for: the largest few would leave all others dark.
CLIPPED_SHARE = 0.01
LEVELS = 255


@dataclass(frozen=True)
class Curve:
    """A number of each frame, drawn as a curve under the pictures.

    Parameters
    ----------
    name : str
        What the reader sees.
    key : str
        Its key in the numbers of a snapshot.
    log : bool, default=False
        Whether its axis is logarithmic.
    """

    name: str
    key: str
    log: bool = False


@dataclass(frozen=True)
class Track:
    """A recording as the player shows it, alone or beside another in lock step.

    Parameters
    ----------
    name : str
        Its heading; empty for a single one.
    recording : Recording
    readout : callable
        Says in one or two sentences what a snapshot shows.
    curves : tuple of Curve, default=()
    inputs : tuple of ndarray of shape (n, n), default=()
        The K of each snapshot, drawn beside S; empty where it is not shown.
    """

    name: str
    recording: Recording
    readout: Callable[[Snapshot], str]
    curves: tuple[Curve, ...] = ()
    inputs: tuple[np.ndarray, ...] = ()


def player_data(
    tracks: Sequence[Track],
    points: np.ndarray | None,
    *,
    order: np.ndarray,
    slider: str,
    classes: np.ndarray | None = None,
    start: int = 0,
    speed: int = 5,
    ring: bool = True,
    indicator: bool = False,
) -> dict[str, Any]:
    """Return what the player is sent.

    Parameters
    ----------
    tracks : sequence of Track
        One, or two of the same samples.
    points : ndarray of shape (n, 2) or None
        Where the samples are drawn; None leaves the scatter out.
    order : ndarray of shape (n,)
        Order of the rows and columns of S.
    slider : str
        What the slider is called for a reader who does not see it.
    classes : ndarray of shape (n,), optional
        True classes; edges between two of them are orange.
    start : int, default=0
        Frame that is shown first.
    speed : {1, 2, 5, 10, 20}, default=5
        Frames per second.
    ring : bool, default=True
        Whether a sample whose label has changed since the frame before gets a ring.
    indicator : bool, default=False
        Whether P is drawn too, under S and in its order.
    """
    n = len(order)
    position = np.empty(n, dtype=np.uint16)
    position[order] = np.arange(n)
    limit = max(color_limit(track.recording) for track in tracks)
    codes = None if classes is None else np.unique(classes, return_inverse=True)[1]
    return {
        "n": n,
        "points": None if points is None else encoded(points.astype(np.float32)),
        "classes": None if codes is None else encoded(codes.astype(np.uint8)),
        "position": encoded(position),
        "palette": encoded(_palette()),
        "colors": list(CLUSTER_COLORS),
        "symbols": list(CLUSTER_SYMBOLS),
        "outline": MARKER_OUTLINE,
        "limit": limit,
        "slider": slider,
        "start": start,
        "speed": speed,
        "ring": ring,
        "tracks": [_track(track, order, limit, indicator) for track in tracks],
    }


def color_limit(recording: Recording) -> float:
    """Return the entry of S that the brightest colour stands for, in all frames: few entries are larger."""
    entries = []
    for snapshot in recording:
        S = snapshot.similarity.tocoo()
        entries.append(S.data[S.row != S.col])
    everything = np.concatenate(entries)
    if not len(everything):
        return 1.0
    return float(np.quantile(everything, 1 - CLIPPED_SHARE)) or 1.0


def encoded(values: np.ndarray) -> str:
    """Write an array as base64 of its bytes, little-endian and row by row."""
    return base64.b64encode(np.ascontiguousarray(values, dtype=values.dtype.newbyteorder("<")).tobytes()).decode()


def _track(track: Track, order: np.ndarray, limit: float, indicator: bool) -> dict[str, Any]:
    snapshots = list(track.recording)
    frames: list[dict[str, Any]] = []
    before, edges = None, None
    brightest = max((float(K.max()) for K in track.inputs), default=1.0)
    for place, one in enumerate(snapshots):
        if edges is None or one.similarity is not before:
            edges = affinity_edges(one.similarity, MAX_EDGES, fair=True)
        frame = _frame(one, track.readout(one) + _drawn(edges))
        # A graph that is the same as in the frame before is not sent again.
        frame["graph"] = None if one.similarity is before else _graph(one.similarity, edges, order, limit)
        frames.append(frame)
        frame["indicator"] = encoded(_levels(one.indicator[:, order], one.indicator.max())) if indicator else None
        if track.inputs:
            frame["input"] = encoded(
                _levels(block_average(track.inputs[place][np.ix_(order, order)], MAX_IMAGE), brightest)
            )
        before = one.similarity
    return {
        "name": track.name,
        "frames": frames,
        "curves": [
            {"name": curve.name, "log": curve.log, "values": [one.numbers.get(curve.key) for one in snapshots]}
            for curve in track.curves
        ],
    }


def _frame(snapshot: Snapshot, readout: str) -> dict[str, Any]:
    return {
        "title": snapshot.title,
        "readout": readout,
        "alt": f"Points coloured by cluster, over the graph of S. {snapshot.title}. {readout}",
        "labels": encoded(snapshot.labels.astype(np.uint8)),
        "certainty": encoded(_levels(snapshot.certainty, 1.0)),
    }


def _drawn(edges: EdgeList) -> str:
    """Say which edges are drawn where not all are."""
    if not edges.n_left_out:
        return ""
    return f" Drawn: {len(edges.weights):,} of {counted(edges.n_total, 'edge')}, in proportion to the similarity."


def _graph(S: csr_array, edges: EdgeList, order: np.ndarray, limit: float) -> dict[str, str]:
    largest = float(edges.weights.max(initial=0.0)) or 1.0
    image, _ = sparse_block_average(S, order, MAX_IMAGE)
    return {
        "from": encoded(edges.rows.astype(np.uint16)),
        "to": encoded(edges.columns.astype(np.uint16)),
        "weight": encoded(_levels(edges.weights, largest)),
        "image": encoded(_levels(image, limit)),
    }


def _levels(values: np.ndarray, largest: float) -> np.ndarray:
    return np.rint(np.clip(values / largest, 0.0, 1.0) * LEVELS).astype(np.uint8)


def _palette() -> np.ndarray:
    """The colours of the levels, as the browser keeps pixels: red in the lowest byte, opaque."""
    scale = plotly.colors.get_colorscale(SEQUENTIAL)
    colors = plotly.colors.sample_colorscale(scale, np.linspace(0.0, 1.0, LEVELS + 1))
    rgb = np.array([plotly.colors.unlabel_rgb(color) for color in colors]).round().astype(np.uint32)
    return np.uint32(0xFF000000) | (rgb[:, 2] << 16) | (rgb[:, 1] << 8) | rgb[:, 0]
