"""Rows that hold totals of the others, as reports and spreadsheets have them below a table."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from rnse_core.tables.cell_types import STANDARD_MISSING
from rnse_core.tables.columns import TypedColumn
from rnse_core.tables.conversions import split_token
from rnse_core.tables.kinds import NoteKind, OptionKind, QuestionKind
from rnse_core.tables.model import FloatArray
from rnse_core.tables.notes import Log
from rnse_core.tables.questions import Option, Question

_WORDS = frozenset(
    {
        "total", "totals", "grand total", "sum", "sums", "subtotal", "all", "overall", "average", "mean", "gesamt",
        "summe", "insgesamt", "mittelwert", "durchschnitt", "total general", "suma", "somme", "moyenne", "totale",
        "somma", "totaal", "all rows", "column total", "sum total",
    }
)  # fmt: skip
_FEWEST_ROWS = 4
_CLOSE = 1e-3


def ask_about_totals(
    columns: Sequence[TypedColumn],
    row_numbers: npt.NDArray[np.int64],
    drop: bool | None,
    label_column: str | None,
    log: Log,
) -> npt.NDArray[np.bool_]:
    """Find rows of totals, ask about them, and return the mask of the rows that are left.

    A row is one by a word such as "Total" in a column of names, or as the last one by numbers that are the sums of
    those above them in every column and stand nowhere else in it.

    Parameters
    ----------
    columns : sequence of TypedColumn
    row_numbers : ndarray of shape (n_rows,) of int
        Numbers of the rows in the file.
    drop : bool or None
        What the user asked for; None leaves them out and asks.
    label_column : str or None
        What the user named as the column of classes; its words are classes and say nothing about totals.
    log : Log
    """
    n_rows = len(row_numbers)
    kept = np.ones(n_rows, dtype=bool)
    if n_rows < _FEWEST_ROWS or drop is False:
        return kept
    kept[_found([column for column in columns if column.name != label_column], n_rows)] = False
    if kept.all():
        return kept
    count = int(np.count_nonzero(~kept))
    log.note(NoteKind.TOTAL_ROWS, count=count, places=row_numbers[~kept])
    if drop is None:
        options = (
            Option(OptionKind.DROP_TOTALS, {"drop_totals": True}, count=count),
            Option(OptionKind.KEEP_TOTALS, {"drop_totals": False}),
        )
        log.ask(Question(QuestionKind.TOTAL_ROWS, options))
    return kept


def _found(columns: Sequence[TypedColumn], n_rows: int) -> list[int]:
    rows: set[int] = set()
    for column in columns:
        if column.type != "text" or not any(_is_word(level) for level in column.levels):
            continue
        named = [k for k, cell in enumerate(column.raw.text()) if _is_word(cell)]
        # Among the values of a class "all" may be one; names of rows differ.
        if len(named) < n_rows / 4 and (column.n_distinct > n_rows / 2 or named == [n_rows - 1]):
            rows.update(named)
    values = [column.values for column in columns if column.type == "number" and column.values is not None]
    if not rows and len(values) >= 2 and all(map(_ends_in_total, values)):
        rows.add(n_rows - 1)
    return sorted(row for row in rows if _holds_number(columns, row))


def _holds_number(columns: Sequence[TypedColumn], row: int) -> bool:
    """Return whether a row has a number in it; a second row of names may have a column "Total" too."""
    return any(split_token(column.raw.text()[row]) is not None for column in columns if column.type != "empty")


def _is_word(cell: str) -> bool:
    return cell.strip().casefold().rstrip(":") in _WORDS and cell not in STANDARD_MISSING


def _ends_in_total(values: FloatArray) -> bool:
    others, last = values[:-1], values[-1]
    others = others[np.isfinite(others)]
    if not len(others) or not np.isfinite(last) or (others == others[0]).all() or (others == last).any():
        return False
    with np.errstate(over="ignore"):
        total = float(others.sum())
    return bool(np.isfinite(total) and total != 0 and abs(last - total) <= _CLOSE * abs(total))
