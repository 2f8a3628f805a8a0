"""Dates as people write them, with or without a time of day."""

from __future__ import annotations

import re
from datetime import UTC, datetime

from rnse_core.tables.slavic_months import AFTER_YEAR, SLAVIC_MONTHS
from rnse_core.tables.times import read_clock

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
_NAME = r"(?P<month>[^\W\d_]{3,12})\.?"
_WEEKDAY = r"(?:[^\W\d_]{2,10}\.?,? )?"
_DAY = r"(?P<day>\d{1,2})(?:st|nd|rd|th|er|\.)?"
_NAMED_DATES = tuple(
    re.compile(rf"{_WEEKDAY}{pattern}(?:(?:,?[T ]+|:)(?P<time>{_CLOCK}))?", re.IGNORECASE)
    for pattern in (
        rf"{_DAY}(?: (?:de )?|[-/.]){_NAME}(?:,? (?:de )?|[-/.])(?P<year>\d{{4}}|\d{{2}}){AFTER_YEAR}",
        rf"{_DAY}{_NAME}(?P<year>\d{{4}}|\d{{2}})",
        rf"{_NAME} {_DAY},? (?P<year>\d{{4}})",
        rf"{_NAME}[-/.]{_DAY}[-/.](?P<year>\d{{4}}|\d{{2}})",
        rf"(?P<year>\d{{4}})[ /.-]{_NAME}[ /.-]{_DAY}",
        r"(?P<year>\d{4})年(?P<number>\d{1,2})月(?P<day>\d{1,2})日",
        r"(?P<year>\d{4})[/.](?P<number>\d{1,2})[/.](?P<day>\d{1,2})",
    )
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
        month = int(parts["number"]) if parts.get("number") else month_of(parts["month"])
        return None if month is None else _days(parts["year"], month, int(parts["day"]), parts["time"])
    return None


def month_of(name: str) -> int | None:
    """Return the number of the month that a word begins like; None where it is none."""
    name = name.casefold()
    if (month := SLAVIC_MONTHS.get(name)) is not None:
        return month
    return next((_MONTH_OF[name[:length]] for length in (4, 3) if name[:length] in _MONTH_OF), None)


def full_year(written: str) -> int:
    """Return a year of which the last two digits or all four are written."""
    year = int(written)
    return year if len(written) > 2 else year + (2000 if year <= _LAST_SHORT_YEAR else 1900)


def _days(written: str, month: int, day: int, time: str | None) -> float | None:
    try:
        days = (datetime(full_year(written), month, day, tzinfo=UTC) - _EPOCH).days
    except ValueError:
        return None
    seconds = read_clock(time) if time else 0.0
    return None if seconds is None else days + seconds / 86400
