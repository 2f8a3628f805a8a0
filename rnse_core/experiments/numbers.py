"""Conversion of a table to finite numbers, with an error that names the first cell that is none."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from scipy.sparse import issparse

from rnse_core._base.arrays import FloatArray
from rnse_core.exceptions import InputError, Reason
from rnse_core.wording import counted, quoted


def as_numbers(X: Any) -> FloatArray:
    """Return a table as an array of finite numbers.

    Parameters
    ----------
    X : array-like of shape (n_samples, n_features)

    Returns
    -------
    ndarray of shape (n_samples, n_features)
        In C order.

    Raises
    ------
    InputError
        If X is no such table. The message, the end of a sentence, names the row and column of the first cell that is no
        finite number; both are counted from 1, and a column of a DataFrame is given by its name.
    """
    if issparse(X):
        raise InputError("X", Reason.SPARSE, message="it is a sparse matrix; give it as an array.")
    cells = _cells(X)
    if cells.ndim != 2:
        message = f"it has {counted(cells.ndim, 'dimension')}, and a table has two."
        raise InputError("X", Reason.WRONG_SHAPE, cells.shape, message=message)
    if 0 in cells.shape:
        message = f"it has {counted(cells.shape[0], 'row')} and {counted(cells.shape[1], 'column')}."
        raise InputError("X", Reason.EMPTY, cells.shape, message=message)
    try:
        numbers = None if np.iscomplexobj(cells) else np.ascontiguousarray(cells, dtype=np.float64)
    except (ValueError, TypeError):
        numbers = None
    if numbers is not None and np.isfinite(numbers).all():
        return numbers
    finite = np.isfinite(numbers) if numbers is not None else np.vectorize(_is_finite, otypes=[bool])(cells)
    row, column = map(int, np.argwhere(~finite)[0])
    names = getattr(X, "columns", None)
    where = f"column {column + 1:,}" if names is None else f"column {quoted(str(names[column]))}"
    reason, text = _what_is_wrong(cells[row, column])
    message = f"row {row + 1:,} of {where} {text}."
    raise InputError("X", reason, cells[row, column], row, column, message=message)


def _cells(X: Any) -> NDArray[Any]:
    try:
        return np.asarray(X)
    except ValueError:
        raise InputError("X", Reason.LENGTHS_DIFFER, message="its rows have different lengths.") from None


def _is_finite(cell: Any) -> bool:
    try:
        return bool(np.isfinite(float(cell)))
    except (ValueError, TypeError, OverflowError):
        return False


def _what_is_wrong(cell: Any) -> tuple[Reason, str]:
    if pd.isna(cell):
        return Reason.MISSING, f"is missing ({cell}); leave the row out, or fill in a value"
    shown = cell if not isinstance(cell, str) else quoted(cell)
    way = "leave the row or the column out, or write it as numbers"
    if isinstance(cell, float | np.floating):
        return Reason.NOT_FINITE, f"is {shown}, which is no finite number; {way}"
    return Reason.NOT_A_NUMBER, f"is {shown}, which is no number; {way}"
