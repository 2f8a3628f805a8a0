"""Collect the rows of a text file in columns: numbers as float64, text only where a block has other cells."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from itertools import islice
from operator import itemgetter

import numpy as np

from rnse_core.tables.cell_types import MissingTokens, parse_number
from rnse_core.tables.decimals import DecimalMarks
from rnse_core.tables.kept_cells import KeptCells
from rnse_core.tables.model import FloatArray
from rnse_core.tables.plain_numbers import Plain, PlainNumbers
from rnse_core.tables.raw_table import RawColumn
from rnse_core.tables.records import Rows

# Few enough cells that the strings of one block stay in the processor's cache.
_BLOCK_CELLS = 8192
_FEWEST_ROWS = 16


class ColumnBuffer:
    """Collects one column block by block.

    A block in which every cell is a finite number, or known to be missing, is kept as float64; any other is kept as
    text until the whole column is known.

    Parameters
    ----------
    decimal : {".", ","}
        The decimal mark.
    missing : MissingTokens
        What means "no value".
    keep_text : bool
        Whether all cells are kept as text.
    n_expected : int
        About how many rows there will be.
    """

    def __init__(self, decimal: str, missing: MissingTokens, keep_text: bool, n_expected: int) -> None:
        self.decimal = decimal
        self.missing = missing
        self.keep_text = keep_text
        self._memory = np.empty(n_expected)
        self._n_rows = 0
        self.blocks: list[tuple[int, list[str]]] = []
        self._missing: list[tuple[int, Mapping[str, int]]] = []
        self._pool: dict[str, str] = {}

    def add(self, cells: Sequence[str]) -> bool:
        """Append the cells of some rows; return whether they are numbers."""
        numbers = None if self.keep_text else self._as_numbers(cells)
        if numbers is None:
            pool = self._pool
            self.blocks.append((self._n_rows, list(map(pool.setdefault, cells, cells))))
            numbers = np.full(len(cells), math.nan)
            self._append(numbers)
            return False
        self._append(numbers)
        return True

    def add_numbers(self, numbers: PlainNumbers) -> None:
        """Append the numbers of some rows, NaN where one is missing."""
        if numbers.missing:
            self._missing.append((self._n_rows, numbers.missing))
        self._append(numbers.values)

    @property
    def values(self) -> FloatArray:
        """The numbers of the rows so far, NaN for text."""
        return self._memory[: self._n_rows]

    def _append(self, numbers: FloatArray) -> None:
        n_rows = self._n_rows + len(numbers)
        if n_rows > len(self._memory):
            memory = np.empty(n_rows + n_rows // 2)
            memory[: self._n_rows] = self.values
            self._memory = memory
        self._memory[self._n_rows : n_rows] = numbers
        self._n_rows = n_rows

    def _as_numbers(self, cells: Sequence[str]) -> FloatArray | None:
        if parse_number(cells[0], self.decimal) is None:  # so it is in most columns of text
            return None
        joined = "".join(cells)
        if "_" in joined:  # float() takes 1_000, which is not a number in a table
            return None
        if self.decimal == ",":
            if "." in joined:
                return None
            cells = [cell.replace(",", ".") for cell in cells]
        try:
            numbers = list(map(float, cells))
        except ValueError:
            return None
        # An infinite sum can also come from large numbers; reading cell by cell then gives the same result.
        if not math.isfinite(sum(numbers)) or not self.missing.numbers.isdisjoint(numbers):
            return None
        return np.array(numbers)

    def counts(self) -> Counter[str]:
        """Count the tokens of the blocks kept as text, and the missing ones of the others."""
        total: Counter[str] = Counter()
        for _, cells in sorted([*self.blocks, *self._missing], key=itemgetter(0)):
            total.update(cells)
        return total

    def has_comma(self) -> bool:
        """Return whether a cell of the blocks kept as text has a comma."""
        return any("," in cell for _, cells in self.blocks for cell in cells)

    def has_all_text(self) -> bool:
        """Return whether every cell was kept as text."""
        return sum(len(cells) for _, cells in self.blocks) == self._n_rows

    def text(self) -> list[str]:
        """Return the cells of the blocks kept as text."""
        return [cell for _, cells in self.blocks for cell in cells]

    def numbers(self, known: Mapping[str, float]) -> FloatArray:
        """Return the column as numbers, in the memory of the buffer; `known` is the number of each token of text."""
        result = self.values
        for start, cells in self.blocks:
            result[start : start + len(cells)] = [known[cell] for cell in cells]
        return result


def fill_buffers(
    rows: Rows,
    decimal: str,
    missing: Sequence[MissingTokens],
    as_text: Collection[int] = (),
    every_row: KeptCells | None = None,
) -> list[ColumnBuffer]:
    """Read all rows into one buffer per column.

    Parameters
    ----------
    rows : Rows
    decimal : str
        The decimal mark.
    missing : sequence of MissingTokens
        What means "no value" in each column.
    as_text : collection of int
        Columns that are kept as they stand.
    every_row : KeptCells, optional
        Takes the cells of all rows.
    """
    width = rows.layout.width
    n_expected = rows.most_expected()
    buffers = [ColumnBuffer(decimal, missing[j], j in as_text, n_expected) for j in range(width)]
    plain = Plain(decimal, missing, set(as_text))
    size = _rows_at_once(width)
    for block in rows.columns(size, every_row, plain=plain):
        others: dict[int, Sequence[str]] = {}
        for j, (buffer, cells) in enumerate(zip(buffers, block, strict=True)):
            if isinstance(cells, PlainNumbers):
                buffer.add_numbers(cells)
            elif not buffer.add(cells) and j not in plain.text:
                others[j] = cells
        plain.learn(others)
    return buffers


def _rows_at_once(width: int) -> int:
    return max(_FEWEST_ROWS, _BLOCK_CELLS // max(width, 1))


def read_text_column(rows: Rows, position: int) -> list[str]:
    """Read the cells of one column as they stand in the file."""
    pool: dict[str, str] = {}
    blocks = rows.columns(_rows_at_once(rows.layout.width))
    return [pool.setdefault(cell, cell) for block in blocks for cell in next(islice(block, position, None))]


def line_of_first(rows: Rows, position: int, cell: str) -> int | None:
    """Return the line on which the first row with such a cell in a column starts."""
    return next((rows.line for row in rows if row[position] == cell), None)


def decimal_marks(buffer: ColumnBuffer) -> DecimalMarks:
    """Count the decimal marks of a column that was read with a decimal point."""
    values = buffer.values
    fractions = int(np.count_nonzero(values != np.floor(values))) - int(np.isnan(values).sum())
    marks = DecimalMarks(point=fractions, point_only=fractions)
    marks.whole = int(np.isfinite(values).sum()) - fractions
    for token, count in buffer.counts().items():
        marks.add(token, count)
    return marks


def raw_column(name: str, position: int, buffer: ColumnBuffer, rows: Rows) -> RawColumn:
    """Decide whether a column holds numbers only; text may be read again from the rows."""
    counts = buffer.counts()
    whole = buffer.has_all_text()

    def text() -> list[str]:
        return buffer.text() if whole else read_text_column(rows, position)

    def line_of(cell: str) -> int | None:
        return line_of_first(rows, position, cell)

    numbers: dict[str, float] = {}
    for token in counts:
        value = buffer.missing.read(token, buffer.decimal)
        if value is None:
            return RawColumn(name, position, None, counts if whole else Counter(text()), text, line_of)
        numbers[token] = value
    missing = Counter({token: counts[token] for token, value in numbers.items() if math.isnan(value)})
    return RawColumn(name, position, buffer.numbers(numbers), missing, text, line_of)
