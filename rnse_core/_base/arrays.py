"""Types of arrays, and operations on arrays that no library offers in the form needed here."""

from __future__ import annotations

from typing import Any, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

FloatArray = NDArray[np.float64]
IntArray = NDArray[np.int32] | NDArray[np.intp]
# Row pointers and columns of a sparse pattern.
Index = NDArray[np.int32]
# A matrix over pairs of samples: K, S, or another graph.
Similarity: TypeAlias = "csr_array | FloatArray"

# Side of the tiles that are exchanged with their mirror images: two of them stay in cache.
TILE = 64
# Rows of a table are joined to about so many numbers where the columns are reduced.
_LONG_ROW = 1024


_Matrix = TypeVar("_Matrix", bound=Any)


def read_only(A: _Matrix) -> _Matrix:
    """Return a view of A that cannot be written to.

    Parameters
    ----------
    A : ndarray or csr_array

    Returns
    -------
    ndarray or csr_array
        With the memory of A. Its base is a read-only buffer, so that numpy does not let the flag be set back.
    """
    if isinstance(A, csr_array):
        parts = tuple(read_only(part) for part in (A.data, A.indices, A.indptr))
        view = csr_array(parts, shape=A.shape, copy=False)
        # Known already, and sorting would write.
        view.has_sorted_indices = A.has_sorted_indices
        return view
    seen: _Matrix = np.asarray(memoryview(A).toreadonly())  # type: ignore[assignment]
    return seen


def membership(ids: IntArray, n_rows: int | None = None) -> csr_array:
    """Return the matrix M with M_gi = 1 where element i has the id g, else 0. M S M' sums S between the ids.

    Parameters
    ----------
    ids : ndarray of int of shape (n,)
        From 0 on.
    n_rows : int or None, default=None
        Number of ids; None means the largest one plus 1.

    Returns
    -------
    csr_array of shape (n_rows, n)
    """
    shape = (int(ids.max()) + 1 if n_rows is None else n_rows, len(ids))
    return csr_array((np.ones(len(ids)), (ids, np.arange(len(ids)))), shape=shape)


def sorted_unique(numbers: NDArray[Any]) -> NDArray[Any]:
    """Return the distinct numbers in ascending order.

    `numpy.unique` hashes integers, which takes about fifty times as long for millions of them.

    Parameters
    ----------
    numbers : ndarray of int of shape (n,)

    Returns
    -------
    ndarray of int
    """
    in_order = np.sort(numbers)
    new = np.ones(len(in_order), dtype=bool)
    np.not_equal(in_order[1:], in_order[:-1], out=new[1:])
    return in_order[new]


def column_ends(X: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Return the smallest and the largest number of each column.

    A table of few columns is taken as one of fewer and longer rows, since NumPy works along the rows.

    Parameters
    ----------
    X : ndarray of shape (n_samples, n_features)
        With one row or more.

    Returns
    -------
    low, high : ndarray of shape (n_features,)
    """
    n_samples, n_features = X.shape
    can_join = n_features > 0 and X.flags.c_contiguous
    together = max(1, min(_LONG_ROW // n_features, n_samples)) if can_join else 1
    n_whole = n_samples // together * together
    long, rest = X[:n_whole].reshape(n_whole // together, together * n_features), X[n_whole:]
    ends = []
    for extreme in (np.min, np.max):
        of_long = extreme(long, axis=0).reshape(together, n_features)
        ends.append(extreme(np.concatenate([of_long, rest]), axis=0))
    return ends[0], ends[1]


def symmetrize(A: FloatArray) -> FloatArray:
    """Replace A by (A + A') / 2, symmetric to the last bit.

    This is done in place, since a copy would double the memory.

    Parameters
    ----------
    A : ndarray of shape (n_samples, n_samples)

    Returns
    -------
    A : ndarray of shape (n_samples, n_samples)
    """
    starts = range(0, len(A), TILE)
    for i in starts:
        for j in starts[i // TILE :]:
            upper, lower = A[i : i + TILE, j : j + TILE], A[j : j + TILE, i : i + TILE]
            # Halved before they are added: the sum of two entries near the largest float would overflow.
            mean = 0.5 * upper
            mean += 0.5 * lower.T
            upper[...] = mean
            lower[...] = mean.T
    return A
