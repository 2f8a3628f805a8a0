"""Warnings of a finished fit of RNSE about its result."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum, auto

import numpy as np

from rnse_core._base.arrays import FloatArray, IntArray, Similarity
from rnse_core.exceptions import (
    ComponentsEffect,
    ComponentsWarning,
    EmptyClustersWarning,
    IdenticalSamplesWarning,
    InputWarning,
    ParameterWarning,
    Reason,
)

# Distinct samples for each cluster, from which on one that has a single distinct sample is worth a word.
FEWEST_DISTINCT = 10
# How many times larger an alpha is named to try.
LARGER = 10.0
# Entries of K that differ by so many units in the last place of what is added to them are lost in rounding.
ROUNDING_UNITS = 8


class Alike(Enum):
    """Whether no pair of samples is more alike than another, and in which matrix."""

    NO = auto()
    IN_K = auto()
    IN_S = auto()


def about_structure(
    pairs_alike: Alike,
    components: IntArray,
    n_clusters: int,
    n_clusters_found: int,
    follows_kernel: bool,
    alpha: float,
) -> Iterator[UserWarning]:
    """Yield a warning for each reason why the clusters are not what was asked for.

    Parameters
    ----------
    pairs_alike : Alike
        `Alike.NO` where there is one cluster to find.
    components : ndarray of int of shape (n_samples,)
        Component of S that each sample is in.
    n_clusters, n_clusters_found : int
    follows_kernel : bool
        Whether P is a cut of K, and not of S.
    alpha : float

    Yields
    ------
    InputWarning, ParameterWarning, ComponentsWarning or EmptyClustersWarning
    """
    if pairs_alike is Alike.IN_K:
        yield InputWarning("affinity", Reason.ALL_PAIRS_ALIKE)
    elif pairs_alike is Alike.IN_S:
        message = (
            f"The affinities are so small beside alpha={alpha:g} and beta that S loses them in rounding, so the "
            "clusters are arbitrary. Multiply the affinities, or choose a smaller alpha and beta."
        )
        yield ParameterWarning("alpha", alpha, Reason.ALL_PAIRS_ALIKE, message=message)
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


def pairs_alike(K: Similarity, S: Similarity, P: FloatArray, alpha: float, beta: float) -> Alike:
    """Return whether no pair of samples is more alike than another, in K or in what the S step sees of it.

    The S step projects (K + beta P'P) / (2 alpha). K says nothing there where its entries differ by less than the
    rounding of the others.

    Parameters
    ----------
    K, S : csr_array or ndarray of shape (n_samples, n_samples)
    P : ndarray of shape (n_clusters, n_samples)
    alpha, beta : float

    Returns
    -------
    Alike
    """
    if K.shape[0] < 3:
        return Alike.NO
    spread = _spread(K)
    if spread == 0:
        return Alike.IN_K
    others = 2 * alpha * float(S.max()) + beta * float((P * P).sum(axis=0).max())
    return Alike.IN_S if spread <= ROUNDING_UNITS * np.finfo(np.float64).eps * others else Alike.NO


def _spread(K: Similarity) -> float:
    """Return the difference between the largest and the smallest entry off the diagonal."""
    if not isinstance(K, np.ndarray):
        if K.nnz < K.shape[0] ** 2:
            return float(K.max())
        K = K.toarray()
    n = len(K)
    # After its first entry, the diagonal is every (n + 1)-th one.
    off_diagonal = K.ravel()[1:].reshape(n - 1, n + 1)[:, :-1]
    return float(off_diagonal.max() - off_diagonal.min())
