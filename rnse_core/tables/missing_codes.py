"""Numbers that stand for "no value", such as 999999, -9 or 0: far outside the others of their column, or frequent."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import numpy as np

from rnse_core.tables.cell_types import shortest_decimal
from rnse_core.tables.columns import TypedColumn
from rnse_core.tables.kinds import NoteKind, OptionKind, QuestionKind
from rnse_core.tables.model import FloatArray, MissingCodes
from rnse_core.tables.notes import Log
from rnse_core.tables.present_values import present_values
from rnse_core.tables.questions import Option, Question
from rnse_core.tables.unmeasured import zeros_of_signals

# Only nines, two digits or more, with up to three decimals; -1 and -9; powers of ten from 1e16 to 1e38; -999.25 of well
# logs; -666666666 and the like of a census.
_CODE = re.compile(r"-?(?:9{2,}|9+\.9{1,3})|-[19]|-?10{16,38}|-999\.25|-([2-8])\1{5,}")
_NINES_ONLY = re.compile(r"-?9{2,}(?:\.9{1,3})?")
# Surveys give these to further kinds of "no answer", beside one of the above.
_BESIDE_A_CODE = re.compile(r"-?(?:9+[678]|8{2,}|7{2,})|-[2-8]")
# The ends of whole numbers of one, two, four and eight bytes, some of them one off: netCDF, R, shapefiles, grids.
_ENDS = frozenset(
    {-127.0, -128.0, 32767.0, -32767.0, -32768.0, 65535.0}
    | {2.0**31 - 1, 2.0**31, -(2.0**31) + 1, -(2.0**31), 2.0**32 - 1, 2.0**32, 2.0**63, -(2.0**63), 2.0**64}
)
# netCDF; the largest float32; Surfer and Stata; the largest float64 (SPSS); Stata. Printed with six digits or more.
_FILLS = (9.969209968386869e36, 3.4028234663852886e38, 1.7014117331926443e38, np.finfo(float).max, 2.0**1023)
_PRINTED = 1e-5
_NINES = -999.0
_MOST_CODES = 12
_FEWEST_OTHERS = 5
# From so many cells on, a value outside the range of all others is rarely a measurement.
_REPEATED = 3
# With a smaller share of the rest above the median their tail is unknown.
_LEAST_TAIL = 0.1
# Least distance in ranges of the rest, and the power to which the length of its tail is raised.
_FAR_IF_REPEATED = 1.0, 1
_FAR = 3.0, 2
# Nearer ones fill at least so many cells, lie apart by this share of the range of the rest, and are so many times as
# frequent as any other value.
_OFTEN = 5
_APART = 0.1
_TIMES_AS_OFTEN = 3
_COLUMNS_ONE_BY_ONE = 5
# Different values beside zeros that show where the others begin; how many times as far from zero as they are apart.
_FEWEST_BESIDE_ZEROS = 10
_ZERO_APART = 3.0
_NEAR_MEDIAN = 0.2
_MANY_ZEROS = 0.25
# With these, rows without a value are left out.
_LEAVE_OUT = ("auto", "drop")


def find_codes(values: FloatArray) -> MissingCodes | None:
    """Find the values that look like codes for "no value" and lie outside all other values.

    A value must be written as such codes are (99, -9, 9999.9, -32768, 1e20, ...), and be the largest or smallest of
    all, or next to others that are codes. Beyond that it must be far from the rest, the values that are no codes:

    - its distance from the rest is more than the range of the rest, or three times that where the codes on that side
      fill fewer than three cells;
    - with a long tail this may happen by chance. So its distance from the median, as a multiple of that of the
      farthest of the rest, must exceed the latter as a multiple of that of half of the rest on that side, or the
      square of that where the codes fill fewer than three cells. Of n values from a power law the largest is so far
      out with a probability of about 4 / n, or (4 / n)^2, whatever the exponent. Where fewer than a tenth of the rest
      lie between it and the median, the codes must fill three cells.

    One that is nearer, as 99 is to ages up to 80, may be recognised by its frequency instead. It must fill at least
    five cells and more than three times as many as any value of the rest; others beside a code, such as 98, that are
    nearer still must fill more cells than any value of the rest. The distance from the rest must be more than a tenth
    of the range of the rest, and more than any distance between neighbouring values of the rest: -1 is no farther from
    0 than 1 is, and a ceiling that many reach has others just below it.

    Parameters
    ----------
    values : ndarray of shape (n_rows,)
        NaN where missing.

    Returns
    -------
    MissingCodes or None
    """
    present = present_values(values)
    above = _candidates(present, np.max, lambda value: value > 0)
    below = _candidates(present, np.min, lambda value: value not in above)
    # The innermost candidates are the likeliest ordinary values. They are dropped until all others lie outside.
    while above or below:
        rest = present[~np.isin(present, above + below)]
        if len(rest) < _FEWEST_OTHERS or rest.min() == rest.max():
            (above or below).pop()
        elif above and not _are_outside(above, present, rest, side=1):
            above.pop()
        elif below and not _are_outside(below, present, rest, side=-1):
            below.pop()
        else:
            codes = sorted(above + below)
            far = all(_are_far(found, present, rest, side) for found, side in ((above, 1), (below, -1)) if found)
            return MissingCodes(tuple(codes), int(np.count_nonzero(np.isin(present, codes))), far)
    return None


def _candidates(
    values: FloatArray, extreme: Callable[[FloatArray], np.float64], fits: Callable[[float], bool]
) -> list[float]:
    """Return the values that may be codes from the outermost on, up to the first that cannot be one."""
    found: list[float] = []
    while len(values) and len(found) < _MOST_CODES:
        value = float(extreme(values))
        if not fits(value) or _cannot_be_code(value) or not (_is_code(value) or _is_beside_codes(value)):
            break
        found.append(value)
        values = values[values != value]
    return found


def _cannot_be_code(value: float) -> bool:
    """Return whether a value is between -1 and 9.9 or has more than three decimals, even in single precision.

    It is a quick test that excludes most measurements.
    """
    return -1 < value < 9.9 or abs(value - round(value, 3)) > 1e-7 * abs(value)


def _is_code(value: float) -> bool:
    if value in _ENDS or any(abs(abs(value) - fill) <= _PRINTED * fill for fill in _FILLS):
        return True
    return _CODE.fullmatch(shortest_decimal(value)) is not None


def _is_beside_codes(value: float) -> bool:
    return _BESIDE_A_CODE.fullmatch(shortest_decimal(value)) is not None


def _are_outside(codes: list[float], present: FloatArray, rest: FloatArray, side: int) -> bool:
    return _are_far(codes, present, rest, side) or _are_apart_and_often(codes, present, rest, side)


def _are_apart_and_often(codes: list[float], present: FloatArray, rest: FloatArray, side: int) -> bool:
    """Return whether candidates lie apart from the rest, and the nearest that is a code by itself is frequent."""
    nearest = next(filter(_is_code, reversed(codes)), None)
    if nearest is None or (n_cells := np.count_nonzero(present == nearest)) < _OFTEN:
        return False
    rest = side * rest
    with np.errstate(over="ignore", invalid="ignore"):
        if side * codes[-1] - rest.max() <= _APART * (rest.max() - rest.min()):  # quicker than to count the values
            return False
    values, counts = np.unique(rest, return_counts=True)
    nearer = codes[codes.index(nearest) + 1 :]
    if any(np.count_nonzero(present == code) <= counts.max() for code in nearer):
        return False
    with np.errstate(over="ignore", invalid="ignore"):  # with a distance that is not finite nothing is asked
        apart = max(_APART * (values[-1] - values[0]), np.diff(values).max())
        return bool(n_cells > _TIMES_AS_OFTEN * counts.max() and side * codes[-1] - values[-1] > apart)


def _are_far(codes: list[float], present: FloatArray, rest: FloatArray, side: int) -> bool:
    """Return whether candidates above (1) or below (-1) the rest are far from it, the innermost, the last, included."""
    if not any(map(_is_code, codes)):
        return False
    n_cells = np.count_nonzero(np.isin(present, codes))
    far, power = _FAR if n_cells < _REPEATED else _FAR_IF_REPEATED
    rest = side * rest
    with np.errstate(over="ignore", invalid="ignore"):  # with a distance that is not finite nothing is asked
        largest, nearest = rest.max(), np.float64(side * codes[-1])
        if not nearest - largest > far * (largest - rest.min()):
            return False
        middle = np.median(rest)
        beyond = rest[rest > middle]
        if len(beyond) < _LEAST_TAIL * len(rest):
            return bool(n_cells >= _REPEATED)
        tail = (largest - middle) / (np.median(beyond) - middle)
        return bool((nearest - middle) / (largest - middle) > tail**power)


def zeros_for_missing(values: FloatArray) -> MissingCodes | None:
    """Find zeros that look like "no value": all other values are positive, and none is near zero.

    The distance from zero to the least of the others must be several times the distance between any neighbouring values
    in the lower part of them, so that zero does not continue them. It must also be a fifth of their median, or zeros
    a quarter of all cells. Zeros in most of the cells are amounts of nothing, and a single one must lie far outside the
    others.

    Parameters
    ----------
    values : ndarray of shape (n_rows,)
        NaN where missing.

    Returns
    -------
    MissingCodes or None
    """
    present = present_values(values)
    n_zeros = int(np.count_nonzero(present == 0))
    rest = present[present != 0]
    if not n_zeros or len(rest) < _FEWEST_BESIDE_ZEROS or n_zeros > len(rest) or rest.min() < 0:
        return None
    least, largest = float(rest.min()), float(rest.max())
    far = least > largest - least
    near_median = n_zeros >= _MANY_ZEROS * len(present) or least >= _NEAR_MEDIAN * float(np.median(rest))
    if not far and (n_zeros == 1 or not near_median):
        return None
    distinct = np.unique(rest)
    if len(distinct) < _FEWEST_BESIDE_ZEROS:
        return None
    lower = distinct[: max(_FEWEST_BESIDE_ZEROS // 2, len(distinct) // 4)]
    if not far and least < _ZERO_APART * float(np.diff(lower).max()):
        return None
    return MissingCodes((0.0,), n_zeros, far, often=False)


def _codes_of(values: FloatArray) -> MissingCodes | None:
    codes = find_codes(values)
    zeros = zeros_for_missing(values if codes is None else values[~np.isin(values, codes.values)])
    if codes is None or zeros is None:
        return codes or zeros
    return MissingCodes(
        tuple(sorted((*codes.values, 0.0))), codes.n_cells + zeros.n_cells, codes.far and zeros.far, often=False
    )


def _codes_below_zero(values: FloatArray, codes: FloatArray) -> MissingCodes | None:
    """Return the negative codes among values that are not negative otherwise, however far they lie from these."""
    is_code = np.isin(values, codes[codes < 0])
    rest = values[np.isfinite(values) & ~is_code]
    if not is_code.any() or not len(rest) or rest.min() < 0:
        return None
    found = tuple(np.unique(values[is_code]).tolist())
    return MissingCodes(found, int(np.count_nonzero(is_code)), far=False, often=False)


def find_relatives(values: FloatArray) -> MissingCodes | None:
    """Find codes in a column of a table of which another column has codes: 88 or -9 beside 99 there.

    They may be nearer to the rest than other codes and fill a single cell. Nines lie apart from the rest by a tenth of
    its range and by more than its neighbouring values do; others by more than its range, outside of its scale.

    Parameters
    ----------
    values : ndarray of shape (n_rows,)
        NaN where missing.

    Returns
    -------
    MissingCodes or None
    """
    present = present_values(values)
    found: list[float] = []
    above = _candidates(present, np.max, lambda value: value > 0)
    below = _candidates(present, np.min, lambda value: value < 0)
    for side, codes in ((1, above), (-1, below)):
        while codes:
            rest = np.unique(side * present[~np.isin(present, codes)])
            if len(rest) > 1 and _is_apart(side * codes[-1], rest, is_nines=_is_nines(codes[-1])):
                break
            codes.pop()
        found += codes
        present = present[~np.isin(present, codes)]
    if not found or len(present) < _FEWEST_OTHERS:
        return None
    codes = sorted(found)
    return MissingCodes(tuple(codes), int(np.count_nonzero(np.isin(values, codes))), far=False, often=False)


def _is_nines(value: float) -> bool:
    return _NINES_ONLY.fullmatch(shortest_decimal(value)) is not None


def _is_apart(code: float, rest: FloatArray, *, is_nines: bool) -> bool:
    reach = float(rest[-1] - rest[0])
    distance = code - float(rest[-1])
    return distance > (max(_APART * reach, float(np.diff(rest).max())) if is_nines else reach)


def _nines_below_zero(columns: Iterable[FloatArray]) -> list[float]:
    """Return -999, -9999 and the like that fill several cells of some columns."""
    cells = Counter(value for values in columns for value in values[values <= _NINES].tolist())
    return [value for value, count in cells.items() if count > 1 and _is_code(value)]


def ask_about_codes(columns: Iterable[TypedColumn], log: Log, missing: str) -> None:
    """Ask whether numbers that look like codes stand for "no value"; so far they were read as numbers.

    Parameters
    ----------
    columns : iterable of TypedColumn
        Numeric features are examined; the others are skipped.
    log : Log
        Takes the notes and the question.
    missing : str
        What is done with missing values. Where rows are left out and an answer leaves too few, it fills in values too.
    """
    measured = {
        column.name: column.values
        for column in columns
        if column.role == "feature" and column.type == "number" and not column.is_one_hot and column.values is not None
    }
    codes_of = {name: _codes_of(values) or zeros_of_signals(name, values) for name, values in measured.items()}
    known = np.array(
        [value for codes in codes_of.values() if codes for value in codes.values] + _nines_below_zero(measured.values())
    )
    has_codes = any(any(codes.values) for codes in codes_of.values() if codes)  # zeros say nothing about other columns
    found: dict[str, MissingCodes] = {}
    for name, values in measured.items():
        codes = codes_of[name] or _codes_below_zero(values, known) or (find_relatives(values) if has_codes else None)
        if codes is not None:
            found[name] = codes
    if not found:
        return
    for name, codes in found.items():
        log.note(NoteKind.MISSING_CODES, [name], count=codes.n_cells, values=[codes])
    tokens = {name: codes.tokens for name, codes in found.items()}
    count = sum(map(len, tokens.values()))
    options = [
        Option(OptionKind.ORDINARY_NUMBERS, {"missing_in": dict.fromkeys(tokens, ())}, count=count),
        Option(OptionKind.MISSING_CODES, _as_missing(tokens, measured, missing), count=count),
    ]
    if 1 < len(tokens) <= _COLUMNS_ONE_BY_ONE:
        options += [
            Option(
                OptionKind.MISSING_CODES_OF_COLUMN,
                _as_missing({name: tokens[name]}, measured, missing),
                count=len(tokens[name]),
            )
            for name in tokens
        ]
    log.ask(Question(QuestionKind.MISSING_CODES, tuple(options), tuple(found), tuple(found.values())))


def _as_missing(
    tokens: Mapping[str, tuple[str, ...]], measured: Mapping[str, FloatArray], missing: str
) -> dict[str, Any]:
    """Return the keywords that count codes as missing, and fill them in where too few rows would be left."""
    keywords: dict[str, Any] = {"missing_in": dict(tokens)}
    absent = [
        np.isnan(values) | np.isin(values, [*map(float, tokens.get(name, ()))]) for name, values in measured.items()
    ]
    n_left = int(np.count_nonzero(~np.any(absent, axis=0)))
    if missing in _LEAVE_OUT and (n_left < 2 or (missing != "drop" and 2 * n_left < len(absent[0]))):
        keywords["missing"] = "median"
    return keywords
