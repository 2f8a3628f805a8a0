"""Columns of ticks, where a cell holds a sign or nothing, and of pluses and minuses, as 1 and 0."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np

from rnse_core.tables.columns import TypedColumn
from rnse_core.tables.errors import TableError
from rnse_core.tables.kinds import NoteKind, OptionKind, Problem, QuestionKind
from rnse_core.tables.notes import Log
from rnse_core.tables.questions import Option, Question
from rnse_core.tables.role_reasons import RoleReason

# Signs that a tick is written as, which stand for the same, and words; and what stands where there is none.
_SIGNS = frozenset({"x", "\u2713", "\u2714", "\u2611", "\u2705", "\u2022", "\u25cf"})
_TICKS = _SIGNS | {
    "+", "*", "v", "1", "yes", "y", "true", "t", "ja", "j", "oui", "o", "s\u00ed", "s\u00ec", "si", "sim", "tak", "on",
    "checked", "selected", "ticked", "present",
}  # fmt: skip
_NONE = frozenset({"", "-", "--", "."})
_TEXT_REASONS = (RoleReason.TEXT, RoleReason.DISTINCT_TEXT)


def is_ticked(column: TypedColumn) -> bool:
    """Return whether a column holds one value or nothing, or several ways to write a tick; a minus is nothing."""
    if not column.n_missing or not set(column.missing_tokens) <= _NONE:
        return False
    if column.n_distinct == 1:
        return True
    words = {level.casefold() for level in column.levels}
    return column.values is None and bool(words) and (len(words) == 1 or words <= _SIGNS)


def are_signs(column: TypedColumn) -> bool:
    """Return whether a column holds a plus or a minus, and nothing else but missing cells."""
    return column.values is None and len(column.levels) == 2 and sorted(column.levels) == ["+", "-"]


def may_be_ticks(column: TypedColumn) -> bool:
    """Return whether a column holds ticks, or pluses and minuses, and no other words."""
    return are_signs(column) or is_ticked(column)


def encode_ticks(column: TypedColumn, log: Log) -> None:
    """Read a column of ticks as 1, and 0 where there is none; of pluses and minuses a plus is 1 and a minus 0.

    Raises
    ------
    TableError
        When it holds anything but ticks and empty cells, or pluses and minuses.
    """
    if are_signs(column):
        worth = {"+": 1.0, "-": 0.0}
        column.values = np.array([worth.get(cell.strip(), np.nan) for cell in column.raw.text()])
        column.type, column.reason, column.levels = "boolean", RoleReason.TICKS, ["-", "+"]
        log.note(NoteKind.TICKS, [column.name], values=["+", "-"])
        return
    if not is_ticked(column):
        raise TableError(Problem.NOT_TICKS, column=column.name, value=column.n_distinct)
    cells = [cell.strip() for cell in column.raw.text()]
    tick = next(cell for cell in cells if cell not in _NONE)
    nothing = [token for token in column.missing_tokens if token]
    column.values = np.array([float(cell not in _NONE) for cell in cells])
    column.type, column.reason, column.levels = "boolean", RoleReason.TICKS, ["", tick]
    column.n_distinct, column.missing_tokens = 2, {}
    log.note(NoteKind.TICKS, [column.name], values=[tick, *nothing])


def ask_about_ticks(columns: Sequence[TypedColumn], log: Log) -> None:
    """Ask about columns of ticks, or of pluses and minuses, that were left out.

    One word that is no usual tick, such as a currency, is not asked about where other columns are empty in the same
    rows, or only one row is.
    """
    found = [column for column in columns if _is_left_out(column)]
    unsure = [column for column in found if not are_signs(column) and not _is_usual(column)]
    shared: Counter[bytes] = Counter()
    if unsure:
        shared.update(_empty(column) for column in columns if column.missing_tokens.get(""))
    ticked = tuple(
        column.name for column in found if column not in unsure or (column.n_missing > 1 and shared[_empty(column)] < 2)
    )
    if ticked:
        ticks = Option(OptionKind.TICKS, {"ticks": ticked}, count=len(ticked))
        log.ask(Question(QuestionKind.TICKS, (Option(OptionKind.LEAVE_OUT), ticks), columns=ticked))


def _is_left_out(column: TypedColumn) -> bool:
    if column.role != "ignored":
        return False
    return (column.reason in (RoleReason.CONSTANT, *_TEXT_REASONS) and is_ticked(column)) or (
        column.reason in _TEXT_REASONS and are_signs(column)
    )


def _is_usual(column: TypedColumn) -> bool:
    """Return whether what a column holds is a usual tick, or its own name, as surveys export what was ticked."""
    levels = column.levels if column.values is None else column.examples()
    words = {level.casefold() for level in levels}
    return words <= _TICKS or words == {column.name.casefold()}


def _empty(column: TypedColumn) -> bytes:
    """Return which rows of a column are empty, as a key; of numbers, whose text is not kept, which are missing."""
    if column.values is not None:
        return np.isnan(column.values).tobytes()
    return bytes(not cell.strip() for cell in column.raw.text())
