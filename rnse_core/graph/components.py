"""Connected components of the graph of a similarity."""

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
        Numbered from 0 in the order of their first samples.
    """
    if isinstance(S, np.ndarray):
        return _dense_components(S)
    _, labels = connected_components(S, directed=False)
    return labels


def join_duplicates(components: IntArray, duplicate_ids: IntArray | None) -> IntArray:
    """Join the components that contain identical samples.

    Parameters
    ----------
    components : ndarray of int of shape (n_samples,)
    duplicate_ids : ndarray of int of shape (n_samples,) or None
        Identical samples have the same id; None leaves the components as they are.

    Returns
    -------
    labels : ndarray of int of shape (n_samples,)
    """
    if duplicate_ids is None:
        return components
    # Components and ids are the two sides of a bipartite graph, with an edge for each sample.
    n_components = int(components.max()) + 1
    n_nodes = n_components + int(duplicate_ids.max()) + 1
    edges = np.ones(len(components)), (components, n_components + duplicate_ids)
    _, joined = connected_components(csr_array(edges, shape=(n_nodes, n_nodes)), directed=False)
    return joined[components]


def _dense_components(S: FloatArray) -> IntArray:
    """Search breadth-first on the rows: a sparse copy of a full matrix would need several times its memory."""
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
