"""The numbers of clusters that were not numbered by a start: in the order of their first samples."""

from __future__ import annotations

import numpy as np

from rnse_core._base.arrays import IntArray


def order_of_first_samples(labels: IntArray, n_clusters: int) -> IntArray:
    """Return the clusters in the order of their first samples.

    What finds clusters gives them arbitrary numbers. In this order the first sample is in cluster 0, whatever found
    it, so that results of different settings, or of different methods, have the same numbers where they agree.

    Parameters
    ----------
    labels : ndarray of int of shape (n_samples,)
        From 0 to n_clusters - 1.
    n_clusters : int

    Returns
    -------
    ndarray of int of shape (n_clusters,)
        Clusters without a sample come last. ``np.argsort`` of it is the new number of each cluster.

    Examples
    --------
    >>> order_of_first_samples(np.array([2, 2, 0, 2, 0]), 3).tolist()
    [2, 0, 1]
    """
    present, first = np.unique(labels, return_index=True)
    empty = np.setdiff1d(np.arange(n_clusters), present)
    return np.concatenate([present[np.argsort(first)], empty])


def number_by_first_samples(labels: IntArray, n_clusters: int) -> IntArray:
    """Return labels whose clusters are numbered in the order of their first samples.

    Parameters
    ----------
    labels : ndarray of int of shape (n_samples,)
        From 0 to n_clusters - 1.
    n_clusters : int

    Returns
    -------
    ndarray of int of shape (n_samples,)
    """
    return np.argsort(order_of_first_samples(labels, n_clusters))[labels]
