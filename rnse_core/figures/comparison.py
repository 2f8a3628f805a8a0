"""Figures that compare methods: a grid of clusterings, and the spread of a score over seeds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import plotly.graph_objects as go
from numpy.typing import ArrayLike, NDArray

from rnse_core._base.arrays import FloatArray, IntArray

from ._style import NEUTRAL_COLOR, assemble, cluster_color, cluster_symbol, marker_outline, plain

#: Approximate largest number of points in a cell of the grid; more would cover each other.
MAX_CELL_POINTS = 400
#: Usual height of a cell in pixels.
CELL_HEIGHT = 116
# Smallest number of points drawn of a cluster, so that every cluster is visible.
_FEWEST_OF_CLUSTER = 5
# Empty share of a cell on each side, and the share below that the texts take.
_MARGIN = 0.06
_TEXT_SHARE = 0.16


@dataclass(frozen=True)
class GridCell:
    """The clustering of one data set by one method.

    Parameters
    ----------
    labels : ndarray of int of shape (n_samples,), or None
        Cluster of each point, which decides its colour, best matched to the true classes; None without a result.
    left, right : str
        Texts in the lower corners, such as a score and the run time.
    problem : str
        Why there is no result; shown as hover text.
    """

    labels: IntArray | None
    left: str = ""
    right: str = ""
    problem: str = ""


def comparison_grid(
    planes: Sequence[ArrayLike],
    cells: Sequence[Sequence[GridCell]],
    row_names: Sequence[str],
    column_names: Sequence[str],
    *,
    cell_height: int = CELL_HEIGHT,
    letters: int = 10,
    transposed: bool = False,
) -> go.Figure:
    """Draw a row per data set and a column per method, as scikit-learn's comparison of clustering methods does.

    All cells share one pair of axes, each in its own unit square, so that a hundred cells are drawn as fast as one.

    Parameters
    ----------
    planes : sequence of array-like of shape (n_samples, 2)
        The points of each data set in the plane.
    cells : sequence of sequences of GridCell
        For each data set its clusterings, one per method.
    row_names, column_names : sequence of str
        Names of the data sets and of the methods.
    cell_height : int, default=116
        Height of a row in pixels.
    letters : int, default=10
        Size of the texts in the corners of the cells, in pixels.
    transposed : bool, default=False
        Draw a column per data set and a row per method instead.

    Returns
    -------
    plotly.graph_objects.Figure
    """
    across, down = (row_names, column_names) if transposed else (column_names, row_names)
    n_rows, n_columns = len(down), len(across)
    xs: dict[int, list[FloatArray]] = {}
    ys: dict[int, list[FloatArray]] = {}
    texts: list[tuple[float, float, str, str, str]] = []
    for row, (plane, row_cells) in enumerate(zip(planes, cells, strict=True)):
        unit, chosen = _unit_square(np.asarray(plane, dtype=float))
        for column, cell in enumerate(row_cells):
            left, bottom = (row, n_rows - 1 - column) if transposed else (column, n_rows - 1 - row)
            where = f"{plain(column_names[column])}, {plain(row_names[row])}"
            texts.append((left + 0.03, bottom + 0.08, cell.left, "middle right", f"{where}: {plain(cell.left)}"))
            texts.append((left + 0.97, bottom + 0.08, cell.right, "middle left", f"{where}: {plain(cell.right)}"))
            if cell.labels is None:
                texts.append((left + 0.5, bottom + 0.5, "–", "middle center", f"{where}: {plain(cell.problem)}"))
                continue
            labels = np.asarray(cell.labels)
            for label in np.unique(labels):
                of_cluster = labels == label
                members = unit[of_cluster & chosen]
                if len(members) < _FEWEST_OF_CLUSTER:
                    members = unit[of_cluster][:_FEWEST_OF_CLUSTER]
                xs.setdefault(int(label), []).append(left + members[:, 0])
                ys.setdefault(int(label), []).append(bottom + members[:, 1])
    points = [
        {
            "type": "scattergl",
            "x": np.concatenate(xs[label]).astype(np.float32),
            "y": np.concatenate(ys[label]).astype(np.float32),
            "mode": "markers",
            "marker": {
                "size": 4,
                "color": cluster_color(label),
                "symbol": cluster_symbol(label),
                "line": marker_outline(4),
            },
            "hoverinfo": "skip",
            "showlegend": False,
        }
        for label in sorted(xs)
    ]
    corners = {
        "type": "scatter",
        "x": [text[0] for text in texts],
        "y": [text[1] for text in texts],
        "text": [plain(text[2]) for text in texts],
        "textposition": [text[3] for text in texts],
        "hovertext": [text[4] for text in texts],
        "hovertemplate": "%{hovertext}<extra></extra>",
        "mode": "text",
        "textfont": {"size": letters},
        "showlegend": False,
    }
    lines = [{"type": "line", "x0": 0, "x1": n_columns, "y0": k, "y1": k} for k in range(n_rows + 1)]
    lines += [{"type": "line", "x0": k, "x1": k, "y0": 0, "y1": n_rows} for k in range(n_columns + 1)]
    ticks = {"tickmode": "array", "showgrid": False, "fixedrange": False}
    x = {
        **ticks,
        "range": [0, n_columns],
        "side": "top",
        "tickvals": [column + 0.5 for column in range(n_columns)],
        "ticktext": [_wrapped(name) if transposed else plain(name) for name in across],
        "constrain": "domain",
    }
    y = {
        **ticks,
        "range": [0, n_rows],
        "tickvals": [n_rows - 0.5 - row for row in range(n_rows)],
        "ticktext": [_wrapped(name) for name in down],
        "scaleanchor": "x",
        "constrain": "domain",
        # Where the cells are smaller than planned, all room that is left is below them.
        "constraintoward": "top",
    }
    quiet = {"line": {"color": NEUTRAL_COLOR, "width": 0.5}, "layer": "below", "opacity": 0.5}
    shapes = [{**line, **quiet} for line in lines]
    return assemble([*points, corners], height=40 + cell_height * n_rows, x=x, y=y, shapes=shapes)


def _unit_square(plane: FloatArray) -> tuple[FloatArray, NDArray[np.bool_]]:
    """Scale points to a cell, and return which of them are drawn."""
    chosen = np.ones(len(plane), dtype=bool)
    if len(plane) > MAX_CELL_POINTS:
        chosen[:] = False
        chosen[np.random.default_rng(0).choice(len(plane), MAX_CELL_POINTS, replace=False)] = True
    low = plane.min(axis=0)
    # Halves, since the difference of two huge numbers may overflow.
    reach = 0.5 * plane.max(axis=0) - 0.5 * low
    shifted = 0.5 * plane - 0.5 * low
    extent = np.array([1.0 - 2 * _MARGIN, 1.0 - 2 * _MARGIN - _TEXT_SHARE])
    # One scale for both axes, since the methods see distances.
    scale = np.divide(extent, reach, out=np.full(2, np.inf), where=reach > 0).min()
    unit = (shifted - 0.5 * reach) * (scale if np.isfinite(scale) else 0.0)
    return np.array([_MARGIN, _MARGIN + _TEXT_SHARE]) + 0.5 * extent + unit, chosen


def _wrapped(name: str, limit: int = 14) -> str:
    """Break a name at spaces, so that a column of names stays narrow."""
    lines = [""]
    for word in name.split():
        if lines[-1] and len(lines[-1]) + len(word) >= limit:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()
    return "<br>".join(plain(line) for line in lines)


def score_boxes(
    values: Mapping[str, ArrayLike], *, score_name: str, baseline: float | None = None, height: int = 320
) -> go.Figure:
    """Draw how a score of several methods spreads over their runs, every run as a point.

    Parameters
    ----------
    values : mapping of str to array-like of shape (n_runs,)
        Scores of each method, in the order of the picture.
    score_name : str
        Title of the axis.
    baseline : float, optional
        Value of a reference line, such as the score of a single cluster.
    height : int, default=320
        Height in pixels.

    Returns
    -------
    plotly.graph_objects.Figure
    """
    boxes = [
        {
            "type": "box",
            "y": np.asarray(scores, dtype=float),
            "name": plain(name),
            "boxpoints": "all",
            "jitter": 0.4,
            "pointpos": 0,
            "marker": {"color": cluster_color(place), "size": 5},
            "line": {"width": 1.5},
            "showlegend": False,
            "hovertemplate": f"{plain(name)}: %{{y:.4g}}<extra></extra>",
        }
        for place, (name, scores) in enumerate(values.items())
    ]
    figure = assemble(boxes, height=height, x={"type": "category"}, y={"title": plain(score_name)})
    if baseline is not None and np.isfinite(baseline):
        figure.add_hline(
            y=baseline,
            line={"color": NEUTRAL_COLOR, "width": 1, "dash": "dash"},
            annotation_text="one cluster",
            annotation_position="top left",
        )
    return figure
