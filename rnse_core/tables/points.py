"""Numbers such as 1.234, in which the point may be a decimal mark or stand between thousands."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

import numpy as np

from rnse_core.tables.conversion_kinds import ConversionKind
from rnse_core.tables.decimals import DecimalMarks, judge_decimal
from rnse_core.tables.kinds import OptionKind, QuestionKind
from rnse_core.tables.model import FloatArray
from rnse_core.tables.notes import Log
from rnse_core.tables.quantities import split_token
from rnse_core.tables.questions import Option, Question
from rnse_core.tables.raw_table import RawColumn


def has_groups(numbers: FloatArray) -> bool:
    """Return whether every fraction of a column has three digits at most, as groups of thousands have."""
    values = np.abs(numbers)
    fractions = values[np.isfinite(values) & (values != np.floor(values))]
    return bool(((fractions >= 1) & (fractions < 1000) & (np.abs(fractions * 1000 % 1 - 0.5) > 0.499)).all())


#: The two ways to read bare numbers, and numbers with a sign or unit.
BARE = (ConversionKind.NUMBER, ConversionKind.THOUSANDS)
MARKED = (ConversionKind.POINT_DECIMAL, ConversionKind.POINT_THOUSANDS)


def ask_about_points(
    columns: tuple[str, ...], log: Log, *, as_thousands: bool, ways: tuple[ConversionKind, ConversionKind] = BARE
) -> None:
    """Ask whether 1.234 is 1.234 or 1234, where all numbers of a column could be either; the likelier comes first."""
    if not columns:
        return
    options = (
        Option(OptionKind.DECIMAL_POINT, {"convert": dict.fromkeys(columns, ways[0].value)}),
        Option(OptionKind.THOUSANDS_POINT, {"convert": dict.fromkeys(columns, ways[1].value)}),
    )
    log.ask(Question(QuestionKind.POINT, options[::-1] if as_thousands else options, columns=columns))


def points_of_cells(columns: Sequence[RawColumn], settled: Collection[str], log: Log) -> tuple[str, ...]:
    """Ask about the points in numbers that a DataFrame or another reader holds as text.

    Parameters
    ----------
    columns : sequence of RawColumn
    settled : collection of str
        Columns that somebody has decided about, or that are left out.
    log : Log

    Returns
    -------
    tuple of str
        The columns whose points are taken for thousands marks.
    """
    marks: dict[int, DecimalMarks] = {}
    for j, column in enumerate(columns):
        if column.is_written and column.values is not None:
            marks[j] = DecimalMarks()
            for cell in column.text():
                marks[j].add(cell)
    verdict = judge_decimal(marks, ",")
    found = tuple(columns[j].name for j in verdict.ambiguous_points if _may_be_groups(columns[j]))
    open_ones = tuple(name for name in found if name not in settled)
    ask_about_points(open_ones, log, as_thousands=verdict.points_are_thousands)
    return open_ones if verdict.points_are_thousands else ()


def may_be_thousands(counts: Mapping[str, int], delimiter: str) -> bool:
    """Return whether the points of numbers with a sign or unit may stand between thousands.

    Parameters
    ----------
    counts : mapping of str to int
        How often each cell occurs.
    delimiter : str
        What separates the cells of the file.
    """
    marks = DecimalMarks()
    for token, count in counts.items():
        if (parts := split_token(token)) is not None:
            marks.add(parts[2], count)
    return bool(judge_decimal({0: marks}, delimiter).ambiguous_points)


def _may_be_groups(column: RawColumn) -> bool:
    return column.values is not None and has_groups(column.values)
