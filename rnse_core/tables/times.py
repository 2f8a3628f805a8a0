"""Times of day and durations written with colons, as people and programs write them."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator
from functools import partial

from rnse_core.tables.conversion_kinds import ConversionKind
from rnse_core.tables.weekdays import weekday_place

_TIME = re.compile(r"(?:(?P<hours>\d{1,4}):(?=\d\d:))?(?P<minutes>\d{1,4}):(?P<seconds>[0-5]\d(?:[.,]\d+)?)")
_HALF_DAY = re.compile(
    r"(?P<hours>\d{1,2})(?P<rest>:\d{2}(?::\d{2}(?:[.,]\d+)?)?)\s*(?P<half>[ap])\.?m\.?", re.IGNORECASE
)
# Days before a time: 1-02:03:04 of batch systems, 1.02:03:04, 1:02:03:04, and "1 day, 2:03:04".
_DAYS = re.compile(
    r"(?P<days>\d{1,5})(?:[-.](?=\d{1,2}:\d\d)|:(?=\d{1,2}:\d\d:\d\d)|(?P<word>\s*(?:d|days?|tage?|jours?)\b,?)\s*)"
    r"(?P<rest>[-+\u2212]?\d{1,2}:\d\d.*)",
    re.IGNORECASE,
)
# A day of the week before or behind a time of day: Mon 12:30, 8:15 Di.
_DAY_BEFORE = re.compile(r"(?P<word>[^\W\d_]{2,12})\.?,?\s+(?P<time>\d.*)")
_DAY_BEHIND = re.compile(r"(?P<time>\d.*?),?\s+(?P<word>[^\W\d_]{2,12})\.?")
_SIGN = re.compile(r"(?P<sign>[-+\u2212])\s*(?=\d)")
# Seconds alone, beside minutes and seconds.
_SECONDS = re.compile(r"[0-5]?\d(?:[.,]\d+)?")
_TWO_NUMBERS = re.compile(r"[-+\u2212]?\d+:(?P<second>\d+)")
_FRACTION = re.compile(r".*:\d\d[.,]\d+")
_DAY = 86400.0
# More two-part cells than this share that are no times make scores of all of them: 68:49, 40:76, 2:1.
_MOST_OTHERS = 0.02


def read_time(token: str, *, hours_first: bool = False) -> float | None:
    """Return the seconds of a time of day or a duration: hours, minutes and seconds, or two of them.

    Two numbers are minutes and seconds, or hours and minutes. In a column of nothing else this changes the unit only.
    """
    token = token.strip()
    if hours_first and token.count(":") == 1:
        token = f"{token}:00"
    if _HALF_DAY.fullmatch(token):
        return read_clock(token)
    match = _TIME.fullmatch(token)
    if match is None:
        return None
    if match["hours"] and int(match["minutes"]) > 59:
        return None
    hours, minutes, seconds = match["hours"], int(match["minutes"]), float(match["seconds"].replace(",", "."))
    return (3600 * int(hours) if hours else 0) + 60 * minutes + seconds


def read_clock(token: str) -> float | None:
    """Return the seconds of a time of day, in which two numbers are hours and minutes."""
    token = re.sub(r"(?:z|\s*[+-]\d{2}:?\d{2})$", "", token.strip(), flags=re.IGNORECASE)
    half = _HALF_DAY.fullmatch(token)
    plain = f"{half['hours']}{half['rest']}" if half else token
    seconds = read_time(plain if plain.count(":") == 2 else f"{plain}:00")
    if half is None or seconds is None:
        return seconds
    return seconds % 43200 + (43200 if half["half"] in "pP" else 0)


def read_elapsed(token: str, *, hours_first: bool = False, seconds_alone: bool = False) -> float | None:
    """Return the seconds of a time or duration that may have a sign, and days before it.

    Parameters
    ----------
    token : str
        Such as "2:03", "-0:25", "1-02:03:04", "1 day, 2:03:04" or "Mon 12:30", which counts from Monday on. Two numbers
        beside days are hours and minutes.
    hours_first : bool, default=False
        Whether two numbers are hours and minutes elsewhere too.
    seconds_alone : bool, default=False
        Whether a number below 60 is one of seconds.
    """
    token = token.strip()
    if match := _DAY_BEFORE.fullmatch(token) or _DAY_BEHIND.fullmatch(token):
        place, clock = weekday_place(match["word"]), read_clock(match["time"])
        if place is not None and clock is not None:
            return _DAY * place + clock
    sign = 1.0
    if match := _SIGN.match(token):
        token, sign = token[match.end() :], 1.0 if match["sign"] == "+" else -1.0
    match = _DAYS.fullmatch(token)
    if match is None:
        if seconds_alone and _SECONDS.fullmatch(token):
            return sign * float(token.replace(",", "."))
        value = read_time(token, hours_first=hours_first)
        return None if value is None else sign * value
    rest = read_elapsed(match["rest"], hours_first=True) if match["rest"][0] in "-+\u2212" else None
    rest = read_time(match["rest"], hours_first=True) if rest is None else rest
    if rest is None:
        return None
    # Where days have their word, the sign is theirs: "-1 day, 23:59:50" is ten seconds before 0.
    days = _DAY * int(match["days"])
    return sign * days + rest if match["word"] else sign * (days + rest)


def time_ways(tokens: Collection[str]) -> Iterator[tuple[ConversionKind, Callable[[str], float | None]]]:
    """Yield the ways of reading the times of a column, minutes and seconds first.

    Numbers without a colon are seconds where others have fractions of these, as the times of swimmers have.
    """
    yield ConversionKind.TIME, partial(read_elapsed, seconds_alone=any(map(_FRACTION.fullmatch, tokens)))
    yield ConversionKind.TIME_HOURS_FIRST, partial(read_elapsed, hours_first=True)


def are_scores(tokens: Collection[str]) -> bool:
    """Return whether two numbers with a colon between them are no times: many have no seconds in the second place."""
    pairs = [token for token in tokens if _TWO_NUMBERS.fullmatch(token.strip())]
    others = sum(read_elapsed(token) is None for token in pairs)
    return others > _MOST_OTHERS * len(pairs)


def has_two_numbers(tokens: Collection[str]) -> bool:
    """Return whether a time of a column has two numbers, which may be hours and minutes or minutes and seconds."""
    return any(_TWO_NUMBERS.fullmatch(token.strip()) for token in tokens)


def may_be_pairs(tokens: Collection[str]) -> bool:
    """Return whether times of two numbers may be scores: none has a sign, or a second number with a zero before it."""
    matches = [_TWO_NUMBERS.fullmatch(token.strip()) for token in tokens]
    return bool(matches) and all(
        match and match.group()[0].isdecimal() and (match["second"] == "0" or match["second"][0] != "0")
        for match in matches
    )
