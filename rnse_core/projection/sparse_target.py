"""The target of the S step where K is known on a pattern of neighbours."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from rnse_core._base.arrays import FloatArray, IntArray
from rnse_core._base.executors import Executor, PerBlock
from rnse_core._base.memory import entries_to_grow_by
from rnse_core._base.row_blocks import RowBlock
from rnse_core.affinity.sparse import NeighborKernel
from rnse_core.projection.low_rank_term import Agreement
from rnse_core.projection.pattern_growth import missing_pairs
from rnse_core.projection.sparse_support import SparseSupport, count_positive, narrow_block
from rnse_core.projection.target import Support

# A pattern may grow to so many times its first size, or to so many entries: beyond, S is no sparse matrix. Nor may it
# grow beyond what memory has room for.
MOST_GROWTH = 8
SMALL_PATTERN = 5_000_000


class NeighborTarget:
    """``T = (K + beta P'P) / (2 alpha)`` where K is known on a pattern of neighbours.

    Parameters
    ----------
    kernel : NeighborKernel
        Widened in place where growth finds positive entries outside.
    alpha, beta : float
    P : ndarray of shape (n_clusters, n_samples) or None
        None stands for P = 0.
    executor : Executor
    grows : bool, default=True
        Whether to look beyond the pattern.
    factor : float, default=1.0
        Multiplies all of T.
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
        self.agreement = Agreement.of(P, beta * self.scale)
        self.whole: SparseSupport | None = None

    @property
    def n_samples(self) -> int:
        """Number of rows, which is the number of columns."""
        return self.kernel.n_samples

    def maxima(self) -> FloatArray:
        """Return the largest entry of each row of K on the pattern, scaled."""
        K = self.kernel.matrix
        largest: FloatArray = np.maximum.reduceat(K.data, K.indptr[:-1]) * self.scale
        return largest

    def shifted_rows(self, rows: IntArray, shift: FloatArray) -> FloatArray:
        """Return some rows of T + shift 1' + 1 shift' on the pattern, padded with -inf."""
        K = self.kernel.matrix
        counts = np.diff(K.indptr)[rows]
        sample = np.full((len(rows), int(counts.max())), -np.inf)
        for at, i in enumerate(rows):
            part = slice(K.indptr[i], K.indptr[i + 1])
            cols = K.indices[part]
            here = np.full(len(cols), i)
            values = K.data[part] * self.scale
            if self.agreement is not None:
                self.agreement.add_entries(here, cols, values)
            sample[at, : len(cols)] = values + shift[i] + shift[cols]
        return sample

    def grow(self, u: FloatArray, old: Support | None, slack: float) -> Support:
        """Return a support that has all positive entries at u, as far as they are looked for; `old` if it has them.

        Parameters
        ----------
        u : ndarray of shape (n_samples,)
        old : Support or None
            None stands for the start: the whole pattern is then the support.
        slack : float
            Entries of the pattern that are not positive by more than this are left out of a new support.

        Returns
        -------
        Support
        """
        if old is None:
            return self.pattern_support()
        if self.grows:
            most = max(MOST_GROWTH * self.kernel.first_size, SMALL_PATTERN)
            most = min(most, self.kernel.matrix.nnz + entries_to_grow_by())
            # S is positive between all copies of a sample. Without room for these, growing would only take time.
            if self.kernel.entries_among_duplicates <= most:
                missing = missing_pairs(self.kernel, u, self.scale, self.agreement, most)
                self.kernel.complete = missing.complete
                if len(missing.rows):
                    self.kernel.widen(missing.rows, missing.cols)
                    self.whole = None
                    return self.narrow_support(u, slack)
        assert isinstance(old, SparseSupport)
        whole = self.pattern_support()
        if old is whole:
            return self.narrow_support(u, slack) if slack > 0 else old
        counts = [
            sum(self.executor.gather(count_positive, support.blocks, support.parts(u))) for support in (whole, old)
        ]
        return old if counts[0] == counts[1] else self.narrow_support(u, slack)

    def adopt(self, support: Support, u: FloatArray, slack: float) -> SparseSupport:
        """Return what the pattern has near u: narrowing it is cheaper than filling an old support."""
        return self.narrow_support(u, slack)

    def pattern_support(self) -> SparseSupport:
        """Return the whole pattern as a support."""
        if self.whole is None:
            kernel_blocks, needed = self.kernel.blocks(self.executor)
            agreement: Agreement | PerBlock | None = self.agreement
            if self.agreement is not None and needed is not None:
                agreement = PerBlock(self.agreement.of_samples(numbers) for numbers in needed)
            blocks = self.executor.keep(_regularized, kernel_blocks, self.scale, agreement)
            self.whole = SparseSupport(self.n_samples, blocks, self.executor, needed)
        return self.whole

    def narrow_support(self, u: FloatArray, slack: float) -> SparseSupport:
        """Return the entries of the pattern that can become positive by a small change of u."""
        whole = self.pattern_support()
        blocks = self.executor.keep(narrow_block, whole.blocks, whole.parts(u), slack)
        return SparseSupport(self.n_samples, blocks, self.executor, whole.needed)

    def scaled(self, factor: float) -> NeighborTarget:
        """Return the target times a factor."""
        return NeighborTarget(
            self.kernel,
            self.alpha,
            self.beta,
            self.P,
            self.executor,
            grows=self.grows,
            factor=self.factor * factor,
        )


def _regularized(block: RowBlock, scale: float, agreement: Agreement | None) -> RowBlock:
    """The entries of T where those of K are."""
    values = block.values * scale
    if agreement is not None:
        agreement.add_entries(block.rows(), block.cols, values)
    return replace(block, values=values)
