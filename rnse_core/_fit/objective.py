"""The objective of RNSE, its parts, and how far S and P are from the sets they must lie in.

The model (Eqs. 6 to 9): minimise over S and P

    1/2 sum_ij S_ij ||phi(x_i) - phi(x_j)||^2 + alpha ||S||_F^2 + beta 1/2 sum_ij S_ij ||p_i - p_j||^2

with S symmetric doubly stochastic and P >= 0, P P' = I; p_j is column j of P and K_ij = <phi(x_i), phi(x_j)>.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from rnse_core._base.arrays import FloatArray, IntArray, Similarity
from rnse_core.affinity.float32 import inner_product


class ObjectiveParts(NamedTuple):
    """The three terms of the objective.

    Attributes
    ----------
    smoothness : float
        1/2 sum_ij S_ij ||phi(x_i) - phi(x_j)||^2: neighbours in S are close in feature space.
    frobenius : float
        alpha ||S||_F^2: S spreads over many neighbours.
    embedding : float
        beta 1/2 sum_ij S_ij ||p_i - p_j||^2: neighbours in S share a cluster.
    """

    smoothness: float
    frobenius: float
    embedding: float

    @property
    def total(self) -> float:
        """The objective, Eq. 7."""
        return self.smoothness + self.frobenius + self.embedding


def objective_parts(K: Similarity, S: Similarity, P: FloatArray, alpha: float, beta: float) -> ObjectiveParts:
    """Terms of the objective at (S, P); exact also when S is not quite doubly stochastic.

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
            inner = float(S.multiply(K).sum())
        squares = float(S.data @ S.data)
    smoothness = float(K.diagonal() @ degrees) - inner
    return ObjectiveParts(smoothness, alpha * squares, beta * embedding_disagreement(S, P))


def embedding_disagreement(S: Similarity, P: FloatArray) -> float:
    """1/2 sum_ij S_ij ||p_i - p_j||^2, which the P step makes small (Eq. 3).

    Parameters
    ----------
    S : csr_array or ndarray of shape (n_samples, n_samples)
        Symmetric.
    P : ndarray of shape (n_clusters, n_samples)

    Returns
    -------
    float
    """
    return float(S.sum(axis=1) @ np.einsum("cj,cj->j", P, P)) - float(np.vdot(P, (S @ P.T).T))


def row_sum_error(S: Similarity) -> float:
    """Largest ``|S 1 - 1|``."""
    return float(np.abs(S.sum(axis=1) - 1.0).max())


def orthogonality_error(P: FloatArray) -> float:
    """Frobenius norm of ``P P' - I``."""
    gram = P @ P.T
    gram[np.diag_indices_from(gram)] -= 1.0
    return float(np.linalg.norm(gram))


def mean_nonzeros(S: Similarity) -> float:
    """Mean number of non-zero entries per row."""
    count = np.count_nonzero(S) if isinstance(S, np.ndarray) else S.count_nonzero()
    return float(count) / S.shape[0]


def sums_inside(S: Similarity, labels: IntArray, n_clusters: int) -> FloatArray:
    """Sum of S over the pairs of samples of each cluster.

    Parameters
    ----------
    S : csr_array or ndarray of shape (n_samples, n_samples)
    labels : ndarray of shape (n_samples,)
        From 0 to n_clusters - 1.
    n_clusters : int

    Returns
    -------
    ndarray of shape (n_clusters,)
    """
    member = np.zeros((len(labels), n_clusters))
    member[np.arange(len(labels)), labels] = 1.0
    return np.einsum("ij,ij->j", member, np.asarray(S @ member))
