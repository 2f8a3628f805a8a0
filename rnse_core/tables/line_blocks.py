"""Take the lines of a text table some at a time, where line breaks show the rows.

Most large tables are regular: the same number of cells on every line, and quotation marks, if any, around whole cells.
Blocks of such lines are split at once by :mod:`rnse_core.tables.cell_blocks`.
"""

from __future__ import annotations

from rnse_core.tables.cell_blocks import ENCODINGS, count_byte, row_ends
from rnse_core.tables.layout import PLAIN, SPACES, Layout

# Lines that a quoted cell may go on for when lines are taken; in a file with a longer one rows are parsed one by one.
_MOST_LINES_OF_CELL = 1000


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
        Whether the rows can be told from line breaks and quotation marks. Where it becomes False while lines are taken,
        the rows from `place` on have to be parsed one by one.
    start, place : int
        The byte that the lines taken last begin on, and the one that the next line begins on.
    first_line, next_line : int
        The number of the first of the lines that were taken last, and of the next one, counted from 1.
    """

    def __init__(self, data: bytes, layout: Layout) -> None:
        self.data = data
        self.layout = layout
        self.codec = ENCODINGS.get(layout.encoding, "")
        self._quoted = b'"' in data
        self.usable = (
            bool(self.codec)
            and layout.delimiter.isascii()
            and (not self._quoted or (layout.quoting == PLAIN and layout.delimiter != SPACES))
            and (b"\r" not in data or data.count(b"\r") == data.count(b"\r\n"))
        )
        self.start = self.place = 0
        self.first_line = self.next_line = 1

    def look_ahead(self, n_bytes: int) -> bytes:
        """Return the next whole rows of about so many bytes, without taking them; none where quotes are irregular."""
        end = self.data.find(b"\n", min(self.place + n_bytes, len(self.data)))
        return self._whole_rows(self.data[self.place : len(self.data) if end < 0 else end + 1])

    def take_block(self, block: bytes, n_lines: int | None = None) -> None:
        """Take lines that were looked at, and counted where their number is given."""
        if n_lines is None:
            n_lines = count_byte(block, b"\n") + (block != b"" and not block.endswith(b"\n"))
        self.start, self.place = self.place, self.place + len(block)
        self.first_line, self.next_line = self.next_line, self.next_line + n_lines

    def take(self, n_lines: int) -> bytes:
        """Return the next lines up to the end of a row, fewer at the end of the file, none where quotes are irregular.

        They hold no more rows than `n_lines`.
        """
        block = self._lines(n_lines)
        if self._quoted:
            for _ in range(_MOST_LINES_OF_CELL):
                if block.count(b'"') % 2 == 0:
                    break
                block += self._lines(1, len(block))
            block = self._whole_rows(block)
        self.take_block(block)
        return block

    def skip(self, n_lines: int) -> None:
        """Step over lines, whatever is on them."""
        self.take_block(self._lines(n_lines))

    def _lines(self, n_lines: int, ahead: int = 0) -> bytes:
        place = start = self.place + ahead
        for _ in range(n_lines):
            end = self.data.find(b"\n", place)
            if end < 0:
                place = len(self.data)
                break
            place = end + 1
        return self.data[start:place]

    def _whole_rows(self, block: bytes) -> bytes:
        """Return the lines up to the last one that ends a row; none, and be unusable, where quotes are irregular."""
        if not self._quoted or b'"' not in block:
            return block
        ends = row_ends(block, self.layout.delimiter)
        closed = block.count(b'"') % 2 == 0
        if ends is None or not (closed or len(ends)):
            self.usable = False
            return b""
        return block if closed else block[: int(ends[-1]) + 1]

    @property
    def at_top(self) -> bool:
        """Whether the lines taken last begin with the first line of the table."""
        return self.first_line == self.layout.skip_lines + 1

    def text(self, block: bytes) -> str:
        """Decode some lines; a mark at the top of the table is no part of it."""
        text = block.decode(self.codec)
        return text.removeprefix("\ufeff") if self.at_top else text
