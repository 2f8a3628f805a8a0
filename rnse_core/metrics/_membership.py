"""How firmly a similarity matrix ties each sample to its cluster."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike
from scipy import sparse

from rnse_core._base.arrays import FloatArray, IntArray
from rnse_core._base.arrays import membership as incidence
from rnse_core.metrics._labels import encode_clusters, require_same_length

#: What the columns of :func:`membership_columns` are called.
MEMBERSHIP_COLUMNS = ("confidence", "second cluster", "second share")


class Membership(NamedTuple):
    """Where the similarity of each sample lies.

    Attributes
    ----------
    codes : ndarray of shape (n_samples,)
        Its own cluster, as a place in `clusters`.
    confidence : ndarray of shape (n_samples,)
        Share of the similarity of a sample to others that is to samples of its own cluster; NaN for a sample that is
        similar to no other one.
    second : ndarray of shape (n_samples,)
        The cluster with the largest share beside its own, as a place in `clusters`; -1 where no other has any.
    second_share : ndarray of shape (n_samples,)
        Its share; 0 where there is none, NaN for a sample that is similar to no other one.
    clusters : ndarray
        The names of the clusters, sorted.
    """

    codes: IntArray
    confidence: FloatArray
    second: IntArray
    second_share: FloatArray
    clusters: Any


def membership(S: Any, labels: ArrayLike) -> Membership:
    """Return how firmly a similarity matrix ties each sample to its cluster, and to which other one it is nearest.

    The similarity of a sample to itself does not count: it says nothing about clusters.

    Parameters
    ----------
    S : {ndarray, sparse matrix} of shape (n_samples, n_samples)
        Non-negative.
    labels : array-like of shape (n_samples,)

    Returns
    -------
    Membership

    Raises
    ------
    ValueError
        If the lengths differ or a sample has no cluster.

    Examples
    --------
    >>> import numpy as np
    >>> S = np.array([[0.5, 0.5, 0.0], [0.5, 0.25, 0.25], [0.0, 0.25, 0.75]])
    >>> membership(S, [0, 0, 1]).confidence.round(2).tolist()
    [1.0, 0.67, 0.0]
    """
    codes, clusters = encode_clusters(labels)
    require_same_length(S.shape[0], "S", codes.size, "labels")
    samples = np.arange(len(codes))
    shares = S @ incidence(codes, len(clusters)).T
    shares = np.asarray(shares.toarray() if sparse.issparse(shares) else shares, dtype=float)
    shares[samples, codes] -= S.diagonal()
    # Rounding of the difference must not look like similarity.
    np.maximum(shares, 0.0, out=shares)
    shares[shares < np.finfo(float).eps] = 0.0
    total = shares.sum(axis=1)
    alone = total == 0
    with np.errstate(invalid="ignore"):
        shares = np.where(alone[:, None], np.nan, shares / np.where(alone, 1.0, total)[:, None])
    confidence = shares[samples, codes].copy()
    shares[samples, codes] = -1.0
    second = np.where(alone, -1, np.nan_to_num(shares, nan=-1.0).argmax(axis=1))
    second_share = np.where(alone, np.nan, np.maximum(shares[samples, second], 0.0))
    second = np.where(second_share > 0, second, -1)
    return Membership(codes, confidence, second, second_share, clusters)


def membership_columns(
    S: Any, labels: ArrayLike, places: ArrayLike | None = None, n_rows: int | None = None
) -> dict[str, list[Any]]:
    """Return the confidence and the second cluster of each row as columns of a file of labels.

    Parameters
    ----------
    S : {ndarray, sparse matrix} of shape (n_samples, n_samples)
        Non-negative.
    labels : array-like of shape (n_samples,)
    places : array-like of shape (n_samples,) of int, optional
        The row of the file of each sample; the rows in their order by default.
    n_rows : int, optional
        Rows of the file; `n_samples` by default.

    Returns
    -------
    dict of str to list
        "confidence" (share of the similarity to others that is inside the cluster), "second cluster" and "second
        share", each of length `n_rows`. None where there is no such value: for a row that is no sample, for a sample
        that is similar to no other, and for the second cluster of a sample that has similarity to one cluster alone.

    Raises
    ------
    ValueError
        If the lengths differ or a sample has no cluster.

    Examples
    --------
    >>> import numpy as np
    >>> S = np.array([[0.5, 0.5, 0.0], [0.5, 0.25, 0.25], [0.0, 0.25, 0.75]])
    >>> membership_columns(S, [0, 0, 1])["second cluster"]
    [None, 1, 0]
    """
    found = membership(S, labels)
    n = len(found.codes) if n_rows is None else n_rows
    at = np.arange(n) if places is None else np.asarray(places)
    require_same_length(at.size, "places", found.codes.size, "labels")
    columns: dict[str, list[Any]] = {name: [None] * n for name in MEMBERSHIP_COLUMNS}
    names = list(found.clusters)
    for sample, place in enumerate(at.tolist()):
        if np.isnan(found.confidence[sample]):
            continue
        columns["confidence"][place] = float(found.confidence[sample])
        if found.second[sample] >= 0:
            columns["second cluster"][place] = names[found.second[sample]]
            columns["second share"][place] = float(found.second_share[sample])
    return columns
