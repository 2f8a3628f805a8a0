"""K-Means on the leading eigenvectors of a doubly stochastic graph, the second stage of DSN and SDS."""

from __future__ import annotations

import numpy as np

from rnse_core._base.arrays import FloatArray, IntArray
from rnse_core.baselines._embedding import kmeans_labels
from rnse_core.graph.spectral import leading_eigenvectors

# Entries up to this size count as zeros that an iteration has not reached; they are no edges.
NEGLIGIBLE = 1e-9


def edges(S: FloatArray) -> FloatArray:
    """Return a copy of S without its negligible entries, negative ones included."""
    return np.where(S > NEGLIGIBLE, S, 0.0)


def spectral_clusters(
    S: FloatArray, parts: IntArray, clusters_per_part: IntArray, random: np.random.RandomState
) -> tuple[IntArray, FloatArray]:
    """Labels from the leading eigenvectors of each part of a graph.

    For a doubly stochastic S they are the smallest eigenvectors of the Laplacian ``I - S``.

    Parameters
    ----------
    S : ndarray of shape (n_samples, n_samples)
        Symmetric, rows adding up to 1.
    parts : ndarray of shape (n_samples,)
        Part of each sample: a component, or several merged ones.
    clusters_per_part : ndarray of shape (n_parts,)
    random : RandomState

    Returns
    -------
    labels : ndarray of shape (n_samples,)
        From 0; different parts have different labels.
    embedding : ndarray of shape (n_samples, n_clusters)
        The eigenvectors; each column is 0 outside its part.
    """
    labels = np.empty(len(S), dtype=np.intp)
    embedding = np.zeros((len(S), int(clusters_per_part.sum())))
    first = 0
    for part, n_clusters in enumerate(clusters_per_part):
        members = np.flatnonzero(parts == part)
        columns = np.arange(first, first + n_clusters)
        if n_clusters == 1:
            labels[members] = first
            embedding[members, first] = 1.0 / np.sqrt(len(members))
        else:
            _, vectors = leading_eigenvectors(S[np.ix_(members, members)], n_clusters)
            embedding[np.ix_(members, columns)] = vectors
            labels[members] = first + kmeans_labels(vectors, n_clusters, np.arange(len(members)), random)
        first += n_clusters
    return labels, embedding
