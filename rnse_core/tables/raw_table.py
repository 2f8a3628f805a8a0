"""What a file holds, whatever its format, before its columns get their types and roles."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import compress

import numpy as np
import numpy.typing as npt
from scipy.sparse import csr_array

from rnse_core.tables.model import Choices, FloatArray, Original


@dataclass
class RawColumn:
    """A column of a file before anything is decided about it.

    Parameters
    ----------
    name : str
        Its unique name.
    position : int
        Its place in the file, counted from 0.
    values : ndarray of shape (n_rows,), or None
        Its numbers, NaN where missing; None for a column that has anything but numbers in it.
    counts : Counter of str
        How often each token occurs: of a column of numbers the missing ones only, else all.
    text : callable
        Returns its cells as they stand.
    line_of : callable
        Returns the first line of the file with a cell; None where the file has no lines.
    is_index : bool, default=False
        Whether it is written as the names of the rows: the first column, without a name of its own.
    is_binary : bool, default=False
        Whether its cells are bytes that are no text.
    is_declared : bool, default=False
        Whether the file calls it a class, meta data, weights or ignored.
    is_category : bool, default=False
        Whether the file says that its cells, which may be numbers, are the names of categories.
    is_written : bool, default=False
        Whether its numbers stand as text in a DataFrame or another table that has types.
    """

    name: str
    position: int
    values: FloatArray | None
    counts: Counter[str]
    text: Callable[[], list[str]]
    line_of: Callable[[str], int | None] = lambda cell: None
    is_index: bool = False
    is_binary: bool = False
    is_declared: bool = False
    is_category: bool = False
    is_written: bool = False

    def rows(self, kept: npt.NDArray[np.bool_]) -> RawColumn:
        """Return the column of some of its rows."""
        cells = self.text

        def text() -> list[str]:
            return list(compress(cells(), kept))

        if self.values is None:
            return replace(self, counts=Counter(text()), text=text)
        values = self.values[kept]
        tokens = Counter(token for token in text() if token in self.counts) if self.counts else Counter[str]()
        return replace(self, values=values, counts=tokens, text=text)


@dataclass
class RawTable:
    """The columns of a file.

    Parameters
    ----------
    columns : list of RawColumn
        Its columns, of equal length.
    row_numbers : ndarray of shape (n_rows,) of int
        The number of each row among the data rows of the file, counted from 1.
    n_rows_read : int
        Data rows in the file.
    choices : Choices
        How it was read.
    original : Original
        Its cells.
    labels : tuple of (str, list of str), optional
        Name and values of a label vector that is stored beside the table.
    names_before : tuple of str, default=()
        Names of the columns of a text that was turned round, before it was.
    header : tuple of str, default=()
        The names of the columns as they stand in a text; empty where it has none.
    pairs : tuple of (csr_array, list of str), optional
        A sparse similarity and the names of its points, in place of the columns.
    thousands : tuple of str, default=()
        Columns whose points are thousands marks, unless someone says otherwise.
    """

    columns: list[RawColumn]
    row_numbers: npt.NDArray[np.int64]
    n_rows_read: int
    choices: Choices
    original: Original
    labels: tuple[str, list[str]] | None = None
    names_before: tuple[str, ...] = ()
    header: tuple[str, ...] = ()
    pairs: tuple[csr_array, list[str]] | None = None
    thousands: tuple[str, ...] = ()

    def rows(self, kept: npt.NDArray[np.bool_]) -> RawTable:
        """Return the table of some of its rows."""
        labels = self.labels and (self.labels[0], list(compress(self.labels[1], kept)))
        return replace(
            self,
            columns=[column.rows(kept) for column in self.columns],
            row_numbers=self.row_numbers[kept],
            labels=labels,
        )


def sample_row_numbers(numbers: npt.NDArray[np.int64], sample_rows: int) -> npt.NDArray[np.int64]:
    """Choose row numbers at random with a fixed seed, in rising order."""
    chosen = np.random.default_rng(0).choice(len(numbers), size=sample_rows, replace=False)
    return numbers[np.sort(chosen)]
