"""Checks of similarity and distance matrices that the user gives."""

from __future__ import annotations

import warnings

import numpy as np
from numpy.typing import ArrayLike
from scipy.sparse import csr_array
from sklearn.utils import check_array

from rnse_core._base.arrays import FloatArray, symmetrize
from rnse_core._base.checks import check_not_negative
from rnse_core._base.rounding import ROUNDING, off_zero, tolerance
from rnse_core.exceptions import InputError, InputWarning, Reason

# Asymmetry, relative to the largest entry, up to which halves are made equal without a word.
_SILENT = 1e-8
# Side of the tiles that are compared with their mirror images: two of them stay in cache.
CHECK_TILE = 256


def check_similarity(A: ArrayLike) -> FloatArray:
    """Validate a precomputed similarity matrix and return a symmetric copy.

    Parameters
    ----------
    A : array-like of shape (n_samples, n_samples)
        Finite, and up to rounding non-negative and symmetric.

    Returns
    -------
    K : ndarray of shape (n_samples, n_samples)

    Raises
    ------
    InputError
        With the entry that is negative or differs from its mirror image.
    """
    K = _check_square(A, "similarity matrix", are_distances=False)
    if len(K) > 2 and not K.diagonal().any() and np.count_nonzero(K) == K.size - len(K):
        warnings.warn(InputWarning("similarity matrix", Reason.LOOKS_LIKE_DISTANCES), stacklevel=3)
    return K


def check_distances(A: ArrayLike) -> FloatArray:
    """Validate a precomputed distance matrix and return a symmetric copy.

    Parameters
    ----------
    A : array-like of shape (n_samples, n_samples)
        Finite, and up to rounding non-negative, symmetric and zero on the diagonal.

    Returns
    -------
    D : ndarray of shape (n_samples, n_samples)

    Raises
    ------
    InputError
        With the entry at fault.
    """
    D = _check_square(A, "distance matrix", are_distances=True)
    nonzero = np.flatnonzero(D.diagonal())
    if len(nonzero):
        i = int(nonzero[0])
        raise InputError("distance matrix", Reason.NONZERO_DIAGONAL, float(D[i, i]), i, i)
    return D


def check_sparse_similarity(A: csr_array) -> csr_array:
    """Validate a sparse precomputed similarity and return a symmetric copy without stored zeros.

    Parameters
    ----------
    A : csr_array or csr_matrix of shape (n_samples, n_samples)
        Finite, and up to rounding non-negative and symmetric.

    Returns
    -------
    K : csr_array of shape (n_samples, n_samples)

    Raises
    ------
    InputError
        With the entry that is negative or differs from its mirror image.
    """
    # A copy, since the next steps sort and merge entries in place.
    K = csr_array(A, dtype=np.float64, copy=True)
    _check_shape(K.shape, "similarity matrix")
    K.sum_duplicates()
    K.eliminate_zeros()
    limit = ROUNDING * float(abs(K).max()) if K.nnz else 0.0
    rounded = (K.data < 0) & (-limit <= K.data)
    change = -float(K.data[rounded].min(initial=0.0))
    if rounded.any():
        K.data[rounded] = 0.0
        K.eliminate_zeros()
    rows = np.repeat(np.arange(K.shape[0]), np.diff(K.indptr))
    if K.nnz and K.data.min() < 0:
        at = int(K.data.argmin())
        entry = float(K.data[at]), int(rows[at]), int(K.indices[at])
        raise InputError("similarity matrix", Reason.NEGATIVE_ENTRY, *entry)
    gap = csr_array(abs(K - K.T)).tocoo()
    if gap.nnz and gap.data.max() > limit:
        at = int(gap.data.argmax())
        i, j = int(gap.coords[0][at]), int(gap.coords[1][at])
        raise InputError("similarity matrix", Reason.NOT_SYMMETRIC, float(K[i, j]), i, j, bound=float(K[j, i]))
    largest_gap = float(gap.data.max(initial=0.0))
    if change or largest_gap > _SILENT / ROUNDING * limit:
        warnings.warn(InputWarning("similarity matrix", Reason.ROUNDED, max(change, largest_gap)), stacklevel=3)
    return csr_array(0.5 * (K + K.T))


def _check_shape(shape: tuple[int, ...], kind: str) -> None:
    """Raise InputError unless a precomputed matrix, dense or sparse, is square."""
    if shape[0] != shape[1]:
        raise InputError(kind, Reason.NOT_SQUARE, shape)


def _check_square(A: ArrayLike, kind: str, *, are_distances: bool) -> FloatArray:
    K = check_array(A, dtype=np.float64, copy=True)
    _check_shape(K.shape, kind)
    change = 0.0
    if K.min() < 0 or (are_distances and K.diagonal().any()):
        off = off_zero(K, are_distances=are_distances)
        change = float(np.abs(K[off]).max(initial=0.0))
        K[off] = 0.0
    check_not_negative(kind, K)
    limit = tolerance(K)
    largest_gap = 0.0
    symmetric = True
    # Tile by tile: whole columns would be read across all of memory.
    starts = range(0, len(K), CHECK_TILE)
    for i in starts:
        for j in starts[i // CHECK_TILE :]:
            upper, mirrored = K[i : i + CHECK_TILE, j : j + CHECK_TILE], K[j : j + CHECK_TILE, i : i + CHECK_TILE].T
            if np.array_equal(upper, mirrored):
                continue
            symmetric = False
            gap = np.abs(upper - mirrored)
            largest_gap = max(largest_gap, float(gap.max()))
            if largest_gap > limit:
                row, col = divmod(int(gap.argmax()), gap.shape[1])
                row, col = row + i, col + j
                entry = float(K[row, col]), row, col
                raise InputError(kind, Reason.NOT_SYMMETRIC, *entry, bound=float(K[col, row]))
    if change or largest_gap > _SILENT / ROUNDING * limit:
        warnings.warn(InputWarning(kind, Reason.ROUNDED, max(change, largest_gap)), stacklevel=4)
    return K if symmetric else symmetrize(K)
