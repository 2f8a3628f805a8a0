"""Kernels on a pattern of nearest neighbours: the pattern, and K on it."""

from __future__ import annotations

import numpy as np
from scipy.sparse import csr_array, eye_array

from rnse_core._base.arrays import FloatArray, Index, IntArray
from rnse_core._base.checks import check_choice
from rnse_core._base.executors import local_executor
from rnse_core.affinity.duplicates import Duplicates
from rnse_core.affinity.kinds import GRAPH_KERNELS, SMOOTH_KERNELS
from rnse_core.affinity.local_scales import common_scale, local_scales
from rnse_core.affinity.neighbors import NeighborSearch
from rnse_core.affinity.pkn import pkn_row_weights
from rnse_core.affinity.precomputed import check_sparse_similarity
from rnse_core.affinity.prepared_points import CHUNK_ENTRIES, PreparedPoints, scaled_samples
from rnse_core.affinity.sparse_kernel import NeighborKernel
from rnse_core.stages import report_stage

# Blocks of the kernel that are computed between two reports of progress.
BLOCKS_PER_REPORT = 32


def neighbor_kernel(
    X: FloatArray,
    affinity: str,
    n_neighbors: int,
    *,
    affinity_neighbors: int | None = None,
    gamma: float | None = None,
    search: str | None = None,
) -> NeighborKernel:
    """Compute K on the pattern of the nearest neighbours, symmetric and with the whole diagonal.

    Parameters
    ----------
    X : ndarray of shape (n_samples, n_features)
    affinity : {"self_tuning", "rbf", "cosine", "knn", "probabilistic_knn", "authors"}
    n_neighbors : int
        Neighbours of each sample in the pattern of a smooth kernel; at most n_samples - 1 are used. The pattern of a
        graph kernel is where it is not zero.
    affinity_neighbors : int or None, default=None
        k of the kernel; None means 1. At most n_samples - 1 are used.
    gamma : float or None, default=None
        For "rbf".
    search : {"tree", "scan", "approximate"} or None, default=None
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
    found = NeighborSearch(Y, method=search)
    if affinity in GRAPH_KERNELS:
        return NeighborKernel(_graph_kernel(found, affinity, k), PreparedPoints(affinity, k, scaling, found, None))
    near = found.neighbors_of_all(min(max(n_neighbors, k), n - 1))
    duplicates = Duplicates.among(Y, near)
    if affinity == "self_tuning":
        scale = local_scales(near, duplicates, k)
    else:
        scale = common_scale(Y, affinity, scaling, gamma)
    points = PreparedPoints(affinity, k, scaling, found, scale)
    report_stage(f"Kernel of {n:,} points and their neighbours")
    pattern = _pattern(near.indices, duplicates)
    among_duplicates = 0 if duplicates is None else duplicates.n_pairs()
    return NeighborKernel(
        _evaluate(pattern, points), points, near.distances[:, -1] / scale, entries_among_duplicates=among_duplicates
    )


def sparse_precomputed(A: csr_array) -> NeighborKernel:
    """Make a kernel of a sparse similarity, whose stored entries and diagonal are the pattern.

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
    cols = np.empty((n, k + 1), dtype=np.int32)
    cols[:, 0], cols[:, 1:] = np.arange(n), indices
    cols.sort(axis=1)
    directed = csr_array(
        (np.ones(cols.size, dtype=np.int8), cols.ravel(), np.arange(0, cols.size + 1, k + 1, dtype=np.int32)),
        shape=(n, n),
    )
    directed.has_sorted_indices = True
    # A maximum keeps the entries at 1, where a sum of int8 could overflow.
    if duplicates is not None:
        rows, others = duplicates.edges()
        ones = np.ones(len(rows), dtype=np.int8)
        directed = directed.maximum(csr_array((ones, (rows, others)), shape=(n, n)))
    pattern = directed.maximum(csr_array(directed.T))
    pattern.sort_indices()
    return pattern


def _evaluate(pattern: csr_array, points: PreparedPoints) -> csr_array:
    """Return K on the pattern, computed in parallel over blocks of rows."""
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
        report_stage(f"Kernel of {n:,} points and their neighbours: {starts[at]:,} done")
        local_executor().gather(fill, starts[at : at + BLOCKS_PER_REPORT])
    return csr_array((data, pattern.indices, pattern.indptr), shape=pattern.shape)


def _graph_kernel(search: NeighborSearch, affinity: str, k: int) -> csr_array:
    """K of the graph kernels; zeros on the diagonal are stored."""
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
    """Return W with zeros stored at the diagonal entries `missing`."""
    n = W.shape[0]
    rows = np.concatenate([np.repeat(np.arange(n), np.diff(W.indptr)), missing]).astype(np.int32)
    cols = np.concatenate([W.indices, missing]).astype(np.int32)
    data = np.concatenate([W.data, np.zeros(len(missing))])
    order = np.lexsort((cols, rows))
    indptr = np.concatenate([[0], np.cumsum(np.bincount(rows, minlength=n))]).astype(np.int32)
    return csr_array((data[order], cols[order], indptr), shape=(n, n))
