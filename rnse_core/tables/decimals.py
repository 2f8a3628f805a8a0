"""Tell a decimal comma from a decimal point, and both from a thousands mark."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from rnse_core.tables.cell_types import STANDARD_MISSING, parse_number

_COMMA = re.compile(r"[+-]?(?:\d+|\d{1,3}(?:\.\d{3})+),\d+(?:[eE][+-]?\d+)?")
_POINT = re.compile(r"[+-]?(?:\d+|\d{1,3}(?:,\d{3})+)\.\d+(?:[eE][+-]?\d+)?")
# 1,234 is 1.234 or 1234; 0,123 and 12,34 can only have a decimal comma.
_EITHER_COMMA = re.compile(r"[+-]?[1-9]\d{0,2},\d{3}")
_EITHER_POINT = re.compile(r"[+-]?[1-9]\d{0,2}\.\d{3}")
_MOST = 0.9


def has_decimal_comma(token: str) -> bool:
    """Say whether a token looks like ``1,5`` or ``1.234,5``."""
    return _COMMA.fullmatch(token.strip()) is not None


@dataclass
class DecimalMarks:
    """How many cells of a column are written with which mark."""

    comma: int = 0
    comma_surely: int = 0
    point: int = 0
    point_surely: int = 0
    whole: int = 0
    other: int = 0

    def add(self, token: str, count: int = 1) -> None:
        """Count a token of the column."""
        token = token.strip()
        if token in STANDARD_MISSING:
            return
        if _COMMA.fullmatch(token):
            self.comma += count
            self.comma_surely += 0 if _EITHER_COMMA.fullmatch(token) else count
        elif _POINT.fullmatch(token):
            self.point += count
            self.point_surely += 0 if _EITHER_POINT.fullmatch(token) else count
        elif parse_number(token) is not None:
            self.whole += count
        else:
            self.other += count

    def is_mostly(self, number: int) -> bool:
        """Say whether cells with this mark and whole numbers make up the column."""
        total = self.comma + self.point + self.whole + self.other
        return number > 0 and number + self.whole >= _MOST * total


@dataclass(frozen=True)
class DecimalVerdict:
    """The decimal mark of a file.

    Parameters
    ----------
    mark : {".", ","}
        The mark.
    evident : bool
        Whether any column shows it.
    ambiguous : tuple of int
        Columns in which every comma could be a thousands mark, where that matters.
    """

    mark: str
    evident: bool
    ambiguous: tuple[int, ...] = ()


def judge_decimal(columns: Mapping[int, DecimalMarks], delimiter: str) -> DecimalVerdict:
    """Decide on the decimal mark from what the columns of a file show.

    A column with a comma in most of its cells speaks for the comma, unless each of them could be a thousands mark.
    Where all could be, a file separated by semicolons is taken to have a decimal comma, since the semicolon is what
    spreadsheets use where the comma is the decimal mark; the caller asks the user.
    """
    comma = [j for j, marks in columns.items() if marks.is_mostly(marks.comma)]
    point = [j for j, marks in columns.items() if marks.is_mostly(marks.point)]
    surely_comma = [j for j in comma if columns[j].comma_surely]
    surely_point = [j for j in point if columns[j].point_surely]
    if len(surely_comma) > len(surely_point):
        return DecimalVerdict(",", True)
    if comma and not surely_comma and not point and delimiter == ";":
        return DecimalVerdict(",", True, tuple(comma))
    return DecimalVerdict(".", bool(surely_point or comma or point), tuple(comma) if not surely_comma else ())


def count_marks(tokens: Iterable[str]) -> DecimalMarks:
    """Count the marks in the cells of a column."""
    marks = DecimalMarks()
    for token in tokens:
        marks.add(token)
    return marks
