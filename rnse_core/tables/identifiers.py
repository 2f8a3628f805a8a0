"""Columns that identify the rows: an index without a name, and numbers of customers, orders and the like."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

import numpy as np

from rnse_core.tables.columns import TypedColumn, has_id_name, is_row_number, surely_numbers_rows
from rnse_core.tables.kinds import NoteKind, OptionKind, QuestionKind, RoleReason
from rnse_core.tables.notes import Log
from rnse_core.tables.questions import Option, Question

# Names that only identifiers have; of the weaker ones, such as "index" or "number", measurements have some as well.
_IDENTIFIER = re.compile(
    r"(?:.*[_ .-])?(?:id|ids|uid|uuid|guid|pk|fk|zip|zip ?code|post ?code|postal ?code|plz|phone|ssn|isbn|ean|sku"
    r"|[a-z]*nummer|[a-z]*num(?:é|e)ro)",
    re.IGNORECASE,
)
_CAMEL = re.compile(r".*[a-z](?:Id|ID|Key|No|Nr|Number)")
# So many rows with whole numbers of as many digits, all different, in the first column.
_FEWEST_ROWS = 12
_FEWEST_DIGITS = 4


def leave_out_identifiers(columns: Sequence[TypedColumn], keep: Collection[str], log: Log) -> None:
    """Leave out an index and identifiers, and ask about them; ask about columns that may be identifiers.

    Columns that number the rows in their order have been left out before.

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
        if column.role == "feature" and column.type == "number" and column.name not in keep and not column.is_one_hot
    ]
    index = [column for column in found if column.raw.is_index and not is_row_number(column)]
    certain = [column for column in found if column not in index and _is_whole(column) and _is_named(column)]
    for columns_of, reason, kind in (
        (index, RoleReason.ROW_NAMES, QuestionKind.ROW_NAMES),
        (certain, RoleReason.IDENTIFIERS, QuestionKind.IDENTIFIERS),
    ):
        names = tuple(column.name for column in columns_of)
        for column in columns_of:
            column.ignore(reason)
        if names:
            log.note(NoteKind.IGNORED, names, reason=reason)
            log.ask(Question(kind, (_leave_out(names), _keep(names)), columns=names))
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
    numbering = [column for column in found if is_row_number(column)]
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


def _is_named(column: TypedColumn) -> bool:
    return bool(_IDENTIFIER.fullmatch(column.name) or _CAMEL.fullmatch(column.name))


def _is_whole(column: TypedColumn) -> bool:
    assert column.values is not None
    present = column.values[np.isfinite(column.values)]
    return present.size > 0 and bool(np.array_equal(present, np.floor(present)))


def _may_identify(column: TypedColumn) -> bool:
    """Return whether a column may identify the rows: by a weaker name, or as first one by numbers alike in length."""
    if not _is_whole(column) or is_row_number(column):
        return False
    assert column.values is not None
    if has_id_name(column):
        return True
    values = column.values
    if column.raw.position or len(values) < _FEWEST_ROWS or column.n_missing:
        return False
    if values.min() <= 0:
        return False
    digits = {len(str(int(value))) for value in (values.min(), values.max())}
    return len(digits) == 1 and digits.pop() >= _FEWEST_DIGITS and len(np.unique(values)) == len(values)
