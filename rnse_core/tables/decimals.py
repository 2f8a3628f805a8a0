"""Distinguish decimal commas, decimal points and thousands marks."""

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
_FEWEST_BESIDE_ONE = 4


def has_decimal_comma(token: str) -> bool:
    """Return whether a token looks like ``1,5`` or ``1.234,5``."""
    return _COMMA.fullmatch(token.strip()) is not None


@dataclass
class DecimalMarks:
    """How many cells of a column are written with which mark.

    Parameters
    ----------
    comma, point : int, default=0
        Numbers with the mark, which may be a thousands mark.
    comma_only, point_only : int, default=0
        Those among them in which it can only be the decimal mark.
    whole : int, default=0
        Numbers without a mark.
    large_whole : int, default=0
        Those among them of 1000 or more, which thousands marks would stand in.
    other : int, default=0
        Cells that are no numbers; missing ones are not counted.
    point_before_zero : int, default=0
        Numbers with a point whose last digit is 0, which no program writes for a fraction beside whole numbers without
        a point.
    """

    comma: int = 0
    comma_only: int = 0
    point: int = 0
    point_only: int = 0
    whole: int = 0
    large_whole: int = 0
    other: int = 0
    point_before_zero: int = 0

    def add(self, token: str, count: int = 1) -> None:
        """Count a token of the column."""
        token = token.strip()
        if token in STANDARD_MISSING:
            return
        if _COMMA.fullmatch(token):
            self.comma += count
            self.comma_only += 0 if _EITHER_COMMA.fullmatch(token) else count
        elif _POINT.fullmatch(token):
            self.point += count
            self.point_only += 0 if _EITHER_POINT.fullmatch(token) else count
            self.point_before_zero += count if token.endswith("0") else 0
        elif (number := parse_number(token)) is not None:
            self.whole += count
            self.large_whole += count if abs(number) >= 1000 else 0
        else:
            self.other += count

    def is_mostly(self, number: int) -> bool:
        """Return whether cells with this mark and whole numbers make up the column."""
        total = self.comma + self.point + self.whole + self.other
        return number > 0 and (number + self.whole >= _MOST * total or self._is_all_but_one())

    def _is_all_but_one(self) -> bool:
        """Return whether one cell alone is no number, such as a remark or a name that stands again in a short table."""
        return self.other == 1 and self.comma + self.point + self.whole >= _FEWEST_BESIDE_ONE


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
    ambiguous_points : tuple of int, default=()
        Columns in which every point could be one, and which numbers without a mark or the delimiter make likely.
    points_are_thousands : bool, default=False
        Whether these points are taken for thousands marks: one of the columns has fractions that would end with a zero
        beside whole numbers without a point.
    """

    mark: str
    evident: bool
    ambiguous: tuple[int, ...] = ()
    ambiguous_points: tuple[int, ...] = ()
    points_are_thousands: bool = False


def judge_decimal(columns: Mapping[int, DecimalMarks], delimiter: str) -> DecimalVerdict:
    """Decide on the decimal mark of a file by its columns.

    A column with a comma in most of its cells counts for the comma, unless each of these could be a thousands mark.
    Where all could be, a file separated by semicolons is taken to have a decimal comma, since spreadsheets use the
    semicolon where the comma is the decimal mark. The caller asks the user.

    Parameters
    ----------
    columns : mapping of int to DecimalMarks
        The marks of each column, by its place.
    delimiter : str
        What separates the cells.

    Returns
    -------
    DecimalVerdict
    """
    comma = [j for j, marks in columns.items() if marks.is_mostly(marks.comma)]
    point = [j for j, marks in columns.items() if marks.is_mostly(marks.point)]
    certain_comma = [j for j in comma if columns[j].comma_only]
    certain_point = [j for j in point if columns[j].point_only]
    if len(certain_comma) > len(certain_point):
        return DecimalVerdict(",", True)
    if comma and not certain_comma and not point and delimiter == ";":
        return DecimalVerdict(",", True, tuple(comma))
    points = tuple(j for j in point if _may_be_thousands(columns[j], delimiter))
    thousands = not certain_point and any(columns[j].whole and columns[j].point_before_zero for j in points)
    commas = tuple(comma) if not certain_comma else ()
    return DecimalVerdict(".", bool(certain_point or comma or point), commas, points, thousands)


def _may_be_thousands(marks: DecimalMarks, delimiter: str) -> bool:
    return not marks.point_only and not marks.large_whole and (marks.whole > 0 or delimiter == ";")


def count_marks(tokens: Iterable[str]) -> DecimalMarks:
    """Count the marks in the cells of a column."""
    marks = DecimalMarks()
    for token in tokens:
        marks.add(token)
    return marks
