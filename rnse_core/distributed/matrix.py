"""A symmetric sparse matrix in blocks of rows on the workers, of which the driver sees vectors."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Any

import numpy as np
from scipy.sparse import coo_array, csr_array, vstack
from scipy.sparse.csgraph import connected_components

from rnse_core._base.arrays import FloatArray, Index, IntArray, sorted_unique
from rnse_core._base.executors import PerBlock
from rnse_core._base.row_blocks import RowBlock
from rnse_core.distributed.pattern import BlockRows, Entries, joined_rows
from rnse_core.wording import counted


class DistributedMatrix:
    """A symmetric sparse matrix whose rows are kept in blocks, on the workers of a dask cluster.

    Nothing but `collect` and `blocks_of_rows` brings entries to the caller. The blocks are there as long as the cluster
    and its client are.

    Parameters
    ----------
    rows : BlockRows
    order : ndarray of int of shape (n_samples,) or None, default=None
        Number, in the order of the caller, of each row; None where they are the same.

    Attributes
    ----------
    shape : tuple of int
    nnz : int
        Number of stored entries.
    n_blocks : int
    """

    ndim = 2

    def __init__(self, rows: BlockRows, order: IntArray | None = None) -> None:
        self.rows = rows
        self.order = order

    def __repr__(self) -> str:
        n, _ = self.shape
        stored = f"{counted(self.nnz, 'entry', 'entries')} in {counted(self.n_blocks, 'block')}"
        return f"<DistributedMatrix of shape ({n}, {n}) with {stored}>"

    @property
    def shape(self) -> tuple[int, int]:
        """Numbers of rows and columns."""
        return self.rows.n_rows, self.rows.n_rows

    @property
    def nnz(self) -> int:
        """Number of stored entries."""
        return self.rows.n_entries

    @property
    def n_blocks(self) -> int:
        """Number of blocks of rows."""
        return len(self.rows.blocks)

    @property
    def T(self) -> DistributedMatrix:
        """The matrix itself, which is symmetric."""
        return self

    @cached_property
    def _place(self) -> IntArray | None:
        return None if self.order is None else np.argsort(self.order)

    def in_order(self, order: IntArray | None) -> DistributedMatrix:
        """Return the same matrix as somebody sees it who has the rows in another order.

        Parameters
        ----------
        order : ndarray of int of shape (n_samples,) or None
            The caller's number of each row.

        Returns
        -------
        DistributedMatrix
            With the same blocks.
        """
        return DistributedMatrix(self.rows, order)

    def __matmul__(self, other: FloatArray) -> FloatArray:
        """Multiply with a vector of length n_samples, or with an array of a few such columns."""
        given = other if self.order is None else other[self.order]
        return self._from_blocks(self.rows.executor.gather(_product, self.rows.blocks, self.rows.parts(given)))

    def sum(self, axis: int = 1) -> FloatArray:
        """Return the sums of the rows, which are those of the columns."""
        return self._from_blocks(self.rows.executor.gather(_row_sums, self.rows.blocks))

    def diagonal(self) -> FloatArray:
        """Return the diagonal."""
        return self._from_blocks(self.rows.executor.gather(_diagonal, self.rows.blocks))

    def row_maxima(self) -> FloatArray:
        """Return the largest stored entry of each row; no row may be empty."""
        return self._from_blocks(self.rows.executor.gather(_row_maxima, self.rows.blocks))

    def count_nonzero(self) -> int:
        """Return the number of entries that are not zero."""
        return int(sum(self.rows.executor.gather(_count_nonzero, self.rows.blocks)))

    def sum_of_squares(self) -> float:
        """Return the squared Frobenius norm."""
        return float(sum(self.rows.executor.gather(_squares, self.rows.blocks)))

    def inner(self, other: DistributedMatrix) -> float:
        """Return the sum of the products with the entries of a matrix on a larger pattern, with the same blocks."""
        executor = self.rows.executor
        sums = executor.gather(
            _inner, self.rows.blocks, self._needed(), PerBlock(other.rows.blocks), other._needed(), self.shape[0]
        )
        return float(sum(sums))

    def sums_between(self, ids: IntArray, n_ids: int) -> csr_array:
        """Sum the entries between groups of rows, few enough for the caller to hold a matrix of them.

        Parameters
        ----------
        ids : ndarray of int of shape (n_samples,)
            Group of each row.
        n_ids : int

        Returns
        -------
        csr_array of shape (n_ids, n_ids)
        """
        given = self._given(ids).astype(np.int32)
        total = csr_array((n_ids, n_ids))
        for part in self.rows.executor.gather(_sums_between, self.rows.blocks, self.rows.parts(given), n_ids):
            total = total + part
        return csr_array(total)

    def contracted(self, ids: IntArray, n_ids: int) -> DistributedMatrix:
        """Return the sums of the entries between groups of rows as a matrix on the workers.

        Parameters
        ----------
        ids : ndarray of int of shape (n_samples,)
        n_ids : int

        Returns
        -------
        DistributedMatrix of shape (n_ids, n_ids)
        """
        executor, given = self.rows.executor, self._given(ids).astype(np.int32)
        # As many groups for each block as there are rows in it, about: groups of neighbours then stay where they are.
        share = self.rows.bounds * n_ids // self.rows.n_rows
        bounds = sorted_unique(share)
        entries = executor.keep(_contracted, self.rows.blocks, self.rows.parts(given), n_ids)
        return DistributedMatrix(joined_rows(executor, bounds, entries, add=True, mirrored=False))

    def components(self) -> IntArray:
        """Return the connected component of each row, numbered from 0 in the order of their first rows."""
        n, executor = self.shape[0], self.rows.executor
        rows = labels = np.arange(n)
        found = executor.gather(_first_of_component, self.rows.blocks, self._sizes())
        for needed, first in zip(self.rows.needed, found, strict=True):
            samples = rows[needed]
            edges = np.concatenate([rows, samples]), np.concatenate([labels, samples[first]])
            graph = coo_array((np.ones(len(edges[0]), dtype=np.int8), edges), shape=(n, n))
            # Numbered in the order of their first rows.
            _, component = connected_components(graph, directed=False)
            labels = np.unique(component, return_index=True)[1][component]
        if self._place is not None:
            labels = labels[self._place]
        _, first, component = np.unique(labels, return_index=True, return_inverse=True)
        number = np.empty(len(first), dtype=np.intp)
        number[np.argsort(first)] = np.arange(len(first))
        return number[component]

    def take_rows(self, numbers: IntArray) -> list[tuple[Index, FloatArray]]:
        """Return the columns and entries of some rows, numbered as the blocks are, for each of them."""
        ascending = np.argsort(numbers, kind="stable")
        wanted = numbers[ascending]
        cuts = np.searchsorted(wanted, self.rows.bounds)
        asked = [wanted[a:b] - first for a, b, first in zip(cuts, cuts[1:], self.rows.bounds, strict=False)]
        some = [number for number, rows in enumerate(asked) if len(rows)]
        found = self.rows.executor.gather(
            _rows, [self.rows.blocks[number] for number in some], PerBlock(asked[number] for number in some)
        )
        taken: list[Any] = [None] * len(numbers)
        places = iter(ascending.tolist())
        for number, lists in zip(some, found, strict=True):
            samples = self.rows.needed[number]
            for cols, values in lists:
                taken[next(places)] = cols if isinstance(samples, slice) else samples[cols], values
        return taken

    def blocks_of_rows(self) -> Iterator[tuple[IntArray, csr_array]]:
        """Fetch the rows block by block.

        Yields
        ------
        samples : ndarray of int of shape (n_rows,)
            In the order of the caller, as the columns are.
        rows : csr_array of shape (n_rows, n_samples)
        """
        n = self.shape[0]
        numbers = np.arange(n) if self.order is None else self.order
        for number, block in enumerate(self.rows.blocks):
            (part,) = self.rows.executor.gather(_unchanged, [block])
            samples = numbers[self.rows.needed[number]]
            # Copies, since the entries are sorted, and an executor in this process has fetched the block itself.
            entries = part.values.copy(), samples[part.cols], part.indptr
            rows = csr_array(entries, shape=(len(part.indptr) - 1, n))
            rows.sort_indices()
            yield numbers[self.rows.bounds[number] : self.rows.bounds[number + 1]], rows

    def collect(self) -> csr_array:
        """Fetch the whole matrix, which has to fit into the memory of the caller.

        Returns
        -------
        csr_array of shape (n_samples, n_samples)
            In the order of the caller.
        """
        samples, rows = zip(*self.blocks_of_rows(), strict=True)
        place = np.argsort(np.concatenate(samples))
        return csr_array(csr_array(vstack(rows, format="csr"))[place])

    def _given(self, values: IntArray) -> IntArray:
        return values if self.order is None else values[self.order]

    def _from_blocks(self, parts: list[FloatArray]) -> FloatArray:
        values = np.concatenate(parts)
        return values if self._place is None else values[self._place]

    def _needed(self) -> PerBlock:
        return PerBlock(self.rows.needed)

    def _sizes(self) -> PerBlock:
        n = self.shape[0]
        return PerBlock(n if isinstance(needed, slice) else len(needed) for needed in self.rows.needed)


def _as_csr(block: RowBlock, n: int) -> csr_array:
    return csr_array((block.values, block.cols, block.indptr), shape=(len(block.indptr) - 1, n))


def _product(block: RowBlock, part: FloatArray) -> FloatArray:
    product: FloatArray = _as_csr(block, len(part)) @ part
    return product


def _row_sums(block: RowBlock) -> FloatArray:
    n_rows = len(block.indptr) - 1
    return np.bincount(block.rows() - block.start, weights=block.values, minlength=n_rows).astype(np.float64)


def _diagonal(block: RowBlock) -> FloatArray:
    rows = block.rows()
    own = block.cols == rows
    diagonal = np.zeros(len(block.indptr) - 1)
    diagonal[rows[own] - block.start] = block.values[own]
    return diagonal


def _row_maxima(block: RowBlock) -> FloatArray:
    maxima: FloatArray = np.maximum.reduceat(block.values, block.indptr[:-1])
    return maxima


def _count_nonzero(block: RowBlock) -> int:
    return int(np.count_nonzero(block.values))


def _squares(block: RowBlock) -> float:
    return float(block.values @ block.values)


def _inner(block: RowBlock, needed: Index | slice, other: RowBlock, other_needed: Index | slice, n: int) -> float:
    numbers = np.arange(n, dtype=np.int32)
    mine, theirs = _as_csr(block, n), _as_csr(other, n)
    mine.indices, theirs.indices = numbers[needed][block.cols], numbers[other_needed][other.cols]
    return float(mine.multiply(theirs).sum())


def _sums_between(block: RowBlock, ids: Index, n_ids: int) -> csr_array:
    rows, cols = ids[block.rows()], ids[block.cols]
    return coo_array((block.values, (rows, cols)), shape=(n_ids, n_ids)).tocsr()


def _contracted(block: RowBlock, ids: Index, n_ids: int) -> list[Entries]:
    keys = ids[block.rows()].astype(np.int64) * n_ids + ids[block.cols]
    order = np.argsort(keys, kind="stable")
    keys = keys[order]
    first = np.flatnonzero(np.concatenate([[True], keys[1:] != keys[:-1]]))
    sums = np.add.reduceat(block.values[order], first)
    return [Entries(keys[first] // n_ids, keys[first] % n_ids, sums)]


def _first_of_component(block: RowBlock, size: int) -> IntArray:
    """First sample, of those that the block needs, in the component of each within the block."""
    graph = coo_array((block.values, (block.rows(), block.cols)), shape=(size, size))
    _, component = connected_components(graph, directed=False)
    first: IntArray = np.unique(component, return_index=True)[1][component]
    return first


def _rows(block: RowBlock, rows: IntArray) -> list[tuple[Index, FloatArray]]:
    parts = [slice(block.indptr[row], block.indptr[row + 1]) for row in rows]
    return [(block.cols[part], block.values[part]) for part in parts]


def _unchanged(block: RowBlock) -> RowBlock:
    return block
