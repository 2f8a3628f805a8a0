"""Warnings of a finished fit of RNSE about its result."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from rnse_core._base.arrays import IntArray, Similarity
from rnse_core.exceptions import (
    ComponentsEffect,
    ComponentsWarning,
    EmptyClustersWarning,
    IdenticalSamplesWarning,
    InputWarning,
    Reason,
)

# Distinct samples for each cluster, from which on one that has a single distinct sample is worth a word.
FEWEST_DISTINCT = 10
# How many times larger an alpha is named to try.
LARGER = 10.0


def about_structure(
    K: Similarity, components: IntArray, n_clusters: int, n_clusters_found: int, follows_kernel: bool, alpha: float
) -> Iterator[UserWarning]:
    """Yield a warning for each reason why the clusters are not what was asked for.

    Parameters
    ----------
    K : csr_array or ndarray of shape (n_samples, n_samples)
    S : csr_array or ndarray of shape (n_samples, n_samples)
    n_clusters, n_clusters_found : int
    follows_kernel : bool
        Whether P is a cut of K, and not of S.
    alpha : float

    Yields
    ------
    InputWarning, ComponentsWarning or EmptyClustersWarning
    """
    if n_clusters > 1 and _all_pairs_alike(K):
        yield InputWarning("affinity", Reason.ALL_PAIRS_ALIKE)
    sizes = tuple(np.bincount(components).tolist())
    if follows_kernel:
        yield ComponentsWarning(sizes, n_clusters, ComponentsEffect.CUT_OF_AFFINITY, alpha, LARGER * alpha)
    elif len(sizes) > n_clusters:
        yield ComponentsWarning(sizes, n_clusters, ComponentsEffect.JOINED)
    if n_clusters_found < n_clusters:
        yield EmptyClustersWarning(n_clusters, n_clusters_found)


def about_duplicates(
    labels: IntArray, duplicate_ids: IntArray | None, alpha: float
) -> Iterator[IdenticalSamplesWarning]:
    """Yield a warning where all samples of a cluster are identical.

    Many identical samples form a component of S of their own. The optimal P makes this component a cluster, though two
    other clusters have to be joined for it.

    Parameters
    ----------
    labels : ndarray of shape (n_samples,)
    duplicate_ids : ndarray of shape (n_samples,) or None
        Identical samples have the same number; None where all are distinct.
    alpha : float

    Yields
    ------
    IdenticalSamplesWarning
    """
    if duplicate_ids is None:
        return
    sizes = np.bincount(labels)
    clusters = np.flatnonzero(sizes)
    if len(clusters) < 2:
        return
    lowest = np.full(len(sizes), np.iinfo(np.intp).max)
    highest = np.full(len(sizes), -1)
    np.minimum.at(lowest, labels, duplicate_ids)
    np.maximum.at(highest, labels, duplicate_ids)
    alike = clusters[(lowest[clusters] == highest[clusters]) & (sizes[clusters] > 1)]
    # Where there are few distinct samples for each cluster, one with a single of them is nothing unusual.
    if len(alike) == 0 or int(duplicate_ids.max()) + 1 < FEWEST_DISTINCT * len(clusters):
        return
    yield IdenticalSamplesWarning(len(alike), int(sizes[alike].max()), LARGER * alpha)


def _all_pairs_alike(K: Similarity) -> bool:
    """Whether all entries off the diagonal are equal, for more than one pair."""
    if not isinstance(K, np.ndarray):
        if K.nnz < K.shape[0] ** 2:
            return False
        K = K.toarray()
    if len(K) < 3 or K[0, 1] != K[0, 2]:
        return False
    first = K[0, 1]
    alike = np.equal(K, first)
    return bool(np.count_nonzero(alike) - np.count_nonzero(alike.diagonal()) == K.size - len(K))
