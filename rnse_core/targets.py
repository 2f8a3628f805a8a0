"""The matrix T that a projection starts from, read in blocks of rows so that it need not exist as a whole."""

from __future__ import annotations

from typing import Protocol

import numpy as np

from rnse_core._validation import FloatArray, IntArray

# The solvers square entries and add up n^2 of them; beyond this they would overflow.
LARGEST_ENTRY = 1e100


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
        Symmetric to the last bit. Not copied; a projection by sweeps overwrites it.
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
    """The target of the S step, ``T = (K + beta P'P) / (2 alpha)``.

    The paper's T (Eq. 12) also subtracts a multiple of the diagonal from each row. Such a row and column shift
    is absorbed by the multipliers of the row-sum constraint, so the projection is the same without it.

    Parameters
    ----------
    K : ndarray of shape (n_samples, n_samples)
        Kernel matrix, symmetric to the last bit. Not copied.
    alpha, beta : float
        Weights of the model (Eq. 7).
    P : ndarray of shape (n_clusters, n_samples) or None
        Indicator; None stands for P = 0. Where each column has one non-zero entry at most, each
        row of P'P is a multiple of one row of P.
    """

    def __init__(self, K: FloatArray, alpha: float, beta: float, P: FloatArray | None) -> None:
        self.K = K
        self.scale = 0.5 / alpha
        self.factor: FloatArray | None = None
        self.cluster: IntArray | None = None
        if P is not None and beta > 0:
            self.factor = np.sqrt(beta * self.scale) * P
            if np.count_nonzero(P, axis=0).max() <= 1:
                self.cluster = P.argmax(axis=0)
                self.weight = self.factor.max(axis=0)

    @property
    def n_samples(self) -> int:
        """Number of rows."""
        return len(self.K)

    def block(self, start: int, stop: int, out: FloatArray) -> None:
        """Write rows start:stop into `out`."""
        np.multiply(self.K[start:stop], self.scale, out=out)
        if self.factor is None:
            return
        if self.cluster is None:
            for f in self.factor:
                out += np.multiply.outer(f[start:stop], f)
            return
        products = self.factor[self.cluster[start:stop]]
        products *= self.weight[start:stop, None]
        out += products

    def entries(self, rows: IntArray, cols: IntArray) -> FloatArray:
        """Return the entries at (rows, cols)."""
        values: FloatArray = self.K[rows, cols] * self.scale
        # Same products, added in the same order as in `block`, so both give the same bits.
        if self.cluster is not None:
            inside = np.flatnonzero(self.cluster[rows] == self.cluster[cols])
            values[inside] += self.weight[rows[inside]] * self.weight[cols[inside]]
        elif self.factor is not None:
            for f in self.factor:
                values += f[rows] * f[cols]
        return values
