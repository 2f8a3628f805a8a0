"""Scores that need no true classes: silhouette, and share of the affinity between clusters."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import sparse
from sklearn.metrics import silhouette_score
from sklearn.utils import check_array, check_random_state, gen_batches

from rnse_core._base.checks import check_unmasked
from rnse_core.affinity.distances import center_and_scale
from rnse_core.exceptions import InputError, Reason
from rnse_core.metrics._labels import encode_clusters, require_same_length

# Entries of a dense S per batch: 32 MB of float64 for each temporary array.
_BATCH_ENTRIES = 4_000_000


class SilhouetteResult(NamedTuple):
    """Mean silhouette coefficient, or the reason why it is not defined.

    Attributes
    ----------
    value : float or None
        Mean silhouette in [-1, 1]; None where it is not defined.
    reason : str
        Why there is no value, or that the value is an estimate from a sample; else empty.
    """

    value: float | None
    reason: str


def silhouette(
    X: ArrayLike,
    labels: ArrayLike,
    *,
    metric: str = "euclidean",
    sample_size: int | None = 5000,
    random_state: int | np.random.RandomState | None = 0,
) -> SilhouetteResult:
    """Mean silhouette coefficient, which needs no true classes.

    Parameters
    ----------
    X : {array-like, sparse matrix} of shape (n_samples, n_features) or (n_samples, n_samples)
        Features, or distances when ``metric="precomputed"``.
    labels : array-like of shape (n_samples,)
        Cluster of each sample.
    metric : str, default="euclidean"
        Any metric of :func:`sklearn.metrics.silhouette_score`.
    sample_size : int or None, default=5000
        Of more samples, a random sample of this size is scored, which `reason` states. The time grows with the square
        of this number. None scores all samples.
    random_state : int, RandomState instance or None, default=0
        Choice of the sample.

    Returns
    -------
    result : SilhouetteResult
        ``value`` is None, with the ``reason``, where there is one cluster only or every sample is its own cluster.

    Raises
    ------
    ValueError
        If the lengths differ, a sample has no cluster, or X holds NaN or infinity.
    """
    check_unmasked("X", X)
    data: Any = check_array(X, accept_sparse="csr")
    codes, _ = encode_clusters(labels)
    require_same_length(data.shape[0], "X", codes.size, "labels")
    n_samples = codes.size
    reason, of_sample = "", ""
    if sample_size is not None and n_samples > sample_size:
        chosen = check_random_state(random_state).permutation(n_samples)[:sample_size]
        data, codes = data[chosen], codes[chosen]
        if metric == "precomputed":
            data = data[:, chosen]
        reason = f"estimated from a random sample of {sample_size} of the {n_samples} samples"
        of_sample = f" among a random sample of {sample_size} of the {n_samples} samples"
    n_clusters = np.unique(codes).size
    if n_clusters == 1:
        return SilhouetteResult(None, f"not defined: one cluster{of_sample}")
    if n_clusters == codes.size:
        return SilhouetteResult(None, f"not defined: every sample is a cluster of its own{of_sample}")
    if metric == "euclidean" and not sparse.issparse(data):
        # A silhouette is invariant under both, and without them squares of huge numbers would overflow.
        data, _ = center_and_scale(np.asarray(data, dtype=np.float64))
    return SilhouetteResult(float(silhouette_score(data, codes, metric=metric)), reason)


def cross_cluster_affinity(S: ArrayLike, labels: ArrayLike) -> float:
    """Share of the affinity between different samples that joins samples of different clusters.

    Parameters
    ----------
    S : {array-like, sparse matrix} of shape (n_samples, n_samples)
        Non-negative affinities. The diagonal is ignored.
    labels : array-like of shape (n_samples,)
        Cluster, or true class, of each sample.

    Returns
    -------
    share : float
        0 if all affinity is within clusters, 1 if all of it is between clusters; NaN if there is no affinity.

    Raises
    ------
    ValueError
        If S is not square, has a negative entry, NaN or infinity, or the lengths differ.
    """
    check_unmasked("S", S)
    affinity: Any = check_array(S, accept_sparse="coo", dtype=[np.float64, np.float32], input_name="S")
    codes, _ = encode_clusters(labels)
    n_samples = affinity.shape[0]
    if affinity.shape[1] != n_samples:
        raise InputError("S", Reason.NOT_SQUARE, affinity.shape)
    require_same_length(n_samples, "S", codes.size, "labels")
    if sparse.issparse(affinity):
        return _crossing_share([(affinity.row, affinity.col, affinity.data)], codes)
    columns = np.arange(n_samples)
    batches = gen_batches(n_samples, max(1, _BATCH_ENTRIES // n_samples))
    return _crossing_share(((columns[rows, None], columns, affinity[rows]) for rows in batches), codes)


def _crossing_share(
    blocks: Iterable[tuple[NDArray[np.integer], NDArray[np.integer], NDArray[np.floating]]],
    codes: NDArray[np.int64],
) -> float:
    """Share of the affinity between clusters, from blocks of (row, column, affinity) that broadcast."""
    crossing = within = 0.0
    for row, column, affinity in blocks:
        if np.any(affinity < 0):
            message = "S must not have negative entries: an affinity is zero or positive."
            raise InputError("S", Reason.NEGATIVE_ENTRY, float(affinity.min()), message=message)
        crosses = codes[row] != codes[column]
        crossing += np.sum(affinity, where=crosses, dtype=np.float64)
        within += np.sum(affinity, where=~crosses & (row != column), dtype=np.float64)
    # Two sums instead of a difference from the total, so that rounding cannot leave the range 0 to 1.
    total = crossing + within
    return float(crossing / total) if total > 0 else float("nan")
