"""The matrix T that a projection starts from, read in blocks of rows so that it need not exist as a whole."""

from __future__ import annotations

from typing import Protocol

import numpy as np

from rnse_core._validation import FloatArray, IntArray


class Target(Protocol):
    """A symmetric matrix given by its rows and entries."""

    @property
    def n_samples(self) -> int:
        """Number of rows, which is the number of columns."""

    def block(self, start: int, stop: int, out: FloatArray) -> None:
        """Write rows start:stop into `out`, of shape (stop - start, n_samples)."""

    def entries(self, rows: IntArray, cols: IntArray) -> FloatArray:
        """Return the entries at (rows, cols), bitwise equal to those that `block` writes."""


class DenseTarget:
    """A symmetric matrix that is held in memory.

    Parameters
    ----------
    T : ndarray of shape (n_samples, n_samples)
        Symmetric to the last bit. Not copied.
    """

    def __init__(self, T: FloatArray) -> None:
        self.T = T

    @property
    def n_samples(self) -> int:
        """Number of rows."""
        return len(self.T)

    def block(self, start: int, stop: int, out: FloatArray) -> None:
        """Write rows start:stop into `out`."""
        out[...] = self.T[start:stop]

    def entries(self, rows: IntArray, cols: IntArray) -> FloatArray:
        """Return the entries at (rows, cols)."""
        values: FloatArray = self.T[rows, cols]
        return values


class RegularizedKernel:
    """The target of the S step, ``T = (K + beta P'P) / (2 alpha)``, for an indicator matrix P given by labels.

    The paper's T (Eq. 12) also subtracts a multiple of the diagonal from each row. Such a row and column shift
    is absorbed by the multipliers of the row-sum constraint, so the projection is the same without it. For an
    indicator with one entry 1/sqrt(n_c) per column, (P'P)_ij is 1/n_c inside cluster c and 0 elsewhere.

    Parameters
    ----------
    K : ndarray of shape (n_samples, n_samples)
        Kernel matrix, symmetric to the last bit. Not copied.
    alpha, beta : float
        Weights of the model (Eq. 7).
    labels : ndarray of shape (n_samples,) or None
        Cluster of each sample; None stands for P = 0.
    """

    def __init__(self, K: FloatArray, alpha: float, beta: float, labels: IntArray | None) -> None:
        self.K = K
        self.scale = 0.5 / alpha
        self.labels = labels
        if labels is not None:
            sizes = np.bincount(labels)
            self.bonus = beta / (2.0 * alpha) / np.maximum(sizes, 1)

    @property
    def n_samples(self) -> int:
        """Number of rows."""
        return len(self.K)

    def block(self, start: int, stop: int, out: FloatArray) -> None:
        """Write rows start:stop into `out`."""
        np.multiply(self.K[start:stop], self.scale, out=out)
        if self.labels is not None:
            own = self.labels[start:stop]
            for c in np.unique(own):
                members = np.flatnonzero(self.labels == c)
                out[np.ix_(own == c, members)] += self.bonus[c]

    def entries(self, rows: IntArray, cols: IntArray) -> FloatArray:
        """Return the entries at (rows, cols)."""
        values: FloatArray = self.K[rows, cols] * self.scale
        if self.labels is not None:
            own = self.labels[rows]
            same = own == self.labels[cols]
            values[same] += self.bonus[own[same]]
        return values
