"""The three textbook graphs of neighbours, unweighted: within a radius, nearest of either side, nearest of both sides.

References
----------
von Luxburg, U. (2007). A tutorial on spectral clustering. Statistics and Computing 17(4).
https://doi.org/10.1007/s11222-007-9033-z
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from rnse_core._base.arrays import FloatArray
from rnse_core._base.checks import check_positive
from rnse_core.affinity.dense import knn_graph
from rnse_core.affinity.distances import center_and_scale, pairwise_squared_distances


def epsilon_graph(X: ArrayLike, radius: float) -> FloatArray:
    """Join all pairs of samples that are at most a radius apart.

    Parameters
    ----------
    X : array-like of shape (n_samples, n_features)
    radius : float
        In the unit of X.

    Returns
    -------
    W : ndarray of shape (n_samples, n_samples)
        0 or 1, symmetric, with a zero diagonal.

    Raises
    ------
    TypeError, ValueError
        If `radius` is not a finite positive number.
    """
    radius = check_positive("radius", radius)
    Y, scale = center_and_scale(np.asarray(X, dtype=np.float64))
    W = (np.sqrt(pairwise_squared_distances(Y)) * scale <= radius).astype(np.float64)
    np.fill_diagonal(W, 0.0)
    return W


def either_knn_graph(X: ArrayLike, n_neighbors: int) -> FloatArray:
    """Join a pair where at least one of the two is among the nearest neighbours of the other.

    Parameters
    ----------
    X : array-like of shape (n_samples, n_features)
    n_neighbors : int
        Clipped to n_samples - 1 with a warning.

    Returns
    -------
    W : ndarray of shape (n_samples, n_samples)
        0 or 1, symmetric, with a zero diagonal.
    """
    return _edges(knn_graph(X, n_neighbors) > 0)


def mutual_knn_graph(X: ArrayLike, n_neighbors: int) -> FloatArray:
    """Join a pair where each of the two is among the nearest neighbours of the other.

    Parameters
    ----------
    X : array-like of shape (n_samples, n_features)
    n_neighbors : int
        Clipped to n_samples - 1 with a warning.

    Returns
    -------
    W : ndarray of shape (n_samples, n_samples)
        0 or 1, symmetric, with a zero diagonal.
    """
    return _edges(knn_graph(X, n_neighbors) == 1.0)


def _edges(joined: np.ndarray) -> FloatArray:
    W = joined.astype(np.float64)
    np.fill_diagonal(W, 0.0)
    return W
