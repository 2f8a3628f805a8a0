"""Columns that are the sum or another statistic of others, such as a total to the right of the years."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import numpy as np

from rnse_core.tables.columns import TypedColumn
from rnse_core.tables.group_statistics import Statistic, is_close, named_statistic
from rnse_core.tables.kinds import NoteKind, OptionKind, QuestionKind
from rnse_core.tables.model import FloatArray
from rnse_core.tables.notes import Log
from rnse_core.tables.questions import Option, Question
from rnse_core.tables.role_reasons import RoleReason

# Rows that are compared first; in fewer of them a sum may come by chance.
_FIRST_ROWS = 40
_FEWEST_ROWS = 6
_MOST_COLUMNS = 300
_FEWEST_SUMMANDS = 2
_MOST_DECIMALS = 6
# Columns that a named statistic is looked for in.
_MOST_PARTS = 30
# A sum varies by so many times more than rounding may shift it.
_VARIES = 20
_LIKELY = 0.01


def ask_about_sums(columns: Sequence[TypedColumn], keep: Collection[str], log: Log) -> None:
    """Leave out columns that are the sum, or the mean, of neighbouring ones, and ask about them.

    Others, such as standard deviations, are found where their name says so too.

    Parameters
    ----------
    columns : sequence of TypedColumn
        They are changed.
    keep : collection of str
        Columns that the user wants to use.
    log : Log
    """
    used = [column for column in columns if column.role == "feature" and column.type == "number"]
    used = [column for column in used if not column.is_one_hot]
    if not _FEWEST_SUMMANDS < len(used) <= _MOST_COLUMNS:
        return
    values = [column.values for column in used if column.values is not None]
    named = [named_statistic(column.name) for column in used]
    found = [
        column
        for place, column in enumerate(used)
        if column.name not in keep and (_is_sum(values, place) or _is_named_statistic(values, named, place))
    ]
    # Of a sum and its parts each is the difference of the others; only what is a sum of columns that stay is left out.
    if not found or len(used) - len(found) < _FEWEST_SUMMANDS:
        return
    for column in found:
        column.ignore(RoleReason.SUM_OF_OTHERS)
    names = tuple(column.name for column in found)
    log.note(NoteKind.IGNORED, names, reason=RoleReason.SUM_OF_OTHERS)
    options = (Option(OptionKind.LEAVE_OUT_COLUMNS, {"ignore": names}), Option(OptionKind.KEEP, {"keep": names}))
    log.ask(Question(QuestionKind.SUM_COLUMNS, options, columns=names))


def _is_sum(values: Sequence[FloatArray], place: int) -> bool:
    """Return whether a column is the sum or the mean of the two or more next to it on one side, or of all others."""
    head = np.stack([column[:_FIRST_ROWS] for column in values])
    target = head[place]
    if np.isfinite(target).sum() < _FEWEST_ROWS:
        return False
    left, right = list(range(place - 1, -1, -1)), list(range(place + 1, len(values)))
    for parts in (left, right, left + right):
        if len(parts) < _FEWEST_SUMMANDS:
            continue
        sums = np.cumsum(head[parts], axis=0)
        counts = np.arange(1, len(parts) + 1)
        for divisors in (np.ones_like(counts), counts):
            off = np.abs(sums / divisors[:, None] - target)
            likely = np.nanmax(off, axis=1, initial=0.0) <= _LIKELY * np.nanmax(np.abs(head))
            for count in counts[likely & (counts >= _FEWEST_SUMMANDS)].tolist():
                if _holds_everywhere(values, place, parts[:count], int(divisors[count - 1])):
                    return True
    return False


def _is_named_statistic(values: Sequence[FloatArray], named: Sequence[Statistic | None], place: int) -> bool:
    """Return whether a column is the statistic that its name says of the columns before it, in its first rows.

    Other statistics of the same columns may stand between.
    """
    kind = named[place]
    if kind is None:
        return False
    end = place
    while end and named[end - 1] is not None:
        end -= 1
    start = end
    while start and named[start - 1] is None:
        start -= 1
    target = values[place][:_FIRST_ROWS]
    places = _decimals(target[np.isfinite(target)])
    for first in range(end - _FEWEST_SUMMANDS, max(start, end - _MOST_PARTS) - 1, -1):
        parts = np.stack([column[:_FIRST_ROWS] for column in values[first:end]], axis=1)
        complete = np.isfinite(target) & np.isfinite(parts).all(axis=1) & (np.ptp(parts, axis=1) > 0)
        rows = zip(target[complete].tolist(), parts[complete], strict=True)
        if complete.sum() >= _FEWEST_ROWS and all(is_close(kind, value, body, places) for value, body in rows):
            return True
    return False


def _holds_everywhere(values: Sequence[FloatArray], place: int, parts: Sequence[int], divisor: int) -> bool:
    total = np.zeros(len(values[place]))
    for part in parts:
        total = total + values[part]
    return _are_close(values[place], total / divisor, np.stack([values[part] for part in parts]), divisor)


def _are_close(target: FloatArray, sums: FloatArray, parts: FloatArray, divisor: int) -> bool:
    both = np.isfinite(target) & np.isfinite(sums)
    if both.sum() < _FEWEST_ROWS:
        return False
    target, sums, parts = target[both], sums[both], parts[:, both]
    step = 10.0 ** -_decimals(target)
    tolerance = 1e-9 * np.abs(sums) + (0.51 * step * (divisor > 1 or step < 1) * (1 if divisor > 1 else len(parts)))
    if (np.abs(target - sums) > tolerance).any():
        return False
    varied = sum(bool((part != part[0]).any()) for part in parts)
    return varied >= _FEWEST_SUMMANDS and bool(target.std() > _VARIES * float(np.max(tolerance)))


def _decimals(values: FloatArray) -> int:
    some = values[:_FIRST_ROWS]
    return next((d for d in range(_MOST_DECIMALS) if (np.round(some, d) == some).all()), _MOST_DECIMALS)
