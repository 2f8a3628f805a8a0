"""Columns of fixed width that touch each other: lines of digits, in which nothing says where a column ends."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from rnse_core.tables.errors import TableError
from rnse_core.tables.kinds import OptionKind, Problem
from rnse_core.tables.questions import Option
from rnse_core.tables.raw_table import RawColumn

# Digits of a line from which on they are taken for several columns.
_FEWEST_DIGITS = 6
_FEWEST_ROWS = 5


def refuse_tight_columns(columns: Sequence[RawColumn], keep: Collection[str]) -> None:
    """Raise TableError where lines of digits, as many in each, are all there is, and some begin with a zero.

    Parameters
    ----------
    columns : sequence of RawColumn
        Of a text.
    keep : collection of str
        Columns that the user wants to use as they are.

    Raises
    ------
    TableError
    """
    if len(columns) != 1 or columns[0].name in keep:
        return
    cells = [cell.strip() for cell in columns[0].text()]
    lengths = {len(cell) for cell in cells}
    if len(cells) < _FEWEST_ROWS or len(lengths) > 1 or min(lengths) < _FEWEST_DIGITS:
        return
    if all(map(str.isdecimal, cells)) and any(cell.startswith("0") for cell in cells):
        options = (Option(OptionKind.KEEP, {"keep": (columns[0].name,)}),)
        raise TableError(Problem.TIGHT_COLUMNS, value=lengths.pop(), options=options)
