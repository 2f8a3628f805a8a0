"""Rows that hold sums or other statistics of the rows above or below them, recognised by their numbers."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from decimal import Decimal

import numpy as np

from rnse_core.tables.model import FloatArray
from rnse_core.tables.present_values import present_values

#: Statistics that a row of unnamed numbers can be recognised by, and others that may stand beside one of these.
_STRONG: dict[str, Callable[[FloatArray], float]] = {
    "sum": lambda x: float(x.sum()),
    "mean": lambda x: float(x.mean()),
    "sd": lambda x: float(x.std(ddof=1)),
    "sd of all": lambda x: float(x.std()),
    "variance": lambda x: float(x.var(ddof=1)),
    "count": len,
}
_WEAK: dict[str, Callable[[FloatArray], float]] = {
    "standard error": lambda x: float(x.std(ddof=1)) / math.sqrt(len(x)),
    "median": lambda x: float(np.median(x)),
    "least": lambda x: float(x.min()),
    "largest": lambda x: float(x.max()),
    "first quartile": lambda x: float(np.quantile(x, 0.25)),
    "third quartile": lambda x: float(np.quantile(x, 0.75)),
    "range": lambda x: float(x.max() - x.min()),
}
_MOST_ROWS = 8
_FEWEST_OTHERS = 4
_FEWEST_COLUMNS = 2
# Probability below which a row of measurements does not have the numbers of a statistic.
_BY_CHANCE = 1e-3
# Sums of rounded numbers differ by so much from the rounded sum.
_CLOSE = 1e-3
_MOST_DECIMALS = 6
# A sum of so many steps of its last digit is equal to no other number by chance.
_MANY_DIGITS = 1_000
# Fewer different numbers add up to another one easily.
_FEW = 4
# Numbers whose common step is looked for, and the digits from the first to the last that they may have.
_MOST_COMPARED = 1000
_MOST_DIGITS = 30
# The share of measurements that lie farther outside the others than their standard deviation.
_OUTSIDE = 0.02
#: Columns that are looked at.
MOST_COLUMNS = 20
_FIRST_WINDOW = 256


def statistics_at_the_end(columns: Sequence[FloatArray]) -> int:
    """Count the rows at the end whose numbers are statistics of those above them, in every column that they fill.

    The first or the last of them must be a sum, mean, standard deviation, variance or count, in two columns at least,
    and so close to it that no row of measurements is by chance.

    Parameters
    ----------
    columns : sequence of ndarray of shape (n_rows,)
        NaN where missing.
    """
    n_rows = len(columns[0]) if columns else 0
    most = min(_MOST_ROWS, n_rows - _FEWEST_OTHERS)
    for start in _likely_starts(columns, n_rows - most) if most > 0 else []:
        body = slice(0, start)
        if not any(is_statistic(columns, row, body) for row in {start, n_rows - 1}):
            continue
        if all(is_statistic(columns, row, body, any_of_them=True) for row in range(start, n_rows)):
            return n_rows - start
    return 0


def _likely_starts(columns: Sequence[FloatArray], first: int) -> list[int]:
    """Return the rows from `first` on that may summarise all rows above them, or above which the last row may.

    The moments of the rows above `first` are computed once, and the others are added one by one.
    """
    found = []
    for column in columns:
        body = present_values(column[:first])
        if len(body) < 2:
            continue
        centre = float(body.mean())
        count, total = float(len(body)), 0.0
        squares = float(np.square(body - centre).sum())
        for row in range(first, len(column)):
            value = float(column[row])
            mean, variance = centre + total / count, (squares - total * total / count) / (count - 1)
            statistics = mean * count, mean, math.sqrt(max(variance, 0.0)), variance, count
            ends = value, float(column[-1])
            if not all(map(math.isfinite, ends)) or any(
                abs(end - one) <= 0.51 * 10.0 ** -decimal_places(end) + 2 * _CLOSE * abs(one)
                for one in statistics
                for end in ends
            ):
                found.append(row)
            if math.isfinite(value):
                beyond = value - centre
                count, total, squares = count + 1, total + beyond, squares + beyond * beyond
        break
    return found


def is_statistic(
    columns: Sequence[FloatArray],
    row: int,
    others: slice,
    *,
    any_of_them: bool = False,
    fewest: int = _FEWEST_COLUMNS,
    by_chance: float = _BY_CHANCE,
) -> bool:
    """Return whether the numbers of a row are the same statistic of other rows, in every column that it fills.

    Parameters
    ----------
    columns : sequence of ndarray of shape (n_rows,)
    row : int
    others : slice
        The rows that it may summarise.
    any_of_them : bool, default=False
        Whether statistics that measurements often equal, such as the largest value, count too.
    fewest : int, default=2
        Columns that must hold a number in this row.
    by_chance : float, default=0.001
        Probability below which a row of measurements must not have these numbers.
    """
    filled = [column for column in columns if math.isfinite(column[row])]
    decimals = max((decimal_places(float(column[row])) for column in filled), default=0)
    left = dict.fromkeys(_STRONG | _WEAK if any_of_them else _STRONG, 1.0)
    n_compared = 0
    for column in filled:
        body = present_values(column[others])
        with np.errstate(over="ignore", invalid="ignore"):
            spread = float(body.std()) if len(body) > 1 else 0.0
        if spread == 0:
            continue  # a constant equals most of its statistics
        if not left or not math.isfinite(spread):
            return False
        n_compared += 1
        left = {
            name: chance * share
            for name, chance in left.items()
            if (share := _share_by_chance(name, float(column[row]), body, decimals, spread)) is not None
        }
    return n_compared >= fewest and any(any_of_them or chance < by_chance for chance in left.values())


def _share_by_chance(name: str, value: float, body: FloatArray, decimals: int, spread: float) -> float | None:
    """Return how often a measurement would be as close to a statistic by chance; None where this value is not."""
    with np.errstate(over="ignore", invalid="ignore"):
        statistic = (_STRONG | _WEAK)[name](body)
    tolerance = 0.51 * 10.0**-decimals + 1e-9 * abs(statistic)
    if name == "sum":
        if statistic == 0 or (body == body[0]).all() or (body == value).any():
            return None
        tolerance = max(tolerance, _CLOSE * abs(statistic))
    if not abs(value - statistic) <= tolerance:
        return None
    if name == "sum":
        return (
            max(_BY_CHANCE / 2, _step(value, body) / abs(statistic)) if len(np.unique(body)) < _FEW else _BY_CHANCE / 2
        )
    share = min(1.0, max(2 * tolerance, _step(value, body)) / spread)
    is_outside = value < body.min() - spread or value > body.max() + spread
    return min(share, _OUTSIDE) if is_outside else share


def _step(value: float, body: FloatArray) -> float:
    """Return the step of which all differences are multiples; on few of its multiples a statistic falls easily."""
    numbers = [Decimal(repr(number)) for number in {value, *body[:_MOST_COMPARED].tolist()}]
    places = max(0, -min(int(number.as_tuple().exponent) for number in numbers))
    if places + max(number.adjusted() for number in numbers) > _MOST_DIGITS:
        return 0.0
    whole = [int(number.scaleb(places)) for number in numbers]
    return math.gcd(*(number - whole[0] for number in whole)) / 10.0**places


def decimal_places(value: float) -> int:
    """Return how many decimals a number has, up to six."""
    return next((places for places in range(_MOST_DECIMALS) if round(value, places) == value), _MOST_DECIMALS)


def subtotals(columns: Sequence[FloatArray]) -> list[int]:
    """Return the rows of subtotals, where they cut the whole table into blocks and each is the sum of the one above.

    A last row may be the sum of all. Each sum is larger than the numbers that it adds up.

    Parameters
    ----------
    columns : sequence of ndarray of shape (n_rows,)
        NaN where missing.
    """
    if not columns or len(columns[0]) < 2 * _FEWEST_OTHERS:
        return []
    n_rows, start = len(columns[0]), 0
    found: list[int] = []
    running = np.concatenate([[0.0], np.cumsum(np.nan_to_num(columns[0], posinf=0.0, neginf=0.0))])
    while start < n_rows:
        if start == n_rows - 1 and len(found) > 1 and _is_grand_total(columns, found):
            found.append(start)
            break
        row = _next_subtotal(columns, running, start)
        if row is None:
            return []
        found.append(row)
        start = row + 1
    return found if len(found) >= (2 if len(columns) >= _FEWEST_COLUMNS else 3) else []


def _next_subtotal(columns: Sequence[FloatArray], running: FloatArray, start: int) -> int | None:
    first, window = start + 2, _FIRST_WINDOW
    while first < len(columns[0]):
        end = min(first + window, len(columns[0]))
        sums = running[first:end] - running[start]
        close = np.abs(columns[0][first:end] - sums) <= _CLOSE * np.abs(sums)
        for row in (first + np.flatnonzero(close)).tolist():
            if all(_is_sum_of(column, row, slice(start, row)) for column in columns):
                return int(row)
        first, window = end, 2 * window
    return None


def _is_sum_of(column: FloatArray, row: int, block: slice) -> bool:
    """Return whether a number is the sum of a block and larger than all in it; an empty cell is of an empty block."""
    body, value = column[block], column[row]
    body = present_values(body)
    if not len(body) or not np.isfinite(value):
        return not len(body) and not np.isfinite(value)
    total = body.sum()
    return bool(abs(value - total) <= _CLOSE * abs(total) and abs(value) > np.abs(body).max())


def is_total_with_rates(columns: Sequence[FloatArray], row: int, others: slice) -> bool:
    """Return whether a row has the sums of other rows in two columns, and no more than the sum in the rest.

    Rates have no sum, and what is counted once for several rows has a smaller one.

    Parameters
    ----------
    columns : sequence of ndarray of shape (n_rows,)
    row : int
    others : slice
        The rows that it may summarise.
    """
    filled = [column for column in columns if math.isfinite(column[row]) and np.isfinite(column[others]).any()]
    n_sums = sum(_is_sum_of(column, row, others) for column in filled)
    return n_sums >= _FEWEST_COLUMNS and all(_is_between(column, row, others) for column in filled)


def is_total_with_means(columns: Sequence[FloatArray], row: int, others: slice) -> bool:
    """Return whether a row has the sum of others in some column, to the last of many digits, and is among them else.

    Parameters
    ----------
    columns : sequence of ndarray of shape (n_rows,)
    row : int
    others : slice
        The rows that it may summarise.
    """
    filled = [column for column in columns if math.isfinite(column[row]) and np.isfinite(column[others]).any()]
    sums = [_is_exact_sum(column, row, others) for column in filled]
    if not any(sums):
        return False
    rest = (column for column, is_sum in zip(filled, sums, strict=True) if not is_sum)
    return all(_is_within(column, row, others) for column in rest)


def _is_exact_sum(column: FloatArray, row: int, others: slice) -> bool:
    body, value = column[others], float(column[row])
    if not np.isfinite(body).all() or (body < 0).any() or value < _MANY_DIGITS * 10.0 ** -decimal_places(value):
        return False
    return value > body.max() and abs(value - math.fsum(body)) <= 0.51 * 10.0**-_MOST_DECIMALS


def _is_within(column: FloatArray, row: int, others: slice) -> bool:
    body = column[others]
    body = body[np.isfinite(body)]
    return bool(body.min() <= column[row] <= body.max())


def _is_between(column: FloatArray, row: int, others: slice) -> bool:
    body = present_values(column[others])
    ends = float(body.sum()), float(body.min()), float(body.max())
    slack = _CLOSE * abs(ends[0])
    return min(ends) - slack <= column[row] <= max(ends) + slack


def _is_grand_total(columns: Sequence[FloatArray], found: Sequence[int]) -> bool:
    last = len(columns[0]) - 1
    return all(
        not np.isfinite(column[last])
        or abs(column[last] - (total := np.nansum(column[list(found)]))) <= _CLOSE * abs(total)
        for column in columns
    )


def sums_of_blocks(columns: Sequence[FloatArray], rows: Sequence[int]) -> list[int]:
    """Return those of some rows whose numbers are sums or means of the rows between them and the next one.

    Parameters
    ----------
    columns : sequence of ndarray of shape (n_rows,)
    rows : sequence of int
        In rising order.
    """
    n_rows = len(columns[0]) if columns else 0
    found = []
    for place, row in enumerate(rows):
        above = slice(rows[place - 1] + 1 if place else 0, row)
        below = slice(row + 1, rows[place + 1] if place + 1 < len(rows) else n_rows)
        blocks = [block for block in (above, below) if block.stop - block.start >= 2]
        if any(is_statistic(columns, row, block, fewest=1) for block in blocks):
            found.append(row)
    return found
