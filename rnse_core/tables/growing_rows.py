"""Half a matrix whose rows grow by one number each, as R prints distances and PHYLIP stores them."""

from __future__ import annotations

import numpy as np

from rnse_core._base.csv_rows import CsvText, row_writer
from rnse_core.tables.cell_types import STANDARD_MISSING, parse_number
from rnse_core.tables.decimals import has_decimal_comma
from rnse_core.tables.records import open_lines

_FEWEST = 3
# Printed numbers are rounded.
_ROUNDING = 0.01
# Longer texts are no prints of half a matrix.
_MOST_CHARACTERS = 50_000_000


def growing_rows(data: bytes, encoding: str) -> bytes | None:
    """Return the lower triangle as a text of commas with names of rows and columns; None for any other text.

    Each row holds one number more than the row before, after a name that all rows have or none. Above them may stand
    the names of the columns, which are those of all points or of all but the last, or the number of points alone. Or
    the names stand on the diagonal, behind the numbers.

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
    if delimiter == "," and _are_numbers(lines[-1].split()[-2:], 2):
        delimiter = None  # blanks, between numbers with decimal commas
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
    return _with_header(rows) or _with_all_names(rows) or _without_header(rows) or _names_last(rows)


def shrinking_rows(data: bytes, encoding: str) -> bytes | None:
    """Return the upper triangle without its diagonal as a lower one with names of all points; None for others.

    Without names the first row begins with an empty cell, and each row with one more than the row before; a last row
    may be empty. Below names of columns the first point has no column, and the last one no row. Or the names stand on
    the diagonal, before the numbers.

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
    if data[:1] not in (b",", b";", b"\t"):
        return _names_first(data, encoding)
    delimiter = data[:1].decode()
    rows = [line.rstrip("\r\n").split(delimiter) for line in open_lines(data, encoding) if line.strip("\r\n")]
    named = _with_names_of_columns(rows)
    if named is not None:
        return named
    n_points = len(rows[0])
    rows = rows[:-1] if len(rows) == n_points and not any(map(str.strip, rows[-1])) else rows
    if n_points < _FEWEST or len(rows) != n_points - 1 or any(len(row) != n_points for row in rows):
        return None
    if any(any(row[: k + 1]) for k, row in enumerate(rows)):
        return None
    return _written_upper([str(k) for k in range(1, n_points + 1)], [row[k + 1 :] for k, row in enumerate(rows)])


def _names_first(data: bytes, encoding: str) -> bytes | None:
    """Read an upper triangle whose names stand on the diagonal, right of an empty cell for each row above."""
    rows: list[list[str]] = []
    delimiter, n_points = "", 0
    for line in open_lines(data, encoding):
        if not line.strip():
            continue
        if not rows:
            delimiter = next((mark for mark in (";", "\t", ",") if mark in line), "")
            n_points = line.count(delimiter) + 1 if delimiter else 0
        cells = [cell.strip() for cell in line.rstrip("\r\n").split(delimiter)] if delimiter else []
        k = len(rows)
        if k >= n_points or len(cells) != n_points or any(cells[:k]) or not _is_name(cells[k]):
            return None
        rows.append(cells)
    if n_points < _FEWEST or len(rows) != n_points:
        return None
    return _written_upper([row[k] for k, row in enumerate(rows)], [row[k + 1 :] for k, row in enumerate(rows[:-1])])


def _with_names_of_columns(rows: list[list[str]]) -> bytes | None:
    header, body = [cell.strip() for cell in rows[0][1:]], rows[1:]
    names = [row[0].strip() for row in body]
    if len(header) < _FEWEST or len(body) != len(header) or names[1:] != header[:-1]:
        return None
    if any(any(map(str.strip, row[1 : k + 1])) for k, row in enumerate(body)):
        return None
    return _written_upper([names[0], *header], [row[k + 1 :] for k, row in enumerate(body)])


def _written_upper(names: list[str], rows: list[list[str]]) -> bytes | None:
    """Write the rows of an upper triangle, each of which begins beside the diagonal."""
    n_points = len(names)
    if not all(_are_numbers(row, n_points - k) for k, row in enumerate(rows, start=1)):
        return None
    return _written(names, [[rows[j][i - j - 1] for j in range(i)] for i in range(n_points)])


def _cells(line: str, delimiter: str | None) -> list[str]:
    cells = [cell.strip() for cell in line.rstrip("\r\n").split(delimiter)] if delimiter else line.split()
    while cells and not cells[-1]:
        cells.pop()
    return cells


def _names_above(rows: list[list[str]]) -> list[str]:
    """Return the first row without the empty cell above the names of rows."""
    return rows[0] if rows[0][0] else rows[0][1:]


def _with_header(rows: list[list[str]]) -> bytes | None:
    """Read what R prints: the first point has no row, and the last one no column."""
    if len(rows) < _FEWEST:
        return None
    header, body = _names_above(rows), rows[1:]
    if len(header) != len(body):
        return None
    names = [header[0], *(row[0] for row in body)]
    if names[:-1] != header or not all(_are_numbers(row[1:], k) for k, row in enumerate(body, start=1)):
        return None
    return _written(names, [[], *(row[1:] for row in body)])


def _with_all_names(rows: list[list[str]]) -> bytes | None:
    """Read rows below the names of all points, which may begin the rows as well."""
    if len(rows) <= _FEWEST:
        return None
    header, body = _names_above(rows), rows[1:]
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
    named = not any(_is_number(row[0]) for row in rows)
    numbers = [row[named:] for row in rows]
    first = len(numbers[0])  # the diagonal is there, or not
    if first > 1 or not all(_are_numbers(row, k) for k, row in enumerate(numbers, start=first)):
        return None
    if not named and first == 0:
        return None
    if first == 1 and _has_no_diagonal(numbers):
        # The first point has a row neither of numbers nor of names.
        names = ["1", *(row[0] if named else str(k) for k, row in enumerate(rows, start=2))]
        return _written(names, [[], *numbers])
    return _written([row[0] for row in rows] if named else [str(k) for k in range(1, len(rows) + 1)], numbers)


def _names_last(rows: list[list[str]]) -> bytes | None:
    """Read a lower triangle whose names stand on the diagonal, behind the numbers."""
    if len(rows) < _FEWEST or not all(_is_name(row[-1]) for row in rows):
        return None
    numbers = [row[:-1] for row in rows]
    if not all(_are_numbers(row, k) for k, row in enumerate(numbers)):
        return None
    return _written([row[-1] for row in rows], numbers)


def _is_name(cell: str) -> bool:
    return bool(cell) and cell not in STANDARD_MISSING and not _is_number(cell)


def _has_no_diagonal(rows: list[list[str]]) -> bool:
    """Return whether the last numbers of the rows are no diagonal, neither of distances nor of products.

    Distances have zeros there. In similarities, correlations and covariances, ``|a_ij| <= sqrt(a_ii a_jj)``.
    """
    diagonal = np.array([_number(row[-1]) for row in rows])
    if not diagonal.any():
        return False
    with np.errstate(invalid="ignore", over="ignore"):  # a cell may hold an infinite number
        for i, row in enumerate(rows):
            bound = np.sqrt(np.clip(diagonal[i] * diagonal[: i + 1], 0, None))
            if (np.abs([_number(cell) for cell in row]) > (1 + _ROUNDING) * bound).any():
                return True
    return False


def _number(cell: str) -> float:
    value = parse_number(cell)
    if value is None:
        value = parse_number(cell.replace(".", ""), ",")
    assert value is not None
    return value


def _is_number(cell: str) -> bool:
    return (parse_number(cell) is not None or has_decimal_comma(cell)) and cell not in STANDARD_MISSING


def _are_numbers(cells: list[str], count: int) -> bool:
    return len(cells) == count and all(map(_is_number, cells))


def _written(names: list[str], numbers: list[list[str]]) -> bytes:
    stream = CsvText()
    writer = row_writer(stream)
    writer.writerow(["", *names])
    for name, row in zip(names, numbers, strict=True):
        writer.writerow([name, *row, *[""] * (len(names) - len(row))])
    return stream.getvalue().encode()
