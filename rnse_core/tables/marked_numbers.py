"""Text that is plainly a number with a mark (12%, $5, 1,234) is read as one without being asked for."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from rnse_core.tables.cell_types import MissingInColumns
from rnse_core.tables.columns import TypedColumn
from rnse_core.tables.conversion_kinds import ConversionKind
from rnse_core.tables.kinds import NoteKind, OptionKind, QuestionKind
from rnse_core.tables.notes import Log
from rnse_core.tables.questions import Option
from rnse_core.tables.roles import convert_column

#: Marks that are no part of a code or a name, as a unit may be.
PLAIN = (ConversionKind.PERCENT, ConversionKind.CURRENCY, ConversionKind.THOUSANDS)


def convert_marked(columns: Sequence[TypedColumn], decimal: str, missing: MissingInColumns, log: Log) -> None:
    """Read columns of percentages, amounts of money and grouped numbers as numbers, where no cell is lost by it.

    A comma that could also be a decimal mark is taken for a thousands mark; the question about it stays, with the
    other answers.

    Parameters
    ----------
    columns : sequence of TypedColumn
        They are changed.
    decimal : {".", ","}
        The decimal mark of the file.
    missing : MissingInColumns
    log : Log
        Gets a note for each column.
    """
    grouped = _take_for_thousands(log, {column.name for column in columns if column.role == "feature"})
    for column in columns:
        if column.role != "feature" or column.values is not None or column.suggestion is None:
            continue
        if column.n_distinct < 2 or column.suggestion.n_failing:
            continue
        if column.name in grouped:
            convert_column(column, ConversionKind.THOUSANDS.value, decimal, missing[column.name], log)
        elif column.suggestion.kind in PLAIN:
            convert_column(column, column.suggestion.kind.value, decimal, missing[column.name], log)


def _take_for_thousands(log: Log, features: Collection[str]) -> frozenset[str]:
    """Make the thousands mark the answer that was taken, where the comma was left open; return the columns."""
    for place, question in enumerate(log.questions):
        first, *others = question.options
        if question.kind is not QuestionKind.COMMA or first.kind is not OptionKind.LEAVE_AS_TEXT:
            continue
        log.report[:] = [note for note in log.report if note.kind is not NoteKind.COMMA_LEFT_AS_TEXT]
        columns = tuple(name for name in question.columns if name in features)
        if not columns:
            del log.questions[place]
            return frozenset()
        taken, rest = (
            Option(option.kind, {"convert": {name: option.keywords["convert"][name] for name in columns}})
            for option in others
        )
        leave = Option(OptionKind.LEAVE_OUT_COLUMNS, {"ignore": columns})
        log.questions[place] = replace(question, options=(taken, rest, leave), columns=columns)
        return frozenset(columns)
    return frozenset()
