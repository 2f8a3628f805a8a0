"""Sparse supports: the entries of S that may be positive, stored in blocks of rows.

The solver handles vectors of length n only. The blocks are held by an executor, in this process or on other machines.
Every operation on a block is a pure function of the block and of vectors.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from rnse_core._base.arrays import FloatArray, Index
from rnse_core._base.executors import Block, Executor, PerBlock
from rnse_core._base.row_blocks import RowBlock


@dataclass(frozen=True)
class BlockState:
    """What the Newton step needs of a block at one u.

    Attributes
    ----------
    mask : csr_array of shape (n_rows, n_samples)
        M: ones where S is positive.
    row_sums : ndarray of shape (n_rows,)
        Of S.
    squares : float
        Sum of the squares of the entries of S.
    diagonal : ndarray of shape (n_rows,)
        That of M.
    """

    mask: csr_array
    row_sums: FloatArray
    squares: float
    diagonal: FloatArray


def evaluate_block(block: RowBlock, u: FloatArray) -> BlockState:
    """Compute the state of a block at u."""
    values = block.shifted(u)
    positive = values > 0.0
    np.maximum(values, 0.0, out=values)
    cols = block.cols[positive]
    n_rows = len(block.indptr) - 1
    indptr = _kept(positive, block.indptr)
    diagonal = np.zeros(n_rows)
    rows = np.repeat(np.arange(block.start, block.start + n_rows, dtype=np.int32), np.diff(indptr))
    diagonal[cols[cols == rows] - block.start] = 1.0
    return BlockState(
        csr_array((_ones(len(cols)), cols, indptr), shape=(n_rows, len(u))),
        np.add.reduceat(values, block.indptr[:-1]),
        float(np.einsum("i,i->", values, values)),
        diagonal,
    )


def similarity_block(block: RowBlock, u: FloatArray) -> tuple[Index, Index, FloatArray]:
    """Return the positive entries of a block at u: their number in each row, their columns, and S at them."""
    values = block.shifted(u)
    positive = values > 0.0
    return np.diff(_kept(positive, block.indptr)), block.cols[positive], values[positive]


def narrow_block(block: RowBlock, u: FloatArray, slack: float) -> RowBlock:
    """Return the entries of a block that are above -slack at u, and the diagonal."""
    values = block.shifted(u)
    kept = values > -slack
    kept |= block.cols == block.rows()
    return RowBlock(block.start, _kept(kept, block.indptr), block.cols[kept], block.values[kept])


def count_positive(block: RowBlock, u: FloatArray) -> int:
    """Count the positive entries of a block at u."""
    return int(np.count_nonzero(block.shifted(u) > 0.0))


def block_product(state: BlockState, vector: FloatArray) -> FloatArray:
    """Multiply the rows of M with a vector."""
    product: FloatArray = state.mask @ vector
    return product


def _block_sums(state: BlockState) -> tuple[FloatArray, float, int]:
    return state.row_sums, state.squares, int(state.mask.indptr[-1])


def _block_mask(state: BlockState) -> tuple[Index, FloatArray]:
    return np.diff(state.mask.indptr), state.diagonal


def _kept(kept: NDArray[np.bool_], indptr: Index) -> Index:
    """Row pointers of the entries that are kept."""
    running = np.zeros(len(kept) + 1, dtype=np.int32)
    np.cumsum(kept, out=running[1:])
    return running[indptr]


def _ones(size: int) -> FloatArray:
    """Return a view of a shared array of ones, so that masks need no memory for their data."""
    return _shared_ones(1 << max(size - 1, 0).bit_length())[:size]


@lru_cache(maxsize=4)
def _shared_ones(size: int) -> FloatArray:
    ones = np.ones(size)
    ones.flags.writeable = False
    return ones


class SparseSupport:
    """A symmetric pattern with the whole diagonal.

    Parameters
    ----------
    n_samples : int
    blocks : list
        The rows as `RowBlock` objects with the entries of T, symmetric to the last bit, as the executor keeps them.
    executor : Executor
    needed : list of ndarray of int or slice, or None, default=None
        For each block the sorted numbers of the rows and columns that it contains, where a block gets only these
        entries of a vector; None where each gets the whole vector.
    """

    def __init__(
        self, n_samples: int, blocks: list[Block], executor: Executor, needed: list[Index | slice] | None = None
    ) -> None:
        self.n = n_samples
        self.blocks = blocks
        self.needed = needed
        self.executor = executor
        self.u = np.zeros(self.n)
        self.states: list[Block] = []
        self.n_positive = 0

    def parts(self, vector: FloatArray) -> FloatArray | PerBlock:
        """Return the entries of a vector that each block needs."""
        return vector if self.needed is None else PerBlock(vector[samples] for samples in self.needed)

    def evaluate(self, u: FloatArray) -> tuple[FloatArray, float]:
        """Return the row sums of S and the dual value at u."""
        self.u = u
        self.states = self.executor.keep(evaluate_block, self.blocks, self.parts(u))
        sums = self.executor.gather(_block_sums, self.states)
        self.n_positive = sum(count for _, _, count in sums)
        return np.concatenate([s for s, _, _ in sums]), 0.25 * sum(q for _, q, _ in sums) - float(u.sum())

    def hessian(self) -> tuple[Callable[[FloatArray], FloatArray], FloatArray, FloatArray]:
        """Return the product with M, the row sums of M and its diagonal, at the last u."""

        def product(vector: FloatArray) -> FloatArray:
            return np.concatenate(self.executor.gather(block_product, self.states, self.parts(vector)))

        masks = self.executor.gather(_block_mask, self.states)
        counts = np.concatenate([count for count, _ in masks]).astype(np.float64)
        return product, counts, np.concatenate([diagonal for _, diagonal in masks])

    def similarity(self) -> csr_array:
        """Return S at the last u, without stored zeros."""
        parts = self.executor.gather(similarity_block, self.blocks, self.parts(self.u))
        if self.needed is not None:
            numbers = np.arange(self.n, dtype=np.int32)
            parts = [
                (counts, numbers[samples][cols], data)
                for (counts, cols, data), samples in zip(parts, self.needed, strict=True)
            ]
        indptr = np.concatenate([[0], np.cumsum(np.concatenate([counts for counts, _, _ in parts]))])
        cols = np.concatenate([cols for _, cols, _ in parts])
        data = np.concatenate([data for _, _, data in parts])
        return csr_array((data, cols, indptr.astype(np.int32)), shape=(self.n, self.n))

    def mean_nonzeros(self) -> float:
        """Return the mean number of positive entries per row at the last u."""
        return float(self.n_positive) / self.n
