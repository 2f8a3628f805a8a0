"""The roles of the columns, and the table that they give: features, or a matrix over pairs of rows."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import numpy.typing as npt

from rnse_core.tables.answers_in_words import ask_about_answers
from rnse_core.tables.answers_without_features import with_features_left
from rnse_core.tables.cell_types import MissingInColumns, parse_number
from rnse_core.tables.codes import take_for_codes
from rnse_core.tables.columns import TypedColumn, as_numbers, find_column, find_type, is_row_number
from rnse_core.tables.conversion_kinds import ConversionKind
from rnse_core.tables.correlations import CORRELATIONS
from rnse_core.tables.cyclic import ask_about_cyclic, refuse_cyclic
from rnse_core.tables.earlier_results import find_earlier_results
from rnse_core.tables.edge_columns import find_edge_columns, may_join
from rnse_core.tables.errors import TableError
from rnse_core.tables.features import assemble
from rnse_core.tables.gower import compare_rows, take_words
from rnse_core.tables.kinds import GOWER, NoteKind, OptionKind, Problem
from rnse_core.tables.labels import AUTO, ask_about_label, choose_label, label_array
from rnse_core.tables.large_whole_numbers import note_rounded
from rnse_core.tables.marked_diagonal import without_marks
from rnse_core.tables.marked_numbers import convert_marked
from rnse_core.tables.matrices import (
    check_matrix,
    distances_of_correlations,
    propose_kind,
    refuse_shifted,
    refuse_without_a_row,
)
from rnse_core.tables.missing_codes import ask_about_codes
from rnse_core.tables.model import FloatArray, Kind, Table
from rnse_core.tables.named_matrix import columns_of_named_matrix
from rnse_core.tables.notes import Log
from rnse_core.tables.orientation import ask_about_orientation
from rnse_core.tables.points import points_of_cells
from rnse_core.tables.questions import Option
from rnse_core.tables.raw_table import RawTable
from rnse_core.tables.repeated_cells import ask_about_repeated_cells, fill_down
from rnse_core.tables.role_reasons import RoleReason
from rnse_core.tables.roles import ColumnRequest, apply_request, settle_roles
from rnse_core.tables.same_words import ask_about_same_words, fold_words
from rnse_core.tables.several_columns import with_several
from rnse_core.tables.side_by_side import ask_about_tables_side_by_side
from rnse_core.tables.source import ARRAYS
from rnse_core.tables.totals import ask_about_totals
from rnse_core.tables.words import ask_about_words

# Rows of one column that are looked at.
_COMPARED = 1000


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
    if raw.pairs is not None:
        return _settle_pairs(raw, request, log)
    with_several(raw, request.numbers, missing, log)
    grouped = points_of_cells(raw.columns, {*request.ignore, *request.keep, *request.as_text}, log)
    request = replace(request, convert={**dict.fromkeys(grouped, ConversionKind.THOUSANDS.value), **request.convert})
    decimal = raw.choices.decimal or "."
    if request.kind in ("auto", "similarity", "distance", *CORRELATIONS):
        raw = _with_open_diagonal(raw, decimal, missing)
    columns = [find_type(column, decimal, missing[column.name]) for column in raw.columns]
    varied = {column.name for column in columns if column.type == "number" and column.n_distinct > 1}
    kept = ask_about_totals(columns, raw.row_numbers, request.drop_totals, request.label_column, decimal, log)
    if not kept.all():
        raw = raw.rows(kept)
        raw.columns = [as_numbers(column, decimal, missing[column.name]) for column in raw.columns]
        columns = [find_type(column, decimal, missing[column.name]) for column in raw.columns]
    n_rows = len(raw.row_numbers)
    _change_cells(raw, columns, request, decimal, missing, log)
    if request.kind in ("auto", "features", GOWER):
        levels = request.limits.max_levels
        if raw.choices.format not in ARRAYS or raw.choices.header:
            take_for_codes(columns, raw.original, decimal, missing, request.answered, request.of_words, levels, log)
        ask_about_repeated_cells(columns, {*request.ignore, *request.fill_down}, log)
    apply_request(columns, request, decimal, missing, log)
    label_name, labels = _labels(raw, columns, request, log)
    convert_marked(columns, raw.choices, missing, log)
    kind: Kind
    compared = request.kind == GOWER
    matrix = None if compared else _as_matrix(raw, columns, request, log)
    if matrix is not None:
        kind, X, names = matrix
        kept = np.ones(n_rows, dtype=bool)
    else:
        kind = "distance" if compared else "features"
        if compared:
            take_words(columns)
        if not compared and raw.choices.format in ("text", "xlsx"):
            ask_about_orientation(columns, n_rows, log)
        ask_about_tables_side_by_side(columns, log)
        settle_roles(columns, (*request.keep, *request.cyclic), request.limits.max_levels, log)
        if not compared:
            ask_about_words(columns, request.limits.max_levels, log)
            ask_about_cyclic(columns, (*request.keep, *request.cyclic), log)
        unsaid = [column for column in columns if column.name not in request.missing_in]
        ask_about_same_words(columns, request.fold_case, request.limits.max_levels, log)
        ask_about_answers(unsaid, missing, request.limits.max_levels, log)
        ask_about_codes(unsaid, log, "" if compared else request.missing)
        if compared:
            refuse_cyclic(request.cyclic)
            features = compare_rows(columns, request.missing, raw.row_numbers, request.limits, log)
        else:
            try:
                features = assemble(columns, request.missing, raw.row_numbers, request.limits.max_levels, log)
            except TableError as error:
                raise _with_other_ways(error, raw, columns, varied, request) from None
        X, names, kept = features.X, features.names, features.kept
    if raw.choices.format not in ARRAYS:
        note_rounded(columns, log)
    log.note(NoteKind.RESULT, shape=X.shape, values=[kind, *([GOWER] if compared else [])])
    if kind == "features":
        used = [column.name for column in columns if column.role == "feature"]
        log.questions = with_features_left(log.questions, used)
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


def _change_cells(
    raw: RawTable,
    columns: list[TypedColumn],
    request: ColumnRequest,
    decimal: str,
    missing: MissingInColumns,
    log: Log,
) -> None:
    """Fill cells from above, and write words that are the same alike, where the user asked for it."""
    for keyword, names in (("fill_down", request.fill_down), ("fold_case", request.fold_case)):
        for name in names:
            place = columns.index(find_column(columns, name, keyword))
            changed = fill_down(raw, name, log) if keyword == "fill_down" else fold_words(raw.columns[place], log)
            raw.columns[place] = changed
            columns[place] = find_type(changed, decimal, missing[name])


def _with_other_ways(
    error: TableError, raw: RawTable, columns: list[TypedColumn], varied: set[str], request: ColumnRequest
) -> TableError:
    """Offer ways to a table without features: with the rows of totals in which columns vary, or as a list of edges."""
    if error.problem is not Problem.NO_FEATURES:
        return error
    options = list(error.options)
    if varied & {column.name for column in columns if column.reason is RoleReason.CONSTANT}:
        options.insert(0, Option(OptionKind.KEEP_TOTALS, {"drop_totals": False}))
    if request.kind in ("auto", "features"):
        edges = find_edge_columns(raw.columns)
        nodes = may_join(raw.columns) if edges is None else edges.nodes
        if nodes is not None:
            as_edges = Option(OptionKind.EDGES, {"kind": "edges"}, count=len(nodes.names))
            options.insert(0 if edges is not None and edges.is_certain else len(options), as_edges)
    if (width := _words_in_each(raw)) > 1:
        options.append(Option(OptionKind.DELIMITER, {"delimiter": " "}, count=width))
    return replace(error, options=tuple(options))


def _words_in_each(raw: RawTable) -> int:
    """Return how many words each row of a text of one column has; 0 where rows differ, or hold no column of numbers."""
    if raw.choices.format != "text" or raw.choices.form or raw.choices.delimiter or len(raw.columns) != 1:
        return 0
    rows = [cell.split() for cell in raw.columns[0].text()[:_COMPARED]]
    if len(set(map(len, rows))) != 1:
        return 0
    has_numbers = any(all(parse_number(word) is not None for word in words) for words in zip(*rows, strict=True))
    return len(rows[0]) if has_numbers else 0


def _settle_pairs(raw: RawTable, request: ColumnRequest, log: Log) -> Table:
    """Return the table of a sparse similarity, whose points have no columns."""
    assert raw.pairs is not None
    matrix, names = raw.pairs
    if matrix.nnz == np.count_nonzero(matrix.diagonal()):
        raise TableError(Problem.NOTHING_SIMILAR, value=matrix.shape[0])
    apply_request([], request, raw.choices.decimal or ".", MissingInColumns(), log)
    label_name, labels = _labels(raw, [], request, log)
    log.note(NoteKind.SPARSE, count=matrix.nnz, total=matrix.shape[0])
    log.note(NoteKind.RESULT, shape=matrix.shape, values=["similarity"])
    return Table(
        X=matrix,
        feature_names=names,
        labels=labels,
        label_name=label_name,
        report=log.report,
        row_numbers=raw.row_numbers,
        columns=[],
        choices=replace(raw.choices, label_column=label_name, missing=_policy(request)),
        kind="similarity",
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
    earlier = find_earlier_results(columns) if request.label_column == AUTO else {}
    free = [column for column in columns if earlier.get(column, "cluster") == "cluster"]
    column = choose_label(free, len(raw.row_numbers), request.label_column, log)
    return (None, None) if column is None else (column.name, label_array(column, log))


def _with_open_diagonal(raw: RawTable, decimal: str, missing: MissingInColumns) -> RawTable:
    emptied = without_marks(raw)
    if emptied is not raw:
        first, *others = emptied.columns
        emptied.columns = [first, *(as_numbers(column, decimal, missing[column.name]) for column in others)]
    return emptied


def _names_of_points(raw: RawTable, columns: list[TypedColumn], used: list[TypedColumn]) -> list[str]:
    """Return the names of the columns of a matrix; where the file has none, the words that name its rows."""
    names = [column.name for column in used]
    if raw.header or len(used) != len(raw.row_numbers):
        return names
    beside = [column for column in columns if column.type == "text" and column.n_distinct == len(used)]
    cells = [cell.strip() for cell in beside[-1].raw.text()] if beside else [""]
    return cells if all(cells) else names


def _as_matrix(
    raw: RawTable, columns: list[TypedColumn], request: ColumnRequest, log: Log
) -> tuple[Kind, FloatArray, list[str]] | None:
    """Return the kind, the entries and the names of a similarity or distance matrix; None for features."""
    if request.kind == "features":
        return None
    n_rows = len(raw.row_numbers)
    used = [column for column in columns if column.role == "feature" and column.type == "number"]
    refuse_without_a_row([column.raw for column in columns], [column.raw for column in used], raw.row_numbers)
    if used and (used[0].raw.is_index or (len(used) == n_rows + 1 and is_row_number(used[0]))):
        used = used[1:]  # without the column of row names
    # A column of a triangle may be empty.
    wide = [column for column in columns if column in used or (column.type == "empty" and column.role == "feature")]
    if len(used) < n_rows:
        used = wide
    used = columns_of_named_matrix(columns, wide, n_rows, request.keep) or used
    if request.kind == "auto" and len(used) != n_rows:
        return None
    names = _names_of_points(raw, columns, used)
    if len(used) == n_rows:
        refuse_shifted(names, [column.raw for column in columns if column.raw.is_index])
    A = np.column_stack([column.values for column in used if column.values is not None] or [np.empty((n_rows, 0))])
    found = propose_kind(A, log) if request.kind == "auto" else request.kind
    if found == "features":
        return None
    kind: Kind = "distance" if found in CORRELATIONS else found  # type: ignore[assignment]
    of_matrix = distances_of_correlations if found in CORRELATIONS else check_matrix
    X = of_matrix(A, found, names, request.symmetrize, log)
    for column in columns:
        if column.role == "feature" and column not in used:
            column.ignore(RoleReason.OUTSIDE_MATRIX)
            log.note(NoteKind.IGNORED, [column.name], reason=RoleReason.OUTSIDE_MATRIX)
    return kind, X, names
