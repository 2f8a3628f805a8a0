"""Samples in blocks of rows that stay where they are: on the workers of a dask cluster."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rnse_core._base.arrays import FloatArray, IntArray
from rnse_core._base.executors import Block, DaskExecutor, Executor, PerBlock
from rnse_core.exceptions import InputError, ParameterTypeError, Reason


@dataclass(frozen=True, eq=False)
class RowSource:
    """Samples in blocks of rows.

    Attributes
    ----------
    executor : Executor
        What keeps the blocks.
    blocks : list
        References to arrays of shape (n_rows, n_features).
    bounds : ndarray of int of shape (n_blocks + 1,)
        Number of the first sample of each block, and of all samples.
    n_features : int
    extremes : ndarray of shape (2, n_features) or None, default=None
        Smallest and largest value of each feature, where they are known.
    """

    executor: Executor
    blocks: list[Block]
    bounds: IntArray
    n_features: int
    extremes: FloatArray | None = None

    @property
    def n_samples(self) -> int:
        """Number of samples."""
        return int(self.bounds[-1])

    @property
    def shape(self) -> tuple[int, int]:
        """Numbers of samples and features."""
        return self.n_samples, self.n_features

    def of_each(self, numbers: IntArray) -> list[IntArray]:
        """Divide ascending numbers of samples by the block they are in; each is then a row of its block."""
        cuts = np.searchsorted(numbers, self.bounds)
        return [numbers[a:b] - start for a, b, start in zip(cuts, cuts[1:], self.bounds[:-1], strict=False)]

    def take(self, numbers: IntArray, directions: FloatArray | None = None) -> FloatArray:
        """Return the rows of some samples, in the order of their numbers as given.

        Parameters
        ----------
        numbers : ndarray of int of shape (n,)
        directions : ndarray of shape (n_components, n_features) or None, default=None
            What the rows are multiplied with before they are sent.

        Returns
        -------
        ndarray of shape (n, n_features) or (n, n_components)
        """
        order = np.argsort(numbers, kind="stable")
        rows = PerBlock(self.of_each(numbers[order]))
        parts = self.executor.gather(_taken, self.blocks, rows, directions)
        taken = np.empty((len(numbers), parts[0].shape[1]))
        taken[order] = np.concatenate(parts)
        return taken

    def duplicate_ids(self) -> IntArray | None:
        """Give identical samples the same id, from 0 on in the order of first samples; None where all differ."""
        digests = np.concatenate(self.executor.gather(row_digests, self.blocks))
        order = np.lexsort(digests.T)
        new = np.ones(len(order), dtype=bool)
        new[1:] = (digests[order[1:]] != digests[order[:-1]]).any(axis=1)
        groups = np.cumsum(new) - 1
        if groups[-1] + 1 == len(order):
            return None
        # The sort is stable, so that a group begins with its first sample.
        number = np.empty(int(groups[-1]) + 1, dtype=np.intp)
        number[np.argsort(order[new], kind="stable")] = np.arange(len(number))
        ids = np.empty(len(order), dtype=np.intp)
        ids[order] = number[groups]
        return ids


def read_rows(executor: Executor, blocks: list[Block]) -> RowSource:
    """Check blocks of rows, and leave out those without any.

    Parameters
    ----------
    executor : Executor
    blocks : list
        References to arrays of numbers of shape (n_rows, n_features).

    Returns
    -------
    RowSource
        In double precision.

    Raises
    ------
    InputError
        If there is no row or feature, a value is not a finite number, or blocks differ in their features.
    """
    kept = executor.keep(_in_double_precision, blocks)
    found = executor.gather(_described, kept)
    filled = [number for number, (n_rows, _, _) in enumerate(found) if n_rows]
    if not filled or found[filled[0]][1].shape[1] == 0:
        raise InputError("X", Reason.EMPTY, message="X has no rows or no features.")
    widths = {found[number][1].shape[1] for number in filled}
    if len(widths) > 1:
        raise InputError("X", Reason.WRONG_SHAPE, message="The blocks of X differ in their numbers of features.")
    bounds = np.concatenate([[0], np.cumsum([found[number][0] for number in filled])])
    for number, start in zip(filled, bounds, strict=False):
        row = found[number][2]
        if row is not None:
            message = f"X contains NaN or infinity, first in row {start + row}."
            raise InputError("X", Reason.NOT_FINITE, row=int(start + row), message=message)
    extremes = np.stack([found[number][1] for number in filled])
    low, high = extremes[:, 0].min(axis=0), extremes[:, 1].max(axis=0)
    filled_blocks = [kept[number] for number in filled]
    return RowSource(executor, filled_blocks, bounds, widths.pop(), np.stack([low, high]))


def is_dask_array(X: Any) -> bool:
    """Return whether X is a dask array, without importing dask."""
    return type(X).__module__.partition(".")[0] == "dask" and hasattr(X, "to_delayed") and hasattr(X, "chunks")


def refuse_dask_array(X: Any) -> None:
    """Raise ParameterTypeError for new samples in a dask array, which would have to be collected.

    Parameters
    ----------
    X : object
    """
    if is_dask_array(X):
        message = "predict takes an array: pass the blocks of a dask array one by one, as X.blocks[i].compute()."
        raise ParameterTypeError("X", type(X).__name__, Reason.WRONG_TYPE, message=message)


def rows_on_workers(X: Any) -> RowSource:
    """Compute the blocks of rows of a dask array on the workers of the current client.

    Parameters
    ----------
    X : dask.array.Array of shape (n_samples, n_features)

    Returns
    -------
    RowSource

    Raises
    ------
    InputError
        If it has not two dimensions, or no real and finite numbers.
    ParameterError
        If there is no client.
    """
    if X.ndim != 2:
        raise InputError(
            "X", Reason.WRONG_SHAPE, X.shape, message=f"X needs rows and columns, got {X.ndim} dimension(s)."
        )
    if X.dtype.kind not in "biuf":
        raise InputError("X", Reason.NOT_A_NUMBER, message=f"X needs real numbers, got the type {X.dtype}.")
    whole_rows = X if X.numblocks[1] == 1 else X.rechunk({1: -1})
    executor = DaskExecutor()
    return read_rows(executor, executor.client.compute(whole_rows.to_delayed().ravel().tolist()))


def rows_of_file(path: str | Path, rows_per_block: int) -> Any:
    """Return the rows of a .npy file as a dask array, each block of which a worker reads itself.

    Parameters
    ----------
    path : str or Path
        A file that all workers can read under this name, with an array of shape (n_samples, n_features).
    rows_per_block : int

    Returns
    -------
    dask.array.Array of shape (n_samples, n_features)

    Raises
    ------
    InputError
        If the array has not two dimensions.
    """
    import dask.array

    stored = np.load(path, mmap_mode="r")
    if stored.ndim != 2:
        raise InputError("path", Reason.WRONG_SHAPE, stored.shape, message="The file needs an array of two dimensions.")
    n_samples, n_features = stored.shape
    starts = range(0, n_samples, rows_per_block)
    heights = tuple(min(rows_per_block, n_samples - start) for start in starts)
    return dask.array.map_blocks(
        _read, str(path), rows_per_block, chunks=(heights, (n_features,)), dtype=stored.dtype, meta=stored[:0, :0]
    )


def _read(path: str, rows_per_block: int, block_info: Any = None) -> NDArray[Any]:
    start, stop = block_info[None]["array-location"][0]
    return np.array(np.load(path, mmap_mode="r")[start:stop])


def row_digests(X: FloatArray) -> NDArray[np.uint64]:
    """Return a digest of 128 bits of each row; those of different rows differ but for a chance of 1e-20."""
    # -0.0 + 0 is 0.0.
    rows = (hashlib.blake2b(np.ascontiguousarray(row + 0.0).data, digest_size=16).digest() for row in X)
    return np.frombuffer(b"".join(rows), dtype=np.uint64).reshape(len(X), 2)


def _in_double_precision(X: Any) -> FloatArray:
    rows: FloatArray = np.ascontiguousarray(X, dtype=np.float64)
    return rows


def _described(X: FloatArray) -> tuple[int, FloatArray, int | None]:
    """Number of rows, extremes of the features, and the first row that is not finite."""
    if len(X) == 0:
        return 0, np.zeros((2, X.shape[1])), None
    finite = np.isfinite(X).all(axis=1)
    return len(X), np.stack([X.min(axis=0), X.max(axis=0)]), None if finite.all() else int(finite.argmin())


def _taken(X: FloatArray, rows: IntArray, directions: FloatArray | None) -> FloatArray:
    return X[rows] if directions is None else X[rows] @ directions.T
