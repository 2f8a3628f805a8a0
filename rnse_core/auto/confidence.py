"""How sure the cluster of each sample is, and which other one comes into question."""

from __future__ import annotations

import numpy as np
from scipy.sparse import issparse

from rnse_core._base.arrays import FloatArray, IntArray, Similarity, membership


def row_shares(S: Similarity, labels: IntArray, n_clusters: int) -> FloatArray:
    """Share of each row of S that lies in each cluster.

    Parameters
    ----------
    S : csr_array or ndarray of shape (n_samples, n_samples)
        With row sums of 1.
    labels : ndarray of shape (n_samples,)
        From 0 to n_clusters - 1.
    n_clusters : int

    Returns
    -------
    ndarray of shape (n_samples, n_clusters)
        From 0 to 1.
    """
    shares = S @ membership(labels, n_clusters).T
    return np.clip(shares.toarray() if issparse(shares) else shares, 0.0, 1.0)


def sample_confidence(shares: FloatArray, votes: FloatArray, labels: IntArray) -> FloatArray:
    """Confidence in the cluster of each sample: the share of fits that agree, times the share of S that is inside.

    A sample between two clusters has a low one of either kind: some settings put it here and some there, and its
    neighbours are in both.

    Parameters
    ----------
    shares : ndarray of shape (n_samples, n_clusters)
        From `row_shares`.
    votes : ndarray of shape (n_samples, n_clusters)
        From :func:`rnse_core.auto.cluster_votes`.
    labels : ndarray of shape (n_samples,)

    Returns
    -------
    ndarray of shape (n_samples,)
        From 0 to 1.
    """
    samples = np.arange(len(labels))
    return shares[samples, labels] * votes[samples, labels]


def second_best(shares: FloatArray, votes: FloatArray, labels: IntArray) -> IntArray:
    """The cluster of each sample that comes next: with the most votes and similarity together.

    Parameters
    ----------
    shares, votes : ndarray of shape (n_samples, n_clusters)
        As for `sample_confidence`.
    labels : ndarray of shape (n_samples,)

    Returns
    -------
    ndarray of shape (n_samples,)
        -1 where no fit and no similarity speaks for another cluster.
    """
    support = shares + votes
    support[np.arange(len(labels)), labels] = 0.0
    second = support.argmax(axis=1)
    return np.where(support.max(axis=1) > 0.0, second, -1)
