"""Targets T over all pairs of samples, read in blocks of rows so that T need not be stored."""

from __future__ import annotations

from abc import ABC, abstractmethod

import numpy as np

from rnse_core._base.arrays import FloatArray, IntArray
from rnse_core._base.executors import local_executor
from rnse_core.projection.dense_support import MarginSupport, enlarge_support, row_ranges
from rnse_core.projection.low_rank_term import LowRankTerm
from rnse_core.projection.target import ROUGH_TOL, Support, Target


class RowTarget(ABC):
    """A target whose entries can all be computed, in blocks of rows."""

    rough_tol = ROUGH_TOL

    @property
    @abstractmethod
    def n_samples(self) -> int:
        """Number of rows, which is the number of columns."""

    @abstractmethod
    def block(self, start: int, stop: int, out: FloatArray) -> None:
        """Write rows start:stop into `out`, of shape (stop - start, n_samples)."""

    @abstractmethod
    def entries(self, rows: IntArray, cols: IntArray) -> FloatArray:
        """Return the entries at (rows, cols), with the same bits that `block` writes."""

    def increment_bounds(self) -> FloatArray:
        """Return w of shape (n_samples,) with ``0 <= T_ij - B_ij <= w_i w_j`` for a B that does not depend on P."""
        return np.zeros(self.n_samples)

    def row_maxima(self) -> FloatArray:
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
        values = np.empty((len(rows), self.n_samples))
        for at, i in enumerate(rows):
            self.block(i, i + 1, values[at : at + 1])
        values += np.add.outer(shift[rows], shift)
        return values

    def enlarge_support(self, u: FloatArray, support: Support | None, slack: float) -> Support:
        """Return a support that contains all positive entries of T + u 1' + 1 u'."""
        return enlarge_support(self, u, support, slack)

    def reuse_support(self, support: Support, u: FloatArray, slack: float) -> Support:
        """Return the same pattern with the entries of this target; its margins hold for every P."""
        assert isinstance(support, MarginSupport)
        return MarginSupport(self, support.indptr, support.cols, support.margins, support.margin_u)

    def scaled(self, factor: float) -> Target:
        """Return the target times a factor."""
        return ScaledTarget(self, factor)


class DenseTarget(RowTarget):
    """A symmetric matrix that is held in memory.

    Parameters
    ----------
    T : ndarray of shape (n_samples, n_samples)
        Symmetric to the last bit. Not copied; the sweeps of Dykstra's method overwrite it.
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
    """A multiple of another target.

    Parameters
    ----------
    target : RowTarget
    factor : float
        Positive.
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
        """Return the square roots of the scaled bounds: their products bound the scaled increments."""
        return self.target.increment_bounds() * np.sqrt(self.factor)


class RegularizedKernel(RowTarget):
    """The target of the S step, ``T = (K + beta P'P) / (2 alpha)``.

    The paper's T (Eq. 12) also subtracts ``diag(K + beta P'P) 1' / (2 alpha)``, which makes it asymmetric. After the
    symmetrisation of Theorem 6 this is a shift ``a 1' + 1 a'``. The multipliers of the row sums absorb such a shift, so
    that the projection is the same without it.

    Parameters
    ----------
    K : ndarray of shape (n_samples, n_samples)
        Kernel matrix, symmetric to the last bit, in double or single precision. Not copied.
    alpha, beta : float
        Weights of the model (Eq. 7).
    P : ndarray of shape (n_clusters, n_samples) or None
        Indicator; None stands for P = 0.
    """

    def __init__(self, K: FloatArray, alpha: float, beta: float, P: FloatArray | None) -> None:
        self.K = K
        # A numpy scalar: times it, a K in single precision gives products in double precision.
        self.scale = np.float64(0.5 / alpha)
        self.low_rank = LowRankTerm.of(P, beta * float(self.scale))

    @property
    def n_samples(self) -> int:
        """Number of rows."""
        return len(self.K)

    def increment_bounds(self) -> FloatArray:
        """Return w with ``w_i w_j >= beta / (2 alpha) p_i'p_j``: the scaled norms of the columns of P."""
        return np.zeros(len(self.K)) if self.low_rank is None else self.low_rank.column_norms()

    def block(self, start: int, stop: int, out: FloatArray) -> None:
        """Write rows start:stop into `out`."""
        np.multiply(self.K[start:stop], self.scale, out=out)
        if self.low_rank is not None:
            self.low_rank.add_rows(start, stop, out)

    def entries(self, rows: IntArray, cols: IntArray) -> FloatArray:
        """Return the entries at (rows, cols)."""
        values: FloatArray = self.K[rows, cols] * self.scale
        if self.low_rank is not None:
            self.low_rank.add_entries(rows, cols, values)
        return values
