"""Moves of the P step where S is on the workers: the rows of the nodes that may move are fetched, a few at a time."""

from __future__ import annotations

import numpy as np

from rnse_core._base.arrays import FloatArray, Index, IntArray
from rnse_core.distributed.matrix import DistributedMatrix
from rnse_core.indicator.local_search import LocalSearch

# Rows that are fetched at a time where single moves are made, and most that are held.
FETCHED_ROWS = 200


class BlockLocalSearch(LocalSearch):
    """A local search whose gains are on the driver, as an array of shape (n_nodes, n_clusters), and S is not."""

    S: DistributedMatrix

    def announce(self, nodes: IntArray) -> None:
        """Fetch the rows of some nodes; those of others are forgotten."""
        self.fetched: dict[int, tuple[Index, FloatArray]] = dict(
            zip(nodes.tolist(), self.S.take_rows(nodes), strict=True)
        )

    def row(self, g: int) -> tuple[Index, FloatArray]:
        """Return the columns and entries of a row of S."""
        if g not in getattr(self, "fetched", {}):
            gains = self._gains(np.arange(len(self.labels))).max(axis=1)
            gains[g] = np.inf
            self.announce(np.argsort(-gains, kind="stable")[:FETCHED_ROWS])
        return self.fetched[g]


def refine_blocks(
    S: DistributedMatrix, labels: IntArray, n_clusters: int, duplicate_ids: IntArray | None = None
) -> IntArray:
    """Move samples between clusters as :func:`rnse_core.indicator.local_search.refine_labels` does.

    Parameters
    ----------
    S : DistributedMatrix of shape (n_samples, n_samples)
    labels : ndarray of int of shape (n_samples,)
    n_clusters : int
    duplicate_ids : ndarray of int of shape (n_samples,) or None, default=None

    Returns
    -------
    labels : ndarray of int of shape (n_samples,)
    """
    if n_clusters == 1:
        return np.zeros(len(labels), dtype=np.intp)
    if duplicate_ids is None:
        return BlockLocalSearch(S, np.ones(len(labels)), labels, n_clusters).run()
    n_distinct = int(duplicate_ids.max()) + 1
    votes = np.zeros((n_distinct, n_clusters))
    np.add.at(votes, (duplicate_ids, labels), 1.0)
    between = S.contracted(duplicate_ids, n_distinct)
    return BlockLocalSearch(between, votes.sum(axis=1), votes.argmax(axis=1), n_clusters).run()[duplicate_ids]
