"""The options that say how a command reads its files."""

from __future__ import annotations

import argparse
import json
from typing import Any

from rnse_core.tables import Limits
from rnse_core.tables.keywords import KEYWORD_TYPES, KeywordError, KeywordProblem, check_keywords
from rnse_core.tables.kinds import READ_AS
from rnse_core.tables.missing import POLICIES
from rnse_core.tables.questions import merge_keywords

# Larger than those of a server: a local file is not sent over a network, and there is one user.
LIMITS = Limits(max_bytes=4_000_000_000, max_rows=20_000_000, max_cells=400_000_000)


def add_reading(command: argparse.ArgumentParser) -> None:
    """Add the options that say how files are read."""
    classes = command.add_mutually_exclusive_group()
    classes.add_argument("--label", metavar="COLUMN", default="auto", help="column of true classes, for scores only")
    classes.add_argument("--no-label", action="store_true", help="treat no column as classes")
    command.add_argument(
        "--ignore", nargs="+", action="extend", default=[], metavar="COLUMN", help="columns to leave out"
    )
    command.add_argument(
        "--missing",
        choices=POLICIES,
        help="leave rows with missing values out, which is the default, or fill in a value",
    )
    command.add_argument(
        "--kind",
        choices=READ_AS,
        help="what the file holds (default: found): features, a matrix over pairs, a list of edges, a long table, ...",
    )
    command.add_argument(
        "--read",
        nargs="+",
        action="extend",
        default=[],
        metavar="KEY=VALUE",
        help=f"keyword of the reading; KEY is one of {', '.join(KEYWORD_TYPES)}",
    )


def reading_keywords(options: argparse.Namespace) -> dict[str, Any]:
    """Return the keywords of `read_table` that the options stand for.

    Raises
    ------
    ValueError
        If ``--read`` names none of them, or one that does not take the value.
    """
    keywords: dict[str, Any] = {
        "label_column": None if options.no_label else options.label,
        "ignore": tuple(options.ignore),
    }
    if options.missing is not None:
        keywords["missing"] = options.missing
    if options.kind is not None:
        keywords["kind"] = options.kind
    for text in options.read:
        name, separator, value = text.partition("=")
        try:
            keywords = merge_keywords(keywords, check_keywords({name: parsed(value)}))
        except KeywordError as error:
            is_known = separator and error.problem is not KeywordProblem.UNKNOWN
            known = _example(name) if is_known else f"one of {', '.join(KEYWORD_TYPES)}"
            raise ValueError(f"--read {text} cannot be used; it takes KEY=VALUE, with {known}.") from None
    return keywords


def parsed(text: str) -> Any:
    """Return the value in KEY=VALUE: that of the text as JSON, else the text itself."""
    try:
        return json.loads(text)
    except ValueError:
        return text


def _example(name: str) -> str:
    if name == "missing_in":
        return f'{{"a": ["-9"]}} for {name}'
    if name == "cyclic":
        return f'{{"a": 24}} for {name}'
    if name == "numbers":
        return f'{{"a": "/"}} for {name}'
    if name == "split":
        return f'{{"a": ";"}} for {name}'
    if name == "ordinal":
        return f'{{"a": ["low", "high"]}} for {name}'
    kind = KEYWORD_TYPES[name][0]
    examples = {bool: "true or false", int: "a whole number", list: '["a", "b"]', dict: '{"a": "auto"}'}
    return f"{examples.get(kind, 'a text')} for {name}"
