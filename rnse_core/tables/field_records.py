"""Records over several lines that each name a value: ``name: value``, LDIF, RIS, INI, and prints of psql and mysql."""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Sequence
from dataclasses import dataclass, field

Fields = list[tuple[str, str]]

_NAME = r"([^\W\d](?:[^:=,;|\t\"'{}\[\]<>]{0,58}[^:=,;|\t\"'{}\[\]<>\s])?)"
_COLON = re.compile(rf"{_NAME}[ \t]*(::?)(?:[ \t]+(.*)|)")
_EQUALS = re.compile(rf"{_NAME}[ \t]*()=[ \t]*(.*)")
# RIS and MEDLINE: a tag of up to four letters before a hyphen.
_TAG = re.compile(r"(?=.{4}-)([A-Z][A-Z0-9]{1,3}) {0,2}()-(?: (.*)|)")
_BAR = re.compile(r"([^|]+?)[ \t]*()\|[ \t]?(.*)")
_FORMS = ((_COLON, "name: value"), (_EQUALS, "name = value"), (_TAG, "RIS"), (_BAR, "name | value"))
# What stands between records: dashes, the end marks of SDF and EMBL, and the headings of psql and mysql.
_RULE = re.compile(r"[-=*_#~+]{3,}|%%|//|\${4}|-+\[ RECORD \d+ \][-+]*|\*+ \d+\. row \*+")
_PSQL = re.compile(r"-+\[ RECORD \d+ \][-+]*")
_MYSQL = re.compile(r"\*+ \d+\. row \*+")
_SECTION = re.compile(r"\[\s*([^\[\]]+?)\s*\]")
_TABLE = re.compile(r"\[\[\s*[\w.\-\"]+\s*\]\]")
_COMMENTS = ("#", ";")
# What mysql and psql say at the end.
_TAIL = re.compile(r"\d+ rows? in set\b.*|\(\d+ rows?\)")
_HEADINGS = (_RULE, _SECTION, _TABLE)
_QUOTES = ('"', "'")


@dataclass(frozen=True)
class FieldText:
    """The records of a text.

    Parameters
    ----------
    records : list of list of (str, str)
        The names and values of each.
    form : str
        What the text is called.
    n_comments : int, default=0
    """

    records: list[Fields] = field(repr=False)
    form: str
    n_comments: int = 0


def fields_of_records(lines: Sequence[str]) -> FieldText | None:
    """Return the records of lines that each name their value; None for other lines.

    Blank lines, rules or headings are between records; where there are none, a record begins with the name that the
    first one begins with.

    Parameters
    ----------
    lines : sequence of str
    """
    is_mysql = any(map(_MYSQL.fullmatch, lines[:2]))
    is_psql = any(map(_PSQL.fullmatch, lines[:3]))
    if is_mysql or _are_aligned(lines):
        lines = [line.lstrip() for line in lines]
    first = next((line for line in lines if _may_be_field(line)), "")
    for pattern, form in _FORMS:
        if pattern.fullmatch(first) and (pattern is _BAR) == is_psql:
            return _records(lines, pattern, form)
    return None


def _are_aligned(lines: Sequence[str]) -> bool:
    """Return whether names end at signs one below the other, the first one behind blanks, as SQLite prints records."""
    filled = [line for line in lines if line.strip()]
    place = filled[0].find(" = ") if filled and filled[0].startswith(" ") else -1
    return place > 0 and all(line.find(" = ") == place for line in filled)


def _may_be_field(line: str) -> bool:
    """Return whether a line is neither blank nor a comment, a rule or a heading."""
    return not (not line.strip() or line.startswith(_COMMENTS) or any(one.fullmatch(line.strip()) for one in _HEADINGS))


def _records(lines: Sequence[str], pattern: re.Pattern[str], form: str) -> FieldText | None:
    blocks: list[Fields] = [[]]
    n_comments = 0
    is_folded = False
    has_sections = any(_SECTION.fullmatch(line.strip()) for line in lines)
    for line in lines:
        text = line.strip()
        if not text and has_sections:
            continue
        if not text or _RULE.fullmatch(text) or _TABLE.fullmatch(text):
            blocks.append([])
        elif (section := _SECTION.fullmatch(text)) is not None:
            blocks.append([("", section[1])])
        elif line.startswith(_COMMENTS) or _TAIL.fullmatch(text):
            n_comments += 1
        elif line[0] in " \t" and blocks[-1]:
            key, value = blocks[-1][-1]
            # Values in a value, as of YAML.
            if not value and pattern.fullmatch(text):
                return None
            # LDIF cuts lines anywhere, and puts one blank before the rest.
            blocks[-1][-1] = key, f"{value}{line[1:]}" if is_folded else f"{value} {text}".strip()
        elif (match := pattern.fullmatch(line.rstrip())) is not None:
            is_folded = is_folded or (match[1] == "dn" and pattern is _COLON)
            value = (match[3] or "").strip()
            blocks[-1].append((match[1].strip(), _decoded(value) if match[2] == "::" else unquoted(value)))
        else:
            return None
    blocks = [block for block in blocks if block]
    if len(blocks) < 2 or all(len(block) == 1 for block in blocks):
        blocks = _from_first_name([pair for block in blocks for pair in block])
    return FieldText(blocks, form, n_comments)


def _from_first_name(pairs: Fields) -> list[Fields]:
    """Cut one list of names and values before each that has the first name."""
    records: list[Fields] = []
    for key, value in pairs:
        if not records or key == pairs[0][0]:
            records.append([])
        records[-1].append((key, value))
    return records


def _decoded(value: str) -> str:
    """Return a text that LDIF has written in base 64."""
    try:
        return base64.b64decode(value, validate=True).decode("utf-8")
    except (binascii.Error, UnicodeDecodeError):
        return value


def unquoted(value: str) -> str:
    """Return a value without the quotation marks around it.

    Parameters
    ----------
    value : str
    """
    mark = value[:1]
    if len(value) < 2 or mark not in _QUOTES or not value.endswith(mark):
        return value
    inner = value[1:-1]
    if mark == "'":
        return inner.replace("''", "'") if "'" not in inner.replace("''", "") else value
    return re.sub(r'\\(["\\/])', r"\1", inner) if '"' not in re.sub(r"\\.", "", inner) else value
