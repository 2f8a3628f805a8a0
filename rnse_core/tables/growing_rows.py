"""Half a matrix whose rows grow by one number each, as R prints distances and PHYLIP stores them."""

from __future__ import annotations

import csv
from io import StringIO

from rnse_core.tables.cell_types import STANDARD_MISSING, parse_number
from rnse_core.tables.records import open_lines

_FEWEST = 3
# Longer texts are no prints of half a matrix.
_MOST_CHARACTERS = 50_000_000


def growing_rows(data: bytes, encoding: str) -> bytes | None:
    """Return the lower triangle as a text of commas with names of rows and columns; None for any other text.

    Each row holds one number more than the row before, after a name that all rows have or none. Above them may stand
    the names of the columns, which are those of all points but the last, or the number of points alone.

    Parameters
    ----------
    data : bytes
    encoding : str
        Name of the codec.

    Returns
    -------
    bytes or None
        UTF-8.
    """
    if len(data) > _MOST_CHARACTERS:
        return None
    rows: list[list[str]] = []
    for line in open_lines(data, encoding):
        cells = _cells(line)
        if not cells:
            continue
        if len(rows) > 1 and len(cells) != len(rows[-1]) + 1:
            return None
        rows.append(cells)
    if len(rows) > 1 and rows[0] == [str(len(rows) - 1)]:
        rows = rows[1:]
    return _with_header(rows) or _without_header(rows)


def _cells(line: str) -> list[str]:
    for delimiter in (";", "\t", ","):
        if delimiter in line:
            cells = [cell.strip() for cell in line.rstrip("\r\n").split(delimiter)]
            while cells and not cells[-1]:
                cells.pop()
            return cells
    return line.split()


def _with_header(rows: list[list[str]]) -> bytes | None:
    """Read what R prints: the first point has no row, and the last one no column."""
    if len(rows) < _FEWEST or len(rows[0]) != len(rows) - 1:
        return None
    header, body = rows[0], rows[1:]
    names = [header[0], *(row[0] for row in body)]
    if names[:-1] != header or not all(_are_numbers(row[1:], k) for k, row in enumerate(body, start=1)):
        return None
    return _written(names, [[], *(row[1:] for row in body)])


def _without_header(rows: list[list[str]]) -> bytes | None:
    if len(rows) < _FEWEST:
        return None
    named = all(parse_number(row[0]) is None for row in rows)
    numbers = [row[named:] for row in rows]
    first = len(numbers[0])  # the diagonal is there, or not
    if first > 1 or not all(_are_numbers(row, k) for k, row in enumerate(numbers, start=first)):
        return None
    names = [row[0] for row in rows] if named else [str(k) for k in range(1, len(rows) + 1)]
    if not named and first == 0:
        return None
    return _written(names, numbers)


def _are_numbers(cells: list[str], count: int) -> bool:
    return len(cells) == count and all(
        parse_number(cell) is not None and cell not in STANDARD_MISSING for cell in cells
    )


def _written(names: list[str], numbers: list[list[str]]) -> bytes:
    stream = StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(["", *names])
    for name, row in zip(names, numbers, strict=True):
        writer.writerow([name, *row, *[""] * (len(names) - len(row))])
    return stream.getvalue().encode()
