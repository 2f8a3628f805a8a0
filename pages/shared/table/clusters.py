"""What the clusters of a table look like: picture, sizes, profile and scores."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

import numpy as np
import pandas as pd
import plotly.graph_objects as go
import streamlit as st

from pages.shared.controls.base import Choice
from pages.shared.results.figures import chart, guarded_fragment
from pages.shared.results.row_of_s import clickable, rerun_after_click
from pages.shared.results.scores import show_scores
from pages.shared.runs import large
from pages.shared.runs.baselines import Outcomes
from pages.shared.runs.fit import RunResult
from pages.shared.runs.large import SpectralPicture
from pages.shared.runs.progress import wait_for
from pages.shared.runs.settings import ModelSettings
from pages.shared.runs.store import ResultStore
from pages.shared.table.points import TablePoints
from rnse_core.figures import (
    MAX_HOVER_FEATURES,
    RowOfS,
    cluster_sizes,
    confusion_figure,
    feature_profile,
    hover_texts,
    principal_plane,
    scatter_clusters,
)
from rnse_core.figures.clusters import MAX_PROFILE_FEATURES
from rnse_core.metrics import matched_confusion_matrix
from rnse_core.tables import Table, sample_names
from rnse_core.wording import counted, short_names

#: Larger confusion matrices cannot be read.
MAX_CONFUSION = 30
#: Ids are read from the file again for every picture, which of more rows would take long.
MAX_ROWS_WITH_IDS = 20_000


class PlanePicture:
    """The points in a plane of the reader's choice: drawn on the page, and drawn again the same way for the downloads.

    Parameters
    ----------
    table : Table
    rows : ndarray of shape (n_drawn,)
        Rows of the table to draw.
    X : ndarray
        The same points as they were clustered.
    labels : ndarray of shape (n_clustered,)
        Labels of all points that were clustered.
    drawn : ndarray of shape (n_drawn,)
        Which of them are drawn.
    spectral : callable
        Returns the spectral plane, which may have fewer points.
    clustered : ndarray of shape (n_clustered,)
        Rows of the table that were clustered.
    names : mapping of int to str, default={}
        Names of the clusters.
    """

    def __init__(
        self,
        table: Table,
        rows: np.ndarray,
        X: np.ndarray,
        labels: np.ndarray,
        drawn: np.ndarray,
        spectral: Callable[[], SpectralPicture],
        clustered: np.ndarray,
        names: Mapping[int, str] | None = None,
    ) -> None:
        self.table = table
        self.rows = rows
        self.X = X
        self.all_labels = labels
        self.labels = labels[drawn]
        self.spectral = spectral
        self.clustered = clustered
        self.names = names or {}
        self.drawn: go.Figure | None = None
        # Where the last figure has the points that were clustered; NaN where it has not.
        self.places = np.full((len(clustered), 2), np.nan)

    @classmethod
    def of(
        cls,
        table: Table,
        points: TablePoints,
        seen: TablePoints,
        settings: ModelSettings,
        result: RunResult,
        store: ResultStore,
        names: Mapping[int, str] | None = None,
    ) -> PlanePicture:
        """Return the picture of a run on a table; the spectral plane, of the points as seen by the fit, is kept."""
        drawn = large.drawn_points(result)
        spectral = partial(
            store.get_or_make,
            ("spectral plane", points.data_id, settings, result.stopped),
            partial(large.plane_of_eigenvectors, settings.kernel, seen.X, result),
        )
        X = points.X[drawn] if table.kind == "features" else points.X
        return cls(table, points.sample.rows[drawn], X, result.labels, drawn, spectral, points.sample.rows, names)

    def __call__(self) -> go.Figure:
        """Return the figure that was drawn last, or the usual one where none was."""
        return self.drawn or self.figure(next(iter(_planes(self.table))), (0, 1))

    def figure(self, how: str, columns: tuple[int, int]) -> go.Figure:
        """Return the figure of one plane; the columns are those of "columns"."""
        table, labels, rows = self.table, self.labels, self.rows
        names = [short_names(table.feature_names, 40)[place] for place in columns if place < table.n_features]
        if how == "pca":
            points, shares = principal_plane(self.X)
            titles = (f"first component ({shares[0]:.0%} of the variance)", f"second component ({shares[1]:.0%})")
        elif how == "spectral":
            chosen, points = self.spectral()
            labels, rows = self.all_labels[chosen], self.clustered[chosen]
            titles = ("second eigenvector", "third eigenvector")
        elif table.n_features < 2:
            points = np.column_stack([table.X[self.rows, 0], table.row_numbers[self.rows]])
            titles = (names[0], "number of the row")
        else:
            points = table.X[self.rows][:, list(columns)]
            titles = (names[0], names[1])
        self.places = np.full((len(self.clustered), 2), np.nan)
        self.places[np.searchsorted(self.clustered, rows)] = points
        # As tall as the sizes and the profile beside it, unless alpha and beta would leave the screen.
        height = min(440, max(400, 260 + 26 * min(table.n_features, MAX_PROFILE_FEATURES)))
        named = [self.names[label] for label in labels.tolist()] if self.names else None
        hover = row_texts(table, rows, named)
        return scatter_clusters(points, labels, axis_titles=titles, height=height, hover=hover)


@guarded_fragment
def plane_view(picture: PlanePicture, row: RowOfS | None) -> None:
    """Draw the points in the plane of the reader's choice, with the chosen row of S."""
    rerun_after_click()
    how, name = _choose_plane(picture.table)
    columns = (0, 1)
    if how == "columns" and picture.table.n_features > 1:
        places = dict(enumerate(short_names(picture.table.feature_names, 40)))
        with st.grid(2, min_column_width=140):
            first = Choice("yd_across", "Across", 0, options=places).draw()
            others = {place: name for place, name in places.items() if place != first}
            second = Choice("yd_up", "Up", next(iter(others)), options=others).draw()
        columns = (first, second)
    slot = st.empty()
    if how == "spectral":
        # Stored from here on, so that the figure below has it at once.
        text = "Computing eigenvectors of the kernel"
        n_drawn, n_points = len(wait_for(slot, text, picture.spectral).points), len(picture.all_labels)
    picture.drawn = picture.figure(how, columns)
    numbers = picture.table.row_numbers[picture.clustered]
    alt = f"Points coloured by cluster, {name}."
    clickable("yd", picture.drawn, picture.places, numbers, row, key="yd_scatter", alt=alt)
    if picture.table.kind == "features" and picture.table.n_features > MAX_HOVER_FEATURES:
        st.caption(
            f"The hover text names the row of the file and the first {MAX_HOVER_FEATURES} of "
            f"{counted(picture.table.n_features, 'feature')}."
        )
    if how == "spectral" and n_drawn < n_points:
        st.caption(
            f"{n_drawn:,} of the {n_points:,} points, chosen at random, by eigenvectors of the kernel of these alone."
        )


def row_texts(table: Table, rows: np.ndarray, clusters: Sequence[str] | None = None) -> list[str]:
    """Return what the pictures say of rows of a table: number, id, class, name of the cluster, the first features."""
    names = sample_names(table) if table.n_rows_read <= MAX_ROWS_WITH_IDS else None
    features = table.kind == "features"
    return hover_texts(
        table.row_numbers[rows],
        ids=None if names is None else names.of(table.row_numbers[rows]),
        classes=None if table.labels is None else table.labels[rows],
        clusters=clusters,
        X=table.X[rows] if features else None,
        names=table.feature_names if features else (),
    )


def _planes(table: Table) -> dict[str, str]:
    """Return the planes that the points of a table can be drawn in, with their names."""
    if table.kind != "features":
        return {"spectral": "Spectral"}
    if table.n_features < 2:
        return {"columns": "One column", "spectral": "Spectral"}
    return {"pca": "PCA", "columns": "Two columns", "spectral": "Spectral"}


def _choose_plane(table: Table) -> tuple[str, str]:
    """Draw the choice of the plane; return it and its name.

    A choice outlives a table that does not have every plane: the next table that does is drawn as before.
    """
    options = _planes(table)
    complete = "pca" in options
    if complete and not st.session_state.get("yd_plane_complete", True):
        st.session_state["yd_plane"] = st.session_state.get("yd_plane_wanted", "pca")
    st.session_state["yd_plane_complete"] = complete
    how = Choice("yd_plane", "Picture", next(iter(options)), options=options, segments=True).draw()
    if complete:
        st.session_state["yd_plane_wanted"] = how
    return how, options[how]


def sizes_and_profile(table: Table, rows: np.ndarray, labels: np.ndarray) -> None:
    """Draw how many points each cluster has and how its features differ from the average."""
    chart(cluster_sizes(labels, height=200), key="yd_sizes", alt="Number of points in each cluster", class_height=150)
    if table.kind != "features":
        return
    chart(
        feature_profile(table.X[rows], labels, table.feature_names),
        key="yd_profile",
        alt="Mean of each feature in each cluster, in standard deviations from the overall mean",
        class_height=260,
    )
    left_out = table.n_features - MAX_PROFILE_FEATURES
    st.caption(
        "How far each cluster lies from the average point, in standard deviations (SD) of the feature."
        + (
            f" Left out: {counted(left_out, 'feature')} that differ{'s' * (left_out == 1)} least between clusters."
            if left_out > 0
            else ""
        )
    )


def report_figures(table: Table, rows: np.ndarray, labels: np.ndarray) -> dict[str, Callable[[], go.Figure]]:
    """Return the figures of the clusters that a report has beside the points, by their captions."""
    figures: dict[str, Callable[[], go.Figure]] = {"Points per cluster": partial(cluster_sizes, labels, height=260)}
    if table.kind == "features":
        profile = partial(feature_profile, table.X[rows], labels, table.feature_names)
        figures["Mean of each feature in each cluster, in standard deviations from the overall mean"] = profile
    return figures


def show_class_scores(y: np.ndarray, methods: Outcomes, labels: np.ndarray) -> pd.DataFrame:
    """Draw the scores against the label column, which are returned, and which class went into which cluster."""
    table = show_scores(y, methods, key="yd_scores")
    unlabelled = int(np.sum(y == ""))
    if unlabelled:
        st.caption(f"Clustered, but left out of the scores: {counted(unlabelled, 'row')} without a label.")
    result = matched_confusion_matrix(y, labels)
    if max(result.matrix.shape) <= MAX_CONFUSION:
        with st.expander("Which class went into which cluster", icon=":material/grid_view:"):
            chart(
                confusion_figure(result.matrix, result.class_names, [str(name) for name in result.cluster_names]),
                key="yd_confusion",
                alt="Number of points of each class in each cluster of RNSE",
            )
    return table
