"""One point of a page and its row of S: chosen by a click or by its number, marked in the pictures, and listed."""

from __future__ import annotations

from functools import partial

import numpy as np
import pandas as pd
import plotly.graph_objects as go
import streamlit as st

from pages.shared.controls.base import Seed
from pages.shared.results.figures import chart
from rnse_core.figures import RowOfS, mark_row
from rnse_core.wording import counted

#: Neighbours that are listed.
MOST_LISTED = 20
_CLICKED = "row_clicked"


def row_control(page: str, high: int, what: str = "point") -> Seed:
    """Return the box for the number of the point whose row of S is shown; 0 shows none."""
    return Seed(
        f"{page}_row",
        f"Row of S: number of the {what}",
        high=float(high),
        help="A click on a point of RNSE does the same. Its neighbours are joined to it and listed, and its row and "
        "column are framed in the picture of S. 0: none.",
    )


def sample_of(number: float, numbers: np.ndarray) -> int | None:
    """Return the place of a number among the numbers of the samples; None where it is of none."""
    places = np.flatnonzero(numbers == number)
    return int(places[0]) if len(places) else None


def clickable(
    page: str,
    figure: go.Figure,
    points: np.ndarray,
    numbers: np.ndarray,
    row: RowOfS | None,
    *,
    key: str,
    alt: str,
    class_height: int | None = None,
) -> None:
    """Draw a picture of points in which a click chooses the point, with the chosen one marked.

    Parameters
    ----------
    page : str
        Prefix of the page's keys; a click sets ``{page}_row``.
    figure : plotly.graph_objects.Figure
    points : ndarray of shape (n_samples, 2)
        NaN for a sample that is not drawn.
    numbers : ndarray of shape (n_samples,)
        The numbers of the samples.
    row : RowOfS or None
    key : str
        Of the chart.
    alt : str
    class_height : int, optional
        Height in class mode, see :func:`pages.shared.class_mode.fitted`.
    """
    if row is not None and np.isfinite(points[row.sample]).all():
        figure = mark_row(figure, points, row)
        alt = f"{alt} Marked: {numbers[row.sample]} and its {counted(len(row.neighbors), 'neighbour')}."
    on_click = partial(_choose, page, key, points, numbers)
    chart(figure, key=key, alt=alt, on_click=on_click, class_height=class_height)


def _choose(page: str, key: str, points: np.ndarray, numbers: np.ndarray) -> None:
    clicked = st.session_state[key]["selection"]["points"]
    if not clicked:
        return
    away = np.hypot(points[:, 0] - clicked[0]["x"], points[:, 1] - clicked[0]["y"])
    st.session_state[f"{page}_row"] = int(numbers[np.nanargmin(away)])
    st.session_state[_CLICKED] = True


def rerun_after_click() -> None:
    """Run the page again where a click came from a part that runs alone; called in that part."""
    if st.session_state.pop(_CLICKED, False):
        st.rerun()


def show_row(
    page: str, row: RowOfS | None, numbers: np.ndarray, labels: np.ndarray, classes: np.ndarray | None = None
) -> None:
    """List the neighbours of the chosen point; nothing where none is chosen.

    Parameters
    ----------
    page : str
        Prefix of the page's keys.
    row : RowOfS or None
    numbers, labels : ndarray of shape (n_samples,)
    classes : ndarray of shape (n_samples,), optional
    """
    with st.container():
        if row is None:
            return
        own = labels[row.sample]
        inside = row.weights[labels[row.neighbors] == own].sum() / row.weights.sum() if len(row.weights) else np.nan
        share = f", {inside:.0%} of their similarity in its cluster {own}" if len(row.weights) else ""
        st.markdown(
            f"**Row {numbers[row.sample]} of S**: {counted(len(row.neighbors), 'neighbour')}{share}; "
            f"{row.own:.3g} of the row is its own entry."
        )
        listed = row.neighbors[:MOST_LISTED]
        table = pd.DataFrame(
            {"Row": numbers[listed], "Similarity": row.weights[:MOST_LISTED], "Cluster": labels[listed]}
        )
        if classes is not None:
            table["Class"] = classes[listed].astype(str)
        st.dataframe(table, hide_index=True, key=f"{page}_neighbours", height=220, alt="Neighbours of the chosen point")
        if len(row.neighbors) > MOST_LISTED:
            st.caption(f"The {MOST_LISTED} largest of {len(row.neighbors):,}.")
