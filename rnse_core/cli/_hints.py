"""What the user must know about a table, and the options of the command line that would read it otherwise."""

from __future__ import annotations

import json
import shlex
from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Any

from rnse_core.cli._reading import LIMITS, parsed
from rnse_core.tables import Column, Table, TableError
from rnse_core.tables.features import AS_ASKED, ROW_NUMBERS, TEXT, ignored
from rnse_core.tables.large import too_large
from rnse_core.wording import counted, listed, quoted

# Columns that each get a line of their own.
MOST_LINES = 10
_FEATURES_LISTED = 10


def used_features(table: Table) -> str:
    """Name the features that are clustered on."""
    if table.kind != "features":
        return f"Clustered on the {table.kind} matrix as a whole."
    return f"Clustered on {listed(map(quoted, table.feature_names), _FEATURES_LISTED)}."


def open_questions(table: Table, keywords: Mapping[str, Any], quiet: bool) -> Iterator[str]:
    """Yield each question that the file leaves open, with what was done and the options for the other answers.

    Parameters
    ----------
    table : Table
    keywords : mapping
        How it was read; what these answer is not asked.
    quiet : bool
        Only ask what changes the clusters or scores of all rows.

    Yields
    ------
    str
    """
    for question in table.questions:
        # Text that could be numbers is told with the columns that are left out.
        if question.key == "convert" or (quiet and question.key == "missing"):
            continue
        done, *others = question.options
        if done.keywords and done.keywords.items() <= keywords.items():
            continue
        confirm = f" (to confirm: {as_option(done.keywords)})" if done.keywords else ""
        ways = "; or: ".join(f"{option.text}: {as_option(option.keywords)}" for option in others)
        yield f"{question.text} As it is read: {done.text}{confirm}. Otherwise: {ways}"


def class_columns(table: Table) -> list[str]:
    """Write as options which columns may hold the classes that a table was read without."""
    return [
        f"take the labels from {quoted(option.keywords['label_column'])}: {as_option(option.keywords)}"
        for question in table.questions
        if question.key == "label"
        for option in question.options
        if option.keywords["label_column"] is not None
    ]


def ways_on(error: TableError) -> list[str]:
    """Write as options what can be done about a file that cannot be read."""
    return [f"{option.text}: {as_option(option.keywords)}" for option in error.options if option.keywords]


def left_out(table: Table) -> Iterator[str]:
    """Yield a sentence about the columns that nobody asked to leave out, with the option that would keep them.

    Parameters
    ----------
    table : Table

    Yields
    ------
    str
    """
    dropped = [column for column in table.columns if column.role == "ignored" and column.reason != AS_ASKED]
    nearly = [column for column in dropped if column.suggestion is not None]
    yield from map(_about_nearly_numbers, nearly[:MOST_LINES])
    by_reason: defaultdict[str, list[Column]] = defaultdict(list)
    for column in dropped:
        if column.suggestion is None:
            by_reason[column.reason].append(column)
    for column in nearly[MOST_LINES:]:
        by_reason["most of the cells are numbers"].append(column)
    for reason, columns in by_reason.items():
        found = [column.name for column in columns]
        keywords: dict[str, Any] = {}
        if reason == ROW_NUMBERS:
            keywords = {"keep": found}
        elif reason == TEXT:
            keywords = {"one_hot": [column.name for column in columns if column.n_distinct <= LIMITS.max_levels]}
        elif columns[0].suggestion is not None:
            keywords = {"convert": dict.fromkeys(found, "auto")}
        usable = {name: value for name, value in keywords.items() if value}
        yield ignored(reason, found) + (f"; {_PURPOSES[next(iter(usable))]}: {as_option(usable)}" if usable else ".")


def large_values(table: Table, keywords: Mapping[str, Any]) -> Iterator[str]:
    """Yield a sentence about each column in which a few values leave no digits to the others.

    Parameters
    ----------
    table : Table
    keywords : mapping
        How it was read.

    Yields
    ------
    str
    """
    for said, option in too_large(table, keywords):
        yield f"{said}." if option is None else f"{said}, or {option.text}: {as_option(option.keywords)}"


_PURPOSES = {
    "keep": "to use numbers of rows all the same",
    "one_hot": "to use one 0/1 column per value instead",
    "convert": "to count the other cells as missing",
}


def _about_nearly_numbers(column: Column) -> str:
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


def as_option(keywords: Mapping[str, Any]) -> str:
    """Write keywords of `read_table` as they are given on the command line."""
    rest = dict(keywords)
    options: list[str] = []
    if "label_column" in rest:
        label = rest.pop("label_column")
        options.append("--no-label" if label is None else _with_value("--label", label))
    if "missing" in rest:
        options.append(_with_value("--missing", rest.pop("missing")))
    options += [_with_value("--ignore", name) for name in rest.pop("ignore", ())]
    if rest:
        options.append(f"--read {' '.join(shlex.quote(f'{name}={_written(value)}') for name, value in rest.items())}")
    return " ".join(options)


def _with_value(option: str, value: str) -> str:
    return f"{option}={shlex.quote(value)}" if value.startswith("-") else f"{option} {shlex.quote(value)}"


def _written(value: Any) -> str:
    return value if isinstance(value, str) and parsed(value) == value else json.dumps(value)
