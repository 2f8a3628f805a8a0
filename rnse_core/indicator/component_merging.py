"""Joining the components of a learned graph when there are more of them than clusters.

Every way to put whole components together has the same, optimal tr(P S P') = C, so the learned S cannot tell them
apart. The kernel K it was learned from can.
"""

from __future__ import annotations

import numpy as np
from scipy.sparse import csr_array

from rnse_core._base.arrays import FloatArray, IntArray, Similarity
from rnse_core.affinity.float32 import product
from rnse_core.indicator.agglomeration import agglomerate
from rnse_core.stages import report_stage

# Groups that a table of all pairs is made for.
MOST_GROUPS = 2000


def merge_components(components: IntArray, K: Similarity | None, n_clusters: int) -> IntArray:
    """Join components pairwise until `n_clusters` groups are left.

    The next pair is the one with the largest affinity in relation to the product of the partners' volumes (the affinity
    of their samples to all others), that is, in relation to what chance would give. An outlier, all of whose affinity
    leaves it, joins its neighbourhood early; two true clusters, which keep nearly everything inside, join last; and
    no large group draws in the rest by its size. Groups without any affinity to others are joined smallest first.

    Parameters
    ----------
    components : ndarray of shape (n_samples,)
        Component of each sample, numbered from 0.
    K : csr_array or ndarray of shape (n_samples, n_samples), or None
        Symmetric, non-negative affinity; None joins by size alone.
    n_clusters : int
        At most the number of components.

    Returns
    -------
    labels : ndarray of shape (n_samples,)
        Numbered from 0 in the order of their first component.
    """
    n_groups = int(components.max()) + 1
    if n_groups == n_clusters:
        return components
    report_stage(f"P step: {n_groups:,} components joined by their affinity")
    if K is None:
        between = np.zeros((n_groups, n_groups))
        volume = np.bincount(components).astype(np.float64)
    elif isinstance(K, np.ndarray):
        member = _membership(components)
        between = np.asarray(member @ product(K, member.T))
        volume = _volumes(between, member @ K.diagonal())
    else:
        groups = _joined_to(MOST_GROUPS, components, K, n_clusters)
        if groups is not None:
            return merge_components(groups, K, n_clusters)
        member = _membership(components)
        between = (member @ K @ member.T).toarray()
        volume = _volumes(between, member @ K.diagonal())
    return agglomerate(between, np.zeros(n_groups), volume, n_clusters, _relative_affinity)[components]


def _membership(groups: IntArray) -> csr_array:
    return csr_array((np.ones(len(groups)), (groups, np.arange(len(groups)))))


def _volumes(between: FloatArray, own: FloatArray) -> FloatArray:
    """Volume of each group; the diagonal of `between` is set to 0.

    A sample's affinity to itself says nothing about its neighbours. It is taken from the sum inside a group, not
    from the volume, where it would swallow the faint ties of an outlier.
    """
    inside = np.maximum(between.diagonal() - own, 0.0)
    np.fill_diagonal(between, 0.0)
    volume: FloatArray = between.sum(axis=1) + inside
    return volume


def _joined_to(most: int, groups: IntArray, K: csr_array, n_clusters: int) -> IntArray | None:
    """Join pairs of groups that prefer each other until there are at most so many; None where there are already.

    A table of all pairs of many groups would not fit into memory.
    """
    n_groups = int(groups.max()) + 1
    if n_groups <= most:
        return None
    while n_groups > most:
        member = _membership(groups)
        between = csr_array(member @ K @ member.T)
        volume = np.asarray(between.sum(axis=1)) - member @ K.diagonal()
        partner = _preferred(between, volume)
        pairs = np.flatnonzero((partner >= 0) & (partner[partner] == np.arange(n_groups)))
        pairs = pairs[pairs < partner[pairs]]
        if len(pairs) == 0:
            # Nothing is tied to anything: all but the largest become one group.
            order = np.argsort(-volume, kind="stable")
            new = np.full(n_groups, most - 1)
            new[order[: most - 1]] = np.arange(most - 1)
        else:
            pairs = pairs[: n_groups - n_clusters]
            owner = np.arange(n_groups)
            owner[partner[pairs]] = pairs
            new = np.unique(owner, return_inverse=True)[1]
        groups = new[groups]
        n_groups = int(groups.max()) + 1
    return groups


def _preferred(between: csr_array, volume: FloatArray) -> IntArray:
    """The other group with the largest relative affinity to each group; -1 where there is none."""
    n_groups = len(volume)
    rows = np.repeat(np.arange(n_groups), np.diff(between.indptr))
    cols = between.indices
    kept = np.flatnonzero((rows != cols) & (between.data > 0))
    rows, cols = rows[kept], cols[kept]
    relative = between.data[kept] / np.maximum(volume[rows], np.finfo(float).tiny)
    relative /= np.maximum(volume[cols], np.finfo(float).tiny)
    # Sorted so that the last entry of each group is its best; ties go to the lower number, so that pairs agree.
    order = np.lexsort((-np.minimum(rows, cols), relative, rows))
    partner = np.full(n_groups, -1)
    partner[rows[order]] = cols[order]
    return partner


def _relative_affinity(between: FloatArray, inside: FloatArray, volume: FloatArray, a: IntArray | int) -> FloatArray:
    """Affinity over the product of the volumes; below 0 and by volume where two groups have nothing in common."""
    volume_a = np.expand_dims(volume[a], -1)
    # One volume after the other: the product of two faint ones would underflow.
    relative = between[a]
    for divisor in (volume, volume_a):
        relative = np.divide(relative, divisor, out=np.zeros_like(relative), where=divisor > 0)
    return np.where(relative > 0, relative, -(volume + volume_a))
