"""Samples sorted by place: near samples into the same block, so that a block seldom needs another one.

A k-d tree of cells is made from some of the samples. Each block then hands its rows over to the blocks of their cells.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.spatial import cKDTree

from rnse_core._base.arrays import FloatArray, IntArray
from rnse_core._base.executors import PerBlock
from rnse_core.distributed.rows import RowSource

# Samples that the cells are made from.
SAMPLED_ROWS = 10_000


@dataclass(frozen=True)
class Cells:
    """A node of the tree: samples with a coordinate of at most `value` are in `low`. A leaf is the number of a cell."""

    feature: int
    value: float
    low: Cells | int
    high: Cells | int

    @classmethod
    def of(cls, sample: FloatArray, n_cells: int, first: int = 0) -> Cells | int:
        """Divide space into cells with about the same number of samples in each.

        Parameters
        ----------
        sample : ndarray of shape (n, n_features)
        n_cells : int
        first : int, default=0
            Number of the first cell.

        Returns
        -------
        Cells or int
        """
        if n_cells == 1 or len(sample) < 2:
            return first
        feature = int(np.ptp(sample, axis=0).argmax())
        left = n_cells // 2
        x = sample[:, feature]
        at = max(0, len(x) * left // n_cells - 1)
        value = float(np.partition(x, at)[at])
        low = x <= value
        return cls(feature, value, cls.of(sample[low], left, first), cls.of(sample[~low], n_cells - left, first + left))


def cell_numbers(cells: Cells | int, Y: FloatArray) -> IntArray:
    """Return the cell of each row."""
    if isinstance(cells, int):
        return np.full(len(Y), cells)
    low = Y[:, cells.feature] <= cells.value
    numbers = np.empty(len(Y), dtype=np.intp)
    numbers[low] = cell_numbers(cells.low, Y[low])
    numbers[~low] = cell_numbers(cells.high, Y[~low])
    return numbers


def sorted_by_place(rows: RowSource) -> tuple[RowSource, IntArray]:
    """Hand the samples over to as many blocks by their cells, and sort them within each block.

    Parameters
    ----------
    rows : RowSource

    Returns
    -------
    rows : RowSource
        A cell without samples has no block.
    order : ndarray of int of shape (n_samples,)
        Number, before, of each sample.
    """
    executor, n_blocks = rows.executor, len(rows.blocks)
    chosen = np.unique(np.linspace(0, rows.n_samples - 1, SAMPLED_ROWS).astype(np.intp))
    cells = Cells.of(rows.take(chosen), n_blocks)
    parts = executor.exchange(_divided, rows.blocks, n_blocks, cells, n_blocks, PerBlock(rows.bounds[:-1].tolist()))
    joined = executor.keep(_joined, parts)
    numbers = executor.gather(_numbers, joined)
    filled = [number for number, found in enumerate(numbers) if len(found)]
    blocks = executor.keep(_samples, [joined[number] for number in filled])
    bounds = np.concatenate([[0], np.cumsum([len(numbers[number]) for number in filled])])
    return RowSource(executor, blocks, bounds, rows.n_features), np.concatenate([numbers[at] for at in filled])


_Part = tuple[FloatArray, IntArray]


def _divided(Y: FloatArray, cells: Cells | int, n_cells: int, start: int) -> list[_Part]:
    cell = cell_numbers(cells, Y)
    members = [np.flatnonzero(cell == number) for number in range(n_cells)]
    return [(Y[rows], rows + start) for rows in members]


def _joined(parts: list[_Part]) -> _Part:
    Y = np.concatenate([samples for samples, _ in parts])
    numbers = np.concatenate([numbers for _, numbers in parts])
    order = cKDTree(Y).indices if len(Y) else np.empty(0, dtype=np.intp)
    return Y[order], numbers[order]


def _numbers(part: _Part) -> IntArray:
    return part[1]


def _samples(part: _Part) -> FloatArray:
    return part[0]
