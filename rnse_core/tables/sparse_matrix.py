"""Build a sparse matrix from parts that come from a file, after checking every index."""

from __future__ import annotations

from collections.abc import Callable
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
    """Return a sparse matrix in compressed rows or columns, after checking its parts.

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


#: The arrays that ``scipy.sparse.save_npz`` writes for each format, beside ``format`` and ``shape``.
PARTS = {
    "csr": ("data", "indices", "indptr"),
    "csc": ("data", "indices", "indptr"),
    "bsr": ("data", "indices", "indptr"),
    "coo": ("data", "row", "col"),
    "dia": ("data", "offsets"),
}


def load_parts(layout: str, load: Callable[[str], Any], shape: tuple[int, int]) -> Any:
    """Build a matrix from the arrays that ``scipy.sparse.save_npz`` wrote.

    Parameters
    ----------
    layout : str
        A key of :data:`PARTS`.
    load : callable
        Returns an array by its name.
    shape : tuple of int

    Raises
    ------
    ValueError
        When the parts do not fit together.
    """
    parts = [load(name) for name in PARTS[layout]]
    if layout == "coo":
        return _coo(parts[0], parts[1], parts[2], shape)
    if layout == "dia":
        return _dia(parts[0], parts[1], shape)
    if layout == "bsr":
        return _bsr(parts[0], parts[1], parts[2], shape)
    return sparse_matrix(layout, parts[0], parts[1], parts[2], shape)


def _coo(
    values: npt.NDArray[Any], rows: npt.NDArray[Any], columns: npt.NDArray[Any], shape: tuple[int, int]
) -> sparse.coo_array:
    for indices, length in zip((rows, columns), shape, strict=True):
        _check_indices(indices, length, values.shape)
    return sparse.coo_array((values, (rows.astype(np.int64), columns.astype(np.int64))), shape=shape)


def _dia(values: npt.NDArray[Any], offsets: npt.NDArray[Any], shape: tuple[int, int]) -> sparse.dia_array:
    if values.ndim != 2 or offsets.shape != values.shape[:1] or len(np.unique(offsets)) < len(offsets):
        raise ValueError("the diagonals of a sparse matrix do not fit its offsets")
    places = offsets.astype(np.int64, casting="same_kind")
    if len(places) and (places.min() <= -shape[0] or places.max() >= shape[1]):
        raise ValueError("a diagonal of a sparse matrix lies outside of it")
    return sparse.dia_array((values, places), shape=shape)


def _bsr(
    values: npt.NDArray[Any], indices: npt.NDArray[Any], starts: npt.NDArray[Any], shape: tuple[int, int]
) -> sparse.bsr_array:
    if (
        values.ndim != 3
        or min(values.shape[1:]) < 1
        or any(n % b for n, b in zip(shape, values.shape[1:], strict=True))
    ):
        raise ValueError("the blocks of a sparse matrix do not fit its shape")
    blocks = shape[0] // values.shape[1], shape[1] // values.shape[2]
    places = sparse_matrix("csr", np.ones(len(values)), indices, starts, blocks)
    return sparse.bsr_array((values, places.indices, places.indptr), shape=shape)


def _check_indices(indices: npt.NDArray[Any], length: int, shape: tuple[int, ...]) -> None:
    if indices.shape != shape or indices.ndim != 1 or indices.dtype.kind not in "iu":
        raise ValueError("the parts of a sparse matrix do not fit together")
    if len(indices) and (indices.min() < 0 or indices.max() >= length):
        raise ValueError("an index of a sparse matrix lies outside of it")
