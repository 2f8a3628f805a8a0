"""Better partitions of a coarse graph by splitting every cluster into pieces and joining the pieces anew.

Long thin clusters have many eigenvectors with eigenvalues near 1, which run along the clusters; a cut by the leading
ones may halve a cluster and join two others, and no move of single groups leads out of that. Pieces of such a cut are
nearly pure, though, and joining them greedily by tr(P S P') puts them right.
"""

from __future__ import annotations

import numpy as np
from scipy.sparse import csr_array, diags_array

from rnse_core._base.arrays import FloatArray, IntArray
from rnse_core.graph.spectral import cluster_qr, leading_eigenvectors
from rnse_core.indicator.agglomeration import agglomerate
from rnse_core.indicator.coarsening import Level, trace_change
from rnse_core.indicator.local_search import move_groups
from rnse_core.stages import report_stage

# Pieces per cluster, tried in turn until none of them leads to anything better.
PIECES = (8, 6, 4, 3, 2)
MAX_ROUNDS = 40
# An improvement must be more than rounding.
WORTHWHILE = 1e-9


def split_merge_labels(level: Level, n_clusters: int) -> IntArray:
    """Labels of the groups of a coarse graph, from a spectral cut improved by splitting and joining.

    Parameters
    ----------
    level : Level
        Of at most a few thousand groups.
    n_clusters : int

    Returns
    -------
    labels : ndarray of shape (n_groups,)
    """
    search = _Search(level, n_clusters)
    labels = search.moved(search.cut(np.arange(len(level.weight)), n_clusters), n_clusters)
    value = search.value(labels)
    tried = 0
    for turn in range(MAX_ROUNDS):
        report_stage(f"Start for P: clusters split and joined anew, trial {turn + 1}")
        new = search.split_and_joined(labels, PIECES[turn % len(PIECES)])
        new_value = search.value(new)
        tried += 1
        if new_value > value + WORTHWHILE * n_clusters:
            labels, value, tried = new, new_value, 0
        if tried == len(PIECES):
            break
    return labels


class _Search:
    def __init__(self, level: Level, n_clusters: int) -> None:
        self.graph, self.weight = level.graph, level.weight
        self.n_clusters = n_clusters
        scale = diags_array(1.0 / np.sqrt(level.weight))
        # The eigenvectors of S on vectors that are constant in each group.
        self.normalized = csr_array(scale @ level.graph @ scale)

    def cut(self, members: IntArray, k: int) -> IntArray:
        """Labels of some groups by the leading eigenvectors of the graph among them."""
        k = min(k, len(members))
        if k == 1:
            return np.zeros(len(members), dtype=np.intp)
        _, vectors = leading_eigenvectors(csr_array(self.normalized[members][:, members]), k)
        return cluster_qr(vectors)

    def moved(self, labels: IntArray, n_clusters: int) -> IntArray:
        return move_groups(self.graph, self.weight, labels, n_clusters)

    def value(self, labels: IntArray) -> float:
        """tr(P S P')."""
        between, sizes = self._sums(labels, self.n_clusters)
        return float((between.diagonal() / np.maximum(sizes, 1.0)).sum())

    def split_and_joined(self, labels: IntArray, n_pieces: int) -> IntArray:
        pieces: IntArray = np.empty(len(labels), dtype=np.intp)
        first = 0
        for c in range(self.n_clusters):
            members = np.flatnonzero(labels == c)
            if len(members):
                _, local = np.unique(self.cut(members, n_pieces), return_inverse=True)
                pieces[members] = first + local
                first += int(local.max()) + 1
        pieces = self.moved(pieces, first)
        between, sizes = self._sums(pieces, first)
        inside = between.diagonal().copy()
        np.fill_diagonal(between, 0.0)
        joined = agglomerate(between, inside, sizes, min(self.n_clusters, first), trace_change)
        return self.moved(joined[pieces], self.n_clusters)

    def _sums(self, labels: IntArray, n_clusters: int) -> tuple[FloatArray, FloatArray]:
        """Sums of S between clusters, and their sizes."""
        member = csr_array((np.ones(len(labels)), (labels, np.arange(len(labels)))), shape=(n_clusters, len(labels)))
        return (member @ self.graph @ member.T).toarray(), np.bincount(labels, self.weight, n_clusters).astype(
            np.float64
        )
