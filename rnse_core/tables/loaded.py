"""What a file holds, whatever its format, before its columns get their roles."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from rnse_core.tables.gather import RawColumn
from rnse_core.tables.model import Choices, Original


@dataclass
class Loaded:
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
    """

    columns: list[RawColumn]
    row_numbers: npt.NDArray[np.int64]
    n_rows_read: int
    choices: Choices
    original: Original
    labels: tuple[str, list[str]] | None = None


def sample_of(numbers: npt.NDArray[np.int64], sample_rows: int) -> npt.NDArray[np.int64]:
    """Choose row numbers at random, the same ones every time, in rising order."""
    chosen = np.random.default_rng(0).choice(len(numbers), size=sample_rows, replace=False)
    return numbers[np.sort(chosen)]
