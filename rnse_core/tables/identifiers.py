"""Columns that identify the rows: an index without a name, and numbers of customers, orders and the like."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

import numpy as np

from rnse_core.tables.columns import TypedColumn, is_row_number, surely_numbers_rows
from rnse_core.tables.identifier_names import is_identifier_name
from rnse_core.tables.kinds import NoteKind, OptionKind, QuestionKind
from rnse_core.tables.notes import Log
from rnse_core.tables.present_values import are_whole
from rnse_core.tables.questions import Option, Question
from rnse_core.tables.role_reasons import RoleReason

# Numbers of so many digits, all different, are more often telephone numbers and the like than measurements.
_LONG = 8
# Identifiers are written as digits: with a decimal mark or an exponent it is a measurement that is a whole number.
_WRITTEN_WHOLE = re.compile(r"\s*\+?\d+(?:\.0*)?\s*")
# So many rows with whole numbers of as many digits, all different, in the first column.
_FEWEST_ROWS = 12
_FEWEST_DIGITS = 4


def leave_out_identifiers(columns: Sequence[TypedColumn], keep: Collection[str], max_levels: int, log: Log) -> None:
    """Leave out an index and identifiers, and ask about them; ask about columns that may be identifiers.

    Columns that number the rows in their order have been left out before.

    Parameters
    ----------
    columns : sequence of TypedColumn
        They are changed.
    keep : collection of str
        Columns that the user wants to use.
    max_levels : int
        Most values of a column that is offered as 0/1 columns.
    log : Log
    """
    found = [
        column
        for column in columns
        if column.role == "feature"
        and column.type == "number"
        and column.name not in keep
        and not column.is_one_hot
        and not column.is_converted
    ]
    index = [column for column in found if column.raw.is_index and not is_row_number(column)]
    certain = [
        column for column in found if column not in index and is_identifier_name(column.name) and _is_whole(column)
    ]
    for columns_of, reason, kind in (
        (index, RoleReason.ROW_NAMES, QuestionKind.ROW_NAMES),
        (certain, RoleReason.IDENTIFIERS, QuestionKind.IDENTIFIERS),
    ):
        names = tuple(column.name for column in columns_of)
        for column in columns_of:
            column.ignore(reason)
        if names:
            log.note(NoteKind.IGNORED, names, reason=reason)
            options = [_leave_out(names), _keep(names)]
            if kind is QuestionKind.IDENTIFIERS:
                options += _as_words(columns_of, max_levels)
            log.ask(Question(kind, tuple(options), columns=names))
    possible = tuple(column.name for column in found if column.role == "feature" and _may_identify(column))
    if possible:
        log.ask(Question(QuestionKind.IDENTIFIERS, (_keep(possible), _leave_out(possible)), columns=possible))


def ask_about_row_numbers(columns: Sequence[TypedColumn], keep: Collection[str], log: Log) -> None:
    """Leave out columns that number the rows; ask about those that rise from row to row and may be measurements.

    Of these the first column of the file is left out until the answer, and any other one is used.

    Parameters
    ----------
    columns : sequence of TypedColumn
        They are changed.
    keep : collection of str
        Columns that the user wants to use.
    log : Log
    """
    found = [
        column
        for column in columns
        if column.role == "feature" and column.name not in keep and not column.is_one_hot and not column.is_converted
    ]
    # What is called an identifier is asked about as one.
    numbering = [
        column
        for column in found
        if is_row_number(column) and (surely_numbers_rows(column) or not is_identifier_name(column.name))
    ]
    unsure = [column for column in numbering if not surely_numbers_rows(column)]
    left_out = [column for column in numbering if column not in unsure or column.raw.position == 0]
    for column in left_out:
        column.ignore(RoleReason.ROW_NUMBERS)
    if left_out:
        log.note(NoteKind.IGNORED, [column.name for column in left_out], reason=RoleReason.ROW_NUMBERS)
    for is_left_out in (True, False):
        names = tuple(column.name for column in unsure if (column in left_out) == is_left_out)
        if names:
            options = (_leave_out(names), _keep(names))
            log.ask(Question(QuestionKind.ROW_NUMBERS, options if is_left_out else options[::-1], columns=names))


def _leave_out(names: tuple[str, ...]) -> Option:
    return Option(OptionKind.LEAVE_OUT_COLUMNS, {"ignore": names})


def _keep(names: tuple[str, ...]) -> Option:
    return Option(OptionKind.KEEP, {"keep": names})


def _as_words(columns: Sequence[TypedColumn], max_levels: int) -> list[Option]:
    """Return the way to use codes of few values: as 0/1 columns, since their order means nothing."""
    few = [column for column in columns if column.n_distinct <= max_levels]
    if not few:
        return []
    one_hot = tuple(column.name for column in few)
    return [Option(OptionKind.ONE_HOT, {"one_hot": one_hot}, count=sum(column.n_distinct for column in few))]


def _is_whole(column: TypedColumn) -> bool:
    assert column.values is not None
    return bool(np.isfinite(column.values).any()) and are_whole(column.values)


def _may_identify(column: TypedColumn) -> bool:
    """Return whether a column may identify the rows: numbers alike in length, all different, in the first or long."""
    assert column.values is not None
    values = column.values
    if len(values) < _FEWEST_ROWS or column.n_missing or values.min() < 10 ** (_FEWEST_DIGITS - 1):
        return False
    if not _is_whole(column) or is_row_number(column):
        return False
    digits = {len(str(int(value))) for value in (values.min(), values.max())}
    fewest = _LONG if column.raw.position else _FEWEST_DIGITS
    return (
        len(digits) == 1
        and digits.pop() >= fewest
        and len(np.unique(values)) == len(values)
        and all(map(_WRITTEN_WHOLE.fullmatch, column.raw.text()))
    )
