"""Numbers of several parts: powers of ten, fractions, lengths in feet and inches, angles, durations."""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Callable, Collection, Iterator

from rnse_core.tables.cell_types import parse_number
from rnse_core.tables.conversion_kinds import ConversionKind

_NUMBER = r"(?P<number>[-+\u2212]?(?:\d+(?:[.,]\d+)?|[.,]\d+)(?:[eE][-+]?\d+)?)"
_UP = r"[\u207a\u207b\u2070\u00b9\u00b2\u00b3\u2074-\u2079]+"
# Without a mark the power needs its sign: 1920x1080 are two numbers.
_TO_THE = rf"10\s*(?:(?:\^|\*\*)\s*(?P<power>[-+\u2212]?\d{{1,3}})|(?P<signed>[-+\u2212]\d{{1,3}})|(?P<raised>{_UP}))"
_POWER = re.compile(rf"{_NUMBER}\s*[x\u00d7*\u00b7]\s*{_TO_THE}", re.I)
_POWER_ALONE = re.compile(_TO_THE.replace(r"(?P<signed>[-+\u2212]\d{1,3})|", ""))
_FORTRAN = re.compile(r"(?P<mantissa>[-+]?(?:\d+\.?\d*|\.\d+))[dD](?P<power>[-+]?\d{1,3})")
_FRACTION = re.compile(r"(?:(?P<whole>\d{1,6})\s+)?(?P<over>\d{1,6})\s*[/\u2044]\s*(?P<under>\d{1,6})")
# One part in so many, as a dilution or the scale of a map.
_ONE_IN = re.compile(r"1\s?:\s?(?P<parts>\d{1,3}(?:,\d{3})+|\d{1,9})")
# A mark of a school from 1 to 6, with a plus or a minus behind it.
_MARK = re.compile(r"(?P<mark>[0-6])\s?(?P<side>[-+\u2212\u2013]?)")
_THIRD = 0.3
_WHOLE = re.compile(r"\d{1,6}")
_VULGAR = str.maketrans(
    {sign: " " + unicodedata.normalize("NFKC", sign) for sign in map(chr, (0xBC, 0xBD, 0xBE, *range(0x2150, 0x215F)))}
)
_FEET = re.compile(
    r"(?P<feet>\d{1,3})\s*(?:'|\u2032|ft\.?|feet)\s*(?:(?P<inches>\d{1,2}(?:\.\d+)?)\s*(?:\"|''|\u2033|in\.?|inches)?)?",
    re.I,
)
# Feet and inches of a person, with a hyphen alone.
_HEIGHT = re.compile(r"(?P<feet>[4-7])-(?P<inches>\d|1[01])")
# Minutes and seconds as runners write them; inches end at 12.
_PRIMES = re.compile(
    r"(?P<minutes>\d{1,3})\s?['\u2032\u2019]\s?(?P<seconds>[0-5]?\d(?:[.,]\d+)?)\s?(?:\"|''|\u2033|\u201d)?"
)
_ANGLE = re.compile(
    r"(?P<sign>[-+\u2212]?)(?P<degrees>\d{1,3}(?:[.,]\d+)?)\s*\u00b0\s*(?:(?P<minutes>\d{1,2}(?:[.,]\d+)?)\s*['\u2032\u2019]\s*)?"
    r"(?:(?P<seconds>\d{1,2}(?:[.,]\d+)?)\s*(?:\"|''|\u2033|\u201d)\s*)?(?P<side>[NSEWO])?",
    re.I,
)
# Degrees with the side alone: 52.5S.
_SIDE = re.compile(r"(?P<degrees>\d{1,3}(?:[.,]\d+)?)\s?(?P<side>[NSEW])")
_MOST_DEGREES = 360
_DURATION = re.compile(
    r"(?:(?P<w>\d+(?:[.,]\d+)?)\s*(?:w|wks?|weeks?|wochen?)[\s,]*)?"
    r"(?:(?P<d>\d+(?:[.,]\d+)?)\s*(?:d|days?|tage?)[\s,]*)?(?:(?P<h>\d+(?:[.,]\d+)?)\s*(?:h|hrs?|hours?|std\.?|stunden?)[\s,]*)?"
    r"(?:(?P<m>\d+(?:[.,]\d+)?)\s*(?:m|min|mins|minutes?|minuten?)\.?[\s,]*)?"
    r"(?:(?P<s>\d+(?:[.,]\d+)?)\s*(?:s|secs?|seconds?|sek\.?|sekunden?))?",
    re.I,
)
_ISO_DURATION = re.compile(
    r"P(?:(?P<d>\d+(?:[.,]\d+)?)D)?(?:T(?:(?P<h>\d+(?:[.,]\d+)?)H)?(?:(?P<m>\d+(?:[.,]\d+)?)M)?(?:(?P<s>\d+(?:[.,]\d+)?)S)?)?"
)
_STARS = re.compile(r"(?P<full>[\u2605\u2b50]*)(?P<half>\u00bd?)[\u2606]*")
_AGE = re.compile(
    r"(?P<years>\d{1,3})\s?(?:y|yrs?|years?|j|jahre?|ans?)[\s,]*(?:and |und |et )?"
    r"(?:(?P<months>\d{1,2})\s?(?:m|mos?|months?|monate?|mois))?",
    re.I,
)
# 2h30, as in France.
_HOURS_MINUTES = re.compile(r"(?P<h>\d{1,4})\s?h\s?(?P<m>[0-5]\d)", re.I)
_SECONDS = {"w": 604800.0, "d": 86400.0, "h": 3600.0, "m": 60.0, "s": 1.0}
_RAISED = str.maketrans("\u207a\u207b\u2070\u00b9\u00b2\u00b3\u2074\u2075\u2076\u2077\u2078\u2079", "+-0123456789")


def _plain(text: str | None) -> float:
    """Return a number whose mark is a point or a comma; 0 where there is none."""
    return float((text or "0").replace("\u2212", "-").replace(",", "."))


def read_power(token: str) -> float | None:
    """Return a number times a power of ten, as printed or as Fortran writes it: 5.5\u00d710^3, 1.2D+04."""
    plain = token.strip()
    match = _POWER.fullmatch(plain) or _POWER_ALONE.fullmatch(plain)
    if match is not None:
        parts = match.groupdict()
        power = parts["power"] or parts.get("signed") or parts["raised"] or ""
        number = _plain(parts["number"]) if "number" in parts else 1.0
        return _scaled(number, power.translate(_RAISED).replace("\u2212", "-"))
    match = _FORTRAN.fullmatch(plain)
    return None if match is None else _scaled(float(match["mantissa"]), match["power"])


def _scaled(number: float, power: str) -> float | None:
    """Return a number times a power of ten, rounded once; None where that is no finite number."""
    value = parse_number(f"{number!r}e{power}" if "e" not in repr(number) else repr(number * 10.0 ** int(power)))
    return value if value is not None and math.isfinite(value) else None


def read_fraction(token: str) -> float | None:
    """Return a fraction of at most 1, a whole number with one, or that alone: 7/10, 3 1/2, 8½, 9."""
    plain = token.translate(_VULGAR).strip()
    if _WHOLE.fullmatch(plain):
        return float(plain)
    match = _FRACTION.fullmatch(plain)
    if match is None or not int(match["under"]) or int(match["over"]) > int(match["under"]):
        return None
    return int(match["whole"] or 0) + int(match["over"]) / int(match["under"])


def are_marks(tokens: Collection[str]) -> bool:
    """Return whether all numbers of a column are marks of a school, with signs behind them; 3+ alone is 3 or more."""
    matches = [_MARK.fullmatch(token.strip()) for token in tokens if any(map(str.isdecimal, token))]
    signs = [match["side"] for match in matches if match and match["side"]]
    return all(matches) and (len(set(signs) - {"+"}) > 0 or len(signs) > 1)


def read_mark(token: str) -> float | None:
    """Return the mark of a school of which 1 is the best: 2+ is 1.7, 2- is 2.3."""
    match = _MARK.fullmatch(token.strip())
    if match is None:
        return None
    return int(match["mark"]) + {"": 0.0, "+": -_THIRD}.get(match["side"], _THIRD)


def read_dilution(token: str) -> float | None:
    """Return one part in so many: 1:50 is 0.02."""
    match = _ONE_IN.fullmatch(token.strip())
    parts = 0 if match is None else int(match["parts"].replace(",", ""))
    return 1 / parts if parts else None


def read_feet(token: str) -> float | None:
    """Return feet and inches in inches: 5'9"."""
    match = _FEET.fullmatch(token.strip())
    return None if match is None or _plain(match["inches"]) >= 12 else 12 * int(match["feet"]) + _plain(match["inches"])


def read_height(token: str) -> float | None:
    """Return feet and inches in inches, with a hyphen between them where nothing else is: 5-11, 6'0"."""
    match = _HEIGHT.fullmatch(token.strip())
    return read_feet(token) if match is None else 12.0 * int(match["feet"]) + int(match["inches"])


def read_primes(token: str) -> float | None:
    """Return minutes and seconds in seconds: 5'42"."""
    match = _PRIMES.fullmatch(token.strip())
    return None if match is None else 60.0 * int(match["minutes"]) + _plain(match["seconds"])


def read_angle(token: str) -> float | None:
    """Return degrees, minutes and seconds in degrees, south and west below zero: 48\u00b029'N, 52.5S."""
    bare = _SIDE.fullmatch(token.strip())
    if bare is not None:
        size = _plain(bare["degrees"])
        return None if size > _MOST_DEGREES else -size if bare["side"] in ("S", "W") else size
    match = _ANGLE.fullmatch(token.strip())
    if match is None or _plain(match["minutes"]) >= 60 or _plain(match["seconds"]) >= 60:
        return None
    size = _plain(match["degrees"]) + _plain(match["minutes"]) / 60 + _plain(match["seconds"]) / 3600
    below = (match["sign"] in ("-", "\u2212")) != ((match["side"] or "").upper() in ("S", "W"))
    return -size if below else size


def read_age(token: str) -> float | None:
    """Return years and months in years: 3y 10m."""
    match = _AGE.fullmatch(token.strip())
    return None if match is None else int(match["years"]) + int(match["months"] or 0) / 12


def read_stars(token: str) -> float | None:
    """Return how many stars are full: three and a half in \u2605\u2605\u2605\u00bd\u2606."""
    match = _STARS.fullmatch(token.strip())
    if match is None or not match.group():
        return None
    return len(match["full"]) + (0.5 if match["half"] else 0.0)


def read_duration(token: str) -> float | None:
    """Return the seconds of a duration in words or in the form of ISO 8601: 2h 30m, 45 min, PT2H30M."""
    plain = token.strip()
    match = _ISO_DURATION.fullmatch(plain) or _DURATION.fullmatch(plain) or _HOURS_MINUTES.fullmatch(plain)
    if match is None or not any(match.groupdict().values()):
        return None
    return sum(_SECONDS[unit] * _plain(text) for unit, text in match.groupdict().items())


#: The ways to read such text, the plainest first.
WAYS: tuple[tuple[ConversionKind, Callable[[str], float | None]], ...] = (
    (ConversionKind.POWER_OF_TEN, read_power),
    (ConversionKind.FRACTION, read_fraction),
    (ConversionKind.FEET, read_feet),
    (ConversionKind.ANGLE, read_angle),
    (ConversionKind.DURATION, read_duration),
    (ConversionKind.TIME, read_primes),
    (ConversionKind.SEVERAL_UNITS, read_age),
    (ConversionKind.STARS, read_stars),
)


def text_ways(tokens: Collection[str]) -> Iterator[tuple[ConversionKind, Callable[[str], float | None]]]:
    """Yield the ways for a column.

    5-11 is a length where every cell is one of a person, in feet and inches; 1:50 a dilution where all begin with 1.
    """
    for kind, read in WAYS:
        if kind is ConversionKind.FEET and all(read_height(token) is not None for token in tokens):
            yield kind, read_height
        if kind is ConversionKind.FRACTION and all(read_dilution(token) is not None for token in tokens):
            yield kind, read_dilution
        if kind is not ConversionKind.STARS or len(set(tokens)) > 1:  # one star or nothing is a tick
            yield kind, read
