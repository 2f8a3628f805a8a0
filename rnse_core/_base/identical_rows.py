"""Which rows of a matrix are identical, by a sort of 64-bit sums instead of whole rows."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from rnse_core._base.arrays import FloatArray, IntArray

# Entries that are summed or compared at a time.
CHUNK_ENTRIES = 1 << 20
# To the right, so that the high bits of a product reach the low ones, which the sum would else leave alone.
SHIFT = np.uint64(29)


def find_duplicates(X: FloatArray) -> IntArray:
    """Give each row of `X` an id, the same one to identical rows.

    Parameters
    ----------
    X : ndarray of shape (n_samples, n_features)
        0.0 and -0.0 are the same.

    Returns
    -------
    duplicate_ids : ndarray of int of shape (n_samples,)
        Numbered from 0 in the order of first appearance.
    """
    n_samples = len(X)
    sums = _row_sums(X)
    order = np.argsort(sums, kind="stable")
    same = sums[order[1:]] == sums[order[:-1]]
    if _all_equal(X, order[1:][same], order[:-1][same]):
        groups: IntArray = np.empty(n_samples, dtype=np.intp)
        groups[order] = np.concatenate([[0], np.cumsum(~same)])
    else:
        # Two rows have the same sum by chance.
        groups = np.unique(X + 0.0, axis=0, return_inverse=True)[1].reshape(n_samples)
    return _by_first_appearance(groups)


def _row_sums(X: FloatArray) -> NDArray[np.uint64]:
    """A sum of scrambled bits of each row: the same one for identical rows, hardly ever for others."""
    random = np.random.default_rng(0)
    first, second = random.integers(1, 1 << 63, size=(2, X.shape[1]), dtype=np.uint64) * np.uint64(2) + np.uint64(1)
    sums = np.empty(len(X), dtype=np.uint64)
    for part in _chunks(len(X), X.shape[1]):
        # -0.0 + 0 is 0.0.
        bits = np.ascontiguousarray(X[part] + 0.0, dtype=np.float64).view(np.uint64)
        bits *= first
        bits ^= bits >> SHIFT
        bits *= second
        sums[part] = bits.sum(axis=1)
    return sums


def _all_equal(X: FloatArray, first: IntArray, second: IntArray) -> bool:
    """Whether these pairs of rows are all identical."""
    return all(np.array_equal(X[first[part]], X[second[part]]) for part in _chunks(len(first), X.shape[1]))


def _chunks(n_rows: int, n_features: int) -> list[slice]:
    step = max(1, CHUNK_ENTRIES // max(n_features, 1))
    return [slice(start, start + step) for start in range(0, n_rows, step)]


def _by_first_appearance(groups: IntArray) -> IntArray:
    """Number groups anew, in the order of their first members."""
    n_groups = int(groups.max(initial=-1)) + 1
    firsts = np.full(n_groups, len(groups))
    np.minimum.at(firsts, groups, np.arange(len(groups)))
    rank = np.empty(n_groups, dtype=np.intp)
    rank[np.argsort(firsts)] = np.arange(n_groups)
    ids: IntArray = rank[groups]
    return ids
