"""Build a sparse matrix from parts that come from a file, after checking every index."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
from scipy import sparse


def sparse_matrix(
    layout: str,
    values: npt.NDArray[Any],
    indices: npt.NDArray[Any],
    starts: npt.NDArray[Any],
    shape: tuple[int, int],
) -> sparse.csr_array | sparse.csc_array:
    """Return a sparse matrix in compressed rows or columns.

    SciPy does not check all of this: with a negative last start, for instance, it skips the check of the indices, and
    making the matrix dense then reads and writes outside of memory.

    Parameters
    ----------
    layout : {"csr", "csc"}
        Whether rows or columns are compressed.
    values : ndarray of shape (n_stored,)
        The entries.
    indices : ndarray of shape (n_stored,) of int
        The column (or row) of each.
    starts : ndarray of shape (n_rows + 1,) of int, or (n_columns + 1,)
        Where each row (or column) starts.
    shape : tuple of int
        Numbers of rows and columns.

    Raises
    ------
    ValueError
        When the parts do not fit together.
    """
    kinds = {"csr": sparse.csr_array, "csc": sparse.csc_array}
    if layout not in kinds:
        raise ValueError("a sparse matrix has compressed rows or columns")
    n_lines, n_places = shape if layout == "csr" else shape[::-1]
    # Every index fits in int64 once it is known to be one; a huge unsigned one turns negative and is refused.
    indices, starts = (part.astype(np.int64, casting="same_kind") for part in (indices, starts))
    if values.ndim != 1 or indices.ndim != 1 or starts.shape != (n_lines + 1,):
        raise ValueError("the parts of a sparse matrix do not fit its shape")
    if starts[0] != 0 or starts[-1] != len(values) or np.any(np.diff(starts) < 0) or len(indices) != len(values):
        raise ValueError("the parts of a sparse matrix do not fit together")
    if len(indices) and (indices.min() < 0 or indices.max() >= n_places):
        raise ValueError("an index of a sparse matrix lies outside of it")
    return kinds[layout]((values, indices, starts), shape=shape)
