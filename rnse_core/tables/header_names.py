"""Distinguish a first row of numbers that are names, such as years or wavelengths, from a row of data."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum, auto

import numpy as np

from rnse_core.tables.cell_types import STANDARD_MISSING, parse_number
from rnse_core.tables.decimals import has_decimal_comma
from rnse_core.tables.model import FloatArray

# Rows below the first one that it is compared with.
_COMPARED = 200
# Fewer rows show too little.
_FEWEST_ROWS = 3
_FEWEST_IN_A_SERIES = 5
_FEWEST_CONSECUTIVE = 4
_MOSTLY = 0.8


class NumberNames(Enum):
    """How sure it is that the numbers in the first row are names."""

    CERTAIN = auto()
    LIKELY = auto()
    POSSIBLE = auto()


def judge_number_names(first: Sequence[str], body: Sequence[Sequence[str]]) -> NumberNames | None:
    """Judge whether the numbers in the first row are names.

    Parameters
    ----------
    first : sequence of str
        The cells of the first row.
    body : sequence of sequence of str
        The rows below it.

    Returns
    -------
    NumberNames or None
        None where nothing speaks for names.
    """
    body = body[:_COMPARED]
    names_rows = bool(first) and first[0].strip() == "" and are_row_names([row[0] for row in body])
    if names_rows and len(first) > 2 and _are_same([row[0] for row in body], first[1:]):
        return NumberNames.CERTAIN
    positions = [j for j, cell in enumerate(first) if _number(cell) is not None and j < min(map(len, body), default=0)]
    if len(positions) < 2 or len(body) < _FEWEST_ROWS:
        return None
    names = np.array([_number(first[j]) for j in positions], dtype=np.float64)
    values = np.array([[_number(row[j]) for j in positions] for row in body], dtype=np.float64)
    if not np.isfinite(names).all() or len(np.unique(names)) < len(names):
        return None
    whole_above_fractions = all(_is_whole(first[j]) for j in positions) and all(
        not _is_whole(row[j]) for row in body for j in positions if _number(row[j]) is not None
    )
    if _is_symmetric(np.vstack([names, values])):
        return None  # the first row of a matrix over all pairs
    rises = _is_monotone(names) and (whole_above_fractions or not _mostly_monotone(values))
    if rises and (whole_above_fractions or _is_series(names) or _lies_apart(names, values)):
        consecutive = bool((np.diff(names) == 1).all()) and names[0] in (0, 1)
        return NumberNames.CERTAIN if names_rows and consecutive else NumberNames.LIKELY
    if whole_above_fractions and _lies_apart(names, values):
        return NumberNames.LIKELY
    return NumberNames.POSSIBLE if rises and len(names) >= _FEWEST_CONSECUTIVE else None


def second_header(names: Sequence[str], records: Sequence[tuple[int, Sequence[str]]]) -> list[str] | None:
    """Return names joined from two rows, where the second one names what merged cells of the first one span.

    The first row has empty cells, over each of which the second one has a word; the second row has no number, and most
    of what stands below its words are numbers.

    Parameters
    ----------
    names : sequence of str
        The first row.
    records : sequence of (int, sequence of str)
        The rows below it, with their lines.

    Returns
    -------
    list of str or None
        None for any other row.
    """
    if len(records) < _FEWEST_ROWS or len(records[0][1]) != len(names):
        return None
    second, body = [cell.strip() for cell in records[0][1]], [row for _, row in records[1:_COMPARED]]
    spanned = [j for j, name in enumerate(names) if j and not name.strip() and second[j]]
    words = [j for j, cell in enumerate(second) if cell]
    if not spanned or any(not name.strip() and not second[j] for j, name in enumerate(names)):
        return None
    if len(words) == len(names) or any(_number(second[j]) is not None for j in words):
        return None
    below = [row[j] for row in body for j in words if j < len(row)]
    if sum(_number(cell) is not None for cell in below) < _MOSTLY * len(below):
        return None
    joined, over = [], ""
    for name, cell in zip(names, second, strict=True):
        over = name.strip() or over
        joined.append(f"{over} {cell}" if cell else over)
    return joined


def are_row_names(cells: Sequence[str]) -> bool:
    """Return whether the first cells of some rows name the rows: words, or numbers from 0 or 1, all different."""
    if not cells or len(set(cells)) < len(cells) or any(cell in STANDARD_MISSING for cell in cells):
        return False
    numbers = [_number(cell) for cell in cells]
    if all(number is None for number in numbers):
        return True
    return all(map(_is_whole, cells))


def name_rows_from_the_start(cells: Sequence[str]) -> bool:
    """Return whether cells are words that name the rows, or the numbers from 0 or 1 in their order."""
    if not are_row_names(cells):
        return False
    numbers = [_number(cell) for cell in cells]
    start = numbers[0]
    return start is None or (start in (0.0, 1.0) and numbers == [start + k for k in range(len(numbers))])


def _is_symmetric(A: FloatArray) -> bool:
    with np.errstate(invalid="ignore", over="ignore"):
        return A.shape[0] == A.shape[1] and bool((np.abs(A - A.T) <= 1e-6 * np.abs(A).max()).all())


def _are_same(cells: Sequence[str], names: Sequence[str]) -> bool:
    return [cell.strip() for cell in cells] == [name.strip() for name in names][: len(cells)] and len(cells) > 1


def _number(cell: str) -> float | None:
    number = parse_number(cell)
    if number is None and has_decimal_comma(cell):
        return parse_number(cell.strip().replace(".", ""), ",")
    return number


def _is_whole(cell: str) -> bool:
    return cell.strip().lstrip("+-").isdecimal()


def _is_monotone(names: FloatArray) -> bool:
    steps = np.diff(names)
    return bool((steps > 0).all() or (steps < 0).all())


def _mostly_monotone(values: FloatArray) -> bool:
    """Return whether the rows below rise or fall as well, which makes them a series each."""
    if values.shape[1] == 2:
        return bool(np.isnan(values).all())  # two numbers always do
    steps = np.diff(values, axis=1)
    monotone = (steps >= 0).all(axis=1) | (steps <= 0).all(axis=1)
    return bool(monotone.sum() > _MOSTLY * len(values))


def _is_series(names: FloatArray) -> bool:
    """Return whether the numbers have equal steps, and are too many for chance."""
    steps = np.diff(names)
    equal = bool(np.allclose(steps, steps[0], rtol=1e-3))
    from_start = names[0] in (0, 1) and bool((steps == 1).all())
    return equal and len(names) >= (_FEWEST_CONSECUTIVE if from_start else _FEWEST_IN_A_SERIES)


def _lies_apart(names: FloatArray, values: FloatArray) -> bool:
    """Return whether each number lies far from all others of its column."""
    if np.isnan(values).all(axis=0).any():
        return False
    low, high = np.nanmin(values, axis=0), np.nanmax(values, axis=0)
    with np.errstate(over="ignore"):
        reach = 3 * np.maximum(high - low, np.maximum(np.abs(low), np.abs(high)) / 10)
        return bool(((names < low - reach) | (names > high + reach)).all())
