"""Exact finish of the P step: move samples between clusters while tr(P S P') grows."""

from __future__ import annotations

import numpy as np
from scipy.sparse import csr_array

from rnse_core._base.arrays import FloatArray, IntArray, Similarity
from rnse_core.stages import report_stage
from rnse_core.wording import counted

# With more groups than these, a move no longer waits until all gains are known again.
BEST_FIRST = 5000
# Rows whose gains are computed at a time.
GAIN_ROWS = 1 << 15
# A move must gain more than rounding can feign, relative to the objective at the start.
RELATIVE_GAIN = 1e-12
# Moves between two words about them.
MOVES_PER_WORD = 2000


def refine_labels(S: Similarity, labels: IntArray, n_clusters: int, groups: IntArray | None = None) -> IntArray:
    """Move one sample, or one group of samples, at a time, the move with the largest gain first.

    With s_c the sum of S inside cluster c and n_c its size, the objective is the sum of s_c / n_c. Moving a group g of
    m samples from a to b changes it by

        (s_a - 2 w_ga + w_gg) / (n_a - m) - s_a / n_a + (s_b + 2 w_gb + w_gg) / (n_b + m) - s_b / n_b,

    w_gc being the sum of S between g and cluster c. Empty clusters are filled first, and none is emptied. Every
    further move raises a bounded objective over finitely many partitions, so this ends.

    With many groups, each round ranks the gains of all of them and then makes the moves one after the other, each
    as far as it still gains by then; like the single moves this ends where no move gains.

    Parameters
    ----------
    S : csr_array or ndarray of shape (n_samples, n_samples)
        Symmetric, non-negative.
    labels : ndarray of shape (n_samples,)
        Start, from 0 to n_clusters - 1.
    n_clusters : int
    groups : ndarray of shape (n_samples,) or None, default=None
        Number of each sample's group, from 0; None moves single samples. A group that the start divides goes to the
        cluster that most of it is in.

    Returns
    -------
    labels : ndarray of shape (n_samples,)
    """
    if n_clusters == 1:
        return np.zeros(len(labels), dtype=np.intp)
    if groups is None:
        return move_groups(S, np.ones(len(labels)), labels, n_clusters)
    n_groups = int(groups.max()) + 1
    member = csr_array((np.ones(len(groups)), (groups, np.arange(len(groups)))), shape=(n_groups, len(groups)))
    votes = np.zeros((n_groups, n_clusters))
    np.add.at(votes, (groups, labels), 1.0)
    coarse = csr_array(member @ csr_array(S) @ member.T)
    return move_groups(coarse, votes.sum(axis=1), votes.argmax(axis=1), n_clusters)[groups]


def move_groups(S: Similarity, weights: FloatArray, labels: IntArray, n_clusters: int) -> IntArray:
    """`refine_labels` on a graph whose nodes stand for several samples each.

    Parameters
    ----------
    S : csr_array or ndarray of shape (n_groups, n_groups)
        Sums of the similarity between groups, and inside them on the diagonal.
    weights : ndarray of shape (n_groups,)
        Samples per group.
    labels : ndarray of shape (n_groups,)
        Start.
    n_clusters : int

    Returns
    -------
    labels : ndarray of shape (n_groups,)
    """
    return _Moves(S, weights, labels, n_clusters).run()


class _Moves:
    """Cluster sums kept up to date under moves."""

    def __init__(self, S: Similarity, weights: FloatArray, labels: IntArray, n_clusters: int) -> None:
        self.S = S
        self.m = weights
        self.labels = np.array(labels, dtype=np.intp)
        self.own = S.diagonal()
        n = len(self.labels)
        indicator = np.zeros((n, n_clusters))
        indicator[np.arange(n), self.labels] = 1.0
        self.w = S @ indicator
        self.sizes = np.bincount(self.labels, weights=weights, minlength=n_clusters)
        self.counts = np.bincount(self.labels, minlength=n_clusters)
        self.inside = np.bincount(self.labels, weights=self.w[np.arange(n), self.labels], minlength=n_clusters)

    def run(self) -> IntArray:
        if len(self.labels) == 1:
            return self.labels
        everyone = np.arange(len(self.labels))
        self._fill_empty_clusters(everyone)
        threshold = RELATIVE_GAIN * float(np.abs(self.inside / np.maximum(self.sizes, 1.0)).sum())
        if len(self.labels) > BEST_FIRST:
            return self._run_in_rounds(threshold)
        gains = self._gains(everyone)
        stage = self._stage()
        while True:
            report_stage(stage)
            best = int(gains.argmax())
            g, b = divmod(best, gains.shape[1])
            if gains[g, b] <= threshold:
                return self.labels
            a = int(self.labels[g])
            self._move(g, a, b)
            gains = self._gains(everyone)

    def _run_in_rounds(self, threshold: float) -> IntArray:
        n = len(self.labels)
        stage = self._stage()
        while True:
            gains = np.empty(n)
            for start in range(0, n, GAIN_ROWS):
                report_stage(stage)
                rows = np.arange(start, min(start + GAIN_ROWS, n))
                gains[rows] = self._gains(rows).max(axis=1)
            candidates = np.flatnonzero(gains > threshold)
            candidates = candidates[np.argsort(-gains[candidates], kind="stable")]
            moved = False
            for number, g in enumerate(candidates):
                if number % MOVES_PER_WORD == 0:
                    report_stage(stage)
                gain = self._gains(np.array([g]))[0]
                b = int(gain.argmax())
                if gain[b] > threshold:
                    self._move(int(g), int(self.labels[g]), b)
                    moved = True
            if not moved:
                return self.labels

    def _stage(self) -> str:
        return f"P step: moves among {counted(len(self.labels), 'sample or group', 'samples or groups')}"

    def _fill_empty_clusters(self, everyone: IntArray) -> None:
        """Give each empty cluster the group whose move costs least: P P' = I asks for one sample at least."""
        for b in np.flatnonzero(self.counts == 0):
            gains = self._gains(everyone)[:, b]
            g = int(gains.argmax())
            if np.isfinite(gains[g]):
                self._move(g, int(self.labels[g]), int(b))

    def _gains(self, rows: IntArray) -> FloatArray:
        """Change of the objective for moving each of `rows` to each cluster; -inf where a move is none or empties."""
        own_cluster = self.labels[rows]
        at = np.arange(len(rows))
        m = self.m[rows]
        w = self.w[rows]
        self_sum = self.own[rows]
        s_a, n_a = self.inside[own_cluster], self.sizes[own_cluster]
        movable = self.counts[own_cluster] > 1
        left = np.where(movable, n_a - m, 1.0)
        leave = (s_a - 2.0 * w[at, own_cluster] + self_sum) / left - s_a / n_a
        empty = self.sizes == 0
        quotient = self.inside / np.where(empty, 1.0, self.sizes)
        gains = (self.inside + 2.0 * w + self_sum[:, None]) / (self.sizes + m[:, None]) - quotient
        gains += leave[:, None]
        gains[at, own_cluster] = -np.inf
        gains[~movable] = -np.inf
        return gains

    def _move(self, g: int, a: int, b: int) -> None:
        self.inside[a] += self.own[g] - 2.0 * self.w[g, a]
        self.inside[b] += self.own[g] + 2.0 * self.w[g, b]
        if isinstance(self.S, np.ndarray):
            rows, values = slice(None), self.S[g]
        else:
            part = slice(self.S.indptr[g], self.S.indptr[g + 1])
            rows, values = self.S.indices[part], self.S.data[part]
        self.w[rows, a] -= values
        self.w[rows, b] += values
        self.sizes[a] -= self.m[g]
        self.sizes[b] += self.m[g]
        self.counts[a] -= 1
        self.counts[b] += 1
        self.labels[g] = b
