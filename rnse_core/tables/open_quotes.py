"""A quotation mark that is never closed: the line where it stands, and the text in which it is a letter."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from io import StringIO

from rnse_core._base.csv_rows import CsvText, row_writer
from rnse_core.tables.errors import TableError
from rnse_core.tables.kinds import NoteKind, OptionKind
from rnse_core.tables.layout import MAX_CELL_LENGTH, NO_DELIMITER, SPACES, Layout
from rnse_core.tables.notes import Log
from rnse_core.tables.questions import Option
from rnse_core.tables.records import open_lines, split_lines
from rnse_core.tables.stray_quotes import cells_as_text

_MOST_BYTES = 50_000_000
# Bytes that are no text in the encoding stay as they are.
_KEPT_BYTES = "surrogateescape"
# A delimiter for files of one column; a control character that text does not contain.
_UNUSED = "\x1f"
_QUOTED = re.compile(r'"[^"]*(?:""[^"]*)*"(?!")')


@dataclass(frozen=True)
class OpenQuote:
    """A quotation mark that is never closed.

    Parameters
    ----------
    line : int
        Its line, counted from 1.
    n_lines : int
        How many lines that are not blank there are from it on.
    data : bytes
        The file with the mark as text, in the same encoding.
    """

    line: int
    n_lines: int
    data: bytes = field(repr=False)

    @property
    def as_text(self) -> Option:
        """The way to read each of these lines as a row."""
        return Option(OptionKind.OPEN_QUOTE_AS_TEXT, {"quotes": "text"}, count=self.n_lines)

    def note(self, log: Log) -> None:
        """Note that each line was read as a row."""
        log.note(NoteKind.STRAY_QUOTES, count=self.n_lines, places=[self.line])


def without_odd_marks(data: bytes, encoding: str) -> bytes | None:
    """Return a text in which lines with an odd number of quotation marks have none, to find how it is split.

    Parameters
    ----------
    data : bytes
    encoding : str
        Name of the codec.

    Returns
    -------
    bytes or None
        None for a text that is too long.
    """
    if len(data) > _MOST_BYTES:
        return None
    kept = (line.replace('"', "") if line.count('"') % 2 else line for line in _lines(data, encoding))
    return "".join(kept).encode(encoding, _KEPT_BYTES)


def find_open_quote(data: bytes, layout: Layout) -> OpenQuote | None:
    """Find the quotation mark that is never closed, or whose cell is too long; None where there is none.

    Parameters
    ----------
    data : bytes
        The file.
    layout : Layout
        How it is split into cells where the mark is text.
    """
    try:
        lines = open_lines(data, layout.encoding, layout.skip_lines)
        for _ in split_lines(lines, layout.delimiter, layout.skip_lines + 1, layout.quoting):
            pass
    except TableError as error:
        start = (error.line or 1) - 1
    else:
        return None
    all_lines = _lines(data, layout.encoding)
    row = "".join(all_lines[start:])
    place = _place_of_mark(row, layout)
    if place is None:
        return None
    n_before = row.count("\n", 0, place)
    above, below = all_lines[: start + n_before], all_lines[start + n_before :]
    stream = CsvText()
    stream.write("".join(all_lines[:start]))
    writer = row_writer(stream, delimiter=layout.delimiter or _UNUSED)
    if max(map(len, below)) > MAX_CELL_LENGTH:
        return None
    n_lines = sum(bool(line.strip()) for line in below)
    if n_before:  # the row begins above, with a cell of several lines
        *cells, _ = next(split_lines(open_lines(row[:place].encode(), "utf-8"), layout.delimiter))[1]
        writer.writerow([*cells, *row[place:].partition("\n")[0].rstrip("\r").split(layout.delimiter or _UNUSED)])
        del below[0]
    for line in below:
        if line.strip():
            writer.writerow(_cells(line, layout))
        else:
            stream.write("\n")
    return OpenQuote(len(above) + 1, n_lines, stream.getvalue().encode(layout.encoding, _KEPT_BYTES))


def _lines(data: bytes, encoding: str) -> list[str]:
    return list(StringIO(data.decode(encoding, _KEPT_BYTES), newline=""))


def _cells(line: str, layout: Layout) -> list[str]:
    if layout.delimiter == SPACES:
        return line.split()
    if layout.delimiter == NO_DELIMITER:
        return [line.rstrip("\r\n")]
    return cells_as_text([line], layout)[0]


def _place_of_mark(row: str, layout: Layout) -> int | None:
    """Return the place of the mark that opens a cell without an end, in the row that it cuts."""
    ends = " \t" if layout.delimiter == SPACES else layout.delimiter
    end_of_cell = re.compile(rf"[{re.escape(ends)}\n]")
    place = 0
    while place < len(row):
        if layout.quoting.skip_spaces or layout.delimiter == SPACES:
            place += len(row) - place - len(row[place:].lstrip(" "))
        if row[place : place + 1] == '"':
            cell = _QUOTED.match(row, place)
            if cell is None or len(cell[0]) > MAX_CELL_LENGTH:
                return place
            place = cell.end()
        end = end_of_cell.search(row, place)
        if end is None:
            return None
        place = end.end()
    return None
