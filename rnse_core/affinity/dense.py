"""Kernels and similarity graphs: the matrix K that the S step starts from.

Every function returns a dense float64 array of shape (n_samples, n_samples) that is symmetric to the last
bit, finite for duplicates and constant columns, and zero exactly where two points are unrelated.

References
----------
Zelnik-Manor, L. and Perona, P. (2004). Self-tuning spectral clustering. NIPS 17.
Nie, F., Wang, X. and Huang, H. (2014). Clustering and projected clustering with adaptive neighbors.
KDD. https://doi.org/10.1145/2623330.2623726
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import ArrayLike
from sklearn.utils import check_array

from rnse_core._base.arrays import FloatArray, IntArray
from rnse_core._base.checks import check_positive, clip_neighbors
from rnse_core.affinity.distances import center_and_scale, pairwise_squared_distances
from rnse_core.affinity.kinds import AFFINITIES
from rnse_core.affinity.precomputed import check_distances, check_similarity, symmetrize
from rnse_core.exceptions import ParameterError, Reason

# Fraction of the median local scale below which no point's own scale may fall.
SCALE_FLOOR = 1e-3
ROWS_PER_BLOCK = 256


def self_tuning_kernel(X: ArrayLike, n_neighbors: int = 7) -> FloatArray:
    """Gaussian kernel with a local scale per point, ``K_ij = exp(-d_ij^2 / (sigma_i sigma_j))``.

    sigma_i is the distance of point i to its `n_neighbors`-th neighbour (Zelnik-Manor and Perona; the
    RNSE paper uses 7). For a point that has identical ones, identical points count once, or many of them would have
    a scale of almost zero and be cut off from the points around. No scale falls below 0.001 times the median scale.

    Parameters
    ----------
    X : array-like of shape (n_samples, n_features)
    n_neighbors : int, default=7
        Clipped to n_samples - 1 with a warning.

    Returns
    -------
    K : ndarray of shape (n_samples, n_samples)
        Values in [0, 1], ones on the diagonal.
    """
    D, _ = _scaled_distances(X)
    return _self_tuned(D, n_neighbors)


def rbf_kernel(X: ArrayLike, gamma: float | None = None) -> FloatArray:
    """Gaussian kernel with one scale for all points, ``K_ij = exp(-gamma d_ij^2)``.

    Parameters
    ----------
    X : array-like of shape (n_samples, n_features)
    gamma : float or None, default=None
        In units of 1 / squared distance. None means 1 over the sum of the variances of the features.

    Returns
    -------
    K : ndarray of shape (n_samples, n_samples)
    """
    Y, scale = center_and_scale(_as_features(X))
    D = pairwise_squared_distances(Y)
    if gamma is None:
        variance = float(Y.var(axis=0).sum())
        factor = 1.0 / variance if variance > 0 else 1.0
    else:
        # Python floats raise on overflow where numpy would warn; an infinite factor is a valid limit here.
        with np.errstate(over="ignore"):
            factor = float(np.float64(check_positive("gamma", gamma)) * np.float64(scale) * np.float64(scale))
    positive = D > 0
    with np.errstate(over="ignore", under="ignore"):
        D[positive] *= -factor
        return np.exp(D, out=D)


def knn_graph(X: ArrayLike, n_neighbors: int = 10) -> FloatArray:
    """Symmetric graph of the k nearest neighbours: (A + A') / 2 with ones on the diagonal.

    Parameters
    ----------
    X : array-like of shape (n_samples, n_features)
    n_neighbors : int, default=10
        Neighbours per point, the point itself not counted. Clipped to n_samples - 1 with a warning.

    Returns
    -------
    K : ndarray of shape (n_samples, n_samples)
        1 for mutual neighbours, 1/2 for one-sided ones, 0 elsewhere.
    """
    D, _ = _scaled_distances(X)
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

    With the squared distances of point i sorted, d_1 <= d_2 <= ..., the weight of its j-th neighbour is
    ``(d_{k+1} - d_j) / (k d_{k+1} - sum_{h<=k} d_h)``: each row sums to 1 and fades to 0 at the (k+1)-th neighbour.

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
    D, _ = _scaled_distances(X)
    return symmetrize(pkn_weights(D, clip_neighbors(n_neighbors, len(D))))


def authors_affinity(X: ArrayLike, n_neighbors: int = 10) -> FloatArray:
    """Affinity of the authors' MATLAB code of RNSE.

    Samples are scaled to unit length, W is their PKN graph, and ``K = I + exp(-W)`` where W is not zero, 0 elsewhere.
    A more similar pair therefore gets a slightly smaller entry: the graph is nearly a binary one.

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
        A row of zeros has similarity 1 to other rows of zeros and 0 to all else.

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
        Precomputed distances are turned into the self-tuned kernel.
    n_neighbors : int or None, default=None
        For the kinds that use neighbours; None means the default of the function (7 or 10).
    gamma : float or None, default=None
        For "rbf".

    Returns
    -------
    K : ndarray of shape (n_samples, n_samples)
        Symmetric to the last bit; never shares memory with `X`.

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


def unit_rows(X: FloatArray) -> FloatArray:
    """Rows of `X` divided by their Euclidean length; rows of zeros stay as they are.

    Parameters
    ----------
    X : ndarray of shape (n_samples, n_features)

    Returns
    -------
    ndarray of shape (n_samples, n_features)
    """
    largest = np.abs(X).max(axis=1, keepdims=True, initial=0.0)
    # Dividing by the largest entry first keeps the squares in range for rows of 1e300 or 1e-300.
    rows = X / np.where(largest > 0, largest, 1.0)
    length = np.linalg.norm(rows, axis=1, keepdims=True)
    return rows / np.where(length > 0, length, 1.0)


def pkn_weights(D: FloatArray, n_neighbors: int) -> FloatArray:
    """Weights of the PKN graph, row by row, not symmetrised (see `probabilistic_knn_graph`).

    Parameters
    ----------
    D : ndarray of shape (n_samples, n_samples)
        Squared distances.
    n_neighbors : int
        At most n_samples - 1. With all other points as neighbours the farthest one takes the part of the (k+1)-th.

    Returns
    -------
    W : ndarray of shape (n_samples, n_samples)
        Rows sum to 1 (to 0 for a single sample), the diagonal is 0.
    """
    n_samples = len(D)
    W = np.zeros_like(D)
    if n_samples == 1:
        return W
    order, distances = nearest_neighbors(D, min(n_neighbors + 1, n_samples - 1))
    np.put_along_axis(W, order[:, :n_neighbors], pkn_row_weights(distances, n_neighbors), axis=1)
    return W


def pkn_row_weights(distances: FloatArray, k: int) -> FloatArray:
    """Weights of the k nearest neighbours of some points in the PKN graph (see `probabilistic_knn_graph`).

    Parameters
    ----------
    distances : ndarray of shape (n_points, k + 1) or (n_points, k)
        Squared distances of the nearest points in ascending order; the last is the one at which weights fade to 0.
    k : int

    Returns
    -------
    weights : ndarray of shape (n_points, k)
        Rows sum to 1.
    """
    farthest = distances[:, -1:]
    near = distances[:, :k]
    total = k * farthest[:, 0] - near.sum(axis=1)
    # All k + 1 at one distance: the limit of the formula is equal weights.
    tied = total <= np.finfo(float).eps * k * farthest[:, 0]
    return np.where(tied[:, None], 1.0 / k, (farthest - near) / np.where(tied, 1.0, total)[:, None])


def _self_tuned(D: FloatArray, n_neighbors: int) -> FloatArray:
    """Turn squared distances into the self-tuned kernel, in place."""
    k = clip_neighbors(n_neighbors, len(D))
    if len(D) == 1:
        return np.ones_like(D)
    sigma = np.sqrt(_local_squared_scale(D, k))
    np.maximum(sigma, local_scale_floor(sigma), out=sigma)
    with np.errstate(under="ignore"):
        for start in range(0, len(D), ROWS_PER_BLOCK):
            block = D[start : start + ROWS_PER_BLOCK]
            block /= -np.multiply.outer(sigma[start : start + ROWS_PER_BLOCK], sigma)
            np.exp(block, out=block)
    return D


def local_scale_floor(sigma: FloatArray) -> float:
    """Smallest local scale that a point may have: a thousandth of the median of those that are not zero.

    Parameters
    ----------
    sigma : ndarray of shape (n_samples,)

    Returns
    -------
    float
        1 where all are zero.
    """
    positive = sigma[sigma > 0]
    return SCALE_FLOOR * float(np.median(positive)) if len(positive) else 1.0


def _local_squared_scale(D: FloatArray, k: int) -> FloatArray:
    """Squared distance to the k-th other point; to the k-th distinct one for a point that has identical ones."""
    scale = np.empty(len(D))
    repeated = np.zeros(len(D), dtype=bool)
    for start in range(0, len(D), ROWS_PER_BLOCK):
        rows = slice(start, start + ROWS_PER_BLOCK)
        # The diagonal's zero sorts first, so position k is the k-th neighbour.
        block = np.partition(D[rows], k, axis=1)[:, : k + 1]
        scale[rows] = block[:, k]
        repeated[rows] = np.count_nonzero(block == 0, axis=1) > 1
    if repeated.any():
        # Of identical points the first one stands for all.
        distinct = np.ones(len(D), dtype=bool)
        again = np.flatnonzero(repeated)
        distinct[again] = np.argmax(D[again] == 0, axis=1) == again
        k = min(k, int(np.count_nonzero(distinct)) - 1)
        for start in range(0, len(again), ROWS_PER_BLOCK):
            part = again[start : start + ROWS_PER_BLOCK]
            scale[part] = np.partition(D[np.ix_(part, distinct)], k, axis=1)[:, k]
    return scale


def nearest_neighbors(D: FloatArray, k: int) -> tuple[IntArray, FloatArray]:
    """Return the k nearest other points of each point, nearest first, ties in the order of the points.

    Parameters
    ----------
    D : ndarray of shape (n_samples, n_samples)
        Squared distances.
    k : int
        From 1 to n_samples - 1.

    Returns
    -------
    order : ndarray of int of shape (n_samples, k)
    distances : ndarray of shape (n_samples, k)
        Their squared distances.
    """
    order = np.empty((len(D), k), dtype=np.intp)
    distances = np.empty((len(D), k))
    for start in range(0, len(D), ROWS_PER_BLOCK):
        block = D[start : start + ROWS_PER_BLOCK].copy()
        local = np.arange(len(block))
        block[local, start + local] = np.inf
        kth = np.partition(block, k - 1, axis=1)[:, k - 1 : k]
        # Ranking only what is not beyond the k-th distance keeps ties in index order at the cost of a partition.
        block[block > kth] = np.inf
        near = np.argsort(block, axis=1, kind="stable")[:, :k]
        order[start : start + len(block)] = near
        distances[start : start + len(block)] = np.take_along_axis(block, near, axis=1)
    return order, distances


def _as_features(X: ArrayLike) -> FloatArray:
    return check_array(X, dtype=np.float64)


def _scaled_distances(X: ArrayLike) -> tuple[FloatArray, float]:
    Y, scale = center_and_scale(_as_features(X))
    return pairwise_squared_distances(Y), scale
