"""One sample and its row of S: its neighbours, and marks in the pictures of the points and of S."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import plotly.graph_objects as go
from numpy.typing import ArrayLike
from scipy import sparse

from rnse_core._base.arrays import FloatArray, IntArray
from rnse_core.exceptions import ParameterError, Reason

from ._style import EDGE_COLOR, NEUTRAL_COLOR

#: Of the row and column in a heat map, which is dark blue to yellow.
MARK_COLOR = "#FF4FA3"


@dataclass(frozen=True)
class RowOfS:
    """What a sample is similar to.

    Attributes
    ----------
    sample : int
    neighbors : ndarray of shape (n_neighbors,)
        The other samples with a similarity above zero, the largest first.
    weights : ndarray of shape (n_neighbors,)
        Their similarities.
    own : float
        The entry of the diagonal.
    """

    sample: int
    neighbors: IntArray
    weights: FloatArray
    own: float


def row_of(S: Any, sample: int) -> RowOfS:
    """Return the neighbours of a sample.

    Parameters
    ----------
    S : {ndarray, sparse matrix} of shape (n_samples, n_samples)
    sample : int
        From 0 on.

    Returns
    -------
    RowOfS

    Raises
    ------
    ValueError
        If there is no such sample.

    Examples
    --------
    >>> import numpy as np
    >>> row = row_of(np.array([[0.5, 0.2, 0.3], [0.2, 0.8, 0.0], [0.3, 0.0, 0.7]]), 0)
    >>> row.neighbors.tolist(), row.weights.tolist(), row.own
    ([2, 1], [0.3, 0.2], 0.5)
    """
    n = S.shape[0]
    if not 0 <= sample < n:
        message = f"sample must be between 0 and {n - 1}, got {sample}."
        reason = Reason.TOO_LARGE if sample >= n else Reason.TOO_SMALL
        raise ParameterError("sample", sample, reason, bound=n - 1, message=message)
    row = np.asarray(S.tocsr()[[sample]].toarray() if sparse.issparse(S) else S[sample], dtype=float).ravel()
    others = np.flatnonzero(row > 0)
    others = others[others != sample]
    order = np.argsort(-row[others], kind="stable")
    return RowOfS(sample, others[order], row[others[order]], float(row[sample]))


def mark_row(figure: go.Figure, points: ArrayLike, row: RowOfS) -> go.Figure:
    """Return a picture of points with a sample ringed and joined to its neighbours, heavier ones by wider lines.

    Parameters
    ----------
    figure : plotly.graph_objects.Figure
        With the points on its first axes.
    points : array-like of shape (n_samples, 2)
        Where they are drawn; NaN for a sample that is not.
    row : RowOfS

    Returns
    -------
    plotly.graph_objects.Figure
        A new figure; the one that is given does not change.
    """
    xy = np.asarray(points, dtype=float)
    here = xy[row.sample]
    traces: list[dict[str, Any]] = []
    # Three widths: the largest similarities, those above a third of the largest, and the others.
    largest = float(row.weights[0]) if len(row.weights) else 1.0
    level = np.minimum((3 * row.weights / largest).astype(int), 2)
    for width in np.unique(level).tolist():
        ends = xy[row.neighbors[level == width]]
        path = np.full((3 * len(ends), 2), np.nan)
        path[0::3], path[1::3] = here, ends
        line = {"color": EDGE_COLOR, "width": 1.5 + 1.5 * width}
        traces.append({"type": "scatter", "x": path[:, 0], "y": path[:, 1], "mode": "lines", "line": line})
    ring = {"symbol": "circle-open", "color": NEUTRAL_COLOR, "size": 11, "line": {"width": 2}}
    ends = xy[row.neighbors]
    traces.append({"type": "scatter", "x": ends[:, 0], "y": ends[:, 1], "mode": "markers", "marker": ring})
    ring = {"symbol": "circle-open", "color": MARK_COLOR, "size": 17, "line": {"width": 4}}
    traces.append({"type": "scatter", "x": here[:1], "y": here[1:], "mode": "markers", "marker": ring})
    plain = {"hoverinfo": "skip", "showlegend": False, "name": "row of S"}
    return go.Figure(figure).add_traces([{**trace, **plain} for trace in traces])


def mark_position(figure: go.Figure, position: int) -> go.Figure:
    """Return a heat map of S with a row and its column marked at the edges of the picture.

    Parameters
    ----------
    figure : plotly.graph_objects.Figure
        From `similarity_heatmap`.
    position : int
        Of the sample in the order of the rows.

    Returns
    -------
    plotly.graph_objects.Figure
        A new figure; the one that is given does not change. Outside a zoomed window nothing is marked.
    """
    first, last = sorted(float(end) for end in figure.layout.xaxis.range)
    marked = go.Figure(figure)
    if not first <= position <= last:
        return marked
    # A frame around the row: a line on it would hide what it shows.
    half = max(0.5, 0.006 * (last - first))
    line = {"color": MARK_COLOR, "width": 2}
    low, high = position - half, position + half
    box = {"type": "rect", "line": line, "fillcolor": "rgba(0,0,0,0)"}
    marked.add_shape(**box, x0=first, x1=last, y0=low, y1=high)
    marked.add_shape(**box, x0=low, x1=high, y0=first, y1=last)
    return marked
