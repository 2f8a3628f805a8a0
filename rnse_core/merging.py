"""Joining the components of a learned graph when there are more of them than clusters.

Every way to put whole components together has the same, optimal tr(P S P') = C, so the learned S cannot tell them
apart. The kernel K it was learned from can.
"""

from __future__ import annotations

import numpy as np
from scipy.sparse import csr_array

from rnse_core._validation import FloatArray, IntArray


def merge_components(components: IntArray, K: FloatArray, n_clusters: int) -> IntArray:
    """Join components pairwise until `n_clusters` groups are left.

    The next pair is the one in which the smaller partner sends the largest share of its affinity to the other: an
    outlier, all of whose affinity leaves it, joins its neighbourhood first; two true clusters, which keep nearly
    everything inside, join last. Groups without any affinity to others are joined smallest first.

    Parameters
    ----------
    components : ndarray of shape (n_samples,)
        Component of each sample, numbered from 0.
    K : ndarray of shape (n_samples, n_samples)
        Symmetric, non-negative affinity.
    n_clusters : int
        At most the number of components.

    Returns
    -------
    labels : ndarray of shape (n_samples,)
        Numbered from 0 in the order of their first sample.
    """
    n_groups = int(components.max()) + 1
    member = csr_array((np.ones(len(components)), (components, np.arange(len(components)))))
    between = np.asarray(member @ (member @ K).T)
    # A sample's affinity to itself says nothing about its neighbours.
    between[np.diag_indices(n_groups)] -= member @ K.diagonal()
    volume = between.sum(axis=1)
    np.fill_diagonal(between, 0.0)
    size = np.bincount(components).astype(np.float64)
    parent = np.arange(n_groups)
    alive = np.ones(n_groups, dtype=bool)
    share = _shares(between, volume)
    best = share.argmax(axis=1)
    for _ in range(n_groups - n_clusters):
        candidates = np.flatnonzero(alive)
        strength = share[candidates, best[candidates]]
        a = int(candidates[strength.argmax()])
        b = int(best[a])
        if strength.max() <= 0.0:
            a, b = (int(i) for i in candidates[np.argsort(size[candidates], kind="stable")[:2]])
        a, b = min(a, b), max(a, b)
        between[a] += between[b]
        between[:, a] = between[a]
        between[a, a] = 0.0
        between[b] = between[:, b] = 0.0
        volume[a] += volume[b]
        size[a] += size[b]
        parent[parent == b] = a
        alive[b] = False
        share[b] = share[:, b] = -1.0
        share[a] = np.where(alive, _shares(between[a], np.minimum(volume, volume[a])), -1.0)
        share[a, a] = -1.0
        share[:, a] = share[a]
        stale = np.flatnonzero(alive & ((best == a) | (best == b)))
        best[stale] = share[stale].argmax(axis=1)
        best[a] = share[a].argmax()
        better = alive & (share[:, a] > share[np.arange(n_groups), best])
        best[better] = a
    _, labels = np.unique(parent[components], return_inverse=True)
    return labels


def _shares(between: FloatArray, volume: FloatArray) -> FloatArray:
    """Affinity between groups over the smaller volume; `volume` is one per group, or already the smaller one."""
    smaller = volume if between.ndim == 1 else np.minimum.outer(volume, volume)
    share = np.divide(between, smaller, out=np.zeros_like(between), where=smaller > 0)
    if between.ndim == 2:
        np.fill_diagonal(share, -1.0)
    return share
