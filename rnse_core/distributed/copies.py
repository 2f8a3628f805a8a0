"""Samples that occur several times, in blocks: the counterpart of :class:`rnse_core.affinity.duplicates.Duplicates`."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from rnse_core._base.arrays import FloatArray, IntArray
from rnse_core._base.executors import Block, PerBlock
from rnse_core.affinity.neighbor_lists import Neighbors
from rnse_core.distributed.rows import RowSource
from rnse_core.distributed.search import BlockSearch


@dataclass(frozen=True, eq=False)
class CopyTable:
    """Which samples are identical.

    Attributes
    ----------
    ids : ndarray of int of shape (n_samples,)
        Distinct sample that each one is.
    counts, first : ndarray of int of shape (n_distinct,)
        Samples identical to each distinct one, and where these begin among `members`.
    members : ndarray of int of shape (n_samples,)
        Samples sorted by id.
    rank : ndarray of int of shape (n_samples,)
        Place of each sample among its duplicates.
    """

    ids: IntArray
    counts: IntArray
    first: IntArray
    members: IntArray
    rank: IntArray

    @classmethod
    def of(cls, ids: IntArray) -> CopyTable:
        """Make the table from ids."""
        counts = np.bincount(ids)
        members = np.argsort(ids, kind="stable")
        first = np.concatenate([[0], np.cumsum(counts)[:-1]])
        rank = np.empty(len(ids), dtype=np.intp)
        rank[members] = np.arange(len(ids)) - first[ids[members]]
        return cls(*(part.astype(np.int32) for part in (ids, counts, first, members, rank)))


class BlockCopies:
    """The samples that have identical ones, and the nearest distinct samples of each.

    Parameters
    ----------
    rows : RowSource
        Scaled samples.
    ids : ndarray of int of shape (n_samples,)
        Identical samples have the same one, from 0 on in the order of first samples.
    k : int
        Number of other distinct samples that are looked up.
    method : {"tree", "scan"}

    Attributes
    ----------
    table : CopyTable
    samples : ndarray of int
        All samples that have duplicates, ascending.
    per_block : list of ndarray of int
        Those of each block, as rows of it.
    """

    def __init__(self, rows: RowSource, ids: IntArray, k: int, method: str) -> None:
        self.executor = rows.executor
        self.table = CopyTable.of(ids)
        self.samples = np.flatnonzero(self.table.counts[ids] > 1)
        self.per_block = rows.of_each(self.samples)
        first = self.table.members[self.table.first]
        own = [first[ids[part + start]] for part, start in zip(self.per_block, rows.bounds[:-1], strict=True)]
        self.k = min(k, len(first) - 1)
        self.near: list[Block] | None = None
        if self.k:
            # In the order of ids the first samples ascend.
            self.near = BlockSearch(rows, method, only=first).lists(self.k, self.per_block, own)

    def n_pairs(self) -> int:
        """Number of ordered pairs of identical samples that have duplicates, each with itself included."""
        counts = self.table.counts[self.table.counts > 1].astype(np.int64)
        return int(counts @ counts)

    def distances(self, k: int) -> FloatArray:
        """Distance of each of `samples` to the k-th distinct other one, or to the farthest if there are fewer."""
        if self.near is None:
            return np.zeros(len(self.samples))
        return np.concatenate(self.executor.gather(_kth_distances, self.near, min(k, self.k)))

    def pairs(self, near: list[Block], starts: PerBlock) -> tuple[list[Block], list[Block]]:
        """Edges of the pattern: those to the neighbours, shared out among duplicates, and those to distinct samples.

        Parameters
        ----------
        near : list
            References to the `Neighbors` of all samples of each block.
        starts : PerBlock of int

        Returns
        -------
        near, edges : list
            References to `Neighbors`, and to triples of rows of the block, numbers and distances.
        """
        table = self.executor.share(self.table)
        shared = self.executor.keep(_shared_out, near, table, starts)
        lists = PerBlock(self.near if self.near is not None else [None] * len(near))
        return shared, self.executor.keep(_edges, self.per_block, lists, table, starts)


def _kth_distances(near: Neighbors, k: int) -> FloatArray:
    return near.distances[:, k - 1]


def _shared_out(near: Neighbors, table: CopyTable, start: int) -> Neighbors:
    """Replace neighbours that are all duplicates by the duplicates that come next in cyclic order."""
    n_rows, k = near.indices.shape
    own = slice(start, start + n_rows)
    rows = np.flatnonzero(table.counts[table.ids[own]] > k)
    ids = table.ids[rows + start]
    steps = (table.rank[rows + start, None] + np.arange(1, k + 1)) % table.counts[ids, None]
    indices = near.indices.copy()
    indices[rows] = table.members[table.first[ids, None] + steps]
    return Neighbors(indices, near.distances)


def _edges(
    rows: IntArray, near: Neighbors | None, table: CopyTable, start: int
) -> tuple[IntArray, IntArray, FloatArray]:
    """Edges to the nearest distinct samples, to one duplicate of each, chosen in turn."""
    if near is None:
        return np.empty(0, dtype=np.intp), np.empty(0, dtype=np.int32), np.empty(0)
    others = table.ids[near.indices]
    cols = table.members[table.first[others] + table.rank[rows + start, None] % table.counts[others]]
    return rows.repeat(others.shape[1]), cols.ravel(), near.distances.ravel()
