"""Averages of a matrix over equal blocks, for drawing it in fewer pixels; a sparse matrix is never made dense."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy import sparse

from rnse_core._base.arrays import FloatArray, IntArray


def block_average(matrix: FloatArray, max_side: int) -> FloatArray:
    """Average a matrix over equal blocks until no side is longer than `max_side`.

    Averages keep the total weight of every region: thin structure becomes fainter, but does not vanish as it does when
    rows are skipped.

    Parameters
    ----------
    matrix : ndarray of shape (n, m)
    max_side : int
        Largest allowed number of rows and of columns.

    Returns
    -------
    ndarray
        `matrix` itself when it is small enough.
    """
    if max(matrix.shape) <= max_side:
        return matrix
    row_edges, column_edges = (_edges(side, max_side) for side in matrix.shape)
    summed = np.add.reduceat(np.add.reduceat(matrix, row_edges[:-1], axis=0), column_edges[:-1], axis=1)
    return np.asarray(summed / np.outer(np.diff(row_edges), np.diff(column_edges)))


def sparse_block_average(matrix: Any, kept: IntArray, max_side: int) -> tuple[FloatArray, FloatArray]:
    """Average the rows and columns `kept` of a square sparse matrix over equal blocks.

    Parameters
    ----------
    matrix : sparse matrix of shape (n, n)
    kept : ndarray of shape (m,)
        Rows to show, and columns, in their order.
    max_side : int
        Largest allowed number of rows of the result.

    Returns
    -------
    averages : ndarray of shape (min(m, max_side), min(m, max_side))
        The `block_average` of the dense matrix, up to rounding.
    entries : ndarray
        The positive entries off the diagonal that were averaged.
    """
    edges = _edges(len(kept), max_side)
    sizes = np.diff(edges)
    block = np.full(matrix.shape[0], -1)
    block[kept] = np.repeat(np.arange(len(sizes)), sizes)
    stored = sparse.coo_array(matrix)
    rows, columns = block[stored.row], block[stored.col]
    inside = (rows >= 0) & (columns >= 0)
    places = rows[inside] * len(sizes) + columns[inside]
    summed = np.bincount(places, weights=stored.data[inside], minlength=len(sizes) ** 2)
    entries = stored.data[inside & (stored.row != stored.col) & (stored.data > 0)]
    return summed.reshape(len(sizes), len(sizes)) / np.outer(sizes, sizes), entries


def _edges(side: int, max_side: int) -> IntArray:
    return np.unique(np.linspace(0, side, min(side, max_side) + 1).astype(np.intp))
