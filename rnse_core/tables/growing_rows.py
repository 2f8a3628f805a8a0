"""Half a matrix whose rows grow by one number each, as R prints distances and PHYLIP stores them."""

from __future__ import annotations

from rnse_core._base.csv_rows import CsvText, row_writer
from rnse_core.tables.cell_types import STANDARD_MISSING, parse_number
from rnse_core.tables.decimals import has_decimal_comma
from rnse_core.tables.records import open_lines

_FEWEST = 3
# Longer texts are no prints of half a matrix.
_MOST_CHARACTERS = 50_000_000


def growing_rows(data: bytes, encoding: str) -> bytes | None:
    """Return the lower triangle as a text of commas with names of rows and columns; None for any other text.

    Each row holds one number more than the row before, after a name that all rows have or none. Above them may stand
    the names of the columns, which are those of all points or of all but the last, or the number of points alone.

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
    lines = [line for line in open_lines(data, encoding) if line.strip()]
    while lines and lines[0].startswith("#"):
        del lines[0]
    delimiter = next((mark for mark in (";", "\t", ",") if lines and mark in lines[-1]), None)
    for line in lines:
        cells = _cells(line, delimiter)
        if not cells:
            if not rows:
                return None  # the first row of half a matrix without its diagonal
            continue
        if len(rows) > 1 and len(cells) != len(rows[-1]) + 1:
            return None
        rows.append(cells)
    if len(rows) > 1 and rows[0] == [str(len(rows) - 1)]:
        rows = rows[1:]
    return _with_header(rows) or _with_all_names(rows) or _without_header(rows)


def shrinking_rows(data: bytes, encoding: str) -> bytes | None:
    """Return the upper triangle without its diagonal and without names as a lower one with names; None for others.

    The first row begins with an empty cell, and each row with one more than the row before; a last row may be empty.

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
    if len(data) > _MOST_CHARACTERS or data[:1] not in (b",", b";", b"\t"):
        return None
    delimiter = data[:1].decode()
    rows = [line.rstrip("\r\n").split(delimiter) for line in open_lines(data, encoding) if line.strip("\r\n")]
    n_points = len(rows[0])
    rows = rows[:-1] if len(rows) == n_points and not any(map(str.strip, rows[-1])) else rows
    if n_points < _FEWEST or len(rows) != n_points - 1 or any(len(row) != n_points for row in rows):
        return None
    if any(any(row[: k + 1]) or not _are_numbers(row[k + 1 :], n_points - k - 1) for k, row in enumerate(rows)):
        return None
    names = [str(k) for k in range(1, n_points + 1)]
    return _written(names, [[rows[j][i] for j in range(i)] for i in range(n_points)])


def _cells(line: str, delimiter: str | None) -> list[str]:
    cells = [cell.strip() for cell in line.rstrip("\r\n").split(delimiter)] if delimiter else line.split()
    while cells and not cells[-1]:
        cells.pop()
    return cells


def _with_header(rows: list[list[str]]) -> bytes | None:
    """Read what R prints: the first point has no row, and the last one no column."""
    if len(rows) < _FEWEST or len(rows[0]) != len(rows) - 1:
        return None
    header, body = rows[0], rows[1:]
    names = [header[0], *(row[0] for row in body)]
    if names[:-1] != header or not all(_are_numbers(row[1:], k) for k, row in enumerate(body, start=1)):
        return None
    return _written(names, [[], *(row[1:] for row in body)])


def _with_all_names(rows: list[list[str]]) -> bytes | None:
    """Read rows below the names of all points, which may begin the rows as well."""
    if len(rows) <= _FEWEST:
        return None
    header, body = rows[0] if rows[0][0] else rows[0][1:], rows[1:]
    if len(header) != len(body):
        return None
    named = [row[0] for row in body] == header
    numbers = [row[named:] for row in body]
    first = len(numbers[0])  # the diagonal is there, or not
    if first > 1 or not all(_are_numbers(row, k) for k, row in enumerate(numbers, start=first)):
        return None
    return _written(header, numbers)


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
        (parse_number(cell) is not None or has_decimal_comma(cell)) and cell not in STANDARD_MISSING for cell in cells
    )


def _written(names: list[str], numbers: list[list[str]]) -> bytes:
    stream = CsvText()
    writer = row_writer(stream)
    writer.writerow(["", *names])
    for name, row in zip(names, numbers, strict=True):
        writer.writerow([name, *row, *[""] * (len(names) - len(row))])
    return stream.getvalue().encode()
