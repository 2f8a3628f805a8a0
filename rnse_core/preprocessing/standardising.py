"""Mean 0 and standard deviation 1 for each column, without overflow."""

from __future__ import annotations

import numpy as np
from sklearn.preprocessing import StandardScaler

from rnse_core._base.arrays import FloatArray, IntArray


def divided(X: FloatArray) -> FloatArray:
    """Divide each column by a power of two, which is exact: the squares of values near 1e200 would overflow.

    Parameters
    ----------
    X : ndarray of shape (n_samples, n_features)

    Returns
    -------
    ndarray of shape (n_samples, n_features)
        Entries of magnitude below 1.
    """
    return np.ldexp(X, -powers_of_two(X))


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


def standardise(X: FloatArray) -> FloatArray:
    """Give each column mean 0 and standard deviation 1; a constant one becomes 0.

    Parameters
    ----------
    X : ndarray of shape (n_samples, n_features)

    Returns
    -------
    ndarray of shape (n_samples, n_features)
    """
    scaled: FloatArray = StandardScaler().fit_transform(divided(X))
    return scaled
