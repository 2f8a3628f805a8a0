"""Text that is plainly a number with a mark (12%, $5, 1,234) is read as one without being asked for."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from rnse_core.tables.cell_types import MissingInColumns
from rnse_core.tables.columns import TypedColumn
from rnse_core.tables.conversion_kinds import ConversionKind
from rnse_core.tables.decimals import count_marks
from rnse_core.tables.kinds import NoteKind, OptionKind, QuestionKind
from rnse_core.tables.model import Choices
from rnse_core.tables.notes import Log
from rnse_core.tables.points import MARKED, ask_about_points, may_be_thousands
from rnse_core.tables.present_values import are_whole
from rnse_core.tables.questions import Option, Question
from rnse_core.tables.roles import convert_column

#: Marks that are no part of a code or a name, as a unit may be.
PLAIN = (ConversionKind.PERCENT, ConversionKind.CURRENCY, ConversionKind.THOUSANDS)


def convert_marked(columns: Sequence[TypedColumn], choices: Choices, missing: MissingInColumns, log: Log) -> None:
    """Read columns of percentages, amounts of money and grouped numbers as numbers, where no cell is lost by it.

    Points that could stand between thousands are asked about. A comma that could also be a decimal mark is taken for a
    thousands mark; the question about it stays, with the other answers.

    Parameters
    ----------
    columns : sequence of TypedColumn
        They are changed.
    choices : Choices
        With the decimal mark and the delimiter of the file.
    missing : MissingInColumns
    log : Log
        Gets a note for each column.
    """
    decimal = choices.decimal or "."
    points = _ask_about_points(columns, choices, log) | _ask_about_both_marks(columns, log)
    grouped = _take_for_thousands(log, {column.name for column in columns if column.role == "feature"})
    for column in columns:
        if column.role != "feature" or column.values is not None or column.suggestion is None:
            continue
        if column.n_distinct < 2 or column.suggestion.n_failing:
            continue
        if column.name in grouped:
            convert_column(column, ConversionKind.THOUSANDS.value, decimal, missing[column.name], log)
        elif is_marked(column):
            convert_column(
                column, points.get(column.name, column.suggestion.kind).value, decimal, missing[column.name], log
            )


def _ask_about_points(columns: Sequence[TypedColumn], choices: Choices, log: Log) -> dict[str, ConversionKind]:
    """Ask about the points in amounts and percentages which may be thousands marks; return how each column is read."""
    if choices.decimal == "," or "decimal" in choices.given:
        return {}
    fractions = any(
        column.role == "feature" and column.raw.values is not None and not are_whole(column.raw.values)
        for column in columns
    )
    found: dict[str, ConversionKind] = {}
    for column in columns:
        if column.role != "feature" or column.values is not None or not is_marked(column):
            continue
        if may_be_thousands(column.raw.counts, choices.delimiter):
            amount = column.suggestion is not None and column.suggestion.kind is ConversionKind.CURRENCY
            found[column.name] = MARKED[amount and not fractions]  # money has no fractions of three digits
    for way in MARKED:
        names = tuple(name for name, taken in found.items() if taken is way)
        ask_about_points(names, log, as_thousands=way is MARKED[1], ways=MARKED)
    return found


def _ask_about_both_marks(columns: Sequence[TypedColumn], log: Log) -> dict[str, ConversionKind]:
    """Ask about ``9,737`` beside ``10.244``: each may be a decimal mark, or the comma stands between thousands.

    Read as decimals the cells are of one size, so that is taken.
    """
    found: dict[str, ConversionKind] = {}
    for column in columns:
        if column.role != "feature" or column.values is not None or not is_marked(column):
            continue
        marks = count_marks(column.raw.counts)
        are_open = marks.comma and marks.point and not (marks.comma_only or marks.point_only or marks.other)
        if are_open and column.suggestion is not None and column.suggestion.kind is ConversionKind.THOUSANDS:
            found[column.name] = ConversionKind.BOTH_MARKS
    if found:
        options = tuple(
            Option(kind, {"convert": dict.fromkeys(found, way.value)})
            for kind, way in (
                (OptionKind.DECIMAL_MARK, ConversionKind.BOTH_MARKS),
                (OptionKind.THOUSANDS_MARK, ConversionKind.THOUSANDS),
            )
        )
        log.ask(Question(QuestionKind.COMMA, options, columns=tuple(found)))
    return found


def is_marked(column: TypedColumn) -> bool:
    """Return whether every cell of a column of text is a number with a mark, or is missing."""
    found = column.suggestion
    return found is not None and found.kind in PLAIN and not found.n_failing and column.n_distinct > 1


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
        # Without these columns there has to be another one.
        leave = [Option(OptionKind.LEAVE_OUT_COLUMNS, {"ignore": columns})] if {*features} - {*columns} else []
        log.questions[place] = replace(question, options=(taken, rest, *leave), columns=columns)
        return frozenset(columns)
    return frozenset()
