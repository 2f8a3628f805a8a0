"""Tables of fixed width, and those separated by spaces whose last column has spaces in it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import accumulate, pairwise

import numpy as np

from rnse_core._base.csv_rows import CsvText, row_writer
from rnse_core.tables.cell_types import STANDARD_MISSING, parse_number
from rnse_core.tables.kinds import NoteKind
from rnse_core.tables.notes import Note
from rnse_core.tables.printed_tables import decoded
from rnse_core.tables.quantities import split_token

_MOST_BYTES = 50_000_000
_START = 20_000
_FEWEST_ROWS = 5
_LONGEST_LINE = 2000
_MOSTLY = 0.9
_WIDE_GAP = re.compile(r"\s{2,}")
# More digits are no width.
_DIGITS = 6


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
    rows = _cut(lines) or _at_wide_gaps(lines) or _last_takes_the_rest(lines)
    if rows is None:
        return None
    stream = CsvText()
    row_writer(stream).writerows(rows)
    return stream.getvalue().encode("utf-8", "replace"), Note(NoteKind.FIXED_WIDTH, count=len(rows[0]))


def parse_widths(text: str) -> tuple[int, ...]:
    """Return the widths in a text such as "4,3,3"; empty where it has none, or one that is no whole number above 0."""
    parts = text.replace(",", " ").split()
    widths = tuple(int(part) for part in parts if part.isascii() and part.isdecimal() and len(part) < _DIGITS)
    return widths if len(widths) == len(parts) and all(widths) else ()


def cut_at(data: bytes, encoding: str, widths: Sequence[int]) -> tuple[bytes, Note]:
    """Return lines as a text of commas, cut after so many letters each; the rest of a line belongs to no column.

    Parameters
    ----------
    data : bytes
    encoding : str
        Name of the codec.
    widths : sequence of int

    Returns
    -------
    tuple of (bytes, Note)
        UTF-8.
    """
    ends = [*accumulate(widths)]
    places = [*zip([0, *ends[:-1]], ends, strict=True)]
    lines = [line for line in decoded(data, encoding).splitlines() if line.strip()]
    stream = CsvText()
    row_writer(stream).writerows([line[a:b].strip() for a, b in places] for line in lines)
    return stream.getvalue().encode("utf-8", "replace"), Note(NoteKind.FIXED_WIDTH, count=len(widths))


def _is_uneven(lines: Sequence[str]) -> bool:
    counts = [len(line.split()) for line in lines if line.strip()]
    return len(counts) > _FEWEST_ROWS and (len(set(counts)) > 1) and counts[0] > 1


def _cut(lines: Sequence[str]) -> list[list[str]] | None:
    """Cut the lines where all of them have a space; None where they are not aligned, or no column holds numbers."""
    rows = cut_by_gaps(lines)
    return rows if rows is not None and _has_numbers(rows) else None


def cut_by_gaps(lines: Sequence[str]) -> list[list[str]] | None:
    """Cut lines where all of them have a space; None where columns have several names.

    A name may have a single blank in it, such as "Mounted on", above cells of one word each.

    Parameters
    ----------
    lines : sequence of str
        The names, and the rows below them.

    Returns
    -------
    list of list of str, or None
    """
    width = max(map(len, lines))
    filled = np.zeros(width + 2, dtype=bool)
    for line in lines:
        letters = np.frombuffer(line.encode("utf-32-le"), dtype=np.uint32)
        filled[1 : len(letters) + 1] |= letters != ord(" ")
    edges = np.flatnonzero(filled[1:] != filled[:-1])
    parts = list(zip(edges[::2].tolist(), edges[1::2].tolist(), strict=True))
    columns = _with_whole_names(lines, parts)
    if len(columns) < 2 or any("  " in lines[0][start:end].strip() for start, end in columns):
        return None
    with_blank = [(start, end) for start, end in columns if " " in lines[0][start:end].strip()]
    if any(" " in line[start:end].strip() for start, end in with_blank for line in lines[1:]):
        return None
    return [[_unquoted(line[start:end].strip()) for start, end in columns] for line in lines]


def _with_whole_names(lines: Sequence[str], parts: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Join the parts of one column: cells without a name go with those to their left, names without cells with a name.

    That is the one a single space to the left, or the one to the right where the cells to the left end with their name.
    """
    columns: list[tuple[int, int]] = []
    begun: int | None = None
    for place, (start, end) in enumerate(parts):
        left = columns[-1] if columns else None
        if left is not None and not lines[0][start:end].strip():
            columns[-1] = left[0], end
            continue
        if not any(line[start:end].strip() for line in lines[1:]):
            is_next = place + 1 < len(parts) and parts[place + 1][0] == end + 1
            if left is not None and left[1] + 1 == start and not (is_next and _end_with_name(lines, left)):
                columns[-1] = left[0], end
                continue
            if is_next:
                begun = start if begun is None else begun
                continue
        columns.append((start if begun is None else begun, end))
        begun = None
    return columns


def _end_with_name(lines: Sequence[str], column: tuple[int, int]) -> bool:
    """Return whether the cells of a column end where its name does, as numbers are printed."""
    start, end = column
    cells = [line[start:end] for line in lines if line[start:end].strip()]
    return all(len(cell.rstrip()) == end - start for cell in cells)


def _at_wide_gaps(lines: Sequence[str]) -> list[list[str]] | None:
    """Cut the lines at two or more spaces; None where the numbers of cells differ, or no column holds numbers."""
    rows = [_WIDE_GAP.split(line.strip()) for line in lines]
    width = len(rows[0])
    if width < 2 or any(len(row) != width or '"' in row for row in rows) or not _are_names(rows[0], rows[1:]):
        return None
    return rows if any(all(split_token(row[j]) is not None for row in rows[1:]) for j in range(width)) else None


def _unquoted(cell: str) -> str:
    return cell[1:-1] if len(cell) > 1 and cell[0] == cell[-1] == '"' else cell


def _last_takes_the_rest(lines: Sequence[str]) -> list[list[str]] | None:
    names = lines[0].split()
    rows = [names, *(line.split(None, len(names) - 1) for line in lines[1:])]
    if any(len(row) != len(names) for row in rows):
        return None
    words = [word for row in rows for word in row[-1].split()]
    # A quotation mark holds cells together already, and a number among the words is a column of its own.
    if any('"' in cell for row in rows for cell in row) or any(split_token(word) is not None for word in words):
        return None
    return rows if _has_numbers(rows) else None


def _has_numbers(rows: Sequence[Sequence[str]]) -> bool:
    """Return whether the first row has names and one of the columns holds numbers below its name."""
    body = rows[1:]
    if not _are_names(rows[0], body):
        return False
    return any(
        sum(parse_number(row[j]) is not None or row[j] in STANDARD_MISSING for row in body) >= _MOSTLY * len(body)
        and any(parse_number(row[j]) is not None for row in body)
        for j in range(len(rows[0]))
    )


def _are_names(names: Sequence[str], body: Sequence[Sequence[str]]) -> bool:
    """Return whether a row has names: words, or whole numbers that rise, as years do, above numbers with fractions."""
    numbers = [name for name in names if parse_number(name) is not None]
    if not numbers:
        return True
    if not all(map(str.isdecimal, numbers)) or any(int(a) >= int(b) for a, b in pairwise(numbers)):
        return False
    below = [row[j] for j, name in enumerate(names) if name in numbers for row in body]
    return any("." in cell and parse_number(cell) is not None for cell in below)
