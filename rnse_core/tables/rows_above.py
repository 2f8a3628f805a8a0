"""Rows above the table that are no part of it: titles above the names, and units or descriptions below them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from rnse_core.tables.marked_diagonal import MARKS
from rnse_core.tables.titles_above_tables import titles_above_tables
from rnse_core.tables.type_rows import type_rows

Record = tuple[int, list[str]]

_MOST_ROWS = 20
_MOST_SUBHEADERS = 3
_COMPARED = 200
_MOSTLY = 0.8
_FEWEST_ROWS = 3
# A value below or above what can be measured, and the name of a row with its number.
_LIMIT = re.compile(r"[<>\u2264\u2265]\s*=?\s*[\d.,]")
_COUNTED = re.compile(r"(?P<name>\D*[^\d\s])\s?(?P<number>\d{1,9})")
# What pivot tables of spreadsheets write above their names: what the numbers are, and a word for the columns.
_SUMMARY = re.compile(
    r"(?:sum|count|average|mean|min|max|product|std ?dev|var|summe|anzahl|mittelwert|somme|nombre|moyenne|suma|cuenta"
    r"|promedio|somma|conteggio|media|soma|contagem|som|aantal|gemiddelde)(?: of | von | de | di | van |\b ?- ?).+",
    re.IGNORECASE,
)
_COLUMN_LABELS = re.compile(
    r"column labels|spaltenbeschriftungen|étiquettes de colonnes|etiquetas de columna|etichette di colonna"
    r"|rótulos de coluna|kolomlabels",
    re.IGNORECASE,
)


def title_rows(records: Sequence[Record], width: int, kind_of: Callable[[str], str]) -> int:
    """Count the rows at the top that hold a title, as spreadsheets pad it with delimiters to the width of the table.

    At most their first cell is filled, and the row below them is filled throughout, its first cell perhaps apart. Of
    two columns that row must hold no number. A pivot table has a row of captions, which is one of them. Tables side by
    side may have a title each.

    Parameters
    ----------
    records : sequence of (int, list of str)
        The first rows of the file with their lines; blank ones are left out.
    width : int
        Cells of a row.
    kind_of : callable
        Returns what a cell is.
    """
    if len(records) > _FEWEST_ROWS and _is_caption(records[0][1], records[1][1], kind_of):
        return 1
    if count := titles_above_tables(records, width, kind_of):
        return count
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


def _is_caption(cells: Sequence[str], below: Sequence[str], kind_of: Callable[[str], str]) -> bool:
    """Return whether a row says what a pivot table shows: what its numbers are, and the field of its columns."""
    filled = [j for j, cell in enumerate(cells) if cell.strip()]
    if len(filled) != 2 or filled[0] or len(below) != len(cells) or not all(cell.strip() for cell in below):
        return False
    place, names = filled[1], [cell.strip() for cell in below]
    if (
        len(names) - place < 2
        or len(set(names)) < len(names)
        or any(kind_of(name) == "number" for name in names[:place])
    ):
        return False
    if _SUMMARY.fullmatch(cells[0].strip()) or _COLUMN_LABELS.fullmatch(cells[place].strip()):
        return True
    return any(kind_of(name) == "number" for name in names[place:]) and kind_of(cells[place]) == "text"


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
    first = records[0][1] if records else []
    if n_types := type_rows([cells for _, cells in records[:_COMPARED]]):
        return n_types
    if len(body) < _FEWEST_ROWS or len(first) != width or not any(kind_of(cell) == "text" for cell in first):
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
        if n_words == 1 and any(
            cells[j].strip() in MARKS for j, kind in zip(measured, kinds_here, strict=True) if kind == "text"
        ):
            break  # the first row of a triangle with a mark on its diagonal
        if not n_words or n_words + kinds_here.count("missing") < len(kinds_here):
            break
        words = {j: cells[j].strip() for j, kind in zip(measured, kinds_here, strict=True) if kind == "text"}
        if _are_values(words, body) or _count_on([cells for _, cells in records[count : count + _FEWEST_ROWS]]):
            break
        count += 1
    return count


def _are_values(words: Mapping[int, str], body: Sequence[list[str]]) -> bool:
    """Return whether words stand among the numbers below too, or are limits of them: no units, but answers."""
    return any(map(_LIMIT.match, words.values())) or any(
        word == cells[j].strip() for j, word in words.items() for cells in body
    )


def _count_on(rows: Sequence[list[str]]) -> bool:
    """Return whether the names of some rows count on, such as s0, s1 and s2."""
    for cells in zip(*rows, strict=False):
        parts = [_COUNTED.fullmatch(cell.strip()) for cell in cells]
        found = [(part["name"], int(part["number"])) for part in parts if part is not None]
        if len(found) == _FEWEST_ROWS and found == [(found[0][0], found[0][1] + k) for k in range(_FEWEST_ROWS)]:
            return True
    return False
