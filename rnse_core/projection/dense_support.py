"""Supports of a target over all pairs, found by a pass over all its entries, a block of rows at a time."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from rnse_core._base.arrays import FloatArray, Index
from rnse_core._base.executors import Executor, local_executor
from rnse_core._base.row_blocks import RowBlock, row_blocks
from rnse_core.projection.sparse_support import SparseSupport
from rnse_core.projection.target import RowSource, Support

# Entries of one block of rows: half a megabyte of doubles, so that the passes over a block stay in cache.
PASS_ENTRIES = 1 << 16
# Largest share of all entries in a sparse support: with more it would need more memory than a full one.
MAX_SPARSE_SHARE = 0.125
# Up to so many rows the support is always sparse: memory does not matter.
ALWAYS_SPARSE_ROWS = 64
# Ranges of rows between two checks whether the support is still sparse.
RANGES_PER_CHECK = 64


def row_ranges(n: int) -> list[tuple[int, int]]:
    """Divide n rows of n entries into ranges of about `PASS_ENTRIES` entries each."""
    height = max(1, min(n, PASS_ENTRIES // n))
    return [(start, min(start + height, n)) for start in range(0, n, height)]


def shifted_rows(target: RowSource, u: FloatArray, start: int, stop: int) -> FloatArray:
    """Return rows start:stop of T + u 1' + 1 u'."""
    block = np.empty((stop - start, len(u)))
    target.block(start, stop, block)
    block += np.add.outer(u[start:stop], u)
    return block


class FullSupport:
    """All entries, visited in blocks of rows. The mask M is stored in single precision.

    Parameters
    ----------
    target : RowSource
    """

    def __init__(self, target: RowSource) -> None:
        self.target = target
        self.mask = np.empty((0, 0), dtype=np.float32)
        self.u = np.zeros(target.n_samples)
        self.nonzeros = 0
        self.executor: Executor = local_executor()

    def evaluate(self, u: FloatArray) -> tuple[FloatArray, float]:
        """Return the row sums of S and the dual value at u."""
        self.u = u
        row_sums = np.empty(len(u))
        if not self.mask.size:
            self.mask = np.empty((len(u), len(u)), dtype=np.float32)

        def visit(rows: tuple[int, int]) -> tuple[float, int]:
            part = slice(*rows)
            block = shifted_rows(self.target, u, *rows)
            np.greater(block, 0.0, out=self.mask[part], casting="unsafe")
            np.maximum(block, 0.0, out=block)
            block.sum(axis=1, out=row_sums[part])
            # Without BLAS, whose threads would be started for every block.
            return float(np.einsum("ij,ij->", block, block)), int(np.count_nonzero(block))

        visited = self.executor.gather(visit, row_ranges(len(u)))
        self.nonzeros = sum(count for _, count in visited)
        return row_sums, 0.25 * sum(squares for squares, _ in visited) - float(u.sum())

    def hessian(self) -> tuple[Callable[[FloatArray], FloatArray], FloatArray, FloatArray]:
        """Return the product with M, the row sums of M and its diagonal, at the last u."""

        def product(vector: FloatArray) -> FloatArray:
            # Divided first: single precision overflows at 1e38.
            size = float(np.abs(vector).max()) or 1.0
            return (self.mask @ (vector / size).astype(np.float32)).astype(np.float64) * size

        counts = self.mask.sum(axis=1, dtype=np.float64)
        return product, counts, self.mask.diagonal().astype(np.float64)

    def similarity(self) -> FloatArray:
        """Return S at the last u; the memory of the mask is released for it."""
        n = len(self.u)
        self.mask = np.empty((0, 0), dtype=np.float32)
        S = np.empty((n, n))

        def visit(rows: tuple[int, int]) -> None:
            np.maximum(shifted_rows(self.target, self.u, *rows), 0.0, out=S[slice(*rows)])

        self.executor.gather(visit, row_ranges(n))
        return S

    def mean_nonzeros(self) -> float:
        """Return the mean number of positive entries per row at the last u."""
        return self.nonzeros / len(self.u)


class MarginSupport(SparseSupport):
    """A sparse support with an upper bound of the entries outside it.

    Parameters
    ----------
    target : RowSource
    indptr, cols : ndarray of int32
        The pattern in compressed rows.
    margins : ndarray of shape (n_samples,)
        Largest entry of B + u 1' + 1 u' outside the pattern, for each row, or an upper bound of it; B is the part of T
        that does not depend on P.
    margin_u : ndarray of shape (n_samples,)
        The u that the margins hold for.
    """

    def __init__(
        self, target: RowSource, indptr: Index, cols: Index, margins: FloatArray, margin_u: FloatArray
    ) -> None:
        executor = local_executor()

        def fill(block: RowBlock) -> None:
            block.values[:] = target.entries(block.rows(), block.cols)

        blocks = row_blocks(indptr, cols, np.empty(len(cols)))
        executor.gather(fill, blocks)
        super().__init__(target.n_samples, blocks, executor)
        self.indptr = indptr
        self.cols = cols
        self.margins = margins
        self.margin_u = margin_u

    def is_proven_complete(self, target: RowSource, u: FloatArray) -> bool:
        """Return whether the margins prove that no entry outside the pattern is positive at u.

        Since the margins were computed, the entry (i, j) has changed by the changes of u_i and u_j. P adds at most
        w_i w_j, w being the `increment_bounds` of the target.
        """
        change = u - self.margin_u
        bounds = target.increment_bounds()
        bound = self.margins + change + change.max() + bounds * bounds.max()
        return bool((bound <= 0.0).all())


def enlarge_support(target: RowSource, u: FloatArray, support: Support | None, slack: float = 0.0) -> Support:
    """Return a support that contains all positive entries of T + u 1' + 1 u'.

    Parameters
    ----------
    target : RowSource
    u : ndarray of shape (n_samples,)
    support : Support or None
        The support so far; None for the first one, which contains the diagonal and what is added to it.
    slack : float, default=0.0
        Entries above -slack are added too, so that small changes of u seldom make others positive.

    Returns
    -------
    Support
        `support` itself, if no entry outside it is positive. A `FullSupport`, if a sparse one would contain more than
        `MAX_SPARSE_SHARE` of all entries.
    """
    if isinstance(support, FullSupport):
        return support
    if isinstance(support, MarginSupport) and support.is_proven_complete(target, u):
        return support
    n = target.n_samples
    # Largest entry outside the old pattern, and outside the enlarged one, for each row.
    old_margins, margins = np.empty(n), np.empty(n)
    counts = np.empty(n, dtype=np.int64)

    def visit(rows: tuple[int, int]) -> Index:
        start, stop = rows
        block = shifted_rows(target, u, start, stop)
        flat = block.reshape(-1)
        local = np.arange(stop - start)
        known = local * n + np.arange(start, stop)
        if isinstance(support, MarginSupport):
            part = slice(support.indptr[start], support.indptr[stop])
            known = support.cols[part] + np.repeat(local * n, np.diff(support.indptr[start : stop + 1]))
        flat[known] = -np.inf
        block.max(axis=1, out=old_margins[start:stop])
        inside = block > -slack
        block[inside] = -np.inf
        block.max(axis=1, out=margins[start:stop])
        inside.reshape(-1)[known] = True
        found = np.flatnonzero(inside)
        counts[start:stop] = np.bincount(found // n, minlength=stop - start)
        found -= np.repeat(local * n, counts[start:stop])
        return found.astype(np.int32)

    executor = local_executor()
    ranges = row_ranges(n)
    cols: list[NDArray[np.int32]] = []
    # In parts, so that a target with too many positive entries is recognised early.
    for at in range(0, len(ranges), RANGES_PER_CHECK):
        cols += executor.gather(visit, ranges[at : at + RANGES_PER_CHECK])
        total = sum(len(found) for found in cols)
        if total > MAX_SPARSE_SHARE * n * n and n > ALWAYS_SPARSE_ROWS:
            return FullSupport(target)
    if isinstance(support, MarginSupport) and old_margins.max() <= 0.0:
        support.margins, support.margin_u = old_margins, u
        return support
    indptr = np.concatenate([[0], np.cumsum(counts)]).astype(np.int32)
    return MarginSupport(target, indptr, np.concatenate(cols), margins, u)
