"""Rows that are exact copies of others."""

from __future__ import annotations

import numpy as np

from rnse_core.tables.model import FloatArray

_ROWS_AT_ONCE = 4096


def count_copies(X: FloatArray) -> int:
    """Count the rows that are equal to an earlier one.

    Rows are compared by 64 bits each, a sum of their numbers as they are stored, times random odd ones: among a million
    rows two different ones are taken for copies with a probability below one in ten million.

    Parameters
    ----------
    X : ndarray of shape (n_rows, n_features)
        Finite.

    Returns
    -------
    int
    """
    factors = np.random.default_rng(0).integers(0, 2**63, X.shape[1], dtype=np.uint64) * np.uint64(2) + np.uint64(1)
    keys = np.empty(len(X), dtype=np.uint64)
    for start in range(0, len(X), _ROWS_AT_ONCE):
        bits = np.ascontiguousarray(X[start : start + _ROWS_AT_ONCE] + 0.0).view(np.uint64)  # -0.0 becomes 0.0
        bits = bits ^ (bits >> np.uint64(32))  # numbers of few digits differ in their upper half only
        np.dot(bits, factors, out=keys[start : start + _ROWS_AT_ONCE])
    keys.sort()
    return int(np.count_nonzero(keys[1:] == keys[:-1]))
