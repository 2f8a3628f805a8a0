"""Distinguish a first row of numbers that are names, such as years or wavelengths, from a row of data."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum, auto

import numpy as np
import numpy.typing as npt

from rnse_core.tables.cell_types import STANDARD_MISSING, parse_number
from rnse_core.tables.decimals import has_decimal_comma
from rnse_core.tables.header_words import Words, words_above
from rnse_core.tables.model import FloatArray
from rnse_core.tables.present_values import present_values

# Rows below the first one that it is compared with.
_COMPARED = 200
# Fewer rows show too little.
_FEWEST_ROWS = 3
# Rows and different numbers of a column below which none of them can be said to lie apart.
_FEWEST_ROWS_APART = 5
_FEWEST_DIFFERENT = 3
_FEWEST_IN_A_SERIES = 5
_FEWEST_CONSECUTIVE = 4
_MOSTLY = 0.8
_YEARS = (1500, 2100)


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
    if names_rows and len(first) == 2 and first[1].strip() == "0":  # as pandas writes one column without a name
        counts_rows = number_in(body[0][0]) is not None and name_rows_from_the_start([row[0] for row in body])
        return NumberNames.CERTAIN if counts_rows else NumberNames.LIKELY
    positions = [
        j for j, cell in enumerate(first) if number_in(cell) is not None and j < min(map(len, body), default=0)
    ]
    if len(positions) < 2 or len(body) < _FEWEST_ROWS:
        return None
    names = np.array([number_in(first[j]) for j in positions], dtype=np.float64)
    values = np.array([[number_in(row[j]) for j in positions] for row in body], dtype=np.float64)
    if not np.isfinite(names).all() or len(np.unique(names)) < len(names):
        return None
    whole_above_fractions = all(_is_whole(first[j]) for j in positions) and all(
        not _is_whole(row[j]) for row in body for j in positions if number_in(row[j]) is not None
    )
    if _is_symmetric(np.vstack([names, values])):
        return None  # the first row of a matrix over all pairs
    if names_rows and _counts_from_the_start(names):
        return NumberNames.CERTAIN
    rises = _is_monotone(names) and (whole_above_fractions or not _mostly_monotone(values))
    if rises and (whole_above_fractions or _is_series(names) or _lies_apart(names, values)):
        return NumberNames.LIKELY
    if whole_above_fractions and _lies_apart(names, values):
        return NumberNames.LIKELY
    if rises and _are_fractions_above_whole_numbers(names, values):
        return NumberNames.LIKELY
    words = words_above(first, body, number_in)
    if words is not Words.CELLS and (found := _beside_words(names, values, words, rises)) is not None:
        return found
    is_possible = rises and (len(names) >= _FEWEST_CONSECUTIVE or (len(names) > 2 and _has_equal_steps(names)))
    return NumberNames.POSSIBLE if is_possible else None


def _beside_words(names: FloatArray, values: FloatArray, words: Words, rises: bool) -> NumberNames | None:
    """Judge numbers beside words that are not among those below them."""
    is_monotone = _is_monotone(names)
    if is_monotone and _are_years(names).all() and not _mostly(_are_years(values), values):
        return NumberNames.LIKELY
    is_scale = _counts_from_the_start(names) or (
        is_monotone and len(names) > 2 and (_has_equal_ratios(names) or _has_equal_steps(names))
    )
    is_rising = rises and bool((names % 1 == 0).all())
    if (is_scale and words <= Words.UNLIKE) or (is_rising and words is Words.NAMES):
        return NumberNames.LIKELY
    is_possible = is_scale or words is Words.NAMES or (is_rising and words is Words.UNLIKE and len(names) > 2)
    return NumberNames.POSSIBLE if is_possible else None


def are_row_names(cells: Sequence[str]) -> bool:
    """Return whether the first cells of some rows name the rows: words, or numbers from 0 or 1, all different."""
    if not cells or len(set(cells)) < len(cells) or any(cell in STANDARD_MISSING for cell in cells):
        return False
    numbers = [number_in(cell) for cell in cells]
    if all(number is None for number in numbers):
        return True
    return all(map(_is_whole, cells))


def name_rows_from_the_start(cells: Sequence[str]) -> bool:
    """Return whether cells are words that name the rows, or the numbers from 0 or 1 in their order."""
    if not are_row_names(cells):
        return False
    numbers = [number_in(cell) for cell in cells]
    start = numbers[0]
    return start is None or (start in (0.0, 1.0) and numbers == [start + k for k in range(len(numbers))])


def _is_symmetric(A: FloatArray) -> bool:
    with np.errstate(invalid="ignore", over="ignore"):
        return A.shape[0] == A.shape[1] and bool((np.abs(A - A.T) <= 1e-6 * np.abs(A).max()).all())


def _are_same(cells: Sequence[str], names: Sequence[str]) -> bool:
    return [cell.strip() for cell in cells] == [name.strip() for name in names][: len(cells)] and len(cells) > 1


def number_in(cell: str) -> float | None:
    """Return the number in a cell, with a decimal point or a decimal comma; None for anything else."""
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
    fewest = _FEWEST_CONSECUTIVE if _counts_from_the_start(names) else _FEWEST_IN_A_SERIES
    return _has_equal_steps(names) and len(names) >= fewest


def _counts_from_the_start(names: FloatArray) -> bool:
    return names[0] in (0, 1) and bool((np.diff(names) == 1).all())


def _has_equal_steps(names: FloatArray) -> bool:
    steps = np.diff(names)
    return bool(np.allclose(steps, steps[0], rtol=1e-3))


def _has_equal_ratios(names: FloatArray) -> bool:
    """Return whether numbers, such as doses, rise by one factor; the first may be zero."""
    scale = names[1:] if names[0] == 0 else names
    if len(scale) < 2 or (scale <= 0).any():
        return False
    ratios = scale[1:] / scale[:-1]
    return bool(np.allclose(ratios, ratios[0]) and (len(ratios) > 1 or ratios[0] in (2, 5, 10, 100, 1000)))


def _are_years(numbers: FloatArray) -> npt.NDArray[np.bool_]:
    return (numbers % 1 == 0) & (numbers >= _YEARS[0]) & (numbers <= _YEARS[1])


def _mostly(found: npt.NDArray[np.bool_], values: FloatArray) -> bool:
    """Return whether something is found in half of the cells with a number, or more."""
    return bool(2 * found.sum() >= np.isfinite(values).sum())


def _are_fractions_above_whole_numbers(names: FloatArray, values: FloatArray) -> bool:
    present = present_values(values)
    return bool((names % 1 != 0).any() and len(present) and (present % 1 == 0).all())


def _lies_apart(names: FloatArray, values: FloatArray) -> bool:
    """Return whether each number lies far from all others of its column; that of a constant column says nothing."""
    varies = np.array([len(np.unique(present_values(column))) >= _FEWEST_DIFFERENT for column in values.T])
    if varies.sum() < 2 or len(values) < _FEWEST_ROWS_APART or np.isnan(values).all(axis=0).any():
        return False
    low, high = np.nanmin(values, axis=0), np.nanmax(values, axis=0)
    with np.errstate(over="ignore"):
        reach = 3 * np.maximum(high - low, np.maximum(np.abs(low), np.abs(high)) / 10)
        return bool(((names < low - reach) | (names > high + reach)).all())
