"""The kernel K on a symmetric pattern of neighbours, which can be widened.

The smooth kernels are functions of the scaled squared distance, ``K_ij = g(d_ij^2 / (s_i s_j))``: the self-tuned one
with the local scales s, the Gaussian one with the same scale for all samples, the cosine with unit rows. Let r_i be
the radius of sample i, the distance up to which its neighbours are in the pattern, and rho = r / s its *reach*. For a
pair outside the pattern d_ij is at least max(r_i, r_j), hence

    K_ij <= g(rho_i rho_j max(r_i / r_j, r_j / r_i)).

This bounds all entries outside the pattern by vectors of length n.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array, eye_array

from rnse_core._base.arrays import FloatArray, IntArray, sorted_unique
from rnse_core._base.checks import check_choice
from rnse_core._base.executors import Block, Executor, local_executor
from rnse_core._base.row_blocks import REMOTE_ENTRIES, RowBlock, row_blocks, self_contained
from rnse_core.affinity.dense import pkn_row_weights
from rnse_core.affinity.duplicates import Duplicates
from rnse_core.affinity.kinds import GRAPH_KERNELS, SMOOTH_KERNELS
from rnse_core.affinity.neighbors import Index, Neighbors, NeighborSearch
from rnse_core.affinity.precomputed import check_sparse_similarity
from rnse_core.affinity.prepared_points import (
    CHUNK_ENTRIES,
    PreparedPoints,
    common_scale,
    local_scales,
    scaled_samples,
)
from rnse_core.stages import tell

# Blocks of the kernel that are computed between two reports of progress.
BLOCKS_PER_REPORT = 32
# Relative rounding of distances and kernels: a pair this close to a bound is not excluded by it.
ROUNDING_MARGIN = 1e-9
# Reach of a sample whose neighbours are all the others.
UNBOUNDED_REACH = 1e100


class NeighborKernel:
    """K on a symmetric pattern with the whole diagonal.

    Parameters
    ----------
    matrix : csr_array of shape (n_samples, n_samples)
        K on the pattern, zeros stored where the pattern has them; indices sorted.
    points : PreparedPoints or None, default=None
        The samples; None for a precomputed similarity.
    reach : ndarray of shape (n_samples,) or None, default=None
        rho of a smooth kernel, whose entries outside the pattern are computed from `points`; None stands for a kernel
        that is zero outside the pattern.
    entries_among_duplicates : int, default=0
        Number of entries of K between identical samples.

    Attributes
    ----------
    zero_outside : bool
        Whether K is zero outside the pattern.
    first_size : int
        Entries of the pattern before it was widened.
    complete : bool
        Whether the last search found all pairs that S needs, so that S is the exact projection.
    """

    def __init__(
        self,
        matrix: csr_array,
        points: PreparedPoints | None = None,
        reach: FloatArray | None = None,
        *,
        entries_among_duplicates: int = 0,
    ) -> None:
        self.matrix = matrix
        self.points = points
        self.zero_outside = reach is None
        self.reach: FloatArray = np.zeros(matrix.shape[0]) if reach is None else reach
        self.entries_among_duplicates = entries_among_duplicates
        self.first_size = matrix.nnz
        self.complete = False
        self._blocks: tuple[Executor, list[Block], list[Index] | None] | None = None

    def fork(self) -> NeighborKernel:
        """Return a kernel with the same entries, which can be widened without changing this one."""
        reach = None if self.zero_outside else self.reach.copy()
        return NeighborKernel(self.matrix, self.points, reach, entries_among_duplicates=self.entries_among_duplicates)

    def blocks(self, executor: Executor) -> tuple[list[Block], list[Index] | None]:
        """Rows of K as `RowBlock` objects, where the executor keeps them, and what they need of vectors.

        They are cut once for each pattern.
        """
        if self._blocks is None or self._blocks[0] is not executor:
            K = self.matrix
            if executor.local:
                self._blocks = executor, list(row_blocks(K.indptr, K.indices, K.data)), None
            else:
                parts = [self_contained(part) for part in row_blocks(K.indptr, K.indices, K.data, REMOTE_ENTRIES)]
                blocks = executor.keep(_unchanged, [block for block, _ in parts])
                self._blocks = executor, blocks, [needed for _, needed in parts]
        return self._blocks[1], self._blocks[2]

    @property
    def n_samples(self) -> int:
        """Number of rows."""
        return int(self.matrix.shape[0])

    @property
    def coordinates(self) -> FloatArray | None:
        """The scaled samples of a smooth kernel, of shape (n_samples, n_features); None for other kernels."""
        return None if self.zero_outside or self.points is None else self.points.Y

    def bound(self, product: FloatArray) -> FloatArray:
        """Return an upper bound for K at pairs outside the pattern.

        Parameters
        ----------
        product : ndarray
            Lower bounds of ``d_ij^2 / (s_i s_j)``.

        Returns
        -------
        ndarray of the same shape
        """
        if self.zero_outside or self.points is None:
            return np.zeros_like(product)
        return self.points.profile.value(product * (1.0 - ROUNDING_MARGIN))

    def largest_distances(self, sums: FloatArray) -> FloatArray:
        """Return the largest ``t = d_ij^2 / (s_i s_j)`` with ``g(t) + sum > 0``, for each sum; infinite if all t have.

        Parameters
        ----------
        sums : ndarray

        Returns
        -------
        ndarray of the same shape
        """
        assert self.points is not None
        t = np.where(sums < 0, self.points.profile.inverse(np.maximum(-sums, 0.0)), np.inf)
        return t * (1.0 + ROUNDING_MARGIN) + ROUNDING_MARGIN

    def radius(self) -> FloatArray:
        """Return r: the distance up to which the neighbours of each sample are in the pattern."""
        if self.points is None or self.points.scale is None:
            return np.ones(self.n_samples)
        return self.reach * self.points.scale

    def outside(self, rows: IntArray, cols: IntArray) -> FloatArray:
        """Return K at pairs that are not in the pattern."""
        return np.zeros(len(rows)) if self.zero_outside or self.points is None else self.points.kernel(rows, cols)

    def extend_reach(self, samples: IntArray, k: int) -> Neighbors:
        """Look up the k nearest neighbours of some samples; their reach becomes that of the farthest of these.

        Parameters
        ----------
        samples : ndarray of int of shape (n,)
        k : int

        Returns
        -------
        Neighbors
        """
        assert self.points is not None and self.points.scale is not None
        near = self.points.search.neighbors_of(samples, k)
        self.reach[samples] = near.distances[:, -1] / self.points.scale[samples]
        if k == self.n_samples - 1:
            self.reach[samples] = UNBOUNDED_REACH
        return near

    def widen(self, rows: IntArray, cols: IntArray) -> None:
        """Add the pairs (rows, cols) and their mirror images to the pattern."""
        n, K = self.n_samples, self.matrix
        keys = sorted_unique(np.concatenate([rows.astype(np.int64) * n + cols, cols.astype(np.int64) * n + rows]))
        rows, cols = (keys // n).astype(np.int32), (keys % n).astype(np.int32)
        places, _ = pattern_places(K, rows, cols)
        indptr = K.indptr + np.concatenate([[0], np.cumsum(np.bincount(rows, minlength=n))]).astype(np.int32)
        data = np.insert(K.data, places, self.outside(rows, cols))
        self.matrix = csr_array((data, np.insert(K.indices, places, cols), indptr), shape=(n, n))
        self._blocks = None


def _unchanged(block: RowBlock) -> RowBlock:
    return block


def pattern_places(K: csr_array, rows: IntArray, cols: IntArray) -> tuple[IntArray, NDArray[np.bool_]]:
    """Where pairs are in a pattern.

    Parameters
    ----------
    K : csr_array of shape (n_samples, n_samples)
        Indices sorted, no row empty.
    rows, cols : ndarray of int

    Returns
    -------
    places : ndarray of int
        Number of the entry, or of the one that it would go before.
    inside : ndarray of bool
        Whether it is there.
    """
    n = K.shape[0]
    # One sorted key per stored entry of the rows that are asked for, searched by halving.
    asked = sorted_unique(rows).astype(np.int64)
    counts = np.diff(K.indptr)[asked]
    before = np.concatenate([[0], np.cumsum(counts)])
    shift = K.indptr[asked] - before[:-1]
    stored = np.repeat(asked, counts) * n + K.indices[np.arange(before[-1]) + np.repeat(shift, counts)]
    keys = rows.astype(np.int64) * n + cols
    at = np.searchsorted(stored, keys)
    inside = np.zeros(len(keys), dtype=bool)
    within = at < len(stored)
    inside[within] = stored[at[within]] == keys[within]
    return at + shift[np.searchsorted(asked, rows)], inside


def neighbor_kernel(
    X: FloatArray,
    affinity: str,
    n_neighbors: int,
    *,
    affinity_neighbors: int | None = None,
    gamma: float | None = None,
    approximate: bool | None = None,
) -> NeighborKernel:
    """Compute K on the pattern of the nearest neighbours.

    Parameters
    ----------
    X : ndarray of shape (n_samples, n_features)
    affinity : {"self_tuning", "rbf", "cosine", "knn", "probabilistic_knn", "authors"}
    n_neighbors : int
        Neighbours per point in the pattern of a smooth kernel; at most n_samples - 1 are used. The other kernels bring
        their own pattern.
    affinity_neighbors : int or None
        Neighbours that the kernel is made from, at most n_samples - 1.
    gamma : float or None
        For "rbf".
    approximate : bool or None, default=None
        See `NeighborSearch`.

    Returns
    -------
    NeighborKernel

    Raises
    ------
    ValueError
        If there is no such kernel.
    """
    check_choice("affinity", affinity, SMOOTH_KERNELS + GRAPH_KERNELS)
    n = len(X)
    if n == 1:
        own = np.array([[0.0 if affinity == "probabilistic_knn" else 1.0]])
        return NeighborKernel(_with_diagonal(csr_array(own), np.flatnonzero(own == 0)), PreparedPoints.of(X, affinity))
    k = min(affinity_neighbors or 1, n - 1)
    Y, scaling = scaled_samples(X, affinity)
    search = NeighborSearch(Y, approximate=approximate)
    if affinity in GRAPH_KERNELS:
        return NeighborKernel(_graph_kernel(search, affinity, k), PreparedPoints(affinity, k, scaling, search, None))
    near = search.neighbors_of_all(min(max(n_neighbors, k), n - 1))
    duplicates = Duplicates.among(Y, near)
    if affinity == "self_tuning":
        scale = local_scales(near, duplicates, k)
    else:
        scale = common_scale(Y, affinity, scaling, gamma)
    points = PreparedPoints(affinity, k, scaling, search, scale)
    tell(f"Kernel of {n:,} points and their neighbours")
    pattern = _pattern(near.indices, duplicates)
    among_duplicates = 0 if duplicates is None else duplicates.n_pairs()
    return NeighborKernel(
        _evaluate(pattern, points), points, near.distances[:, -1] / scale, entries_among_duplicates=among_duplicates
    )


def sparse_precomputed(A: csr_array) -> NeighborKernel:
    """K from a sparse similarity, whose entries are its pattern.

    Parameters
    ----------
    A : csr_array or csr_matrix of shape (n_samples, n_samples)
        Finite.

    Returns
    -------
    NeighborKernel

    Raises
    ------
    ValueError
        If the matrix is not square, has a negative entry, or is not symmetric; the message names the entry.
    """
    K = check_sparse_similarity(A)
    return NeighborKernel(_with_diagonal(K, np.flatnonzero(K.diagonal() == 0)))


def _pattern(indices: Index, duplicates: Duplicates | None) -> csr_array:
    """Pattern of a list of neighbours, made symmetric, with the whole diagonal.

    A sample with many duplicates has edges to some of them and to the distinct samples around.
    """
    n, k = indices.shape
    if duplicates is not None:
        duplicates.share_out(indices)
    directed = csr_array(
        (np.ones(n * k, dtype=np.int8), indices.ravel(), np.arange(0, n * k + 1, k, dtype=np.int32)), shape=(n, n)
    )
    directed.sort_indices()
    # Ones stay ones under a maximum, where a sum of many int8 could wrap.
    if duplicates is not None:
        rows, cols = duplicates.edges()
        ones = np.ones(len(rows), dtype=np.int8)
        directed = directed.maximum(csr_array((ones, (rows, cols)), shape=(n, n)))
    pattern = directed.maximum(csr_array(directed.T)).maximum(csr_array(eye_array(n, dtype=np.int8)))
    pattern.sort_indices()
    return pattern


def _evaluate(pattern: csr_array, points: PreparedPoints) -> csr_array:
    """K on the pattern, in parallel over blocks of rows."""
    n = pattern.shape[0]
    data = np.empty(pattern.nnz)
    step = max(1, int(CHUNK_ENTRIES * n / max(pattern.nnz, 1)))

    def fill(start: int) -> None:
        stop = min(start + step, n)
        part = slice(pattern.indptr[start], pattern.indptr[stop])
        rows = np.repeat(np.arange(start, stop, dtype=np.int32), np.diff(pattern.indptr[start : stop + 1]))
        data[part] = points.kernel(rows, pattern.indices[part])

    starts = range(0, n, step)
    for at in range(0, len(starts), BLOCKS_PER_REPORT):
        tell(f"Kernel of {n:,} points and their neighbours: {starts[at]:,} done")
        local_executor().gather(fill, starts[at : at + BLOCKS_PER_REPORT])
    return csr_array((data, pattern.indices, pattern.indptr), shape=pattern.shape)


def _graph_kernel(search: NeighborSearch, affinity: str, k: int) -> csr_array:
    """K of the graph kernels, zeros stored on the diagonal where K has them."""
    n = len(search.Y)
    indptr = np.arange(0, n * k + 1, k, dtype=np.int32)
    if affinity == "knn":
        near = search.neighbors_of_all(k)
        weights = np.ones((n, k))
    else:
        near = search.neighbors_of_all(min(k + 1, n - 1))
        weights = pkn_row_weights(near.distances**2, k)
    directed = csr_array((weights.ravel(), near.indices[:, :k].ravel(), indptr), shape=(n, n))
    directed.sort_indices()
    W = csr_array(0.5 * (directed + csr_array(directed.T)))
    W.eliminate_zeros()
    if affinity == "authors":
        W.data = np.exp(-W.data)
    if affinity != "probabilistic_knn":
        return csr_array(W + eye_array(n))
    return _with_diagonal(W, np.arange(n))


def _with_diagonal(W: csr_array, missing: IntArray) -> csr_array:
    """W with zeros stored on the diagonal where it has nothing."""
    n = W.shape[0]
    rows = np.concatenate([np.repeat(np.arange(n), np.diff(W.indptr)), missing]).astype(np.int32)
    cols = np.concatenate([W.indices, missing]).astype(np.int32)
    data = np.concatenate([W.data, np.zeros(len(missing))])
    order = np.lexsort((cols, rows))
    indptr = np.concatenate([[0], np.cumsum(np.bincount(rows, minlength=n))]).astype(np.int32)
    return csr_array((data[order], cols[order], indptr), shape=(n, n))
