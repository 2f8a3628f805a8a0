"""How the commands read tables: the options for it, and what to do about a file that cannot be read."""

from __future__ import annotations

import argparse
import json
import shlex
from typing import Any

from rnse_core.tables import Limits, TableError
from rnse_core.tables.keywords import KEYWORD_TYPES, check_keywords
from rnse_core.tables.missing import POLICIES

# On a machine of one's own a file may be larger than one that is sent to a server.
LIMITS = Limits(max_bytes=4_000_000_000, max_rows=20_000_000, max_cells=400_000_000)


def add_reading(command: argparse.ArgumentParser) -> None:
    """Add the options that say how files are read."""
    classes = command.add_mutually_exclusive_group()
    classes.add_argument("--label", metavar="COLUMN", default="auto", help="column of true classes, for scores only")
    classes.add_argument("--no-label", action="store_true", help="treat no column as classes")
    command.add_argument("--ignore", nargs="+", default=[], metavar="COLUMN", help="columns to leave out")
    command.add_argument("--missing", choices=POLICIES, default="drop", help="leave rows out, or fill in a value")
    command.add_argument(
        "--read",
        nargs="+",
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
        "ignore": options.ignore,
        "missing": options.missing,
    }
    for text in options.read:
        name, separator, value = text.partition("=")
        try:
            keywords |= check_keywords({name: _parsed(value)})
        except ValueError:
            known = (
                f"one of {', '.join(KEYWORD_TYPES)}" if name not in KEYWORD_TYPES or not separator else _example(name)
            )
            raise ValueError(f"--read {text} cannot be used; it takes KEY=VALUE, with {known}.") from None
    return keywords


def ways_on(error: TableError) -> list[str]:
    """Write as options what can be done about a file that cannot be read."""
    return [
        f"{option.text}: --read {' '.join(shlex.quote(f'{name}={_written(value)}') for name, value in found.items())}"
        for option in error.options
        if (found := option.keywords)
    ]


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
