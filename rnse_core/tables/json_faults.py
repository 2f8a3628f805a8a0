"""What is wrong with a text that should be JSON, and where."""

from __future__ import annotations

import json
import re

from rnse_core.tables.errors import TableError
from rnse_core.tables.file_kinds import JsonFault
from rnse_core.tables.kinds import Problem

_BLANKS = " \t\r\n"
_SHOWN = 20
_WORD = re.compile(r"[^\W\d][\w$]*")
_COMMENTS = ("//", "/*", "#")
_CURLY_QUOTES = ("'", "\u2018", "\u2019", "\u201c", "\u201d", "`")


def json_error(error: json.JSONDecodeError, name: str, *, line: int = 1) -> TableError:
    """Return the error for a text that is no JSON: the place, what stands there, and what is wrong with it.

    Parameters
    ----------
    error : json.JSONDecodeError
    name : str
        Name of the file.
    line : int, default=1
        The line of the file on which the text begins.
    """
    text = error.doc
    fault, place = _fault(text, error.pos, error.msg)
    start = text.rfind("\n", 0, place) + 1
    end = text.find("\n", place)
    shown = text[max(start, place - _SHOWN) : min(place + _SHOWN, len(text) if end < 0 else end)]
    return TableError(
        Problem.JSON_SYNTAX,
        file=name,
        line=line + text.count("\n", 0, place),
        column=place - start + 1,
        token=shown.strip(),
        value=fault,
    )


def _fault(text: str, place: int, message: str) -> tuple[JsonFault, int]:
    """Return what is wrong, and its place."""
    before = len(text[:place].rstrip(_BLANKS)) - 1
    after = len(text) - len(text[place:].lstrip(_BLANKS))
    sign, last = text[after : after + 1], text[before : before + 1] if before >= 0 else ""
    if message.startswith("Invalid control character"):
        return JsonFault.CONTROL, place
    if message.startswith("Invalid \\"):
        return JsonFault.ESCAPE, place
    if message.startswith("Unterminated string"):
        return JsonFault.OPEN_TEXT, place
    if not sign:
        return JsonFault.CUT_OFF, max(before, 0)
    if last == "," and sign in "]}":
        return JsonFault.TRAILING_COMMA, before
    # Some versions of Python name the comma, and some what follows it.
    if sign == "," and text[after + 1 :].lstrip(_BLANKS)[:1] in ("]", "}"):
        return JsonFault.TRAILING_COMMA, after
    if sign == ",":
        return JsonFault.EMPTY_PLACE, after
    if text.startswith(_COMMENTS, after):
        return JsonFault.COMMENT, after
    if not text[:after].strip(_BLANKS) and sign not in "[{\"'":
        return JsonFault.TEXT_AROUND, after
    if message.startswith("Extra data"):
        return (JsonFault.TEXT_AROUND if sign in ");" else JsonFault.SECOND_VALUE), after
    if sign in _CURLY_QUOTES:
        return JsonFault.QUOTES, after
    if _WORD.match(text, after):
        return (JsonFault.BARE_NAME if "property name" in message else JsonFault.WORD), after
    if message.startswith("Expecting ','"):
        if after == place and last.isdigit() and (sign in ".eE" or sign.isdigit()):
            return JsonFault.NUMBER, after
        return (JsonFault.MISSING_COMMA if sign in '"[{' else JsonFault.OTHER), after
    return (JsonFault.NUMBER if sign in "+.-" else JsonFault.OTHER), after
