"""Pictures of single methods or matrices that a page sets side by side."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import numpy as np
import streamlit as st

from pages.shared.results.figures import chart, scale_end
from rnse_core.figures import (
    affinity_edges,
    affinity_graph,
    block_contrast,
    color_limit,
    hover_texts,
    similarity_heatmap,
)
from rnse_core.graph.components import component_labels
from rnse_core.metrics import cross_cluster_affinity, match_labels
from rnse_core.planning import Similarity
from rnse_core.wording import counted, percentage

#: Small enough that all panels of a page, alpha and beta stand on one screen of 1280 x 720.
PANEL_HEIGHT = 170
#: Of a panel that has more room.
LARGE_PANEL = 330
#: With more points small panels show no edges.
MOST_IN_SMALL_PANEL = 500
AXES = ("x₁", "x₂")


def method_panel(
    page: str,
    X: np.ndarray,
    y: np.ndarray,
    title: str,
    labels: np.ndarray | None,
    affinity: Similarity | None,
    caption: str,
    *,
    numbers: np.ndarray | None,
    colors: np.ndarray | None,
    classes: bool = False,
    class_height: int | None = None,
    draw: Callable[..., None] = chart,
) -> None:
    """Draw a method: its labels, numbered as the clusters they match, over the edges of its affinity.

    Parameters
    ----------
    page : str
        Prefix of the page's keys.
    X : ndarray of shape (n_samples, 2)
    y : ndarray of shape (n_samples,)
        True classes.
    title : str
    labels : ndarray of shape (n_samples,) or None
    affinity : ndarray or csr_array of shape (n_samples, n_samples), or None
        None for a method without a graph.
    caption : str
        What the method looks at.
    numbers : ndarray of shape (n_samples,) or None
        The labels, numbered as the clusters of RNSE that they match: the page, its tables and its files have the
        numbers of RNSE.
    colors : ndarray of shape (n_samples,) or None
        The numbers that decide the colours, see `cluster_palette`.
    classes : bool, default=False
        Whether the labels are the classes, which keep their names.
    class_height : int, optional
        Height in class mode, see :func:`pages.shared.class_mode.fitted`.
    draw : callable, default=chart
        Draws the figure; called as :func:`pages.shared.results.figures.chart`.
    """
    st.markdown(f"**{title}**")
    edges = affinity_edges(affinity) if affinity is not None else None
    several = len(np.unique(y)) > 1
    figure = affinity_graph(
        X,
        edges,
        labels if classes else numbers,
        classes=y,
        legend=False,
        height=PANEL_HEIGHT if len(X) <= MOST_IN_SMALL_PANEL else LARGE_PANEL,
        name="class" if classes else "cluster",
        numbers=colors,
        hover=hover_texts(np.arange(1, len(X) + 1), classes=y if several and not classes else None, X=X, names=AXES),
        bare=len(X) <= MOST_IN_SMALL_PANEL,
    )
    draw(
        figure,
        key=f"{page}_panel_{title}",
        alt=f"{title}: points coloured by cluster. {caption}",
        class_height=class_height,
    )
    if affinity is not None and edges is not None:
        left_out = f"; not drawn: the {edges.n_left_out:,} weakest" if edges.n_left_out else ""
        parts = counted(int(component_labels(affinity).max()) + 1, "component")
        caption += f" {counted(edges.n_total, 'edge')}{left_out}, {parts}."
        if several:
            caption += f" **{percentage(cross_cluster_affinity(affinity, y))}** of the affinity crosses classes."
    st.caption(caption)


def cluster_palette(classes: np.ndarray, labels: np.ndarray) -> np.ndarray:
    """Return the number of the colour of each cluster: that of the class which the cluster matches.

    A cluster then keeps its colour where a setting changes its number.

    Parameters
    ----------
    classes : ndarray of int of shape (n_samples,)
        The numbers of the colours of the classes.
    labels : ndarray of int of shape (n_samples,)

    Returns
    -------
    ndarray of int
        By the number of the cluster. A cluster without a class has a colour that no class has. Where there is one class
        alone, a cluster has the colour of its number.
    """
    used = np.unique(classes)
    palette = np.arange(2 * int(labels.max()) + int(used.max()) + 2)
    if len(used) < 2:
        return palette
    in_order = np.concatenate([used, np.setdiff1d(np.arange(2 * len(palette)), used)])
    present, first = np.unique(labels, return_index=True)
    taken = in_order[match_labels(classes, labels)[first]]
    rest = np.setdiff1d(palette, present)
    palette[rest] = np.setdiff1d(np.arange(2 * len(palette)), [*taken, *used])[: len(rest)]
    palette[present] = taken
    return palette


def similarity_panel(
    page: str,
    name: str,
    noise: float,
    matrix: Similarity,
    y: np.ndarray,
    height: int = PANEL_HEIGHT,
    limit: float | None = None,
    order: np.ndarray | None = None,
) -> tuple[str, str, str]:
    """Draw a similarity of blocks; return its block contrast, off-block mass and brightest value as texts.

    Parameters
    ----------
    page : str
        Prefix of the page's keys.
    name : str
        Of the matrix.
    noise : float
        The noise c that the blocks were drawn with.
    matrix : ndarray or csr_array of shape (n_samples, n_samples)
    y : ndarray of shape (n_samples,)
        The block of each point.
    height : int, default=PANEL_HEIGHT
    limit : float, optional
        Value of the brightest colour, by default that of the matrix alone.
    order : ndarray of shape (n_samples,), optional
        Order of the points, by default as given, which is that of the blocks.

    Returns
    -------
    tuple of str
    """
    figure = similarity_heatmap(matrix, order=order, groups=y, height=height, limit=limit, bare=True)
    chart(figure, key=f"{page}_{name}_{noise:g}", alt=f"{name} at c = {noise:g}")
    brightest = f"{scale_end(figure):.2g}"
    return _contrast(block_contrast(matrix, y)), percentage(cross_cluster_affinity(matrix, y)), brightest


def common_limit(matrices: Iterable[Similarity]) -> float | None:
    """Return the value of the brightest colour for matrices that are compared by eye; None for a single one."""
    compared = list(matrices)
    if len(compared) < 2:
        return None
    return max(color_limit(np.asarray(one if isinstance(one, np.ndarray) else one.toarray())) for one in compared)


def _contrast(value: float) -> str:
    """Write a contrast with at least three digits, and infinity as its sign."""
    return "∞" if value == float("inf") else f"{value:,.0f}" if value >= 100 else f"{value:.3g}"
