"""The P step by multiplicative updates, and by local search.

For a given doubly stochastic S the problem (Eq. 22) is ::

    minimise   1/2 sum_ij S_ij ||p_i - p_j||^2 = tr(P L_S P')   subject to   P >= 0,  P P' = I,

with p_j column j of P and the Laplacian L_S = I_N - S. (A slip of the print: the proof of Theorem 8 has I_C - S.) Since
P P' = I, it is the same to maximise tr(P S P') = C - tr(P L_S P'), or to minimise ||S - P'P||_F^2 (Theorem 8, Eq. 23).

A feasible P has at most one non-zero entry in each column. At the optimum that entry is 1/sqrt(n_c) in the row of the
sample's cluster, n_c being the size of the cluster. (The print calls such a column one-hot.) Then tr(P S P') is the sum
over the clusters of (sum of S inside the cluster) / n_c.

References
----------
He, Z., Xie, S., Zdunek, R., Zhou, G. and Cichocki, A. (2011). Symmetric nonnegative matrix factorization: algorithms
and applications to probabilistic clustering. IEEE Trans. Neural Networks 22(12).
https://doi.org/10.1109/TNN.2011.2172457
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from rnse_core._base.arrays import FloatArray, IntArray, Similarity, membership, read_only
from rnse_core._base.checks import check_choice, check_count, check_entries
from rnse_core.indicator.local_search import refine_labels
from rnse_core.stages import report_stage

METHODS = ("moves", "strategic", "plain")
# lambda and mu of the strategic update (Eq. 34) in the paper's experiments.
LAMBDA = 0.5
MU = 0.9
# What is added everywhere to a soft start, as a fraction of the entries of an indicator.
SOFT_SHARE = 0.2

Callback = Callable[[int, dict[str, Any]], bool | None]


def labels_to_indicator(labels: IntArray, n_clusters: int) -> FloatArray:
    """Return the indicator P of a partition, with 1/sqrt(n_c) in row c for each sample of cluster c.

    Parameters
    ----------
    labels : ndarray of shape (n_samples,)
        From 0 to n_clusters - 1.
    n_clusters : int

    Returns
    -------
    P : ndarray of shape (n_clusters, n_samples)
        ``P P' = I`` when no cluster is empty.
    """
    P = np.zeros((n_clusters, len(labels)))
    sizes = np.bincount(labels, minlength=n_clusters)
    P[labels, np.arange(len(labels))] = 1.0 / np.sqrt(np.maximum(sizes, 1))[labels]
    return P


def soften(P: FloatArray) -> FloatArray:
    """Add to each row of an indicator a fifth of its largest entry.

    A multiplicative update keeps zeros, so that an indicator itself would never change its labels.

    Parameters
    ----------
    P : ndarray of shape (n_clusters, n_samples)

    Returns
    -------
    ndarray of shape (n_clusters, n_samples)
        Strictly positive where `P` has a non-zero row.
    """
    return P + SOFT_SHARE * P.max(axis=1, keepdims=True)


def multiplicative_update(
    S: Similarity, P: FloatArray, strategic: bool = True, lam: float = LAMBDA, mu: float = MU
) -> FloatArray:
    """Make one multiplicative update of P (one iteration of Algorithm 3).

    With ``Q = [P (S + S') + 2 P] / [2 P P'P + P (S + S') P'P]``, entry by entry, the plain update (Eq. 32) is
    ``P * Q``, and the strategic one (Eq. 34) is ``P * ((1 - lam) + lam Q)^mu``.

    Parameters
    ----------
    S : csr_array or ndarray of shape (n_samples, n_samples)
    P : ndarray of shape (n_clusters, n_samples)
        Non-negative.
    strategic : bool, default=True
        Whether to make the update of Eq. 34; else that of Eq. 32.
    lam, mu : float
        The paper's lambda (default 0.5) and mu (default 0.9): a damping, for stability.

    Returns
    -------
    ndarray of shape (n_clusters, n_samples)
        Non-negative.

    Notes
    -----
    *Derivation.* The Lagrangian of the problem of Eq. 23 is ``||S - P'P||_F^2 + tr(Lambda (P P' - I))``, with the
    gradient ``4 P P'P - 2 P (S + S') + (Lambda + Lambda') P``. At a stationary point with P P' = I the multipliers are
    ``Lambda + Lambda' = 2 P (S + S') P' - 4 I``. Put into the gradient, they give the difference A - B of the
    non-negative parts ::

        A = 4 P P'P + 2 P (S + S') P'P,   B = 2 P (S + S') + 4 P,

    and Q = B / A. An entry increases where the gradient is negative, and decreases where it is positive.

    *Fixed points.* P is unchanged if and only if Q = 1 at all its non-zero entries: the gradient is then zero there,
    which is the complementarity condition P * (A - B) = 0. Zeros stay zeros. The indicator of a partition is a fixed
    point if and only if within each cluster all samples have the same sum of S to their cluster. This holds for unions
    of connected components of S, where the sum is 1.

    *Convergence.* The updates need not increase tr(P S P'), and P P' = I holds in the limit only. In one update, a
    change of P reaches the neighbours in S of the samples where it was.

    The machine epsilon is added to the factor, as in the authors' code.
    """
    PS = (S @ P.T).T + (S.T @ P.T).T
    numerator = PS + 2.0 * P
    denominator = 2.0 * (P @ P.T) @ P + (PS @ P.T) @ P
    # A column or row of zeros gives 0/0. It stays zero with any factor.
    Q = np.divide(numerator, denominator, out=np.ones_like(P), where=denominator > 0)
    eps = np.finfo(np.float64).eps
    if strategic:
        return P * ((1.0 - lam) + lam * Q + eps) ** mu
    return P * (Q + eps)


def update_indicator(
    S: Similarity,
    P: FloatArray,
    method: str = "moves",
    *,
    max_iter: int = 100,
    tol: float = 1e-9,
    duplicate_ids: IntArray | None = None,
    callback: Callback | None = None,
) -> FloatArray:
    """Make a P step for a fixed S, started from P.

    Parameters
    ----------
    S : csr_array or ndarray of shape (n_samples, n_samples)
    P : ndarray of shape (n_clusters, n_samples)
        Non-negative start.
    method : {"moves", "strategic", "plain"}, default="moves"
        "moves" rounds P to labels and moves samples between clusters while tr(P S P') increases; the result is an exact
        indicator. "strategic" (Eq. 34) and "plain" (Eq. 32) are multiplicative updates; the result is not an indicator.
    max_iter : int, default=100
        Largest number of multiplicative updates.
    tol : float, default=1e-9
        Multiplicative updates stop when no entry changes by more than `tol`.
    duplicate_ids : ndarray of int of shape (n_samples,) or None, default=None
        For "moves": samples with the same id are moved together.
    callback : callable or None, default=None
        ``callback(iteration, {"residual": change, "indicator": P})`` after each multiplicative update that another may
        follow; P is read-only. True stops.

    Returns
    -------
    P : ndarray of shape (n_clusters, n_samples)

    Raises
    ------
    ParameterError
        If `method` is none of the three.
    InputError
        If P has a negative or non-finite entry.
    """
    check_choice("method", method, METHODS)
    check_entries("P", P)
    if method == "moves":
        labels = refine_labels(S, P.argmax(axis=0), len(P), duplicate_ids)
        return labels_to_indicator(labels, len(P))
    limit = check_count("max_iter", max_iter)
    for iteration in range(1, limit + 1):
        report_stage(f"P step: multiplicative update {iteration:,} of at most {limit:,}")
        new = multiplicative_update(S, P, strategic=method == "strategic")
        change = float(np.abs(new - P).max())
        P = new
        info = {"residual": change, "indicator": read_only(P)}
        if change <= tol or (callback is not None and callback(iteration, info)):
            break
    return P


def trace_objective(S: Similarity, labels: ArrayLike, n_clusters: int) -> float:
    """Compute tr(P S P') for the indicator P of some labels; an empty cluster contributes 0.

    Parameters
    ----------
    S : csr_array or ndarray of shape (n_samples, n_samples)
    labels : array-like of shape (n_samples,)
    n_clusters : int

    Returns
    -------
    float
        At most the number of non-empty clusters.
    """
    labels = np.asarray(labels)
    sizes = np.bincount(labels, minlength=n_clusters)
    return float((sums_inside(S, labels, n_clusters) / np.maximum(sizes, 1)).sum())


def sums_inside(S: Similarity, labels: IntArray, n_clusters: int) -> FloatArray:
    """Sum S over the pairs of samples of each cluster.

    Parameters
    ----------
    S : csr_array or ndarray of shape (n_samples, n_samples)
    labels : ndarray of int of shape (n_samples,)
        From 0 to n_clusters - 1.
    n_clusters : int

    Returns
    -------
    ndarray of shape (n_clusters,)
    """
    to_clusters = S @ membership(labels, n_clusters).T.toarray()
    own: FloatArray = to_clusters[np.arange(len(labels)), labels]
    return np.bincount(labels, weights=own, minlength=n_clusters).astype(np.float64)
