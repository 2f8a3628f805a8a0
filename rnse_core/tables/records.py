"""Stream the rows of a text table, with the line each one starts on.

Python's ``csv`` module does the splitting. It reads quoted cells with delimiters and line breaks as spreadsheets write
them, counts the lines, works on a stream, so that the text is never decoded as a whole, and returns each cell
unchanged: a number is exactly what ``float`` makes of it, and a label "NA" remains "NA".
"""

from __future__ import annotations

import csv
import re
import sys
from array import array
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from io import BytesIO, StringIO, TextIOWrapper
from itertools import chain, islice
from typing import overload

import numpy as np

from rnse_core.tables.cell_blocks import CellBlock, count_byte, find_cells
from rnse_core.tables.errors import TableError, too_many_rows
from rnse_core.tables.kept_cells import KeptCells
from rnse_core.tables.kinds import OptionKind, Problem
from rnse_core.tables.layout import MAX_CELL_LENGTH, PLAIN, SPACES, Layout, Quoting
from rnse_core.tables.line_blocks import LineBlocks
from rnse_core.tables.model import Limits
from rnse_core.tables.plain_numbers import Plain, PlainColumn, plain_bytes, read_plain_cells
from rnse_core.tables.questions import Option

# A delimiter for files of one column; a control character that text does not contain.
_UNUSED = "\x1f"
_SPACES_OR_QUOTED = re.compile(r'("(?:[^"]|"")*")|\s+')
_GUARD_BEFORE_CELL = re.compile(r'(^|[,;\t| ])="')
_GUARDED_CELL = re.compile(r'="([^"]*)"')


@dataclass
class RowCounts:
    """What a pass over the rows has counted.

    Parameters
    ----------
    n_rows : int, default=0
        Data rows.
    blank_lines : int, default=0
    empty_rows : int, default=0
        Rows in which every cell is empty.
    cut_rows : int, default=0
        Rows with delimiters after the last column.
    bad_rows : list of (int, int, str)
        Line, number of cells and text of each row with another number of cells.
    """

    n_rows: int = 0
    blank_lines: int = 0
    empty_rows: int = 0
    cut_rows: int = 0
    bad_rows: list[tuple[int, int, str]] = field(default_factory=list)


def open_lines(data: bytes, encoding: str, skip_lines: int = 0, place: int = 0) -> Iterator[str]:
    """Yield the lines of a text file, from the line on that begins at a byte, with their line ends."""
    source = BytesIO(data)
    source.seek(place)
    stream = TextIOWrapper(source, encoding=encoding, newline="")
    lines = iter(islice(stream, min(skip_lines, sys.maxsize), None))
    for line in lines:
        yield line.removeprefix("\ufeff")
        break
    yield from lines


def split_lines(
    lines: Iterator[str], delimiter: str, first_line: int = 1, quoting: Quoting = PLAIN
) -> Iterator[tuple[int, list[str]]]:
    """Split lines into records; yield the line each record starts on, and its cells (none for a blank line).

    Raises
    ------
    TableError
        For a quotation mark that is never closed, or a cell of more than `MAX_CELL_LENGTH` characters.
    """
    at_end = False

    def watched() -> Iterator[str]:
        nonlocal at_end
        yield from lines
        at_end = True

    source = watched()
    if quoting.guarded:
        source = (_GUARD_BEFORE_CELL.sub(r'\1"', line) for line in source)
    if delimiter == SPACES:
        source = (_spaces_to_one(line) for line in source)
    reader = csv.reader(source, delimiter=delimiter or _UNUSED, strict=False, skipinitialspace=quoting.skip_spaces)
    start = first_line
    while True:
        try:
            cells = next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            raise TableError(Problem.CELL_TOO_LONG, line=start, bound=csv.field_size_limit()) from error
        if max(map(len, cells), default=0) > MAX_CELL_LENGTH:
            raise TableError(Problem.CELL_TOO_LONG, line=start, bound=MAX_CELL_LENGTH)
        if at_end:
            raise TableError(Problem.OPEN_QUOTATION_MARK, line=start)
        yield start, [_GUARDED_CELL.sub(r"\1", cell) for cell in cells] if quoting.guarded else cells
        start = first_line + reader.line_num


def _spaces_to_one(line: str) -> str:
    if '"' not in line:
        return " ".join(line.split()) + "\n"
    return _SPACES_OR_QUOTED.sub(lambda found: found[1] or " ", line.strip()) + "\n"


def is_blank(cells: list[str]) -> bool:
    """Return whether every cell of a record is empty or blank."""
    return not any(map(str.strip, cells))


def _in_columns(rows: Iterator[list[str]], size: int) -> Iterator[Iterator[Sequence[str]]]:
    """Yield the cells of each column, for so many rows at a time."""
    while some := list(islice(rows, size)):
        yield zip(*some, strict=True)


def _regular_cells(cells: CellBlock | None) -> list[list[str]] | None:
    """Return the cells of each column, None where a row may have no cell that is not blank."""
    if cells is None:
        return None
    columns = cells.texts()
    # A row that begins with an empty cell may have no other cell either.
    return columns if all(map(str.strip, columns[0])) else None


class Rows:
    """The data rows of a text table, all of the same width; iterate over it to read them.

    Parameters
    ----------
    data : bytes
        The file.
    layout : Layout
        How it is split into cells.
    drop_bad_rows : bool
        Leave out rows with another number of cells instead of raising.
    wanted : set of int, optional
        The numbers of the rows to read; all by default.
    limits : Limits
        Refuses more rows or cells than these.

    Attributes
    ----------
    counts : RowCounts
        Filled by iterating.
    row_numbers : array of int
        The number of each row that was yielded, counted from 1 among the data rows.
    line : int
        The line on which the row that was yielded last starts, where rows are read one by one.
    """

    def __init__(
        self,
        data: bytes,
        layout: Layout,
        *,
        drop_bad_rows: bool = False,
        wanted: set[int] | None = None,
        limits: Limits | None = None,
        progress: Callable[[float], object] | None = None,
    ) -> None:
        self.data = data
        self.layout = layout
        self.drop_bad_rows = drop_bad_rows
        self.wanted = wanted
        self.limits = limits or Limits()
        self.progress = progress
        self.counts = RowCounts()
        self.row_numbers: array[int] = array("q")
        self.line = 0
        self.most_rows = self.limits.most_rows(layout.width)
        self._header_pending = layout.header

    def most_expected(self) -> int:
        """Return how many rows there may be, by the line breaks, of which some may be within cells."""
        if self.wanted is not None:
            return len(self.wanted)
        return min(self._n_line_breaks + 1, self.most_rows)

    @cached_property
    def _n_line_breaks(self) -> int:
        return count_byte(self.data, b"\n")

    def __iter__(self) -> Iterator[list[str]]:
        """Yield the cells of each row that is kept."""
        return self._one_by_one()

    def _one_by_one(self, every_row: KeptCells | None = None) -> Iterator[list[str]]:
        layout = self.layout
        self._begin()
        lines = open_lines(self.data, layout.encoding, layout.skip_lines)
        yield from self._kept(lines, layout.skip_lines + 1, every_row)
        self._end()

    @overload
    def columns(self, size: int, every_row: KeptCells | None = None) -> Iterator[Iterator[Sequence[str]]]: ...
    @overload
    def columns(
        self, size: int, every_row: KeptCells | None = None, *, plain: Plain
    ) -> Iterator[Iterator[Sequence[str]] | list[PlainColumn]]: ...
    def columns(
        self, size: int, every_row: KeptCells | None = None, *, plain: Plain | None = None
    ) -> Iterator[Iterator[Sequence[str]] | list[PlainColumn]]:
        """Yield the cells of each column, for so many of the rows that are kept at a time.

        Parameters
        ----------
        size : int
        every_row : KeptCells, optional
            Takes all rows, those included that are not kept.
        plain : Plain, optional
            Yield a list of columns, of numbers where they hold nothing else, for stretches that are plain.
        """
        blocks = LineBlocks(self.data, self.layout)
        if self.wanted is not None or not blocks.usable:
            yield from _in_columns(self._one_by_one(every_row), size)
            return
        self._begin()
        blocks.skip(self.layout.skip_lines)
        rows: list[list[str]] = []
        while True:
            if plain is not None and not rows:
                yield from self._plain_columns(blocks, plain, every_row)
            block = blocks.take(size - len(rows)) if blocks.usable else b""
            if not block:
                break
            cells = None
            if not rows and not self._header_pending and len(self.row_numbers) + size <= self.most_rows:
                cells = _regular_cells(find_cells(block, self.layout, at_top=blocks.at_top))
            if cells is not None:
                self._take_rows(len(cells[0]), blocks, every_row)
                yield iter(cells)
            else:
                lines = iter(StringIO(blocks.text(block), newline=""))
                rows.extend(self._kept(lines, blocks.first_line, every_row))
                if len(rows) == size:
                    yield zip(*rows, strict=True)
                    rows = []
            if self.progress is not None:
                self.progress(blocks.place / len(self.data))
        if not blocks.usable:
            lines = open_lines(self.data, self.layout.encoding, place=blocks.place)
            yield from _in_columns(chain(rows, self._kept(lines, blocks.next_line, every_row)), size)
        elif rows:
            yield zip(*rows, strict=True)
        self._end()

    def _plain_columns(
        self, blocks: LineBlocks, plain: Plain, every_row: KeptCells | None
    ) -> Iterator[list[PlainColumn]]:
        """Yield stretches of plain lines, until one is something else."""
        while not self._header_pending and blocks.usable and blocks.place < len(self.data):
            block = blocks.look_ahead(plain_bytes(self.data, blocks.place))
            at_top = blocks.next_line == self.layout.skip_lines + 1
            cells = find_cells(block, self.layout, at_top=at_top, parsed=not plain.text) if block else None
            if cells is None or len(self.row_numbers) + cells.n_rows > self.most_rows:
                return
            columns = read_plain_cells(cells, plain)
            if columns is None:
                return
            blocks.take_block(block, None if len(cells.quotes) else cells.n_rows)
            self._take_rows(cells.n_rows, blocks, every_row)
            if self.progress is not None:
                self.progress(blocks.place / len(self.data))
            yield columns

    def _take_rows(self, n_rows: int, blocks: LineBlocks, every_row: KeptCells | None) -> None:
        """Count the rows of the lines taken last, each of which is one row that is kept."""
        first = self.counts.n_rows + 1
        self.row_numbers.frombytes(np.arange(first, first + n_rows, dtype=np.int64).tobytes())
        self.counts.n_rows += n_rows
        if every_row is not None:
            every_row.add_lines(blocks.start, blocks.place, at_top=blocks.at_top)

    def _begin(self) -> None:
        self.counts = RowCounts()
        self.row_numbers = array("q")
        self._header_pending = self.layout.header
        if self.wanted is None:
            self._probe()

    def _end(self) -> None:
        if self.counts.bad_rows and not self.drop_bad_rows:
            self._refuse()

    def _kept(self, lines: Iterator[str], first_line: int, every_row: KeptCells | None) -> Iterator[list[str]]:
        """Yield the cells of each row of some lines that is kept; hand all rows to `every_row`."""
        layout, counts, numbers = self.layout, self.counts, self.row_numbers
        width = layout.width
        for line, cells in split_lines(lines, layout.delimiter, first_line, layout.quoting):
            if not cells or (len(cells) == 1 < width and is_blank(cells)):
                counts.blank_lines += 1
                continue
            if self._header_pending:
                self._header_pending = False
                continue
            counts.n_rows += 1
            if every_row is not None:
                every_row.add_row(cells)
            if len(cells) != width:
                if len(cells) > width and is_blank(cells[width:]):
                    counts.cut_rows += 1
                    del cells[width:]
                else:
                    text = (layout.delimiter or ",").join(cells[:20])[:200]
                    counts.bad_rows.append((line, len(cells), text))
                    continue
            if not cells[0].strip() and is_blank(cells):
                counts.empty_rows += 1
                continue
            if self.wanted is not None and counts.n_rows not in self.wanted:
                continue
            numbers.append(counts.n_rows)
            if len(numbers) > self.most_rows:
                raise self._too_many_rows()
            self.line = line
            yield cells

    def _refuse(self) -> None:
        (line, n_cells, text), *others = self.counts.bad_rows
        width = self.layout.width
        raise TableError(
            Problem.ROW_WIDTH,
            line=line,
            column=min(n_cells, width) + 1,  # the first field that is too many, or is missing
            value=n_cells,
            bound=width,
            token=text,
            places=tuple(other[0] for other in others),
            options=(Option(OptionKind.DROP_BAD_ROWS, {"drop_bad_rows": True}, count=len(self.counts.bad_rows)),),
        )

    def _probe(self) -> None:
        """Refuse a table with far too many rows before any of it is read, where lines and rows are the same."""
        n_rows = self._n_line_breaks - self.layout.skip_lines - self.layout.header
        if n_rows <= self.most_rows:
            return
        if not any(mark in self.data for mark in (b'"', b"\n\n", b"\n\r\n")):
            raise self._too_many_rows(n_rows)

    def _too_many_rows(self, n_rows: int | None = None) -> TableError:
        most = self.most_rows
        options = (Option(OptionKind.SAMPLE_ROWS, {"sample_rows": most}),) if most > 1 else ()
        return too_many_rows(self.limits, self.layout.width, n_rows=n_rows, options=options)
