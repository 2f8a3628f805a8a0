"""The symmetric pattern of neighbours, and K on it, in blocks of rows.

A block lists entries of its rows: (i, j, K_ij) where j is a neighbour of i. Their mirror images (j, i, K_ij) go to the
blocks of the rows j. Each block then joins what it has with what it got.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from rnse_core._base.arrays import FloatArray, Index, IntArray
from rnse_core._base.executors import Block, Executor, PerBlock
from rnse_core._base.row_blocks import RowBlock

# Share of the samples that a block needs from which on it gets whole vectors.
WHOLE_SHARE = 0.5


class Entries(NamedTuple):
    """Entries of a matrix, numbered within all samples."""

    rows: IntArray
    cols: IntArray
    values: FloatArray

    def at(self, places: IntArray) -> Entries:
        """Return some of the entries."""
        return Entries(self.rows[places], self.cols[places], self.values[places])

    @classmethod
    def joined(cls, lists: Sequence[Entries]) -> Entries:
        """Return all entries of some lists, of which there may be none."""
        rows: IntArray = np.concatenate([np.empty(0, dtype=np.int32), *(one.rows for one in lists)])
        cols: IntArray = np.concatenate([np.empty(0, dtype=np.int32), *(one.cols for one in lists)])
        return cls(rows, cols, np.concatenate([np.empty(0), *(one.values for one in lists)]))


@dataclass(frozen=True, eq=False)
class BlockRows:
    """Rows of a symmetric sparse matrix in blocks that an executor keeps.

    Attributes
    ----------
    executor : Executor
    bounds : ndarray of int of shape (n_blocks + 1,)
        First row of each block, and the number of rows.
    blocks : list
        References to `RowBlock` objects, each numbered within the samples that it needs.
    needed : list of ndarray of int32 or slice
        These samples, ascending; all of them where a block needs most.
    counts : ndarray of int of shape (n_blocks,)
        Entries of each block.
    """

    executor: Executor
    bounds: IntArray
    blocks: list[Block]
    needed: list[Index | slice]
    counts: IntArray

    @property
    def n_rows(self) -> int:
        """Number of rows, which is the number of columns."""
        return int(self.bounds[-1])

    @property
    def n_entries(self) -> int:
        """Number of stored entries."""
        return int(self.counts.sum())

    def parts(self, vector: NDArray[Any]) -> PerBlock:
        """Return what each block needs of a vector, or of an array with a row for each sample."""
        return PerBlock(vector[samples] for samples in self.needed)


def joined_rows(
    executor: Executor, bounds: IntArray, entries: list[Block], *, add: bool, mirrored: bool = True
) -> BlockRows:
    """Make rows of a symmetric matrix from entries.

    Parameters
    ----------
    executor : Executor
    bounds : ndarray of int of shape (n_blocks + 1,)
    entries : list
        References to lists of `Entries`, one list for each block, all in its rows if `mirrored`.
    add : bool
        Whether entries at the same place are added; else they are equal up to rounding, and the largest one is taken.
    mirrored : bool, default=True
        Whether each entry stands for its mirror image as well; those on the diagonal do not in any case.

    Returns
    -------
    BlockRows
    """
    received = executor.exchange(_mirrored if mirrored else _divided, entries, len(bounds) - 1, bounds)
    ranges = PerBlock(pairwise(bounds.tolist()))
    own = PerBlock(entries if mirrored else [[] for _ in received])
    return block_rows(executor, bounds, executor.keep(_joined, received, own, ranges, int(bounds[-1]), add))


def widened_rows(rows: BlockRows, entries: list[Block]) -> BlockRows:
    """Add entries to the pattern of a symmetric matrix, and their mirror images.

    Parameters
    ----------
    rows : BlockRows
    entries : list
        References to lists of `Entries`, one list for each block, all in its rows.

    Returns
    -------
    BlockRows
    """
    executor, bounds = rows.executor, rows.bounds
    received = executor.exchange(_mirrored, entries, len(rows.blocks), bounds)
    ranges, needed = PerBlock(pairwise(bounds.tolist())), PerBlock(rows.needed)
    widened = executor.keep(_widened, received, PerBlock(entries), PerBlock(rows.blocks), needed, ranges, rows.n_rows)
    return block_rows(executor, bounds, widened)


def block_rows(executor: Executor, bounds: IntArray, whole: list[Block]) -> BlockRows:
    """Number the columns of blocks within the samples that each needs.

    Parameters
    ----------
    executor : Executor
    bounds : ndarray of int of shape (n_blocks + 1,)
    whole : list
        References to `RowBlock` objects that are numbered within all samples.

    Returns
    -------
    BlockRows
    """
    pairs = executor.keep(_self_contained, whole, int(bounds[-1]))
    found = executor.gather(_needed, pairs)
    blocks = executor.keep(_block, pairs)
    needed = [slice(None) if samples is None else samples for samples, _ in found]
    return BlockRows(executor, bounds, blocks, needed, np.array([count for _, count in found]))


def all_numbers(block: RowBlock, needed: Index | slice, n: int) -> Entries:
    """Return the entries of a block, numbered within all samples.

    Parameters
    ----------
    block : RowBlock
    needed : ndarray of int32 or slice
    n : int
        Number of all samples.

    Returns
    -------
    Entries
    """
    numbers = np.arange(n, dtype=np.int32)[needed]
    return Entries(numbers[block.rows()], numbers[block.cols], block.values)


def _widened(
    received: list[list[Entries]],
    entries: list[Entries],
    block: RowBlock,
    needed: Index | slice,
    own: tuple[int, int],
    n: int,
) -> RowBlock:
    return _joined(received, [all_numbers(block, needed, n), *entries], own, n, False)


def _mirrored(entries: list[Entries], bounds: IntArray) -> list[list[Entries]]:
    """What each block gets of the mirror images of some entries."""
    off = [one.at(np.flatnonzero(one.rows != one.cols)) for one in entries]
    return _divided([Entries(one.cols, one.rows, one.values) for one in off], bounds)


def _divided(entries: list[Entries], bounds: IntArray) -> list[list[Entries]]:
    """Entries by the block that their rows are in."""
    parts: list[list[Entries]] = [[] for _ in bounds[1:]]
    for one in entries:
        block = np.searchsorted(bounds, one.rows, side="right") - 1
        order = np.argsort(block, kind="stable")
        cuts = np.searchsorted(block[order], np.arange(len(bounds)))
        for part, (first, last) in zip(parts, pairwise(cuts), strict=True):
            if last > first:
                part.append(one.at(order[first:last]))
    return parts


def _joined(received: list[list[Entries]], entries: list[Entries], own: tuple[int, int], n: int, add: bool) -> RowBlock:
    """The rows of a block from all entries that it has or that were sent to it."""
    start, stop = own
    whole = Entries.joined([*entries, *(part for parts in received for part in parts)])
    keys = (whole.rows.astype(np.int64) - start) * n + whole.cols
    order = np.argsort(keys, kind="stable")
    keys, values = keys[order], whole.values[order]
    first = np.flatnonzero(np.concatenate([[True], keys[1:] != keys[:-1]]))
    values = np.add.reduceat(values, first) if add else np.maximum.reduceat(values, first)
    keys = keys[first]
    indptr = np.searchsorted(keys, np.arange(stop - start + 1) * n).astype(np.int32)
    return RowBlock(start, indptr, (keys % n).astype(np.int32), values)


def _self_contained(block: RowBlock, n: int) -> tuple[RowBlock, Index | None]:
    rows = np.arange(block.start, block.start + len(block.indptr) - 1, dtype=np.int32)
    # The rows themselves are needed, whether they are among the columns or not.
    seen = np.zeros(n, dtype=bool)
    seen[block.cols] = seen[rows] = True
    needed = np.flatnonzero(seen).astype(np.int32)
    if len(needed) > WHOLE_SHARE * n:
        return block, None
    place = np.empty(n, dtype=np.int32)
    place[needed] = np.arange(len(needed), dtype=np.int32)
    return RowBlock(int(place[block.start]), block.indptr, place[block.cols], block.values), needed


def _needed(pair: tuple[RowBlock, Index | None]) -> tuple[Index | None, int]:
    return pair[1], len(pair[0].cols)


def _block(pair: tuple[RowBlock, Index | None]) -> RowBlock:
    return pair[0]
