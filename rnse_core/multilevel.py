"""A start for P by coarsening the graph of S, without eigenvectors.

Pairs of samples that are strongly tied in S are joined, level by level, until few groups are left; these are joined
greedily into the clusters; then the levels are undone one by one, and at each the groups of that level are moved
between clusters while tr(P S P') grows. Moving groups gets past the local optima in which single moves end. The idea
is that of Graclus (Dhillon, Guan and Kulis 2007, https://doi.org/10.1109/TPAMI.2007.1115), whose ratio association
is this objective.
"""

from __future__ import annotations

import numpy as np
from scipy.sparse import csr_array

from rnse_core._validation import FloatArray, IntArray
from rnse_core.agglomeration import agglomerate
from rnse_core.objective import Similarity
from rnse_core.refinement import move_groups

MATCHING_ROUNDS = 4
# A level that keeps more than this share of its groups has nothing left worth joining.
STALLED = 0.95
# Never coarsen below this many groups, nor join more than so many greedily.
FEWEST_GROUPS = 30
MOST_GROUPS = 2000


def multilevel_start(S: Similarity, n_clusters: int, groups_per_cluster: int) -> IntArray | None:
    """Labels by coarsening, greedy joining and refinement on the way back.

    Parameters
    ----------
    S : csr_array or ndarray of shape (n_samples, n_samples)
        Symmetric, non-negative, with a connected graph or few components.
    n_clusters : int
    groups_per_cluster : int
        Coarsening stops at about so many groups per cluster.

    Returns
    -------
    labels : ndarray of shape (n_samples,) or None
        None where the graph cannot be coarsened enough, or is so dense that no pair stands out.
    """
    if isinstance(S, np.ndarray):
        return None
    graph = S
    weight = np.ones(graph.shape[0])
    levels: list[tuple[csr_array, FloatArray, IntArray]] = []
    while len(weight) > max(groups_per_cluster * n_clusters, FEWEST_GROUPS):
        groups = _match(graph, weight)
        n_groups = int(groups.max()) + 1
        if n_groups > STALLED * len(weight) or n_groups < n_clusters:
            break
        levels.append((graph, weight, groups))
        member = csr_array((np.ones(len(groups)), (groups, np.arange(len(groups)))))
        graph = csr_array(member @ graph @ member.T)
        weight = np.bincount(groups, weights=weight)
    if len(weight) > MOST_GROUPS:
        return None
    between = graph.toarray()
    inside = between.diagonal().copy()
    np.fill_diagonal(between, 0.0)
    labels = agglomerate(between, inside, weight.copy(), n_clusters, _trace_change)
    labels = move_groups(graph, weight, labels, n_clusters)
    for graph, weight, groups in reversed(levels):
        labels = move_groups(graph, weight, labels[groups], n_clusters)
    return labels


def _trace_change(between: FloatArray, inside: FloatArray, weight: FloatArray, a: IntArray | int) -> FloatArray:
    """Change of the sum of inside / weight when group a is joined with each other group."""
    inside_a, weight_a = np.expand_dims(inside[a], -1), np.expand_dims(weight[a], -1)
    together = (inside + inside_a + 2.0 * between[a]) / (weight + weight_a)
    change: FloatArray = together - inside / weight - inside_a / weight_a
    return change


def _match(graph: csr_array, weight: FloatArray) -> IntArray:
    """Number of the new group of each old one: pairs that choose each other, stragglers added to a chosen pair."""
    n = len(weight)
    partner = np.arange(n)
    free = np.ones(n, dtype=bool)
    for _ in range(MATCHING_ROUNDS):
        choice = _strongest(graph, weight, free)
        a = np.flatnonzero(choice >= 0)
        a = a[choice[choice[a]] == a]
        a = a[a < choice[a]]
        if len(a) == 0:
            break
        partner[choice[a]] = a
        free[a] = free[choice[a]] = False
    choice = _strongest(graph, weight, np.ones(n, dtype=bool))
    stragglers = np.flatnonzero(free & (choice >= 0))
    stragglers = stragglers[~free[choice[stragglers]]]
    partner[stragglers] = partner[choice[stragglers]]
    _, groups = np.unique(partner, return_inverse=True)
    return groups


def _strongest(graph: csr_array, weight: FloatArray, free: np.ndarray) -> IntArray:
    """The free neighbour j of each free group i with the largest S_ij (1/m_i + 1/m_j); -1 where there is none."""
    n = len(weight)
    rows = np.repeat(np.arange(n), np.diff(graph.indptr))
    cols = graph.indices
    tie = graph.data * (1.0 / weight[rows] + 1.0 / weight[cols])
    tie[(rows == cols) | ~free[rows] | ~free[cols]] = 0.0
    # Rows without entries would make reduceat read the next row; a doubly stochastic S and its sums have none.
    strongest = np.maximum.reduceat(tie, graph.indptr[:-1])
    is_best = (tie > 0.0) & (tie == strongest[rows])
    choice = np.full(n, -1)
    # Assigned in reverse, so that among ties the first neighbour stays.
    choice[rows[is_best][::-1]] = cols[is_best][::-1]
    return choice
