"""A start for P by multilevel coarsening of the graph of S, without eigenvectors.

1. Pairs of strongly connected nodes are merged, level by level, until few coarse nodes are left. At the finest level a
   node is a sample.
2. The coarse nodes are merged greedily into the clusters.
3. The levels are undone one by one. At each level, nodes are moved between clusters while tr(P S P') increases. A move
   of a coarse node leaves local optima in which moves of single samples end.

This is the scheme of Graclus (Dhillon, Guan and Kulis 2007), whose ratio association is the objective tr(P S P').

References
----------
Dhillon, I. S., Guan, Y. and Kulis, B. (2007). Weighted graph cuts without eigenvectors: a multilevel approach. IEEE
Trans. Pattern Analysis and Machine Intelligence 29(11). https://doi.org/10.1109/TPAMI.2007.1115
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.sparse import csr_array

from rnse_core._base.arrays import FloatArray, Index, IntArray, membership
from rnse_core.indicator.agglomeration import agglomerate, trace_change
from rnse_core.indicator.local_search import move_nodes
from rnse_core.stages import report_stage

MATCHING_ROUNDS = 4
# Coarsening ends at a level that would keep more than this share of the nodes.
MAX_KEPT_SHARE = 0.95
# Fewest nodes that a start coarsens to, and most that are merged greedily.
MIN_NODES = 30
MAX_NODES = 2000


@dataclass(frozen=True, eq=False)
class Level:
    """One level of a hierarchy: a graph whose nodes stand for several samples each.

    Attributes
    ----------
    graph : csr_array of shape (n_nodes, n_nodes)
        Sums of S between nodes, and inside them on the diagonal.
    weight : ndarray of shape (n_nodes,)
        Samples in each node.
    coarse_nodes : ndarray of int of shape (n_finer_nodes,) or None
        Node of this level that contains each node of the next finer level; None for the finest level, S itself.
    """

    graph: csr_array
    weight: FloatArray
    coarse_nodes: IntArray | None


class Hierarchy:
    """Coarser and coarser graphs of a similarity. A level is computed when it is first needed.

    Parameters
    ----------
    S : csr_array of shape (n_samples, n_samples)
        Symmetric, non-negative.
    n_clusters : int
        No level has fewer nodes.
    weight : ndarray of shape (n_samples,) or None, default=None
        Weight of each sample; None means 1.

    Attributes
    ----------
    levels : list of Level
        The finest first.
    """

    def __init__(self, S: csr_array, n_clusters: int, weight: FloatArray | None = None) -> None:
        self.n_clusters = n_clusters
        self.levels = [Level(S, np.ones(S.shape[0]) if weight is None else weight, None)]
        self._ended = False

    def coarsen_to(self, n_nodes: int) -> int:
        """Return the number of the finest level with at most so many nodes, or of the coarsest that is possible."""
        for number, level in enumerate(self.levels):
            if len(level.weight) <= n_nodes:
                return number
        while len(self.levels[-1].weight) > n_nodes and not self._ended:
            self._add_level()
        return len(self.levels) - 1

    def _add_level(self) -> None:
        graph, weight = self.levels[-1].graph, self.levels[-1].weight
        report_stage(f"Start for P: coarser graphs of S, {len(weight):,} nodes so far")
        coarse_nodes = _match(graph, weight)
        n_nodes = int(coarse_nodes.max()) + 1
        if n_nodes > MAX_KEPT_SHARE * len(weight) or n_nodes < self.n_clusters:
            self._ended = True
            return
        member = membership(coarse_nodes)
        coarse_weight = np.bincount(coarse_nodes, weights=weight).astype(np.float64)
        self.levels.append(Level(csr_array(member @ graph @ member.T), coarse_weight, coarse_nodes))

    def refine(self, labels: IntArray, number: int) -> IntArray:
        """Turn labels of the nodes of a level into labels of the samples, with moves at each level on the way.

        Parameters
        ----------
        labels : ndarray of shape (n_nodes,)
        number : int
            Of the level.

        Returns
        -------
        labels : ndarray of shape (n_samples,)
        """
        for level in reversed(self.levels[: number + 1]):
            report_stage(f"Start for P: moves among {len(level.weight):,} nodes")
            labels = move_nodes(level.graph, level.weight, labels, self.n_clusters)
            if level.coarse_nodes is not None:
                labels = labels[level.coarse_nodes]
        return labels


def multilevel_start(hierarchy: Hierarchy, nodes_per_cluster: int) -> IntArray | None:
    """Labels by coarsening, greedy merging and refinement.

    Parameters
    ----------
    hierarchy : Hierarchy
        Of a similarity whose graph has fewer components than there are clusters.
    nodes_per_cluster : int
        Coarsening ends at about so many nodes for each cluster.

    Returns
    -------
    labels : ndarray of shape (n_samples,) or None
        None where the graph cannot be coarsened enough.
    """
    number = hierarchy.coarsen_to(max(nodes_per_cluster * hierarchy.n_clusters, MIN_NODES))
    level = hierarchy.levels[number]
    if len(level.weight) > MAX_NODES:
        return None
    between = level.graph.toarray()
    inside = between.diagonal().copy()
    np.fill_diagonal(between, 0.0)
    labels = agglomerate(between, inside, level.weight.copy(), hierarchy.n_clusters, trace_change)
    return hierarchy.refine(labels, number)


# Row, column and strength of each edge, in the order of the rows.
_Edges = tuple[Index, Index, FloatArray]


def _match(graph: csr_array, weight: FloatArray) -> IntArray:
    """Number of the coarse node of each node.

    Nodes that choose each other are merged. A node that is left over joins the coarse node that it is most strongly
    connected to.
    """
    n_nodes = len(weight)
    partner = np.arange(n_nodes)
    free = np.ones(n_nodes, dtype=bool)
    edges = _edges(graph, weight)
    strongest = choice = _strongest_neighbors(edges, n_nodes)
    for _ in range(MATCHING_ROUNDS):
        a = np.flatnonzero(choice >= 0)
        a = a[choice[choice[a]] == a]
        a = a[a < choice[a]]
        if len(a) == 0:
            break
        partner[choice[a]] = a
        free[a] = free[choice[a]] = False
        rows, cols, strength = edges
        kept = free[rows] & free[cols]
        edges = rows[kept], cols[kept], strength[kept]
        choice = _strongest_neighbors(edges, n_nodes)
    left_over = np.flatnonzero(free & (strongest >= 0))
    left_over = left_over[~free[strongest[left_over]]]
    partner[left_over] = partner[strongest[left_over]]
    kept_nodes = np.zeros(n_nodes, dtype=bool)
    kept_nodes[partner] = True
    coarse_nodes: IntArray = (np.cumsum(kept_nodes) - 1)[partner]
    return coarse_nodes


def _edges(graph: csr_array, weight: FloatArray) -> _Edges:
    """Edges between different nodes i and j, and S_ij (1/m_i + 1/m_j) there."""
    rows = np.repeat(np.arange(len(weight), dtype=np.int32), np.diff(graph.indptr))
    per_weight = 1.0 / weight
    strength = graph.data * (per_weight[rows] + per_weight[graph.indices])
    kept = (rows != graph.indices) & (strength > 0.0)
    return rows[kept], graph.indices[kept], strength[kept]


def _strongest_neighbors(edges: _Edges, n_nodes: int) -> IntArray:
    """The other end of the strongest edge of each node, of equally strong ones the first; -1 where it has none."""
    rows, cols, strength = edges
    choice = np.full(n_nodes, -1)
    if len(rows):
        starts = np.flatnonzero(np.diff(rows, prepend=-1))
        largest = np.maximum.reduceat(strength, starts)
        best = np.flatnonzero(strength == np.repeat(largest, np.diff(starts, append=len(rows))))
        # Assigned in reverse order, so that the first one remains.
        choice[rows[best[::-1]]] = cols[best[::-1]]
    return choice
