"""Read text such as ``12%``, ``$1,234.50``, ``5 kg`` or ``1,5`` as numbers, when the user asks for it."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from itertools import islice

from rnse_core.tables.cell_types import parse_number
from rnse_core.tables.conversion_kinds import ConversionKind
from rnse_core.tables.dates import read_date, read_named_date, read_numeric_date, read_time
from rnse_core.tables.model import Suggestion
from rnse_core.tables.text_numbers import WAYS
from rnse_core.tables.units import FAMILIES, MONEY, read_units

_SPACES = " \u00a0\u2009\u202f"
_MINUS = str.maketrans({"\u2212": "-", "\u2013": "-"})
_MONEY = r"[$\u00a2-\u00a5\u20a0-\u20cf]|USD|EUR|GBP|CHF|JPY|CNY|INR|Fr\.|kr"
_CURRENCY = re.compile(_MONEY, re.IGNORECASE)
# Sign, currency, number with its grouping marks, currency or unit. A word before the number makes it a code (A 12).
_MARKED = re.compile(
    rf"(?P<sign>[+-]?)\s*(?P<before>{_MONEY})?\s*(?P<inner>[+-]?)"
    r"(?P<number>(?:\d[\d.,'\u2019 \u00a0\u2009\u202f]*|[.,]\d+)(?:(?<=\d)(?:[eE][+-]?|[dD][+-])\d+)?)\s*"
    rf"(?P<after>[%\u2030]|\u00b0[CFK]?|{_MONEY}|[^\W\d_]{{1,10}}(?:/[^\W\d_]{{1,5}})?[\u00b2\u00b3]?)?",
    re.IGNORECASE,
)
_OTHER_MARK = {".": ",", ",": "."}
# Groups of two digits before the last one of three, as in India.
_LAKH = re.compile(r"\d{1,2}(?:,\d{2})+,\d{3}(?:\.\d*)?")
# A value that is known to be below or above a limit only.
_LIMIT = re.compile(r"(?:<=?|>=?|\u2264|\u2265)\s*(?P<number>\S+)")
_HEX = re.compile(r"(?P<sign>[+-]?)0x(?P<digits>[0-9a-f]+)", re.IGNORECASE)
_FEWEST_SHARE = 0.5  # below this share of numbers a column is text with some numbers in it
_SHOWN = 10
_LONGEST = 60  # no quantity is longer, and matching patterns on long text takes long
_TRIED = 1000  # distinct tokens on which the ways are compared


@dataclass(frozen=True)
class Reading:
    """One way to read a token.

    Parameters
    ----------
    decimal : {".", ","}
        The decimal mark.
    thousands : str, default=""
        The mark between groups of three digits.
    mark : str, default=""
        The sign or unit around the number, such as "%", "$" or "kg", in lower case.
    either : bool, default=False
        Whether a number may have the other decimal mark: once, before any number of digits but three, it can be nothing
        else.
    """

    decimal: str
    thousands: str = ""
    mark: str = ""
    either: bool = False

    def __call__(self, token: str) -> float | None:
        """Return the number in a token, or None where this way does not fit it."""
        parts = split_token(token)
        if parts is None:
            return None
        sign, mark, number = parts
        # A zero is the same in every unit; any other bare number in a column of percentages may be a fraction.
        if mark != self.mark and not (mark == "" and number.strip("0.,") == ""):
            return None
        plain = self._without_groups(number)
        # Fortran writes the exponent of double precision with a D.
        value = None if plain is None else parse_number(plain.upper().replace("D", "E"), self.decimal)
        return None if value is None or not math.isfinite(value) else sign * value

    def _without_groups(self, number: str) -> str | None:
        if not self.thousands or self.thousands not in number:
            other = _OTHER_MARK[self.decimal]
            if self.either and re.fullmatch(rf"\d+{re.escape(other)}(?:\d{{1,2}}|\d{{4,}})", number):
                return number.replace(other, self.decimal)
            return number
        if self.thousands == "," and _LAKH.fullmatch(number):
            return number.replace(",", "")
        group = re.escape(self.thousands)
        if not re.fullmatch(rf"\d{{1,3}}(?:{group}\d{{3}})+(?:{re.escape(self.decimal)}\d*)?", number):
            return None
        return number.replace(self.thousands, "")


def split_token(token: str) -> tuple[float, str, str] | None:
    """Split a token into its sign (1.0 or -1.0), the mark or unit in lower case, and the bare number.

    Brackets around a number are the accountants' minus; a minus behind a number is that of SAP and of COBOL.
    """
    plain = token.strip().translate(_MINUS)
    if len(plain) > _LONGEST:
        return None
    sign = 1.0
    if plain.startswith("(") and plain.endswith(")"):
        plain, sign = plain[1:-1].strip(), -1.0
    elif plain.endswith("-"):
        plain, sign = plain[:-1].strip(), -1.0
    match = _MARKED.fullmatch(plain)
    if match is None:
        return None
    signs = match["sign"] + match["inner"]
    if (match["before"] and match["after"]) or len(signs) > (sign > 0):
        return None
    sign = -1.0 if signs == "-" else sign
    return sign, (match["before"] or match["after"] or "").casefold(), match["number"].strip(_SPACES)


@dataclass(frozen=True)
class Conversion:
    """A way of reading a text column, and what it makes of each token (None where it fails)."""

    suggestion: Suggestion
    values: Mapping[str, float | None]


def find_conversion(
    present: Mapping[str, int],
    decimal: str,
    kind: str = "auto",
    least_share: float = _FEWEST_SHARE,
) -> Conversion | None:
    """Find the way of reading a text column that turns most of its cells into numbers.

    Parameters
    ----------
    present : mapping of str to int
        How often each token occurs, without the missing ones.
    decimal : {".", ","}
        The decimal mark of the file; between equally good ways, the one with this mark is taken.
    kind : str, default="auto"
        A :class:`ConversionKind`, or "auto" for the best of them.
    least_share : float, default=0.5
        The share of the cells that must become numbers.

    Returns
    -------
    Conversion or None
    """
    read = None
    for tried in (sample_tokens(present), present):
        ways = [(found, way) for found, way in _candidates(tried, decimal) if kind in ("auto", found)]
        scores = [sum(count for token, count in tried.items() if way(token) is not None) for _, way in ways]
        best = max(scores, default=0)
        if best and best >= least_share * sum(tried.values()):
            found_kind, read = ways[scores.index(best)]
            break
        if least_share:
            return None
    if read is None:
        return None
    values = {token: read(token) for token in present}
    converting = [token for token, value in values.items() if value is not None]
    example = next((token for token in converting if parse_number(token) is None), converting[0])
    failing = Counter({token: present[token] for token, value in values.items() if value is None})
    suggestion = Suggestion(
        kind=found_kind,
        example=(example, values[example] or 0.0),
        n_converted=sum(present.values()) - failing.total(),
        n_failing=failing.total(),
        failing=tuple(failing.most_common(_SHOWN)),
        first_failing=next(iter(failing), ""),
    )
    return Conversion(suggestion, values)


def sample_tokens(counts: Mapping[str, int]) -> dict[str, int]:
    """Take about a thousand of the tokens, from the whole of the column, where there are many more."""
    return dict(islice(counts.items(), 0, None, max(1, len(counts) // _TRIED)))


def _candidates(
    present: Mapping[str, int], decimal: str
) -> Iterator[tuple[ConversionKind, Callable[[str], float | None]]]:
    """Yield the ways worth trying, the plainest first."""
    yield ConversionKind.NUMBER, partial(parse_finite, decimal=decimal)
    marks: Counter[str] = Counter()
    groups: Counter[str] = Counter()
    for token, count in present.items():
        parts = split_token(token)
        if parts is not None:
            marks[parts[1]] += count
            for group in set(parts[2]) & set(",.'\u2019" + _SPACES):
                groups[group] += count
    for mark, _ in marks.most_common(3):
        for point in (decimal, "," if decimal == "." else "."):
            for thousands in ("", *(group for group in groups if group != point)):
                yield _kind_of(mark, thousands, point, decimal), Reading(point, thousands, mark)
        yield ConversionKind.MIXED_MARKS, Reading(decimal, "", mark, either=True)
    yield ConversionKind.DATE, read_date
    yield ConversionKind.DATE_DAY_FIRST, partial(read_numeric_date, day_first=True)
    yield ConversionKind.DATE_MONTH_FIRST, partial(read_numeric_date, day_first=False)
    if any(token[:1] in _SIGNS_OF_LIMITS for token in map(str.strip, present)):
        yield ConversionKind.LIMIT, partial(read_limit, decimal=decimal)
        yield ConversionKind.HALF_LIMIT, partial(read_limit, decimal=decimal, below=0.5)
    yield ConversionKind.HEXADECIMAL, read_hexadecimal
    yield ConversionKind.NAMED_DATE, read_named_date
    yield ConversionKind.TIME, read_time
    yield from ((ConversionKind.SEVERAL_UNITS, partial(read_units, family=family)) for family in FAMILIES)
    yield from ((ConversionKind.SEVERAL_UNITS, partial(read_units, family="number", money=sign)) for sign in MONEY[1:])
    yield from WAYS
    yield ConversionKind.TIME_HOURS_FIRST, partial(read_time, hours_first=True)


_SIGNS_OF_LIMITS = ("<", ">", "\u2264", "\u2265")


def read_limit(token: str, decimal: str, below: float = 1.0) -> float | None:
    """Read a number, or the limit of one such as ``<0.5``: times `below` where the value is below it."""
    token = token.strip()
    match = _LIMIT.fullmatch(token)
    if match is None:
        return parse_finite(token, decimal)
    value = parse_finite(match["number"], decimal)
    return None if value is None else value * (below if token[0] in "<\u2264" else 1.0)


def read_hexadecimal(token: str) -> float | None:
    """Read a whole number such as 0x1F."""
    match = _HEX.fullmatch(token.strip())
    if match is None:
        return None
    return float(int(match["digits"], 16)) * (-1.0 if match["sign"] == "-" else 1.0)


def parse_finite(token: str, decimal: str) -> float | None:
    """Read a plain finite number, or return None."""
    value = parse_number(token, decimal)
    return None if value is None or not math.isfinite(value) else value


def _kind_of(mark: str, thousands: str, point: str, decimal: str) -> ConversionKind:
    if mark == "%":
        return ConversionKind.PERCENT
    if mark:
        return ConversionKind.CURRENCY if _CURRENCY.fullmatch(mark) else ConversionKind.UNIT
    if thousands:
        return ConversionKind.THOUSANDS
    if point == decimal:
        return ConversionKind.NUMBER
    return ConversionKind.DECIMAL_COMMA if point == "," else ConversionKind.DECIMAL_POINT
