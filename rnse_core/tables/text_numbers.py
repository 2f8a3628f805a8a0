"""Numbers with something beside them: footnotes, "about", an uncertainty, powers of ten, fractions, lengths, angles."""

from __future__ import annotations

import math
import re
from collections.abc import Callable

from rnse_core.tables.cell_types import parse_number
from rnse_core.tables.conversion_kinds import ConversionKind

_NUMBER = r"(?P<number>[-+\u2212]?(?:\d+(?:[.,]\d+)?|[.,]\d+)(?:[eE][-+]?\d+)?)"
# Signs of footnotes and of significance; and the letters that Eurostat and other offices set behind a value: break in
# series, confidential, definition differs, estimated, forecast, not significant, provisional, revised, low reliability.
_SIGNS = r"[*\u2020\u2021\u00a7\u00b6^#\u00b9\u00b2\u00b3]+"
_LETTERS = r"[bcdefinprsuz]|b[depu]|d[eu]|ep|p[bu]|ub"
_FLAGGED = re.compile(rf"{_NUMBER}\s?(?:{_SIGNS}|\s?(?:{_LETTERS}))?")
_ABOUT = re.compile(
    rf"(?:[~\u2248\u2243\u2245]|(?:ca|c|approx|about|around|circa|etwa|rund|env|aprox)\.?\s)?\s*{_NUMBER}", re.I
)
_UNCERTAIN = re.compile(
    rf"{_NUMBER}\s*(?:(?:\u00b1|\+/-|\+-)\s*\d+(?:[.,]\d+)?|[(\[]\s*(?:\u00b1\s*)?-?\d+(?:[.,]\d+)?"
    r"(?:\s*(?:-|\u2013|to|,|;)\s*-?\d+(?:[.,]\d+)?)?\s*%?\s*[)\]])"
)
_POWER = re.compile(
    rf"{_NUMBER}\s*[x\u00d7*\u00b7]\s*10\s*(?:\^|\*\*)?\s*(?P<power>[-+\u2212]?\d{{1,3}}|[\u207a\u207b\u2070\u00b9\u00b2\u00b3\u2074-\u2079]+)",
    re.I,
)
_FORTRAN = re.compile(r"(?P<mantissa>[-+]?(?:\d+\.?\d*|\.\d+))[dD](?P<power>[-+]?\d{1,3})")
_FRACTION = re.compile(r"(?:(?P<whole>\d{1,6})\s+)?(?P<over>\d{1,6})\s*/\s*(?P<under>\d{1,6})")
_FEET = re.compile(
    r"(?P<feet>\d{1,3})\s*(?:'|\u2032|ft\.?|feet)\s*(?:(?P<inches>\d{1,2}(?:\.\d+)?)\s*(?:\"|''|\u2033|in\.?|inches)?)?",
    re.I,
)
_ANGLE = re.compile(
    r"(?P<sign>[-+\u2212]?)(?P<degrees>\d{1,3}(?:[.,]\d+)?)\s*\u00b0\s*(?:(?P<minutes>\d{1,2}(?:[.,]\d+)?)\s*['\u2032\u2019]\s*)?"
    r"(?:(?P<seconds>\d{1,2}(?:[.,]\d+)?)\s*(?:\"|''|\u2033|\u201d)\s*)?(?P<side>[NSEWO])?",
    re.I,
)
_DURATION = re.compile(
    r"(?:(?P<d>\d+(?:[.,]\d+)?)\s*(?:d|days?|tage?)[\s,]*)?(?:(?P<h>\d+(?:[.,]\d+)?)\s*(?:h|hrs?|hours?|std\.?|stunden?)[\s,]*)?"
    r"(?:(?P<m>\d+(?:[.,]\d+)?)\s*(?:m|min|mins|minutes?|minuten?)\.?[\s,]*)?"
    r"(?:(?P<s>\d+(?:[.,]\d+)?)\s*(?:s|secs?|seconds?|sek\.?|sekunden?))?",
    re.I,
)
_ISO_DURATION = re.compile(
    r"P(?:(?P<d>\d+(?:[.,]\d+)?)D)?(?:T(?:(?P<h>\d+(?:[.,]\d+)?)H)?(?:(?P<m>\d+(?:[.,]\d+)?)M)?(?:(?P<s>\d+(?:[.,]\d+)?)S)?)?"
)
_SECONDS = {"d": 86400.0, "h": 3600.0, "m": 60.0, "s": 1.0}
_RAISED = str.maketrans("\u207a\u207b\u2070\u00b9\u00b2\u00b3\u2074\u2075\u2076\u2077\u2078\u2079", "+-0123456789")


def _plain(text: str | None) -> float:
    """Return a number whose mark is a point or a comma; 0 where there is none."""
    return float((text or "0").replace("\u2212", "-").replace(",", "."))


def read_flagged(token: str) -> float | None:
    """Return the number before the sign of a footnote or the letters of a statistical office: 3.1**, 15.2 e."""
    match = _FLAGGED.fullmatch(token.strip())
    return None if match is None else _plain(match["number"])


def read_about(token: str) -> float | None:
    """Return the number behind a word or sign for "about": ~4, ca. 12."""
    match = _ABOUT.fullmatch(token.strip())
    return None if match is None else _plain(match["number"])


def read_uncertain(token: str) -> float | None:
    """Return the number before its uncertainty, deviation or interval: 1.3 \u00b1 0.1, 11.7 (2.0), 4.2 (3.1-5.0)."""
    match = _UNCERTAIN.fullmatch(token.strip())
    return None if match is None else _plain(match["number"])


def read_power(token: str) -> float | None:
    """Return a number times a power of ten, as printed or as Fortran writes it: 5.5\u00d710^3, 1.2D+04."""
    plain = token.strip()
    match = _POWER.fullmatch(plain)
    if match is not None:
        power = match["power"].translate(_RAISED).replace("\u2212", "-")
        return _scaled(_plain(match["number"]), power)
    match = _FORTRAN.fullmatch(plain)
    return None if match is None else _scaled(float(match["mantissa"]), match["power"])


def _scaled(number: float, power: str) -> float | None:
    """Return a number times a power of ten, rounded once; None where that is no finite number."""
    value = parse_number(f"{number!r}e{power}" if "e" not in repr(number) else repr(number * 10.0 ** int(power)))
    return value if value is not None and math.isfinite(value) else None


def read_fraction(token: str) -> float | None:
    """Return a fraction of at most 1, or a whole number with one: 7/10, 3 1/2."""
    match = _FRACTION.fullmatch(token.strip())
    if match is None or not int(match["under"]) or int(match["over"]) > int(match["under"]):
        return None
    return int(match["whole"] or 0) + int(match["over"]) / int(match["under"])


def read_feet(token: str) -> float | None:
    """Return feet and inches in inches: 5'9"."""
    match = _FEET.fullmatch(token.strip())
    return None if match is None or _plain(match["inches"]) >= 12 else 12 * int(match["feet"]) + _plain(match["inches"])


def read_angle(token: str) -> float | None:
    """Return degrees, minutes and seconds in degrees, south and west below zero: 48\u00b029'N."""
    match = _ANGLE.fullmatch(token.strip())
    if match is None or _plain(match["minutes"]) >= 60 or _plain(match["seconds"]) >= 60:
        return None
    size = _plain(match["degrees"]) + _plain(match["minutes"]) / 60 + _plain(match["seconds"]) / 3600
    below = (match["sign"] in ("-", "\u2212")) != ((match["side"] or "").upper() in ("S", "W"))
    return -size if below else size


def read_duration(token: str) -> float | None:
    """Return the seconds of a duration in words or in the form of ISO 8601: 2h 30m, 45 min, PT2H30M."""
    plain = token.strip()
    match = _ISO_DURATION.fullmatch(plain) or _DURATION.fullmatch(plain)
    if match is None or not any(match.groupdict().values()):
        return None
    return sum(_SECONDS[unit] * _plain(text) for unit, text in match.groupdict().items())


#: The ways to read such text, the plainest first.
WAYS: tuple[tuple[ConversionKind, Callable[[str], float | None]], ...] = (
    (ConversionKind.FLAGGED, read_flagged),
    (ConversionKind.ABOUT, read_about),
    (ConversionKind.UNCERTAIN, read_uncertain),
    (ConversionKind.POWER_OF_TEN, read_power),
    (ConversionKind.FRACTION, read_fraction),
    (ConversionKind.FEET, read_feet),
    (ConversionKind.ANGLE, read_angle),
    (ConversionKind.DURATION, read_duration),
)
