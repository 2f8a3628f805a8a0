"""A scale for each column of a table, proposed with the reason: columns of very different kinds have no common one.

Standardising is right for measurements in different units. It gives a rare 0/1 mark a weight of many standard
deviations, it lets a few large counts decide alone, and it enlarges nearly constant pixels of pictures to noise. So
the columns in which one of these shows are scaled otherwise.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum, auto

import numpy as np
from numpy.typing import ArrayLike
from sklearn.utils import check_array

from rnse_core._base.arrays import FloatArray
from rnse_core._base.checks import check_unmasked
from rnse_core._base.large_values import warn_of_large_values
from rnse_core.exceptions import InputError, ParameterError, Reason
from rnse_core.preprocessing.standardising import standardise

COLUMN_SCALES = {
    "log1p": "log(1 + x), then mean 0 and standard deviation 1",
    "zscore": "mean 0 and standard deviation 1",
    "raw": "as it is",
}
#: Powers of ten between the smallest positive and the largest value from which on a logarithm is proposed.
DECADES = 3.0
#: Skewness from which on it is proposed, if the logarithm at least halves it.
SKEWNESS = 2.0
#: Fewest columns that are taken for one scale, such as the pixels of a picture or the answers of a survey.
FEWEST_OF_ONE_RANGE = 4


class ScaleReason(StrEnum):
    """Why a scale is proposed for a column."""

    TWO_VALUES = auto()
    DECADES = auto()
    ONE_RANGE = auto()
    SHARES = auto()
    OWN_UNIT = auto()


@dataclass(frozen=True)
class ColumnScale:
    """The scale of one column.

    Attributes
    ----------
    column : str
    proposed : {"log1p", "zscore", "raw"}
    reason : ScaleReason
        Why it is proposed.
    low, high : float
        Smallest and largest value of the column; for DECADES the smallest positive one.
    given : str or None
        The scale that was asked for instead.
    """

    column: str
    proposed: str
    reason: ScaleReason
    low: float
    high: float
    given: str | None = None

    @property
    def scale(self) -> str:
        """The scale that is used."""
        return self.proposed if self.given is None else self.given


def propose_scales(
    X: ArrayLike, names: Sequence[str] | None = None, *, given: Mapping[str, str] | None = None
) -> tuple[ColumnScale, ...]:
    """Propose a scale for each column.

    - A column of 0 and 1 stays as it is: the difference between the two counts as one standard deviation.
    - Non-negative values over three decades or more, with a long tail that a logarithm takes away, get ``log1p``.
    - Whole numbers stay as they are where all are such, and most columns have the same largest value, and none more.
    - Everything else is standardised.

    Parameters
    ----------
    X : array-like of shape (n_samples, n_features)
    names : sequence of str or None, default=None
        Of the columns; ``"0"``, ``"1"``, ... by default.
    given : mapping of str to {"log1p", "zscore", "raw"} or None, default=None
        Scales that are used instead of the proposed ones, by the name of the column.

    Returns
    -------
    tuple of ColumnScale
        One for each column.

    Raises
    ------
    ValueError
        If the numbers of names and columns differ, a name in `given` is of no column, or a scale does not exist or is
        not defined for a column.
    """
    check_unmasked("X", X)
    data = check_array(X, dtype=np.float64)
    names = [str(j) for j in range(data.shape[1])] if names is None else list(names)
    if len(names) != data.shape[1]:
        raise InputError("names", Reason.LENGTHS_DIFFER, len(names), bound=data.shape[1])
    given = dict(given or {})
    for name, scale in given.items():
        if name not in names:
            raise ParameterError("given", name, Reason.UNKNOWN_CHOICE, choices=tuple(names))
        _check_scale(scale)
    one_range = _is_one_range(data)
    scales = []
    for name, column in zip(names, data.T, strict=True):
        asked = given.get(name)
        if asked == "log1p":
            _check_logarithm(name, column)
        scales.append(ColumnScale(name, *_proposal(column, one_range), given=asked))
    return tuple(scales)


def scale_columns(X: ArrayLike, scales: Sequence[ColumnScale]) -> FloatArray:
    """Scale each column of a table in its own way.

    Parameters
    ----------
    X : array-like of shape (n_samples, n_features)
    scales : sequence of ColumnScale
        One for each column.

    Returns
    -------
    ndarray of shape (n_samples, n_features)
        A new array. A constant column becomes 0 unless it stays as it is.

    Raises
    ------
    ValueError
        If the numbers of scales and columns differ, or a column has no logarithm.

    Warns
    -----
    LargeValueWarning
        If a few values are so large that the others of their column become equal.
    """
    check_unmasked("X", X)
    data = check_array(X, dtype=np.float64, copy=True)
    if len(scales) != data.shape[1]:
        raise InputError("scales", Reason.LENGTHS_DIFFER, len(scales), bound=data.shape[1])
    names = np.array([one.scale for one in scales])
    for scale in set(names.tolist()):
        _check_scale(scale)
    for j in np.flatnonzero(names == "log1p").tolist():
        _check_logarithm(scales[j].column, data[:, j])
        data[:, j] = np.log1p(data[:, j])
    standardised = names != "raw"
    warn_of_large_values(np.where(standardised, data, 0.0), stacklevel=2)
    if standardised.all():
        return standardise(data)
    if standardised.any():
        data[:, standardised] = standardise(data[:, standardised])
    return data


def _check_scale(scale: str) -> None:
    if scale not in COLUMN_SCALES:
        raise ParameterError("scale", scale, Reason.UNKNOWN_CHOICE, choices=tuple(COLUMN_SCALES))


def _check_logarithm(name: str, column: FloatArray) -> None:
    if column.min() <= -1.0:
        message = f"The column {name!r} has no log1p: its smallest value is {column.min():.4g}, which is not above -1."
        raise InputError("X", Reason.TOO_SMALL, float(column.min()), bound=-1, message=message)


def _proposal(column: FloatArray, one_range: bool) -> tuple[str, ScaleReason, float, float]:
    low, high = float(column.min()), float(column.max())
    if low == 0.0 and high == 1.0 and bool(np.all((column == 0.0) | (column == 1.0))):
        return "raw", ScaleReason.TWO_VALUES, low, high
    if one_range:
        return "raw", ScaleReason.ONE_RANGE, low, high
    if low >= 0.0 and high > 0.0:
        positive = float(column[column > 0.0].min())
        if np.log10(high) - np.log10(positive) >= DECADES and _logarithm_helps(column):
            return "log1p", ScaleReason.DECADES, positive, high
        if high <= 1.0:
            return "zscore", ScaleReason.SHARES, low, high
    return "zscore", ScaleReason.OWN_UNIT, low, high


def _logarithm_helps(column: FloatArray) -> bool:
    before = _skewness(column)
    return before >= SKEWNESS and abs(_skewness(np.log1p(column))) <= 0.5 * before


def _skewness(column: FloatArray) -> float:
    """Third standardised moment."""
    centred = standardise(column[:, None])[:, 0]
    return float(np.mean(centred**3))


def _is_one_range(X: FloatArray) -> bool:
    """Whether all columns are whole numbers of one range: most have the same largest value, and none a larger one."""
    highs = X.max(axis=0)[np.ptp(X, axis=0) > 0]
    if len(highs) < FEWEST_OF_ONE_RANGE or X.min() < 0 or not np.array_equal(X, np.floor(X)):
        return False
    return bool(2 * np.count_nonzero(highs == highs.max()) > len(highs))
