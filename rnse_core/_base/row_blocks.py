"""Blocks of rows of a symmetric sparse matrix: what an executor runs a function on."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np

from rnse_core._base.arrays import FloatArray, Index

# Entries of one block in this process: few enough to stay in cache, and enough for one call of a thread.
BLOCK_ENTRIES = 1 << 17
# Entries of one block on a cluster, where a call takes milliseconds, and large blocks need fewer entries of vectors.
REMOTE_ENTRIES = 1 << 23


@dataclass(frozen=True)
class RowBlock:
    """Some rows of T on a symmetric pattern with the whole diagonal, in compressed rows.

    Rows and columns are numbered within the vectors that are given with the block: all samples, or those that it needs.

    Attributes
    ----------
    start : int
        First row.
    indptr : ndarray of shape (n_rows + 1,)
    cols : ndarray of int32 of shape (n_entries,)
        Columns, sorted within each row.
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
        # u_i + u_j = u_j + u_i is computed first, so that S is symmetric to the last bit.
        values = u[self.cols]
        values += np.repeat(u[self.start : self.start + len(self.indptr) - 1], np.diff(self.indptr))
        values += self.values
        return values


def row_blocks(indptr: Index, cols: Index, values: FloatArray, size: int | None = None) -> list[RowBlock]:
    """Divide a pattern and the values on it into blocks of whole rows with about the same number of entries.

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
    """Number the rows and columns of a block within the samples that it needs.

    Parameters
    ----------
    block : RowBlock
        Numbered within all samples.

    Returns
    -------
    block : RowBlock
    needed : ndarray of int32
        Numbers of these samples, ascending.
    """
    needed, cols = np.unique(block.cols, return_inverse=True)
    # The diagonal is in the pattern, so that the rows of the block are among its columns, one after the other.
    return replace(block, start=int(np.searchsorted(needed, block.start)), cols=cols.astype(np.int32)), needed
