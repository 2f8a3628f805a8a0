"""What the clusters of a reader's own table look like: picture, sizes, profile and scores."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np
import pandas as pd
import plotly.graph_objects as go
import streamlit as st

from pages.shared.controls.base import Choice, shorten
from pages.shared.results.figures import chart, fragment
from pages.shared.runs import baselines as compare
from pages.shared.runs.fit import wait_for
from pages.shared.runs.large import SpectralPicture
from rnse_core.figures import (
    cluster_sizes,
    confusion_figure,
    eigengap_figure,
    feature_profile,
    principal_plane,
    scatter_clusters,
)
from rnse_core.figures.clusters import MAX_PROFILE_FEATURES
from rnse_core.graph.eigengap import GapVerdict
from rnse_core.metrics import matched_confusion_matrix, silhouette
from rnse_core.tables import Table
from rnse_core.wording import counted

#: Larger confusion matrices would be a carpet of numbers.
MAX_CONFUSION = 30


class PlanePicture:
    """The points in the plane of the reader's choice: drawn on the page, and the same again for the downloads.

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
    """

    def __init__(
        self,
        table: Table,
        rows: np.ndarray,
        X: np.ndarray,
        labels: np.ndarray,
        drawn: np.ndarray,
        spectral: Callable[[], SpectralPicture],
    ) -> None:
        self.table = table
        self.rows = rows
        self.X = X
        self.all_labels = labels
        self.labels = labels[drawn]
        self.spectral = spectral
        self.drawn: go.Figure | None = None

    def __call__(self) -> go.Figure:
        """Return the figure that was drawn last, or the usual one where none was."""
        return self.drawn or self.figure(next(iter(_planes(self.table))), (0, 1))

    def figure(self, how: str, columns: tuple[int, int]) -> go.Figure:
        """Return the figure of one plane; the columns are those of "columns"."""
        table, labels = self.table, self.labels
        names = [shorten(table.feature_names[place], 40) for place in columns if place < table.n_features]
        if how == "pca":
            points, shares = principal_plane(self.X)
            titles = (f"first component ({shares[0]:.0%} of the variance)", f"second component ({shares[1]:.0%})")
        elif how == "spectral":
            chosen, points = self.spectral()
            labels = self.all_labels[chosen]
            titles = ("second eigenvector", "third eigenvector")
        elif table.n_features < 2:
            points = np.column_stack([table.X[self.rows, 0], table.row_numbers[self.rows]])
            titles = (names[0], "number of the row")
        else:
            points = table.X[self.rows][:, list(columns)]
            titles = (names[0], names[1])
        # As tall as the sizes and the profile beside it, within reason.
        height = min(640, max(400, 260 + 26 * min(table.n_features, MAX_PROFILE_FEATURES)))
        return scatter_clusters(points, labels, axis_titles=titles, height=height)


@fragment
def plane_view(picture: PlanePicture) -> None:
    """Draw the points in the plane of the reader's choice."""
    how, name = _choose_plane(picture.table)
    columns = (0, 1)
    if how == "columns" and picture.table.n_features > 1:
        places = {place: shorten(name, 40) for place, name in enumerate(picture.table.feature_names)}
        with st.grid(2, min_column_width=140):
            first = st.selectbox("Across", list(places), 0, format_func=places.__getitem__, key="yd_across")
            others = [place for place in places if place != first]
            second = st.selectbox("Up", others, 0, format_func=places.__getitem__, key="yd_up")
        columns = (first, second)
    slot = st.empty()
    if how == "spectral":
        # Kept from here on, so that the figure below has it at once.
        text = "Computing eigenvectors of the kernel"
        n_drawn, n_points = len(wait_for(slot, text, picture.spectral).points), len(picture.all_labels)
    picture.drawn = picture.figure(how, columns)
    chart(picture.drawn, key="yd_scatter", alt=f"Points coloured by cluster, {name}")
    if how == "spectral" and n_drawn < n_points:
        st.caption(
            f"{n_drawn:,} of the {n_points:,} points, chosen at random, by eigenvectors of the kernel of these alone."
        )


def _planes(table: Table) -> dict[str, str]:
    """Return the planes that a table can have."""
    if table.kind != "features":
        return {"spectral": "Spectral"}
    if table.n_features < 2:
        return {"columns": "One column", "spectral": "Spectral"}
    return {"pca": "PCA", "columns": "Two columns", "spectral": "Spectral"}


def _choose_plane(table: Table) -> tuple[str, str]:
    """Draw the choice of the plane; return it and its name.

    A table that cannot have every plane does not change what the reader sees of the next one that can.
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
    chart(cluster_sizes(labels, height=200), key="yd_sizes", alt="Number of points in each cluster")
    if table.kind != "features":
        return
    chart(
        feature_profile(table.X[rows], labels, table.feature_names),
        key="yd_profile",
        alt="Mean of each feature in each cluster, in standard deviations from the overall mean",
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
    """Return what a report shows of the clusters beside the points."""
    figures: dict[str, Callable[[], go.Figure]] = {"Points per cluster": partial(cluster_sizes, labels, height=260)}
    if table.kind == "features":
        profile = partial(feature_profile, table.X[rows], labels, table.feature_names)
        figures["Mean of each feature in each cluster, in standard deviations from the overall mean"] = profile
    return figures


def said_of_gap(verdict: GapVerdict) -> str:
    """Say what is unclear about the number of clusters that a spectrum suggests; empty where nothing is."""
    if verdict.clear:
        return ""
    if verdict.small:
        why = "no gap between the eigenvalues is large"
    else:
        *others, last = (f"after {k}" for k in sorted((verdict.n_clusters, *verdict.rivals)))
        why = f"the gaps {', '.join(others)} and {last} are nearly the same"
    return f"Unclear: {why}; choose the number yourself."


def say_number(n_clusters: int, gap: GapVerdict, of_part: str, *, classes: str | None) -> None:
    """Say how many clusters are looked for and why, where the reader has not said so.

    Parameters
    ----------
    n_clusters : int
    gap : GapVerdict
    of_part : str
        Which points the spectrum is of, where these are not all.
    classes : str or None
        Name of the label column, if that decides.
    """
    found = f"Clusters to find: **{n_clusters}**"
    if classes is not None:
        st.caption(f"{found}, as many as there are classes in `{classes}`.")
    elif gap.clear:
        st.caption(f"{found}, by the largest eigengap{of_part}.")
    else:
        st.info(f"{found}, by the largest eigengap{of_part}. {said_of_gap(gap)}", icon=":material/help:")


def eigengap_view(eigenvalues: np.ndarray, verdict: GapVerdict, of_part: str = "") -> None:
    """Draw the spectrum of the kernel with the gap that suggests a number of clusters.

    `of_part` says which points the kernel is of, where these are not all.
    """
    chart(
        eigengap_figure(eigenvalues, verdict.n_clusters),
        key="yd_eigengap",
        alt=f"Leading eigenvalues of the kernel; the largest relative gap comes after {verdict.n_clusters}",
    )
    st.caption(
        f"Eigenvalues of the normalized kernel $D^{{-1/2}} K D^{{-1/2}}${of_part}. As many near 1 as there are "
        "separate groups: the largest gap, in relation to how far the next eigenvalue is from 1, suggests "
        f"**{verdict.n_clusters}** clusters. {said_of_gap(verdict) or 'A hint, not a proof.'}"
    )


def class_scores(y: np.ndarray, methods: compare.Methods, labels: np.ndarray) -> pd.DataFrame:
    """Show the scores against the label column, and which class went into which cluster."""
    table, at_the_line = compare.score_rows(y, methods)
    compare.show_scores(table, at_the_line, key="yd_scores")
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


def silhouette_scores(X: np.ndarray, kind: str, methods: compare.Methods) -> pd.DataFrame:
    """Show how well separated the clusters of each method are, where there is no label to compare with."""
    metric = "precomputed" if kind == "distance" else "euclidean"
    found = {
        name: silhouette(X, one[0], metric=metric)
        for name, one in methods.items()
        if kind != "similarity" and one[0] is not None
    }
    table = pd.DataFrame(
        [
            {"Method": name, "Silhouette": found[name].value if name in found else None, "Seconds": seconds}
            for name, (_, _, seconds) in methods.items()
        ]
    )
    number = {name: st.column_config.NumberColumn(name, format="%.3f") for name in ("Silhouette", "Seconds")}
    st.dataframe(table, hide_index=True, placeholder="–", column_config=number, key="yd_silhouette", alt="Silhouettes")
    # What goes for several methods is said once.
    names: dict[str, list[str]] = {}
    for name, one in found.items():
        names.setdefault(one.reason, []).append(name)
    reasons = [f"{' and '.join(which)}: {reason}." for reason, which in names.items() if reason]
    if kind == "similarity":
        reasons = ["It needs features or distances, not similarities."]
    st.caption(
        " ".join(
            [
                "There is no label column. The silhouette, from −1 to 1, tells how much nearer points are to their own "
                "cluster than to the next; it favours round clusters.",
                *reasons,
            ]
        )
    )
    return table
