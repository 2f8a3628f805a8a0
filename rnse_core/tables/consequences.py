"""What each answer to an open question changes: the rows and features of the table that it gives.

The table is read again with each answer, so the numbers are those that a click gives. Large files are not: their
questions keep the order in which a wrong answer usually matters.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from rnse_core.tables.errors import TableError
from rnse_core.tables.kinds import OptionKind, QuestionKind
from rnse_core.tables.model import Limits, Table
from rnse_core.tables.questions import Option, Question
from rnse_core.tables.read import Source, read_table
from rnse_core.wording import counted

#: Cells up to which a file is read again for every answer.
MOST_CELLS = 50_000
#: Questions from the most consequential to the least, where nothing else tells.
USUAL_ORDER = (
    QuestionKind.SHEET,
    QuestionKind.HIDDEN,
    QuestionKind.VECTORS,
    QuestionKind.CONDENSED,
    QuestionKind.VARIABLE,
    QuestionKind.PART,
    QuestionKind.SIDE_BY_SIDE,
    QuestionKind.ENCODING,
    QuestionKind.QUOTES,
    QuestionKind.DELIMITER,
    QuestionKind.ORIENTATION,
    QuestionKind.EDGES,
    QuestionKind.LONG_TABLE,
    QuestionKind.PLATES,
    QuestionKind.SYMMETRIC_MATRIX,
    QuestionKind.ASYMMETRIC_MATRIX,
    QuestionKind.TRIANGLE,
    QuestionKind.HEADER,
    QuestionKind.EXTRA_NAME,
    QuestionKind.BLANK_IN_NAME,
    QuestionKind.MISSING_VALUES,
    QuestionKind.TOTAL_ROWS,
    QuestionKind.LINES_BELOW,
    QuestionKind.REPEATED_CELLS,
    QuestionKind.CONVERSION,
    QuestionKind.SEVERAL_NUMBERS,
    QuestionKind.COMMA,
    QuestionKind.POINT,
    QuestionKind.WORDS,
    QuestionKind.TICKS,
    QuestionKind.ROW_NAMES,
    QuestionKind.ROW_NUMBERS,
    QuestionKind.AXIS,
    QuestionKind.NUMBER_DATES,
    QuestionKind.IDENTIFIERS,
    QuestionKind.CASE_WEIGHTS,
    QuestionKind.DECLARED,
    QuestionKind.CODES,
    QuestionKind.CYCLIC,
    QuestionKind.EARLIER_RESULT,
    QuestionKind.SUM_COLUMNS,
    QuestionKind.MISSING_CODES,
    QuestionKind.MISSING_WORDS,
    QuestionKind.ANSWERS,
    QuestionKind.SAME_WORDS,
    QuestionKind.CLASS_NUMBERS,
    QuestionKind.LABEL_COLUMN,
)


@dataclass(frozen=True)
class Outcome:
    """What an answer gives.

    Attributes
    ----------
    n_rows, n_features : int
        Rows and features to cluster; both are the number of points of a matrix over pairs.
    kind : {"features", "similarity", "distance"}
    """

    n_rows: int
    n_features: int
    kind: str

    @classmethod
    def of(cls, table: Table) -> Outcome:
        """Return what a table is."""
        return cls(table.n_rows, table.n_features, table.kind)


@dataclass(frozen=True)
class WeighedQuestion:
    """A question with what its answers give.

    Attributes
    ----------
    question : Question
        Each column is asked about by one question only.
    place : int
        Its place among the questions of the table.
    outcomes : tuple of Outcome or None
        Of each option; None for one that gives no table, and for all options of a large file.
    """

    question: Question
    place: int
    outcomes: tuple[Outcome | None, ...]


def weigh_questions(
    source: Source, table: Table, keywords: Mapping[str, Any], *, limits: Limits | None = None, name: str = ""
) -> tuple[WeighedQuestion, ...]:
    """Order the questions of a table, the most consequential first.

    A question is the more consequential, the more rows and features one of its answers adds or takes away; one that
    makes something else of the table, such as a matrix over pairs, or whose answers make numbers a thousand times as
    large, comes first.

    Parameters
    ----------
    source : str, path-like, bytes or DataFrame
        What the table was read from.
    table : Table
    keywords : mapping
        Keywords of the reading.
    limits : Limits, optional
        Of the reading.
    name : str, default=""
        Name of the file.

    Returns
    -------
    tuple of WeighedQuestion
    """
    small = not table.is_sparse and table.n_rows_read * len(table.columns) <= MOST_CELLS
    weighed = [
        WeighedQuestion(
            question, place, _outcomes(source, table, keywords, question.options, limits, name if small else None)
        )
        for place, question in enumerate(_one_for_each_column(table.questions))
        if question is not None
    ]
    return tuple(sorted(weighed, key=lambda one: (-_weight(one, table), USUAL_ORDER.index(one.question.kind))))


def outcome_text(outcome: Outcome) -> str:
    """Write what an answer gives, such as "150 rows, 4 features".

    Parameters
    ----------
    outcome : Outcome

    Returns
    -------
    str
    """
    rows = counted(outcome.n_rows, "row")
    if outcome.kind == "features":
        return f"{rows}, {counted(outcome.n_features, 'feature')}"
    return f"{rows}, a {outcome.kind} matrix"


def _one_for_each_column(questions: list[Question]) -> list[Question | None]:
    """Leave out of the question about conversions what the marks of a column are asked about in another one."""
    marked = {
        column
        for question in questions
        if question.kind in (QuestionKind.COMMA, QuestionKind.POINT)
        for column in question.columns
    }
    return [
        _without(question, marked) if question.kind is QuestionKind.CONVERSION else question for question in questions
    ]


def _without(question: Question, columns: set[str]) -> Question | None:
    kept = tuple(column for column in question.columns if column not in columns)
    if not kept:
        return None
    options = tuple(
        replace(option, keywords={"convert": {name: option.keywords["convert"][name] for name in kept}})
        if option.kind is OptionKind.CONVERT
        else option
        for option in question.options
    )
    return replace(question, columns=kept, options=options)


def _outcomes(
    source: Source,
    table: Table,
    keywords: Mapping[str, Any],
    options: tuple[Option, ...],
    limits: Limits | None,
    name: str | None,
) -> tuple[Outcome | None, ...]:
    if name is None:
        return (None,) * len(options)
    found: list[Outcome | None] = [Outcome.of(table)]
    for option in options[1:]:
        try:
            found.append(Outcome.of(read_table(source, name=name, limits=limits, **option.apply(keywords))))
        except TableError:
            found.append(None)
    return tuple(found)


def _weight(one: WeighedQuestion, table: Table) -> float:
    if one.question.kind is QuestionKind.POINT:  # rows and features stay the same, and numbers do not
        return math.inf
    if one.outcomes[0] is None:
        return 0.0
    return max((_change(outcome, table) for outcome in one.outcomes[1:]), default=0.0)


def _change(outcome: Outcome | None, table: Table) -> float:
    if outcome is None or outcome.kind != table.kind:
        return math.inf
    rows = abs(outcome.n_rows - table.n_rows) / table.n_rows
    return rows + abs(outcome.n_features - table.n_features) / table.n_features
