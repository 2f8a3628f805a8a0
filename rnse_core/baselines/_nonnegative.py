"""Helpers of the methods that factorise a non-negative matrix."""

from __future__ import annotations

from typing import Any

import numpy as np

from rnse_core._base.arrays import FloatArray
from rnse_core.exceptions import InputError, Reason

# Keeps the quotients of multiplicative updates finite where numerator and denominator vanish together.
TINY = 1e-100


def check_non_negative(model: Any, X: FloatArray) -> None:
    """Raise InputError, naming the smallest entry, if X has a negative one."""
    if X.min() < 0:
        i, j = map(int, np.unravel_index(int(X.argmin()), X.shape))
        # scikit-learn's checks look for the first words.
        message = (
            f"Negative values in data: {type(model).__name__} needs numbers of at least 0, but row {i}, column {j} of "
            f"X holds {X[i, j]:g}."
        )
        raise InputError("X", Reason.NEGATIVE_ENTRY, float(X[i, j]), i, j, message=message)


def unit_basis(U: FloatArray, V: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Scale the columns of U to unit length, and those of V inversely, so that ``V U'`` stays the same.

    Parameters
    ----------
    U : ndarray of shape (n_features, n_clusters)
    V : ndarray of shape (n_samples, n_clusters)

    Returns
    -------
    U, V : ndarrays of the same shapes
        Columns of zeros are not scaled.
    """
    lengths = np.linalg.norm(U, axis=0)
    lengths[lengths == 0] = 1.0
    return U / lengths, V * lengths
