"""Points in the plane with the edges of their affinity graph, as in the paper's Fig. 2."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import plotly.graph_objects as go
from numpy.typing import ArrayLike, NDArray
from scipy import sparse

from rnse_core._base.arrays import FloatArray, IntArray

from ._style import CROSSING_COLOR, EDGE_COLOR, assemble, plain
from .scatter import marker_size, point_traces

#: With more edges a browser is slow, and single edges cannot be distinguished.
MAX_EDGES = 3000
#: Number of classes of edge weights, each with its own line width.
WEIGHT_CLASSES = 3


@dataclass(frozen=True)
class EdgeList:
    """Edges of an affinity graph that are drawn.

    Attributes
    ----------
    rows, columns : ndarray of shape (n_edges,)
        End points, with ``rows < columns``.
    weights : ndarray of shape (n_edges,)
        Similarities, largest first.
    n_total : int
        Edges with a similarity above zero, drawn or not.
    weight_share : float
        Share of the total edge weight that the listed edges carry.
    """

    rows: IntArray
    columns: IntArray
    weights: FloatArray
    n_total: int
    weight_share: float

    @property
    def n_left_out(self) -> int:
        """Edges that are not in the list."""
        return self.n_total - len(self.weights)


def affinity_edges(similarity: Any, max_edges: int = MAX_EDGES, *, fair: bool = False) -> EdgeList:
    """Return the heaviest edges of a symmetric similarity matrix, or a fair sample of its edges.

    Parameters
    ----------
    similarity : ndarray or sparse matrix of shape (n, n)
        Symmetric; the diagonal is not an edge.
    max_edges : int, default=MAX_EDGES
        Largest number of edges to keep.
    fair : bool, default=False
        Whether edges are chosen in proportion to their similarity where there are more than `max_edges`: the sum of the
        similarity is cut into that many equal parts in the order of the rows, and the edge in the middle of each part
        is kept. So edges of a kind that has a third of the similarity are about a third of the edges drawn, even if
        each of them is light.

    Returns
    -------
    EdgeList
    """
    if sparse.issparse(similarity):
        upper = sparse.triu(similarity, k=1).tocoo()
        rows, columns, weights = upper.row, upper.col, np.asarray(upper.data, dtype=float)
        positive = weights > 0
        rows, columns, weights = rows[positive], columns[positive], weights[positive]
    else:
        dense = np.asarray(similarity, dtype=float)
        rows, columns = np.nonzero(np.triu(dense, k=1) > 0)
        weights = dense[rows, columns]
    total = float(weights.sum())
    if fair and len(weights) > max_edges:
        middles = (np.arange(max_edges) + 0.5) * total / max_edges
        chosen = np.unique(np.searchsorted(np.cumsum(weights), middles).clip(max=len(weights) - 1))
    else:
        chosen = np.arange(len(weights))
    kept = chosen[np.argsort(-weights[chosen], kind="stable")][:max_edges]
    share = float(weights[kept].sum()) / total if total > 0 else 1.0
    return EdgeList(rows[kept], columns[kept], weights[kept], len(weights), share)


def affinity_graph(
    points: ArrayLike,
    edges: EdgeList | None = None,
    labels: ArrayLike | None = None,
    *,
    classes: ArrayLike | None = None,
    legend: bool = True,
    bare: bool = False,
    height: int = 320,
    axis_titles: tuple[str, str] = ("x₁", "x₂"),
    name: str = "cluster",
    numbers: ArrayLike | None = None,
    hover: Sequence[str] | None = None,
) -> go.Figure:
    """Draw points in the plane, coloured by label, over the edges of their affinity graph.

    Edges are green as in the paper; those between different classes, which a clustering has to cut, are orange. Wider
    lines stand for larger similarities.

    Parameters
    ----------
    points : array-like of shape (n, 2)
    edges : EdgeList, optional
        From `affinity_edges`; without it only the points are drawn.
    labels : array-like of shape (n,), optional
        They decide colour and symbol of the points; without them all points have one colour.
    classes : array-like of shape (n,), optional
        True classes, which decide the colour of the edges.
    legend : bool, default=True
        Whether to name the labels.
    bare : bool, default=False
        Leave out axes and their titles, for a small picture.
    height : int, default=320
        Height in pixels.
    axis_titles : tuple of two str, default=("x₁", "x₂")
    name : str, default="cluster"
        Word before the label in the legend and the hover text.
    numbers : array-like of int of shape (n,), optional
        Decide colour and symbol in place of the labels, for instance the clusters that classes are matched to.
    hover : sequence of str of length n, optional
        Text of each point, see `hover_texts`; its row by default.

    Returns
    -------
    plotly.graph_objects.Figure
        The points are its traces, the edges shapes under them: a path for each colour and class of weight.
    """
    xy = np.asarray(points, dtype=float)
    paths: list[dict[str, Any]] = []
    if edges is not None and len(edges.weights):
        crossing = np.zeros(len(edges.weights), dtype=bool)
        if classes is not None:
            codes = np.asarray(classes).astype(str)
            crossing = codes[edges.rows] != codes[edges.columns]
        # In a small picture edges as wide as in a large one would hide the points, which say what the clusters are.
        width, most = (0.45, 0.5) if bare else (1.0, 0.8)
        paths += _edge_paths(xy, edges, ~crossing, EDGE_COLOR, width, most)
        paths += _edge_paths(xy, edges, crossing, CROSSING_COLOR, 1.6 * width if bare else width, 0.8)
    traces = point_traces(
        xy,
        labels,
        size=marker_size(len(xy), 5),
        name=name,
        numbers=numbers,
        hover=hover,
    )
    axis = {"constrain": "domain", "nticks": 5}
    return assemble(
        traces,
        height=height,
        x={**axis, "title": plain(axis_titles[0])},
        y={**axis, "title": plain(axis_titles[1]), "scaleanchor": "x"},
        bare=bare,
        showlegend=legend,
        shapes=paths,
    )


def _edge_paths(
    xy: FloatArray, edges: EdgeList, chosen: NDArray[np.bool_], color: str, width: float, most: float
) -> list[dict[str, Any]]:
    """Return one path per weight class, the thinnest of that width and the palest of at most that opacity.

    A browser draws a path in one step. A line trace has an element for every edge, which takes three times as long.
    """
    paths = []
    largest = edges.weights[0]
    # Few edges can be opaque; thousands that overlap must be translucent.
    opacity = float(np.clip(600 / len(edges.weights), 0.3, most))
    level = np.minimum((edges.weights / largest * WEIGHT_CLASSES).astype(int), WEIGHT_CLASSES - 1)
    segment = _segment_format(xy)
    for weight_class in range(WEIGHT_CLASSES):
        mask = chosen & (level == weight_class)
        if not mask.any():
            continue
        ends = np.hstack([xy[edges.rows[mask]], xy[edges.columns[mask]]])
        paths.append(
            {
                "type": "path",
                "path": "".join(segment.format(*one) for one in ends.tolist()),
                "line": {"color": color, "width": width * (1.0 + 0.8 * weight_class)},
                "opacity": min(1.0, opacity + 0.1 * weight_class),
                "layer": "below",
            }
        )
    return paths


def _segment_format(xy: FloatArray) -> str:
    """Return the format of an edge in a path, with as many digits as tell apart 1/10,000 of the picture."""
    size, span = np.abs(xy).max(), np.ptp(xy, axis=0).max()
    digits = 5 if span == 0 else int(np.clip(5 + np.log10(size / span), 5, 17))
    number = f"{{:.{digits}g}}"
    return f"M{number},{number}L{number},{number}"
