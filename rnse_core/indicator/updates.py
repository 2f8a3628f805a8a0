"""The P step: the non-negative orthogonal indicator P of the clusters, for a given doubly stochastic S.

With S 1 = 1 the problem is max tr(P S P') over P >= 0, P P' = I, equivalently min ||S - P'P||^2 (Theorem 8). (In its
proof the paper prints L_S = I_C - S; it is I_N - S.) A feasible P has one non-zero entry per column at most; at the
optimum that entry is 1/sqrt(n_c) in the row of the sample's cluster, n_c being the cluster's size, so a column is a
scaled one-hot vector. For such a P, tr(P S P') is the sum over clusters of (sum of S inside) / n_c.

References
----------
He, Z., Xie, S., Zdunek, R., Zhou, G. and Cichocki, A. (2011). Symmetric nonnegative matrix factorization.
IEEE Trans. Neural Networks 22(12). https://doi.org/10.1109/TNN.2011.2172457
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import ArrayLike
from scipy.sparse import csr_array

from rnse_core._base.arrays import FloatArray, IntArray, Similarity
from rnse_core._base.checks import check_choice, check_count, check_entries
from rnse_core.indicator.local_search import refine_labels
from rnse_core.stages import report_stage

METHODS = ("moves", "strategic", "plain")
# Parameters of the strategic update in the paper's experiments (Eq. 34).
LAMBDA = 0.5
MU = 0.9
# Share of an indicator's entry that a soft start has everywhere: a multiplicative update never leaves a zero.
SOFT_SHARE = 0.2

Callback = Callable[[int, dict[str, float]], bool | None]


def labels_to_indicator(labels: IntArray, n_clusters: int) -> FloatArray:
    """Indicator P with 1/sqrt(n_c) in row c for each sample of cluster c.

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
    """Add to each row of an indicator a fifth of its largest entry, so that multiplicative updates can move.

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
    """One multiplicative update of P (Algorithm 3).

    With ``Q = [P(S + S') + 2P] / [2 P P'P + P(S + S')P'P]`` the plain update (Eq. 32) is ``P * Q``, the strategic one
    (Eq. 34) is ``P * ((1 - lam) + lam Q)^mu``. The smallest float is added to the base, as in the authors' code.

    Parameters
    ----------
    S : csr_array or ndarray of shape (n_samples, n_samples)
    P : ndarray of shape (n_clusters, n_samples)
        Non-negative.
    strategic : bool, default=True
    lam, mu : float
        The paper's lambda (default 0.5) and mu (default 0.9).

    Returns
    -------
    ndarray of shape (n_clusters, n_samples)
    """
    PS = (S @ P.T).T + (S.T @ P.T).T
    numerator = PS + 2.0 * P
    denominator = 2.0 * (P @ P.T) @ P + (PS @ P.T) @ P
    # An all-zero column or row gives 0/0; it stays zero whatever the factor.
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
    groups: IntArray | None = None,
    callback: Callback | None = None,
) -> FloatArray:
    """P step for a fixed S, started from P.

    Parameters
    ----------
    S : csr_array or ndarray of shape (n_samples, n_samples)
    P : ndarray of shape (n_clusters, n_samples)
        Non-negative start.
    method : {"moves", "strategic", "plain"}, default="moves"
        "moves" rounds P to labels and moves single samples between clusters while tr(P S P') grows: the result is an
        exact indicator. The other two are multiplicative updates and leave P soft.
    max_iter : int, default=100
        Multiplicative updates; moves end by themselves.
    tol : float, default=1e-9
        Multiplicative updates stop when no entry changes by more than `tol`.
    groups : ndarray of shape (n_samples,) or None, default=None
        Samples with the same number are moved together.
    callback : callable or None, default=None
        ``callback(iteration, {"residual": change})`` after each multiplicative update; True stops.

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
        labels = refine_labels(S, P.argmax(axis=0), len(P), groups=groups)
        return labels_to_indicator(labels, len(P))
    limit = check_count("max_iter", max_iter)
    for iteration in range(1, limit + 1):
        report_stage(f"P step: multiplicative update {iteration:,} of at most {limit:,}")
        new = multiplicative_update(S, P, strategic=method == "strategic")
        change = float(np.abs(new - P).max())
        P = new
        if change <= tol or (callback is not None and callback(iteration, {"residual": change})):
            break
    return P


def trace_objective(S: Similarity, labels: ArrayLike, n_clusters: int) -> float:
    """tr(P S P') of the indicator of `labels`; empty clusters count as 0.

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
    member = csr_array((np.ones(len(labels)), (labels, np.arange(len(labels)))), shape=(n_clusters, len(labels)))
    inside = np.bincount(labels, weights=(S @ member.T.toarray())[np.arange(len(labels)), labels], minlength=n_clusters)
    return float((inside / np.maximum(sizes, 1)).sum())
