"""Joining the components of a learned graph when there are more of them than clusters.

Every way to put whole components together has the same, optimal tr(P S P') = C, so the learned S cannot tell them
apart. The kernel K it was learned from can.
"""

from __future__ import annotations

import numpy as np
from scipy.sparse import csr_array

from rnse_core._validation import FloatArray, IntArray
from rnse_core.agglomeration import agglomerate


def merge_components(components: IntArray, K: FloatArray | None, n_clusters: int) -> IntArray:
    """Join components pairwise until `n_clusters` groups are left.

    The next pair is the one with the largest affinity in relation to the product of the partners' volumes (the affinity
    of their samples to all others), that is, in relation to what chance would give. An outlier, all of whose affinity
    leaves it, joins its neighbourhood early; two true clusters, which keep nearly everything inside, join last; and
    no large group draws in the rest by its size. Groups without any affinity to others are joined smallest first.

    Parameters
    ----------
    components : ndarray of shape (n_samples,)
        Component of each sample, numbered from 0.
    K : ndarray of shape (n_samples, n_samples) or None
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
    if K is None:
        between = np.zeros((n_groups, n_groups))
        volume = np.bincount(components).astype(np.float64)
    else:
        member = csr_array((np.ones(len(components)), (components, np.arange(len(components)))))
        between = np.asarray(member @ (member @ K).T)
        # A sample's affinity to itself says nothing about its neighbours. It is taken from the sum inside a group, not
        # from the volume, where it would swallow the faint ties of an outlier.
        inside = np.maximum(between.diagonal() - member @ K.diagonal(), 0.0)
        np.fill_diagonal(between, 0.0)
        volume = between.sum(axis=1) + inside
    return agglomerate(between, np.zeros(n_groups), volume, n_clusters, _relative_affinity)[components]


def _relative_affinity(between: FloatArray, inside: FloatArray, volume: FloatArray, a: IntArray | int) -> FloatArray:
    """Affinity over the product of the volumes; below 0 and by volume where two groups have nothing in common."""
    volume_a = np.expand_dims(volume[a], -1)
    # One volume after the other: the product of two faint ones would underflow.
    relative = between[a]
    for divisor in (volume, volume_a):
        relative = np.divide(relative, divisor, out=np.zeros_like(relative), where=divisor > 0)
    return np.where(relative > 0, relative, -(volume + volume_a))
