"""Scatter plots of points in the plane, and projections of features and graphs to two coordinates."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import plotly.graph_objects as go
from numpy.typing import ArrayLike

from rnse_core._base.arrays import FloatArray

from ._eigen import diffusion_plane
from ._style import NEUTRAL_COLOR, assemble, cluster_color, cluster_symbol, label_numbers, marker_outline, plain
from .hover import hover_texts

#: More points are drawn by WebGL, since as many SVG elements make a page slow. Not every browser has WebGL, so the
#: drawn part of a large table stays below this number.
MAX_SVG_POINTS = 4000
#: Up to so many points markers have their full size; with more they shrink, down to the smallest that shows a symbol.
FULL_SIZE_POINTS = 200
SMALLEST_MARKER = 2.0


def marker_size(n_points: int, largest: float) -> float:
    """Return the size of the markers of so many points: smaller the more there are, so that they hide less.

    Parameters
    ----------
    n_points : int
    largest : float
        Up to 200 points.

    Returns
    -------
    float
        In pixels.
    """
    shrunk = largest * np.sqrt(FULL_SIZE_POINTS / max(n_points, 1))
    return float(round(min(largest, max(SMALLEST_MARKER, shrunk)), 1))


def point_traces(
    xy: FloatArray,
    labels: ArrayLike | None,
    *,
    size: float,
    name: str = "cluster",
    numbers: ArrayLike | None = None,
    hover: Sequence[str] | None = None,
) -> list[dict[str, Any]]:
    """Return one marker trace per label, in the order of the sorted labels.

    `numbers` are, for each point, those that decide colour and symbol, by default those of the labels; `hover` is the
    text of each point, by default its row.
    """
    texts = np.array(hover_texts(np.arange(1, len(xy) + 1)) if hover is None else list(hover), dtype=object)
    kind = {
        "type": "scattergl" if len(xy) > MAX_SVG_POINTS else "scatter",
        "mode": "markers",
        # Plotly fades all points but the one that was clicked.
        "unselected": {"marker": {"opacity": 1}},
    }
    # Single precision halves the bytes to send, within its range.
    coordinates = xy.astype(np.float32) if np.abs(xy).max(initial=0.0) < np.finfo(np.float32).max else xy
    outline = marker_outline(size)
    if labels is None:
        marker = {"size": size, "color": NEUTRAL_COLOR, "line": outline}
        return [
            {
                **kind,
                "x": coordinates[:, 0],
                "y": coordinates[:, 1],
                "marker": marker,
                "showlegend": False,
                "customdata": np.arange(len(xy)),
                "text": texts,
                "hovertemplate": "%{text}<extra></extra>",
            }
        ]
    values = np.asarray(labels)
    unique = np.unique(values)
    places = label_numbers(unique)
    if numbers is not None:
        of_points = np.asarray(numbers)
        places = [int(of_points[values == value][0]) for value in unique]
    traces = []
    for position, value in zip(places, unique, strict=True):
        member = values == value
        marker = {
            "size": size,
            "color": cluster_color(position),
            "symbol": cluster_symbol(position),
            "line": outline,
        }
        traces.append(
            {
                **kind,
                "x": coordinates[member, 0],
                "y": coordinates[member, 1],
                "marker": marker,
                "name": f"{name} {plain(value)}",
                "customdata": np.flatnonzero(member),
                "text": texts[member],
                "hovertemplate": f"{name} {plain(value)}<br>%{{text}}<extra></extra>",
            }
        )
    return traces


def scatter_clusters(
    points: ArrayLike,
    labels: ArrayLike | None = None,
    *,
    axis_titles: tuple[str, str] = ("x₁", "x₂"),
    name: str = "cluster",
    height: int = 420,
    equal_axes: bool = False,
    hover: Sequence[str] | None = None,
) -> go.Figure:
    """Draw points in the plane coloured by label, with a symbol per label as a second cue.

    Parameters
    ----------
    points : array-like of shape (n, 2)
    labels : array-like of shape (n,), optional
    axis_titles : tuple of two str, default=("x₁", "x₂")
    name : str, default="cluster"
        Word before the label in the legend, for instance "class".
    height : int, default=420
        Height in pixels.
    equal_axes : bool, default=False
        Whether both axes have the same scale.
    hover : sequence of str of length n, optional
        Text of each point, see `hover_texts`; its row by default.

    Returns
    -------
    plotly.graph_objects.Figure
    """
    xy = np.asarray(points, dtype=float)
    x: dict[str, Any] = {"title": plain(axis_titles[0])}
    y: dict[str, Any] = {"title": plain(axis_titles[1])}
    if equal_axes:
        x |= {"constrain": "domain"}
        y |= {"constrain": "domain", "scaleanchor": "x"}
    return assemble(
        point_traces(xy, labels, size=marker_size(len(xy), 7), name=name, hover=hover), height=height, x=x, y=y
    )


def principal_plane(X: ArrayLike) -> tuple[FloatArray, tuple[float, float]]:
    """Project features on their first two principal components.

    Parameters
    ----------
    X : array-like of shape (n_samples, n_features)

    Returns
    -------
    coordinates : ndarray of shape (n_samples, 2)
        The second column is zero if there is only one direction. The entry of largest magnitude is positive in each
        column, so that the picture does not depend on the signs of the solver.
    shares : tuple of two float
        Share of the total variance along each axis.
    """
    data = np.asarray(X, dtype=float)
    centred = data - data.mean(axis=0)
    largest = np.abs(centred).max(initial=0.0)
    if largest == 0.0:
        return np.zeros((len(centred), 2)), (0.0, 0.0)
    left, singular, _ = np.linalg.svd(centred / largest, full_matrices=False)
    coordinates = np.zeros((len(centred), 2))
    kept = min(2, len(singular))
    coordinates[:, :kept] = left[:, :kept] * singular[:kept] * largest
    for axis in range(kept):
        if coordinates[np.argmax(np.abs(coordinates[:, axis])), axis] < 0:
            coordinates[:, axis] *= -1
    shares = np.zeros(2)
    shares[:kept] = singular[:kept] ** 2 / np.sum(singular**2)
    return coordinates, (float(shares[0]), float(shares[1]))


def spectral_plane(affinity: Any) -> FloatArray:
    """Return the second and third eigenvector of the normalized affinity as coordinates.

    Spectral clustering groups points by such coordinates: points between which a random walk on the graph mixes fast
    lie close together.

    Parameters
    ----------
    affinity : ndarray or sparse matrix of shape (n, n)
        Symmetric and non-negative.

    Returns
    -------
    ndarray of shape (n, 2)
    """
    return diffusion_plane(affinity)
