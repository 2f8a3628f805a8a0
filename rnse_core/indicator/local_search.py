"""Local search for the P step: nodes are moved between clusters while tr(P S P') increases.

For the indicator P of a partition, with s_c the sum of S inside cluster c and n_c its size,

    tr(P S P') = sum_c s_c / n_c.

This is the objective of kernel k-means with the kernel S: if S_ij = <psi_i, psi_j> and m_c is the mean of the psi_i in
cluster c, then sum_c sum_{i in c} ||psi_i - m_c||^2 = tr(S) - tr(P S P') (Dhillon, Guan and Kulis 2004). S need not be
positive semidefinite: a multiple of the identity that is added to it changes tr(P S P') by a constant.

A node stands for one sample or for several that move together. Moving node g, of m samples, from cluster a to b changes
the objective by

    (s_a - 2 w_ga + w_gg) / (n_a - m) - s_a / n_a + (s_b + 2 w_gb + w_gg) / (n_b + m) - s_b / n_b,

w_gc being the sum of S between g and cluster c, and w_gg that inside g.

References
----------
Dhillon, I. S., Guan, Y. and Kulis, B. (2004). Kernel k-means, spectral clustering and normalized cuts. KDD.
https://doi.org/10.1145/1014052.1014118
"""

from __future__ import annotations

import numpy as np
from scipy.sparse import csr_array

from rnse_core._base.arrays import FloatArray, IntArray, Similarity, membership
from rnse_core.stages import report_stage
from rnse_core.wording import counted

# Most nodes with which the best move of all is made first; with more, moves are made in rounds.
MAX_BEST_FIRST_NODES = 5000
# Largest table of gains, nodes times clusters, that is computed anew for each move.
MAX_BEST_FIRST_GAINS = 100_000
# Rows of the table of gains that are computed at a time.
GAIN_ROWS = 1 << 15
# Smallest gain of a move, relative to the objective at the start: more than rounding.
RELATIVE_GAIN = 1e-12
# Moves between two reports of progress.
MOVES_PER_REPORT = 2000


def refine_labels(S: Similarity, labels: IntArray, n_clusters: int, duplicate_ids: IntArray | None = None) -> IntArray:
    """Move samples between clusters, the move with the largest gain first, until no move has a gain.

    Empty clusters are filled first, and no cluster is emptied. Each further move increases a bounded objective over
    finitely many partitions, so the search ends.

    With more than `MAX_BEST_FIRST_NODES` nodes, or `MAX_BEST_FIRST_GAINS` possible moves, moves are made in rounds. A
    round computes the gains of all nodes and makes the moves in the order of these gains, each if it still has a gain
    at that time. The search ends, as before, when no move has a gain.

    Parameters
    ----------
    S : csr_array or ndarray of shape (n_samples, n_samples)
        Symmetric, non-negative.
    labels : ndarray of shape (n_samples,)
        Start, from 0 to n_clusters - 1.
    n_clusters : int
    duplicate_ids : ndarray of int of shape (n_samples,) or None, default=None
        Samples with the same id, from 0 on, move together; None moves single samples. If the start divides such
        samples, all of them go to the cluster that most of them are in.

    Returns
    -------
    labels : ndarray of shape (n_samples,)
    """
    if n_clusters == 1:
        return np.zeros(len(labels), dtype=np.intp)
    if duplicate_ids is None:
        return move_nodes(S, np.ones(len(labels)), labels, n_clusters)
    member = membership(duplicate_ids)
    votes = np.zeros((member.shape[0], n_clusters))
    np.add.at(votes, (duplicate_ids, labels), 1.0)
    between = csr_array(member @ csr_array(S) @ member.T)
    return move_nodes(between, votes.sum(axis=1), votes.argmax(axis=1), n_clusters)[duplicate_ids]


def move_nodes(S: Similarity, weights: FloatArray, labels: IntArray, n_clusters: int) -> IntArray:
    """Do the same as `refine_labels` on a graph whose nodes stand for several samples each.

    Parameters
    ----------
    S : csr_array or ndarray of shape (n_nodes, n_nodes)
        Sums of the similarity between nodes, and inside them on the diagonal.
    weights : ndarray of shape (n_nodes,)
        Samples in each node.
    labels : ndarray of shape (n_nodes,)
        Start.
    n_clusters : int

    Returns
    -------
    labels : ndarray of shape (n_nodes,)
    """
    return LocalSearch(S, weights, labels, n_clusters).run()


class LocalSearch:
    """The partition and its sums, which are updated with each move.

    Parameters
    ----------
    S, weights, labels, n_clusters
        As for `move_nodes`.

    Notes
    -----
    Attributes have the symbols of the module's docstring: `w` of shape (n_nodes, n_clusters), `own` with the w_gg,
    `inside` with the s_c, `sizes` with the n_c, and `counts` with the number of nodes in each cluster.
    """

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
        """Move nodes until no move has a gain, and return the labels."""
        if len(self.labels) == 1:
            return self.labels
        nodes = np.arange(len(self.labels))
        self._fill_empty_clusters(nodes)
        threshold = RELATIVE_GAIN * float(np.abs(self.inside / np.maximum(self.sizes, 1.0)).sum())
        if len(nodes) > MAX_BEST_FIRST_NODES or self.w.size > MAX_BEST_FIRST_GAINS:
            return self._run_in_rounds(threshold)
        gains = self._gains(nodes)
        stage = self._stage()
        while True:
            report_stage(stage)
            best = int(gains.argmax())
            g, b = divmod(best, gains.shape[1])
            if gains[g, b] <= threshold:
                return self.labels
            self._move(g, int(self.labels[g]), b)
            gains = self._gains(nodes)

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
            for number, g in enumerate(candidates.tolist()):
                if number % MOVES_PER_REPORT == 0:
                    report_stage(stage)
                    self.announce(candidates[number : number + MOVES_PER_REPORT])
                gain = self._gain_of(g)
                b = int(gain.argmax())
                if gain[b] > threshold:
                    self._move(g, int(self.labels[g]), b)
                    moved = True
            if not moved:
                return self.labels

    def _stage(self) -> str:
        return f"P step: moves among {counted(len(self.labels), 'node')}"

    def _fill_empty_clusters(self, nodes: IntArray) -> None:
        """Move to each empty cluster the node that costs least; P P' = I requires at least one sample in each."""
        for b in np.flatnonzero(self.counts == 0):
            gains = self._gains(nodes)[:, b]
            g = int(gains.argmax())
            if np.isfinite(gains[g]):
                self._move(g, int(self.labels[g]), int(b))

    def _gains(self, rows: IntArray) -> FloatArray:
        """Change of the objective for a move of each of `rows` to each cluster; -inf if it is none or empties one."""
        own_cluster = self.labels[rows]
        at = np.arange(len(rows))
        m, w, w_gg = self.m[rows], self.w[rows], self.own[rows]
        s_a, n_a = self.inside[own_cluster], self.sizes[own_cluster]
        movable = self.counts[own_cluster] > 1
        left = np.where(movable, n_a - m, 1.0)
        leave = (s_a - 2.0 * w[at, own_cluster] + w_gg) / left - s_a / n_a
        quotient = self.inside / np.where(self.sizes == 0, 1.0, self.sizes)
        gains = (self.inside + 2.0 * w + w_gg[:, None]) / (self.sizes + m[:, None]) - quotient
        gains += leave[:, None]
        gains[at, own_cluster] = -np.inf
        gains[~movable] = -np.inf
        return gains

    def _gain_of(self, g: int) -> FloatArray:
        """One row of `_gains`, with the same bits, in a fraction of the calls."""
        a, m = int(self.labels[g]), self.m[g]
        if self.counts[a] == 1:
            return np.full(len(self.sizes), -np.inf)
        w, w_gg, s_a, n_a = self.w[g], self.own[g], self.inside[a], self.sizes[a]
        leave = (s_a - 2.0 * w[a] + w_gg) / (n_a - m) - s_a / n_a
        quotient = self.inside / np.where(self.sizes == 0, 1.0, self.sizes)
        gains: FloatArray = (self.inside + 2.0 * w + w_gg) / (self.sizes + m) - quotient
        gains += leave
        gains[a] = -np.inf
        return gains

    def _move(self, g: int, a: int, b: int) -> None:
        """Move node g from cluster a to cluster b."""
        self.inside[a] += self.own[g] - 2.0 * self.w[g, a]
        self.inside[b] += self.own[g] + 2.0 * self.w[g, b]
        rows, values = self.row(g)
        self.w[rows, a] -= values
        self.w[rows, b] += values
        self.sizes[a] -= self.m[g]
        self.sizes[b] += self.m[g]
        self.counts[a] -= 1
        self.counts[b] += 1
        self.labels[g] = b

    def announce(self, nodes: IntArray) -> None:
        """Take note that the rows of some nodes may be needed next."""

    def row(self, g: int) -> tuple[IntArray | slice, FloatArray]:
        """Return the columns and entries of a row of S."""
        if isinstance(self.S, np.ndarray):
            return slice(None), self.S[g]
        part = slice(self.S.indptr[g], self.S.indptr[g + 1])
        return self.S.indices[part], self.S.data[part]
