"""Rows of numbers and words compared by Gower's distance, as a reading of the table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import isqrt

import numpy as np
import numpy.typing as npt

from rnse_core._base.memory import available_bytes, most_samples
from rnse_core.affinity.gower import GOWER_MATRICES, gower_distances
from rnse_core.exceptions import InputError, Reason
from rnse_core.tables.columns import TypedColumn
from rnse_core.tables.errors import TableError
from rnse_core.tables.features import Features, filled, refuse_no_features
from rnse_core.tables.kinds import NoteKind, OptionKind, Problem, QuestionKind
from rnse_core.tables.missing import note_missing
from rnse_core.tables.model import Limits
from rnse_core.tables.notes import Log
from rnse_core.tables.questions import Option, Question
from rnse_core.tables.role_reasons import RoleReason
from rnse_core.tables.words import are_comparable, scales_of

# Policies under which no value is filled in.
_WITHOUT_FILLING = ("auto", "drop")
_PAIRWISE = Option(OptionKind.PAIRWISE, {"missing": "auto"})
_AS_FEATURES = Option(OptionKind.READ_AS, {"kind": "features"})


def take_words(columns: Sequence[TypedColumn]) -> None:
    """Make the columns of words in which values repeat features, with a number for each word."""
    for column in columns:
        if column.role == "feature" and are_comparable(column):
            cells = [cell.strip() for cell in column.raw.text()]
            numbers = {level: float(k) for k, level in enumerate(column.levels)}
            column.values = np.array([numbers.get(cell, np.nan) for cell in cells])
            column.reason = RoleReason.WORDS


def compare_rows(
    columns: Sequence[TypedColumn], policy: str, row_numbers: npt.NDArray[np.int64], limits: Limits, log: Log
) -> Features:
    """Return Gower's distances between the rows in all columns that are features.

    Parameters
    ----------
    columns : sequence of TypedColumn
        All columns of the file.
    policy : {"auto", "drop", "median", "most_frequent", "zero"}
        What to do about missing values; "auto" leaves a column out of the comparison of two rows that lack a value.
    row_numbers : ndarray of shape (n_rows,) of int
        Numbers of the rows in the file.
    limits : Limits
    log : Log

    Returns
    -------
    Features
        The distances; the names are the numbers of the rows.

    Raises
    ------
    TableError
        When there is nothing to compare, in all columns or between two rows, or there are too many pairs.
    """
    used = [column for column in columns if column.role == "feature" and column.values is not None]
    if not used:
        refuse_no_features(columns, limits.max_levels, log)
    if policy == "neighbours":
        raise TableError(Problem.NOT_WITH_WORDS, keyword="missing", value=policy, options=(_PAIRWISE,))
    note_missing(used, log)
    values = [
        filled(column, column.values, policy, log)
        if column.n_missing and policy not in _WITHOUT_FILLING and column.values is not None
        else column.values
        for column in used
    ]
    X = np.column_stack([part for part in values if part is not None])
    kept: npt.NDArray[np.bool_] = np.ones(len(X), dtype=bool)
    if policy == "drop":
        kept &= np.isfinite(X).all(axis=1)
        if kept.sum() < 2:
            worst = max(used, key=lambda column: column.n_missing)
            raise TableError(
                Problem.TOO_FEW_COMPLETE_ROWS, column=worst.name, count=int(kept.sum()), options=(_PAIRWISE,)
            )
        if not kept.all():
            log.note(NoteKind.INCOMPLETE_ROWS, count=int((~kept).sum()), places=row_numbers[~kept])
    _refuse_too_many(int(kept.sum()), limits)
    kinds = [_kind_of(column) for column in used]
    numbers = row_numbers[kept]
    try:
        D = gower_distances(X[kept], kinds)
    except InputError as error:
        raise _nothing_to_compare(error, numbers, X) from error
    log.note(NoteKind.GOWER, [column.name for column in used], values=Counter(kinds).items(), count=len(used))
    _ask_about_scales(used, log)
    return Features(D, [str(number) for number in numbers.tolist()], kept)


def _kind_of(column: TypedColumn) -> str:
    if column.reason is RoleReason.ORDINAL:
        return "ordinal"
    if column.reason is RoleReason.TICKS:
        return "tick"
    return "number" if column.type == "number" and not column.is_one_hot else "word"


def _refuse_too_many(n_rows: int, limits: Limits) -> None:
    most = min(isqrt(limits.max_cells), most_samples(available_bytes(), GOWER_MATRICES))
    if n_rows > most:
        options = (Option(OptionKind.SAMPLE_ROWS, {"sample_rows": most}),) if most > 1 else ()
        raise TableError(Problem.TOO_MANY_PAIRS, value=n_rows, bound=most, options=(*options, _AS_FEATURES))


def _nothing_to_compare(
    error: InputError, numbers: npt.NDArray[np.int64], X: npt.NDArray[np.float64]
) -> TableError | InputError:
    if error.reason is not Reason.NOTHING_TO_COMPARE or error.row is None or error.column is None:
        return error
    missing = np.isnan(X).any(axis=1)
    options = [_AS_FEATURES]
    if missing.any():
        drop = Option(OptionKind.DROP_INCOMPLETE_ROWS, {"missing": "drop"}, count=int(missing.sum()))
        options = [Option(OptionKind.FILL, {"missing": "median"}), drop, *options]
    places = (int(numbers[error.row]), int(numbers[error.column]))
    return TableError(Problem.NOTHING_TO_COMPARE, places=places, options=tuple(options))


def _ask_about_scales(columns: Sequence[TypedColumn], log: Log) -> None:
    scales = scales_of(column for column in columns if column.reason is RoleReason.WORDS)
    if scales:
        ordinal = Option(OptionKind.ORDINAL, {"ordinal": scales}, count=len(scales))
        log.ask(Question(QuestionKind.WORDS, (Option(OptionKind.SAME_OR_NOT), ordinal), columns=tuple(scales)))
