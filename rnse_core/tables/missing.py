"""Missing values: count them, and leave out their rows or fill them in."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations

import numpy as np
import numpy.typing as npt

from rnse_core.tables.columns import TypedColumn
from rnse_core.tables.errors import TableError
from rnse_core.tables.kinds import NoteKind, OptionKind, Problem, QuestionKind
from rnse_core.tables.model import FloatArray
from rnse_core.tables.notes import Log
from rnse_core.tables.questions import Option, Question

POLICIES = ("drop", "median", "most_frequent", "neighbours", "zero")
_NEIGHBOURS = 5
# Products of two rows that filling in from the nearest rows may take: about a minute.
_MOST_WORK = 20_000_000_000
# Columns that get a note each.
_MOST_NOTED = 8
# From this share of missing cells on, leaving out the column is offered; at most so many columns are.
_HEAVY = 0.3
_MOST_HEAVY = 3
# Fewer rows are not left without being asked for.
_LEAST_LEFT = 0.25
# In a table of fewer rows most of them may be left out without being asked for.
_FEW_ROWS = 10
# Where fewer rows than this are complete, columns are named without which so many are.
_WANTED = 0.5
# Of so many columns with missing values it is looked whether two complete each other, as debit and credit do.
_MOST_PAIRED = 50


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
    columns: Sequence[TypedColumn], row_numbers: npt.NDArray[np.int64], log: Log, *, most_may_go: bool
) -> npt.NDArray[np.bool_]:
    """Return the mask of rows without missing values; note which ones are left out, and ask.

    Raises
    ------
    TableError
        When fewer than two rows are complete, or fewer than a quarter of them and nobody asked to leave out the others
        (`most_may_go`).
    """
    n_rows = len(row_numbers)
    missing = {
        column.name: np.isnan(column.values) for column in columns if column.n_missing and column.values is not None
    }
    keep = ~_union(missing.values(), n_rows)
    left_out = row_numbers[~keep]
    # A row without any value is no row that lost one.
    n_filled = n_rows - (int(np.all(list(missing.values()), axis=0).sum()) if len(missing) == len(columns) else 0)
    others = (*_fills(list(missing.values())), *_without_columns(columns, missing, int(_WANTED * n_filled)))
    if keep.sum() < 2:
        worst = max(columns, key=lambda column: column.n_missing)
        raise TableError(Problem.TOO_FEW_COMPLETE_ROWS, column=worst.name, count=int(keep.sum()), options=others)
    drop = Option(OptionKind.DROP_INCOMPLETE_ROWS, {"missing": "drop"}, count=len(left_out))
    if keep.sum() < _LEAST_LEFT * n_filled and n_rows >= _FEW_ROWS and not most_may_go:
        raise TableError(Problem.MOST_ROWS_INCOMPLETE, count=int(keep.sum()), bound=n_rows, options=(*others, drop))
    if left_out.size:
        log.note(NoteKind.INCOMPLETE_ROWS, count=len(left_out), places=left_out)
        log.ask(Question(QuestionKind.MISSING_VALUES, (drop, *others)))
    return keep


def _union(masks: Iterable[npt.NDArray[np.bool_]], n_rows: int) -> npt.NDArray[np.bool_]:
    united = np.zeros(n_rows, dtype=bool)
    for mask in masks:
        united |= mask
    return united


def _fills(missing: Sequence[npt.NDArray[np.bool_]]) -> list[Option]:
    """Return the values that could be filled in; zero comes first where of two columns each row fills one."""
    fills = [Option(OptionKind.FILL, {"missing": policy}) for policy in POLICIES if policy != "drop"]
    complete_each_other = any(
        np.array_equal(one, ~other)
        for one, other in combinations(missing[:_MOST_PAIRED], 2)
        if one.any() and other.any()
    )
    return [fills[-1], *fills[:-1]] if complete_each_other else fills


def _without_columns(
    columns: Sequence[TypedColumn], missing: Mapping[str, npt.NDArray[np.bool_]], wanted: int
) -> list[Option]:
    """Return the columns that could be left out: those that miss much, and those without which rows are complete.

    The latter are offered together, where fewer than `wanted` rows are complete: one by one they would not help.
    """
    n_rows = len(next(iter(missing.values()), ()))
    heavy = [column for column in columns if column.n_missing >= _HEAVY * max(n_rows, 1)]
    options = [
        Option(OptionKind.IGNORE, {"ignore": (column.name,)}, count=column.n_missing, total=n_rows)
        for column in heavy[:_MOST_HEAVY]
    ]
    keep, dropped = np.ones(n_rows, dtype=bool), set()
    for name in sorted(missing, key=lambda name: int(missing[name].sum())):
        fewer = keep & ~missing[name]
        if fewer.sum() < wanted:
            dropped.add(name)
        else:
            keep = fewer
    if len(dropped) > 1 and len(dropped) < len(columns):
        names = tuple(column.name for column in columns if column.name in dropped)
        together = Option(OptionKind.IGNORE_TOGETHER, {"ignore": names}, count=int(keep.sum()), total=n_rows)
        return [together, *options]
    return options


def fill_from_neighbours(X: FloatArray, columns: Sequence[TypedColumn], log: Log) -> None:
    """Fill in missing values with the mean of the nearest rows that have one, in place; columns count alike.

    Raises
    ------
    TableError
        When the table is too large for that.
    """
    from sklearn.impute import KNNImputer

    missing = np.isnan(X)
    n_incomplete = int(missing.any(axis=1).sum())
    if not n_incomplete:
        return
    if n_incomplete * X.size > _MOST_WORK:
        option = Option(OptionKind.FILL, {"missing": "median"})
        raise TableError(Problem.TOO_LARGE_TO_FILL, shape=X.shape, options=(option,))
    centre = np.nanmean(X, axis=0)
    spread = np.nanstd(X, axis=0)
    spread[spread == 0] = 1.0
    filled = KNNImputer(n_neighbors=_NEIGHBOURS).fit_transform((X - centre) / spread)
    X[missing] = (filled * spread + centre)[missing]
    names = [column.name for column in columns if column.n_missing]
    log.note(NoteKind.FILLED_FROM_NEIGHBOURS, names, count=int(missing.sum()), values=[_NEIGHBOURS])


def fill(values: FloatArray, policy: str) -> tuple[FloatArray, float]:
    """Fill missing values with the median, the most frequent value (the smallest of equals) or zero.

    Returns
    -------
    values : ndarray
        A filled copy.
    value : float
        The value filled in.
    """
    if policy == "zero":
        return np.where(np.isnan(values), 0.0, values), 0.0
    present = values[~np.isnan(values)]
    if policy == "median":
        middle = np.sort(present)
        low, high = float(middle[(len(middle) - 1) // 2]), float(middle[len(middle) // 2])
        value = low if low == high else low / 2 + high / 2  # halved first: the sum of two huge values overflows
    else:
        distinct, counts = np.unique(present, return_counts=True)
        value = float(distinct[np.argmax(counts)])
    return np.where(np.isnan(values), value, values), value
