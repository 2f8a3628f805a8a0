"""Quarters, months, weeks, half years and seasons as offices of statistics write them, read as their first day."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator
from datetime import date

from rnse_core.tables.conversion_kinds import ConversionKind
from rnse_core.tables.dates import full_year, month_of

_EPOCH = date(1970, 1, 1)
_YEAR = r"(?P<year>(?:1[5-9]|20)\d\d)"
_GAP = r"[-\s/.:]?\s*"
# A short year needs a mark before it: S101 is the name of a sensor.
_BEHIND = rf"(?:[-\s/.:]\s*{_YEAR}|[-/']\s*'?(?P<short>\d\d))"
_NAME = r"(?P<name>[^\W\d_]{3,10})\.?"
# How many months the parts of a year have, by what stands before or behind their number.
_PARTS = tuple(
    (re.compile(pattern, re.IGNORECASE), months)
    for months, letters in ((3, "Q|T|KV?"), (1, "M"), (6, "H|S"))
    for pattern in (
        rf"{_YEAR}{_GAP}(?:{letters})\s?(?P<part>\d{{1,2}})",
        rf"(?:{letters})\s?(?P<part>\d{{1,2}}){_BEHIND}",
    )
) + tuple(
    (re.compile(pattern), months)
    for pattern, months in (
        (rf"(?P<part>\d)Q{_GAP}(?:{_YEAR}|'?(?P<short>\d\d))", 3),
        (rf"(?P<part>\d)H{_GAP}(?:{_YEAR}|'?(?P<short>\d\d))", 6),
        (rf"(?P<part>\d)\.?\s?(?i:quartal|quarter|trimestre|trim\.?)\s{_YEAR}", 3),
        (rf"(?P<part>\d{{1,2}})[/.-]{_YEAR}", 1),
        (rf"{_YEAR}[/.-](?P<part>\d\d)", 1),
        (rf"{_YEAR}\u5e74(?P<part>\d{{1,2}})\u6708", 1),
    )
)
_NAMED = tuple(
    re.compile(pattern)
    for pattern in (
        rf"{_NAME}[-\s/.]?\s*{_YEAR}",
        rf"{_NAME}[-/']'?(?P<short>\d\d)",
        rf"{_YEAR}[-\s/.]?\s*{_NAME}",
    )
)
_WEEKS = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"{_YEAR}[-\s/]?(?:W|KW|CW)\s?(?P<week>\d{{1,2}})",
        rf"(?:W|KW|CW)\s?(?P<week>\d{{1,2}})[-\s/]\s*{_YEAR}",
    )
)
_SEASON = re.compile(rf"(?:FY\s?)?{_YEAR}[/\u2013-](?P<next>\d\d(?:\d\d)?)")
_LONGEST = 30


def period_ways(tokens: Collection[str]) -> Iterator[tuple[ConversionKind, Callable[[str], float | None]]]:
    """Yield the ways of reading periods: 2010-11 is a season where every cell names a year and the next one."""
    if all(read_season(token) is not None for token in tokens):
        yield ConversionKind.PERIOD, read_season
    yield ConversionKind.PERIOD, read_period
    yield ConversionKind.PERIOD, read_season


def read_season(token: str) -> float | None:
    """Return the days since 1970-01-01 of the first day of the first of two years: 2019/20, FY2019-20, 2019/2020."""
    match = _SEASON.fullmatch(token.strip())
    if match is None or (int(match["year"]) + 1) % 10 ** len(match["next"]) != int(match["next"]):
        return None
    return _first_day(int(match["year"]), 1)


def read_period(token: str) -> float | None:
    """Return the days since 1970-01-01 of the first day of a period: 2010Q1, 2021M01, 2024-W05, Jan 2024, 3/2024."""
    token = token.strip()
    if len(token) > _LONGEST or not any(map(str.isdecimal, token)):
        return None
    for pattern in _WEEKS:
        if match := pattern.fullmatch(token):
            return _monday(int(match["year"]), int(match["week"]))
    for pattern, months in _PARTS:
        if (match := pattern.fullmatch(token)) and 1 <= int(match["part"]) <= 12 // months:
            return _first_day(_year(match), 1 + months * (int(match["part"]) - 1))
    for pattern in _NAMED:
        if (match := pattern.fullmatch(token)) and (month := month_of(match["name"])) is not None:
            return _first_day(_year(match), month)
    return None


def _year(match: re.Match[str]) -> int:
    parts = match.groupdict()
    return full_year(parts.get("year") or parts["short"])


def _monday(year: int, week: int) -> float | None:
    try:
        return float((date.fromisocalendar(year, week, 1) - _EPOCH).days)
    except ValueError:
        return None


def _first_day(year: int, month: int) -> float:
    return float((date(year, month, 1) - _EPOCH).days)
