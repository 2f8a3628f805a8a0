"""Subtotals above their rows, without a word that says so: outlines of one or more levels, recognised by their sums."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from rnse_core.tables.model import FloatArray
from rnse_core.tables.row_statistics import decimal_places

# Outlines are reports; longer tables are data.
_MOST_ROWS = 2000
_FEWEST_ROWS = 6
_FEWEST_BLOCKS = 2
_MOST_MEMBERS = 300
_MOST_LEVELS = 5
# Probability below which numbers do not add up so often by chance.
_BY_CHANCE = 1e-3
# Sums of binary numbers differ by so much.
_ROUNDING = 1e-9
# Units of the last digit that are tried, from millions on.
_LARGEST_POWER = 6


@dataclass(frozen=True)
class _Block:
    """The members of a subtotal.

    Parameters
    ----------
    stop : int
        The row after the last one.
    sums : ndarray of shape (n_columns,) of bool
        The columns in which the subtotal is the sum of its members and larger than each.
    """

    stop: int
    sums: npt.NDArray[np.bool_]


def outline_totals(columns: Sequence[FloatArray]) -> list[int]:
    """Return the rows that are sums of the rows below them, up to the next of their kind.

    A sum must hold in some of the columns, the same ones for all; in the others, such as rates, the row lies among its
    members. A member may be a subtotal too. So many rows must be sums that they are no chance.

    Parameters
    ----------
    columns : sequence of ndarray of shape (n_rows,)
        NaN where missing.
    """
    if not columns or not _FEWEST_ROWS <= len(columns[0]) <= _MOST_ROWS:
        return []
    X = np.column_stack([np.where(np.isfinite(column), column, np.nan) for column in columns])
    units = np.array([_unit(column) for column in X.T])
    for half_units in (0.0, 0.5):
        blocks = _blocks(X, half_units * units)
        if len(blocks) < _FEWEST_BLOCKS:
            continue
        sums = np.logical_and.reduce([block.sums for block in blocks.values()])
        chance = _log_chance(X[:, sums], units[sums] * (1 + 8 * half_units), list(blocks))
        if sums.any() and chance < math.log(_BY_CHANCE):
            return sorted({*blocks, *_alone(X, blocks)})
    return []


def indented_parents(cells: Sequence[str]) -> set[int]:
    """Return the rows whose name stands farther to the left than the names below it, which are parts of it.

    Parameters
    ----------
    cells : sequence of str
        The names of the rows, with the blanks before them.

    Returns
    -------
    set of int
        Empty where fewer than two rows have parts, or names end at the same place, as those do that are aligned there.
    """
    depths = [len(cell) - len(cell.lstrip()) for cell in cells]
    if not any(depths) or 0 not in depths or len(set(depths)) > _MOST_LEVELS or len(set(map(len, cells))) == 1:
        return set()
    parents = {row for row, (depth, below) in enumerate(pairwise(depths)) if below > depth}
    return parents if _FEWEST_BLOCKS <= len(parents) <= len(cells) / 2 else set()


def _unit(column: FloatArray) -> float:
    """Return the power of ten of which all numbers of a column are multiples."""
    present = column[np.isfinite(column)]
    places = max(map(decimal_places, present.tolist()), default=0)
    if places:
        return 10.0**-places
    return next((10.0**k for k in range(_LARGEST_POWER, 0, -1) if not (present % 10.0**k).any()), 1.0)


def _blocks(X: FloatArray, half_units: FloatArray) -> dict[int, _Block]:
    """Return the block of each row that is a sum, found from the last row to the first."""
    # Sums of numbers above and below zero go up and down, and come by any number; they are none of a column of zeros.
    rows = np.where((X < 0).any(axis=0), 0.0, np.nan_to_num(X)).tolist()
    stops = list(range(1, len(rows) + 1))
    found: dict[int, _Block] = {}
    for row in range(len(rows) - 3, -1, -1):
        block = _block(X, row, _members(rows, row, stops, half_units.tolist()), stops, half_units)
        if block is not None:
            found[row] = block
            stops[row] = block.stop
    return found


def _members(
    rows: Sequence[Sequence[float]], row: int, stops: Sequence[int], half_units: Sequence[float]
) -> list[tuple[list[int], list[bool]]]:
    """Return members below a row, as many as have its number for a sum in some column, and these columns.

    The number is larger than each member. Where there is none yet, the members go on.
    """
    values = rows[row]
    left = [j for j, value in enumerate(values) if value > 0]
    total, largest = [0.0] * len(values), [0.0] * len(values)
    members: list[int] = []
    found = []
    member = row + 1
    while left and member < len(rows) and len(members) < _MOST_MEMBERS:
        members.append(member)
        close = [False] * len(values)
        still = []
        for j in left:
            number = rows[member][j]
            total[j] += number
            largest[j] = max(largest[j], number)
            slack = half_units[j] * (len(members) + 1) + _ROUNDING * total[j]
            if largest[j] < values[j] and total[j] <= values[j] + slack:
                still.append(j)
                close[j] = total[j] >= values[j] - slack
        left = still
        if len(members) > 1 and any(close):
            found.append((list(members), close))
        member = stops[member]
    return found


def _block(
    X: FloatArray,
    row: int,
    possible: Sequence[tuple[list[int], list[bool]]],
    stops: Sequence[int],
    half_units: FloatArray,
) -> _Block | None:
    """Return the block below a row that it sums up in most columns, and lies among in the others."""
    best: _Block | None = None
    value = X[row]
    for members, close in possible:
        body = X[members]
        is_empty = np.isnan(value) | np.isnan(body).all(axis=0)
        sums = np.array(close) & ~is_empty & ((body > 0).sum(axis=0) > 1)
        total = np.nansum(body, axis=0)
        is_sum = np.abs(total - value) <= half_units * (len(members) + 1) + _ROUNDING * np.abs(total)
        among = is_sum | ((np.fmin.reduce(body) <= value) & (value <= np.fmax.reduce(body)))
        if sums.any() and (among | is_empty).all() and (best is None or sums.sum() > best.sums.sum()):
            best = _Block(stops[members[-1]], sums)
    return best


def _log_chance(X: FloatArray, units: FloatArray, rows: Sequence[int]) -> float:
    """Return the logarithm of how often so many rows would be sums by chance.

    The sum of a few numbers is any number of its size, unless a column has few different ones.
    """
    n_rows = len(X)
    log_chance = math.lgamma(n_rows + 1) - math.lgamma(len(rows) + 1) - math.lgamma(n_rows - len(rows) + 1)
    for column, unit in zip(X.T, units, strict=True):
        present = column[np.isfinite(column)]
        _, counts = np.unique(present, return_counts=True)
        copies = float((counts * (counts - 1)).sum()) / (len(present) * (len(present) - 1))
        log_chance += float(np.log(np.clip(unit / column[list(rows)], copies, 1.0)).sum())
    return log_chance


def _alone(X: FloatArray, blocks: dict[int, _Block]) -> list[int]:
    """Return the rows beside the blocks that are repeated below: subtotals of one row."""
    found, row = [], 0
    while row < len(X) - 1:
        if row in blocks:
            row = blocks[row].stop
            continue
        is_copy = row + 1 not in blocks and bool(np.array_equal(X[row], X[row + 1], equal_nan=True))
        found += [row] * is_copy
        row += 1 + is_copy
    return found
