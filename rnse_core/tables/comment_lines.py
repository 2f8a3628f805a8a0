"""Lines of comment above and below a table; one of those above may give the names of the columns."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from rnse_core.tables.header_names import number_in
from rnse_core.tables.line_starts import end_of_rows

_SIGNS = ("#", "%", "!")
# As servers write their logs, before the names of the fields.
_FIELDS = re.compile(r"#\s?Fields:\s*(?P<names>.*)", re.IGNORECASE)
_UNIT = re.compile(r"\[.*\]|\(.*\)")
# Rows that a comment is compared with.
_COMPARED = 5


@dataclass(frozen=True)
class Comments:
    """The comments above a table.

    Parameters
    ----------
    count : int, default=0
        Lines from the top to the last comment.
    blank : int, default=0
        How many of them are blank.
    names : str, default=""
        The line that gives the names, without the sign of a comment; empty where none does.
    cells : tuple of str, default=()
        Its cells, without blanks around them.
    """

    count: int = 0
    blank: int = 0
    names: str = ""
    cells: tuple[str, ...] = ()


def comments_above(lines: Sequence[str], separators: Sequence[str]) -> Comments:
    """Find the comments at the top, lines that begin with ``#``, ``%`` or ``!``.

    The last one gives the names where it has as many cells as the rows below and no numbers; where it holds units, in
    brackets or the same one for several columns, the one above it.

    Parameters
    ----------
    lines : sequence of str
        The first lines of a file.
    separators : sequence of str
        What may separate the cells, beside blanks.
    """
    sign = lines[0][:1] if lines else ""
    if sign not in _SIGNS:
        return Comments()
    count = 0
    for number, line in enumerate(lines, start=1):
        if line.startswith(sign):
            count = number
        elif line.strip():
            break
    blank = sum(not line.strip() for line in lines[:count])
    rows = [line for line in lines[count:] if line.strip()][:_COMPARED]
    if not rows:
        return Comments()
    for number in range(count, max(count - 2, 0), -1):
        found = _names(lines[number - 1], sign, rows, separators)
        if not found.cells:
            break
        above = _names(lines[number - 2], sign, rows, separators) if number > 1 else Comments()
        are_units = _differ(above.cells) and not _differ(found.cells)
        if not are_units and not all(_UNIT.fullmatch(cell) for cell in found.cells):
            return Comments(count, blank, found.names, found.cells)
    return Comments(count, blank)


def _differ(cells: Sequence[str]) -> bool:
    return bool(cells) and len(set(cells)) == len(cells)


def lines_below(data: bytes) -> tuple[bytes, int]:
    """Return a text without the comments at its end, and how many these are.

    They begin with the sign of a comment at the top of the text. Without one there, they begin with ``#`` and a blank,
    which no other line does.
    """
    sign = data.removeprefix(b"\xef\xbb\xbf")[:1]
    is_on_top = sign.decode("latin-1") in _SIGNS and bool(sign)
    if not is_on_top:
        sign = b"# "
    end, count = end_of_rows(data, sign)
    if not count:
        return data, 0
    rest = data[:end]
    is_row = not is_on_top and (b"\n#" in rest or b"\r#" in rest)
    return (data, 0) if is_row else (rest + data[end : end + 1], count)


def _names(comment: str, sign: str, rows: Sequence[str], separators: Sequence[str]) -> Comments:
    if not comment.startswith(sign):
        return Comments()
    if match := _FIELDS.fullmatch(comment.strip()):
        return _fields(match["names"].split(), rows, separators)
    bare = comment.lstrip(sign)
    if sign != "#" and not bare[:1].isspace():
        bare = comment  # the sign may belong to the name, such as %fat
    if not bare.strip(" \t\r\n").strip("".join(separators)):
        return Comments()
    for separator in (*separators, None):
        parts = bare.strip("\r\n").split(separator) if separator else bare.split()
        others = [row.strip("\r\n").split(separator) if separator else row.split() for row in rows]
        if len(parts) < 2 or any(len(cells) != len(parts) for cells in others):
            continue
        if separator is None and any(number_in(cell) is None for cells in others for cell in cells):
            continue
        cells = tuple(" ".join(part.split()) for part in parts)
        if not cells[0]:  # the sign is the name
            bare, cells = comment, (sign, *cells[1:])
        # A first row of words alone is the header itself.
        has_numbers = any(number_in(cell) is not None for cell in others[0])
        if has_numbers and not any(number_in(cell) is not None for cell in cells):
            return Comments(0, 0, bare.lstrip(" \t") if cells[0] != sign else bare, cells)
    return Comments()


def _fields(names: Sequence[str], rows: Sequence[str], separators: Sequence[str]) -> Comments:
    """Return names with blanks between them as the line above rows that are separated by something else."""
    for separator in (*separators, None):
        if len(names) > 1 and all(len(row.strip("\r\n").split(separator)) == len(names) for row in rows):
            return Comments(0, 0, (separator or " ").join(names), tuple(names))
    return Comments()
