"""The matrix T that a projection starts from, read in blocks of rows so that it need not exist as a whole."""

from __future__ import annotations

from abc import ABC, abstractmethod

import numpy as np

from rnse_core._base.arrays import FloatArray, IntArray
from rnse_core._base.executors import local_executor
from rnse_core.projection.dense_support import DenseTargetSupport, grow_support, row_ranges
from rnse_core.projection.low_rank_term import Agreement
from rnse_core.projection.target import Support, Target


class RowTarget(ABC):
    """A target all of whose entries are at hand, row by row."""

    @property
    @abstractmethod
    def n_samples(self) -> int:
        """Number of rows, which is the number of columns."""

    @abstractmethod
    def block(self, start: int, stop: int, out: FloatArray) -> None:
        """Write rows start:stop into `out`, of shape (stop - start, n_samples)."""

    @abstractmethod
    def entries(self, rows: IntArray, cols: IntArray) -> FloatArray:
        """Return the entries at (rows, cols), bitwise equal to those that `block` writes."""

    def increment_bounds(self) -> FloatArray:
        """Return w such that w_i w_j bounds what T_ij has beyond a part that is the same for all P."""
        return np.zeros(self.n_samples)

    def maxima(self) -> FloatArray:
        """Return the largest entry of each row."""
        maxima = np.empty(self.n_samples)

        def visit(rows: tuple[int, int]) -> None:
            block = np.empty((rows[1] - rows[0], self.n_samples))
            self.block(*rows, block)
            block.max(axis=1, out=maxima[slice(*rows)])

        local_executor().gather(visit, row_ranges(self.n_samples))
        return maxima

    def shifted_rows(self, rows: IntArray, shift: FloatArray) -> FloatArray:
        """Return some rows of T + shift 1' + 1 shift'."""
        sample = np.empty((len(rows), self.n_samples))
        for at, i in enumerate(rows):
            self.block(i, i + 1, sample[at : at + 1])
        sample += np.add.outer(shift[rows], shift)
        return sample

    def grow(self, u: FloatArray, old: Support | None, slack: float) -> Support:
        """Return `old` with the entries of T + u 1' + 1 u' above -slack added; `old` itself if none outside is > 0."""
        return grow_support(self, u, old, slack)

    def adopt(self, support: Support, u: FloatArray, slack: float) -> Support:
        """Return a first support like that of a target with the same K and weights but another P."""
        assert isinstance(support, DenseTargetSupport)
        return DenseTargetSupport(self, support.indptr, support.cols, support.margins, support.margin_u)

    def scaled(self, factor: float) -> Target:
        """Return the target times a factor."""
        return ScaledTarget(self, factor)


class DenseTarget(RowTarget):
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


class ScaledTarget(RowTarget):
    """A fraction of another target.

    Parameters
    ----------
    target : RowTarget
    factor : float
    """

    def __init__(self, target: RowTarget, factor: float) -> None:
        self.target = target
        self.factor = factor

    @property
    def n_samples(self) -> int:
        """Number of rows."""
        return self.target.n_samples

    def block(self, start: int, stop: int, out: FloatArray) -> None:
        """Write rows start:stop into `out`."""
        self.target.block(start, stop, out)
        out *= self.factor

    def entries(self, rows: IntArray, cols: IntArray) -> FloatArray:
        """Return the entries at (rows, cols)."""
        return self.target.entries(rows, cols) * self.factor

    def increment_bounds(self) -> FloatArray:
        """Return the bound for the part of P."""
        return self.target.increment_bounds() * np.sqrt(self.factor)


class RegularizedKernel(RowTarget):
    """The target of the S step, ``T = (K + beta P'P) / (2 alpha)``.

    The paper's T (Eq. 12) also subtracts a multiple of the diagonal from each row. Such a row and column shift
    is absorbed by the multipliers of the row-sum constraint, so the projection is the same without it.

    Parameters
    ----------
    K : ndarray of shape (n_samples, n_samples)
        Kernel matrix, symmetric to the last bit, in double or single precision. Not copied.
    alpha, beta : float
        Weights of the model (Eq. 7).
    P : ndarray of shape (n_clusters, n_samples) or None
        Indicator; None stands for P = 0. Where each column has one non-zero entry at most, each
        row of P'P is a multiple of one row of P.
    """

    def __init__(self, K: FloatArray, alpha: float, beta: float, P: FloatArray | None) -> None:
        self.K = K
        # A number of numpy's own, so that a kernel in single precision is multiplied in double precision.
        self.scale = np.float64(0.5 / alpha)
        self.agreement = Agreement.of(P, beta * float(self.scale))

    @property
    def n_samples(self) -> int:
        """Number of rows."""
        return len(self.K)

    def increment_bounds(self) -> FloatArray:
        """Return w with w_i w_j >= beta / (2 alpha) p_i'p_j: the scaled lengths of the columns of P."""
        return np.zeros(len(self.K)) if self.agreement is None else self.agreement.lengths()

    def block(self, start: int, stop: int, out: FloatArray) -> None:
        """Write rows start:stop into `out`."""
        np.multiply(self.K[start:stop], self.scale, out=out)
        if self.agreement is not None:
            self.agreement.add_rows(start, stop, out)

    def entries(self, rows: IntArray, cols: IntArray) -> FloatArray:
        """Return the entries at (rows, cols)."""
        values: FloatArray = self.K[rows, cols] * self.scale
        if self.agreement is not None:
            self.agreement.add_entries(rows, cols, values)
        return values
