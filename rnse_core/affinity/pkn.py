"""Weights of the probabilistic k nearest neighbours (PKN) of Nie, Wang and Huang (2014).

For the squared distances d_1 <= d_2 <= ... of a point to the others, the weights of its neighbours solve ::

    minimise   sum_j d_j w_j + gamma sum_j w_j^2   subject to   w >= 0,  sum_j w_j = 1

with the gamma that leaves exactly k of them positive::

    w_j = (d_{k+1} - d_j) / (k d_{k+1} - sum_{h<=k} d_h)   for j <= k.

References
----------
Nie, F., Wang, X. and Huang, H. (2014). Clustering and projected clustering with adaptive neighbors. KDD.
https://doi.org/10.1145/2623330.2623726
"""

from __future__ import annotations

import numpy as np

from rnse_core._base.arrays import FloatArray
from rnse_core.affinity.neighbor_order import nearest_neighbors


def pkn_weights(D: FloatArray, n_neighbors: int) -> FloatArray:
    """Weights of the PKN graph, row by row, not symmetrised.

    Parameters
    ----------
    D : ndarray of shape (n_samples, n_samples)
        Squared distances.
    n_neighbors : int
        k, at most n_samples - 1. If it is n_samples - 1, there is no (k+1)-th neighbour; d_k is taken for d_{k+1}.

    Returns
    -------
    W : ndarray of shape (n_samples, n_samples)
        Rows sum to 1 (to 0 for a single sample); the diagonal is 0.
    """
    n_samples = len(D)
    W = np.zeros_like(D)
    if n_samples == 1:
        return W
    order, distances = nearest_neighbors(D, min(n_neighbors + 1, n_samples - 1))
    np.put_along_axis(W, order[:, :n_neighbors], pkn_row_weights(distances, n_neighbors), axis=1)
    return W


def pkn_row_weights(distances: FloatArray, k: int) -> FloatArray:
    """Weights of the k nearest neighbours of some points.

    Parameters
    ----------
    distances : ndarray of shape (n_points, k + 1) or (n_points, k)
        Squared distances of the nearest points in ascending order; the last one is taken for d_{k+1}.
    k : int

    Returns
    -------
    weights : ndarray of shape (n_points, k)
        Rows sum to 1.
    """
    last = distances[:, -1:]
    near = distances[:, :k]
    total = k * last[:, 0] - near.sum(axis=1)
    # All at the same distance: the limit of the formula is equal weights.
    tied = total <= np.finfo(float).eps * k * last[:, 0]
    return np.where(tied[:, None], 1.0 / k, (last - near) / np.where(tied, 1.0, total)[:, None])
