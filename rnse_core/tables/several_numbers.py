"""Cells that hold several numbers, such as 120/80, 68:49 or [1.2, 3.4]: one column for each of them."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import islice

from rnse_core.tables.cell_types import parse_number
from rnse_core.tables.text_numbers import read_angle

#: What stands between the numbers, by the text that names it, the surest first.
SEPARATORS = (";", "|", "/", ":", "x", ",", "-", " ")
_OTHER_MARKS = {"x": str.maketrans("X\u00d7*", "xxx"), "-": str.maketrans("\u2013\u2014", "--")}
_WORDS = re.compile(r"(?<=\d )(?:to|bis)(?= \d)")
# With the name of what they are: POINT (1 2), rgb(1, 2, 3), array([1, 2]).
_BRACKETS = re.compile(r"(?:[^\W\d_]{1,12} ?)?[(\[{<]{1,2}(?P<inside>[^()\[\]{}<>]*)[)\]}>]{1,2}")
_PART = re.compile(
    r"(?P<number>[-+\u2212]?(?:\d[\d.,']*|[.,]\d+)(?:[eE][-+]?\d+)?)\s*(?P<unit>[^\W\d_]{0,6}\.?|[%\u00b0\"]|'')?"
)
_OF_ANGLES = tuple("NSEWO\u00b0")
_GROUPS = re.compile(r"\d{1,3}(?:(?P<mark>[,.'])\d{3})(?:(?P=mark)\d{3})*")
# A telephone number, a code or a date has zeros before its digits.
_DIGITS = re.compile(r"\d+")
_LEADING_ZERO = re.compile(r"0\d")
_LONGEST = 60
_LONGEST_PART = 4  # digits beside a hyphen or a blank
_SHARE = 0.9
_FEWEST = 2
_TRIED = 300  # cells on which the separators are compared
_LONG_LISTS = (";", "|", ",", " ")
_MOST_PARTS = 8  # with the other separators


@dataclass(frozen=True)
class SeveralNumbers:
    """How the cells of a column hold several numbers.

    Parameters
    ----------
    separator : str
        A member of `SEPARATORS`.
    count : int
        How many numbers a cell has.
    units : tuple of str
        What stands behind each of them.
    n_failing : int
        Cells that hold something else.
    """

    separator: str
    count: int
    units: tuple[str, ...]
    n_failing: int

    def read(self, cell: str, decimal: str) -> list[float] | None:
        """Return the numbers of a cell; None where it is of another form."""
        parts = parts_of(cell, self.separator, decimal)
        if parts is None or tuple(unit for _, unit in parts) != self.units:
            return None
        return [number for number, _ in parts]


def parts_of(cell: str, separator: str, decimal: str) -> list[tuple[float, str]] | None:
    """Return the numbers of a cell, each with the unit behind it; None where one part is no number, or stands alone."""
    marks = "." if separator == "," else decimal
    found: list[tuple[float, str]] = []
    for text in _pieces(_inside(cell), separator):
        part = _part(text.strip(), marks, alone=separator == ",") if len(text) <= _LONGEST else None
        if part is None:
            return None
        found.append(part)
    return found if len(found) >= _FEWEST else None


def _inside(cell: str) -> str:
    """Return what stands between the brackets around a cell, or all of it."""
    plain = cell.strip()
    match = _BRACKETS.fullmatch(plain)
    return match["inside"] if match else plain


def _pieces(plain: str, separator: str) -> list[str]:
    """Return what stands between the separators of a cell without brackets."""
    if separator == " ":
        return plain.split()
    if separator == "-":
        plain = _WORDS.sub("-", plain)
    return plain.translate(_OTHER_MARKS.get(separator, {})).split(separator)


def _part(text: str, decimal: str, *, alone: bool) -> tuple[float, str] | None:
    """Return the number and the unit of a part; with `alone` only the decimal mark given is one."""
    match = _PART.fullmatch(text)
    if (match is None or match["unit"] in _OF_ANGLES) and (angle := read_angle(text)) is not None:
        return angle, "\u00b0"
    if match is None:
        return None
    number = match["number"].replace("\u2212", "-")
    value = parse_number(number, decimal)
    if value is None and not alone:
        grouped = _GROUPS.fullmatch(number)
        if grouped is not None and grouped["mark"] != decimal:
            value = parse_number(number.replace(grouped["mark"], ""), decimal)
        elif grouped is None:
            value = parse_number(number, "," if decimal == "." else ".")
    if value is None or not math.isfinite(value):
        return None
    return value, (match["unit"] or "").strip()


def find_several(present: Mapping[str, int], decimal: str) -> SeveralNumbers | None:
    """Return how most cells of a column hold several numbers; None where they do not.

    Parameters
    ----------
    present : mapping of str to int
        How often each cell occurs, without the missing ones.
    decimal : {".", ","}
        The decimal mark of the file.
    """
    if len(present) < _FEWEST:
        return None
    some = dict(islice(present.items(), 0, None, max(1, len(present) // _TRIED)))
    for separator in SEPARATORS:
        found = _judge(some, separator, decimal)
        if found is not None:
            return found if len(some) == len(present) else _judge(present, separator, decimal)
    return None


def of_separator(present: Mapping[str, int], separator: str, decimal: str) -> SeveralNumbers | None:
    """Return how cells hold several numbers with a separator that was asked for, whatever their share."""
    return _judge(present, separator, decimal, share=0.0) if separator in SEPARATORS else None


def _judge(present: Mapping[str, int], separator: str, decimal: str, share: float = _SHARE) -> SeveralNumbers | None:
    forms: Counter[tuple[str, ...]] = Counter()
    for cell, count in present.items():
        parts = parts_of(cell, separator, decimal)
        if parts is not None and (not share or not _is_other(cell, separator)):
            forms[tuple(unit for _, unit in parts)] += count
    total = sum(present.values())
    if not forms:
        return None
    units, most = forms.most_common(1)[0]
    if most < share * total or (share and len(units) > _MOST_PARTS and separator not in _LONG_LISTS):
        return None
    return SeveralNumbers(separator, len(units), units, total - most)


def _is_other(cell: str, separator: str) -> bool:
    """Return whether a cell may be one number, a code or a telephone number in spite of its separator."""
    plain = cell.strip()
    if separator == ",":
        # 52,1 and 1,234,567 are one number each.
        bracketed, spaced = _BRACKETS.fullmatch(plain), ", " in plain
        return not (bracketed or spaced or "." in plain or (plain.count(",") > 1 and not _GROUPS.fullmatch(plain)))
    if separator in ("-", " ", "/") and not any(mark in plain for mark in ".,"):
        parts = _pieces(_inside(cell), separator)
        digits = [match.group() if (match := _DIGITS.search(part)) else "" for part in parts]
        if any(map(_LEADING_ZERO.match, digits)):
            return True
        return separator != "/" and ((len(parts) > 3 and separator == "-") or max(map(len, digits)) > _LONGEST_PART)
    return False
