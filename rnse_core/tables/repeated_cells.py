"""Columns of groups whose name stands in the first row of each group only, as pivot tables and merged cells have it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from rnse_core.tables.columns import TypedColumn, is_row_number
from rnse_core.tables.kinds import NoteKind, OptionKind, QuestionKind
from rnse_core.tables.notes import Log
from rnse_core.tables.present_values import present_values
from rnse_core.tables.questions import Option, Question
from rnse_core.tables.raw_table import RawColumn, RawTable

_FEWEST_ROWS = 6
_FEWEST_GROUPS = 2
# Share of empty cells, and of names with an empty cell below them.
_MOSTLY_EMPTY = 0.4
_MOSTLY = 0.8


def fill_down(raw: RawTable, name: str, log: Log) -> RawColumn:
    """Return a column with the cell above in each empty one; rows that were not read count as well.

    Parameters
    ----------
    raw : RawTable
    name : str
        Of the column.
    log : Log
    """
    (column,) = (column for column in raw.columns if column.name == name)
    before = column.text()
    after = _of_all_rows(raw, name) or _filled(before)
    n_filled = sum(1 for one, other in zip(before, after, strict=True) if one != other)
    log.note(NoteKind.FILLED_DOWN, [name], count=n_filled)
    if column.values is None:
        return replace(column, counts=Counter(after), text=lambda: after)
    number_of = dict(zip(map(str.strip, before), column.values.tolist(), strict=True))
    values = np.array([number_of.get(cell.strip(), _plain(cell)) for cell in after], dtype=np.float64)
    counts = Counter(cell for cell, value in zip(after, values.tolist(), strict=True) if np.isnan(value))
    return replace(column, values=values, counts=counts, text=lambda: after)


def _plain(cell: str) -> float:
    try:
        return float(cell)
    except ValueError:
        return np.nan


def _of_all_rows(raw: RawTable, name: str) -> list[str]:
    """Return the cells of the rows that were read, filled from all rows of the file; empty for a table made of it."""
    header = raw.original.header
    if header != [column.name for column in raw.columns]:
        return []
    place = header.index(name)
    wanted = set(raw.row_numbers.tolist())
    cells, last = [], ""
    for number, row in raw.original.records():
        if place < len(row) and row[place].strip():
            last = row[place]
        if number in wanted:
            cells.append(last)
    return cells if len(cells) == len(raw.row_numbers) else []


def _filled(cells: Sequence[str]) -> list[str]:
    filled, last = [], ""
    for cell in cells:
        last = cell if cell.strip() else last
        filled.append(last)
    return filled


def ask_about_repeated_cells(columns: Sequence[TypedColumn], answered: Collection[str], log: Log) -> None:
    """Ask whether empty cells repeat the name above, in the columns of words to the left of the measurements.

    Parameters
    ----------
    columns : sequence of TypedColumn
        In the order of the file.
    answered : collection of str
        Columns that the user has said something about.
    log : Log
    """
    found = []
    for column in columns:
        if column.type == "number" and not is_row_number(column) and not _begin_groups(column):
            break
        if column.name not in answered and _begin_groups(column):
            found.append(column.name)
    if found:
        names = tuple(found)
        options = (Option(OptionKind.LEAVE_EMPTY), Option(OptionKind.FILL_DOWN, {"fill_down": names}))
        log.ask(Question(QuestionKind.REPEATED_CELLS, options, columns=names))


def _begin_groups(column: TypedColumn) -> bool:
    """Return whether the cells are empty but for the first row of each of several groups."""
    n_empty = column.missing_tokens.get("", 0)
    if column.n_distinct < _FEWEST_GROUPS or not n_empty:
        return False
    if column.type not in ("text", "boolean", "number"):
        return False
    if column.type == "number":
        assert column.values is not None
        empty = np.isnan(column.values)
    else:
        empty = np.array([not cell.strip() for cell in column.raw.text()])
    if len(empty) < _FEWEST_ROWS or empty[0] or n_empty < _MOSTLY_EMPTY * len(empty):
        return False
    starts = np.flatnonzero(~empty[:-1])
    followed = empty[starts + 1]
    if column.type == "number":
        return bool(followed.all()) and _rise(column.values)
    return bool(followed.mean() >= _MOSTLY)


def _rise(values: npt.NDArray[np.float64] | None) -> bool:
    """Return whether numbers, such as years, are whole and rise or fall from group to group."""
    assert values is not None
    present = present_values(values)
    steps = np.diff(present)
    is_monotone = bool((steps > 0).all() or (steps < 0).all())
    return len(present) >= _FEWEST_GROUPS and is_monotone and bool((present == np.floor(present)).all())
