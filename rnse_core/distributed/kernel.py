"""The kernel K on a symmetric pattern of neighbours, made and kept on the workers."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from rnse_core._base.arrays import FloatArray, Index, IntArray
from rnse_core._base.executors import Block, Executor, PerBlock
from rnse_core._base.row_blocks import RowBlock
from rnse_core.affinity.distances import MidrangeScaling
from rnse_core.affinity.kinds import GRAPH_KERNELS, UNIT_KERNELS
from rnse_core.affinity.local_scales import COSINE_SCALE, gaussian_scale, local_scale_floor
from rnse_core.affinity.neighbor_lists import Neighbors
from rnse_core.affinity.pkn import pkn_row_weights
from rnse_core.affinity.prepared_points import PreparedPoints, unit_samples
from rnse_core.affinity.profiles import smooth_profile
from rnse_core.affinity.search_cost import search_method
from rnse_core.affinity.sparse_kernel import UNBOUNDED_REACH, NeighborKernel
from rnse_core.distributed.cells import sorted_by_place
from rnse_core.distributed.copies import BlockCopies
from rnse_core.distributed.matrix import DistributedMatrix
from rnse_core.distributed.pattern import BlockRows, Entries, joined_rows, widened_rows
from rnse_core.distributed.rows import RowSource
from rnse_core.distributed.search import BlockSearch
from rnse_core.stages import report_stage


@dataclass(frozen=True, eq=False)
class ScaledRows:
    """Samples as a kernel compares them, in the order of the fit.

    Attributes
    ----------
    rows : RowSource
    scaling : MidrangeScaling or None
        None where the samples were scaled to unit length.
    order : ndarray of int of shape (n_samples,) or None
        Number, in the order of the caller, of each sample; None where they are the same.
    method : {"tree", "scan"}
        Search for neighbours. In a tree near samples are in the same block.
    """

    rows: RowSource
    scaling: MidrangeScaling | None
    order: IntArray | None
    method: str

    @classmethod
    def of(cls, rows: RowSource, affinity: str) -> ScaledRows:
        """Scale samples, and sort them by place where their features are few.

        Parameters
        ----------
        rows : RowSource
            With the extremes of its features.
        affinity : str

        Returns
        -------
        ScaledRows
        """
        assert rows.extremes is not None
        # The scaling depends on the extremes alone.
        scaling = None if affinity in UNIT_KERNELS else MidrangeScaling.of(rows.extremes)
        blocks = rows.executor.keep(_scaled, rows.blocks, affinity, scaling)
        scaled = RowSource(rows.executor, blocks, rows.bounds, rows.n_features)
        method = search_method(*scaled.shape)
        if method == "scan":
            return cls(scaled, scaling, None, method)
        report_stage(f"Sorting {scaled.n_samples:,} samples by place")
        sorted_rows, order = sorted_by_place(scaled)
        return cls(sorted_rows, scaling, order, method)


class DistributedKernel(NeighborKernel):
    """K on a symmetric pattern with the whole diagonal, in blocks of rows on the workers.

    Parameters
    ----------
    rows : BlockRows
        Of K.
    points : PreparedPoints
        Its search is a `BlockSearch`.
    reach : ndarray of shape (n_samples,) or None, default=None
    entries_among_duplicates : int, default=0
    """

    points: PreparedPoints

    def __init__(
        self,
        rows: BlockRows,
        points: PreparedPoints,
        reach: FloatArray | None = None,
        *,
        entries_among_duplicates: int = 0,
    ) -> None:
        self.rows = rows
        super().__init__(DistributedMatrix(rows), points, reach, entries_among_duplicates=entries_among_duplicates)

    def fork(self) -> DistributedKernel:
        """Return a kernel with the same entries, which can be widened without changing this one."""
        reach = None if self.zero_outside else self.reach.copy()
        return DistributedKernel(self.rows, self.points, reach, entries_among_duplicates=self.entries_among_duplicates)

    @property
    def executor(self) -> Executor:
        """What keeps the blocks."""
        return self.rows.executor

    @property
    def search(self) -> BlockSearch:
        """The samples in blocks, and the search among them."""
        found = self.points.search
        assert isinstance(found, BlockSearch)
        return found

    @property
    def coordinates(self) -> FloatArray | None:
        """None: the samples are on the workers."""
        return None

    @property
    def largest(self) -> float:
        """The largest entry."""
        return float(self.matrix.row_maxima().max())

    def blocks(self, executor: Executor) -> tuple[list[Block], list[Index | slice]]:
        """Return the rows of K as `RowBlock` objects, and the samples that each needs."""
        return self.rows.blocks, self.rows.needed

    def near_lists(self, samples: IntArray, k: int) -> list[Block]:
        """Look up the k nearest neighbours of some samples; their reach becomes that of the farthest of these.

        Parameters
        ----------
        samples : ndarray of int of shape (n,)
            Ascending.
        k : int

        Returns
        -------
        list
            References to `Neighbors`.
        """
        found = self.search.lists(k, self.search.rows.of_each(samples))
        assert self.points.scale is not None
        last = np.concatenate(self.executor.gather(_last_distances, found))
        self.reach[samples] = UNBOUNDED_REACH if k == self.n_samples - 1 else last / self.points.scale[samples]
        return found

    def add_entries(self, entries: list[Block]) -> None:
        """Add entries outside the pattern, and their mirror images.

        Parameters
        ----------
        entries : list
            References to lists of `Entries` of each block.
        """
        self.rows = widened_rows(self.rows, entries)
        self.matrix = DistributedMatrix(self.rows)


def distributed_kernel(
    scaled: ScaledRows,
    affinity: str,
    n_neighbors: int,
    *,
    affinity_neighbors: int | None = None,
    gamma: float | None = None,
) -> DistributedKernel:
    """Compute K on the pattern of the nearest neighbours, as :func:`rnse_core.affinity.sparse.neighbor_kernel` does.

    Parameters
    ----------
    scaled : ScaledRows
        At least two samples.
    affinity : {"self_tuning", "rbf", "cosine", "knn", "probabilistic_knn", "authors"}
    n_neighbors : int
        Neighbours of each sample in the pattern of a smooth kernel.
    affinity_neighbors : int or None, default=None
        k of the kernel; None means 1.
    gamma : float or None, default=None
        For "rbf".

    Returns
    -------
    DistributedKernel
    """
    rows, n = scaled.rows, scaled.rows.n_samples
    executor = rows.executor
    k = min(affinity_neighbors or 1, n - 1)
    search = BlockSearch(rows, scaled.method)
    starts = PerBlock(rows.bounds[:-1].tolist())
    if affinity in GRAPH_KERNELS:
        near = search.lists(k if affinity == "knn" else min(k + 1, n - 1))
        entries = executor.keep(_weights, near, affinity, k, starts)
        summed = joined_rows(executor, rows.bounds, entries, add=True)
        blocks = executor.keep(_graph_rows, summed.blocks, affinity)
        counts = np.array(executor.gather(_n_entries, blocks))
        kernel = BlockRows(executor, summed.bounds, blocks, summed.needed, counts)
        return DistributedKernel(kernel, PreparedPoints(affinity, k, scaled.scaling, search, None))
    width = min(max(n_neighbors, k), n - 1)
    near = search.lists(width)
    found = executor.gather(_measured, near, k)
    first, kth, last = (np.concatenate(part) for part in zip(*found, strict=True))
    ids = rows.duplicate_ids() if (first == 0).any() else None
    copies = None if ids is None else BlockCopies(rows, ids, width, scaled.method)
    scale = _scales(rows, affinity, scaled.scaling, gamma, kth, copies, k)
    report_stage(f"Kernel of {n:,} points and their neighbours")
    shared = executor.share(scale)
    edges: list[Block] = [None] * len(near)
    if copies is not None:
        near, edges = copies.pairs(near, starts)
    entries = executor.keep(_kernel_entries, near, PerBlock(edges), shared, affinity, starts)
    points = PreparedPoints(affinity, k, scaled.scaling, search, scale)
    return DistributedKernel(
        joined_rows(executor, rows.bounds, entries, add=False),
        points,
        last / scale,
        entries_among_duplicates=0 if copies is None else copies.n_pairs(),
    )


def _scales(
    rows: RowSource,
    affinity: str,
    scaling: MidrangeScaling | None,
    gamma: float | None,
    kth: FloatArray,
    copies: BlockCopies | None,
    k: int,
) -> FloatArray:
    """Scale of each sample, see `rnse_core.affinity.local_scales`."""
    if affinity == "self_tuning":
        sigma = kth.copy()
        if copies is not None:
            sigma[copies.samples] = copies.distances(k)
        return np.maximum(sigma, local_scale_floor(sigma))
    if scaling is None:
        return np.full(rows.n_samples, COSINE_SCALE)
    mean = sum(rows.executor.gather(_column_sums, rows.blocks)) / rows.n_samples
    squares = sum(rows.executor.gather(_squares_around, rows.blocks, mean))
    return np.full(rows.n_samples, gaussian_scale(float(squares) / rows.n_samples, scaling.unit, gamma))


def _scaled(X: FloatArray, affinity: str, scaling: MidrangeScaling | None) -> FloatArray:
    return unit_samples(X, affinity) if scaling is None else scaling.apply(X)


def _column_sums(Y: FloatArray) -> FloatArray:
    sums: FloatArray = Y.sum(axis=0)
    return sums


def _squares_around(Y: FloatArray, mean: FloatArray) -> float:
    return float(((Y - mean) ** 2).sum())


def _measured(near: Neighbors, k: int) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Distances of the first, the k-th and the last neighbour."""
    return near.distances[:, 0], near.distances[:, k - 1], near.distances[:, -1]


def _last_distances(near: Neighbors) -> FloatArray:
    return near.distances[:, -1]


def _kernel_entries(
    near: Neighbors,
    edges: tuple[IntArray, IntArray, FloatArray] | None,
    scale: FloatArray,
    affinity: str,
    start: int,
) -> list[Entries]:
    """K of each sample with its neighbours and itself."""
    n_rows, k = near.indices.shape
    own = np.arange(n_rows, dtype=np.int32)
    lists: list[tuple[IntArray, IntArray, FloatArray]]
    lists = [(own.repeat(k), near.indices.ravel(), near.distances.ravel()), (own, own + start, np.zeros(n_rows))]
    if edges is not None:
        lists.append(edges)
    rows, cols, distances = (np.concatenate(part) for part in zip(*lists, strict=True))
    rows = (rows + start).astype(np.int32)
    values = smooth_profile(affinity).value(distances**2 / (scale[rows] * scale[cols]))
    return [Entries(rows, cols, values)]


def _weights(near: Neighbors, affinity: str, k: int, start: int) -> list[Entries]:
    """Halves of the weights of a graph kernel, and zeros on the diagonal."""
    weights = np.ones((len(near.indices), k)) if affinity == "knn" else pkn_row_weights(near.distances**2, k)
    own = np.arange(start, start + len(weights), dtype=np.int32)
    entries = Entries(own.repeat(k), near.indices[:, :k].ravel(), 0.5 * weights.ravel())
    return [Entries(own, own, np.zeros(len(own))), entries]


def _graph_rows(block: RowBlock, affinity: str) -> RowBlock:
    """K of a graph kernel from its summed weights; entries that are zero are left out but for the diagonal."""
    own = block.cols == block.rows()
    kept = (block.values > 0) | own
    indptr = np.concatenate([[0], np.cumsum(kept)])[block.indptr].astype(np.int32)
    values = np.exp(-block.values) if affinity == "authors" else block.values.copy()
    values[own] = 0.0 if affinity == "probabilistic_knn" else 1.0
    return RowBlock(block.start, indptr, block.cols[kept], values[kept])


def _n_entries(block: RowBlock) -> int:
    return len(block.cols)
