"""A cut of the kernel K, for where copies make S fall apart in the wrong places.

Many copies of one sample, as in a table of few answers, need nobody else to sum to 1: they become components of S of
their own, and what is left between the clusters may hold two of them in one component. Each P made of whole components
is optimal then, and none of them is right. The kernel sees a wider surrounding than S: its normalised cut is far
smaller for other clusters.
"""

from __future__ import annotations

import numpy as np
from scipy.sparse import csr_array

from rnse_core._base.arrays import FloatArray, IntArray, Similarity
from rnse_core._fit.plan import DENSE_SAMPLES
from rnse_core.affinity.float32 import product
from rnse_core.affinity.prepared_points import PreparedPoints
from rnse_core.affinity.sparse_kernel import NeighborKernel
from rnse_core.graph.components import component_labels
from rnse_core.graph.spectral import normalized_affinity
from rnse_core.indicator.coarsening import Hierarchy
from rnse_core.indicator.component_merging import merge_components
from rnse_core.indicator.initialization import SPECTRAL_SAMPLES, coarse_start, normalized_associations, spectral_cuts
from rnse_core.stages import report_stage

# Other clusters must have at most this share of the normalised cut, and be better by this much of one cluster's
# affinity: a smaller cut alone is no proof where clusters are long and thin.
LARGEST_SHARE = 0.75
LEAST_GAIN = 0.1


def falls_apart_around_copies(components: IntArray, groups: IntArray) -> bool:
    """Whether some component of S is nothing but two or more copies of one sample.

    Parameters
    ----------
    components : ndarray of shape (n_samples,)
        Component of each sample, numbered from 0; copies are in the same one.
    groups : ndarray of shape (n_samples,)
        Number of each distinct sample, from 0.

    Returns
    -------
    bool
    """
    first: IntArray = np.unique(groups, return_index=True)[1]
    distinct = np.bincount(components[first])
    return bool(((distinct == 1) & (np.bincount(components) > 1)).any())


def surely_better_cut(
    kernel: FloatArray | NeighborKernel,
    labels: IntArray,
    n_clusters: int,
    groups: IntArray,
    random_state: int | np.random.RandomState | None,
) -> IntArray | None:
    """Labels by a normalised cut of the kernel, where these are better beyond doubt.

    Parameters
    ----------
    kernel : ndarray of shape (n_samples, n_samples) or NeighborKernel
        K.
    labels : ndarray of shape (n_samples,)
        What was found in S, from 0 to n_clusters - 1, the same for all copies of a sample.
    n_clusters : int
    groups : ndarray of shape (n_samples,)
        Number of each distinct sample, from 0.
    random_state : int, RandomState or None
        For K-Means on the eigenvectors of K.

    Returns
    -------
    labels : ndarray of shape (n_samples,) or None
        None where the given ones stay.
    """
    report_stage("P step: whether the kernel tells of better clusters")
    first: IntArray = np.unique(groups, return_index=True)[1]
    K = _between_distinct(kernel, groups, first)
    if n_clusters - normalized_associations(K, [labels[first]], n_clusters)[0] <= LEAST_GAIN:
        return None
    cuts = _cuts(K, n_clusters, random_state)
    found = n_clusters - normalized_associations(K, [labels[first], *cuts], n_clusters)
    best = int(np.argmin(found[1:]))
    if found[1 + best] > min(LARGEST_SHARE * found[0], found[0] - LEAST_GAIN):
        return None
    return cuts[best][groups] if len(np.unique(cuts[best])) == n_clusters else None


def _between_distinct(kernel: FloatArray | NeighborKernel, groups: IntArray, first: IntArray) -> Similarity:
    """Sums of K between distinct samples with all their copies.

    A pattern of neighbours has little but copies around a sample that has many; K itself is taken where there are no
    more distinct samples than a dense kernel is made for.
    """
    counts = np.bincount(groups).astype(np.float64)
    if (
        isinstance(kernel, NeighborKernel)
        and kernel.points is not None
        and not kernel.zero_outside
        and len(first) <= DENSE_SAMPLES
    ):
        return _of_points(kernel.points, first, counts)
    member = csr_array((np.ones(len(groups)), (groups, np.arange(len(groups)))))
    if isinstance(kernel, NeighborKernel):
        return csr_array(member @ kernel.matrix @ member.T)
    return np.asarray(member @ product(kernel, member.T))


def _of_points(points: PreparedPoints, first: IntArray, counts: FloatArray) -> FloatArray:
    K = np.empty((len(first), len(first)))
    for row, point in enumerate(first):
        K[row] = points.kernel(np.full_like(first, point), first) * (counts[row] * counts)
    return K


def _cuts(K: Similarity, n_clusters: int, random_state: int | np.random.RandomState | None) -> list[IntArray]:
    """Partitions of small normalised cut: by eigenvectors of K, or on a large sparse one by coarse graphs of it."""
    components = component_labels(K)
    if int(components.max()) + 1 >= n_clusters:
        return [merge_components(components, K, n_clusters)]
    if not isinstance(K, np.ndarray) and K.shape[0] > SPECTRAL_SAMPLES:
        # tr(P K P') with volumes in place of sizes is the normalised association.
        labels = coarse_start(Hierarchy(K, n_clusters, np.asarray(K.sum(axis=1), dtype=np.float64)))
        if labels is not None:
            return [labels]
    normalized, _ = normalized_affinity(K, isolated=1.0)
    return spectral_cuts(normalized, components, n_clusters, random_state)
