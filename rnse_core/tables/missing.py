"""Missing values: count them, and leave out their rows or fill them in."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from rnse_core.tables.columns import TypedColumn
from rnse_core.tables.errors import TableError
from rnse_core.tables.kinds import NoteKind, OptionKind, Problem, QuestionKind
from rnse_core.tables.model import FloatArray
from rnse_core.tables.notes import Log
from rnse_core.tables.questions import Option, Question

POLICIES = ("drop", "median", "most_frequent")
# Columns that get a note each.
_MOST_NOTED = 8
# From this share of missing cells on, leaving out the column is offered; at most so many columns are.
_HEAVY = 0.3
_MOST_HEAVY = 3


def note_missing(columns: Sequence[TypedColumn], log: Log) -> None:
    """Note the missing cells of each column in use."""
    affected = [column for column in columns if column.n_missing]
    for column in affected[:_MOST_NOTED]:
        tokens = sorted(column.missing_tokens.items(), key=lambda item: -item[1])
        log.note(NoteKind.MISSING_CELLS, [column.name], count=column.n_missing, values=tokens)
    rest = affected[_MOST_NOTED:]
    if rest:
        total = sum(column.n_missing for column in rest)
        log.note(NoteKind.MORE_MISSING_CELLS, [column.name for column in rest], count=total)


def complete_rows(
    columns: Sequence[TypedColumn], row_numbers: npt.NDArray[np.int64], log: Log
) -> npt.NDArray[np.bool_]:
    """Return the mask of rows without missing values; note which ones are left out, and ask.

    Raises
    ------
    TableError
        When fewer than two rows are complete.
    """
    n_rows = len(row_numbers)
    keep = np.ones(n_rows, dtype=bool)
    for column in columns:
        if column.n_missing and column.values is not None:
            keep &= ~np.isnan(column.values)
    left_out = row_numbers[~keep]
    heavy = [column for column in columns if column.n_missing >= _HEAVY * n_rows]
    others = (
        Option(OptionKind.FILL, {"missing": "median"}),
        Option(OptionKind.FILL, {"missing": "most_frequent"}),
        *(
            Option(OptionKind.IGNORE, {"ignore": (column.name,)}, count=column.n_missing, total=n_rows)
            for column in heavy[:_MOST_HEAVY]
        ),
    )
    if keep.sum() < 2:
        worst = max(columns, key=lambda column: column.n_missing)
        raise TableError(Problem.TOO_FEW_COMPLETE_ROWS, column=worst.name, count=int(keep.sum()), options=others)
    if left_out.size:
        log.note(NoteKind.INCOMPLETE_ROWS, count=len(left_out), places=left_out)
        drop = Option(OptionKind.DROP_INCOMPLETE_ROWS, {"missing": "drop"}, count=len(left_out))
        log.ask(Question(QuestionKind.MISSING_VALUES, (drop, *others)))
    return keep


def fill(values: FloatArray, policy: str) -> tuple[FloatArray, float]:
    """Fill missing values with the median or the most frequent value (the smallest of equals).

    Returns
    -------
    values : ndarray
        A filled copy.
    value : float
        The value filled in.
    """
    present = values[~np.isnan(values)]
    if policy == "median":
        middle = np.sort(present)
        low, high = float(middle[(len(middle) - 1) // 2]), float(middle[len(middle) // 2])
        value = low if low == high else low / 2 + high / 2  # halved first: the sum of two huge values overflows
    else:
        distinct, counts = np.unique(present, return_counts=True)
        value = float(distinct[np.argmax(counts)])
    return np.where(np.isnan(values), value, values), value
