"""Nearest neighbours read from a matrix of distances between all pairs."""

from __future__ import annotations

import numpy as np

from rnse_core._base.arrays import FloatArray, IntArray

# Rows of a matrix over all pairs that are worked on at a time, so that copies of them stay small.
ROWS_PER_BLOCK = 256


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
        # A stable sort of what is not beyond the k-th distance keeps ties in the order of the points; the partition
        # alone would not.
        block[block > kth] = np.inf
        near = np.argsort(block, axis=1, kind="stable")[:, :k]
        order[start : start + len(block)] = near
        distances[start : start + len(block)] = np.take_along_axis(block, near, axis=1)
    return order, distances
