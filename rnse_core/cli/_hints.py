"""Sentences about a table with the options of the command line that would read it otherwise."""

from __future__ import annotations

import json
import shlex
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rnse_core.cli._reading import LIMITS, parsed
from rnse_core.tables import (
    Column,
    Option,
    OptionKind,
    Question,
    QuestionKind,
    RoleReason,
    Table,
    TableError,
    note_sentence,
    option_text,
    outcome_text,
    question_sentence,
    weigh_questions,
)
from rnse_core.tables.large_values import too_large
from rnse_core.tables.read import Source
from rnse_core.tables.sentences import ignored_columns_text
from rnse_core.wording import counted, listed, names, quoted, sentence

# Columns that each get a line of their own.
_MOST_LINES = 10
_FEATURES_LISTED = 10
# Columns that an option is written out for, and those that are shown of more.
_MOST_NAMES = 30
_NAMES_OF_LONG = 3
# Keywords that have an option of their own.
_OWN_OPTIONS = {"label_column": "--label", "missing": "--missing", "ignore": "--ignore", "kind": "--kind"}
# Questions about columns that are named with the columns that are left out.
_SAID_WITH_COLUMNS = frozenset({QuestionKind.CONVERSION, QuestionKind.WORDS})
# Questions that say themselves which columns are left out, and why.
_ASKED_OF_COLUMNS = frozenset(
    {
        QuestionKind.TICKS,
        QuestionKind.ROW_NAMES,
        QuestionKind.ROW_NUMBERS,
        QuestionKind.AXIS,
        QuestionKind.IDENTIFIERS,
        QuestionKind.CODES,
        QuestionKind.EARLIER_RESULT,
        QuestionKind.NUMBER_DATES,
        QuestionKind.SUM_COLUMNS,
    }
)


def used_features(table: Table) -> str:
    """Name the features that are clustered on."""
    if table.choices.compared_by:
        used = [column.name for column in table.columns if column.role == "feature"]
        return f"Clustered on Gower's distances in {listed(map(quoted, used), _FEATURES_LISTED)}."
    if table.kind != "features":
        return f"Clustered on the {table.kind} matrix as a whole."
    return f"Clustered on {listed(map(quoted, table.feature_names), _FEATURES_LISTED)}."


def open_questions(source: Source, table: Table, keywords: Mapping[str, Any], quiet: bool) -> Iterator[str]:
    """Yield each question that the file leaves open, with what was done and the options for the other answers.

    The most consequential one comes first; answers that change the number of rows or features say so.

    Parameters
    ----------
    source : path-like or bytes
        What the table was read from.
    table : Table
    keywords : mapping
        How it was read; what these answer is not asked.
    quiet : bool
        Only ask what changes the clusters or scores of all rows.

    Yields
    ------
    str
    """
    for weighed in weigh_questions(source, table, keywords, limits=LIMITS, name=table.name):
        question = weighed.question
        said = question.kind in _SAID_WITH_COLUMNS and question.options[0].kind is OptionKind.LEAVE_OUT
        if said or (quiet and _changes_little(question, table)):
            continue
        done, *others = question.options
        if done.keywords and done.keywords.items() <= keywords.items():
            continue
        confirm = f" (to confirm: {as_option(done.keywords)})" if done.keywords else ""
        here = weighed.outcomes[0]
        ways = "; or: ".join(
            _with_option(option, "" if outcome in (None, here) else f" ({outcome_text(outcome)})")
            for option, outcome in zip(others, weighed.outcomes[1:], strict=True)
        )
        yield f"{question_sentence(question)} As it is read: {option_text(done)}{confirm}. Otherwise: {ways}"


def _changes_little(question: Question, table: Table) -> bool:
    """Whether a question is about some rows, or about classes that the name of their column tells."""
    if question.kind is QuestionKind.LABEL_COLUMN:
        reasons = {column.name: column.reason for column in table.columns}
        return reasons.get(question.columns[0], RoleReason.LABEL_NAME) is RoleReason.LABEL_NAME
    return question.kind is QuestionKind.MISSING_VALUES


def class_columns(table: Table) -> list[str]:
    """Write as options which columns may hold the classes that a table was read without."""
    return [
        f"take the labels from {quoted(option.keywords['label_column'])}: {as_option(option.keywords)}"
        for question in table.questions
        for option in question.options
        if option.kind is OptionKind.LABEL_COLUMN
    ]


def ways_to_read(error: TableError) -> list[str]:
    """Write as options what can be done about a file that cannot be read."""
    return [_with_option(option) for option in error.options if option.keywords or option.without]


def _with_option(option: Option, outcome: str = "") -> str:
    ways = [f"without {listed(map(_option_name, option.without))}"] if option.without else []
    ways += [as_option(option.keywords)] if option.keywords else []
    return f"{option_text(option)}{outcome}: {' and '.join(ways)}"


def _option_name(keyword: str) -> str:
    return _OWN_OPTIONS.get(keyword, f"--read {keyword}=...")


def left_out(table: Table) -> Iterator[str]:
    """Yield a sentence about the columns that nobody asked to leave out, with the option that would keep them.

    Parameters
    ----------
    table : Table

    Yields
    ------
    str
    """
    asked = {name for question in table.questions if question.kind in _ASKED_OF_COLUMNS for name in question.columns}
    ignored = [
        column
        for column in table.columns
        if column.role == "ignored" and column.reason not in (None, RoleReason.AS_ASKED) and column.name not in asked
    ]
    convertible = [column for column in ignored if _is_convertible(column)]
    yield from map(_about_convertible, convertible[:_MOST_LINES])
    by_reason: defaultdict[RoleReason, list[Column]] = defaultdict(list)
    for column in ignored:
        if column.reason is not None and not _is_convertible(column):
            by_reason[column.reason].append(column)
    for reason, columns in by_reason.items():
        said = ignored_columns_text(reason, [column.name for column in columns])
        uses = _other_uses(table, reason, columns)
        yield "; ".join([said, *uses]) if uses else f"{said}."
    rest = [column.name for column in convertible[_MOST_LINES:]]
    if rest:
        are = "is" if len(rest) == 1 else "are"
        yield (
            f"{sentence(names(rest))} {are} ignored: most of the cells are numbers; to count the other cells as "
            f"missing: {as_option({'convert': dict.fromkeys(rest, 'auto')})}"
        )


def _is_convertible(column: Column) -> bool:
    """Whether it is text that could be read as numbers, and was not."""
    return column.suggestion is not None and column.type != "number"


def _other_uses(table: Table, reason: RoleReason, columns: Sequence[Column]) -> list[str]:
    """Say what columns could be used for instead, with the options for it; nothing where they are of no use."""
    if reason is RoleReason.ROW_NUMBERS:
        return [f"to use numbers of rows all the same: {as_option({'keep': [column.name for column in columns]})}"]
    if reason is not RoleReason.TEXT:
        return []
    few = [column.name for column in columns if column.n_distinct <= LIMITS.max_levels]
    uses = [f"to use one 0/1 column per value instead: {as_option({'one_hot': few})}"] if few else []
    others = [
        option
        for question in table.questions
        if question.kind is QuestionKind.WORDS
        for option in question.options
        if option.kind in (OptionKind.ORDINAL, OptionKind.GOWER)
    ]
    return [*(_within(_with_option(option)) for option in others), *uses]


def _within(text: str) -> str:
    """Return a text as a part of a sentence, not its beginning."""
    return text[:1].lower() + text[1:]


def _about_convertible(column: Column) -> str:
    suggestion = column.suggestion
    assert suggestion is not None
    way = as_option({"convert": {column.name: "auto"}})
    what = f"Column {quoted(column.name)} is ignored"
    if not suggestion.n_failing:
        return f"{what}: it is text such as {quoted(suggestion.example[0])}; to read it as numbers: {way}"
    cells = suggestion.n_converted + suggestion.n_failing
    line = "" if suggestion.first_line is None else f" on line {suggestion.first_line:,}"
    return (
        f"{what}: {suggestion.n_failing:,} of its {counted(cells, 'cell')} cannot be read as a number, the first is "
        f"{quoted(suggestion.first_failing)}{line}; to count such cells as missing: {way}"
    )


def large_values(table: Table, keywords: Mapping[str, Any]) -> Iterator[str]:
    """Yield a sentence about each column in which all other values are the same beside a few large ones.

    Parameters
    ----------
    table : Table
    keywords : mapping
        How it was read.

    Yields
    ------
    str
    """
    for note, option in too_large(table, keywords):
        yield note_sentence(note) if option is None else f"{note_sentence(note)} {_with_option(option)}"


def as_option(keywords: Mapping[str, Any]) -> str:
    """Write keywords of `read_table` as they are given on the command line."""
    rest = dict(keywords)
    options: list[str] = []
    if "label_column" in rest:
        label = rest.pop("label_column")
        options.append("--no-label" if label is None else _with_value("--label", label))
    if "missing" in rest:
        options.append(_with_value("--missing", rest.pop("missing")))
    left_out = tuple(rest.pop("ignore", ()))
    n_more = max(0, len(left_out) - _NAMES_OF_LONG) if len(left_out) > _MOST_NAMES else 0
    options += [_with_value("--ignore", name) for name in left_out[: len(left_out) - n_more]]
    if n_more:
        options.append(f"--ignore ... ({n_more:,} more)")
    if rest:
        options.append(f"--read {' '.join(map(_keyword_option, rest, rest.values()))}")
    return " ".join(options)


def _keyword_option(name: str, value: Any) -> str:
    """Write a keyword; of many columns the first ones and the number of the others."""
    if not isinstance(value, Mapping | list | tuple) or len(value) <= _MOST_NAMES:
        return shlex.quote(f"{name}={_written(value)}")
    first: Any = list(value)[:_NAMES_OF_LONG]
    if isinstance(value, Mapping):
        first = {column: value[column] for column in first}
    start = json.dumps(first)
    return f"{shlex.quote(f'{name}={start[:-1]}, ...{start[-1]}')} ({len(value) - len(first):,} more)"


def _with_value(option: str, value: str) -> str:
    return f"{option}={shlex.quote(value)}" if value.startswith("-") else f"{option} {shlex.quote(value)}"


def _written(value: Any) -> str:
    return value if isinstance(value, str) and parsed(value) == value else json.dumps(value)
