"""Numbers with a sign, a unit or a currency, and with marks between groups of digits."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass

from rnse_core.tables.cell_types import parse_number
from rnse_core.tables.conversion_kinds import ConversionKind

#: Blanks between groups of digits.
SPACES = " \u00a0\u2009\u202f"
_MINUS = str.maketrans({"\u2212": "-", "\u2013": "-"})
# A dot at half height between digits is a decimal mark, as some journals print it.
_MIDDLE_DOT = re.compile(r"(?<=\d)[\u00b7\u0387\u2219\u22c5](?=\d)")
_MONEY = (
    r"(?:US|A|C|CA|AU|HK|NT|NZ|S|R|MX)?[$\u00a2-\u00a5\u20a0-\u20cf]|USD|EUR|GBP|CHF|JPY|CNY|INR|AUD|CAD|NZD|SEK|NOK|DKK"
    r"|PLN|CZK|HUF|RON|TRY|BRL|MXN|ZAR|KRW|SGD|HKD|TWD|THB|IDR|MYR|PHP|VND|ILS|AED|SAR|PKR|S?Fr\.|kr\.?|Rs\.?|z\u0142|K\u010d"
)
_CURRENCY = re.compile(_MONEY.replace(r"Fr\.", r"Fr\.?"), re.IGNORECASE)
# Sign, currency, number with its grouping marks, currency or unit. A word before the number makes it a code (A 12), and
# so do the small letters of rs123, which names a place of the genome.
_MARKED = re.compile(
    rf"(?P<sign>[+-]?)\s*(?!(?-i:rs)\d)(?P<before>{_MONEY})?\s*(?P<inner>[+-]?)"
    r"(?P<number>(?:\d[\d.,'\u2019 \u00a0\u2009\u202f]*|[.,]\d+)(?:(?<=\d)(?:[eE][+-]?|[dD][+-])\d+)?)\s*"
    rf"(?P<after>[%\u2030]|\u00b0[CFK]?|{_MONEY}|(?:(?![\u00bc-\u00be\u2150-\u215e])[^\W\d_]){{1,10}}(?:/[^\W\d_]{{1,5}})?[\u00b2\u00b3]?)?",
    re.IGNORECASE,
)
#: The mark that a decimal mark is not.
OTHER_MARK = {".": ",", ",": "."}
# Groups of two digits before the last one of three, as in India.
_LAKH = re.compile(r"\d{1,2}(?:,\d{2})+,\d{3}(?:\.\d*)?")
# What stands for "and no cents", or ends an amount in India: 12,-  12.\u2013  68,242/-
_NO_CENTS = re.compile(r"(?<=\d)(?:/[-=]|[.,]-{1,2})(?=[^\d-]*$)")
_HEX = re.compile(r"(?P<sign>[+-]?)0x(?P<digits>[0-9a-f]+)", re.IGNORECASE)
#: No quantity is longer, and matching patterns on long text takes long.
LONGEST = 60


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
    groups : bool, default=True
        Whether it may stand between thousands too; if not, it is a decimal mark before three digits as well.
    """

    decimal: str
    thousands: str = ""
    mark: str = ""
    either: bool = False
    groups: bool = True

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
            other = OTHER_MARK[self.decimal]
            digits = r"(?:\d{1,2}|\d{4,})" if self.groups else r"\d+"
            if self.either and re.fullmatch(rf"\d+{re.escape(other)}{digits}", number):
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
    if len(plain) > LONGEST:
        return None
    plain = _NO_CENTS.sub("", plain)
    if not plain.isascii():
        plain = _MIDDLE_DOT.sub(".", plain)
    sign = 1.0
    if plain.startswith("(") and plain.endswith(")"):
        plain, sign = plain[1:-1].strip(), -1.0
    elif plain.endswith("-"):
        plain, sign = plain[:-1].strip(), -1.0
    match = _MARKED.fullmatch(plain)
    if match is None:
        return None
    signs = match["sign"] + match["inner"]
    before, after = match["before"], match["after"]
    if (before and after and not _CURRENCY.fullmatch(after)) or len(signs) > (sign > 0):
        return None
    sign = -1.0 if signs == "-" else sign
    return sign, (before or after or "").casefold().rstrip("."), match["number"].strip(SPACES)


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


def kind_of(mark: str, thousands: str, point: str, decimal: str) -> ConversionKind:
    """Return what numbers with a mark or unit, or with marks between groups, are called."""
    if mark == "%":
        return ConversionKind.PERCENT
    if mark:
        return ConversionKind.CURRENCY if _CURRENCY.fullmatch(mark) else ConversionKind.UNIT
    if thousands:
        return ConversionKind.THOUSANDS
    if point == decimal:
        return ConversionKind.NUMBER
    return ConversionKind.DECIMAL_COMMA if point == "," else ConversionKind.DECIMAL_POINT
