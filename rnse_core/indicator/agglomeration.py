"""Greedy agglomeration: nodes of a graph are merged pair by pair, by a score of sums between and inside them."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from rnse_core._base.arrays import FloatArray, IntArray

# (between, inside, weight, a) -> scores of merging node a, or each of the nodes a, with every node.
Score = Callable[[FloatArray, FloatArray, FloatArray, IntArray | int], FloatArray]


def agglomerate(between: FloatArray, inside: FloatArray, weight: FloatArray, n_clusters: int, score: Score) -> IntArray:
    """Merge the pair of nodes with the highest score until `n_clusters` are left.

    Parameters
    ----------
    between : ndarray of shape (n_nodes, n_nodes)
        Symmetric sums between nodes, zero on the diagonal. Overwritten.
    inside : ndarray of shape (n_nodes,)
        Sums inside the nodes. Overwritten.
    weight : ndarray of shape (n_nodes,)
        Weights of the nodes. Overwritten.
    n_clusters : int
        At most n_nodes.
    score : callable
        ``score(between, inside, weight, a)`` returns an array of shape (n_nodes,), or one such row for each node in
        `a`.

    Returns
    -------
    labels : ndarray of shape (n_nodes,)
        Cluster of each node, numbered in the order of their first nodes.
    """
    n_nodes = len(weight)
    nodes = np.arange(n_nodes)
    representative = nodes.copy()
    alive = np.ones(n_nodes, dtype=bool)

    def scores_of(a: int) -> FloatArray:
        row = np.where(alive, score(between, inside, weight, a), -np.inf)
        row[a] = -np.inf
        return row

    table = score(between, inside, weight, nodes)
    np.fill_diagonal(table, -np.inf)
    # The best partner of each node is kept, so that a merge costs one row of scores instead of the whole table.
    best = table.argmax(axis=1)
    for _ in range(n_nodes - n_clusters):
        a = int(np.where(alive, table[nodes, best], -np.inf).argmax())
        a, b = sorted((a, int(best[a])))
        inside[a] += inside[b] + 2.0 * between[a, b]
        weight[a] += weight[b]
        between[a] += between[b]
        between[a, a] = 0.0
        between[:, a] = between[a]
        between[b] = between[:, b] = 0.0
        representative[representative == b] = a
        alive[b] = False
        table[b] = table[:, b] = -np.inf
        table[a] = table[:, a] = scores_of(a)
        best[a] = table[a].argmax()
        stale = np.flatnonzero(alive & ((best == a) | (best == b)))
        best[stale] = table[stale].argmax(axis=1)
        best[alive & (table[:, a] > table[nodes, best])] = a
    _, labels = np.unique(representative, return_inverse=True)
    return labels


def trace_change(between: FloatArray, inside: FloatArray, weight: FloatArray, a: IntArray | int) -> FloatArray:
    """Change of tr(P S P'), the sum of inside / weight over the clusters, when node a is merged with each node.

    Parameters
    ----------
    between, inside, weight, a
        As for the score of `agglomerate`, with the sums of S.

    Returns
    -------
    ndarray of shape (n_nodes,), or one such row for each node in `a`
    """
    inside_a, weight_a = np.expand_dims(inside[a], -1), np.expand_dims(weight[a], -1)
    together = (inside + inside_a + 2.0 * between[a]) / (weight + weight_a)
    change: FloatArray = together - inside / weight - inside_a / weight_a
    return change
