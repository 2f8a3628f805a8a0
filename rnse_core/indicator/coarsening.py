"""A start for P by coarsening the graph of S, without eigenvectors.

Pairs of samples that are strongly tied in S are joined, level by level, until few groups are left; these are joined
greedily into the clusters; then the levels are undone one by one, and at each the groups of that level are moved
between clusters while tr(P S P') grows. Moving groups gets past the local optima in which single moves end. The idea
is that of Graclus (Dhillon, Guan and Kulis 2007, https://doi.org/10.1109/TPAMI.2007.1115), whose ratio association
is this objective.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.sparse import csr_array

from rnse_core._base.arrays import FloatArray, IntArray
from rnse_core.indicator.agglomeration import agglomerate
from rnse_core.indicator.local_search import move_groups
from rnse_core.stages import report_stage

MATCHING_ROUNDS = 4
# A level that keeps more than this share of its groups has nothing left worth joining.
STALLED = 0.95
# Never coarsen below this many groups, nor join more than so many greedily.
FEWEST_GROUPS = 30
MOST_GROUPS = 2000


@dataclass(frozen=True)
class Level:
    """A graph of groups.

    Attributes
    ----------
    graph : csr_array of shape (n_groups, n_groups)
        Sums of S between groups, and inside them on the diagonal.
    weight : ndarray of shape (n_groups,)
        Samples in each group.
    groups : ndarray of int of shape (n_groups of the level below,) or None
        Group of each group of the finer level; None for the finest level, S itself.
    """

    graph: csr_array
    weight: FloatArray
    groups: IntArray | None


class Hierarchy:
    """Coarser and coarser graphs of a similarity, made as they are asked for.

    Parameters
    ----------
    S : csr_array of shape (n_samples, n_samples)
        Symmetric, non-negative.
    n_clusters : int
        No level has fewer groups.
    weight : ndarray of shape (n_samples,) or None, default=None
        What each sample counts for; None means 1.
    """

    def __init__(self, S: csr_array, n_clusters: int, weight: FloatArray | None = None) -> None:
        self.n_clusters = n_clusters
        self.levels = [Level(S, np.ones(S.shape[0]) if weight is None else weight, None)]
        self.ended = False

    def coarsened_to(self, size: int) -> int:
        """Return the number of the finest level with at most so many groups, or of the coarsest that there is."""
        for number in range(len(self.levels)):
            if len(self.levels[number].weight) <= size:
                return number
        while len(self.levels[-1].weight) > size and not self.ended:
            self._add_level()
        return len(self.levels) - 1

    def _add_level(self) -> None:
        graph, weight = self.levels[-1].graph, self.levels[-1].weight
        report_stage(f"Start for P: coarser graphs of S, {len(weight):,} groups so far")
        groups = _match(graph, weight)
        n_groups = int(groups.max()) + 1
        if n_groups > STALLED * len(weight) or n_groups < self.n_clusters:
            self.ended = True
            return
        member = csr_array((np.ones(len(groups)), (groups, np.arange(len(groups)))))
        self.levels.append(
            Level(csr_array(member @ graph @ member.T), np.bincount(groups, weights=weight).astype(np.float64), groups)
        )

    def refined(self, labels: IntArray, number: int) -> IntArray:
        """Labels of samples from labels of the groups of a level: moves at each level on the way down.

        Parameters
        ----------
        labels : ndarray of shape (n_groups,)
        number : int
            Of the level.

        Returns
        -------
        labels : ndarray of shape (n_samples,)
        """
        for level in reversed(self.levels[: number + 1]):
            report_stage(f"Start for P: moves among {len(level.weight):,} groups")
            labels = move_groups(level.graph, level.weight, labels, self.n_clusters)
            if level.groups is not None:
                labels = labels[level.groups]
        return labels


def multilevel_start(hierarchy: Hierarchy, groups_per_cluster: int) -> IntArray | None:
    """Labels by coarsening, greedy joining and refinement on the way back.

    Parameters
    ----------
    hierarchy : Hierarchy
        Of a similarity with a connected graph or few components.
    groups_per_cluster : int
        Coarsening stops at about so many groups per cluster.

    Returns
    -------
    labels : ndarray of shape (n_samples,) or None
        None where the graph cannot be coarsened enough.
    """
    number = hierarchy.coarsened_to(max(groups_per_cluster * hierarchy.n_clusters, FEWEST_GROUPS))
    level = hierarchy.levels[number]
    if len(level.weight) > MOST_GROUPS:
        return None
    between = level.graph.toarray()
    inside = between.diagonal().copy()
    np.fill_diagonal(between, 0.0)
    labels = agglomerate(between, inside, level.weight.copy(), hierarchy.n_clusters, trace_change)
    return hierarchy.refined(labels, number)


def trace_change(between: FloatArray, inside: FloatArray, weight: FloatArray, a: IntArray | int) -> FloatArray:
    """Change of the sum of inside / weight when group a is joined with each other group: a score to join by.

    Parameters
    ----------
    between, inside, weight, a
        See `rnse_core.indicator.agglomeration`.

    Returns
    -------
    ndarray of shape (n_groups,), or one such row per group in `a`
    """
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
