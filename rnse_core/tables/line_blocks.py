"""Split many lines into cells at once, where the places of the separators show that every line is one whole row.

Most large tables are plain: no quotation marks, no blank lines, the same number of cells on every line. A block of such
lines is split at its separators in one operation. Any other block is left to :class:`rnse_core.tables.records.Rows`,
which parses each row. The cells are the same either way.
"""

from __future__ import annotations

import numpy as np

from rnse_core.tables.layout import MAX_CELL_LENGTH, NO_DELIMITER, SPACES, Layout

# In these a line break or a delimiter is one byte, and these bytes are no part of another letter.
_ENCODINGS = {"utf-8": "utf-8", "utf-8-sig": "utf-8", "latin-1": "latin-1", "cp1252": "cp1252"}
_NEW_LINE = ord("\n")


class LineBlocks:
    """The lines of a text table as bytes, some at a time.

    Parameters
    ----------
    data : bytes
        The file.
    layout : Layout
        How it is split into cells.

    Attributes
    ----------
    usable : bool
        Whether a line break always ends a row; otherwise no lines are split at once.
    start, place : int
        The byte that the lines taken last begin on, and the one that the next line begins on.
    first_line : int
        The number of the first of the lines that were taken last, counted from 1.
    """

    def __init__(self, data: bytes, layout: Layout) -> None:
        self.data = data
        self.layout = layout
        self.codec = _ENCODINGS.get(layout.encoding, "")
        self.usable = (
            bool(self.codec)
            and layout.delimiter != SPACES
            and layout.delimiter.isascii()
            and b'"' not in data
            and (b"\r" not in data or data.count(b"\r") == data.count(b"\r\n"))
        )
        self.start = self.place = 0
        self.first_line = self._next_line = 1

    def look_ahead(self, n_bytes: int) -> bytes:
        """Return the next whole lines of about so many bytes, without taking them."""
        end = self.data.find(b"\n", min(self.place + n_bytes, len(self.data)))
        return self.data[self.place : len(self.data) if end < 0 else end + 1]

    def take_block(self, block: bytes, n_lines: int) -> None:
        """Take lines that were looked at."""
        self.start, self.place = self.place, self.place + len(block)
        self.first_line, self._next_line = self._next_line, self._next_line + n_lines

    def take(self, n_lines: int) -> bytes:
        """Return the next lines, fewer at the end of the file."""
        self.start = place = self.place
        for _ in range(n_lines):
            end = self.data.find(b"\n", place)
            if end < 0:
                place = len(self.data)
                break
            place = end + 1
        self.first_line = self._next_line
        self._next_line += n_lines
        self.place = place
        return self.data[self.start : place]

    @property
    def at_top(self) -> bool:
        """Whether the lines taken last begin with the first line of the table."""
        return self.first_line == self.layout.skip_lines + 1

    def text(self, block: bytes) -> str:
        """Decode some lines; a mark at the top of the table is no part of it."""
        return _decoded(block, self.codec, at_top=self.at_top)

    def cells(self, block: bytes, n_lines: int) -> list[list[str]] | None:
        """Split some lines into columns.

        Parameters
        ----------
        block : bytes
            The lines.
        n_lines : int
            How many there should be.

        Returns
        -------
        list of list of str, or None
            The cells of each column; None where the lines have to be parsed one by one.
        """
        width, delimiter = self.layout.width, self.layout.delimiter
        if not block.endswith(b"\n"):
            block += b"\n"
        codes = np.frombuffer(block, dtype=np.uint8)
        breaks = codes == _NEW_LINE
        separators = np.flatnonzero(breaks | (codes == ord(delimiter)) if delimiter != NO_DELIMITER else breaks)
        ends = separators[width - 1 :: width]
        if len(separators) != n_lines * width or np.count_nonzero(breaks) != n_lines or not breaks[ends].all():
            return None
        if int(np.diff(separators, prepend=-1).max()) > MAX_CELL_LENGTH:
            return None
        cells = split_lines_at_once(block, self.layout, at_top=self.at_top)
        columns = [cells[j::width] for j in range(width)]
        # A row that begins with an empty cell may have no other cell either.
        return None if not all(columns[0]) or any(map(str.isspace, columns[0])) else columns


def split_lines_at_once(block: bytes, layout: Layout, *, at_top: bool) -> list[str]:
    """Split lines that `LineBlocks.cells` has found plain; return their cells, row by row.

    Parameters
    ----------
    block : bytes
        The lines.
    layout : Layout
        How they are split into cells.
    at_top : bool
        Whether the first of them is the first line of the table.

    Returns
    -------
    list of str
    """
    text = _decoded(block, _ENCODINGS[layout.encoding], at_top=at_top).replace("\r\n", "\n").removesuffix("\n")
    if layout.delimiter == NO_DELIMITER:
        return text.split("\n")
    return text.replace("\n", layout.delimiter).split(layout.delimiter)


def _decoded(block: bytes, codec: str, *, at_top: bool) -> str:
    text = block.decode(codec)
    return text.removeprefix("\ufeff") if at_top else text
