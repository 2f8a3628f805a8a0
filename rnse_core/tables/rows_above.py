"""Rows above the table that are no part of it: titles above the names, and units or descriptions below them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

Record = tuple[int, list[str]]

_MOST_ROWS = 20
_MOST_SUBHEADERS = 3
_COMPARED = 200
_MOSTLY = 0.8
_FEWEST_ROWS = 3


def title_rows(records: Sequence[Record], width: int, kind_of: Callable[[str], str]) -> int:
    """Count the rows at the top that hold a title, as spreadsheets pad it with delimiters to the width of the table.

    At most their first cell is filled, and the row below them is filled throughout, its first cell perhaps apart. Of
    two columns that row must hold no number.

    Parameters
    ----------
    records : sequence of (int, list of str)
        The first rows of the file with their lines; blank ones are left out.
    width : int
        Cells of a row.
    kind_of : callable
        Returns what a cell is.
    """
    count = 0
    while count < min(_MOST_ROWS, len(records) - _FEWEST_ROWS) and _is_title(records[count][1], width):
        count += 1
    if not count or width < 2 or not records[0][1][0].strip():
        return 0
    below = records[count][1]
    if len(below) != width or not all(cell.strip() for cell in below[1:]):
        return 0
    if width == 2 and any(kind_of(cell) != "text" for cell in below):
        return 0
    return count


def _is_title(cells: Sequence[str], width: int) -> bool:
    return len(cells) == width and not any(cell.strip() for cell in cells[1:])


def subheader_rows(records: Sequence[Record], width: int, kind_of: Callable[[str], str]) -> int:
    """Count the rows below the names that hold words in every column of numbers: units, descriptions, more names.

    Parameters
    ----------
    records : sequence of (int, list of str)
        The rows below the names.
    width : int
    kind_of : callable
    """
    body = [cells for _, cells in records[_MOST_SUBHEADERS:_COMPARED] if len(cells) == width]
    if len(body) < _FEWEST_ROWS:
        return 0
    measured = []
    for j in range(width):
        kinds = Counter(kind_of(cells[j]) for cells in body)
        del kinds["missing"]
        if kinds and kinds["number"] + kinds["date"] >= _MOSTLY * kinds.total():
            measured.append(j)
    count = 0
    for _, cells in records[:_MOST_SUBHEADERS]:
        kinds_here = [kind_of(cells[j]) for j in measured] if len(cells) == width else []
        n_words = kinds_here.count("text")
        if not n_words or n_words + kinds_here.count("missing") < len(kinds_here):
            break
        count += 1
    return count
