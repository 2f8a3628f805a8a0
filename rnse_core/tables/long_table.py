"""Long tables: one row for each value, which says what it is a value of; spread, they have one row for each point."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from rnse_core.tables.cell_types import MissingInColumns
from rnse_core.tables.column_names import unique_names
from rnse_core.tables.errors import TableError, too_many_rows
from rnse_core.tables.frames import ColumnsOriginal, text_column
from rnse_core.tables.kinds import NoteKind, OptionKind, Problem, QuestionKind
from rnse_core.tables.model import Limits
from rnse_core.tables.notes import Log
from rnse_core.tables.questions import Option, Question
from rnse_core.tables.raw_table import RawColumn, RawTable

#: The keyword ``kind`` of such a table.
LONG = "long"
_VARIABLES = frozenset(
    {
        "variable", "var", "variables", "metric", "measure", "measurement", "measurement type", "parameter", "param",
        "attribute", "indicator", "indicator name", "indicator code", "feature", "property", "characteristic", "item",
        "question", "test", "analyte", "gene", "sensor", "channel", "key", "merkmal", "kennzahl", "messgröße", "größe",
        "grandeur", "mesure", "element", "stat", "statistic", "series", "signal", "variable name",
    }
)  # fmt: skip
_VALUES = frozenset(
    {
        "value", "values", "val", "wert", "werte", "valeur", "valor", "valore", "result", "reading", "measurement",
        "amount", "score", "answer", "response", "obs value", "messwert", "measure", "level", "expression",
    }
)  # fmt: skip
_FEWEST_POINTS = 4
# Share of the cells of the spread table that are filled.
_LEAST_FILLED = 0.5
_MOST_IDS = 5


@dataclass(frozen=True)
class LongColumns:
    """The columns of a long table, by their places.

    Parameters
    ----------
    ids : tuple of int
        What a value is of; together they name a row of the spread table.
    variable, value : int
    is_named : bool
        Whether the names of the columns say so.
    """

    ids: tuple[int, ...]
    variable: int
    value: int
    is_named: bool


def long_columns(columns: Sequence[RawColumn]) -> LongColumns | None:
    """Find the columns of a long table; None for a table of another form.

    The values are numbers; of the other columns one says what is measured, and no point has the same twice. Without
    names that say so the table has three columns, of which the two others repeat.

    Parameters
    ----------
    columns : sequence of RawColumn
    """
    used = [j for j, column in enumerate(columns) if not column.is_index]
    if not 3 <= len(used) <= _MOST_IDS + 2:
        return None
    names = {j: columns[j].name.casefold().replace("_", " ").replace(".", " ").strip() for j in used}
    numeric = [j for j in used if columns[j].values is not None]
    values = [j for j in numeric if names[j] in _VALUES] or numeric[-1:]
    variables = [j for j in used if names[j] in _VARIABLES and j not in values]
    if not values:
        return None
    value = values[-1]
    is_named = bool(variables) and names[value] in _VALUES
    if not variables:
        others = [j for j in used if j != value and columns[j].values is None]
        if len(used) != 3 or len(others) != 2:
            return None
        variables = [min(others, key=lambda j: len(columns[j].counts))]
    variable = variables[0]
    ids = tuple(j for j in used if j not in (variable, value))
    if any(j in numeric and j != value and names[j] not in _IDS for j in ids) and not is_named:
        return None
    found = LongColumns(ids, variable, value, is_named)
    return found if _is_long(columns, found) else None


_IDS = frozenset({"id", "subject", "subject id", "sample", "patient", "case", "person", "year", "unit", "row"})


def _is_long(columns: Sequence[RawColumn], found: LongColumns) -> bool:
    points, kinds = _points(columns, found), columns[found.variable].text()
    n_rows, n_points, n_kinds = len(kinds), len(set(points)), len(set(kinds))
    if n_points < _FEWEST_POINTS or not 2 <= n_kinds < n_rows / 2 or n_points > n_rows / 1.5:
        return False
    if n_rows < _LEAST_FILLED * n_points * n_kinds or (n_kinds > n_points and not found.is_named):
        return False
    return len(set(zip(points, kinds, strict=True))) == n_rows


def _points(columns: Sequence[RawColumn], found: LongColumns) -> list[tuple[str, ...]]:
    return list(zip(*(map(str.strip, columns[j].text()) for j in found.ids), strict=True))


def ask_about_long(columns: Sequence[RawColumn], found: LongColumns, log: Log, *, spread: bool) -> None:
    """Ask whether a table is long; the first answer is what was done."""
    n_points, n_kinds = len(set(_points(columns, found))), len(set(columns[found.variable].text()))
    options = [
        Option(OptionKind.SPREAD, {"kind": LONG}, count=n_points, total=n_kinds),
        Option(OptionKind.COLUMNS, {"kind": "features"}),
    ]
    names = tuple(columns[j].name for j in (found.ids[0], found.variable))
    log.ask(Question(QuestionKind.LONG_TABLE, tuple(options if spread else options[::-1]), columns=names))


def spread_table(raw: RawTable, missing: MissingInColumns, limits: Limits, log: Log) -> RawTable:
    """Return a long table with one row for each point, and one column for each thing that was measured.

    Raises
    ------
    TableError
        When it is no long table, or too large once spread.
    """
    found = long_columns(raw.columns)
    if found is None:
        raise TableError(Problem.NOT_LONG, options=(Option(OptionKind.COLUMNS, {"kind": "features"}),))
    points, kinds = _points(raw.columns, found), [cell.strip() for cell in raw.columns[found.variable].text()]
    rows = {point: k for k, point in enumerate(dict.fromkeys(points))}
    places = {kind: k for k, kind in enumerate(dict.fromkeys(kinds))}
    width = len(found.ids) + len(places)
    if len(rows) > limits.most_rows(width) or width > limits.max_columns:
        raise too_many_rows(limits, width, n_rows=len(rows))
    cells = [[""] * len(rows) for _ in places]
    for point, kind, cell in zip(points, kinds, raw.columns[found.value].text(), strict=True):
        cells[places[kind]][rows[point]] = cell
    ids = [[point[j] for point in rows] for j in range(len(found.ids))]
    log.note(
        NoteKind.SPREAD,
        [raw.columns[found.ids[0]].name, raw.columns[found.variable].name],
        count=len(points),
        total=len(rows),
    )
    names = unique_names([*(raw.columns[j].name for j in found.ids), *places], log)
    decimal = raw.choices.decimal or "."
    columns = [
        text_column(name, j, column, missing[name], decimal)
        for j, (name, column) in enumerate(zip(names, [*ids, *cells], strict=True))
    ]
    return replace(
        raw,
        columns=columns,
        row_numbers=np.arange(1, len(rows) + 1, dtype=np.int64),
        n_rows_read=len(rows),
        original=ColumnsOriginal(names, [*ids, *cells]),
    )
