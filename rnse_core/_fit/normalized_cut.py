"""A normalised cut of the kernel K, for data whose duplicates divide S in the wrong places.

Many duplicates of one sample, as in a table with few distinct answers, can have row sums of 1 among themselves. They
are then a component of S, and the rest of S may hold two clusters in one component. Every P made of whole components is
optimal (`rnse_core.indicator.component_merging`), and none of them is right. K takes more distant samples into account
than S does: the right clusters have a far smaller normalised cut of K.
"""

from __future__ import annotations

import numpy as np
from scipy.sparse import csr_array

from rnse_core._base.arrays import FloatArray, IntArray, Similarity, membership
from rnse_core._fit.plan import DENSE_SAMPLES
from rnse_core.affinity.float32 import product
from rnse_core.affinity.prepared_points import PreparedPoints
from rnse_core.affinity.sparse_kernel import NeighborKernel
from rnse_core.graph.components import component_labels
from rnse_core.graph.spectral import normalized_affinity
from rnse_core.indicator.associations import normalized_associations
from rnse_core.indicator.coarsening import Hierarchy
from rnse_core.indicator.component_merging import merge_components
from rnse_core.indicator.initialization import (
    MAX_SPECTRAL_SAMPLES,
    coarse_start,
    spectral_cuts,
)
from rnse_core.stages import report_stage

# A cut of the kernel replaces the clusters of S if its value is at most this fraction of theirs, and smaller by this
# difference at least. A slightly smaller cut proves nothing, since a cut across a long thin cluster has a small value.
MAX_CUT_RATIO = 0.75
MIN_CUT_DECREASE = 0.1


def falls_apart_around_duplicates(components: IntArray, duplicate_ids: IntArray) -> bool:
    """Return whether some component of S consists of two or more duplicates of one sample.

    Parameters
    ----------
    components : ndarray of int of shape (n_samples,)
        Component of each sample, numbered from 0; duplicates are in the same one.
    duplicate_ids : ndarray of int of shape (n_samples,)
        Identical samples have the same id, from 0 on.

    Returns
    -------
    bool
    """
    first: IntArray = np.unique(duplicate_ids, return_index=True)[1]
    distinct = np.bincount(components[first])
    return bool(((distinct == 1) & (np.bincount(components) > 1)).any())


def surely_better_cut(
    kernel: FloatArray | NeighborKernel,
    labels: IntArray,
    n_clusters: int,
    duplicate_ids: IntArray,
    random_state: int | np.random.RandomState | None,
) -> IntArray | None:
    """Labels by a normalised cut of the kernel, if its value is far below that of the given labels.

    Parameters
    ----------
    kernel : ndarray of shape (n_samples, n_samples) or NeighborKernel
        K.
    labels : ndarray of int of shape (n_samples,)
        Labels found in S, from 0 to n_clusters - 1, the same for duplicates.
    n_clusters : int
    duplicate_ids : ndarray of int of shape (n_samples,)
        Identical samples have the same id, from 0 on.
    random_state : int, RandomState or None
        For K-Means on the eigenvectors of K.

    Returns
    -------
    labels : ndarray of int of shape (n_samples,) or None
        None if the given labels are kept.
    """
    report_stage("P step: normalised cut of the kernel")
    first: IntArray = np.unique(duplicate_ids, return_index=True)[1]
    K = _between_distinct(kernel, duplicate_ids, first)
    if n_clusters - normalized_associations(K, [labels[first]], n_clusters)[0] <= MIN_CUT_DECREASE:
        return None
    partitions = _cuts(K, n_clusters, random_state)
    values = n_clusters - normalized_associations(K, [labels[first], *partitions], n_clusters)
    best = int(np.argmin(values[1:]))
    if values[1 + best] > min(MAX_CUT_RATIO * values[0], values[0] - MIN_CUT_DECREASE):
        return None
    return partitions[best][duplicate_ids] if len(np.unique(partitions[best])) == n_clusters else None


def _between_distinct(kernel: FloatArray | NeighborKernel, duplicate_ids: IntArray, first: IntArray) -> Similarity:
    """Sums of K between the distinct samples, each with all its duplicates.

    Around a sample with many duplicates, a pattern of neighbours contains little else. If a dense kernel of the
    distinct samples is affordable, K is therefore computed at all pairs of them.
    """
    counts = np.bincount(duplicate_ids).astype(np.float64)
    if (
        isinstance(kernel, NeighborKernel)
        and kernel.points is not None
        and not kernel.zero_outside
        and len(first) <= DENSE_SAMPLES
    ):
        return _at_all_pairs(kernel.points, first, counts)
    member = membership(duplicate_ids)
    if isinstance(kernel, NeighborKernel):
        return csr_array(member @ kernel.matrix @ member.T)
    return np.asarray(member @ product(kernel, member.T))


def _at_all_pairs(points: PreparedPoints, samples: IntArray, counts: FloatArray) -> FloatArray:
    """K between some samples, times the numbers of duplicates of both."""
    K = np.empty((len(samples), len(samples)))
    for row, sample in enumerate(samples):
        K[row] = points.kernel(np.full_like(samples, sample), samples) * (counts[row] * counts)
    return K


def _cuts(K: Similarity, n_clusters: int, random_state: int | np.random.RandomState | None) -> list[IntArray]:
    """Partitions with a small normalised cut, by eigenvectors of K, or by coarse graphs of a large sparse K."""
    components = component_labels(K)
    if int(components.max()) + 1 >= n_clusters:
        return [merge_components(components, K, n_clusters)]
    if not isinstance(K, np.ndarray) and K.shape[0] > MAX_SPECTRAL_SAMPLES:
        # With the row sums of K as weights, tr(P K P') is the normalised association.
        labels = coarse_start(Hierarchy(K, n_clusters, np.asarray(K.sum(axis=1), dtype=np.float64)))
        if labels is not None:
            return [labels]
    normalized, _ = normalized_affinity(K, isolated=1.0)
    return spectral_cuts(normalized, components, n_clusters, random_state)
