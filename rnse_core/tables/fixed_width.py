"""Tables of fixed width, and those separated by spaces whose last column has spaces in it."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from io import StringIO

import numpy as np

from rnse_core.tables.cell_types import STANDARD_MISSING, parse_number
from rnse_core.tables.kinds import NoteKind
from rnse_core.tables.notes import Note
from rnse_core.tables.printed_tables import decoded

_MOST_BYTES = 50_000_000
_START = 20_000
_FEWEST_ROWS = 5
_LONGEST_LINE = 2000
_MOSTLY = 0.9


def aligned(data: bytes, encoding: str) -> tuple[bytes, Note] | None:
    """Return a table of fixed width as a text of commas, with a note; None for any other text.

    The header and the rows must differ in their number of words, so that spaces alone do not separate the columns. Then
    columns are cut where every line has a space, and parts without a name belong to the column to their left. If the
    lines are not aligned, the words beyond the names belong to the last column. In both cases a column of numbers must
    come out.

    Parameters
    ----------
    data : bytes
    encoding : str
        Name of the codec.

    Returns
    -------
    tuple of (bytes, Note), or None
        UTF-8.
    """
    if len(data) > _MOST_BYTES:
        return None
    start = decoded(data[:_START], encoding)
    if any(mark in start for mark in ",;\t|") or not _is_uneven(start.splitlines()[:-1] or start.splitlines()):
        return None
    lines = [line.rstrip() for line in decoded(data, encoding).splitlines() if line.strip()]
    if len(lines) <= _FEWEST_ROWS or max(map(len, lines)) > _LONGEST_LINE:
        return None
    rows = _cut(lines) or _last_takes_the_rest(lines)
    if rows is None:
        return None
    stream = StringIO()
    csv.writer(stream, lineterminator="\n").writerows(rows)
    return stream.getvalue().encode("utf-8", "replace"), Note(NoteKind.FIXED_WIDTH, count=len(rows[0]))


def _is_uneven(lines: Sequence[str]) -> bool:
    counts = [len(line.split()) for line in lines if line.strip()]
    return len(counts) > _FEWEST_ROWS and (len(set(counts)) > 1) and counts[0] > 1


def _cut(lines: Sequence[str]) -> list[list[str]] | None:
    """Cut the lines where all of them have a space; None where they are not aligned."""
    width = max(map(len, lines))
    filled = np.zeros(width + 2, dtype=bool)
    for line in lines:
        letters = np.frombuffer(line.encode("utf-32-le"), dtype=np.uint32)
        filled[1 : len(letters) + 1] |= letters != ord(" ")
    edges = np.flatnonzero(filled[1:] != filled[:-1])
    parts = list(zip(edges[::2].tolist(), edges[1::2].tolist(), strict=True))
    columns: list[tuple[int, int]] = []
    for start, end in parts:
        if columns and not lines[0][start:end].strip():
            columns[-1] = columns[-1][0], end
        else:
            columns.append((start, end))
    if len(columns) < 2 or len(columns) < len(lines[0].split()):
        return None
    rows = [[line[start:end].strip() for start, end in columns] for line in lines]
    return rows if _has_numbers(rows) else None


def _last_takes_the_rest(lines: Sequence[str]) -> list[list[str]] | None:
    names = lines[0].split()
    rows = [names, *(line.split(None, len(names) - 1) for line in lines[1:])]
    if any(len(row) != len(names) for row in rows):
        return None
    rest = [row[-1] for row in rows[1:]]
    if any(parse_number(word) is not None for cell in rest for word in cell.split()):
        return None
    return rows if _has_numbers(rows) else None


def _has_numbers(rows: Sequence[Sequence[str]]) -> bool:
    """Return whether the names are words and one of the columns holds numbers below its name."""
    if any(parse_number(name) is not None for name in rows[0]):
        return False
    body = rows[1:]
    return any(
        sum(parse_number(row[j]) is not None or row[j] in STANDARD_MISSING for row in body) >= _MOSTLY * len(body)
        and any(parse_number(row[j]) is not None for row in body)
        for j in range(len(rows[0]))
    )
