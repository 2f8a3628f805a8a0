"""How the commands read tables: the options for it, and what to do about a file that cannot be read."""

from __future__ import annotations

import argparse
import json
import shlex
from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Any

from rnse_core._validation import counted
from rnse_core.large_values import find_large_values
from rnse_core.tables import Column, Limits, Option, Table, TableError
from rnse_core.tables.features import AS_ASKED, ROW_NUMBERS, TEXT, ignored, place_of
from rnse_core.tables.keywords import KEYWORD_TYPES, check_keywords
from rnse_core.tables.missing import POLICIES
from rnse_core.tables.wording import quoted

# On a machine of one's own a file may be larger than one that is sent to a server.
LIMITS = Limits(max_bytes=4_000_000_000, max_rows=20_000_000, max_cells=400_000_000)
# Columns that each get a line of their own.
MOST_LINES = 10


def add_reading(command: argparse.ArgumentParser) -> None:
    """Add the options that say how files are read."""
    classes = command.add_mutually_exclusive_group()
    classes.add_argument("--label", metavar="COLUMN", default="auto", help="column of true classes, for scores only")
    classes.add_argument("--no-label", action="store_true", help="treat no column as classes")
    command.add_argument(
        "--ignore", nargs="+", action="extend", default=[], metavar="COLUMN", help="columns to leave out"
    )
    command.add_argument("--missing", choices=POLICIES, default="drop", help="leave rows out, or fill in a value")
    command.add_argument(
        "--read",
        nargs="+",
        action="extend",
        default=[],
        metavar="KEY=VALUE",
        help=f"what else to know about the files; KEY is one of {', '.join(KEYWORD_TYPES)}",
    )


def reading_keywords(options: argparse.Namespace) -> dict[str, Any]:
    """Return the keywords of `read_table` that the options stand for.

    Raises
    ------
    ValueError
        If ``--read`` names none of them, or has no use for the value.
    """
    keywords: dict[str, Any] = {
        "label_column": None if options.no_label else options.label,
        "ignore": tuple(options.ignore),
        "missing": options.missing,
    }
    for text in options.read:
        name, separator, value = text.partition("=")
        try:
            keywords = Option("", check_keywords({name: _parsed(value)})).apply(keywords)
        except ValueError:
            known = (
                f"one of {', '.join(KEYWORD_TYPES)}" if name not in KEYWORD_TYPES or not separator else _example(name)
            )
            raise ValueError(f"--read {text} cannot be used; it takes KEY=VALUE, with {known}.") from None
    return keywords


def ways_on(error: TableError) -> list[str]:
    """Write as options what can be done about a file that cannot be read."""
    return [f"{option.text}: {_as_option(option.keywords)}" for option in error.options if option.keywords]


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
        yield ignored(reason, found) + (f"; {_PURPOSES[next(iter(usable))]}: {_as_option(usable)}" if usable else ".")


def too_large(table: Table) -> Iterator[str]:
    """Yield a sentence about each column in which a few values leave no digits to the others.

    Parameters
    ----------
    table : Table

    Yields
    ------
    str
    """
    if table.kind != "features":
        return
    for found in find_large_values(table.X):
        said = found.sentence(place_of(found, table.feature_names, table.row_numbers))
        values = list(dict.fromkeys(map(repr, found.values)))
        way = "." if len(values) > MOST_LINES else f", or count it as missing: {_as_option({'missing_values': values})}"
        yield f"{said}; remove or cap what is too large{way}"


_PURPOSES = {
    "keep": "to use numbers of rows all the same",
    "one_hot": "to use one 0/1 column per value instead",
    "convert": "to count the other cells as missing",
}


def _about_nearly_numbers(column: Column) -> str:
    suggestion = column.suggestion
    assert suggestion is not None
    way = _as_option({"convert": {column.name: "auto"}})
    what = f"Column {quoted(column.name)} is ignored"
    if not suggestion.n_failing:
        return f"{what}: it is text such as {quoted(suggestion.example[0])}; to read it as numbers: {way}"
    cells = suggestion.n_converted + suggestion.n_failing
    line = "" if suggestion.first_line is None else f" on line {suggestion.first_line:,}"
    return (
        f"{what}: {suggestion.n_failing:,} of its {counted(cells, 'cell')} cannot be read as a number, the first is "
        f"{quoted(suggestion.first_failing)}{line}; to count such cells as missing: {way}"
    )


def _as_option(keywords: Mapping[str, Any]) -> str:
    """Write keywords of `read_table` as they are given on the command line."""
    return f"--read {' '.join(shlex.quote(f'{name}={_written(value)}') for name, value in keywords.items())}"


def _parsed(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return text


def _written(value: Any) -> str:
    return value if isinstance(value, str) and _parsed(value) == value else json.dumps(value)


def _example(name: str) -> str:
    kind = KEYWORD_TYPES[name][0]
    examples = {bool: "true or false", int: "a whole number", list: '["a", "b"]', dict: '{"a": "auto"}'}
    return f"{examples.get(kind, 'a text')} for {name}"
