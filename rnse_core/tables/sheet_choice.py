"""Tell a sheet with a table from one of notes, such as a README or a list of settings."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TypeVar

from rnse_core.tables.cell_types import parse_number
from rnse_core.tables.errors import TableError
from rnse_core.tables.kinds import OptionKind
from rnse_core.tables.questions import Option

_FEWEST_ROWS = 3
_FEWEST_PAIRS = 5
_MOSTLY = 0.8
_COMPARED = 500
_MOST_SHEETS = 10
_T = TypeVar("_T")


def holds_table(rows: Sequence[Sequence[str]]) -> bool:
    """Return whether some rows of a sheet have numbers below each other, beside other cells.

    Two columns are a table where nearly all rows below the first one have a number at the same place; else they are
    settings.

    Parameters
    ----------
    rows : sequence of sequence of str
        The cells of a sheet.
    """
    filled = [[j for j, cell in enumerate(row) if cell.strip()] for row in rows[:_COMPARED]]
    several = [row for row, places in zip(rows, filled, strict=False) if len(places) > 1]
    if not several:
        return False
    width = max(map(len, several))
    counts = [sum(j < len(row) and parse_number(row[j]) is not None for row in several) for j in range(width)]
    if max(sum(bool(cell.strip()) for cell in row) for row in several) > 2:
        return len(several) >= _FEWEST_ROWS and max(counts) >= _FEWEST_ROWS - 1
    below = several[1:]
    are_pairs_of_numbers = len(below) > 1 and min(counts) >= len(below)
    return are_pairs_of_numbers or (len(below) >= _FEWEST_PAIRS and max(counts) >= _MOSTLY * len(below))


def offering_others(read: Callable[[], _T], sheet: str | None, sheets: Sequence[str]) -> _T:
    """Return what a step of the reading returns; where it raises without a way out, offer the other sheets.

    Parameters
    ----------
    read : callable
    sheet : str or None
        The sheet that is read.
    sheets : sequence of str
        All sheets; none where the file is no workbook.
    """
    try:
        return read()
    except TableError as error:
        others = [one for one in sheets if one != sheet][:_MOST_SHEETS]
        if error.options or not others:
            raise
        raise replace(error, options=tuple(Option(OptionKind.SHEET, {"sheet": one}) for one in others)) from None
