"""The files of a table that was clustered automatically: what they have beside those of a run by hand."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from pages.shared.automatic.choosing import ChosenRun, Request, choose
from pages.shared.automatic.words import findings_of, sentences_of
from pages.shared.runs.progress import RunArea
from pages.shared.runs.settings import KernelSettings
from pages.shared.runs.store import ResultStore
from pages.shared.table.points import TablePoints, table_kernel
from rnse_core.exports import confidence_columns
from rnse_core.findings import Finding
from rnse_core.preprocessing import ColumnScale
from rnse_core.tables import Table

AFFINITIES = {"features": "auto", "similarity": "precomputed", "distance": "precomputed_distance"}


@dataclass(frozen=True)
class AutomaticTable:
    """A choice on a table.

    Parameters
    ----------
    request : Request
    chosen : ChosenRun
    findings : tuple of Finding
    table : Table
    rows : ndarray
        Rows of the table that were clustered.
    """

    request: Request
    chosen: ChosenRun
    findings: tuple[Finding, ...] = field(repr=False)
    table: Table = field(repr=False)
    rows: np.ndarray = field(repr=False)

    def sentences(self) -> list[str]:
        """Return the result in words, for the report."""
        return sentences_of(self.findings, self.table, self.rows)

    def label_columns(self) -> dict[str, list[Any]]:
        """Return the columns beside the labels; empty cells for rows that got their label from the nearest one."""
        model = self.chosen.model
        columns: dict[str, list[Any]] = {}
        for name, values in confidence_columns(model.confidence_, model.second_labels_).items():
            cells: list[Any] = [None] * self.table.n_rows
            for row, value in zip(self.rows.tolist(), values, strict=True):
                cells[row] = value
            columns[name] = cells
        return columns


def default_kernel(table: Table) -> KernelSettings:
    """Return the kernel that the memory of an automatic run is estimated by."""
    return KernelSettings.of("exact", **table_kernel(table.kind, "preset", 0))


def choose_for_table(
    table: Table,
    points: TablePoints,
    n_clusters: int,
    seed: int,
    *,
    scales: tuple[ColumnScale, ...] = (),
    store: ResultStore,
    area: RunArea,
) -> AutomaticTable | None:
    """Return the choice for a table; no label of it is looked at.

    Parameters
    ----------
    table : Table
    points : TablePoints
    n_clusters : int
        0 for a number that is chosen.
    seed : int
    scales : tuple of ColumnScale, default=()
        That of each column, where they are not scaled alike.
    store : ResultStore
    area : RunArea

    Returns
    -------
    AutomaticTable or None
        None when the data were refused; a note says why.
    """
    request = Request(n_clusters or "auto", AFFINITIES[table.kind], seed)
    chosen = choose(request, points.X, data_id=points.data_id, store=store, area=area)
    if chosen is None:
        return None
    key = ("findings", points.data_id, request, chosen.result.stopped)
    findings = store.get_or_make(key, lambda: findings_of(chosen, table, points.sample.rows, scales))
    return AutomaticTable(request, chosen, findings, table, points.sample.rows)
