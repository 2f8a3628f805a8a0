"""The normalised association of a kernel, by which partitions from several starts are compared."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from scipy.sparse import csr_array

from rnse_core._base.arrays import FloatArray, IntArray, Similarity
from rnse_core._base.executors import local_executor
from rnse_core._base.row_blocks import RowBlock, row_blocks
from rnse_core.affinity.float32 import product


def normalized_associations(K: Similarity, partitions: Sequence[IntArray], n_clusters: int) -> FloatArray:
    """Sum over clusters of (K inside the cluster) / (K from the cluster to all), for each of several partitions.

    Parameters
    ----------
    K : csr_array or ndarray of shape (n_samples, n_samples)
        Symmetric, non-negative.
    partitions : sequence of ndarray of shape (n_samples,)
        Labels from 0 to n_clusters - 1.
    n_clusters : int

    Returns
    -------
    ndarray of shape (n_partitions,)
        The number of clusters minus the normalised cut; an empty cluster contributes 0.
    """
    sums = _dense_sums(K, partitions, n_clusters) if isinstance(K, np.ndarray) else _sparse_sums(K, partitions)
    associations = np.empty(len(partitions))
    for p, (labels, (within, whole)) in enumerate(zip(partitions, sums, strict=True)):
        volume = np.bincount(labels, weights=whole, minlength=n_clusters)
        inside = np.bincount(labels, weights=within, minlength=n_clusters)
        associations[p] = np.divide(inside, volume, out=np.zeros(n_clusters), where=volume > 0).sum()
    return associations


def _dense_sums(
    K: FloatArray, partitions: Sequence[IntArray], n_clusters: int
) -> Iterator[tuple[FloatArray, FloatArray]]:
    """Yield for each partition the sums of the rows of K over the cluster of the row, and over all samples."""
    samples = np.arange(len(K))
    # One product for all partitions: K is read once, and a wide product is much faster than several narrow ones.
    indicator = np.zeros((len(K), len(partitions) * n_clusters))
    for p, labels in enumerate(partitions):
        indicator[samples, p * n_clusters + labels] = 1.0
    to_clusters = product(K, indicator)
    for p, labels in enumerate(partitions):
        part = to_clusters[:, p * n_clusters : (p + 1) * n_clusters]
        yield part[samples, labels], part.sum(axis=1)


def _sparse_sums(K: csr_array, partitions: Sequence[IntArray]) -> Iterator[tuple[FloatArray, FloatArray]]:
    """Yield the same sums without those over each of the other clusters, most of which are zero."""

    def sums(block: RowBlock) -> FloatArray:
        counts = np.diff(block.indptr)
        rows = slice(block.start, block.start + len(counts))
        everyone = np.ones(len(block.cols), dtype=bool)
        same = [np.repeat(labels[rows], counts) == labels[block.cols] for labels in partitions]
        parts = [csr_array((block.values * kept, block.cols, block.indptr)) for kept in (*same, everyone)]
        return np.array([part.sum(axis=1) for part in parts])

    *within, whole = np.concatenate(local_executor().gather(sums, row_blocks(K.indptr, K.indices, K.data)), axis=1)
    return ((one, whole) for one in within)
