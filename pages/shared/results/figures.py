"""Parts of a page that show the result of one run: charts, key figures and messages."""

from __future__ import annotations

import functools
from collections.abc import Callable, Hashable, Sequence
from typing import Any, TypeVar

import numpy as np
import plotly.graph_objects as go
import streamlit as st

from pages.shared import class_mode
from pages.shared.controls.base import Choice
from pages.shared.guard import plain_errors
from pages.shared.runs.fit import RunResult
from pages.shared.runs.progress import wait_for
from pages.shared.text import as_sentence
from rnse_core.figures import (
    ROW_ORDERS,
    convergence_curve,
    indicator_heatmap,
    mark_position,
    residual_curve,
    row_order,
    similarity_heatmap,
)
from rnse_core.figures.heatmap import MAX_HOVER_ROWS, MAX_IMAGE_PIXELS
from rnse_core.planning import DENSE_SAMPLES, Similarity
from rnse_core.wording import counted

# Plotly's bar of buttons would cover the legend, so the style of the app hides it; a double click resets the zoom. Its
# button for images is clicked by the buttons for PNG and SVG.
_CHART = {"displayModeBar": True, "displaylogo": False, "modeBarButtons": [["toImage"]]}
#: Parts that `cached_part` keeps; the largest, with a heat map of 400 rows, take a megabyte.
MAX_CACHED_PARTS = 64
_Drawn = TypeVar("_Drawn")


def chart(
    figure: go.Figure,
    *,
    key: str,
    alt: str,
    on_click: Callable[[], None] | None = None,
    class_height: int | None = None,
) -> None:
    """Draw a figure.

    Parameters
    ----------
    figure : plotly.graph_objects.Figure
    key : str
    alt : str
        Text for screen readers; a sentence of the page that serves as text loses its Markdown for bold type.
    on_click : callable, optional
        Called when a point is clicked.
    class_height : int, optional
        Height in class mode, see :func:`pages.shared.class_mode.fitted`.
    """
    selection: Any = {} if on_click is None else {"on_select": on_click, "selection_mode": "points"}
    st.plotly_chart(
        class_mode.fitted(figure, class_height), key=key, alt=alt.replace("**", ""), config=_CHART, **selection
    )


def cached_part(name: Hashable, draw: Callable[[], _Drawn]) -> _Drawn:
    """Draw a part of a page that depends on `name` alone, or replay what was drawn under that name.

    Only for parts without controls, and for data that every session may see.
    """
    return _cached_part((name, class_mode.is_on()), draw)


@st.cache_data(max_entries=MAX_CACHED_PARTS, show_spinner=False)
def _cached_part(name: Hashable, _draw: Callable[[], _Drawn]) -> _Drawn:
    return _draw()


def guarded_fragment(function: Callable[..., None]) -> Callable[..., None]:
    """Make a part of a page that reruns alone, with the same protection against errors as the page.

    Streamlit identifies a fragment by its position on the page. A click on it during a run of the page is answered
    after that run, but is lost if the fragment has moved meanwhile. So parts above it that are not drawn in every run
    go into a container.
    """

    @st.fragment
    @functools.wraps(function)
    def guarded(*arguments: Any, **keywords: Any) -> None:
        with plain_errors(function.__name__):
            function(*arguments, **keywords)

    return guarded


def show_messages(messages: Sequence[str]) -> None:
    """Draw messages of a method as warnings, in one container however many there are."""
    with st.container():
        for message in messages:
            st.warning(as_sentence(message), icon=":material/info:")


def show_readouts(result: RunResult) -> None:
    """Draw the numbers that show whether alpha and beta are in a useful range."""
    S, last = result.similarity, result.history[-1]
    with st.grid(5, min_column_width=140, gap="small"):
        st.metric(
            "Non-zeros / row",
            f"{last['nonzeros_per_row']:.1f}",
            help=f"Points that a point is similar to, itself included, out of {S.shape[0]}. Raise alpha for more.",
        )
        st.metric(
            "Mean diagonal",
            f"{np.mean(S.diagonal()):.3f}",
            help="1 means that no point is similar to any other: alpha is too small.",
        )
        st.metric(
            "Components",
            f"{result.n_components}",
            help="Groups with no similarity between them. With as many as clusters, S itself is the clustering.",
        )
        st.metric(
            "Row-sum error",
            f"{last['row_sum_error']:.1e}",
            help="Largest |row sum − 1|: how far S is from doubly stochastic.",
        )
        rounds = counted(len(result.history), "round")
        st.metric("Time", f"{result.seconds:.2f} s", help=f"Of the whole computation, which ended after {rounds}.")


def usual_order(true: np.ndarray | None) -> str:
    """Return how points are ordered at first: by their classes, where these are known.

    In the order of the labels found, every clustering shows blocks.
    """
    return "predicted" if true is None else "true"


@guarded_fragment
def similarity_view(
    page: str,
    matrix: Similarity,
    predicted: np.ndarray | None,
    true: np.ndarray | None,
    *,
    name: str,
    key: str,
    marked: int | None = None,
    height: int = 420,
    class_height: int | None = None,
) -> None:
    """Draw a similarity matrix with a choice of order and, when it is large, a window to zoom into.

    Parameters
    ----------
    page : str
        Prefix of the page's keys.
    matrix : ndarray or csr_array of shape (n_samples, n_samples)
    predicted, true : ndarray of shape (n_samples,) or None
        Labels that can order the points.
    name : str
        Of the matrix, for screen readers.
    key : str
        Tells it from other matrices on the page.
    marked : int or None, default=None
        The sample whose row and column are framed.
    height : int, default=420
    class_height : int, optional
        Height in class mode, where the matrix then stands without axes. See
        :func:`pages.shared.class_mode.fitted`.
    """
    offered = {
        by: title
        for by, title in ROW_ORDERS.items()
        if not (by == "true" and true is None)
        and not (by == "predicted" and predicted is None)
        and not (by == "spectral" and matrix.shape[0] > DENSE_SAMPLES)
    }
    order_control = Choice(
        f"{page}_{key}_order", "Order of the points", usual_order(true), options=offered, segments=True
    )
    by = order_control.draw()
    n = matrix.shape[0]
    window = (0, n)
    if n > MAX_HOVER_ROWS:
        window = st.slider("Zoom: first and last position", 0, n, (0, n), key=f"{page}_{key}_zoom")
        window = window if window[0] < window[1] else (0, n)
    find_order = functools.partial(
        row_order, by, n_samples=n, similarity=matrix, true_labels=true, predicted_labels=predicted
    )
    slot = st.empty()
    order = wait_for(slot, f"Ordering {counted(n, 'point')}", find_order) if by == "spectral" else find_order()
    groups = {"true": true, "predicted": predicted}.get(by)
    bare = class_mode.is_on() and class_height is not None
    figure = similarity_heatmap(matrix, order=order, groups=groups, window=window, height=height, bare=bare)
    if marked is not None:
        figure = mark_position(figure, int(np.flatnonzero(order == marked)[0]))
    chart(figure, key=f"{page}_{key}_map", alt=f"Heat map of {name}, {offered[by].lower()}", class_height=class_height)
    st.caption(f"Brightest: {scale_end(figure):.2g} and more." if bare else scale_sentence(figure, n))
    if window[1] - window[0] > MAX_HOVER_ROWS:
        one = (window[1] - window[0]) / MAX_IMAGE_PIXELS
        of = f" of about {one:.0f} x {one:.0f} entries to a pixel" if one > 1.5 else ""
        st.caption(f"An averaged picture{of}. Zoom in to at most 400 rows for single entries with hover.")


def scale_end(figure: go.Figure) -> float:
    """Return the value of the brightest colour of a heat map."""
    scale = figure.data[-1]
    return float(scale.zmax if scale.type == "heatmap" else scale.marker.cmax)


def scale_sentence(figure: go.Figure, n_samples: int) -> str:
    """Say what the brightest colour of a heat map stands for, and what the entries of a uniform S would be."""
    of = "averages" if figure.data[0].type == "image" else "entries"
    return (
        f"Colours run from 0 to {scale_end(figure):.2g}, the 99th percentile of the positive {of} off the diagonal; "
        f"larger {of} look the same. Were S uniform, every entry would be 1/n = {1 / n_samples:.2g}."
    )


def indicator_view(page: str, result: RunResult, true: np.ndarray | None) -> None:
    """Draw P with its columns in the order that S has at first; `true` are the classes, where they are known."""
    labels = result.labels
    order = row_order(usual_order(true), n_samples=len(labels), true_labels=true, predicted_labels=labels)
    height = 110 + 26 * len(result.indicator)
    chart(
        indicator_heatmap(result.indicator, order=order, height=height),
        key=f"{page}_indicator",
        alt="Heat map of the indicator matrix P, one row per cluster",
    )
    st.caption("P, one row per cluster. Its columns are in the order in which S is drawn at first.")


def convergence_view(page: str, result: RunResult, *, given: bool = False) -> None:
    """Draw the objective with its parts, or the residuals; `given` means that the similarity is not from features."""
    show = Choice(
        f"{page}_curve",
        "Curve",
        "objective",
        options={"objective": "Objective", "residuals": "Residuals"},
        segments=True,
    ).draw()
    if show == "objective":
        first, last = result.history[0]["objective"], result.history[-1]["objective"]
        chart(
            convergence_curve(result.history),
            key=f"{page}_convergence",
            alt=f"Objective per outer round, from {first:.4g} to {last:.4g}",
        )
        st.caption(
            r"The objective is the sum of smoothness $\frac12\sum S_{ij}\|\varphi(x_i)-\varphi(x_j)\|^2$, "
            r"size $\alpha\|S\|_F^2$ and embedding $\frac\beta2\sum S_{ij}\|p_i-p_j\|^2$."
        )
        if given:
            st.caption(
                r"Here the similarity is given, not computed from features. Only where it is a Gram matrix, "
                r"$K_{ij}=\langle\varphi(x_i),\varphi(x_j)\rangle$, is smoothness a sum of squared distances; a random "
                r"similarity is none, so its smoothness can be negative."
            )
    else:
        chart(
            residual_curve(result.history),
            key=f"{page}_residuals",
            alt="Row-sum and orthogonality residuals per outer round",
        )
        st.caption(r"How far $S\mathbf 1$ is from $\mathbf 1$ and $PP^\top$ from $I$. Zero is drawn at the lower end.")
    for record in result.history:
        if record["note"]:
            st.caption(f"Round {record['iteration']}: {record['note']}.")
