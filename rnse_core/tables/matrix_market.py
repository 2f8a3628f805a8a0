"""The entries of a Matrix Market file.

The reader of scipy ends the process on some damaged files, such as one that is cut inside its last number, and takes
`2 1 4.1 E-2` for 4.1. Here its header is read by scipy and its numbers by pandas, and every line is checked.

Format: R. F. Boisvert, R. Pozo, K. A. Remington, "The Matrix Market exchange formats", NISTIR 5935 (1996),
https://doi.org/10.6028/NIST.IR.5935
"""

from __future__ import annotations

import re
from io import BytesIO
from typing import Any

import numpy as np
import pandas as pd
from scipy import sparse

# The line of the format, comments, and the line of sizes.
_HEAD = re.compile(rb"%%MatrixMarket[^\n]*\n(?:[ \t\r]*(?:%[^\n]*)?\n)*[ \t]*\d[^\n]*(?:\n|$)", re.IGNORECASE)
_TYPES = {"integer": np.int64, "unsigned-integer": np.uint64}


def read_matrix_market(
    data: bytes, shape: tuple[int, int], n_stored: int, layout: str, field: str, symmetry: str
) -> Any:
    """Return the matrix of a file whose header is known.

    Parameters
    ----------
    data : bytes
    shape : tuple of (int, int)
    n_stored : int
        Entries of a sparse matrix.
    layout : {"coordinate", "array"}
    field : {"real", "double", "integer", "unsigned-integer", "pattern"}
    symmetry : {"general", "symmetric", "skew-symmetric", "hermitian"}

    Returns
    -------
    ndarray of shape `shape`, or coo_array
        What a symmetric matrix leaves out is filled in.

    Raises
    ------
    ValueError
        For a line that holds something else than its numbers, for more or fewer lines than announced, and for places
        outside of the matrix.
    """
    head = _HEAD.match(data)
    if head is None or b"\0" in data:
        raise ValueError("no header, or a zero byte")
    is_sparse = layout == "coordinate"
    n_places = 2 if is_sparse else 0
    types: dict[int, Any] = dict.fromkeys(range(n_places), np.int64)
    if field != "pattern":
        types[n_places] = _TYPES.get(field, np.float64)
    places = np.empty((0, 2), dtype=np.intp) if is_sparse else _places(shape, symmetry)
    numbers = _numbers(data[head.end() :], n_stored if is_sparse else len(places), types)
    if is_sparse:
        places = np.column_stack(numbers[:2]).astype(np.intp).reshape(-1, 2) - 1
        if ((places < 0) | (places >= shape)).any():
            raise ValueError("an entry outside of the matrix")
    values = np.ones(len(places)) if field == "pattern" else numbers[n_places]
    if symmetry != "general":
        beside = places[:, 0] != places[:, 1]
        sign = -1 if symmetry == "skew-symmetric" else 1
        values = np.concatenate([values, sign * values[beside]])
        places = np.concatenate([places, places[beside, ::-1]])
    if is_sparse:
        return sparse.coo_array((values, (places[:, 0], places[:, 1])), shape=shape)
    matrix = np.zeros(shape, dtype=values.dtype)
    matrix[places[:, 0], places[:, 1]] = values
    return matrix


def _places(shape: tuple[int, int], symmetry: str) -> np.ndarray[Any, np.dtype[np.intp]]:
    """Return the places of the numbers of a full matrix, column by column; of a symmetric one below the diagonal."""
    columns, rows = np.divmod(np.arange(shape[0] * shape[1], dtype=np.intp), max(shape[0], 1))
    stored = rows >= columns + (symmetry == "skew-symmetric") if symmetry != "general" else np.ones(len(rows), bool)
    return np.column_stack([rows[stored], columns[stored]])


def _numbers(body: bytes, count: int, types: dict[int, Any]) -> list[np.ndarray[Any, Any]]:
    if not body.strip():
        if count:
            raise ValueError("no entries")
        return [np.empty(0, dtype=kind) for kind in types.values()]
    frame = pd.read_csv(
        BytesIO(body),
        sep=r"\s+",
        header=None,
        comment="%",
        dtype=types,
        na_filter=False,
        quoting=3,
        encoding="latin-1",
    )
    if frame.shape != (count, len(types)):
        raise ValueError("other numbers of lines or cells than announced")
    return [frame[k].to_numpy() for k in range(len(types))]
