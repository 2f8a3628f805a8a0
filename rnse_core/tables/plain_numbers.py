"""Read many regular lines at once with the parser of pandas, which gives the numbers of Python's ``float``.

A block of cells is plain where all are finite numbers or missing, but for those of some columns, which are left as
text. Any other block is left to :class:`rnse_core.tables.column_buffers.ColumnBuffer`. The numbers are the same either
way.
"""

from __future__ import annotations

import csv
import math
import warnings
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from io import BytesIO
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt
import pandas as pd

from rnse_core.tables.cell_blocks import ENCODINGS, CellBlock
from rnse_core.tables.cell_types import MissingTokens, parse_number
from rnse_core.tables.model import FloatArray

#: Bytes that are read at once at least.
PLAIN_BYTES = 1 << 19
# In a large file more: enough for the parser, few enough for the cache of the processor and beside the whole file.
_SHARE_OF_FILE, _MOST_OF_FILE = 1 / 64, 1 << 21
# In a table with long lines as many as make the work for each column small, in not too much memory.
_FEWEST_LINES, _MOST_OF_LINES = 32, 1 << 23
# More ways of writing "missing" than these are not looked for.
_MOST_WORDS = 100
# Before version 3 pandas rounds to the nearest number only if it is asked to.
_EXACT: dict[str, Any] = {} if int(pd.__version__.split(".")[0]) >= 3 else {"float_precision": "round_trip"}
# The parser reads these as 1 and 0 where it finds nothing else.
_BOOLEANS = (b"true", b"True", b"TRUE", b"false", b"False", b"FALSE")
_OF_BOOLEANS = (b"u", b"U", b"l", b"L")  # single bytes are found much quicker than words
# The parser takes spaces behind these, within a number.
_BEFORE_SPACE = np.isin(np.arange(256), list(b"eE+-"))


class PlainNumbers(NamedTuple):
    """The numbers of a column in some rows, and how often each token for "missing" occurs, whose number is NaN."""

    values: FloatArray
    missing: Mapping[str, int]


PlainColumn: TypeAlias = PlainNumbers | list[str]
_NOTHING: Mapping[str, int] = {}


@dataclass
class Plain:
    """How regular lines are read at once, and what was learned from those before.

    Parameters
    ----------
    decimal : {".", ","}
        The decimal mark.
    missing : sequence of MissingTokens
        What means "no value" in each column.
    text : set of int
        Columns that are left as text.
    words : set of str
        Ways of writing "missing" that were found.
    """

    decimal: str
    missing: Sequence[MissingTokens]
    text: set[int] = field(default_factory=set)
    words: set[str] = field(default_factory=set)

    def learn(self, cells: Mapping[int, Iterable[str]]) -> None:
        """Learn from columns of some rows, in each of which a cell is no plain number: words for "missing", or text."""
        known = frozenset(self.words)
        for column, some in cells.items():
            words = self._missing_words(column, set(some))
            if words and len(known | words) <= _MOST_WORDS:
                self.words |= words
            else:
                self.text.add(column)

    def _missing_words(self, column: int, cells: Iterable[str]) -> set[str]:
        """Return the ways of writing "missing" in some cells; none where another cell is no plain number."""
        words = set()
        for cell in cells:
            value = self.missing[column].read(cell, self.decimal)
            if value is None or not (cell.isascii() and cell.isprintable()):
                return set()
            number = parse_number(cell, self.decimal)
            if number is None or not math.isfinite(number):
                words.add(cell)
        return words


def plain_bytes(data: bytes, place: int) -> int:
    """Return how many bytes to read at once, by the length of the line that begins at a place."""
    line = data.find(b"\n", place, place + _MOST_OF_LINES) - place
    of_file = min(int(_SHARE_OF_FILE * len(data)), _MOST_OF_FILE)
    return max(PLAIN_BYTES, of_file, min(_FEWEST_LINES * line, _MOST_OF_LINES))


def read_plain_cells(cells: CellBlock, plain: Plain) -> list[PlainColumn] | None:
    """Read some lines if all of their cells are numbers or missing, but for those of the columns of text.

    Parameters
    ----------
    cells : CellBlock
        The lines.
    plain : Plain
        How they are read. With a decimal comma no number may hold a point.

    Returns
    -------
    list of (PlainNumbers or list of str), or None
        The columns; None where their cells have to be looked at one by one.
    """
    width = cells.layout.width
    numeric = np.array([j for j in range(width) if j not in plain.text], dtype=np.intp)
    numbers = _read_numbers(cells, numeric, plain)
    if numbers is None:
        return None
    texts = iter(cells.texts(plain.text))
    found = iter(numbers)
    columns: list[PlainColumn] = [next(texts) if j in plain.text else next(found) for j in range(width)]
    return None if _may_be_empty(cells, columns) else columns


def _read_numbers(cells: CellBlock, numeric: npt.NDArray[np.intp], plain: Plain) -> list[PlainNumbers] | None:
    """Read the columns of numbers; None where a cell is neither a number nor missing."""
    if not len(numeric):
        return []
    lines, n_beside = cells.lines_of(numeric.tolist())
    if _has_odd_spelling(lines, plain.decimal):
        return None
    values = _parsed(lines, cells, plain, n_beside)
    if values is None or values.shape[0] * n_beside != cells.n_rows * len(numeric):
        return None
    table = values.reshape(cells.n_rows, len(numeric))
    looked_up = ~np.isfinite(table)
    for k, j in enumerate(numeric):
        if plain.missing[j].numbers:
            looked_up[:, k] |= np.isin(table[:, k], list(plain.missing[j].numbers))
    counts: dict[int, Counter[str]] = {}
    if looked_up.any():
        table = table.copy()
        for k in np.flatnonzero(looked_up.any(axis=0)).tolist():
            rows = np.flatnonzero(looked_up[:, k])
            tokens = cells.tokens(rows * cells.layout.width + numeric[k])
            counts[k] = Counter(tokens)
            known = {token: plain.missing[numeric[k]].read(token, plain.decimal) for token in counts[k]}
            if None in known.values():
                return None
            table[rows, k] = [known[token] for token in tokens]
            for token, value in known.items():
                if not math.isnan(value or 0.0):
                    del counts[k][token]
    return [PlainNumbers(values, counts.get(k, _NOTHING)) for k, values in enumerate(table.T)]


def _has_odd_spelling(lines: bytes, decimal: str) -> bool:
    """Return whether the parser may take something for a number that is none."""
    if (decimal == "," and b"." in lines) or b"\0" in lines:  # at a zero byte the parser stops
        return True
    if any(letter in lines for letter in _OF_BOOLEANS) and any(word in lines for word in _BOOLEANS):
        return True
    if b" " not in lines and b"\t" not in lines:
        return False
    codes = np.frombuffer(lines, dtype=np.uint8)
    spaces = np.flatnonzero((codes == ord(" ")) | (codes == ord("\t")))
    return bool(_BEFORE_SPACE[codes[spaces[spaces > 0] - 1]].any())


def _parsed(lines: bytes, cells: CellBlock, plain: Plain, n_beside: int) -> FloatArray | None:
    """Parse lines of so many cells, each of them a number or a known word for "missing"."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", pd.errors.ParserWarning)
            frame = pd.read_csv(
                BytesIO(lines),
                sep=cells.between,
                decimal=plain.decimal,
                header=None,
                dtype=np.float64,
                encoding=ENCODINGS[cells.layout.encoding],
                na_values=list(plain.words),
                keep_default_na=False,
                na_filter=bool(plain.words),
                quoting=csv.QUOTE_NONE,
                skip_blank_lines=False,
                low_memory=False,
                engine="c",
                **_EXACT,
            )
    except (ValueError, OverflowError, pd.errors.ParserWarning):
        return None
    if frame.shape[1] != n_beside or not isinstance(frame.index, pd.RangeIndex):
        return None
    return frame.to_numpy()


def _may_be_empty(cells: CellBlock, columns: Sequence[PlainColumn]) -> bool:
    """Return whether no cell of a row has anything in it."""
    first = columns[0]
    if isinstance(first, PlainNumbers):
        rows = np.flatnonzero(np.isnan(first.values)).tolist() if first.missing else []
    else:
        rows = [] if all(map(str.strip, first)) else [row for row, cell in enumerate(first) if not cell.strip()]
    return any(cells.is_blank(row) for row in rows)
