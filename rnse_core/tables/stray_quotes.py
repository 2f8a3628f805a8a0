"""Quotation marks that are part of the text, but are taken for the ends of a cell that goes on over several rows.

An inch mark, or a mark that was never closed, opens a cell; the next such mark closes it, lines further down. What lies
between is one cell then, and its rows are lost without an error.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from io import StringIO
from itertools import chain

import numpy as np

from rnse_core._base.csv_rows import CsvText, row_writer
from rnse_core.tables.kinds import NoteKind, OptionKind, QuestionKind
from rnse_core.tables.layout import NO_DELIMITER, SPACES, Layout
from rnse_core.tables.layout_detection import cell_kind
from rnse_core.tables.notes import Log
from rnse_core.tables.questions import Option, Question

#: What quotation marks around line breaks are: part of the text, or the ends of a cell.
QUOTES = ("text", "cells")
_MOST_BYTES = 50_000_000
_QUOTE, _NEW_LINE = b'"\n'
_MOST_COMPARED = 1000
_NEARLY_ALL = 0.9
# Bytes that are no text in the encoding stay as they are.
_KEPT_BYTES = "surrogateescape"
_END = "\0end of the file\0"


@dataclass(frozen=True)
class StrayQuotes:
    """Rows that quotation marks make one cell.

    Parameters
    ----------
    lines : tuple of (int, int)
        The first and the last line of each cell, counted from 1.
    data : bytes
        The file with these marks as text, in the same encoding.
    """

    lines: tuple[tuple[int, int], ...]
    data: bytes = field(repr=False)

    @property
    def n_lines(self) -> int:
        """How many lines are in these cells."""
        return sum(last - first + 1 for first, last in self.lines)


@dataclass(frozen=True)
class _Row:
    """A row as it is cut by quotation marks, and the rows that its lines are where these are text, if they are rows."""

    first_line: int
    lines: list[str] = field(repr=False)
    as_text: list[list[str]] | None = field(repr=False)


def find_stray_quotes(data: bytes, layout: Layout) -> StrayQuotes | None:
    """Find cells over several lines each of which is a row: as wide as the others, and with numbers where they have.

    Parameters
    ----------
    data : bytes
        The file.
    layout : Layout
        How it is split into cells.

    Returns
    -------
    StrayQuotes or None
    """
    if layout.delimiter in (NO_DELIMITER, SPACES) or layout.width < 2 or not _may_have_long_cells(data):
        return None
    lines = list(StringIO(data.decode(layout.encoding, _KEPT_BYTES), newline=""))
    try:
        rows = list(_rows(lines, layout))
    except csv.Error:  # a cell that is too long; reading the rows says so
        return None
    found = _swallowing(rows[int(layout.header) :], layout.width)
    if not found:
        return None
    stream = CsvText()
    writer = row_writer(stream, delimiter=layout.delimiter)
    stream.write("".join(lines[: layout.skip_lines]))
    for row in rows:
        if row.as_text is not None and row.first_line in found:
            writer.writerows(row.as_text)
        else:
            stream.write("".join(row.lines))
    places = tuple((row.first_line, row.first_line + len(row.lines) - 1) for row in rows if row.first_line in found)
    return StrayQuotes(places, stream.getvalue().encode(layout.encoding, _KEPT_BYTES))


def say_stray_quotes(found: StrayQuotes, log: Log, *, are_text: bool, asked: bool) -> None:
    """Note the cells, and ask what the quotation marks are unless it was said.

    Parameters
    ----------
    found : StrayQuotes
    log : Log
    are_text : bool
        Whether the marks were read as text.
    asked : bool
        Whether the user has said so.
    """
    places = [line for first_and_last in found.lines for line in first_and_last]
    if are_text:
        log.note(NoteKind.STRAY_QUOTES, count=found.n_lines, places=places)
    if not asked:
        options = (
            Option(OptionKind.QUOTES_AS_TEXT, {"quotes": "text"}, count=found.n_lines),
            Option(OptionKind.QUOTES_AROUND_CELLS, {"quotes": "cells"}, count=len(found.lines)),
        )
        log.ask(Question(QuestionKind.QUOTES, options, values=tuple(places)))


def _may_have_long_cells(data: bytes) -> bool:
    """Return whether a line break stands behind an odd number of quotation marks."""
    if len(data) > _MOST_BYTES or b'"' not in data:
        return False
    codes = np.frombuffer(data, dtype=np.uint8)
    quotes = np.flatnonzero(codes == _QUOTE)
    breaks = np.flatnonzero(codes == _NEW_LINE)
    return bool((np.searchsorted(quotes, breaks) % 2 == 1).any())


def _rows(lines: Sequence[str], layout: Layout) -> Iterator[_Row]:
    """Yield the rows of some lines, but not one whose last quotation mark is never closed."""
    taken: list[str] = []

    def watched() -> Iterator[str]:
        for line in chain(lines[layout.skip_lines :], [_END]):
            taken.append(line)
            yield line

    first = layout.skip_lines + 1
    for cells in _reader(watched(), layout):
        if _END not in taken:
            as_text = [cells] if len(taken) == 1 else cells_as_text(taken, layout)
            yield _Row(first, taken.copy(), _only_if_wide(as_text, layout.width))
        first += len(taken)
        taken.clear()


def cells_as_text(lines: Sequence[str], layout: Layout) -> list[list[str]]:
    """Cut each line for itself: by its quotation marks where that gives enough cells, else at each delimiter.

    Parameters
    ----------
    lines : sequence of str
    layout : Layout
        Its delimiter is one character.
    """
    rows = []
    for line in lines:
        cells = next(_reader(iter([line]), layout), [])
        if len(cells) != layout.width or any("\n" in cell or "\r" in cell for cell in cells):
            cells = line.rstrip("\r\n").split(layout.delimiter)
        rows.append(cells)
    return rows


def _reader(lines: Iterator[str], layout: Layout) -> Iterator[list[str]]:
    return csv.reader(lines, delimiter=layout.delimiter, strict=False, skipinitialspace=layout.quoting.skip_spaces)


def _only_if_wide(rows: list[list[str]], width: int) -> list[list[str]] | None:
    return rows if all(len(cells) == width for cells in rows) else None


def _swallowing(rows: Sequence[_Row], width: int) -> set[int]:
    """Return the first lines of the rows in which other rows are swallowed."""
    if not any(row.as_text is not None and len(row.lines) > 1 for row in rows):
        return set()
    all_cells = [cells for row in rows for cells in row.as_text or ()]
    compared = all_cells[:: max(1, len(all_cells) // _MOST_COMPARED)]
    enough = _NEARLY_ALL * len(compared)
    numeric = [j for j in range(width) if sum(_is_number(cells[j]) for cells in compared) >= enough]
    return {
        row.first_line
        for row in rows
        if numeric and row.as_text is not None and len(row.lines) > 1
        if all(_is_number(cells[j]) for cells in row.as_text for j in numeric)
    }


def _is_number(cell: str) -> bool:
    return cell_kind(cell.strip()) in ("number", "missing")
