"""Better partitions of a coarse graph: every cluster is split into pieces, and the pieces are merged again.

Long thin clusters have many eigenvectors with eigenvalues near 1, which vary along the clusters. A cut by the leading
eigenvectors may divide such a cluster and unite two others, and no move of single nodes corrects that. The pieces of
the clusters of such a cut are nearly pure, however, and a greedy merge of them by tr(P S P') finds the clusters.
"""

from __future__ import annotations

import numpy as np
from scipy.sparse import csr_array, diags_array

from rnse_core._base.arrays import FloatArray, IntArray, membership
from rnse_core.graph.spectral import cluster_qr, leading_eigenvectors
from rnse_core.indicator.agglomeration import agglomerate, trace_change
from rnse_core.indicator.coarsening import Level
from rnse_core.indicator.local_search import move_nodes
from rnse_core.stages import report_stage

# Pieces of each cluster, tried in turn until none of these numbers leads to an improvement.
PIECES = (8, 6, 4, 3, 2)
MAX_ROUNDS = 40
# Smallest improvement of tr(P S P') for each cluster: more than rounding.
MIN_IMPROVEMENT = 1e-9


def split_merge_labels(level: Level, n_clusters: int) -> IntArray:
    """Labels of the nodes of a coarse graph, from a spectral cut that is improved by splits and merges.

    Parameters
    ----------
    level : Level
        Of at most a few thousand nodes.
    n_clusters : int

    Returns
    -------
    labels : ndarray of shape (n_nodes,)
    """
    search = _SplitMergeSearch(level, n_clusters)
    labels = search.refine(search.cut(np.arange(len(level.weight)), n_clusters), n_clusters)
    value = search.value(labels)
    tried = 0
    for turn in range(MAX_ROUNDS):
        report_stage(f"Start for P: clusters split and joined anew, trial {turn + 1}")
        new = search.split_and_merge(labels, PIECES[turn % len(PIECES)])
        new_value = search.value(new)
        tried += 1
        if new_value > value + MIN_IMPROVEMENT * n_clusters:
            labels, value, tried = new, new_value, 0
        if tried == len(PIECES):
            break
    return labels


class _SplitMergeSearch:
    """Splits, merges and moves on a coarse graph of S."""

    def __init__(self, level: Level, n_clusters: int) -> None:
        self.graph, self.weight = level.graph, level.weight
        self.n_clusters = n_clusters
        scale = diags_array(1.0 / np.sqrt(level.weight))
        # Its eigenvectors are those of S restricted to vectors that are constant on each node.
        self.normalized = csr_array(scale @ level.graph @ scale)

    def cut(self, members: IntArray, k: int) -> IntArray:
        """Return labels of some nodes by the leading eigenvectors of the graph between them."""
        k = min(k, len(members))
        if k == 1:
            return np.zeros(len(members), dtype=np.intp)
        _, vectors = leading_eigenvectors(csr_array(self.normalized[members][:, members]), k)
        return cluster_qr(vectors)

    def refine(self, labels: IntArray, n_clusters: int) -> IntArray:
        """Move nodes between the clusters while tr(P S P') increases."""
        return move_nodes(self.graph, self.weight, labels, n_clusters)

    def value(self, labels: IntArray) -> float:
        """Return tr(P S P')."""
        between, sizes = self._sums(labels, self.n_clusters)
        return float((between.diagonal() / np.maximum(sizes, 1.0)).sum())

    def split_and_merge(self, labels: IntArray, n_pieces: int) -> IntArray:
        """Split each cluster into pieces, refine these, and merge them greedily into clusters."""
        pieces: IntArray = np.empty(len(labels), dtype=np.intp)
        first = 0
        for c in range(self.n_clusters):
            members = np.flatnonzero(labels == c)
            if len(members):
                _, local = np.unique(self.cut(members, n_pieces), return_inverse=True)
                pieces[members] = first + local
                first += int(local.max()) + 1
        pieces = self.refine(pieces, first)
        between, sizes = self._sums(pieces, first)
        inside = between.diagonal().copy()
        np.fill_diagonal(between, 0.0)
        merged = agglomerate(between, inside, sizes, min(self.n_clusters, first), trace_change)
        return self.refine(merged[pieces], self.n_clusters)

    def _sums(self, labels: IntArray, n_clusters: int) -> tuple[FloatArray, FloatArray]:
        """Return the sums of S between clusters, and their sizes."""
        member = membership(labels, n_clusters)
        sizes = np.bincount(labels, self.weight, n_clusters).astype(np.float64)
        return (member @ self.graph @ member.T).toarray(), sizes
