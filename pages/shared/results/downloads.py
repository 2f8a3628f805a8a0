"""The files of one result, and the buttons that download them; a file is written when its button is clicked."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
import pandas as pd
import plotly.graph_objects as go
import streamlit as st

from pages.shared.results.figures import usual_order
from pages.shared.runs.fit import RunResult
from pages.shared.runs.settings import ModelSettings
from pages.shared.text import as_sentence
from rnse_core.exports import (
    ReportFigure,
    ReportTable,
    html_report,
    indicator_csv,
    labels_csv,
    matrix_npz,
    parameters_json,
    renamed_sentence,
    result_headers,
)
from rnse_core.figures import convergence_curve, figure_html, figure_snippet, row_order, similarity_heatmap
from rnse_core.findings import ClusterProfile, profile_csv, profile_table
from rnse_core.metrics import MEMBERSHIP_COLUMNS, membership_columns
from rnse_core.tables import SampleNames, Table, note_sentence, sample_names
from rnse_core.wording import counted


@dataclass(frozen=True)
class ResultFiles:
    """The files of one result, each written from what is given here when it is asked for.

    Parameters
    ----------
    name : str
        What was clustered; the files are named after it.
    result : RunResult
    settings : ModelSettings
    picture : callable
        Returns the figure of the page.
    code : str
        The program that gives the same result.
    rows : Table or ndarray, optional
        The table of the page "Your data", or the numbers of the rows; 1 to n by default.
    labels : ndarray, optional
        A label for every row of `rows`, where more rows than were clustered have one.
    clustered_rows : ndarray, optional
        Numbers of the rows that were clustered; those of `rows` by default.
    scores : DataFrame, optional
    classes : ndarray, optional
        True classes of the points that were clustered; they order S in the report, as on the page.
    more_figures : mapping of str to callable
        Captions and makers of the figures that the report shows after that of the page.
    data : mapping
        What the file of parameters says about the data.
    sentences : sequence of str
        What the result says, for the report.
    label_columns : mapping of str to sequence
        Columns beside the labels, such as how sure they are.
    profiles : sequence of ClusterProfile
        What each cluster of a table is.
    """

    name: str
    result: RunResult
    settings: ModelSettings
    picture: Callable[[], go.Figure]
    code: str
    rows: Table | np.ndarray | None = None
    labels: np.ndarray | None = None
    clustered_rows: np.ndarray | None = None
    scores: pd.DataFrame | None = None
    classes: np.ndarray | None = None
    more_figures: Mapping[str, Callable[[], go.Figure]] = field(default_factory=dict)
    data: Mapping[str, Any] = field(default_factory=dict)
    sentences: Sequence[str] = ()
    label_columns: Mapping[str, list[Any]] = field(default_factory=dict)
    profiles: Sequence[ClusterProfile] = ()

    def labels_file(self) -> bytes:
        """Return the cluster of every row as CSV; rows that were left out have none.

        Beside it stand how firmly S ties the row to its cluster and which cluster comes second. A row that was not
        clustered itself has no row in S, so these are empty.
        """
        labels = self.result.labels if self.labels is None else self.labels
        rows: Table | np.ndarray = np.arange(1, len(labels) + 1) if self.rows is None else self.rows
        numbers = rows.row_numbers if isinstance(rows, Table) else rows
        places = np.searchsorted(numbers, numbers if self.clustered_rows is None else self.clustered_rows)
        columns = self.label_columns or membership_columns(
            self.result.similarity, self.result.labels, places, len(labels)
        )
        whole = isinstance(rows, Table)
        return labels_csv(rows, labels, original_columns=whole, left_out_rows=whole, columns=columns)

    def renamed_columns(self) -> str:
        """Say which columns of the file of labels are new, where the user's file has columns of their names."""
        if not isinstance(self.rows, Table):
            return ""
        added = ("cluster", *(self.label_columns or MEMBERSHIP_COLUMNS))
        return renamed_sentence(result_headers(self.rows.original.header, added))

    @cached_property
    def names(self) -> SampleNames | None:
        """What the file calls its rows; None where it has no names."""
        return sample_names(self.rows) if isinstance(self.rows, Table) else None

    def row_of(self, sample: int) -> int:
        """Return the number in the file of a row that was clustered, from 0."""
        return sample + 1 if self.clustered_rows is None else int(self.clustered_rows[sample])

    def profile_file(self) -> bytes:
        """Return what each cluster is as CSV: its name, its size, and how it differs."""
        return profile_csv(self.profiles, row=self.row_of, names=self.names)

    def similarity_file(self) -> bytes:
        """Return S, sparse where that is smaller."""
        rows = map(self.row_of, range(self.result.similarity.shape[0]))
        names = None if self.names is None else self.names.of(rows)
        return matrix_npz(self.result.similarity, row_names=names)

    def indicator_file(self) -> bytes:
        """Return P as CSV, one line per point."""
        return indicator_csv(self.result.indicator, self.clustered_rows, names=self.names)

    def parameters_file(self) -> str:
        """Return the parameters, the outcome and the versions as JSON."""
        last = self.result.history[-1]
        outcome = {
            "stopped_early": self.result.stopped,
            "rounds": len(self.result.history),
            "seconds": round(self.result.seconds, 4),
            "warnings": list(self.result.messages),
            **{name: last[name] for name in ("objective", "n_components", "nonzeros_per_row", "row_sum_error")},
        }
        return parameters_json(
            self.settings.build(),
            results=outcome,
            extra={"name": self.name, "preset": self.settings.preset, **self.data},
        )

    def figure_file(self) -> str:
        """Return the figure of the page as an HTML page."""
        return figure_html(self.picture(), self.name)

    def report_file(self) -> str:
        """Return an HTML page with the figures, the scores, the parameters and the code."""
        result = self.result
        labels, classes = result.labels, self.classes
        order = row_order(usual_order(classes), n_samples=len(labels), true_labels=classes, predicted_labels=labels)
        groups, of = (labels, "labels") if classes is None else (classes, "classes")
        similarity = similarity_heatmap(result.similarity, order=order, groups=groups, height=520)
        figures = {
            self.name: self.picture(),
            **{caption: make() for caption, make in self.more_figures.items()},
            f"Learned similarity S, points in the order of their {of}": similarity,
            "Objective per outer round": convergence_curve(result.history),
        }
        sentences = [
            f"{counted(len(labels), 'point')} in {counted(len(np.unique(labels)), 'cluster')}, "
            f"{counted(len(result.history), 'round')}, {result.seconds:.2f} seconds."
        ]
        if result.stopped:
            sentences.append("The run was stopped early: this is not the finished result.")
        report = map(note_sentence, self.rows.report) if isinstance(self.rows, Table) else []
        return html_report(
            f"RNSE: {self.name}",
            sentences=[*sentences, *self.sentences, *result.messages, *report],
            tables=self._report_tables(),
            figures=[
                ReportFigure(caption, snippet=figure_snippet(figure, include_plotlyjs=place == 0))
                for place, (caption, figure) in enumerate(figures.items())
            ],
            parameters=self.parameters_file(),
            code=self.code,
        )

    def _report_tables(self) -> list[ReportTable]:
        tables = (
            {"What the clusters are": profile_table(self.profiles, row=self.row_of, names=self.names)}
            if self.profiles
            else {}
        )
        if self.scores is not None:
            tables["Scores"] = self.scores
        return [_as_report_table(caption, table) for caption, table in tables.items()]


def _as_report_table(caption: str, table: pd.DataFrame) -> ReportTable:
    rows = [[None if pd.isna(cell) else cell for cell in row] for row in table.itertuples(index=False)]
    return ReportTable(caption, list(table.columns), rows)


def offer(page: str, files: ResultFiles) -> None:
    """Draw a download button for every file; `page` is the prefix of the keys."""
    stem = re.sub(r"[^A-Za-z0-9]+", "-", files.name).strip("-").lower()[:40] or "result"
    buttons: dict[str, tuple[Callable[[], bytes | str], str, str, str]] = {
        "labels": (files.labels_file, "Labels (CSV)", "labels.csv", "text/csv"),
        "s": (files.similarity_file, "S (npz)", "S.npz", "application/octet-stream"),
        "p": (files.indicator_file, "P (CSV)", "P.csv", "text/csv"),
        **({"profile": (files.profile_file, "Profile (CSV)", "profile.csv", "text/csv")} if files.profiles else {}),
        "parameters": (files.parameters_file, "Parameters (JSON)", "parameters.json", "application/json"),
        "figure": (files.figure_file, "Figure (HTML)", "figure.html", "text/html"),
        "report": (files.report_file, "Report (HTML)", "report.html", "text/html"),
    }
    st.header("Take away", anchor=False)
    with st.container(horizontal=True):
        for key, (make, label, ending, mime) in buttons.items():
            st.download_button(
                label,
                make,
                f"{stem}_{ending}",
                mime,
                key=f"{page}_download_{key}",
                icon=":material/download:",
                on_click="ignore",
            )
    renamed = files.renamed_columns()
    if renamed:
        st.info(as_sentence(renamed), icon=":material/info:")
    if isinstance(files.rows, Table):
        with st.container(key="screen_only_files"):
            st.caption(
                "In the CSV files, text that a spreadsheet would take for a formula, such as +49 551 or =A1, has an "
                "apostrophe before it. Take it away before such a column is joined with another table."
            )
