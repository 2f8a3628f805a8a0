"""The cells of a text table as they stand in its file, stored while it is read, for previews and exports."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, count

from rnse_core.tables.cell_blocks import find_cells
from rnse_core.tables.layout import Layout

#: Rows that are packed into one string.
ROWS_PER_BLOCK = 1024


class KeptCells:
    """All data rows of a text table, those included that the table leaves out.

    A stretch of regular lines is kept as its place in the file. Other rows are packed, many into one string, with a
    character between the cells that is in none of them: as single strings they would take ten times the memory.

    Parameters
    ----------
    data : bytes
        The file.
    layout : Layout
        How it is split into cells.
    """

    def __init__(self, data: bytes, layout: Layout) -> None:
        self._data = data
        self._layout = layout
        self._blocks: list[tuple[int, int, bool] | tuple[str, str]] = []
        self._open: list[list[str]] = []

    def add_lines(self, start: int, stop: int, *, at_top: bool) -> None:
        """Keep regular lines, one row each, by their first byte and the byte after their last.

        With `at_top` the first of them is the first line of the table, which may begin with a byte-order mark.
        """
        self._pack()
        self._blocks.append((start, stop, at_top))

    def add_row(self, cells: list[str]) -> None:
        """Keep one row, padded or cut to the width of the table."""
        width = self._layout.width
        self._open.append(cells if len(cells) == width else [*cells, *[""] * width][:width])
        if len(self._open) == ROWS_PER_BLOCK:
            self._pack()

    def _pack(self) -> None:
        if self._open:
            self._blocks.append(_joined(list(chain.from_iterable(self._open))))
            self._open = []

    def __iter__(self) -> Iterator[list[str]]:
        """Yield the cells of each row."""
        width = self._layout.width
        for block in self._blocks:
            if len(block) == 3:
                start, stop, at_top = block
                lines = find_cells(self._data[start:stop], self._layout, at_top=at_top)
                assert lines is not None  # they were found when the lines were kept
                yield from lines.rows()
            else:
                text, separator = block
                cells = text.split(separator)
                yield from (cells[first : first + width] for first in range(0, len(cells), width))
        yield from self._open


def _joined(cells: list[str]) -> tuple[str, str]:
    """Return the cells in one string and the character between them, which none of them has."""
    separators = map(chr, count(1))
    return next((text, one) for one in separators if (text := one.join(cells)).count(one) == len(cells) - 1)
