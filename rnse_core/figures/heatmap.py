"""Heat maps of similarity and indicator matrices: with hover text when small, as an averaged image when large."""

from __future__ import annotations

import base64
import io
from collections.abc import Sequence
from typing import Any

import numpy as np
import plotly.graph_objects as go
from numpy.typing import ArrayLike, NDArray
from PIL import Image
from plotly.colors import get_colorscale, sample_colorscale
from scipy import sparse

from rnse_core._base.arrays import FloatArray, IntArray
from rnse_core.exceptions import InputError, ParameterError, Reason
from rnse_core.wording import counted

from ._style import SEQUENTIAL, assemble, cluster_color
from .averages import block_average, sparse_block_average

#: Above this many rows a matrix is sent as an image: a heat map of 1000 x 1000 numbers is megabytes of JSON.
MAX_HOVER_ROWS = 400
#: Longest side, in pixels, of the image of a large matrix.
MAX_IMAGE_PIXELS = 1000
#: Share of the width of P for the colours of its rows.
ROW_COLOR_WIDTH = 0.04
#: Length of the marks between groups, as a share of the side of the matrix.
MARK_LENGTH = 0.04
#: Pixels of an image per pixel of its height on the page; two suit a screen of double density.
PIXELS_PER_POINT = 2


def reorder(matrix: Any, order: IntArray, window: tuple[int, int] | None = None) -> FloatArray:
    """Return a square matrix in a new order, or the part of it inside a window, as a dense array.

    Parameters
    ----------
    matrix : ndarray or sparse matrix of shape (n, n)
    order : ndarray of shape (n,)
        Permutation of the rows and columns.
    window : tuple of two ints, optional
        First and one past the last position to keep; all of them by default.

    Returns
    -------
    ndarray of shape (m, m)
    """
    first, last = window if window is not None else (0, len(order))
    kept = order[first:last]
    if sparse.issparse(matrix):
        return np.asarray(matrix.tocsr()[kept][:, kept].toarray(), dtype=float)
    return np.asarray(np.asarray(matrix)[np.ix_(kept, kept)], dtype=float)


def color_limit(matrix: FloatArray) -> float:
    """Return the value that gets the brightest colour.

    It is the 99th percentile of the positive entries off the diagonal. The diagonal of a learned similarity is often
    far larger than the rest; as the end of the scale it would leave all other entries dark.

    Parameters
    ----------
    matrix : ndarray of shape (n, n)

    Returns
    -------
    float
        Always positive.
    """
    n = len(matrix)
    # Without its first entry and reshaped to rows of n + 1, a matrix has its diagonal in the last column.
    off_diagonal = np.ascontiguousarray(matrix).reshape(-1)[1:].reshape(n - 1, n + 1)[:, :-1] if n > 1 else matrix[:0]
    return _limit_of(off_diagonal[off_diagonal > 0], float(matrix.max(initial=0.0)))


def _limit_of(positive: FloatArray, largest: float) -> float:
    if positive.size:
        return float(np.percentile(positive, 99))
    return largest if largest > 0 else 1.0


def matrix_png(matrix: FloatArray, limit: float, max_pixels: int = MAX_IMAGE_PIXELS) -> bytes:
    """Draw a non-negative matrix as a PNG image with one pixel per block of entries.

    Parameters
    ----------
    matrix : ndarray of shape (n, n)
    limit : float
        Value of the brightest colour, see `color_limit`.
    max_pixels : int, default=MAX_IMAGE_PIXELS
        Longest side of the image.

    Returns
    -------
    bytes
        The PNG file, with a palette of 256 colours.
    """
    small = block_average(matrix, max_pixels)
    levels = np.clip(small / limit * 255.0, 0, 255).astype(np.uint8)
    image = Image.fromarray(levels).convert("P")
    image.putpalette(_palette())
    buffer = io.BytesIO()
    # The fastest compression: a page waits for it, and most of a learned S has one colour.
    image.save(buffer, format="PNG", compress_level=1)
    return buffer.getvalue()


def _palette() -> list[int]:
    colors = sample_colorscale(get_colorscale(SEQUENTIAL), np.linspace(0.0, 1.0, 256), colortype="tuple")
    return [round(255 * channel) for color in colors for channel in color]


def similarity_heatmap(
    matrix: Any,
    *,
    order: IntArray | None = None,
    groups: ArrayLike | None = None,
    window: tuple[int, int] | None = None,
    limit: float | None = None,
    height: int = 420,
    axis_title: str = "point",
    bare: bool = False,
) -> go.Figure:
    """Draw a similarity matrix, with hover text if it is small enough, else as an averaged image.

    Parameters
    ----------
    matrix : array-like or sparse matrix of shape (n, n)
        Non-negative similarities.
    order : ndarray of shape (n,), optional
        Order of the rows and columns, see `row_order`; as given by default.
    groups : array-like of shape (n,), optional
        A label per point, in the original order; marks at the edges show where it changes along `order`. Lines over the
        matrix would suggest blocks where there are none. With more than 40 changes there are no marks.
    window : tuple of two ints, optional
        Positions (first, one past the last) in `order` to draw; all by default.
    limit : float, optional
        Value of the brightest colour, by default the `color_limit` of the drawn part. Figures with the same limit are
        comparable.
    height : int, default=420
        Height in pixels.
    axis_title : str, default="point"
        What a row stands for.
    bare : bool, default=False
        Leave out the axes and the colour bar, for a small picture.

    Returns
    -------
    plotly.graph_objects.Figure

    Raises
    ------
    ValueError
        If the matrix is not square or the window is empty.
    """
    if not sparse.issparse(matrix):
        matrix = np.asarray(matrix)
    if len(matrix.shape) != 2 or matrix.shape[0] != matrix.shape[1]:
        raise InputError("similarity matrix", Reason.NOT_SQUARE, tuple(matrix.shape))
    n = matrix.shape[0]
    places: IntArray = np.arange(n) if order is None else np.asarray(order, dtype=np.intp)
    first, last = window if window is not None else (0, n)
    first, last = max(0, first), min(n, last)
    if first >= last:
        message = f"The window {window} holds no row of a matrix with {counted(n, 'row')}."
        raise ParameterError("window", window, Reason.EMPTY, bound=n, message=message)
    if last - first <= MAX_HOVER_ROWS:
        shown = reorder(matrix, places, (first, last))
        traces = [_hover_map(shown, first, color_limit(shown) if limit is None else limit, not bare)]
        if len(shown) > height:
            # A browser skips rows that have no pixel of their own; smoothed, they are averaged.
            traces[0]["zsmooth"] = "fast"
    else:
        small, usual = _averaged(matrix, places, (first, last), min(MAX_IMAGE_PIXELS, PIXELS_PER_POINT * height))
        traces = _image_map(small, (first, last), usual if limit is None else limit, not bare)
    changes = [] if groups is None else _changes(np.asarray(groups).astype(str)[places], first, last)
    edge = (first - 0.5, last - 0.5)
    axis = {"constrain": "domain", "showgrid": False}
    # A square in a wide figure stands beside its colour bar.
    side = "center" if bare else "right"
    return assemble(
        traces,
        height=height,
        x={**axis, "title": f"{axis_title} (position in the order)", "range": edge, "constraintoward": side},
        y={**axis, "range": edge[::-1], "scaleanchor": "x"},
        bare=bare,
        shapes=changes,
    )


def _colorbar() -> dict[str, Any]:
    return {"thickness": 10, "len": 0.9, "x": 1.0, "xpad": 4, "tickformat": ".2g", "nticks": 5}


def _hover_map(shown: FloatArray, first: int, limit: float, scale: bool) -> dict[str, Any]:
    positions = np.arange(first, first + len(shown))
    return {
        "type": "heatmap",
        "z": shown.astype(np.float32),  # half the bytes, and more digits than colour or hover text show
        "x": positions,
        "y": positions,
        "colorscale": SEQUENTIAL,
        "zmin": 0.0,
        "zmax": limit,
        "colorbar": _colorbar(),
        "showscale": scale,
        "hovertemplate": "row %{y}, column %{x}<br>similarity %{z:.4g}<extra></extra>",
    }


def _averaged(matrix: Any, order: IntArray, window: tuple[int, int], side: int) -> tuple[FloatArray, float]:
    """Return the pixels of a window, at most `side` in a row, and the `color_limit` of its entries."""
    if sparse.issparse(matrix):
        small, entries = sparse_block_average(matrix, order[slice(*window)], side)
        return small, _limit_of(entries, float(small.max()))
    shown = reorder(matrix, order, window)
    return block_average(shown, side), color_limit(shown)


def _image_map(small: FloatArray, window: tuple[int, int], limit: float, scale: bool) -> list[dict[str, Any]]:
    first, last = window
    # Averages are smaller than the largest entries, so the scale is adapted to the pixels.
    shown_limit = min(limit, color_limit(small))
    png = matrix_png(small, shown_limit)
    step = (last - first) / len(small)
    image = {
        "type": "image",
        "source": "data:image/png;base64," + base64.b64encode(png).decode("ascii"),
        "x0": first - 0.5 + step / 2,
        "y0": first - 0.5 + step / 2,
        "dx": step,
        "dy": step,
        "hoverinfo": "skip",
    }
    # An image has no colour bar; a marker without a position provides it.
    bar = {
        "type": "scatter",
        "x": [None],
        "y": [None],
        "mode": "markers",
        "showlegend": False,
        "hoverinfo": "skip",
        "marker": {
            "color": [0.0],
            "colorscale": SEQUENTIAL,
            "cmin": 0.0,
            "cmax": shown_limit,
            "showscale": scale,
            "colorbar": _colorbar(),
        },
    }
    return [image, bar]


def _changes(ordered_groups: NDArray[Any], first: int, last: int) -> list[dict[str, Any]]:
    """Return marks at all four edges where the group changes; none if there are more than 40 changes.

    All marks are one shape, since plotly takes longer to validate a shape than a matrix.
    """
    changes = np.flatnonzero(ordered_groups[1:] != ordered_groups[:-1]) + 1
    changes = changes[(changes > first) & (changes < last)]
    if not 0 < len(changes) <= 40:
        return []
    low, high = first - 0.5, last - 0.5
    length = MARK_LENGTH * (last - first)
    ends = ((low, low + length), (high - length, high))
    path = "".join(
        f"M{at},{start}L{at},{end}M{start},{at}L{end},{at}" for at in (changes - 0.5).tolist() for start, end in ends
    )
    return [{"type": "path", "path": path, "line": {"color": "#ffffff", "width": 1.5}}]


def indicator_heatmap(
    indicator: ArrayLike,
    *,
    order: IntArray | None = None,
    height: int = 200,
    axis_title: str = "point",
    bare: bool = False,
    colors: Sequence[int] = (),
) -> go.Figure:
    """Draw the indicator matrix P, one row per cluster.

    Parameters
    ----------
    indicator : array-like of shape (n_clusters, n_samples)
    order : ndarray of shape (n_samples,), optional
        Order of the points; as given by default.
    height : int, default=200
        Height in pixels.
    axis_title : str, default="point"
        What a column stands for.
    bare : bool, default=False
        Leave out the axes and the colour bar, for a small picture.
    colors : sequence of int, default=()
        For each row the number that decides the colour before it, as `numbers` in `affinity_graph`; without colours by
        default.

    Returns
    -------
    plotly.graph_objects.Figure
    """
    P = np.asarray(indicator, dtype=float)
    if order is not None:
        P = P[:, order]
    small = block_average(P, MAX_IMAGE_PIXELS)
    step = P.shape[1] / small.shape[1]
    trace = {
        "type": "heatmap",
        "z": small.astype(np.float32),
        "x0": (step - 1) / 2,
        "dx": step,
        "y": [f"cluster {c}" for c in range(len(P))],
        "colorscale": SEQUENTIAL,
        "zmin": 0.0,
        "colorbar": _colorbar(),
        "showscale": not bare,
        "hovertemplate": "%{y}, column %{x:.0f}<br>entry %{z:.4g}<extra></extra>",
    }
    place = {"type": "rect", "xref": "paper", "x0": 0, "x1": ROW_COLOR_WIDTH, "line": {"width": 0}}
    strips = [
        {**place, "y0": row - 0.4, "y1": row + 0.4, "fillcolor": cluster_color(color)}
        for row, color in enumerate(colors)
    ]
    return assemble(
        [trace],
        height=height,
        x={
            "title": f"{axis_title} (position in the order)",
            "showgrid": False,
            "domain": [1.5 * ROW_COLOR_WIDTH if len(colors) else 0, 1],
        },
        y={"type": "category", "autorange": "reversed", "showgrid": False},
        bare=bare,
        shapes=strips,
    )
