"""Text columns as numbers: words of a scale as their places, other words as one column each."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from rnse_core.tables.answers_in_cells import all_answers, separator_of
from rnse_core.tables.columns import TypedColumn
from rnse_core.tables.errors import TableError
from rnse_core.tables.kinds import GOWER, NoteKind, OptionKind, Problem, QuestionKind
from rnse_core.tables.notes import Log
from rnse_core.tables.questions import Option, Question
from rnse_core.tables.role_reasons import RoleReason
from rnse_core.tables.scales import scale_of
from rnse_core.tables.ticks import may_be_ticks

# In fewer rows words repeat less often.
_FEW_ROWS = 12


def encode_ordinal(column: TypedColumn, order: Sequence[str], log: Log) -> None:
    """Read the words of a column as their places in an order, from 1.

    Raises
    ------
    TableError
        When the order lacks a word of the column.
    """
    places = {word.strip(): float(k) for k, word in enumerate(order, start=1)}
    unknown = next((level for level in column.levels if level not in places), None)
    if unknown is not None or column.values is not None:
        token = unknown if unknown is not None else ""
        raise TableError(Problem.NOT_ON_SCALE, column=column.name, token=token, choices=tuple(order))
    column.values = np.array([places.get(cell.strip(), np.nan) for cell in column.raw.text()])
    column.type, column.reason = "number", RoleReason.ORDINAL
    log.note(NoteKind.ORDINAL, [column.name], values=order)


def are_words(column: TypedColumn) -> bool:
    """Return whether a column holds words in which values repeat, so that rows can have the same one."""
    return (
        column.type == "text"
        and column.values is None
        and column.suggestion is None
        and column.several is None
        and 2 <= column.n_distinct <= (column.raw.counts.total() - column.n_missing) / 2
    )


def are_comparable(column: TypedColumn) -> bool:
    """Return whether the words of a column can be compared: values repeat, in few rows once at least."""
    n_present = column.raw.counts.total() - column.n_missing
    is_short = n_present < _FEW_ROWS and column.type == "text" and column.values is None
    return are_words(column) or (is_short and column.suggestion is None and 2 <= column.n_distinct < n_present)


def scales_of(columns: Iterable[TypedColumn]) -> dict[str, tuple[str, ...]]:
    """Return the columns whose words are those of a known scale, with their order."""
    return {column.name: order for column in columns if (order := scale_of(column.levels))}


_TEXT_REASONS = (RoleReason.TEXT, RoleReason.DISTINCT_TEXT)


def word_options(columns: Sequence[TypedColumn], max_levels: int) -> list[Option]:
    """Return the ways to use ignored columns of words, with the number of features that each brings.

    Parameters
    ----------
    columns : sequence of TypedColumn
    max_levels : int
        Most values that become 0/1 columns.
    """
    text = [column for column in columns if column.role == "ignored" and column.reason is RoleReason.TEXT]
    words = [
        column
        for column in text
        if column.suggestion is None
        and column.several is None
        and 2 <= column.n_distinct <= max_levels
        and not may_be_ticks(column)
    ]
    options = []
    if words:
        one_hot = tuple(column.name for column in words)
        count = sum(column.n_distinct for column in words)
        options.append(Option(OptionKind.ONE_HOT, {"one_hot": one_hot}, count=count))
    several = [column for column in columns if column.role == "ignored" and column.reason in _TEXT_REASONS]
    separators = {column.name: mark for column in several if (mark := separator_of(column, max_levels))}
    if separators:
        answers = [
            len(all_answers(column.levels, separators[column.name])) for column in several if column.name in separators
        ]
        options.append(Option(OptionKind.SPLIT, {"split": separators}, count=sum(answers)))
    scales = scales_of(words)
    if scales:
        options.append(Option(OptionKind.ORDINAL, {"ordinal": scales}, count=len(scales)))
    compared = [column for column in columns if column.role == "feature" or (column in text and are_comparable(column))]
    if len(compared) > 1 and any(column.role != "feature" for column in compared):
        options.append(Option(OptionKind.GOWER, {"kind": GOWER}, count=len(compared)))
    return options


def ask_about_words(columns: Sequence[TypedColumn], max_levels: int, log: Log) -> None:
    """Ask about columns of words that were left out."""
    options = word_options(columns, max_levels)
    if options:
        named = options[0].keywords.get("one_hot") or tuple(options[0].keywords.get("split", ()))
        names = named or tuple(c.name for c in columns if c.reason is RoleReason.TEXT and are_comparable(c))
        log.ask(Question(QuestionKind.WORDS, (Option(OptionKind.LEAVE_OUT), *options), columns=names))
