"""Labels from an embedding by K-Means or by the largest membership, and the number of its coordinates."""

from __future__ import annotations

import warnings

import numpy as np
from sklearn.cluster import KMeans

from rnse_core._base.arrays import FloatArray, IntArray
from rnse_core._base.checks import check_count
from rnse_core._base.identical_rows import find_duplicates
from rnse_core._base.threads import one_openmp_thread
from rnse_core.exceptions import ParameterWarning, Reason

KMEANS_STARTS = 10


def embedding_size(n_components: object, n_clusters: int, limit: int) -> int:
    """Number of coordinates to compute.

    Parameters
    ----------
    n_components : int or None
        As given by the user. None means `n_clusters` - 1, but at least 1: the centres of C clusters span C - 1
        directions.
    n_clusters : int
    limit : int
        Number of coordinates that exist; a larger `n_components` is clipped with a warning.

    Returns
    -------
    int
    """
    if n_components is None:
        return min(max(n_clusters - 1, 1), limit)
    size = check_count("n_components", n_components)
    if size > limit:
        message = f"n_components={size} was reduced to {limit}: X has no more directions."
        warnings.warn(
            ParameterWarning("n_components", size, Reason.TOO_LARGE, bound=limit, message=message), stacklevel=3
        )
    return min(size, limit)


def has_one_partition(duplicate_ids: IntArray, n_clusters: int) -> bool:
    """Whether there are as many clusters as distinct samples, so that the ids are the only possible partition."""
    return n_clusters == int(duplicate_ids.max()) + 1


def kmeans_labels(
    embedding: FloatArray, n_clusters: int, duplicate_ids: IntArray, random_state: np.random.RandomState
) -> IntArray:
    """Cluster the rows of an embedding with scikit-learn's K-Means, the best of several starts.

    Parameters
    ----------
    embedding : ndarray of shape (n_samples, n_components)
    n_clusters : int
        At most the number of distinct samples.
    duplicate_ids : ndarray of int of shape (n_samples,)
        Number of the distinct sample that each row belongs to.
    random_state : RandomState instance

    Returns
    -------
    labels : ndarray of int of shape (n_samples,)
    """
    if has_one_partition(duplicate_ids, n_clusters):
        return duplicate_ids
    # Distinct samples can have equal coordinates; K-Means cannot use more centres than distinct coordinates.
    n_places = int(find_duplicates(embedding).max()) + 1
    model = KMeans(min(n_clusters, n_places), n_init=KMEANS_STARTS, random_state=random_state)
    with one_openmp_thread():
        labels: IntArray = model.fit_predict(embedding)
    return labels


def largest_memberships(V: FloatArray, n_clusters: int, duplicate_ids: IntArray) -> IntArray:
    """Label of each sample: its largest membership.

    Parameters
    ----------
    V : ndarray of shape (n_samples, n_clusters)
    n_clusters : int
        At most the number of distinct samples.
    duplicate_ids : ndarray of int of shape (n_samples,)
        Number of the distinct sample that each row belongs to.

    Returns
    -------
    labels : ndarray of int of shape (n_samples,)
    """
    return duplicate_ids if has_one_partition(duplicate_ids, n_clusters) else V.argmax(axis=1)
