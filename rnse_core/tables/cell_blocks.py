"""The cells of many whole lines of a text table, found at once by the places of their separators.

A block of lines is regular where every line is one row of the right width and every quotation mark opens or closes a
cell or is doubled within one. Any other block is left to :class:`rnse_core.tables.records.Rows`, which parses each row.
The cells are the same either way.
"""

from __future__ import annotations

import codecs
from collections.abc import Collection
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
import numpy.typing as npt

from rnse_core.tables.layout import MAX_CELL_LENGTH, NO_DELIMITER, SPACES, Layout

Codes = npt.NDArray[np.uint8]
Places = npt.NDArray[np.intp]

# In these a line break or a delimiter is one byte, and these bytes are no part of another letter.
ENCODINGS = {"utf-8": "utf-8", "utf-8-sig": "utf-8", "latin-1": "latin-1", "cp1252": "cp1252"}
# What else `str.split` takes for a blank.
_OTHER_BLANKS = np.isin(np.arange(256), list(b"\r\v\f\x1c\x1d\x1e\x1f"))
_NEW_LINE, _RETURN, _QUOTE = b'\n\r"'
# Put between cells that are gathered; a control character that text does not contain.
_BETWEEN = "\x1f"
# Columns that are parsed one beside the other.
_FEW_COLUMNS = 50
_COUNTED = 1 << 18


def count_byte(data: bytes, byte: bytes) -> int:
    """Count a byte, much quicker than `bytes.count` does where it is frequent, in the memory of one block."""
    codes = np.frombuffer(data, dtype=np.uint8)
    blocks = (codes[start : start + _COUNTED] for start in range(0, len(codes), _COUNTED))
    return sum(int(np.count_nonzero(block == ord(byte))) for block in blocks)


def quotation_marks(codes: Codes, delimiter: str) -> Places | None:
    """Return the places of the quotation marks of lines, None where one is neither at an end of a cell nor doubled.

    The last mark may open a cell that the lines do not close.
    """
    marks = np.flatnonzero(codes == _QUOTE)
    opening, closing = marks[0::2], marks[1::2]
    outside = np.zeros(256, dtype=np.bool_)
    outside[[_NEW_LINE, _QUOTE, *delimiter.encode()]] = True
    before = codes[opening[opening > 0] - 1]
    outside_or_return = outside.copy()
    outside_or_return[_RETURN] = True
    after = codes[closing[closing < len(codes) - 1] + 1]
    return marks if outside[before].all() and outside_or_return[after].all() else None


def row_ends(block: bytes, delimiter: str) -> Places | None:
    """Return the places of the line breaks outside quotation marks, None where these are irregular."""
    codes = np.frombuffer(block, dtype=np.uint8)
    marks = quotation_marks(codes, delimiter)
    if marks is None:
        return None
    breaks = np.flatnonzero(codes == _NEW_LINE)
    return breaks[np.searchsorted(marks, breaks) % 2 == 0]


def _separators(block: bytes, delimiter: str, quotes: Places) -> Places:
    """Return the places of the delimiters and line breaks that are not between quotation marks."""
    codes = np.frombuffer(block, dtype=np.uint8)
    found = codes == _NEW_LINE
    if delimiter != NO_DELIMITER:
        found |= codes == ord(delimiter)
    places = np.flatnonzero(found)
    return places[np.searchsorted(quotes, places) % 2 == 0] if len(quotes) else places


def _single_spaces(block: bytes) -> bytes | None:
    """Return lines with one space for each run of spaces, none at their ends; None where there are other blanks."""
    if not block.isascii():
        return None
    block = block.replace(b"\r\n", b"\n").replace(b"\t", b" ")
    codes = np.frombuffer(block, dtype=np.uint8)
    if _OTHER_BLANKS[codes].any():
        return None
    spaces = codes == ord(" ")
    kept = ~spaces
    kept[1:] |= ~(spaces | (codes == _NEW_LINE))[:-1]
    return codes[kept].tobytes().replace(b" \n", b"\n")


@dataclass(frozen=True)
class CellBlock:
    """The cells of some lines, each of which is one row; see :func:`find_cells`.

    Parameters
    ----------
    block : bytes
        The lines, with single spaces where they are split at spaces; the last one ends in a line break.
    layout : Layout
        How they are split.
    n_rows : int
        How many lines there are.
    quotes : ndarray of int
        The places of the quotation marks.
    known_separators : ndarray of int or None
        What `separators` is, if that is known.
    """

    block: bytes = field(repr=False)
    layout: Layout
    n_rows: int
    quotes: Places = field(repr=False)
    known_separators: Places | None = field(default=None, repr=False)

    @cached_property
    def separators(self) -> Places:
        """The place of the byte behind each cell, row by row: an array of shape (n_rows * width,)."""
        known = self.known_separators
        return _separators(self.block, self.layout.delimiter, self.quotes) if known is None else known

    def is_blank(self, row: int) -> bool:
        """Return whether a row has nothing but blanks, separators and quotation marks."""
        width, separators = self.layout.width, self.separators
        start = int(separators[row * width - 1]) + 1 if row else 0
        line = self.block[start : int(separators[(row + 1) * width - 1])].decode(ENCODINGS[self.layout.encoding])
        return not line.replace(self.layout.delimiter, " ").replace('"', " ").strip()

    @property
    def between(self) -> str:
        """A character that is in no cell."""
        return _BETWEEN if len(self.quotes) or self.layout.delimiter == NO_DELIMITER else self.layout.delimiter

    def texts(self, columns: Collection[int] | None = None) -> list[list[str]]:
        """Return the cells of some columns, by default of all of them."""
        columns = range(self.layout.width) if columns is None else sorted(columns)
        if not columns:
            return []
        cells = self._joined(columns).split(self.between)
        return [cells[k :: len(columns)] for k in range(len(columns))]

    def rows(self) -> list[list[str]]:
        """Return the cells of each row."""
        width = self.layout.width
        cells = self._joined(range(width)).split(self.between)
        return [cells[first : first + width] for first in range(0, len(cells), width)]

    def lines_of(self, columns: Collection[int]) -> tuple[bytes, int]:
        """Return some columns as lines, in which `between` separates the cells, and the number of cells of each line.

        In a wide table each cell is on a line of its own, as a parser may have much to do for each column.
        """
        one_per_line = len(columns) > _FEW_COLUMNS
        if len(columns) == self.layout.width and not len(self.quotes):
            lines = self.block
            if one_per_line:
                lines = lines.replace(self.between.encode(), b"\n")
        else:
            lines = self._gathered(columns, b"\n" if one_per_line else self.between.encode(), b"\n")
        return lines, 1 if one_per_line else len(columns)

    def tokens(self, cells: Places) -> list[str]:
        """Return some cells by their numbers, counted from 0 row by row."""
        block, codec = self.block, ENCODINGS[self.layout.encoding]
        starts = np.where(cells > 0, self.separators[cells - 1] + 1, 0).tolist()
        stops = self.separators[cells].tolist()
        found = [block[start:stop].removesuffix(b"\r") for start, stop in zip(starts, stops, strict=True)]
        if len(self.quotes):
            found = [cell[1:-1].replace(b'""', b'"') if cell.startswith(b'"') else cell for cell in found]
        return [cell.decode(codec) for cell in found]

    def _joined(self, columns: Collection[int]) -> str:
        """Return the cells of some columns row by row in one string."""
        between = self.between.encode()
        if len(columns) == self.layout.width and not len(self.quotes):
            joined = self.block.replace(b"\r\n", b"\n").replace(b"\n", between)
        else:
            joined = self._gathered(columns, between, between)
        return joined.removesuffix(between).decode(ENCODINGS[self.layout.encoding])

    def _gathered(self, columns: Collection[int], between: bytes, line_end: bytes) -> bytes:
        """Return the cells of some columns without their quotation marks, and what stands between and behind them."""
        width, separators = self.layout.width, self.separators
        codes = np.frombuffer(self.block, dtype=np.uint8).copy()
        of_row = np.zeros(width, dtype=np.bool_)
        of_row[list(columns)] = True
        kept = np.repeat(np.tile(of_row, self.n_rows), np.diff(separators, prepend=-1))
        ends = separators[width - 1 :: width]
        kept[ends[codes[ends - 1] == _RETURN] - 1] = False
        if len(self.quotes):
            opening, closing = self.quotes[0::2], self.quotes[1::2]
            doubled = closing[:-1][closing[:-1] + 1 == opening[1:]]
            in_cell = kept[doubled]
            kept[self.quotes] = False
            kept[doubled] = in_cell
        codes[separators] = ord(between)
        codes[separators[max(columns) :: width]] = ord(line_end)
        return codes[kept].tobytes()


def find_cells(block: bytes, layout: Layout, *, at_top: bool, parsed: bool = False) -> CellBlock | None:
    """Find the cells of some lines, of which each should be one row.

    Parameters
    ----------
    block : bytes
        Whole lines of a file in one of `ENCODINGS`, in which a return is always before a line break.
    layout : Layout
        How they are split into cells; at spaces only where there are no quotation marks.
    at_top : bool
        Whether the first of them is the first line of the table, which may begin with a byte-order mark.
    parsed : bool, default=False
        Whether all cells are then parsed with `lines_of`, by a parser that takes no line which is longer than the first
        one. Where that is enough to know that all lines have the same length, only their cells are counted.

    Returns
    -------
    CellBlock or None
        None where the lines have to be parsed one by one.
    """
    width, delimiter = layout.width, layout.delimiter
    if at_top and ENCODINGS[layout.encoding] == "utf-8":
        block = block.removeprefix(codecs.BOM_UTF8)
    if not block.endswith(b"\n"):
        block += b"\n"
    if delimiter == SPACES:
        single = _single_spaces(block)
        if single is None:
            return None
        block = single
    quotes = np.empty(0, dtype=np.intp)
    if b'"' in block:
        marks = quotation_marks(np.frombuffer(block, dtype=np.uint8), delimiter)
        if marks is None or len(marks) % 2 or _BETWEEN.encode() in block:
            return None
        quotes = marks
    elif parsed and delimiter != NO_DELIMITER and width <= _FEW_COLUMNS:
        return _counted(block, layout, quotes)
    places = _separators(block, delimiter, quotes)
    n_rows, rest = divmod(len(places), width)
    if rest or not n_rows:
        return None
    is_break = np.frombuffer(block, dtype=np.uint8)[places] == _NEW_LINE
    if np.count_nonzero(is_break) != n_rows or not is_break[width - 1 :: width].all():
        return None
    if int(np.diff(places, prepend=-1).max()) > MAX_CELL_LENGTH:
        return None
    return CellBlock(block, layout, n_rows, quotes, places)


def _counted(block: bytes, layout: Layout, quotes: Places) -> CellBlock | None:
    """Return lines without quotation marks that have as many cells as if each were one row; None for other lines."""
    n_rows = count_byte(block, b"\n")
    if count_byte(block, layout.delimiter.encode()) != n_rows * (layout.width - 1) or _may_have_long_line(block):
        return None
    return CellBlock(block, layout, n_rows, quotes)


def _may_have_long_line(block: bytes) -> bool:
    """Return whether a line may be longer than a cell may be: some stretch of half that length has no line break."""
    half = MAX_CELL_LENGTH // 2
    return any(block.find(b"\n", start, start + half) < 0 for start in range(0, len(block) - half, half))
