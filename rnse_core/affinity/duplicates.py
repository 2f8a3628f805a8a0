"""Points that occur several times, and the distinct points around them."""

from __future__ import annotations

from typing import Self

import numpy as np

from rnse_core._base.arrays import FloatArray, IntArray
from rnse_core.affinity.neighbors import Index, Neighbors, NeighborSearch


class Copies:
    """The points that have identical ones, in groups.

    Among many copies of a point its nearest neighbours are all copies: they tell neither how far the next points are
    nor which. Both are asked of the distinct points here, each counted once.

    Parameters
    ----------
    Y : ndarray of shape (n_samples, n_features)
        At least one point occurs several times.
    k : int
        Distinct other points that are looked for around each.
    """

    def __init__(self, Y: FloatArray, k: int) -> None:
        self.distinct, which, self.counts = np.unique(Y, axis=0, return_inverse=True, return_counts=True)
        self.which: IntArray = which
        self.members = np.argsort(which, kind="stable")
        self.first = np.concatenate([[0], np.cumsum(self.counts)[:-1]])
        self.place = np.empty(len(Y), dtype=np.intp)
        self.place[self.members] = np.arange(len(Y)) - self.first[which[self.members]]
        self.repeated = np.flatnonzero(self.counts > 1)
        search = NeighborSearch(self.distinct, approximate=False)
        self.near = search.neighbors_of(self.repeated, min(k, len(self.distinct) - 1))

    @classmethod
    def among(cls, Y: FloatArray, near: Neighbors) -> Self | None:
        """Return the copies among some points whose neighbours are known; None where there are none."""
        return cls(Y, near.indices.shape[1]) if (near.distances[:, 0] == 0).any() else None

    def points(self) -> IntArray:
        """Return the numbers of all points that have copies."""
        return np.flatnonzero(self.counts[self.which] > 1)

    def distances(self, k: int) -> FloatArray:
        """Distance of each of `points` to the k-th distinct other one, or to the farthest of fewer.

        Parameters
        ----------
        k : int
            At most as many as were looked for.

        Returns
        -------
        ndarray of shape (n_points,)
        """
        distances = np.zeros(len(self.distinct))
        if len(self.distinct) > 1:
            distances[self.repeated] = self.near.distances[:, :k][:, -1]
        per_point: FloatArray = distances[self.which[self.points()]]
        return per_point

    def links(self) -> tuple[IntArray, IntArray]:
        """Pairs of `points` and one copy each of the nearest distinct other ones.

        Which copy it is goes round among them, so that no single one is tied to all.

        Returns
        -------
        rows, cols : ndarray of int
        """
        near = np.zeros((len(self.distinct), self.near.indices.shape[1]), dtype=np.intp)
        near[self.repeated] = self.near.indices
        points = self.points()
        others = near[self.which[points]]
        cols: IntArray = self.members[self.first[others] + self.place[points, None] % self.counts[others]]
        rows = points.repeat(others.shape[1])
        return rows, cols.ravel()

    def spread(self, indices: Index) -> None:
        """Replace, in place, neighbours that are all copies by the copies that come next in a ring.

        Parameters
        ----------
        indices : ndarray of int32 of shape (n_samples, k)
            The nearest of each point. By number, the first copies would be the neighbours of all others.
        """
        k = indices.shape[1]
        points = np.flatnonzero(self.counts[self.which] > k)
        group = self.which[points]
        steps = (self.place[points, None] + np.arange(1, k + 1)) % self.counts[group, None]
        indices[points] = self.members[self.first[group, None] + steps]
