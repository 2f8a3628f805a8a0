"""How far several partitions of the same samples agree."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from scipy.optimize import linear_sum_assignment

from rnse_core._base.arrays import FloatArray, IntArray


def pairwise_agreement(partitions: Sequence[IntArray]) -> FloatArray:
    """Adjusted Rand index of each pair of partitions.

    Parameters
    ----------
    partitions : sequence of ndarray of shape (n_samples,)
        Labels from 0.

    Returns
    -------
    ndarray of shape (n_partitions, n_partitions)
        Symmetric, ones on the diagonal.
    """
    agreement = np.eye(len(partitions))
    pairs = [_pairs(np.bincount(labels)) for labels in partitions]
    for i, labels in enumerate(partitions):
        for j in range(i):
            agreement[i, j] = agreement[j, i] = _rand_index(labels, partitions[j], pairs[i], pairs[j])
    return agreement


def _pairs(counts: IntArray) -> float:
    sizes = counts.astype(np.float64)
    return float((sizes * (sizes - 1.0)).sum() / 2.0)


def _rand_index(a: IntArray, b: IntArray, pairs_a: float, pairs_b: float) -> float:
    width = int(b.max()) + 1
    together = _pairs(np.bincount(a.astype(np.int64) * width + b))
    expected = pairs_a * pairs_b / max(len(a) * (len(a) - 1) / 2.0, 1.0)
    largest = 0.5 * (pairs_a + pairs_b)
    return 1.0 if largest == expected else (together - expected) / (largest - expected)


def mean_agreement(agreement: FloatArray) -> float:
    """Mean over all pairs of different partitions; 1 for a single one.

    Parameters
    ----------
    agreement : ndarray of shape (n_partitions, n_partitions)
        From `pairwise_agreement`.

    Returns
    -------
    float
    """
    n = len(agreement)
    return 1.0 if n < 2 else float((agreement.sum() - n) / (n * (n - 1)))


def agreement_with_others(agreement: FloatArray) -> FloatArray:
    """Mean agreement of each partition with the others; 1 for a single one.

    Parameters
    ----------
    agreement : ndarray of shape (n_partitions, n_partitions)

    Returns
    -------
    ndarray of shape (n_partitions,)
    """
    n = len(agreement)
    return np.ones(n) if n < 2 else (agreement.sum(axis=1) - 1.0) / (n - 1)


def medoid(agreement: FloatArray) -> int:
    """Number of the partition that agrees best with the others; the first of equals.

    Parameters
    ----------
    agreement : ndarray of shape (n_partitions, n_partitions)

    Returns
    -------
    int
    """
    # Rounded, so that the order of a sum does not choose among equals.
    return int(np.argmax(agreement_with_others(agreement).round(12)))


def cluster_votes(labels: IntArray, partitions: Sequence[IntArray], n_clusters: int) -> FloatArray:
    """Share of some partitions that put each sample into each cluster.

    The clusters of a partition correspond to those of `labels` one to one, so that as many samples as possible are in
    the same ones. One that corresponds to none is a vote for none.

    Parameters
    ----------
    labels : ndarray of shape (n_samples,)
        From 0 to n_clusters - 1.
    partitions : sequence of ndarray of shape (n_samples,)
        At least one.
    n_clusters : int

    Returns
    -------
    ndarray of shape (n_samples, n_clusters)
        Rows sum to at most 1.
    """
    votes = np.zeros((len(labels), n_clusters + 1))
    samples = np.arange(len(labels))
    for other in partitions:
        table = np.zeros((n_clusters, int(other.max()) + 1))
        np.add.at(table, (labels, other), 1.0)
        clusters, partners = linear_sum_assignment(table, maximize=True)
        cluster_of = np.full(table.shape[1], n_clusters)
        cluster_of[partners] = clusters
        votes[samples, cluster_of[other]] += 1.0
    return votes[:, :n_clusters] / len(partitions)
