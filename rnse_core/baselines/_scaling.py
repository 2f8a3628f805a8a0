"""Scaling of the data to a common unit, for methods whose parameters depend on the unit."""

from __future__ import annotations

import numpy as np

from rnse_core._base.arrays import FloatArray


def unit_mean_length(X: FloatArray) -> tuple[FloatArray, float]:
    """Divide all of `X` by the root mean square of the Euclidean lengths of its rows.

    Parameters
    ----------
    X : ndarray of shape (n_samples, n_features)

    Returns
    -------
    Y : ndarray of shape (n_samples, n_features)
        The root mean square length of its rows is 1; zero if `X` is zero.
    scale : float
        ``X = scale * Y``.
    """
    magnitude = float(np.max(np.abs(X), initial=0.0))
    if magnitude == 0.0:
        return np.zeros_like(X), 1.0
    # Division by a power of two changes no digit; squares of 1e200 or 1e-200 would be out of range.
    exponent = int(np.frexp(magnitude)[1])
    Y = np.ldexp(X, -exponent)
    length = float(np.linalg.norm(Y) / np.sqrt(len(Y)))
    with np.errstate(over="ignore", under="ignore"):
        scale = float(np.ldexp(length, exponent))
    return Y / length, min(scale, float(np.finfo(np.float64).max))
