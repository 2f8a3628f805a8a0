"""Put the columns that are features into one matrix."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NoReturn

import numpy as np
import numpy.typing as npt

from rnse_core.tables.answers_in_cells import answers_in
from rnse_core.tables.column_names import unique_names
from rnse_core.tables.columns import TypedColumn
from rnse_core.tables.copied_rows import count_copies
from rnse_core.tables.cyclic import circle
from rnse_core.tables.errors import TableError
from rnse_core.tables.header_names import number_in
from rnse_core.tables.kinds import NoteKind, OptionKind, Problem, QuestionKind
from rnse_core.tables.large_values import large_value_notes
from rnse_core.tables.missing import complete_rows, fill, fill_from_neighbours, note_missing
from rnse_core.tables.model import FloatArray
from rnse_core.tables.notes import Log
from rnse_core.tables.present_values import is_constant
from rnse_core.tables.questions import Option
from rnse_core.tables.role_reasons import RoleReason
from rnse_core.tables.ticks import is_ticked
from rnse_core.tables.turned_rows import turned_option
from rnse_core.tables.words import word_options

# Rows of the matrix that are filled at once.
_ROWS_AT_ONCE = 4096


@dataclass
class Features:
    """The matrix with what is needed to join it back to the file.

    Parameters
    ----------
    X : ndarray of shape (n_kept, n_features)
    names : list of str
        Unique names of its columns.
    kept : ndarray of shape (n_rows,) of bool
        The rows that are in it.
    """

    X: FloatArray
    names: list[str]
    kept: npt.NDArray[np.bool_]


def assemble(
    columns: Sequence[TypedColumn], policy: str, row_numbers: npt.NDArray[np.int64], max_levels: int, log: Log
) -> Features:
    """Apply the policy on missing values and put the features into one matrix.

    Parameters
    ----------
    columns : sequence of TypedColumn
        All columns of the file; one that becomes constant is ignored.
    policy : {"auto", "drop", "median", "most_frequent", "neighbours", "zero"}
        What to do about missing values.
    row_numbers : ndarray of shape (n_rows,) of int
        Numbers of the rows in the file.
    max_levels : int
        Most values of a text column that is offered as 0/1 columns.
    log : Log

    Returns
    -------
    Features

    Raises
    ------
    TableError
        When no column or fewer than two rows are left.
    """
    used = [column for column in columns if column.role == "feature"]
    if not used:
        refuse_no_features(columns, max_levels, log)
    note_missing(used, log)
    kept = np.ones(len(row_numbers), dtype=bool)
    if policy in ("auto", "drop"):
        kept = complete_rows(used, row_numbers, log, most_may_go=policy == "drop")
        policy = "drop"
    features: list[tuple[str, FloatArray]] = []
    now_constant: list[str] = []
    for column in used:
        assert column.values is not None
        values = column.values[kept] if not kept.all() else column.values
        from_neighbours = policy == "neighbours" and column.type == "number" and not column.is_one_hot
        if policy != "drop" and column.n_missing and not from_neighbours:
            values = filled(column, values, policy, log)
        if is_constant(values):
            column.ignore(RoleReason.CONSTANT_IN_KEPT_ROWS)
            now_constant.append(column.name)
        else:
            features.extend(_features_of(column, values))
    if now_constant:
        log.note(NoteKind.IGNORED, now_constant, reason=RoleReason.CONSTANT_IN_KEPT_ROWS)
    if not features:
        refuse_no_features(columns, max_levels, log)
    X = np.empty((int(kept.sum()), len(features)))
    for start in range(0, len(X), _ROWS_AT_ONCE):  # whole columns would be written across all of memory
        for j, (_, values) in enumerate(features):
            X[start : start + _ROWS_AT_ONCE, j] = values[start : start + _ROWS_AT_ONCE]
    if policy == "neighbours":
        fill_from_neighbours(X, used, log)
    names = unique_names((name for name, _ in features), Log())
    log.report.extend(large_value_notes(X, names, row_numbers[kept]))
    if n_copies := count_copies(X):
        log.note(NoteKind.COPIED_ROWS, count=n_copies, total=len(X))
    return Features(X, names, kept)


def _features_of(column: TypedColumn, values: FloatArray) -> Iterable[tuple[str, FloatArray]]:
    """Return the names and values of the features that a column becomes."""
    if column.is_one_hot:
        return _one_hot_columns(column, values)
    return circle(column, values) if column.period else [(column.name, values)]


def filled(column: TypedColumn, values: FloatArray, policy: str, log: Log) -> FloatArray:
    """Return the values of a column with the missing ones filled in: with the most frequent one if they are words."""
    if column.type != "number" or column.is_one_hot:
        policy = "most_frequent"
    values, value = fill(values, policy)
    shown = column.levels[int(value)] if column.is_one_hot or column.type == "text" else value
    log.note(NoteKind.FILLED, [column.name], count=column.n_missing, values=[shown, policy])
    return values


def _one_hot_columns(column: TypedColumn, numbers: FloatArray) -> Iterator[tuple[str, FloatArray]]:
    """Yield the name and the values of the 0/1 column of each level or answer that some rows have and not all."""
    places: dict[str, list[int]] = {}
    for k, level in enumerate(column.levels):
        for one in answers_in(level, column.separator) if column.separator else (level,):
            places.setdefault(one, []).append(k)
    for level in sorted(places):
        indicator = np.isin(numbers, places[level]).astype(np.float64)
        if not is_constant(indicator):
            yield f"{column.name}={level}", indicator


_NUMBERING = (
    RoleReason.ROW_NUMBERS,
    RoleReason.ROW_NAMES,
    RoleReason.IDENTIFIERS,
    RoleReason.EARLIER_RESULT,
    RoleReason.SUM_OF_OTHERS,
)


def refuse_no_features(columns: Sequence[TypedColumn], max_levels: int, log: Log) -> NoReturn:
    """Raise TableError with why each column is no feature, and what can be done about it."""
    reasons = tuple((column.name, column.reason) for column in columns if column.role != "feature")
    # The answers about commas, dates and several numbers turn text into numbers, so they help here too.
    options = [
        option
        for question in log.questions
        if question.kind in (QuestionKind.COMMA, QuestionKind.NUMBER_DATES, QuestionKind.SEVERAL_NUMBERS)
        for option in question.options
        if option.keywords and option.kind is not OptionKind.LEAVE_OUT_COLUMNS
    ]
    options += [
        option
        for question in log.questions
        if question.kind is QuestionKind.CONVERSION
        for option in question.options
        if option.keywords and option.kind is not OptionKind.CONVERT
    ]
    options += _without_the_names(columns, log)
    convertible = [
        (column.name, column.suggestion) for column in columns if column.suggestion and column.values is None
    ]
    if convertible:
        suggestions = tuple(suggestion for _, suggestion in convertible)
        way = {"convert": {name: "auto" for name, _ in convertible}}
        n_failing = sum(suggestion.n_failing for suggestion in suggestions)
        options.append(Option(OptionKind.CONVERT_COLUMNS, way, count=n_failing, values=suggestions))
    options += word_options(columns, max_levels)
    guessed = [c for c in columns if c.reason is RoleReason.REPEATED_TEXT and c.n_distinct <= max_levels]
    options += [Option(OptionKind.ONE_HOT, {"one_hot": (c.name,)}, count=c.n_distinct) for c in guessed]
    ticked = tuple(column.name for column in columns if column.role == "ignored" and is_ticked(column))
    if ticked:
        options.append(Option(OptionKind.TICKS, {"ticks": ticked}, count=len(ticked)))
    options.sort(key=lambda option: -_n_columns(option))  # stable: of equals, numbers come before words
    numbering = tuple(column.name for column in columns if column.reason in _NUMBERING)
    if numbering:  # these say least
        options.append(Option(OptionKind.KEEP, {"keep": numbering}))
    if turned := turned_option(columns, log):  # reads every cell as what it is
        options.insert(0, turned)
    raise TableError(Problem.NO_FEATURES, value=reasons, options=tuple(options))


def _without_the_names(columns: Sequence[TypedColumn], log: Log) -> list[Option]:
    """Return the answer that the first row is none of names, where a column is constant without its number."""
    constant = [column for column in columns if column.type == "number" and column.n_distinct == 1]
    if not any(number_in(column.name) is not None for column in constant):
        return []
    questions = [question for question in log.questions if question.kind is QuestionKind.HEADER]
    return [option for question in questions for option in question.options if option.keywords == {"header": False}]


def _n_columns(option: Option) -> int:
    """Return how many columns of the file an answer reads; with Gower's distance those that hold something."""
    if option.kind is OptionKind.GOWER:
        return option.count
    return sum(len(value) for value in option.keywords.values() if isinstance(value, tuple | list | dict))
