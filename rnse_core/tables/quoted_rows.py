"""Rows that a program has quoted as a whole, and rows in which commas separate cells and stand in numbers too."""

from __future__ import annotations

import csv
import re
from collections.abc import Sequence
from io import StringIO

from rnse_core._base.csv_rows import CsvText, row_writer
from rnse_core.tables.kinds import NoteKind
from rnse_core.tables.notes import Note
from rnse_core.tables.printed_tables import decoded

_MOST_BYTES = 50_000_000
_START = 20_000
_DELIMITERS = (",", ";", "\t", "|")
_FEWEST_ROWS = 3
_WHOLE, _DECIMALS = re.compile(r"[+-]?\d+"), re.compile(r"\d+")


def without_outer_quotes(data: bytes, encoding: str) -> tuple[bytes, Note] | None:
    """Return rows that are each one quoted cell, as the rows that stand in them; None for any other text.

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
    if len(data) > _MOST_BYTES or not data.lstrip(b"\xef\xbb\xbf").startswith(b'"'):
        return None
    start = decoded(data[:_START], encoding).removeprefix("\ufeff").splitlines()
    if not all(line.startswith('"') and line.endswith('"') for line in start[:-1] if line):
        return None
    inner = _only_cells(decoded(data, encoding).removeprefix("\ufeff"))
    if inner is None or len(inner) < _FEWEST_ROWS:
        return None
    if not any(_is_width_of_all(inner, delimiter) for delimiter in _DELIMITERS):
        return None
    return ("\n".join(inner) + "\n").encode("utf-8", "replace"), Note(NoteKind.ROWS_IN_QUOTES)


def _only_cells(text: str) -> list[str] | None:
    """Return the cell of each row, if each has one alone."""
    found = []
    for cells in csv.reader(StringIO(text, newline="")):
        if len(cells) > 1 or any("\n" in cell or "\r" in cell for cell in cells):
            return None
        found += cells
    return found


def _is_width_of_all(rows: Sequence[str], delimiter: str) -> bool:
    widths = {len(cells) for cells in csv.reader(rows, delimiter=delimiter)}
    return len(widths) == 1 and widths.pop() > 1


def joined_decimals(data: bytes, encoding: str) -> tuple[bytes, Note] | None:
    """Return rows of ``0,13,0,52`` below ``a,b`` with points in their numbers; None for any other text.

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
    end = data.find(b"\n")
    second = data[end + 1 : data.find(b"\n", end + 1)]
    if len(data) > _MOST_BYTES or end < 0 or second.count(b",") != 2 * data[:end].count(b",") + 1:
        return None
    head, *rows = csv.reader(StringIO(decoded(data, encoding), newline=""))
    rows = [row for row in rows if row]
    if len(rows) < _FEWEST_ROWS or any(_is_number(name) for name in head) or len(head) < 2:
        return None
    if not all(len(row) == 2 * len(head) and _are_halves(row) for row in rows):
        return None
    stream = CsvText()
    writer = row_writer(stream)
    writer.writerow(head)
    writer.writerows([f"{whole}.{part}" for whole, part in zip(row[::2], row[1::2], strict=True)] for row in rows)
    return stream.getvalue().encode("utf-8", "replace"), Note(NoteKind.COMMA_TWICE, count=len(rows))


def _are_halves(row: Sequence[str]) -> bool:
    return all(map(_WHOLE.fullmatch, row[::2])) and all(map(_DECIMALS.fullmatch, row[1::2]))


def _is_number(name: str) -> bool:
    return _WHOLE.fullmatch(name.strip()) is not None
