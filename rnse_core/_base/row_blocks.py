"""Blocks of rows of a symmetric sparse matrix: the unit of work that an executor deals out."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np

from rnse_core._base.arrays import FloatArray, Index

# Entries of one block: a few passes over so many stay in cache, and one is worth a thread's wake-up.
BLOCK_ENTRIES = 1 << 17
# The same for blocks that lie elsewhere: a call costs milliseconds, and large blocks share fewer columns.
REMOTE_ENTRIES = 1 << 23


@dataclass(frozen=True)
class RowBlock:
    """Some rows of the target on a symmetric pattern with its whole diagonal, in compressed rows.

    Rows and columns are numbered within the vectors that the block is given: all of them, or those that it needs.

    Attributes
    ----------
    start : int
        First row.
    indptr : ndarray of shape (n_rows + 1,)
    cols : ndarray of int32 of shape (n_entries,)
        Sorted within each row.
    values : ndarray of shape (n_entries,)
        T.
    """

    start: int
    indptr: Index
    cols: Index
    values: FloatArray

    def rows(self) -> Index:
        """Return the row of each entry."""
        stop = self.start + len(self.indptr) - 1
        return np.repeat(np.arange(self.start, stop, dtype=np.int32), np.diff(self.indptr))

    def shifted(self, u: FloatArray) -> FloatArray:
        """Return T + u 1' + 1 u' on the pattern."""
        # u_i + u_j first: the sum then commutes, and S is symmetric to the last bit.
        values = u[self.cols]
        values += np.repeat(u[self.start : self.start + len(self.indptr) - 1], np.diff(self.indptr))
        values += self.values
        return values


def row_blocks(indptr: Index, cols: Index, values: FloatArray, size: int | None = None) -> list[RowBlock]:
    """Cut a pattern and the values on it into blocks of whole rows with about the same number of entries.

    Parameters
    ----------
    indptr, cols : ndarray of int32
    values : ndarray of shape (n_entries,)
    size : int or None, default=None
        Entries in a block; None means `BLOCK_ENTRIES`.

    Returns
    -------
    list of RowBlock
        Views of the arguments.
    """
    n = len(indptr) - 1
    n_blocks = max(1, int(indptr[-1]) // (size or BLOCK_ENTRIES))
    cuts = np.searchsorted(indptr, np.linspace(0, int(indptr[-1]), n_blocks + 1)[1:-1])
    bounds = np.unique(np.concatenate([[0], cuts, [n]]))
    blocks = []
    for start, stop in pairwise(bounds):
        part = slice(indptr[start], indptr[stop])
        blocks.append(RowBlock(int(start), indptr[start : stop + 1] - indptr[start], cols[part], values[part]))
    return blocks


def self_contained(block: RowBlock) -> tuple[RowBlock, Index]:
    """Number the rows and columns of a block within those that it needs.

    Parameters
    ----------
    block : RowBlock
        Numbered within all samples.

    Returns
    -------
    block : RowBlock
    needed : ndarray of int32
        Sorted; its own rows, which lie side by side, and its columns.
    """
    needed, cols = np.unique(block.cols, return_inverse=True)
    # The diagonal is in the pattern, so the block's own rows are among its columns.
    return replace(block, start=int(np.searchsorted(needed, block.start)), cols=cols.astype(np.int32)), needed
