"""Dates, times of day and durations, as people write them."""

from __future__ import annotations

import re
from datetime import UTC, datetime

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_CLOCK = r"\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?\s*(?:[ap]\.?m\.?|z|[+-]\d{2}:?\d{2})?"
_NUMERIC_DATE = re.compile(
    r"(?P<first>\d{1,2})(?P<mark>[./-])(?P<second>\d{1,2})(?P=mark)(?P<year>\d{4}|\d{2})"
    rf"(?:,?[T ]+(?P<time>{_CLOCK}))?",
    re.IGNORECASE,
)
# The first letters of the months, without accents, in English, German, French, Spanish, Italian and Dutch.
_MONTHS = (
    ("jan", "ene", "gen", "jän"),
    ("feb", "fév", "fev"),
    ("mar", "mär", "mrz", "maa", "mrt"),
    ("apr", "avr", "abr"),
    ("may", "mai", "mag", "mei"),
    ("jun", "juin", "giu"),
    ("jul", "juil", "lug"),
    ("aug", "aoû", "aou", "ago"),
    ("sep", "set"),
    ("oct", "okt", "out", "ott"),
    ("nov",),
    ("dec", "dez", "déc", "dic"),
)
_MONTH_OF = {start: month for month, starts in enumerate(_MONTHS, start=1) for start in starts}
_NAME = r"(?P<month>[^\W\d_]{3,10})\.?"
_WEEKDAY = r"(?:[^\W\d_]{2,10}\.?,? )?"
_DAY = r"(?P<day>\d{1,2})(?:st|nd|rd|th|er|\.)?"
_NAMED_DATES = tuple(
    re.compile(rf"{_WEEKDAY}{pattern}(?:,?[T ]+(?P<time>{_CLOCK}))?", re.IGNORECASE)
    for pattern in (
        rf"{_DAY}(?: (?:de )?|-){_NAME}(?:,? (?:de )?|-)(?P<year>\d{{4}}|\d{{2}})",
        rf"{_DAY}{_NAME}(?P<year>\d{{4}}|\d{{2}})",
        rf"{_NAME} {_DAY},? (?P<year>\d{{4}})",
        rf"(?P<year>\d{{4}})[ -]{_NAME}[ -]{_DAY}",
        r"(?P<year>\d{4})年(?P<number>\d{1,2})月(?P<day>\d{1,2})日",
        r"(?P<year>\d{4})[/.](?P<number>\d{1,2})[/.](?P<day>\d{1,2})",
    )
)
_TIME = re.compile(r"(?:(?P<hours>\d{1,4}):(?=\d\d:))?(?P<minutes>\d{1,4}):(?P<seconds>[0-5]\d(?:[.,]\d+)?)")
_HALF_DAY = re.compile(
    r"(?P<hours>\d{1,2})(?P<rest>:\d{2}(?::\d{2}(?:[.,]\d+)?)?)\s*(?P<half>[ap])\.?m\.?", re.IGNORECASE
)
_LONGEST = 60
# Years of two digits up to this one are of this century.
_LAST_SHORT_YEAR = 68


def read_date(token: str) -> float | None:
    """Return the days since 1970-01-01 of a date written year-month-day, with or without a time.

    A time without a zone counts as UTC.
    """
    try:
        moment = datetime.fromisoformat(token.strip())
        return ((moment if moment.tzinfo else moment.replace(tzinfo=UTC)) - _EPOCH).total_seconds() / 86400
    except ValueError:
        return None


def read_numeric_date(token: str, *, day_first: bool) -> float | None:
    """Return the days since 1970-01-01 of a date such as 20.10.2024 or 10/20/24, with or without a time of day."""
    match = _NUMERIC_DATE.fullmatch(token.strip())
    if match is None:
        return None
    first, second = int(match["first"]), int(match["second"])
    day, month = (first, second) if day_first else (second, first)
    return _days(match["year"], month, day, match["time"])


def read_named_date(token: str) -> float | None:
    """Return the days since 1970-01-01 of a date such as January 1, 2024, 1. März 2024, 01-Jan-24 or 2024/3/1."""
    plain = " ".join(token.split())
    if len(plain) > _LONGEST or not any(letter.isdigit() for letter in plain):
        return None
    for pattern in _NAMED_DATES:
        match = pattern.fullmatch(plain)
        if match is None:
            continue
        parts = match.groupdict()
        month = int(parts["number"]) if parts.get("number") else _month(parts["month"])
        return None if month is None else _days(parts["year"], month, int(parts["day"]), parts["time"])
    return None


def _month(name: str) -> int | None:
    name = name.casefold()
    return next((_MONTH_OF[name[:length]] for length in (4, 3) if name[:length] in _MONTH_OF), None)


def _days(written: str, month: int, day: int, time: str | None) -> float | None:
    year = int(written)
    if len(written) == 2:
        year += 2000 if year <= _LAST_SHORT_YEAR else 1900
    try:
        days = (datetime(year, month, day, tzinfo=UTC) - _EPOCH).days
    except ValueError:
        return None
    seconds = _clock(time) if time else 0.0
    return None if seconds is None else days + seconds / 86400


def _clock(token: str) -> float | None:
    """Return the seconds of a time of day, in which two numbers are hours and minutes."""
    token = re.sub(r"(?:z|[+-]\d{2}:?\d{2})$", "", token.strip(), flags=re.IGNORECASE)
    half = _HALF_DAY.fullmatch(token)
    plain = f"{half['hours']}{half['rest']}" if half else token
    seconds = read_time(plain if plain.count(":") == 2 else f"{plain}:00")
    if half is None or seconds is None:
        return seconds
    return seconds % 43200 + (43200 if half["half"] in "pP" else 0)


def read_time(token: str, *, hours_first: bool = False) -> float | None:
    """Return the seconds of a time of day or a duration: hours, minutes and seconds, or two of them.

    Two numbers are minutes and seconds, or hours and minutes. In a column of nothing else this changes the unit only.
    """
    token = token.strip()
    if hours_first and token.count(":") == 1:
        token = f"{token}:00"
    if _HALF_DAY.fullmatch(token):
        return _clock(token)
    match = _TIME.fullmatch(token)
    if match is None:
        return None
    if match["hours"] and int(match["minutes"]) > 59:
        return None
    hours, minutes, seconds = match["hours"], int(match["minutes"]), float(match["seconds"].replace(",", "."))
    return (3600 * int(hours) if hours else 0) + 60 * minutes + seconds
