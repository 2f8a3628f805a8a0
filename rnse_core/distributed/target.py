"""The target of the S step where K is on the workers, and S as it stays there."""

from __future__ import annotations

import numpy as np

from rnse_core._base.arrays import FloatArray, Index, IntArray
from rnse_core._base.executors import Block
from rnse_core._base.row_blocks import RowBlock
from rnse_core.distributed.growth import BlockPairSearch
from rnse_core.distributed.kernel import DistributedKernel
from rnse_core.distributed.matrix import DistributedMatrix
from rnse_core.distributed.pattern import BlockRows
from rnse_core.projection.sparse_support import SparseSupport, similarity_block
from rnse_core.projection.sparse_target import SparseTarget


class DistributedSupport(SparseSupport):
    """A support whose S stays on the workers."""

    def similarity(self) -> DistributedMatrix:
        """Return S at the last u, without stored zeros."""
        blocks = self.executor.keep(_similarity_rows, self.blocks, self.parts(self.u))
        counts = self.executor.gather(_counted, blocks)
        bounds = np.concatenate([[0], np.cumsum([n_rows for n_rows, _ in counts])])
        assert self.needed is not None
        entries = np.array([n_entries for _, n_entries in counts])
        return DistributedMatrix(BlockRows(self.executor, bounds, blocks, self.needed, entries))


class DistributedTarget(SparseTarget):
    """``T = (K + beta P'P) / (2 alpha)`` where K is a `DistributedKernel`."""

    kernel: DistributedKernel

    def row_maxima(self) -> FloatArray:
        """Return the largest entry of each row of K / (2 alpha) on the pattern, an estimate of that of T."""
        return self.kernel.matrix.row_maxima() * self.scale

    def shifted_rows(self, rows: IntArray, shift: FloatArray) -> FloatArray:
        """Return some rows of T + shift 1' + 1 shift' on the pattern, each padded with -inf."""
        found = self.kernel.matrix.take_rows(rows)
        shifted = np.full((len(rows), max(len(cols) for cols, _ in found)), -np.inf)
        for at, (i, (cols, entries)) in enumerate(zip(rows, found, strict=True)):
            values = entries * self.scale
            if self.low_rank is not None:
                self.low_rank.add_entries(np.full(len(cols), i), cols, values)
            shifted[at, : len(cols)] = values + shift[i] + shift[cols]
        return shifted

    def grow(self, u: FloatArray, slack: float) -> bool:
        """Add the positive entries outside the pattern to it; return whether there were any."""
        limit = self.largest_pattern()
        if self.kernel.entries_among_duplicates > limit:
            return False
        return BlockPairSearch(self.kernel, u, self.scale, self.low_rank, limit, slack).add_missing()

    def make_support(self, blocks: list[Block], needed: list[Index | slice] | None) -> DistributedSupport:
        """Return a support of some blocks."""
        return DistributedSupport(self.n_samples, blocks, self.executor, needed)


def _similarity_rows(block: RowBlock, u: FloatArray) -> RowBlock:
    counts, cols, values = similarity_block(block, u)
    return RowBlock(block.start, np.concatenate([[0], np.cumsum(counts)]).astype(np.int32), cols, values)


def _counted(block: RowBlock) -> tuple[int, int]:
    return len(block.indptr) - 1, len(block.cols)
