"""Supports for a target whose rows are all at hand: found by looking through all entries, a block of rows at a time."""

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
# A support with a larger share of all entries is handled as a dense one: it would need more memory as a sparse one.
DENSE_SHARE = 0.125
# Smaller targets are never taken as dense: their share of positive entries says nothing about their memory.
SMALLEST_DENSE = 64


def row_ranges(n: int) -> list[tuple[int, int]]:
    """Ranges of rows of about `PASS_ENTRIES` entries each."""
    height = max(1, min(n, PASS_ENTRIES // n))
    return [(start, min(start + height, n)) for start in range(0, n, height)]


def shifted_rows(target: RowSource, u: FloatArray, start: int, stop: int) -> FloatArray:
    """Rows start:stop of T + u 1' + 1 u'."""
    block = np.empty((stop - start, len(u)))
    target.block(start, stop, block)
    block += np.add.outer(u[start:stop], u)
    return block


class FullSupport:
    """All entries, visited in blocks of rows; the mask is kept in single precision.

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
            # Not by BLAS, which would wake its threads for every block.
            return float(np.einsum("ij,ij->", block, block)), int(np.count_nonzero(block))

        visited = self.executor.gather(visit, row_ranges(len(u)))
        self.nonzeros = sum(count for _, count in visited)
        return row_sums, 0.25 * sum(squares for squares, _ in visited) - float(u.sum())

    def hessian(self) -> tuple[Callable[[FloatArray], FloatArray], FloatArray, FloatArray]:
        """Return the product with M, the row sums of M and its diagonal, at the last u."""

        def product(vector: FloatArray) -> FloatArray:
            # Scaled first: single precision ends at 1e38.
            size = float(np.abs(vector).max()) or 1.0
            return (self.mask @ (vector / size).astype(np.float32)).astype(np.float64) * size

        counts = self.mask.sum(axis=1, dtype=np.float64)
        return product, counts, self.mask.diagonal().astype(np.float64)

    def similarity(self) -> FloatArray:
        """Return S at the last u; the mask makes room for it."""
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


class DenseTargetSupport(SparseSupport):
    """A sparse support that knows how far the entries outside it are from being positive.

    Parameters
    ----------
    target : RowSource
    indptr, cols : ndarray of int32
    margins : ndarray of shape (n_samples,)
        Largest entry of T + u 1' + 1 u' outside the pattern, for each row; T without the part of P.
    margin_u : ndarray of shape (n_samples,)
        The u that the margins were taken at.
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

    def certified(self, target: RowSource, u: FloatArray) -> bool:
        """Whether no entry outside can be positive at u, by the margins alone.

        A change of u moves an entry by at most its row's change and the largest change of all; P adds at most the
        product of two of the target's `increment_bounds`.
        """
        change = u - self.margin_u
        bounds = target.increment_bounds()
        bound = self.margins + change + change.max() + bounds * bounds.max()
        return bool((bound <= 0.0).all())


def grow_support(target: RowSource, u: FloatArray, old: Support | None, slack: float = 0.0) -> Support:
    """Return `old` with the entries above -slack at u added; `old` itself when no entry outside is positive.

    Parameters
    ----------
    target : RowSource
    u : ndarray of shape (n_samples,)
    old : Support or None
    slack : float, default=0.0
        Entries that are not positive by so little are taken in too, so that small changes of u need no other look.

    Returns
    -------
    Support
        A `FullSupport` when more than `DENSE_SHARE` of all entries would be in it.
    """
    if isinstance(old, FullSupport):
        return old
    if isinstance(old, DenseTargetSupport) and old.certified(target, u):
        return old
    n = target.n_samples
    # Largest entry outside the old pattern, and outside the new one, for each row.
    before, margins = np.empty(n), np.empty(n)
    counts = np.empty(n, dtype=np.int64)

    def visit(rows: tuple[int, int]) -> Index:
        start, stop = rows
        block = shifted_rows(target, u, start, stop)
        flat = block.reshape(-1)
        local = np.arange(stop - start)
        known = local * n + np.arange(start, stop)
        if isinstance(old, DenseTargetSupport):
            part = slice(old.indptr[start], old.indptr[stop])
            known = old.cols[part] + np.repeat(local * n, np.diff(old.indptr[start : stop + 1]))
        flat[known] = -np.inf
        block.max(axis=1, out=before[start:stop])
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
    # A few ranges at a time, so that a target with too many positive entries is found out early.
    for at in range(0, len(ranges), 64):
        cols += executor.gather(visit, ranges[at : at + 64])
        total = sum(len(found) for found in cols)
        if total > DENSE_SHARE * n * n and n > SMALLEST_DENSE:
            return FullSupport(target)
    if isinstance(old, DenseTargetSupport) and before.max() <= 0.0:
        old.margins, old.margin_u = before, u
        return old
    indptr = np.concatenate([[0], np.cumsum(counts)]).astype(np.int32)
    return DenseTargetSupport(target, indptr, np.concatenate(cols), margins, u)
