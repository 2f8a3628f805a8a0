"""Exact nearest neighbours of samples in blocks: each is compared with itself, then with others, keeping the best.

After the comparison with itself a sample has a bound of its k-th distance. It is compared only with those blocks whose
box of coordinates is nearer than that. With many features this excludes nothing, and every block meets every other one.
No worker holds more than two blocks for it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from scipy.spatial import cKDTree
from sklearn.neighbors import NearestNeighbors

from rnse_core._base.arrays import FloatArray, IntArray
from rnse_core._base.executors import Block, Executor, PerBlock
from rnse_core.affinity.distances import CHUNK_ENTRIES
from rnse_core.affinity.neighbor_lists import Neighbors
from rnse_core.affinity.neighbors import EXTRA_NEIGHBORS, break_ties
from rnse_core.distributed.rows import RowSource
from rnse_core.stages import report_stage

# Rows of a block that are compared with another block at a time.
CHUNK = 4096


@dataclass(frozen=True, eq=False)
class _Searchable:
    """Samples of a block that can be found: `numbers` of all samples, ascending, and a tree of them, or None."""

    Y: FloatArray
    numbers: IntArray
    tree: cKDTree | None

    def nearest(self, points: FloatArray, k: int) -> tuple[IntArray, FloatArray]:
        """Return the numbers and distances of the k nearest, nearest first, for each of some points."""
        k = min(k, len(self.Y))
        if self.tree is not None:
            distances, near = self.tree.query(points, np.arange(1, k + 1))
            return self.numbers[near], distances
        near = NearestNeighbors(algorithm="brute").fit(self.Y).kneighbors(points, k, return_distance=False)
        return self.numbers[near], _distances(points, self.Y, near)


@dataclass(frozen=True, eq=False)
class _Found:
    """Best neighbours so far of some points: number n and an infinite distance where there is none yet."""

    points: FloatArray
    numbers: IntArray
    distances: FloatArray


class BlockSearch:
    """Search among samples in blocks; it has the interface of :class:`rnse_core.affinity.neighbors.NeighborSearch`.

    Parameters
    ----------
    rows : RowSource
        Scaled samples.
    method : {"tree", "scan"}
    only : ndarray of int or None, default=None
        Ascending numbers of the samples that can be found; None for all.
    """

    def __init__(self, rows: RowSource, method: str, only: IntArray | None = None) -> None:
        self.rows = rows
        self.method = method
        self.n_found = rows.n_samples if only is None else len(only)
        parts = PerBlock([None] * len(rows.blocks) if only is None else rows.of_each(only))
        starts = PerBlock(rows.bounds[:-1].tolist())
        self._searchable = rows.executor.keep(_searchable, rows.blocks, starts, parts, method == "tree")
        self._boxes = rows.executor.gather(_box, self._searchable)

    @property
    def n_features(self) -> int:
        """Number of features."""
        return self.rows.n_features

    @property
    def executor(self) -> Executor:
        """What keeps the blocks."""
        return self.rows.executor

    def lists(
        self, k: int, queries: Sequence[IntArray] | None = None, own: Sequence[IntArray] | None = None
    ) -> list[Block]:
        """Find the k nearest of some samples; the lists stay where the samples are.

        Parameters
        ----------
        k : int
            At most as many as there are others.
        queries : sequence of ndarray of int or None, default=None
            For each block the rows to find neighbours of; None for all.
        own : sequence of ndarray of int or None, default=None
            For each block the numbers of samples that are not their neighbours; None for their own.

        Returns
        -------
        list
            References to `Neighbors` with the numbers of samples, one for each block.
        """
        executor, n_blocks = self.executor, len(self.rows.blocks)
        report_stage(f"Looking for the neighbours of {self.rows.n_samples:,} points, each block in itself")
        starts = PerBlock(self.rows.bounds[:-1].tolist())
        asked, excluded = (PerBlock([None] * n_blocks if lists is None else lists) for lists in (queries, own))
        numbers = PerBlock(executor.keep(_own_numbers, self.rows.blocks, starts, asked, excluded))
        found = executor.keep(_started, self.rows.blocks, asked, k + EXTRA_NEIGHBORS, self.rows.n_samples)
        found = executor.keep(_improved, found, PerBlock(self._searchable), PerBlock(self._boxes), numbers)
        others = executor.gather(_boxes_in_reach, found, PerBlock(range(n_blocks)), self._boxes, k)
        for turn in range(max(len(one) for one in others)):
            report_stage(f"Looking for the neighbours of {self.rows.n_samples:,} points in {turn + 1} more blocks")
            active = [number for number, one in enumerate(others) if len(one) > turn]
            partners = [int(others[number][turn]) for number in active]
            improved = executor.keep(
                _improved,
                [found[number] for number in active],
                PerBlock(self._searchable[partner] for partner in partners),
                PerBlock(self._boxes[partner] for partner in partners),
                PerBlock(numbers[number] for number in active),
            )
            for number, one in zip(active, improved, strict=True):
                found[number] = one
        return executor.keep(_lists, found, k)

    def query(self, points: FloatArray, k: int) -> Neighbors:
        """Return the exact k nearest samples of some new points.

        Parameters
        ----------
        points : ndarray of shape (n_points, n_features)
        k : int
            At most n_samples.

        Returns
        -------
        Neighbors
        """
        parts = self.executor.gather(_nearest, self._searchable, points, k)
        numbers, distances = (np.concatenate(part, axis=1) for part in zip(*parts, strict=True))
        numbers, distances = _best(numbers, distances, k)
        return Neighbors(numbers.astype(np.int32), distances)


def _searchable(Y: FloatArray, start: int, only: IntArray | None, tree: bool) -> _Searchable:
    rows = np.arange(len(Y)) if only is None else only
    part = Y if only is None else Y[only]
    return _Searchable(part, rows + start, cKDTree(part) if tree and len(part) else None)


def _distances(points: FloatArray, Y: FloatArray, near: IntArray) -> FloatArray:
    """Distances from differences, without the cancellation of an expanded square."""
    distances = np.empty(near.shape)
    step = max(1, CHUNK_ENTRIES // (near.shape[1] * Y.shape[1]))
    for start in range(0, len(near), step):
        part = slice(start, start + step)
        difference = points[part, None] - Y[near[part]]
        np.einsum("ijk,ijk->ij", difference, difference, out=distances[part])
    return np.sqrt(distances, out=distances)


def _box(searchable: _Searchable) -> FloatArray | None:
    """Smallest and largest coordinates; None where no sample can be found."""
    Y = searchable.Y
    return np.stack([Y.min(axis=0), Y.max(axis=0)]) if len(Y) else None


def _own_numbers(Y: FloatArray, start: int, asked: IntArray | None, own: IntArray | None) -> IntArray:
    if own is not None:
        return own
    return (np.arange(len(Y)) if asked is None else asked) + start


def _started(Y: FloatArray, asked: IntArray | None, width: int, n: int) -> _Found:
    points = Y if asked is None else Y[asked]
    shape = (len(points), width)
    return _Found(points, np.full(shape, n, dtype=np.int64), np.full(shape, np.inf))


def _improved(found: _Found, searchable: _Searchable, box: FloatArray | None, own: IntArray) -> _Found:
    """Compare the points with the samples of a block, as far as these may be nearer than what was found."""
    if box is None:
        return found
    width = found.numbers.shape[1]
    rows = np.flatnonzero(_distances_to(box, found.points) <= found.distances[:, -1])
    numbers, distances = found.numbers.copy(), found.distances.copy()
    for start in range(0, len(rows), CHUNK):
        part = rows[start : start + CHUNK]
        # One more: a sample finds itself.
        near, far = searchable.nearest(found.points[part], width + 1)
        far = np.where(near == own[part, None], np.inf, far)
        near, far = np.concatenate([numbers[part], near], axis=1), np.concatenate([distances[part], far], axis=1)
        numbers[part], distances[part] = _best(near, far, width)
    return replace(found, numbers=numbers, distances=distances)


def _best(numbers: IntArray, distances: FloatArray, k: int) -> tuple[IntArray, FloatArray]:
    """The k nearest in each row, nearest first; of those at the same distance those with the lower numbers."""
    # Quick where the rows are made of a few sorted parts, as they are here.
    order = np.argsort(distances, axis=1, kind="stable")
    at = np.arange(len(numbers))[:, None]
    numbers, distances = numbers[at, order], distances[at, order]
    break_ties(numbers, distances)
    return numbers[:, :k], distances[:, :k]


def _distances_to(box: FloatArray, points: FloatArray) -> FloatArray:
    """Distance of each point to a box, made smaller by its rounding."""
    outside = np.maximum(np.maximum(box[0] - points, points - box[1]), 0.0)
    distances: FloatArray = np.sqrt(np.einsum("ij,ij->i", outside, outside)) * (1.0 - 1e-9)
    return distances


def _boxes_in_reach(found: _Found, own: int, boxes: list[FloatArray | None], k: int) -> list[int]:
    """Blocks, the nearest first, that may have one of the k nearest of some point."""
    reach = found.distances[:, -1]
    near = []
    for number, box in enumerate(boxes):
        if number != own and box is not None and len(reach):
            distances = _distances_to(box, found.points)
            if (distances <= reach).any():
                near.append((float(distances.min()), number))
    return [number for _, number in sorted(near)]


def _lists(found: _Found, k: int) -> Neighbors:
    return Neighbors(found.numbers[:, :k].astype(np.int32), found.distances[:, :k].copy())


def _nearest(searchable: _Searchable, points: FloatArray, k: int) -> tuple[IntArray, FloatArray]:
    if len(searchable.Y) == 0:
        return np.empty((len(points), 0), dtype=np.int64), np.empty((len(points), 0))
    return searchable.nearest(points, k)
