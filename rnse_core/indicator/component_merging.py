"""The P step where S has at least as many connected components as there are clusters.

A P that divides no component, each cluster being a union of whole components, is optimal. For such a cluster c, S p_c =
p_c, since S 1 = 1 on each component, so that tr(P S P') = C. No P with P P' = I has a larger value: by Ky Fan's theorem
(Theorem 2) tr(P S P') is at most the sum of the C largest eigenvalues of S, and none of these exceeds 1. Conversely,
tr(P S P') = C means L_S p_c = 0, so that p_c is constant on each component (Theorem 1): no other indicator is optimal.

With more components than clusters, every union of them has the same value. S does not decide which components belong
together; the kernel K that S was learned from does.
"""

from __future__ import annotations

import numpy as np
from scipy.sparse import csr_array

from rnse_core._base.arrays import FloatArray, IntArray, Similarity, membership
from rnse_core.affinity.float32 import product
from rnse_core.indicator.agglomeration import agglomerate
from rnse_core.stages import report_stage

# Most components that are merged by a table of all pairs.
MAX_COMPONENTS = 2000


def merge_components(components: IntArray, K: Similarity | None, n_clusters: int) -> IntArray:
    """Merge components pair by pair until `n_clusters` are left.

    The volume of a component is the affinity of its samples to all others. The next pair is the one with the largest
    quotient of its affinity and the product of its volumes, that is, the largest affinity relative to that expected by
    chance. An outlier has no affinity inside it and is merged early, with its neighbourhood. Two true clusters have
    nearly all of their affinity inside and are merged last. A large component does not attract the others by its size.
    Components without any affinity to others are merged in the order of their volumes, the smallest first.

    Parameters
    ----------
    components : ndarray of shape (n_samples,)
        Component of each sample, numbered from 0.
    K : csr_array or ndarray of shape (n_samples, n_samples), or None
        Symmetric, non-negative kernel; None merges by size alone.
    n_clusters : int
        At most the number of components.

    Returns
    -------
    labels : ndarray of shape (n_samples,)
        Numbered from 0 in the order of their first components.
    """
    n_components = int(components.max()) + 1
    if n_components == n_clusters:
        return components
    report_stage(f"P step: {n_components:,} components joined by their affinity")
    if K is None:
        between = np.zeros((n_components, n_components))
        volume = np.bincount(components).astype(np.float64)
    elif isinstance(K, np.ndarray):
        member = membership(components)
        between = np.asarray(member @ product(K, member.T))
        volume = _volumes(between, member @ K.diagonal())
    elif n_components > MAX_COMPONENTS:
        return merge_components(_merge_preferred(components, K, n_clusters), K, n_clusters)
    else:
        member = membership(components)
        between = (member @ K @ member.T).toarray()
        volume = _volumes(between, member @ K.diagonal())
    return _merged(components, between, volume, n_clusters)


def merge_by_sums(components: IntArray, between: FloatArray, own: FloatArray, n_clusters: int) -> IntArray:
    """Merge components as `merge_components` does, from the sums of K between them.

    Parameters
    ----------
    components : ndarray of shape (n_samples,)
    between : ndarray of shape (n_components, n_components)
        Sums of K between components, and inside them on the diagonal. Overwritten.
    own : ndarray of shape (n_components,)
        Sums of the diagonal of K.
    n_clusters : int
        At most the number of components.

    Returns
    -------
    labels : ndarray of shape (n_samples,)
    """
    return _merged(components, between, _volumes(between, own), n_clusters)


def _merged(components: IntArray, between: FloatArray, volume: FloatArray, n_clusters: int) -> IntArray:
    n_components = len(volume)
    return agglomerate(between, np.zeros(n_components), volume, n_clusters, _relative_affinity)[components]


def _volumes(between: FloatArray, own: FloatArray) -> FloatArray:
    """Volume of each component; the diagonal of `between` is set to 0.

    `own` is the affinity of the samples to themselves. It does not count, since it would hide the small affinity of an
    outlier to others.
    """
    inside = np.maximum(between.diagonal() - own, 0.0)
    np.fill_diagonal(between, 0.0)
    volume: FloatArray = between.sum(axis=1) + inside
    return volume


def _merge_preferred(components: IntArray, K: csr_array, n_clusters: int) -> IntArray:
    """Merge pairs of components that prefer each other, until a table of all pairs fits into memory.

    In each round every component prefers the one with the largest relative affinity to it. At least `n_clusters`
    components are left.
    """
    n_components = int(components.max()) + 1
    limit = max(MAX_COMPONENTS, n_clusters)
    while n_components > limit:
        member = membership(components)
        between = csr_array(member @ K @ member.T)
        volume = np.asarray(between.sum(axis=1)) - member @ K.diagonal()
        partner = _preferred(between, volume)
        pairs = np.flatnonzero((partner >= 0) & (partner[partner] == np.arange(n_components)))
        pairs = pairs[pairs < partner[pairs]]
        if len(pairs) == 0:
            # No affinity between any two: all but the largest become one.
            order = np.argsort(-volume, kind="stable")
            merged = np.full(n_components, limit - 1)
            merged[order[: limit - 1]] = np.arange(limit - 1)
        else:
            pairs = pairs[: n_components - n_clusters]
            representative = np.arange(n_components)
            representative[partner[pairs]] = pairs
            merged = np.unique(representative, return_inverse=True)[1]
        components = merged[components]
        n_components = int(components.max()) + 1
    return components


def _preferred(between: csr_array, volume: FloatArray) -> IntArray:
    """The other component with the largest relative affinity to each one; -1 where there is none."""
    n_components = len(volume)
    rows = np.repeat(np.arange(n_components), np.diff(between.indptr))
    cols = between.indices
    kept = np.flatnonzero((rows != cols) & (between.data > 0))
    rows, cols = rows[kept], cols[kept]
    relative = between.data[kept] / np.maximum(volume[rows], np.finfo(float).tiny)
    relative /= np.maximum(volume[cols], np.finfo(float).tiny)
    # The last entry of each component is its best. Ties go to the pair with the lower number, so that both agree.
    order = np.lexsort((-np.minimum(rows, cols), relative, rows))
    partner = np.full(n_components, -1)
    partner[rows[order]] = cols[order]
    return partner


def _relative_affinity(between: FloatArray, inside: FloatArray, volume: FloatArray, a: IntArray | int) -> FloatArray:
    """Score of a merge: affinity over the product of the volumes; minus the sum of the volumes where it is 0."""
    volume_a = np.expand_dims(volume[a], -1)
    # Divided by one volume after the other: the product of two small ones would underflow.
    relative = between[a]
    for divisor in (volume, volume_a):
        relative = np.divide(relative, divisor, out=np.zeros_like(relative), where=divisor > 0)
    return np.where(relative > 0, relative, -(volume + volume_a))
