"""The ways to read the cells of a column as numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial

from rnse_core.tables.conversion_kinds import ConversionKind
from rnse_core.tables.dates import read_date, read_named_date, read_numeric_date
from rnse_core.tables.debit_credit import debit_ways
from rnse_core.tables.decorations import (
    Strip,
    common_end,
    common_tails,
    flags,
    limits,
    scores,
    strip_end,
    strip_flag,
    strip_tail,
    stripped,
)
from rnse_core.tables.east_asian_numbers import myriad_ways
from rnse_core.tables.periods import period_ways
from rnse_core.tables.quantities import (
    LONGEST,
    SPACES,
    Reading,
    kind_of,
    parse_finite,
    read_hexadecimal,
    split_token,
)
from rnse_core.tables.text_numbers import are_marks, read_mark, read_power, text_ways
from rnse_core.tables.times import are_scores, time_ways
from rnse_core.tables.units import FAMILIES, MONEY, read_units

#: Returns the number in a token, or None where it is something else.
Way = Callable[[str], float | None]


@dataclass(frozen=True)
class OfShort:
    """A way to read tokens that are no longer than a quantity."""

    read: Way

    def __call__(self, token: str) -> float | None:
        """Return the number in a token, or None where this way does not fit it."""
        return self.read(token) if len(token) <= LONGEST else None


@dataclass(frozen=True)
class Stripped:
    """A way to read what is left of a token without what stands around its number."""

    strip: Strip
    read: Way

    def __call__(self, token: str) -> float | None:
        """Return the number in a token, or None where this way does not fit it."""
        left = self.strip(token)
        value = None if left is None else self.read(left[0])
        return None if left is None or value is None else value * left[1]


def candidates(present: Mapping[str, int], decimal: str, kind: str) -> Iterator[tuple[ConversionKind, Way]]:
    """Yield the ways worth trying, the plainest first.

    Where cells look like scores, times are tried only for a kind that was asked for.
    """
    if are_marks(present):
        yield ConversionKind.MARK, read_mark
    yield ConversionKind.NUMBER, partial(parse_finite, decimal=decimal)
    yield from _marked(present, decimal)
    if kind == ConversionKind.BOTH_MARKS:
        yield ConversionKind.BOTH_MARKS, Reading(decimal, either=True, groups=False)
    short = {token: count for token, count in present.items() if len(token) <= LONGEST}
    yield from ((found, OfShort(way)) for found, way in _of_short(short, decimal, kind))


def _of_short(present: Mapping[str, int], decimal: str, kind: str) -> Iterator[tuple[ConversionKind, Way]]:
    yield ConversionKind.DATE, read_date
    yield ConversionKind.DATE_DAY_FIRST, partial(read_numeric_date, day_first=True)
    yield ConversionKind.DATE_MONTH_FIRST, partial(read_numeric_date, day_first=False)
    yield from _around(limits(present), present, decimal)
    yield ConversionKind.HEXADECIMAL, read_hexadecimal
    yield ConversionKind.NAMED_DATE, read_named_date
    if any(":" in token for token in present) and (kind != "auto" or not are_scores(present)):
        yield from time_ways(present)
    yield from ((ConversionKind.SEVERAL_UNITS, partial(read_units, family=family)) for family in FAMILIES)
    yield from ((ConversionKind.SEVERAL_UNITS, partial(read_units, family="number", money=sign)) for sign in MONEY[1:])
    yield from debit_ways(present, decimal)
    yield from myriad_ways(present)
    yield from period_ways(present)
    yield from _around(scores(present), present, decimal)
    yield from text_ways(present)
    if end := common_end(present):
        strip = partial(strip_end, end=end)
        left = {found[0]: count for token, count in present.items() if (found := strip(token)) is not None}
        if any(":" in token for token in left):
            yield from ((found, Stripped(strip, way)) for found, way in time_ways(left))
        yield ConversionKind.POWER_OF_TEN, Stripped(strip, read_power)
    yield from _around(stripped(present), present, decimal)


def _marked(present: Mapping[str, int], decimal: str) -> Iterator[tuple[ConversionKind, Way]]:
    """Yield the ways to read numbers with a sign or unit and with marks between groups."""
    marks: Counter[str] = Counter()
    groups: Counter[str] = Counter()
    for token, count in present.items():
        parts = split_token(token)
        if parts is not None:
            marks[parts[1]] += count
            for group in set(parts[2]) & set(",.'\u2019" + SPACES):
                groups[group] += count
    for mark, _ in marks.most_common(3):
        for point in (decimal, "," if decimal == "." else "."):
            for thousands in ("", *(group for group in groups if group != point)):
                yield kind_of(mark, thousands, point, decimal), Reading(point, thousands, mark)
        yield ConversionKind.MIXED_MARKS, Reading(decimal, "", mark, either=True)
        yield ConversionKind.POINT_DECIMAL, Reading(".", "", mark)
        yield ConversionKind.POINT_THOUSANDS, Reading(",", ".", mark)


def _around(
    strips: Iterator[tuple[ConversionKind, Strip]], present: Mapping[str, int], decimal: str
) -> Iterator[tuple[ConversionKind, Way]]:
    """Yield the ways to read numbers with something around them, each with the best way for what is left."""
    for kind, strip in strips:
        left: Counter[str] = Counter()
        changed = False
        for token, count in present.items():
            if (found := strip(token)) is not None:
                left[found[0]] += count
                changed = changed or found != (token.strip(), 1.0)
        if changed or kind is ConversionKind.WITHOUT_LIMIT:
            yield kind, Stripped(strip, _best_way(left, decimal))


def _best_way(present: Mapping[str, int], decimal: str) -> Way:
    """Return the way that reads most numbers with a sign, a unit or words behind them."""
    ways: list[Way] = [partial(parse_finite, decimal=decimal)]
    ways += [way for _, way in _marked(present, decimal)]
    tails = common_tails(present)
    strips: list[Strip] = [partial(strip_flag, pattern=flags(present))]
    if tails:
        strips.append(partial(strip_tail, tails=tails))
    for strip in strips:
        left: Counter[str] = Counter()
        for token, count in present.items():
            if (found := strip(token)) is not None:
                left[found[0]] += count
        ways += [Stripped(strip, way) for _, way in _marked(left, decimal)]
    return max(ways, key=lambda way: n_read(way, present))


def n_read(way: Way, present: Mapping[str, int]) -> int:
    """Count the cells that a way reads."""
    return sum(count for token, count in present.items() if way(token) is not None)
