"""Plates of wells, as readers write them: letters in the rows, numbers in the columns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product
from string import ascii_uppercase

import numpy as np

from rnse_core.tables.cell_types import MissingInColumns
from rnse_core.tables.column_names import unique_names
from rnse_core.tables.errors import TableError
from rnse_core.tables.frames import ColumnsOriginal, text_column
from rnse_core.tables.kinds import WELLS, NoteKind, OptionKind, Problem, QuestionKind
from rnse_core.tables.notes import Log
from rnse_core.tables.questions import Option, Question
from rnse_core.tables.raw_table import RawColumn, RawTable
from rnse_core.tables.stacked_tables import TABLE

# Columns of plates with 6 to 1536 wells, and their rows.
_SIZES = {3: 2, 4: 3, 6: 4, 8: 6, 12: 8, 24: 16, 48: 32}
_FEWEST_ROWS = 2


@dataclass(frozen=True)
class Plates:
    """Plates with the same wells, one below the other.

    Parameters
    ----------
    rows : list of str
        Letters of the rows of each.
    columns : list of RawColumn
        Its columns, from 1.
    titles : list of str
        The text above each plate; "value" for one without.
    """

    rows: list[str]
    columns: list[RawColumn]
    titles: list[str]

    @property
    def wells(self) -> list[str]:
        """Names of the wells, row by row."""
        return [f"{letter}{k}" for letter in self.rows for k in range(1, len(self.columns) + 1)]


def find_plates(columns: Sequence[RawColumn]) -> Plates | None:
    """Find plates: the first column holds letters from A on, the next ones are named by numbers from 1 on.

    Several plates have a further column that says which one a row is of.

    Parameters
    ----------
    columns : sequence of RawColumn

    Returns
    -------
    Plates or None
        None for any other table.
    """
    n_columns = 0
    while n_columns + 1 < len(columns) and columns[n_columns + 1].name.strip() == str(n_columns + 1):
        n_columns += 1
    wells = list(columns[1 : n_columns + 1])
    if n_columns not in _SIZES or columns[0].values is not None or any(column.values is None for column in wells):
        return None
    letters = [cell.strip().upper() for cell in columns[0].text()]
    n_plates = letters.count("A")
    if not n_plates or len(letters) % n_plates:
        return None
    n_rows = len(letters) // n_plates
    rows = [letter for letter, _ in zip(_letters(), range(n_rows), strict=False)]
    if not _FEWEST_ROWS <= n_rows <= _SIZES[n_columns] or letters != rows * n_plates:
        return None
    titles = ["value"]
    if n_plates > 1:
        of_plate = columns[-1].text()[::n_rows] if columns[-1].name == TABLE else []
        titles = of_plate if len(set(of_plate)) == n_plates else [f"plate {k}" for k in range(1, n_plates + 1)]
    return Plates(rows, wells, titles)


def _letters() -> Iterator[str]:
    yield from ascii_uppercase
    yield from map("".join, product("A", ascii_uppercase))


def ask_about_plates(found: Plates, log: Log) -> None:
    """Ask whether each well is a row; the rows stay as they are until then."""
    options = (
        Option(OptionKind.COLUMNS, {"kind": "features"}),
        Option(OptionKind.WELLS, {"kind": WELLS}, count=len(found.wells), total=len(found.titles)),
    )
    log.ask(Question(QuestionKind.PLATES, options, values=(len(found.titles),)))


def read_wells(raw: RawTable, missing: MissingInColumns, log: Log) -> RawTable:
    """Return a table with one row for each well, and one column for each plate.

    Raises
    ------
    TableError
        When there is no plate.
    """
    found = find_plates(raw.columns)
    if found is None:
        raise TableError(Problem.NOT_PLATES, options=(Option(OptionKind.COLUMNS, {"kind": "features"}),))
    by_row = list(zip(*(column.text() for column in found.columns), strict=True))
    n_rows = len(found.rows)
    cells = [[cell for row in by_row[k * n_rows : (k + 1) * n_rows] for cell in row] for k in range(len(found.titles))]
    others = [column.name for column in raw.columns[1 + len(found.columns) :] if column.name != TABLE]
    log.note(NoteKind.WELLS, others, count=len(found.wells), total=len(found.titles))
    names = unique_names(["well", *found.titles], log)
    decimal = raw.choices.decimal or "."
    columns = [
        text_column(name, j, column, missing[name], decimal)
        for j, (name, column) in enumerate(zip(names, [found.wells, *cells], strict=True))
    ]
    return replace(
        raw,
        columns=columns,
        row_numbers=np.arange(1, len(found.wells) + 1, dtype=np.int64),
        n_rows_read=len(found.wells),
        original=ColumnsOriginal(names, [found.wells, *cells]),
    )
