"""The numbers of a column that are not missing, and what holds for all of them."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from rnse_core.tables.model import FloatArray

# Most columns that differ do so in their first rows.
_FIRST_ROWS = 100


def present_values(values: FloatArray) -> FloatArray:
    """Return the numbers that are finite; the array itself, without a copy, where all are.

    Parameters
    ----------
    values : ndarray of float
        NaN where missing.

    Returns
    -------
    ndarray of shape (n_present,)
    """
    finite = np.isfinite(values)
    return values if finite.all() else values[finite]


def all_present(values: FloatArray, holds: Callable[[FloatArray], npt.NDArray[np.bool_]]) -> bool:
    """Return whether a condition holds for all numbers that are not missing.

    Parameters
    ----------
    values : ndarray of shape (n_rows,)
        NaN where missing.
    holds : callable
        Takes some numbers and returns for each whether the condition holds.

    Returns
    -------
    bool
    """
    parts = values[:_FIRST_ROWS], values[_FIRST_ROWS:]
    return all(bool(holds(present_values(part)).all()) for part in parts)


def are_whole(values: FloatArray) -> bool:
    """Return whether all numbers that are not missing are whole.

    Parameters
    ----------
    values : ndarray of shape (n_rows,)
        NaN where missing.

    Returns
    -------
    bool
    """
    return all_present(values, lambda present: present == np.floor(present))


def is_constant(values: FloatArray) -> bool:
    """Return whether all numbers that are not missing are the same; so it is if there is none.

    Parameters
    ----------
    values : ndarray of shape (n_rows,)
        NaN where missing.

    Returns
    -------
    bool
    """
    first = present_values(values[:_FIRST_ROWS])
    if first.size and first.min() != first.max():
        return False
    present = present_values(values)
    return present.size == 0 or bool(present.min() == present.max())
