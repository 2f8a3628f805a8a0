"""Values so large that the other values of their column cannot be told apart beside them in double precision."""

from __future__ import annotations

import warnings
from dataclasses import dataclass

import numpy as np

from rnse_core._base.arrays import FloatArray
from rnse_core.exceptions import LargeValueWarning
from rnse_core.wording import counted

# More large values than this share of the rows are no typing errors.
LARGEST_SHARE = 0.01
# Rows that tell whether nearly all values of a column are the same beside its largest.
SAMPLE_ROWS = 1000
# What is left of differences of this size, relative to the largest one, when a column is centred.
RESOLUTION = float(np.finfo(np.float64).eps)
# Differences that are smaller than this, relative to the values themselves, are rounding.
REAL = 1e-9


@dataclass(frozen=True)
class LargeValues:
    """The values of a column beside which all its others are the same in double precision.

    Parameters
    ----------
    column : int
        From 0.
    rows : tuple of int
        From 0; the one with the largest value first.
    values : tuple of float
        Theirs.
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
    """Find the few values, if any, that leave no digits to the differences between the others of their column.

    Parameters
    ----------
    X : ndarray of shape (n_samples, n_features)
        Finite.

    Returns
    -------
    list of LargeValues
        One for each such column.
    """
    n_samples = len(X)
    if n_samples < 3:
        return []
    sample = X[:: max(1, n_samples // SAMPLE_ROWS)]
    # Divided by a power of two, so that no difference overflows.
    scale = np.frexp(np.maximum(X.max(axis=0), -X.min(axis=0)))[1] + 1
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
    if not 0 < len(rows) <= max(1, LARGEST_SHARE * len(x)):
        return None
    low, high = float(rest.min()), float(rest.max())
    if not high - low > REAL * max(abs(low), abs(high)):
        return None
    rows = rows[np.argsort(-away[rows], kind="stable")]
    return LargeValues(column, tuple(rows.tolist()), tuple(x[rows].tolist()))


def warn_of_large_values(X: FloatArray, stacklevel: int) -> None:
    """Warn of each of the values that `find_large_values` finds.

    Parameters
    ----------
    X : ndarray of shape (n_samples, n_features)
    stacklevel : int
        As for `warnings.warn`, from the caller on.

    Warns
    -----
    LargeValueWarning
    """
    for found in find_large_values(X):
        message = f"{found.sentence(f'X[{found.rows[0]}, {found.column}]')}; remove or cap what is too large."
        warning = LargeValueWarning(found.column, found.rows, found.values, message=message)
        warnings.warn(warning, stacklevel=stacklevel + 1)
