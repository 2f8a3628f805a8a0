"""Outliers so large that scaling by them makes the other values of their column equal in double precision."""

from __future__ import annotations

import warnings
from dataclasses import dataclass

import numpy as np

from rnse_core._base.arrays import FloatArray, column_ends
from rnse_core.exceptions import LargeValueWarning
from rnse_core.wording import counted

# Largest share of the rows that may have such values, or one row; more of them are no typing errors.
MAX_SHARE = 0.01
# Rows that a column is first judged by.
SAMPLED_ROWS = 1000
# Differences below this fraction of the largest one are lost when a column is scaled by it.
RESOLUTION = float(np.finfo(np.float64).eps)
# Differences below this fraction of the values themselves are rounding.
MIN_RELATIVE_DIFFERENCE = 1e-9


@dataclass(frozen=True)
class LargeValues:
    """The outliers of a column.

    Parameters
    ----------
    column : int
        Number of the column, from 0.
    rows : tuple of int
        Numbers of the rows, from 0, that of the largest value first.
    values : tuple of float
        The values in these rows.
    """

    column: int
    rows: tuple[int, ...]
    values: tuple[float, ...]

    def sentence(self, place: str) -> str:
        """Say what is wrong; `place` names the first of the values."""
        more = f" and {counted(len(self.rows) - 1, 'more value')}" if len(self.rows) > 1 else ""
        are = "are" if more else "is"
        return (
            f"{place} = {self.values[0]:g}{more} {are} so large that beside {'them' if more else 'it'} all other "
            "values of the column are the same in double precision"
        )


def find_large_values(X: FloatArray) -> list[LargeValues]:
    """Find the columns in which a few values are so large that the differences between the others are lost.

    Parameters
    ----------
    X : ndarray of shape (n_samples, n_features)
        Finite.

    Returns
    -------
    list of LargeValues
        One for each of these columns.
    """
    n_samples = len(X)
    if n_samples < 3:
        return []
    sample = X[:: max(1, n_samples // SAMPLED_ROWS)]
    # Divided by a power of two, so that no difference overflows.
    low, high = column_ends(X)
    scale = np.frexp(np.maximum(high, -low))[1] + 1
    middle = np.partition(sample, len(sample) // 2, axis=0)[len(sample) // 2]
    with np.errstate(under="ignore"):
        near = np.abs(np.ldexp(sample, -scale) - np.ldexp(middle, -scale)) <= RESOLUTION
    suspects = np.flatnonzero(np.count_nonzero(near, axis=0) >= 0.5 * len(sample))
    found = (_of_column(X[:, j], int(j), float(middle[j]), int(scale[j])) for j in suspects)
    return [one for one in found if one is not None]


def _of_column(x: FloatArray, column: int, middle: float, scale: int) -> LargeValues | None:
    with np.errstate(under="ignore"):
        away = np.abs(np.ldexp(x, -scale) - np.ldexp(middle, -scale))
    others = away <= RESOLUTION * away.max()
    rest = x[others]
    rows = np.flatnonzero(~others)
    if not 0 < len(rows) <= max(1, MAX_SHARE * len(x)):
        return None
    low, high = float(rest.min()), float(rest.max())
    if not high - low > MIN_RELATIVE_DIFFERENCE * max(abs(low), abs(high)):
        return None
    rows = rows[np.argsort(-away[rows], kind="stable")]
    return LargeValues(column, tuple(rows.tolist()), tuple(x[rows].tolist()))


def warn_of_large_values(X: FloatArray, stacklevel: int) -> None:
    """Warn of each column that `find_large_values` finds.

    Parameters
    ----------
    X : ndarray of shape (n_samples, n_features)
    stacklevel : int
        As in `warnings.warn`, counted from the caller.

    Warns
    -----
    LargeValueWarning
    """
    for found in find_large_values(X):
        message = f"{found.sentence(f'X[{found.rows[0]}, {found.column}]')}; remove or cap what is too large."
        warning = LargeValueWarning(found.column, found.rows, found.values, message=message)
        warnings.warn(warning, stacklevel=stacklevel + 1)
