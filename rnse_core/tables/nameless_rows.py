"""Rows without a name among rows with one, whose numbers are statistics of the rows above or below them."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise

import numpy as np

from rnse_core.tables.columns import TypedColumn
from rnse_core.tables.model import FloatArray
from rnse_core.tables.row_statistics import is_statistic

_FEWEST_ROWS = 2
_FEWEST_OTHERS = 4
# A name that is missing says much already: the numbers need not be as improbable as those of a row with a name, and
# those of two columns and of several blocks may be any.
_BY_CHANCE = 0.25


def rows_without_name(columns: Sequence[TypedColumn], values: Sequence[FloatArray], n_rows: int) -> set[int]:
    """Return the rows without a name, between rows with one, that hold sums, means and the like of these.

    These stand after, or before, each of several blocks; or at one end of the table, for all others.

    Parameters
    ----------
    columns : sequence of TypedColumn
    values : sequence of ndarray of shape (n_rows,)
        The columns of numbers, NaN where missing.
    n_rows : int
    """
    for nameless in _nameless(columns, n_rows):
        runs = runs_of(nameless)
        if len(runs) == 1:
            if _summarises_all(values, runs[0], n_rows):
                return set(nameless)
            continue
        fewest, by_chance = (2, math.inf) if len(values) > 1 else (1, _BY_CHANCE)
        for blocks in blocks_between(runs, n_rows):
            if all(
                block.stop - block.start >= _FEWEST_ROWS
                and any(is_statistic(values, row, block, fewest=fewest, by_chance=by_chance) for row in run)
                for run, block in zip(runs, blocks, strict=True)
            ):
                return set(nameless)
    return set()


def _nameless(columns: Sequence[TypedColumn], n_rows: int) -> Iterator[list[int]]:
    """Yield the rows without a name, for each column that names the others: words, or whole numbers that differ."""
    for column in columns:
        if column.type == "text":
            if 0 < column.raw.counts.get("", 0) <= n_rows / 2:
                yield [row for row, cell in enumerate(column.raw.text()) if not cell]
        elif column.values is not None:
            is_open = np.isnan(column.values)
            present = column.values[~is_open]
            if 0 < is_open.sum() <= n_rows / 2 and len(np.unique(present)) == len(present) and _are_whole(present):
                yield np.flatnonzero(is_open).tolist()


def _are_whole(numbers: FloatArray) -> bool:
    return bool((np.isfinite(numbers) & (numbers == np.round(numbers))).all())


def _summarises_all(values: Sequence[FloatArray], run: range, n_rows: int) -> bool:
    """Return whether a run of rows at one end of the table holds statistics of all others."""
    if run.start != 0 and run.stop != n_rows:
        return False
    others = slice(run.stop, n_rows) if run.start == 0 else slice(0, run.start)
    if others.stop - others.start < max(_FEWEST_OTHERS, len(run)):
        return False
    return any(is_statistic(values, row, others, by_chance=_BY_CHANCE) for row in run) and all(
        is_statistic(values, row, others, any_of_them=True) for row in run
    )


def runs_of(rows: Sequence[int]) -> list[range]:
    """Return the runs of rows that follow each other."""
    starts = [row for place, row in enumerate(rows) if not place or rows[place - 1] != row - 1]
    ends = [row + 1 for place, row in enumerate(rows) if place == len(rows) - 1 or rows[place + 1] != row + 1]
    return [range(start, end) for start, end in zip(starts, ends, strict=True)]


def blocks_between(runs: Sequence[range], n_rows: int) -> tuple[list[slice], list[slice]]:
    """Return the rows above each run, up to the one before it, and those below each, down to the next one."""
    edges = [0, *(edge for run in runs for edge in (run.start, run.stop)), n_rows]
    between = [slice(start, stop) for start, stop in list(pairwise(edges))[::2]]
    return between[:-1], between[1:]
