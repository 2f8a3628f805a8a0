"""Names of columns that stand again between the rows: on every page of a listing, or above each of several tables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

import numpy as np
import numpy.typing as npt

from rnse_core.tables.cell_types import MissingInColumns, parse_number
from rnse_core.tables.column_names import unique_names
from rnse_core.tables.columns import as_numbers
from rnse_core.tables.kinds import NoteKind
from rnse_core.tables.model import Original
from rnse_core.tables.notes import Log
from rnse_core.tables.raw_table import RawColumn, RawTable

#: Name of the column that says which table a row is of.
TABLE = "table"


@dataclass(frozen=True)
class StackedOriginal:
    """The cells of a file, with the table that each row is of.

    Parameters
    ----------
    inner : Original
        The cells of the file.
    name : str
        Name of the further column.
    tables : list of str
        Its cell of each data row of the file.
    """

    inner: Original
    name: str
    tables: list[str] = field(repr=False)

    @property
    def header(self) -> list[str]:
        """Names of the columns, and of the further one."""
        return [*self.inner.header, self.name]

    def records(self) -> Iterator[tuple[int, list[str]]]:
        """Yield the number of each data row and its cells."""
        for (number, cells), table in zip(self.inner.records(), self.tables, strict=True):
            yield number, [*cells, table]


def without_repeated_headers(raw: RawTable, missing: MissingInColumns, log: Log) -> RawTable:
    """Leave out rows that repeat the names of the columns; headings above them become a column of their own.

    Parameters
    ----------
    raw : RawTable
    missing : MissingInColumns
        What means "no value" in each column.
    log : Log
        Gets a note of each.

    Returns
    -------
    RawTable
        The one given where no row repeats the names.
    """
    n_rows = len(raw.row_numbers)
    repeats = np.ones(n_rows, dtype=bool)
    # Words first: in most tables they tell at once that no row repeats the names.
    pairs = sorted(zip(raw.columns, raw.header, strict=True), key=lambda pair: parse_number(pair[1] or "0") is not None)
    for column, name in pairs:
        is_word = bool(name) and parse_number(name) is None
        if is_word and (column.values is not None or name not in map(str.strip, column.counts)):
            return raw
        repeats &= np.array([cell.strip() == name for cell in column.text()], dtype=bool)
        if not repeats.any():
            return raw
    headings = _headings(raw, repeats)
    kept = ~repeats
    kept[list(headings)] = False
    log.note(NoteKind.REPEATED_HEADER, count=int(repeats.sum()))
    decimal = raw.choices.decimal or "."
    left = raw.rows(kept)
    left.columns = [as_numbers(column, decimal, missing[column.name]) for column in left.columns]
    return _with_tables(raw, left, headings, kept, log) if headings else left


def _headings(raw: RawTable, repeats: npt.NDArray[np.bool_]) -> dict[int, str]:
    """Return the rows right above the repeated names of which only the first cell is filled, with its text."""
    cells = [column.text() for column in raw.columns]
    found = {}
    for row in (np.flatnonzero(repeats) - 1).tolist():
        if row >= 0 and cells[0][row].strip() and not any(column[row].strip() for column in cells[1:]):
            found[row] = cells[0][row].strip()
    return found


def _with_tables(
    raw: RawTable, left: RawTable, headings: dict[int, str], kept: npt.NDArray[np.bool_], log: Log
) -> RawTable:
    titles = [note.values[-1] for note in log.report if note.kind is NoteKind.TITLE_ROWS]
    table = titles[-1] if titles else f"{TABLE} 1"
    tables = []
    for row in range(len(kept)):
        table = headings.get(row, table)
        tables.append(table)
    name = unique_names([*(column.name for column in raw.columns), TABLE], Log())[-1]
    cells = [table for table, is_kept in zip(tables, kept, strict=True) if is_kept]
    column = RawColumn(name, len(raw.columns), None, Counter(cells), lambda: cells)
    by_number = ["" for _ in range(raw.n_rows_read)]
    for number, table in zip(raw.row_numbers.tolist(), tables, strict=True):
        by_number[number - 1] = table
    log.note(NoteKind.STACKED_TABLES, [name], count=len(headings) + 1, values=dict.fromkeys(cells))
    return replace(left, columns=[*left.columns, column], original=StackedOriginal(raw.original, name, by_number))
