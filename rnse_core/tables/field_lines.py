"""Lines of which each is a record of named values: ``a=1 b=2`` as logs have it, ``a=1;b=2``, ``a: 1, b: 2``."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rnse_core.tables.field_records import Fields, FieldText, unquoted

_KEY = r"[^\W\d][\w.\-/@%]*"
_QUOTED = r'"(?:[^"\\]|\\.)*"'
# Parts between blanks: a name and a value, which may be quoted, or any other word.
_PART = re.compile(rf"({_KEY})([=:])({_QUOTED}|[^\s\"]*)(?=\s|$)|({_QUOTED}|\S+)")
_PAIR = re.compile(rf"[\"']?([^\W\d][^:=\"']{{0,58}}?)[\"']?\s*([=:])\s*({_QUOTED}|[^=]*)")
_BETWEEN = re.compile(rf"({_QUOTED})|([,;|&\t])")
_DELIMITERS = (",", ";", "|", "&", "\t")
_BLANK_AFTER_COLON = re.compile(r"(?<=\w):[ \t]+")
_FEWEST_PAIRS = 2
_REST = "text"
# A measurement with its tags, its fields, and the time, as InfluxDB has it.
_FIELD = rf"{_KEY}=(?:{_QUOTED}|[^\s,\"]+)"
_POINT = re.compile(rf"([^\s,=\"]+)((?:,[^\s,=\"]+=[^\s,=\"]+)*) ({_FIELD}(?:,{_FIELD})*)(?: (-?\d+))?")
_WHOLE = re.compile(r"(-?\d+)[iu]")


def fields_of_lines(lines: Sequence[str]) -> FieldText | None:
    """Return the records of lines that each have several names with their values; None for other lines.

    Words beside them, such as the time and the level of a log, are the value ``text``.

    Parameters
    ----------
    lines : sequence of str
    """
    rows = [line.strip() for line in lines if line.strip() and not line.startswith("#")]
    n_comments = sum(line.startswith("#") for line in lines)
    if not rows or not any(mark in rows[0] for mark in "=:"):
        return None
    if (points := _points(rows)) is not None:
        return FieldText(points, "line protocol", n_comments)
    for delimiter in _DELIMITERS:
        if delimiter in rows[0] and (records := _between(rows, delimiter)) is not None:
            return FieldText(records, "name=value", n_comments)
    records = _between_blanks(rows)
    return None if records is None else FieldText(records, "name=value", n_comments)


def _points(rows: Sequence[str]) -> list[Fields] | None:
    """Cut lines of InfluxDB into the measurement, its tags and fields, and the time; None for other lines."""
    records: list[Fields] = []
    for row in rows:
        match = _POINT.fullmatch(row)
        if match is None or not (match[2] or match[4]):
            return None
        pairs = [part.partition("=") for part in (*_parts(match[2].lstrip(","), ","), *_parts(match[3], ",")) if part]
        record = [
            (key, unquoted(_WHOLE.sub(r"\1", value) if _WHOLE.fullmatch(value) else value)) for key, _, value in pairs
        ]
        records.append([("measurement", match[1]), *record, *([("time", match[4])] if match[4] else [])])
    return records


def _between(rows: Sequence[str], delimiter: str) -> list[Fields] | None:
    """Cut lines at a delimiter into names and values; None where a part is something else."""
    records: list[Fields] = []
    for row in rows:
        record: Fields = []
        for part in _parts(row, delimiter):
            match = _PAIR.fullmatch(part.strip())
            if match is None:
                return None
            record.append((match[1].strip(), unquoted(match[3].strip())))
        if len(record) < _FEWEST_PAIRS:
            return None
        records.append(record)
    return records


def _parts(row: str, delimiter: str) -> list[str]:
    """Cut a line at a delimiter, but not within quotation marks, nor behind a last one."""
    row = row.removesuffix(delimiter)
    if '"' not in row:
        return row.split(delimiter)
    parts, start = [], 0
    for match in _BETWEEN.finditer(row):
        if match[2] == delimiter:
            parts.append(row[start : match.start()])
            start = match.end()
    return [*parts, row[start:]]


def _between_blanks(rows: Sequence[str]) -> list[Fields] | None:
    """Cut lines at blanks; where names and values are joined by colons there is nothing else on a line.

    A name that stands twice on a line, or a word with a delimiter behind a pair, is of a cell of another kind of table.
    """
    if "=" not in rows[0]:
        rows = [_BLANK_AFTER_COLON.sub(":", row) for row in rows]
    mark = "=" if "=" in rows[0] else ":"
    records: list[Fields] = []
    for row in rows:
        record: Fields = []
        rest: list[str] = []
        for match in _PART.finditer(row):
            if match[2] == mark:
                record.append((match[1], unquoted(match[3].rstrip(",;"))))
            elif record and any(one in match[0] for one in _DELIMITERS):
                return None
            else:
                rest.append(match[0])
        if len(record) < _FEWEST_PAIRS or (rest and mark == ":") or len(dict(record)) < len(record):
            return None
        records.append([(_REST, " ".join(rest)), *record] if rest else record)
    return records
