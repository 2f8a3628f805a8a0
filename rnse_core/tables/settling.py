"""The roles of the columns, and the table that they give: features, or a matrix over pairs of rows."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import numpy.typing as npt

from rnse_core.tables.cell_types import MissingInColumns
from rnse_core.tables.columns import TypedColumn, as_numbers, find_type, is_row_number
from rnse_core.tables.features import assemble
from rnse_core.tables.gower import compare_rows, take_words
from rnse_core.tables.kinds import GOWER, NoteKind, RoleReason
from rnse_core.tables.labels import AUTO, ask_about_label, choose_label, label_array
from rnse_core.tables.marked_numbers import convert_marked
from rnse_core.tables.matrices import check_matrix, propose_kind, refuse_shifted
from rnse_core.tables.missing_codes import ask_about_codes
from rnse_core.tables.model import FloatArray, Kind, Table
from rnse_core.tables.notes import Log
from rnse_core.tables.raw_table import RawTable
from rnse_core.tables.roles import ColumnRequest, apply_request, settle_roles
from rnse_core.tables.totals import ask_about_totals
from rnse_core.tables.words import ask_about_words


def settle(raw: RawTable, request: ColumnRequest, missing: MissingInColumns, log: Log) -> Table:
    """Give the columns their roles and build the table.

    Parameters
    ----------
    raw : RawTable
    request : ColumnRequest
    missing : MissingInColumns
        What counts as missing.
    log : Log
        Takes what is done, and the questions.

    Returns
    -------
    Table
        Without the name and the digest of the file.

    Raises
    ------
    TableError
        When a request fits no column, or there is no table.
    """
    decimal = raw.choices.decimal or "."
    columns = [find_type(column, decimal, missing[column.name]) for column in raw.columns]
    kept = ask_about_totals(columns, raw.row_numbers, request.drop_totals, request.label_column, log)
    if not kept.all():
        raw = raw.rows(kept)
        raw.columns = [as_numbers(column, decimal, missing[column.name]) for column in raw.columns]
        columns = [find_type(column, decimal, missing[column.name]) for column in raw.columns]
    n_rows = len(raw.row_numbers)
    apply_request(columns, request, decimal, missing, log)
    label_name, labels = _labels(raw, columns, request, log)
    convert_marked(columns, decimal, missing, log)
    kind: Kind
    compared = request.kind == GOWER
    matrix = None if compared else _as_matrix(columns, n_rows, request, log)
    if matrix is not None:
        kind, X, names = matrix
        kept = np.ones(n_rows, dtype=bool)
    else:
        kind = "distance" if compared else "features"
        if compared:
            take_words(columns, missing)
        settle_roles(columns, request.keep, request.limits.max_levels, log)
        if not compared:
            ask_about_words(columns, request.limits.max_levels, log)
        ask_about_codes([column for column in columns if column.name not in request.missing_in], log)
        if compared:
            features = compare_rows(columns, request.missing, raw.row_numbers, request.limits, log)
        else:
            features = assemble(columns, request.missing, raw.row_numbers, request.limits.max_levels, log)
        X, names, kept = features.X, features.names, features.kept
    log.note(NoteKind.RESULT, shape=X.shape, values=[kind, *([GOWER] if compared else [])])
    return Table(
        X=X,
        feature_names=names,
        labels=None if labels is None else labels[kept],
        label_name=label_name,
        report=log.report,
        row_numbers=raw.row_numbers[kept],
        columns=[column.as_column() for column in columns],
        choices=replace(
            raw.choices, label_column=label_name, missing=_policy(request), compared_by=GOWER if compared else ""
        ),
        kind=kind,
        questions=log.questions,
        name="",
        sha256="",
        n_rows_read=raw.n_rows_read,
        original=raw.original,
    )


def _policy(request: ColumnRequest) -> str:
    return "drop" if request.missing == "auto" and request.kind != GOWER else request.missing


def _labels(
    raw: RawTable, columns: list[TypedColumn], request: ColumnRequest, log: Log
) -> tuple[str | None, npt.NDArray[np.object_] | None]:
    """Return the name and the values of the labels; None for both where there are none."""
    if raw.labels is not None:
        name, values = raw.labels
        asked = request.label_column != AUTO
        log.note(NoteKind.LABEL_VARIABLE, values=[name], reason=RoleReason.AS_ASKED if asked else RoleReason.LABEL_NAME)
        if not asked:
            ask_about_label((name,), log)
        return name, np.array(values, dtype=object)
    column = choose_label(columns, len(raw.row_numbers), request.label_column, log)
    return (None, None) if column is None else (column.name, label_array(column, log))


def _as_matrix(
    columns: list[TypedColumn], n_rows: int, request: ColumnRequest, log: Log
) -> tuple[Kind, FloatArray, list[str]] | None:
    """Return the kind, the entries and the names of a similarity or distance matrix; None for features."""
    if request.kind == "features":
        return None
    used = [column for column in columns if column.role == "feature" and column.type == "number"]
    if used and (used[0].raw.is_index or (len(used) == n_rows + 1 and is_row_number(used[0]))):
        used = used[1:]  # without the column of row names
    if len(used) < n_rows:  # a column of a triangle may be empty
        used = [column for column in columns if column in used or (column.type == "empty" and column.role == "feature")]
    if request.kind == "auto" and len(used) != n_rows:
        return None
    names = [column.name for column in used]
    if len(used) == n_rows:
        refuse_shifted(names, [column.raw for column in columns if column.raw.is_index])
    A = np.column_stack([column.values for column in used if column.values is not None] or [np.empty((n_rows, 0))])
    kind: Kind = propose_kind(A, log) if request.kind == "auto" else request.kind  # type: ignore[assignment]
    if kind == "features":
        return None
    X = check_matrix(A, kind, names, request.symmetrize, log)
    for column in columns:
        if column.role == "feature" and column not in used:
            column.ignore(RoleReason.OUTSIDE_MATRIX)
            log.note(NoteKind.IGNORED, [column.name], reason=RoleReason.OUTSIDE_MATRIX)
    return kind, X, names
