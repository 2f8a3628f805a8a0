"""Scaling of features before clustering; on real tables the choice matters as much as the method."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike
from sklearn.preprocessing import MinMaxScaler, StandardScaler
from sklearn.utils import check_array

from rnse_core._base.arrays import FloatArray, IntArray
from rnse_core._base.large_values import warn_of_large_values
from rnse_core.affinity.distances import unit_rows
from rnse_core.exceptions import ParameterError, Reason

SCALINGS = {
    "raw": "as they are",
    "zscore": "mean 0 and standard deviation 1 per feature, for features in different units",
    "minmax": "from 0 to 1 per feature",
    "unit": "each sample divided by its length, for counts and spectra",
}


def scale_features(X: ArrayLike, scaling: str) -> FloatArray:
    """Scale a table of features.

    Parameters
    ----------
    X : array-like of shape (n_samples, n_features)
    scaling : {"raw", "zscore", "minmax", "unit"}
        "zscore" and "minmax" make constant features 0; "unit" leaves a sample of zeros as it is.

    Returns
    -------
    ndarray of shape (n_samples, n_features)
        A new array.

    Raises
    ------
    ValueError
        If `scaling` is none of these names.

    Warns
    -----
    LargeValueWarning
        If under "zscore" or "minmax" a few values are so large that the others of their column become equal.
    """
    data = check_array(X, dtype=np.float64)
    if scaling == "raw":
        return data.copy()
    if scaling == "unit":
        return unit_rows(data)
    if scaling in ("zscore", "minmax"):
        warn_of_large_values(data, stacklevel=2)
        scaler = StandardScaler() if scaling == "zscore" else MinMaxScaler()
        # Divided by powers of two first, which is exact: the squares of values near 1e200 would overflow.
        scaled: FloatArray = scaler.fit_transform(np.ldexp(data, -powers_of_two(data)))
        return scaled
    raise ParameterError("scaling", scaling, Reason.UNKNOWN_CHOICE, choices=tuple(SCALINGS))


def powers_of_two(X: FloatArray) -> IntArray:
    """Return for each column the exponent of the smallest power of two above its largest magnitude.

    Parameters
    ----------
    X : ndarray of shape (n_samples, n_features)

    Returns
    -------
    ndarray of int of shape (n_features,)
        ``np.ldexp(X, -exponents)`` has entries of magnitude below 1.
    """
    exponents: IntArray = np.frexp(np.abs(X).max(axis=0))[1]
    return exponents
