"""Contrast of the diagonal blocks of a matrix with the rest, as a number beside its picture."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from scipy.sparse import issparse

from rnse_core._base.arrays import FloatArray


def block_means(matrix: Any, labels: ArrayLike) -> FloatArray:
    """Return the mean entry between every pair of groups, without the diagonal.

    Parameters
    ----------
    matrix : array-like or sparse matrix of shape (n, n)
    labels : array-like of shape (n,)

    Returns
    -------
    ndarray of shape (n_groups, n_groups)
        Groups in sorted order; NaN where a group of one point has no entry off the diagonal.
    """
    entries: Any = matrix if issparse(matrix) else np.asarray(matrix, dtype=float)
    _, codes = np.unique(np.asarray(labels), return_inverse=True)
    member = np.eye(codes.max() + 1)[codes]
    sums = np.asarray(member.T @ (entries @ member))
    sums[np.diag_indices_from(sums)] -= member.T @ entries.diagonal()
    sizes = member.sum(axis=0)
    pairs = np.outer(sizes, sizes) - np.diag(sizes)
    return np.divide(sums, pairs, out=np.full_like(sums, np.nan), where=pairs > 0)


def block_contrast(matrix: Any, labels: ArrayLike) -> float:
    """Return the ratio of the mean entry inside the blocks to the mean entry outside.

    Parameters
    ----------
    matrix : array-like or sparse matrix of shape (n, n)
        Non-negative; the diagonal is ignored.
    labels : array-like of shape (n,)
        Block of each point.

    Returns
    -------
    float
        1 if blocks and rest have equal means, infinite if all entries outside are zero, NaN if there is only one block
        or no block has two points.
    """
    means = block_means(matrix, labels)
    _, sizes = np.unique(np.asarray(labels), return_counts=True)
    pairs = np.outer(sizes, sizes) - np.diag(sizes)
    within = np.eye(len(sizes), dtype=bool)
    if not pairs[within].any() or not pairs[~within].any():
        return float("nan")
    inside = np.nansum((means * pairs)[within]) / pairs[within].sum()
    outside = np.nansum((means * pairs)[~within]) / pairs[~within].sum()
    if outside == 0:
        return float("inf") if inside > 0 else float("nan")
    return float(inside / outside)
