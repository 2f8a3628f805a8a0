"""Samples that occur several times, and the distinct samples around them."""

from __future__ import annotations

from typing import Self

import numpy as np

from rnse_core._base.arrays import FloatArray, Index, IntArray
from rnse_core.affinity.neighbor_lists import Neighbors
from rnse_core.affinity.neighbors import NeighborSearch


class Duplicates:
    """The samples that have identical ones.

    When a sample has many duplicates, its nearest neighbours are all duplicates. They do not show how far the next
    samples are, nor which these are. Both are looked up here among the distinct samples, each counted once.

    Parameters
    ----------
    Y : ndarray of shape (n_samples, n_features)
        At least one sample occurs several times.
    k : int
        Number of other distinct samples that are looked up for each sample with duplicates.

    Attributes
    ----------
    distinct : ndarray of shape (n_distinct, n_features)
    ids : ndarray of int of shape (n_samples,)
        Row of `distinct` that each sample is.
    counts : ndarray of int of shape (n_distinct,)
        Number of samples that are identical to each distinct one.
    """

    def __init__(self, Y: FloatArray, k: int) -> None:
        self.distinct, ids, self.counts = np.unique(Y, axis=0, return_inverse=True, return_counts=True)
        self.ids: IntArray = ids
        # Samples sorted by id, where each id begins among them, and the place of a sample among its duplicates.
        self._members = np.argsort(ids, kind="stable")
        self._first = np.concatenate([[0], np.cumsum(self.counts)[:-1]])
        self._rank = np.empty(len(Y), dtype=np.intp)
        self._rank[self._members] = np.arange(len(Y)) - self._first[ids[self._members]]
        self._repeated = np.flatnonzero(self.counts > 1)
        search = NeighborSearch.exact(self.distinct)
        self._near = search.neighbors_of(self._repeated, min(k, len(self.distinct) - 1))

    @classmethod
    def among(cls, Y: FloatArray, near: Neighbors) -> Self | None:
        """Find the duplicates among samples whose neighbours are known.

        Parameters
        ----------
        Y : ndarray of shape (n_samples, n_features)
        near : Neighbors
            k of each sample; as many distinct ones are looked up.

        Returns
        -------
        Duplicates or None
            None where all samples are distinct.
        """
        return cls(Y, near.indices.shape[1]) if (near.distances[:, 0] == 0).any() else None

    def samples(self) -> IntArray:
        """Return the numbers of all samples that have duplicates, ascending."""
        return np.flatnonzero(self.counts[self.ids] > 1)

    def n_pairs(self) -> int:
        """Return the number of ordered pairs of identical ones among `samples`, each with itself included."""
        counts = self.counts[self._repeated]
        return int(counts @ counts)

    def distances(self, k: int) -> FloatArray:
        """Distance of each of `samples` to the k-th distinct other one, or to the farthest if there are fewer.

        Parameters
        ----------
        k : int
            At most as many as were looked up.

        Returns
        -------
        ndarray of the shape of `samples`
        """
        distances = np.zeros(len(self.distinct))
        if len(self.distinct) > 1:
            distances[self._repeated] = self._near.distances[:, :k][:, -1]
        per_sample: FloatArray = distances[self.ids[self.samples()]]
        return per_sample

    def edges(self) -> tuple[IntArray, IntArray]:
        """Edges from each of `samples` to its nearest distinct other ones, to one duplicate of each.

        The duplicate is chosen in turn, so that the edges are shared out among all of them.

        Returns
        -------
        rows, cols : ndarray of int of shape (n_edges,)
        """
        near = np.zeros((len(self.distinct), self._near.indices.shape[1]), dtype=np.intp)
        near[self._repeated] = self._near.indices
        samples = self.samples()
        others = near[self.ids[samples]]
        cols: IntArray = self._members[self._first[others] + self._rank[samples, None] % self.counts[others]]
        rows = samples.repeat(others.shape[1])
        return rows, cols.ravel()

    def share_out(self, indices: Index) -> None:
        """Replace neighbours that are all duplicates by the duplicates that come next in cyclic order.

        A search returns the duplicates with the lowest numbers, so these would be the neighbours of all others.

        Parameters
        ----------
        indices : ndarray of int32 of shape (n_samples, k)
            Nearest neighbours of each sample. Overwritten.
        """
        k = indices.shape[1]
        samples = np.flatnonzero(self.counts[self.ids] > k)
        ids = self.ids[samples]
        steps = (self._rank[samples, None] + np.arange(1, k + 1)) % self.counts[ids, None]
        indices[samples] = self._members[self._first[ids, None] + steps]
