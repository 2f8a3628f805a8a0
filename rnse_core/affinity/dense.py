"""Kernels over all pairs of samples.

Every function returns K as a float64 array of shape (n_samples, n_samples) that is symmetric to the last bit, and
finite also for duplicates and constant columns. d_ij is the Euclidean distance of samples i and j.

References
----------
Zelnik-Manor, L. and Perona, P. (2004). Self-tuning spectral clustering. NIPS 17.
Nie, F., Wang, X. and Huang, H. (2014). Clustering and projected clustering with adaptive neighbors. KDD.
https://doi.org/10.1145/2623330.2623726
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import ArrayLike
from sklearn.utils import check_array

from rnse_core._base.arrays import FloatArray, symmetrize
from rnse_core._base.checks import check_positive, clip_neighbors
from rnse_core.affinity.distances import center_and_scale, pairwise_squared_distances, unit_rows
from rnse_core.affinity.kinds import AFFINITIES
from rnse_core.affinity.local_scales import local_scales_of_pairs
from rnse_core.affinity.neighbor_order import ROWS_PER_BLOCK, nearest_neighbors
from rnse_core.affinity.pkn import pkn_weights
from rnse_core.affinity.precomputed import check_distances, check_similarity
from rnse_core.exceptions import ParameterError, Reason


def self_tuning_kernel(X: ArrayLike, n_neighbors: int = 7) -> FloatArray:
    """Gaussian kernel with a local scale for each sample, ``K_ij = exp(-d_ij^2 / (sigma_i sigma_j))``.

    sigma_i is the distance of sample i to its `n_neighbors`-th neighbour (Zelnik-Manor and Perona). For a sample that
    has duplicates, identical samples count once. No sigma is below 0.001 times the median.

    Parameters
    ----------
    X : array-like of shape (n_samples, n_features)
    n_neighbors : int, default=7
        The value of Zelnik-Manor and Perona and of the RNSE paper. Clipped to n_samples - 1 with a warning.

    Returns
    -------
    K : ndarray of shape (n_samples, n_samples)
        Values in [0, 1], ones on the diagonal.
    """
    return _self_tuned(_squared_distances(X), n_neighbors)


def rbf_kernel(X: ArrayLike, gamma: float | None = None) -> FloatArray:
    """Gaussian kernel with the same scale for all samples, ``K_ij = exp(-gamma d_ij^2)``.

    Parameters
    ----------
    X : array-like of shape (n_samples, n_features)
    gamma : float or None, default=None
        In units of 1 / squared distance. None means 1 over the sum of the variances of the features.

    Returns
    -------
    K : ndarray of shape (n_samples, n_samples)
    """
    Y, unit = center_and_scale(_as_features(X))
    D = pairwise_squared_distances(Y)
    if gamma is None:
        variance = float(Y.var(axis=0).sum())
        factor = 1.0 / variance if variance > 0 else 1.0
    else:
        # An infinite factor is a valid limit. Numpy's numbers become infinite where Python's would raise.
        with np.errstate(over="ignore"):
            factor = float(np.float64(check_positive("gamma", gamma)) * np.float64(unit) * np.float64(unit))
    positive = D > 0
    with np.errstate(over="ignore", under="ignore"):
        D[positive] *= -factor
        return np.exp(D, out=D)


def knn_graph(X: ArrayLike, n_neighbors: int = 10) -> FloatArray:
    """Graph of the k nearest neighbours, ``K = (A + A') / 2`` with ones on the diagonal.

    A_ij is 1 where j is one of the k nearest neighbours of i, and 0 elsewhere.

    Parameters
    ----------
    X : array-like of shape (n_samples, n_features)
    n_neighbors : int, default=10
        Neighbours of each sample, the sample itself not counted. Clipped to n_samples - 1 with a warning.

    Returns
    -------
    K : ndarray of shape (n_samples, n_samples)
        1 for mutual neighbours, 1/2 for one-sided ones, 0 elsewhere.
    """
    D = _squared_distances(X)
    k = clip_neighbors(n_neighbors, len(D))
    A = np.zeros_like(D)
    if k < len(D):
        order, _ = nearest_neighbors(D, k)
        np.put_along_axis(A, order, 1.0, axis=1)
    K = symmetrize(A)
    np.fill_diagonal(K, 1.0)
    return K


def probabilistic_knn_graph(X: ArrayLike, n_neighbors: int = 10) -> FloatArray:
    """Probabilistic k nearest neighbours (PKN) of Nie, Wang and Huang (2014), symmetrised.

    With the squared distances of sample i to the others sorted, d_1 <= d_2 <= ..., the weight of its j-th neighbour is
    ``(d_{k+1} - d_j) / (k d_{k+1} - sum_{h<=k} d_h)`` for j <= k. `rnse_core.affinity.pkn` derives it.

    Parameters
    ----------
    X : array-like of shape (n_samples, n_features)
    n_neighbors : int, default=10
        Clipped to n_samples - 1 with a warning.

    Returns
    -------
    W : ndarray of shape (n_samples, n_samples)
        (W + W') / 2 with a zero diagonal.
    """
    D = _squared_distances(X)
    return symmetrize(pkn_weights(D, clip_neighbors(n_neighbors, len(D))))


def authors_affinity(X: ArrayLike, n_neighbors: int = 10) -> FloatArray:
    """Affinity of the authors' MATLAB code of RNSE, which differs from the print.

    Samples are scaled to unit length, and W is their PKN graph, symmetrised. K is the identity plus ``exp(-W_ij)``
    where W_ij is not zero. The entry of a more similar pair is therefore slightly smaller; with weights of about 1 / k
    the graph is nearly binary.

    Parameters
    ----------
    X : array-like of shape (n_samples, n_features)
    n_neighbors : int, default=10
        Clipped to n_samples - 1 with a warning.

    Returns
    -------
    K : ndarray of shape (n_samples, n_samples)
    """
    W = probabilistic_knn_graph(unit_rows(_as_features(X)), n_neighbors)
    K = np.where(W != 0, np.exp(-W), 0.0)
    K[np.diag_indices_from(K)] += 1.0
    return K


def cosine_affinity(X: ArrayLike) -> FloatArray:
    """Cosine of the angle between samples, negative values set to 0.

    Parameters
    ----------
    X : array-like of shape (n_samples, n_features)
        A row of zeros has similarity 1 to other rows of zeros and 0 to all other rows.

    Returns
    -------
    K : ndarray of shape (n_samples, n_samples)
        Values in [0, 1].
    """
    rows = unit_rows(_as_features(X))
    K = symmetrize(rows @ rows.T)
    np.clip(K, 0.0, 1.0, out=K)
    zero = ~rows.any(axis=1)
    K[np.ix_(zero, zero)] = 1.0
    np.fill_diagonal(K, 1.0)
    return K


def _precomputed_distance_kernel(X: ArrayLike, n_neighbors: int = 7) -> FloatArray:
    D = check_distances(X)
    largest = float(D.max(initial=0.0))
    if largest > 0:
        D = np.ldexp(D, -int(np.frexp(largest)[1]))
    D *= D
    return _self_tuned(D, n_neighbors)


_WITH_NEIGHBORS: dict[str, Callable[..., FloatArray]] = {
    "self_tuning": self_tuning_kernel,
    "knn": knn_graph,
    "probabilistic_knn": probabilistic_knn_graph,
    "authors": authors_affinity,
    "precomputed_distance": _precomputed_distance_kernel,
}


def compute_affinity(
    X: ArrayLike, affinity: str = "self_tuning", *, n_neighbors: int | None = None, gamma: float | None = None
) -> FloatArray:
    """Affinity matrix by name.

    Parameters
    ----------
    X : array-like of shape (n_samples, n_features) or (n_samples, n_samples)
        Features, or a similarity or distance matrix for the two precomputed kinds.
    affinity : {"self_tuning", "rbf", "knn", "probabilistic_knn", "authors", "cosine", "precomputed", \
            "precomputed_distance"}, default="self_tuning"
        From precomputed distances the self-tuned kernel is computed.
    n_neighbors : int or None, default=None
        For the kernels with neighbours; None means the default of the function (7 or 10).
    gamma : float or None, default=None
        For "rbf".

    Returns
    -------
    K : ndarray of shape (n_samples, n_samples)
        Symmetric to the last bit. Shares no memory with `X`.

    Raises
    ------
    ValueError
        If `affinity` is none of these names or `X` does not fit it.
    """
    if affinity in _WITH_NEIGHBORS:
        return _WITH_NEIGHBORS[affinity](X, **({} if n_neighbors is None else {"n_neighbors": n_neighbors}))
    if affinity == "rbf":
        return rbf_kernel(X, gamma)
    if affinity == "cosine":
        return cosine_affinity(X)
    if affinity == "precomputed":
        return check_similarity(X)
    raise ParameterError("affinity", affinity, Reason.UNKNOWN_CHOICE, choices=AFFINITIES)


def _self_tuned(D: FloatArray, n_neighbors: int) -> FloatArray:
    """Replace squared distances by the self-tuned kernel, in place."""
    k = clip_neighbors(n_neighbors, len(D))
    if len(D) == 1:
        return np.ones_like(D)
    sigma = local_scales_of_pairs(D, k)
    with np.errstate(under="ignore"):
        for start in range(0, len(D), ROWS_PER_BLOCK):
            block = D[start : start + ROWS_PER_BLOCK]
            block /= -np.multiply.outer(sigma[start : start + ROWS_PER_BLOCK], sigma)
            np.exp(block, out=block)
    return D


def _as_features(X: ArrayLike) -> FloatArray:
    return check_array(X, dtype=np.float64)


def _squared_distances(X: ArrayLike) -> FloatArray:
    """Squared distances of the scaled samples, in their unit."""
    return pairwise_squared_distances(center_and_scale(_as_features(X))[0])
