"""Numbers of sections and versions, of which 1.9 is followed by 1.10, and other codes with a point, as 01.1."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

# Decimals below one have a zero in front, as 1.05; the second number of a section has none.
_CELL = re.compile(r"(?P<first>\d{1,4})(?:[.,\u00b7](?P<second>0|[1-9]\d{0,2}))?")
_CODE = re.compile(r"\d{1,4}(?:[.,\u00b7]\d{1,4})?")
_OTHER_POINTS = re.compile(r"[,\u00b7]")
_PADDED = re.compile(r"0\d")
# The second numbers around ten leave out so few of those between them.
_MOSTLY = 0.5
_FEWEST = 3
_TEN = 10


def may_be_points(cells: Sequence[str], *, is_identifier: bool) -> bool:
    """Return whether the first cells are such that those of the whole column are worth a look.

    Parameters
    ----------
    cells : sequence of str
        Without the missing ones.
    is_identifier : bool
        Whether the name of the column says that it identifies something.
    """
    return _have_points(cells) and (is_identifier or any(map(_PADDED.match, cells)) or all(map(_CELL.fullmatch, cells)))


def _have_points(cells: Sequence[str]) -> bool:
    """Return whether cells are written as codes with a point may be: short numbers, some with decimals."""
    return any(not cell.isdigit() for cell in cells) and all(map(_CODE.fullmatch, cells))


def are_classes(cells: Sequence[str], *, is_identifier: bool) -> bool:
    """Return whether cells are codes of a classification, of which 01.1 and 01.10, or 250.0 and 250.00, differ.

    Parameters
    ----------
    cells : sequence of str
        Without the missing ones.
    is_identifier : bool
        Whether the name of the column says that it identifies something. Without it zeros in front must say so, where
        the cells differ in their decimals.
    """
    different = set(cells)
    if not _have_points(cells) or len({len(_OTHER_POINTS.sub(".", cell).partition(".")[2]) for cell in different}) < 2:
        return False
    if any(map(_PADDED.match, different)):
        return True
    return is_identifier and len(set(map(_number, different))) < len(different)


def are_sections(cells: Sequence[str]) -> bool:
    """Return whether cells are numbers of sections, by the numbers behind the point, which go on beyond nine.

    Those behind the same first number are mostly without gaps, as 1.8, 1.9, 1.10 and 1.11 are, and one of them is ten.
    A spreadsheet loses its zero; then the cells must follow each other, as 1.9, 1.1 and 1.11.

    Parameters
    ----------
    cells : sequence of str
        In the order of the file, without the missing ones.
    """
    if not _have_points(cells) or not all(map(_CELL.fullmatch, cells)):
        return False
    seconds: dict[str, list[str]] = {}
    for first, second in _parts(cells):
        seconds.setdefault(first, []).append(second)
    return any(_go_beyond_nine(set(map(int, found))) or _lost_zero(found) for found in seconds.values())


def _number(cell: str) -> float:
    return float(_OTHER_POINTS.sub(".", cell))


def _parts(cells: Sequence[str]) -> Iterator[tuple[str, str]]:
    for cell in cells:
        match = _CELL.fullmatch(cell)
        if match and match["second"]:
            yield match["first"], match["second"]


def _go_beyond_nine(seconds: set[int]) -> bool:
    if len(seconds) < _FEWEST or not {_TEN - 1, _TEN} <= seconds:
        return False
    return len(seconds) > _MOSTLY * (max(seconds) - min(seconds) + 1)


def _lost_zero(seconds: Sequence[str]) -> bool:
    """Return whether numbers count beyond nine in their order, and 10 and 20 have lost their zeros."""
    has_lost = any(
        int(one) % _TEN == _TEN - 1 and two == str(int(one) + 1).rstrip("0") and three == str(int(one) + 2)
        for one, two, three in zip(seconds, seconds[1:], seconds[2:], strict=False)
    )
    n_steps = sum(int(following) == int(second) + 1 for second, following in pairwise(seconds))
    return has_lost and n_steps > _MOSTLY * (len(seconds) - 1)
