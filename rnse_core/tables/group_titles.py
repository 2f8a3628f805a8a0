"""Lines with one cell filled that name the rows below them, as reports group their rows."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from io import StringIO
from itertools import islice

from rnse_core._base.csv_rows import CsvText, row_writer
from rnse_core.tables.cell_types import STANDARD_MISSING, parse_number
from rnse_core.tables.decimals import has_decimal_comma
from rnse_core.tables.kinds import NoteKind
from rnse_core.tables.notes import Note
from rnse_core.tables.printed_tables import decoded
from rnse_core.tables.quantities import split_token
from rnse_core.tables.statistics_words import words_among

_MOST_BYTES = 50_000_000
_START = 5_000
_DELIMITERS = ("\t", ";", "|", ",")
_FEWEST_TITLES = 2
_FEWEST_ROWS = 2
_MOSTLY = 0.5
_NAME = "group"


def titles_as_column(data: bytes, encoding: str) -> tuple[bytes, Note, str] | None:
    """Return a table whose titles between the rows became a column, as a text of commas; None for any other text.

    The first row below the names is a title, and each title has two rows or more below it: only one of its cells is
    filled, always in the same place, with a word that no other title has.

    Parameters
    ----------
    data : bytes
    encoding : str
        Name of the codec.

    Returns
    -------
    tuple of (bytes, Note, str), or None
        UTF-8; and the delimiter of the text.
    """
    if len(data) > _MOST_BYTES:
        return None
    start = decoded(data[:_START], encoding)
    mark = next((mark for mark in _DELIMITERS if _begins_with_title(start, mark)), None)
    if mark is None:
        return None
    try:
        rows = [
            row for row in csv.reader(StringIO(decoded(data, encoding)), delimiter=mark) if any(map(str.strip, row))
        ]
    except csv.Error:
        return None
    names, *body = rows
    titled = _with_titles(body, len(names))
    if titled is None:
        return None
    titles, table = titled
    name = _NAME
    while name in names:
        name += "_"
    stream = CsvText()
    row_writer(stream).writerows([[name, *names], *table])
    note = Note(NoteKind.GROUP_TITLES, (name,), count=len(titles), values=tuple(titles))
    return stream.getvalue().encode("utf-8", "replace"), note, mark


def _begins_with_title(text: str, mark: str) -> bool:
    try:
        reader = csv.reader(StringIO(text), delimiter=mark)
        names, title, *rows = islice((row for row in reader if any(map(str.strip, row))), 4)
    except (csv.Error, ValueError):
        return False
    width = len(names)
    return (
        width > 1
        and sum(map(bool, map(str.strip, names))) > width / 2
        and not any(map(_is_number, names))
        and _is_title(title, width)
        and all(len(row) == width and not _is_title(row, width) for row in rows)
        and len(rows) == _FEWEST_ROWS
    )


def _is_number(cell: str) -> bool:
    return parse_number(cell.strip()) is not None or has_decimal_comma(cell) or split_token(cell) is not None


def _is_title(row: Sequence[str], width: int) -> bool:
    filled = [cell.strip() for cell in row if cell.strip()]
    return (
        len(filled) == 1 and len(row) in (1, width) and filled[0] not in STANDARD_MISSING and not _is_number(filled[0])
    )


def _with_titles(body: Sequence[list[str]], width: int) -> tuple[list[str], list[list[str]]] | None:
    """Return the titles, and the rows with their title in front; what stands below the last row is left as it is."""
    titles: list[str] = []
    places: set[int] = set()
    table: list[list[str]] = []
    last = max((k for k, row in enumerate(body) if not _is_title(row, width)), default=-1)
    n_below = 0
    for row in body[: last + 1]:
        if _is_title(row, width):
            if titles and n_below < _FEWEST_ROWS:
                return None
            n_below = 0
            places.add(next(j for j, cell in enumerate(row) if cell.strip()))
            titles.append(next(cell.strip() for cell in row if cell.strip()))
        elif len(row) != width:
            return None
        else:
            n_below += 1
            table.append([titles[-1], *row])
    if len(titles) < _FEWEST_TITLES or len({*titles}) < len(titles) or len(places) > 1 or words_among(titles):
        return None
    names = {cell.strip() for row in table for cell in row[1:]}
    has_values = sum(any(map(_is_number, row[1:])) for row in table)
    if n_below < _FEWEST_ROWS or names & {*titles} or has_values <= _MOSTLY * len(table):
        return None
    return titles, [*table, *(["", *row] if len(row) > 1 else row for row in body[last + 1 :])]
