"""One moment of a fit, small enough to keep many of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import linear_sum_assignment
from scipy.sparse import csr_array, issparse

from rnse_core._base.arrays import FloatArray, IntArray, Similarity

# Bytes of one stored entry: a float32 and an int32 column.
ENTRY_BYTES = 8


@dataclass(frozen=True, eq=False)
class Snapshot:
    """One moment of a fit.

    Attributes
    ----------
    title : str
        What distinguishes it from the others, such as "alpha = 0.5" or "round 3".
    similarity : csr_array of float32 of shape (n_samples, n_samples)
        S, or its largest entries.
    lost : float
        Share of the sum of S that `similarity` leaves out; 0 where it is all of S.
    labels : ndarray of shape (n_samples,)
    certainty : ndarray of shape (n_samples,)
        Largest entry of each column of P over the sum of the column: 1 for an indicator, 1 / C for a sample that could
        belong anywhere.
    indicator : ndarray of float32 of shape (n_clusters, n_samples)
        P.
    numbers : mapping of str to float
        What is measured at this moment, such as "objective" or "row_sum_error".
    """

    title: str
    similarity: csr_array
    lost: float
    labels: IntArray
    certainty: FloatArray
    indicator: NDArray[np.float32]
    numbers: Mapping[str, float] = field(default_factory=dict)

    @property
    def n_bytes(self) -> int:
        """Memory that it takes, about."""
        return self.similarity.nnz * ENTRY_BYTES + 16 * len(self.labels) + self.indicator.nbytes

    def numbered_like(self, labels: IntArray) -> Snapshot:
        """Return the snapshot with its clusters, the rows of P, numbered as the clusters that they overlap most.

        Parameters
        ----------
        labels : ndarray of int of shape (n_samples,)
            Less than the number of rows of P.

        Returns
        -------
        Snapshot
        """
        overlap = np.zeros((len(self.indicator), len(self.indicator)))
        np.add.at(overlap, (labels, self.labels), 1.0)
        order = linear_sum_assignment(overlap, maximize=True)[1]
        return replace(self, labels=np.argsort(order)[self.labels], indicator=self.indicator[order])


def take_snapshot(
    title: str,
    S: Similarity,
    P: FloatArray,
    numbers: Mapping[str, float] | None = None,
    *,
    most_entries: int | None = None,
) -> Snapshot:
    """Keep one moment of a fit.

    Parameters
    ----------
    title : str
    S : ndarray or sparse matrix of shape (n_samples, n_samples)
        Symmetric. Copied, unless it is a csr_array in single precision: snapshots of one S can share it.
    P : ndarray of shape (n_clusters, n_samples)
    numbers : mapping of str to float, optional
    most_entries : int or None, default=None
        Entries of S to keep, the largest ones; None keeps all.

    Returns
    -------
    Snapshot
    """
    sparse = S if isinstance(S, csr_array) else csr_array(S if issparse(S) else np.asarray(S))
    kept, lost = _largest(sparse, most_entries)
    peak, total = P.max(axis=0), P.sum(axis=0)
    certainty = np.divide(peak, total, out=np.full(P.shape[1], 1.0 / len(P)), where=total > 0)
    return Snapshot(title, kept, lost, P.argmax(axis=0), certainty, P.astype(np.float32), dict(numbers or {}))


def _largest(S: csr_array, most: int | None) -> tuple[csr_array, float]:
    """S in single precision with at most so many entries, ties kept out, and the share of its sum that is left out."""
    if S.dtype == np.float32 and (most is None or S.nnz <= most):
        return S, 0.0
    single = csr_array((S.data.astype(np.float32), S.indices.astype(np.int32), S.indptr), shape=S.shape)
    if most is None or S.nnz <= most:
        return single, 0.0
    # Above the first entry that does not fit, so that S stays symmetric: equal entries stay or go together.
    bound = np.partition(S.data, S.nnz - most - 1)[S.nnz - most - 1]
    single.data[S.data <= bound] = 0.0
    single.eliminate_zeros()
    return single, float(1.0 - S.data[S.data > bound].sum() / S.data.sum())
