"""Figures of clusters: sizes, feature profiles, and the confusion matrix with known classes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

import numpy as np
import plotly.graph_objects as go
from numpy.typing import ArrayLike

from rnse_core._base.arrays import FloatArray, IntArray
from rnse_core.preprocessing import powers_of_two
from rnse_core.wording import short_names

from ._style import DIVERGING, MARKER_OUTLINE, SEQUENTIAL, assemble, cluster_color, label_numbers, plain

#: Largest number of features in a profile; those that differ least between clusters are left out.
MAX_PROFILE_FEATURES = 20
# Of the name of a row; longer ones are cut.
_LONGEST_NAME = 28


def cluster_sizes(labels: ArrayLike, *, height: int = 220) -> go.Figure:
    """Draw the number of points per cluster.

    Parameters
    ----------
    labels : array-like of shape (n_samples,)
    height : int, default=220
        Height in pixels.

    Returns
    -------
    plotly.graph_objects.Figure
    """
    values, counts = np.unique(np.asarray(labels), return_counts=True)
    trace = {
        "type": "bar",
        "x": [str(value) for value in values],
        "y": counts,
        "marker": {
            "color": [cluster_color(number) for number in label_numbers(values)],
            "line": {"width": 1, "color": MARKER_OUTLINE},
        },
        "text": counts,
        "textposition": "outside",
        "cliponaxis": False,
        "hovertemplate": "cluster %{x}: %{y} points<extra></extra>",
    }
    return assemble(
        [trace],
        height=height,
        x={"title": "cluster", "type": "category"},
        # The counts are written above the bars, where grid lines would cross them.
        y={"title": "points", "range": [0, 1.18 * counts.max()], "showgrid": False},
    )


def feature_means(X: ArrayLike, labels: ArrayLike) -> tuple[FloatArray, FloatArray]:
    """Return the mean of every feature in every cluster, raw and in standard deviations from the overall mean.

    Parameters
    ----------
    X : array-like of shape (n_samples, n_features)
    labels : array-like of shape (n_samples,)

    Returns
    -------
    raw : ndarray of shape (n_clusters, n_features)
        Rows in the order of the sorted labels.
    standardized : ndarray of shape (n_clusters, n_features)
        0 for a constant feature.
    """
    # Division by powers of two changes no digit; without it, squares of values near 1e200 would overflow.
    exponents = powers_of_two(np.asarray(X, dtype=float))
    data = np.ldexp(np.asarray(X, dtype=float), -exponents)
    names = np.asarray(labels)
    means = np.array([data[names == value].mean(axis=0) for value in np.unique(names)])
    spread = data.std(axis=0)
    offset = means - data.mean(axis=0)
    standardized = np.divide(offset, spread, out=np.zeros_like(offset), where=spread > 0)
    return np.ldexp(means, exponents), standardized


def profile_features(standardized: FloatArray, max_features: int = MAX_PROFILE_FEATURES) -> IntArray:
    """Return the features to draw, in their own order: those whose cluster means lie furthest apart.

    Parameters
    ----------
    standardized : ndarray of shape (n_clusters, n_features)
        From `feature_means`.
    max_features : int, default=MAX_PROFILE_FEATURES

    Returns
    -------
    ndarray of shape (min(n_features, max_features),)
    """
    spread = standardized.max(axis=0) - standardized.min(axis=0)
    return np.sort(np.argsort(-spread, kind="stable")[:max_features])


def feature_profile(
    X: ArrayLike,
    labels: ArrayLike,
    feature_names: Sequence[str],
    *,
    max_features: int = MAX_PROFILE_FEATURES,
) -> go.Figure:
    """Draw how each cluster differs from the average point, feature by feature.

    Parameters
    ----------
    X : array-like of shape (n_samples, n_features)
    labels : array-like of shape (n_samples,)
    feature_names : sequence of str, of length n_features
    max_features : int, default=MAX_PROFILE_FEATURES
        Largest number of features; those whose cluster means differ most are kept.

    Returns
    -------
    plotly.graph_objects.Figure
        A heat map, one row per feature and one column per cluster; colour is the cluster mean in standard
        deviations from the overall mean, and the hover text gives the mean in the feature's own unit.
    """
    raw, standardized = feature_means(X, labels)
    kept = profile_features(standardized, max_features)
    reach = max(1.0, float(np.abs(standardized[:, kept]).max(initial=0.0)))
    trace = {
        "type": "heatmap",
        "z": standardized[:, kept].T.astype(np.float32),
        "x": [str(value) for value in np.unique(np.asarray(labels))],
        "y": _rows(feature_names[place] for place in kept),
        "customdata": raw[:, kept].T,
        "colorscale": DIVERGING,
        "zmin": -reach,
        "zmax": reach,
        "xgap": 2,
        "ygap": 2,
        "colorbar": {"thickness": 10, "title": {"text": "SD", "side": "top"}, "nticks": 5},
        "hovertemplate": "%{y}, cluster %{x}<br>mean %{customdata:.4g}<br>%{z:+.2f} SD from average<extra></extra>",
    }
    return assemble(
        [trace],
        # With fewer than three rows the numbers at the colour bar would overlap.
        height=90 + 26 * max(3, len(kept)),
        x={"title": "cluster", "type": "category", "showgrid": False},
        y={"type": "category", "autorange": "reversed", "showgrid": False},
    )


def _numbered(names: Iterable[str]) -> list[str]:
    """Return names with a number behind those that stand there more than once, or are blank."""
    given = [name if name.strip() else "(blank)" for name in names]
    shared = {name for name, count in Counter(given).items() if count > 1}
    numbers: Counter[str] = Counter()
    taken = set(given)
    found = []
    for name in given:
        text = name
        while name in shared and text in taken:
            numbers[name] += 1
            text = f"{name} ({numbers[name]})"
        taken.add(text)
        found.append(text)
    return found


def _rows(names: Iterable[str]) -> list[str]:
    """Return the categories of rows, a different one for each name."""
    return [plain(name) for name in short_names(names, _LONGEST_NAME)]


def confusion_figure(
    matrix: ArrayLike, class_names: Sequence[str], cluster_names: Sequence[str], *, height: int | None = None
) -> go.Figure:
    """Draw a matched confusion matrix with the counts written in its cells.

    Parameters
    ----------
    matrix : array-like of shape (n_classes, n_clusters)
        Points of each class in each cluster, columns in the matched order.
    class_names, cluster_names : sequence of str
        Names of the rows and of the columns.
    height : int, optional
        Height in pixels; grows with the number of classes by default.

    Returns
    -------
    plotly.graph_objects.Figure
    """
    counts = np.asarray(matrix)
    trace = {
        "type": "heatmap",
        "z": counts,
        "x": _numbered(map(str, cluster_names)),
        "y": _rows(_numbered(map(str, class_names))),
        "text": counts,
        "texttemplate": "%{text}",
        "colorscale": SEQUENTIAL,
        "zmin": 0,
        "xgap": 2,
        "ygap": 2,
        "showscale": False,
        "hovertemplate": "class %{y}, cluster %{x}: %{z} points<extra></extra>",
    }
    return assemble(
        [trace],
        height=height or 90 + 34 * len(class_names),
        x={"title": "cluster", "type": "category", "showgrid": False},
        y={"title": "class", "type": "category", "autorange": "reversed", "showgrid": False},
    )
