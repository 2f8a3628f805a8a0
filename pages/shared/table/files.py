"""The files of a clustered table, and the program that clusters it the same way."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from pages.shared.results.downloads import ResultFiles
from pages.shared.runs.fit import RunResult
from pages.shared.runs.progress import RunArea
from pages.shared.runs.settings import ModelSettings
from pages.shared.table import clusters
from pages.shared.table.automatic import AutomaticTable
from pages.shared.table.points import TablePoints
from pages.shared.table.program import table_program
from pages.shared.table.source import SourceFile
from rnse_core.auto import choice_parameters
from rnse_core.findings import ClusterProfile, ScalesOfColumns, few_rows_of, sentence_for
from rnse_core.preprocessing import ColumnScale
from rnse_core.sampling import spread_labels
from rnse_core.tables import Table
from rnse_core.wording import counted


def files_of_table(
    source: SourceFile,
    keywords: Mapping[str, Any],
    table: Table,
    points: TablePoints,
    settings: ModelSettings,
    result: RunResult,
    picture: Callable[[], go.Figure],
    scores: pd.DataFrame,
    *,
    scale: str,
    area: RunArea,
    classes: np.ndarray | None = None,
    automatic: AutomaticTable | None = None,
    scales: tuple[ColumnScale, ...] = (),
    profiles: tuple[ClusterProfile, ...] = (),
) -> ResultFiles:
    """Return the files of a run on a table; every row gets a label, also where a sample was clustered.

    Parameters
    ----------
    source : SourceFile
    keywords : mapping
        How the file was read.
    table : Table
    points : TablePoints
        What of the table was clustered.
    settings : ModelSettings
    result : RunResult
    picture : callable
        Returns the figure of the page.
    scores : DataFrame
    scale : str
        Scale of the features.
    area : RunArea
    classes : ndarray, optional
        Of the points that were clustered.
    automatic : AutomaticTable, optional
        The choice that the labels are from.
    scales : tuple of ColumnScale, default=()
        That of each column, where they are not scaled alike.
    profiles : tuple of ClusterProfile, default=()
        Of each cluster of the rows that were clustered.

    Returns
    -------
    ResultFiles
    """
    rows, features = points.sample.rows, table.kind == "features"
    labels = area.wait_for(
        f"Giving each of the {counted(table.n_rows, 'row')} the label of the nearest clustered one",
        partial(spread_labels, points.everything, points.sample, result.labels, table.kind),
    )
    few = few_rows_of(len(rows))
    request = None if automatic is None else automatic.request
    return ResultFiles(
        source.name,
        result,
        settings,
        picture,
        table_program(source.code_path, keywords, table.kind, scale, points.sample, settings, request, scales),
        rows=table,
        labels=labels,
        clustered_rows=table.row_numbers[rows],
        scores=scores,
        classes=classes,
        more_figures=clusters.report_figures(table, rows, result.labels),
        data={
            "sha256": source.sha256,
            "reading": table.describe(),
            **({"scale": scale} if features else {}),
            **({"column_scales": {one.column: one.scale for one in scales}} if scales else {}),
            "rows_clustered": len(rows),
            **({} if automatic is None else choice_parameters(automatic.chosen.model)),
        },
        sentences=[
            *([sentence_for(few)] if few is not None and automatic is None else []),
            *([sentence_for(ScalesOfColumns(scales))] if scales else []),
            *([] if automatic is None else automatic.sentences()),
            *(sentence_for(one, row=table.row_numbers[rows].item) for one in profiles if automatic is None),
        ],
        profiles=profiles,
        label_columns={} if automatic is None else automatic.label_columns(),
    )
