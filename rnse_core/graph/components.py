"""Connected components of a graph of similarities."""

from __future__ import annotations

import numpy as np
from scipy.sparse import csr_array
from scipy.sparse.csgraph import connected_components

from rnse_core._base.arrays import FloatArray, IntArray, Similarity


def component_labels(S: Similarity) -> IntArray:
    """Connected component of each sample in the graph of the non-zero entries of S.

    Parameters
    ----------
    S : csr_array or ndarray of shape (n_samples, n_samples)

    Returns
    -------
    labels : ndarray of shape (n_samples,)
        Numbered from 0 in the order of their first sample.
    """
    if isinstance(S, np.ndarray):
        return _dense_components(S)
    _, labels = connected_components(S, directed=False)
    return labels


def join_groups(components: IntArray, groups: IntArray | None) -> IntArray:
    """Join the components that share a group, such as those that hold copies of the same sample.

    Parameters
    ----------
    components : ndarray of shape (n_samples,)
    groups : ndarray of shape (n_samples,) or None
        None leaves the components as they are.

    Returns
    -------
    labels : ndarray of shape (n_samples,)
    """
    if groups is None:
        return components
    n_components = int(components.max()) + 1
    n_nodes = n_components + int(groups.max()) + 1
    links = csr_array((np.ones(len(groups)), (components, n_components + groups)), shape=(n_nodes, n_nodes))
    _, joined = connected_components(links, directed=False)
    return joined[components]


def _dense_components(S: FloatArray) -> IntArray:
    """Search breadth-first on the rows: a sparse copy of a full matrix would take several times its memory."""
    labels = np.full(len(S), -1)
    component = 0
    while (unseen := np.flatnonzero(labels < 0)).size:
        frontier = unseen[:1]
        while frontier.size:
            labels[frontier] = component
            reached = np.zeros(len(S), dtype=bool)
            for i in frontier:
                reached |= S[i] != 0
            frontier = np.flatnonzero(reached & (labels < 0))
        component += 1
    return labels
