"""Greedy joining of groups, pair by pair, by any score that is computed from sums between and inside groups."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from rnse_core._base.arrays import FloatArray, IntArray

# (between, inside, weight, a) -> scores of joining group a, or each of the groups a, with every group; higher is first.
Score = Callable[[FloatArray, FloatArray, FloatArray, IntArray | int], FloatArray]


def agglomerate(between: FloatArray, inside: FloatArray, weight: FloatArray, n_clusters: int, score: Score) -> IntArray:
    """Join the pair with the highest score until `n_clusters` groups are left.

    Parameters
    ----------
    between : ndarray of shape (n_groups, n_groups)
        Symmetric sums between groups, zero on the diagonal. Overwritten.
    inside : ndarray of shape (n_groups,)
        Sums inside the groups. Overwritten.
    weight : ndarray of shape (n_groups,)
        Sizes of the groups. Overwritten.
    n_clusters : int
        At most n_groups.
    score : callable
        ``score(between, inside, weight, a)`` returns an array of shape (n_groups,), or one such row per group in `a`.

    Returns
    -------
    labels : ndarray of shape (n_groups,)
        Cluster of each group, numbered in the order of their first group.
    """
    n_groups = len(weight)
    everyone = np.arange(n_groups)
    owner = everyone.copy()
    alive = np.ones(n_groups, dtype=bool)

    def scores_of(a: int) -> FloatArray:
        row = np.where(alive, score(between, inside, weight, a), -np.inf)
        row[a] = -np.inf
        return row

    table = score(between, inside, weight, everyone)
    np.fill_diagonal(table, -np.inf)
    # The best partner of each group, so that a join costs one row and not the whole table.
    best = table.argmax(axis=1)
    for _ in range(n_groups - n_clusters):
        a = int(np.where(alive, table[everyone, best], -np.inf).argmax())
        a, b = sorted((a, int(best[a])))
        inside[a] += inside[b] + 2.0 * between[a, b]
        weight[a] += weight[b]
        between[a] += between[b]
        between[a, a] = 0.0
        between[:, a] = between[a]
        between[b] = between[:, b] = 0.0
        owner[owner == b] = a
        alive[b] = False
        table[b] = table[:, b] = -np.inf
        table[a] = table[:, a] = scores_of(a)
        best[a] = table[a].argmax()
        stale = np.flatnonzero(alive & ((best == a) | (best == b)))
        best[stale] = table[stale].argmax(axis=1)
        best[alive & (table[:, a] > table[everyone, best])] = a
    _, labels = np.unique(owner, return_inverse=True)
    return labels
