"""Scaling of samples, and squared Euclidean distances that keep their digits between close samples."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

import numpy as np
from scipy.spatial.distance import pdist, squareform

from rnse_core._base.arrays import FloatArray, IntArray, symmetrize

# Up to so many features the direct sum of squared differences is as fast as the matrix product.
DIRECT_FEATURES = 16
# |a|^2 + |b|^2 - 2ab loses the digits of a distance that is much smaller than the norms. Pairs whose squared distance
# is below this fraction of |a|^2 + |b|^2 are recomputed by differences.
CANCELLATION = 1e-4
# Pairs recomputed at a time, divided by the number of features; and those of `pair_distances`.
CHUNK_PAIRS = 1 << 16
CHUNK_ENTRIES = 1 << 18


def center_and_scale(X: FloatArray) -> tuple[FloatArray, float]:
    """Shift and divide `X` so that squared distances neither overflow nor underflow.

    Parameters
    ----------
    X : ndarray of shape (n_samples, n_features)

    Returns
    -------
    Y : ndarray of shape (n_samples, n_features)
        Centred rows with entries of magnitude at most 1; equal rows of `X` stay bitwise equal.
    scale : float
        A power of two with ``X ~ center + scale * Y``, so the division is exact; 1 when all rows are equal.
    """
    scaling = MidrangeScaling.of(X)
    return scaling.apply(X), scaling.unit


@dataclass(frozen=True, eq=False)
class MidrangeScaling:
    """The map ``X -> (X - midrange) / unit`` of `center_and_scale`, kept to be applied to further rows.

    The division is done in two steps, before and after the shift, so that no intermediate result overflows.

    Attributes
    ----------
    first, second : int
        Exponents of the two divisions by powers of two.
    low, middle : ndarray of shape (n_features,)
        Subtracted from each column between the divisions, one after the other: the minimum, and half of the range.
    unit : float
        Product of the two divisors; 1 when all rows are equal.
    """

    first: int
    low: FloatArray
    middle: FloatArray
    second: int
    unit: float

    @classmethod
    def of(cls, X: FloatArray) -> Self:
        """Return the scaling that is determined by the rows of `X`, of shape (n_samples, n_features)."""
        magnitude = float(np.max(np.abs(X), initial=0.0))
        first = _exponent(magnitude) if magnitude > 0 else 0
        Y = np.ldexp(X, -first)
        # The minimum goes first: a constant column then becomes exactly zero, whatever its mean rounds to.
        low = Y.min(axis=0)
        Y -= low
        middle = 0.5 * Y.max(axis=0)
        Y -= middle
        spread = float(np.max(np.abs(Y), initial=0.0))
        if spread == 0.0:
            return cls(first, low, middle, 0, 1.0)
        second = _exponent(spread)
        return cls(first, low, middle, second, float(np.ldexp(1.0, int(np.clip(first + second, -1074, 1023)))))

    def apply(self, X: FloatArray) -> FloatArray:
        """Return the rows of `X`, of shape (n_rows, n_features), shifted and divided."""
        Y = np.ldexp(X, -self.first)
        Y -= self.low
        Y -= self.middle
        return np.ldexp(Y, -self.second)


def unit_rows(X: FloatArray) -> FloatArray:
    """Rows of `X` divided by their Euclidean length; rows of zeros stay as they are.

    Parameters
    ----------
    X : ndarray of shape (n_samples, n_features)

    Returns
    -------
    ndarray of shape (n_samples, n_features)
    """
    largest = np.abs(X).max(axis=1, keepdims=True, initial=0.0)
    # Dividing by the largest entry first keeps the squares in range for rows of 1e300 or 1e-300.
    rows = X / np.where(largest > 0, largest, 1.0)
    length = np.linalg.norm(rows, axis=1, keepdims=True)
    return rows / np.where(length > 0, length, 1.0)


def _exponent(value: float) -> int:
    return int(np.frexp(value)[1])


def pair_distances(Y: FloatArray, rows: IntArray, cols: IntArray) -> FloatArray:
    """Euclidean distances of pairs of rows from their differences, without the cancellation of an expanded square.

    Parameters
    ----------
    Y : ndarray of shape (n_samples, n_features)
    rows, cols : ndarray of int of shape (n_pairs,)

    Returns
    -------
    ndarray of shape (n_pairs,)
    """
    step = max(1, CHUNK_ENTRIES // Y.shape[1])
    distances = np.empty(len(rows))
    for start in range(0, len(rows), step):
        part = slice(start, start + step)
        difference = Y[rows[part]]
        difference -= Y[cols[part]]
        np.einsum("ij,ij->i", difference, difference, out=distances[part])
    return np.sqrt(distances, out=distances)


def pairwise_squared_distances(X: FloatArray) -> FloatArray:
    """Squared Euclidean distances between all rows.

    Symmetric to the last bit, with a zero diagonal, and exactly zero between equal rows.

    Parameters
    ----------
    X : ndarray of shape (n_samples, n_features)
        Finite values, moderate in size (see `center_and_scale`).

    Returns
    -------
    D : ndarray of shape (n_samples, n_samples)
        In the squared unit of `X`.
    """
    if X.shape[1] <= DIRECT_FEATURES:
        return squareform(pdist(X, "sqeuclidean"), checks=False)
    squared_norms = np.einsum("ij,ij->i", X, X)
    D = X @ X.T
    D *= -2.0
    D += squared_norms[:, None]
    D += squared_norms[None, :]
    symmetrize(D)
    _recompute_cancelled(D, X, squared_norms)
    np.maximum(D, 0.0, out=D)
    np.fill_diagonal(D, 0.0)
    return D


def _recompute_cancelled(D: FloatArray, X: FloatArray, squared_norms: FloatArray) -> None:
    """Recompute, in place, the entries in which the expanded square has lost digits."""
    for start in range(0, len(X), 256):
        stop = min(start + 256, len(X))
        bound = squared_norms[start:stop, None] + squared_norms[None, :]
        bound *= CANCELLATION
        rows, cols = np.nonzero(D[start:stop] <= bound)
        rows += start
        upper = rows < cols
        rows, cols = rows[upper], cols[upper]
        step = max(1, CHUNK_PAIRS // X.shape[1])
        for at in range(0, len(rows), step):
            i, j = rows[at : at + step], cols[at : at + step]
            difference = X[i] - X[j]
            exact = np.einsum("ij,ij->i", difference, difference)
            D[i, j] = exact
            D[j, i] = exact
