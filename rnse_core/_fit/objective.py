"""The objective of RNSE and its terms, and the distances of S and P from their constraint sets.

The model (Eqs. 6 to 9) is ::

    minimise    1/2 sum_ij S_ij ||phi(x_i) - phi(x_j)||^2 + alpha ||S||_F^2 + beta 1/2 sum_ij S_ij ||p_i - p_j||^2
    over        S >= 0,  S = S',  S 1 = 1   and   P >= 0,  P P' = I,

with p_j column j of P and the kernel K_ij = <phi(x_i), phi(x_j)>.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from scipy.sparse import csr_array

from rnse_core._base.arrays import FloatArray, Similarity
from rnse_core._base.executors import local_executor
from rnse_core.affinity.float32 import inner_product

# Rows of sparse matrices that a thread multiplies at a time.
INNER_ROWS = 20_000


class ObjectiveParts(NamedTuple):
    """The three terms of the objective.

    Attributes
    ----------
    smoothness : float
        ``1/2 sum_ij S_ij ||phi(x_i) - phi(x_j)||^2`` (Eq. 1): small if neighbours in S are close in feature space.
    frobenius : float
        ``alpha ||S||_F^2``: small if S has many small entries in each row.
    embedding : float
        ``beta 1/2 sum_ij S_ij ||p_i - p_j||^2`` (Eq. 3): small if neighbours in S share a cluster.
    """

    smoothness: float
    frobenius: float
    embedding: float

    @property
    def total(self) -> float:
        """The objective, Eq. 7."""
        return self.smoothness + self.frobenius + self.embedding


def objective_parts(K: Similarity, S: Similarity, P: FloatArray, alpha: float, beta: float) -> ObjectiveParts:
    """Compute the terms of the objective at (S, P), also for an S whose row sums are not exactly 1.

    Parameters
    ----------
    K : csr_array or ndarray of shape (n_samples, n_samples)
        Symmetric kernel matrix; a sparse one has an entry wherever S has.
    S : csr_array or ndarray of shape (n_samples, n_samples)
        Symmetric.
    P : ndarray of shape (n_clusters, n_samples)
    alpha, beta : float

    Returns
    -------
    ObjectiveParts
    """
    degrees = S.sum(axis=1)
    if isinstance(S, np.ndarray):
        inner = inner_product(S, K)
        squares = float(np.vdot(S, S))
    else:
        if isinstance(K, np.ndarray):
            rows = np.repeat(np.arange(len(K)), np.diff(S.indptr))
            inner = float(S.data @ K[rows, S.indices])
        else:
            inner = _sparse_inner(S, K)
        squares = float(S.data @ S.data)
    smoothness = float(K.diagonal() @ degrees) - inner
    return ObjectiveParts(smoothness, alpha * squares, beta * embedding_disagreement(S, P))


def _sparse_inner(S: csr_array, K: csr_array) -> float:
    """Compute ``sum_ij S_ij K_ij``."""

    def inner(start: int) -> float:
        rows = slice(start, start + INNER_ROWS)
        return float(S[rows].multiply(K[rows]).sum())

    return sum(local_executor().gather(inner, range(0, S.shape[0], INNER_ROWS)))


def embedding_disagreement(S: Similarity, P: FloatArray) -> float:
    """Compute ``1/2 sum_ij S_ij ||p_i - p_j||^2 = tr(P L_S P')``, the objective of the P step (Eqs. 3 and 22).

    Parameters
    ----------
    S : csr_array or ndarray of shape (n_samples, n_samples)
        Symmetric, without negative entries.
    P : ndarray of shape (n_clusters, n_samples)

    Returns
    -------
    float
        Not below zero.
    """
    difference = float(S.sum(axis=1) @ np.einsum("cj,cj->j", P, P)) - float(np.vdot(P, (S @ P.T).T))
    # A sum of squares, which the rounding of a difference can take below zero.
    return max(0.0, difference)


def row_sum_error(S: Similarity) -> float:
    """Compute the largest ``|S 1 - 1|``."""
    return float(np.abs(S.sum(axis=1) - 1.0).max())


def orthogonality_error(P: FloatArray) -> float:
    """Compute the Frobenius norm of ``P P' - I``."""
    gram = P @ P.T
    gram[np.diag_indices_from(gram)] -= 1.0
    return float(np.linalg.norm(gram))


def mean_nonzeros(S: Similarity) -> float:
    """Compute the mean number of non-zero entries per row."""
    count = np.count_nonzero(S) if isinstance(S, np.ndarray) else S.count_nonzero()
    return float(count) / S.shape[0]
