"""The target of the S step where K is stored on a pattern of neighbours."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from rnse_core._base.arrays import FloatArray, Index, IntArray
from rnse_core._base.executors import Block, Executor, PerBlock
from rnse_core._base.memory import entries_to_grow_by
from rnse_core._base.row_blocks import RowBlock
from rnse_core.affinity.sparse_kernel import NeighborKernel
from rnse_core.projection.low_rank_term import LowRankTerm
from rnse_core.projection.pattern_growth import missing_pairs
from rnse_core.projection.sparse_support import SparseSupport, count_positive, narrow_block
from rnse_core.projection.target import ROUGH_TOL, Support

# A pattern is not widened beyond so many times its first size, unless it stays below so many entries, and not beyond
# what fits into memory.
MAX_GROWTH = 8
SMALL_PATTERN = 5_000_000
# Row-sum error of the multipliers that a scan of all pairs is made at.
TOL_BEFORE_SCAN = 1e-4


class SparseTarget:
    """``T = (K + beta P'P) / (2 alpha)`` where K is stored on a pattern of neighbours.

    Parameters
    ----------
    kernel : NeighborKernel
        Its pattern is widened in place where positive entries are found outside.
    alpha, beta : float
        Weights of the model (Eq. 7).
    P : ndarray of shape (n_clusters, n_samples) or None
        Indicator; None stands for P = 0.
    executor : Executor
    grows : bool, default=True
        Whether positive entries are looked for outside the pattern.
    factor : float, default=1.0
        Multiplies T.
    """

    def __init__(
        self,
        kernel: NeighborKernel,
        alpha: float,
        beta: float,
        P: FloatArray | None,
        executor: Executor,
        *,
        grows: bool = True,
        factor: float = 1.0,
    ) -> None:
        self.kernel = kernel
        self.alpha, self.beta, self.P = alpha, beta, P
        self.executor = executor
        self.grows = grows
        self.factor = factor
        self.scale = factor * 0.5 / alpha
        self.low_rank = LowRankTerm.of(P, beta * self.scale)
        self._whole_pattern: SparseSupport | None = None

    @property
    def n_samples(self) -> int:
        """Number of rows, which is the number of columns."""
        return self.kernel.n_samples

    @property
    def rough_tol(self) -> float:
        """Row-sum error to which the pattern is solved before the first look beyond it; a scan is dear."""
        points = self.kernel.points
        scanned = self.grows and points is not None and points.search.method == "scan"
        return TOL_BEFORE_SCAN if scanned else ROUGH_TOL

    def row_maxima(self) -> FloatArray:
        """Return the largest entry of each row of K / (2 alpha) on the pattern, an estimate of that of T."""
        K = self.kernel.matrix
        largest: FloatArray = np.maximum.reduceat(K.data, K.indptr[:-1]) * self.scale
        return largest

    def shifted_rows(self, rows: IntArray, shift: FloatArray) -> FloatArray:
        """Return some rows of T + shift 1' + 1 shift' on the pattern, each padded with -inf."""
        K = self.kernel.matrix
        counts = np.diff(K.indptr)[rows]
        shifted = np.full((len(rows), int(counts.max())), -np.inf)
        for at, i in enumerate(rows):
            part = slice(K.indptr[i], K.indptr[i + 1])
            cols = K.indices[part]
            here = np.full(len(cols), i)
            values = K.data[part] * self.scale
            if self.low_rank is not None:
                self.low_rank.add_entries(here, cols, values)
            shifted[at, : len(cols)] = values + shift[i] + shift[cols]
        return shifted

    def enlarge_support(self, u: FloatArray, support: Support | None, slack: float) -> Support:
        """Return a support that contains all positive entries at u, as far as these are looked for.

        Parameters
        ----------
        u : ndarray of shape (n_samples,)
        support : Support or None
            The support so far; None for the first one, which is the whole pattern.
        slack : float
            A new support contains the entries of the pattern above -slack.

        Returns
        -------
        Support
            `support` itself, if no entry outside it was found to be positive.
        """
        if support is None:
            return self.pattern_support()
        if self.grows and self.grow(u, slack):
            self._whole_pattern = None
            return self.narrow_support(u, slack)
        assert isinstance(support, SparseSupport)
        whole = self.pattern_support()
        if support is whole:
            return self.narrow_support(u, slack) if slack > 0 else support
        counts = [sum(self.executor.gather(count_positive, part.blocks, part.parts(u))) for part in (whole, support)]
        return support if counts[0] == counts[1] else self.narrow_support(u, slack)

    def grow(self, u: FloatArray, slack: float) -> bool:
        """Add the positive entries outside the pattern to it; return whether there were any."""
        limit = min(self.largest_pattern(), self.kernel.matrix.nnz + entries_to_grow_by())
        # S is positive between all duplicates of a sample. A pattern that cannot hold these is not complete anyway.
        if self.kernel.entries_among_duplicates > limit:
            return False
        missing = missing_pairs(self.kernel, u, self.scale, self.low_rank, limit, slack)
        self.kernel.complete = missing.complete
        if len(missing.rows) == 0:
            return False
        self.kernel.widen(missing.rows, missing.cols, missing.values)
        return True

    def largest_pattern(self) -> int:
        """Return the number of entries that the pattern may grow to, whatever memory there is."""
        return max(MAX_GROWTH * self.kernel.first_size, SMALL_PATTERN)

    def reuse_support(self, support: Support, u: FloatArray, slack: float) -> SparseSupport:
        """Return the entries of the pattern above -slack: they are cheaper to find than an old support is to refill."""
        return self.narrow_support(u, slack)

    def pattern_support(self) -> SparseSupport:
        """Return the whole pattern as a support."""
        if self._whole_pattern is None:
            kernel_blocks, needed = self.kernel.blocks(self.executor)
            low_rank: LowRankTerm | PerBlock | None = self.low_rank
            if self.low_rank is not None and needed is not None:
                low_rank = PerBlock(self.low_rank.restricted_to(samples) for samples in needed)
            blocks = self.executor.keep(_regularized, kernel_blocks, self.scale, low_rank)
            self._whole_pattern = self.make_support(blocks, needed)
        return self._whole_pattern

    def make_support(self, blocks: list[Block], needed: list[Index | slice] | None) -> SparseSupport:
        """Return a support of some blocks."""
        return SparseSupport(self.n_samples, blocks, self.executor, needed)

    def narrow_support(self, u: FloatArray, slack: float) -> SparseSupport:
        """Return a support of the entries of the pattern above -slack, which a small change of u may make positive."""
        whole = self.pattern_support()
        blocks = self.executor.keep(narrow_block, whole.blocks, whole.parts(u), slack)
        return self.make_support(blocks, whole.needed)

    def scaled(self, factor: float) -> SparseTarget:
        """Return the target times a factor."""
        return type(self)(
            self.kernel,
            self.alpha,
            self.beta,
            self.P,
            self.executor,
            grows=self.grows,
            factor=self.factor * factor,
        )


def _regularized(block: RowBlock, scale: float, low_rank: LowRankTerm | None) -> RowBlock:
    """Return the entries of T for a block of K."""
    values = block.values * scale
    if low_rank is not None:
        low_rank.add_entries(block.rows(), block.cols, values)
    return replace(block, values=values)
