"""Columns that a file itself calls a class, meta data, weights or ignored, as Orange does in names or a third row."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from rnse_core.tables.columns import TypedColumn
from rnse_core.tables.kinds import NoteKind, OptionKind, QuestionKind
from rnse_core.tables.notes import Log
from rnse_core.tables.questions import Option, Question
from rnse_core.tables.raw_table import RawColumn
from rnse_core.tables.role_reasons import RoleReason
from rnse_core.tables.type_rows import ROLES

# A role, a type (continuous, discrete, text, time), or both, before the name of the column.
_PREFIX = re.compile(r"(?:([cmiw])?([CDSTN])|([cmiw]))#\s*\S.*")
_DISCRETE = "D"
# InfluxDB numbers the tables of an answer in a column.
_OF_INFLUXDB, _NUMBER_OF_TABLE = frozenset({"result", "table", "_time"}), "table"
_FEWEST = 2


def take_declared(columns: Sequence[RawColumn], roles: Sequence[str]) -> None:
    """Mark the columns that are called no features, and those whose numbers are called categories.

    Parameters
    ----------
    columns : sequence of RawColumn
        They are changed.
    roles : sequence of str
        What a row below the names says of each; empty where there is none.
    """
    for column, role in zip(columns, roles, strict=False):
        column.is_declared = role.strip().casefold() in ROLES
    is_answer = {column.name for column in columns} >= _OF_INFLUXDB
    for column in columns:
        column.is_declared = column.is_declared or (is_answer and column.name == _NUMBER_OF_TABLE)
    prefixes = {column.name: match for column in columns if (match := _PREFIX.fullmatch(column.name)) is not None}
    if len(prefixes) < _FEWEST:
        return
    for column in columns:
        if (match := prefixes.get(column.name)) is not None:
            column.is_declared = bool(match[1] or match[3])
            column.is_category = match[2] == _DISCRETE


def leave_out_declared(columns: Sequence[TypedColumn], keep: Collection[str], log: Log) -> None:
    """Leave out the numbers that the file calls no features, and ask; where nothing would be left, they are kept.

    Parameters
    ----------
    columns : sequence of TypedColumn
        They are changed.
    keep : collection of str
        Columns that the user wants to use.
    log : Log
    """
    features = [column for column in columns if column.role == "feature" and column.values is not None]
    found = [column for column in features if column.raw.is_declared and column.name not in keep]
    names = tuple(column.name for column in found)
    if not found:
        return
    options = (Option(OptionKind.LEAVE_OUT_COLUMNS, {"ignore": names}), Option(OptionKind.KEEP, {"keep": names}))
    if len(found) == len(features):
        return
    for column in found:
        column.ignore(RoleReason.DECLARED)
    log.note(NoteKind.IGNORED, names, reason=RoleReason.DECLARED)
    log.ask(Question(QuestionKind.DECLARED, options, columns=names))
