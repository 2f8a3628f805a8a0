"""Search for the nearest neighbours of many points: exact where the cost allows it, approximate beyond.

With few features a k-d tree excludes most pairs. With many features all pairs are scanned, or, where that would take
minutes, neighbours are found approximately by NN-descent (Dong, Moses and Li). `rnse_core.affinity.search_cost` has the
times that decide.

References
----------
Dong, W., Moses, C. and Li, K. (2011). Efficient k-nearest neighbor graph construction for generic similarity
measures. WWW. https://doi.org/10.1145/1963405.1963487
"""

from __future__ import annotations

import threading
import warnings
from functools import cached_property
from typing import Any, Self

import numpy as np
from scipy.spatial import cKDTree
from sklearn.neighbors import NearestNeighbors

from rnse_core._base.arrays import FloatArray, IntArray
from rnse_core._base.executors import local_executor
from rnse_core.affinity.distances import center_and_scale, pair_distances
from rnse_core.affinity.neighbor_lists import Neighbors
from rnse_core.affinity.pair_scan import PairScan
from rnse_core.affinity.scanned_neighbors import scanned_neighbors
from rnse_core.affinity.search_cost import search_method, usual_method
from rnse_core.exceptions import NeighborSearchWarning
from rnse_core.stages import call_in_stage, report_stage

# Points searched for at a time: the search then takes little more memory than its result.
CHUNK = 50_000
# Points that a thread searches for in a tree at a time.
THREAD_CHUNK = 5_000
# Cost, in pairs times features, of the points that are compared with all others at a time: about a second.
CHUNK_WORK = 2e10
# Neighbours found beyond those asked for, so that ties are broken by number.
EXTRA_NEIGHBORS = 4
# Points whose exact neighbours an approximate search is compared with, and the smallest share of them to be found.
RECALL_POINTS = 500
MIN_RECALL = 0.95

# The compiled code of pynndescent may not be thread-safe.
_approximate_search = threading.Lock()


class NeighborSearch:
    """Search among a fixed set of points.

    Parameters
    ----------
    Y : ndarray of shape (n_samples, n_features)
    method : {"tree", "scan", "approximate"} or None, default=None
        How `neighbors_of_all` searches. "approximate" needs pynndescent (the "large" extra); without it a
        warning says so, and the search is exact. None takes what
        :func:`rnse_core.affinity.search_cost.usual_method` says.
    random_state : int, default=0
        For the approximate search.

    Attributes
    ----------
    method : {"tree", "scan", "approximate"}
    tree_rank : ndarray of shape (n_samples,) or None
        Rank of each point in the order of the tree, in which near points follow each other.
    recall : float
        Share of the true neighbours that `neighbors_of_all` found: 1 for an exact search, else estimated on
        `RECALL_POINTS` points.
    """

    def __init__(self, Y: FloatArray, *, method: str | None = None, random_state: int = 0) -> None:
        n_samples, n_features = Y.shape
        self.Y = Y
        self.random_state = random_state
        method = method or usual_method(n_samples, n_features)
        if method == "approximate" and _pynndescent() is None:
            warnings.warn(NeighborSearchWarning(n_samples, n_features), stacklevel=2)
            method = search_method(n_samples, n_features)
        self.method = method
        self.recall = 1.0
        self.tree_rank: IntArray | None = None
        if method == "tree":
            self._exact: Any = cKDTree(Y)
            self.tree_rank = np.empty(n_samples, dtype=np.intp)
            self.tree_rank[self._exact.indices] = np.arange(n_samples)
        else:
            self._exact = NearestNeighbors(algorithm="brute", n_jobs=-1).fit(Y)

    @classmethod
    def exact(cls, Y: FloatArray) -> Self:
        """Return a search that finds the true neighbours, however long it takes."""
        return cls(Y, method=search_method(*Y.shape))

    @cached_property
    def pairs(self) -> PairScan:
        """The points, ready for a scan of all pairs."""
        return PairScan(self.Y)

    def neighbors_of_all(self, k: int) -> Neighbors:
        """Return the k nearest other points of every point.

        Parameters
        ----------
        k : int
            At most n_samples - 1.

        Returns
        -------
        Neighbors
        """
        if self.method == "approximate":
            return self._approximate(k)
        found = scanned_neighbors(self.pairs, self.Y, k) if self.method == "scan" else None
        return found or self.neighbors_of(np.arange(len(self.Y)), k)

    def neighbors_of(self, points: IntArray, k: int) -> Neighbors:
        """Return the exact k nearest other points of some of the points.

        Parameters
        ----------
        points : ndarray of int of shape (n_points,)
        k : int
            At most n_samples - 1.

        Returns
        -------
        Neighbors
        """
        indices = np.empty((len(points), k), dtype=np.int32)
        distances = np.empty((len(points), k))
        # More than are kept: of points at the same distance those with the lower numbers are kept.
        wanted = min(k + 1 + EXTRA_NEIGHBORS, len(self.Y))
        # Near points are searched for together, so that the part of the tree that they need stays in cache.
        order = points if self.tree_rank is None else points[np.argsort(self.tree_rank[points], kind="stable")]
        at = np.empty(len(self.Y), dtype=np.intp)
        at[points] = np.arange(len(points))
        step = CHUNK if self.tree_rank is not None else int(np.clip(CHUNK_WORK / self.Y.size, 1, CHUNK))
        size = step if self.tree_rank is None else THREAD_CHUNK

        def find(start: int) -> None:
            part = order[start : start + size]
            near, found = self._others(part, wanted)
            indices[at[part]] = near[:, :k]
            distances[at[part]] = found[:, :k]

        for start in range(0, len(order), step):
            done = f": {start:,} done" if start else ""
            report_stage(f"Looking for the neighbours of {len(order):,} points{done}")
            local_executor().gather(find, range(start, min(start + step, len(order)), size))
        return Neighbors(indices, distances)

    def _others(self, part: IntArray, wanted: int) -> tuple[IntArray, FloatArray]:
        """Nearest others of some points and their distances, of equally far ones the lower number first."""
        if isinstance(self._exact, cKDTree):
            found, near = self._exact.query(self.Y[part], np.arange(1, wanted + 1))
        else:
            near = self._exact.kneighbors(self.Y[part], wanted, return_distance=False)
            found = self._distances(part, near)
        own = near == part[:, None]
        # A point with duplicates may not be among those found for it; then the last of these is dropped.
        own[~own.any(axis=1), -1] = True
        near, found = near[~own].reshape(len(part), -1), found[~own].reshape(len(part), -1)
        _break_ties(near, found)
        return near, found

    def query(self, points: FloatArray, k: int) -> Neighbors:
        """Return the exact k nearest points of some new points.

        Parameters
        ----------
        points : ndarray of shape (n_points, n_features)
        k : int
            At most n_samples.

        Returns
        -------
        Neighbors
        """
        distances, indices = self._nearest(points, k)
        return Neighbors(indices.astype(np.int32), distances)

    def _nearest(self, points: FloatArray, k: int) -> tuple[FloatArray, IntArray]:
        if isinstance(self._exact, cKDTree):
            # Not by the `workers` of scipy: after an interruption these would go on writing to freed memory.
            parts = [points[at : at + THREAD_CHUNK] for at in range(0, max(len(points), 1), THREAD_CHUNK)]
            found = local_executor().gather(self._exact.query, parts, np.arange(1, k + 1))
            distances, indices = (np.concatenate(arrays) for arrays in zip(*found, strict=True))
        else:
            distances, indices = self._exact.kneighbors(points, k)
        return distances, indices

    def _approximate(self, k: int) -> Neighbors:
        near = call_in_stage(f"Looking for approximate neighbours of {len(self.Y):,} points", self._descent, k + 1)
        rows = np.arange(len(near))
        in_order = np.sort(near, axis=1)
        failed = np.flatnonzero((near < 0).any(axis=1) | (in_order[:, 1:] == in_order[:, :-1]).any(axis=1))
        own = near == rows[:, None]
        own[~own.any(axis=1), -1] = True
        # Rows with a missing or repeated neighbour: any k entries are kept here, and replaced below by an exact search.
        own[failed] = np.arange(k + 1) == k
        indices = near[~own].reshape(len(near), k).astype(np.int32)
        if len(failed):
            indices[failed] = self.neighbors_of(failed, k).indices
        # The search works in single precision; distances are computed again and sorted.
        distances = self._distances(rows, indices)
        order = np.argsort(distances, axis=1, kind="stable")
        indices, distances = np.take_along_axis(indices, order, 1), np.take_along_axis(distances, order, 1)
        self._check_recall(distances, k)
        return Neighbors(indices, distances)

    def _descent(self, k: int) -> IntArray:
        module = _pynndescent()
        assert module is not None
        with _approximate_search:
            index = module.NNDescent(
                self.Y.astype(np.float32), n_neighbors=k, n_jobs=-1, random_state=self.random_state
            )
            near: IntArray = index.neighbor_graph[0]
        return near

    def _distances(self, points: IntArray, near: IntArray) -> FloatArray:
        """Distances computed from differences, without the cancellation of an expanded square."""
        return pair_distances(self.Y, points.repeat(near.shape[1]), near.ravel()).reshape(near.shape)

    def _check_recall(self, distances: FloatArray, k: int) -> None:
        """Estimate the recall from distances, so that either of two equally distant points counts as found."""
        sample = np.unique(np.linspace(0, len(self.Y) - 1, RECALL_POINTS).astype(np.intp))
        true = self.neighbors_of(sample, k).distances
        limit = true[:, -1:] * (1.0 + 1e-6)
        self.recall = float(np.count_nonzero(distances[sample] <= limit)) / true.size
        if self.recall < MIN_RECALL:
            n_samples, n_features = self.Y.shape
            warnings.warn(NeighborSearchWarning(n_samples, n_features, self.recall), stacklevel=2)


def spatial_order(X: FloatArray) -> IntArray:
    """Order of the points in which near points follow each other, so that computations on neighbours stay in cache.

    Parameters
    ----------
    X : ndarray of shape (n_samples, n_features)
        Few features: the order is that of a tree.

    Returns
    -------
    order : ndarray of shape (n_samples,)
    """
    order: IntArray = cKDTree(center_and_scale(X)[0]).indices
    return order


def _break_ties(near: IntArray, found: FloatArray) -> None:
    """Sort each row, in place, by distance, and by number where distances are equal."""
    rows = np.flatnonzero((found[:, 1:] <= found[:, :-1]).any(axis=1))
    order = np.lexsort((near[rows], found[rows]))
    near[rows] = np.take_along_axis(near[rows], order, 1)
    found[rows] = np.take_along_axis(found[rows], order, 1)


def _pynndescent() -> Any:
    try:
        import pynndescent
    except ImportError:
        return None
    return pynndescent
