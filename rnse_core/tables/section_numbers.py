"""Numbers of sections, items and versions, of which 1.9 is followed by 1.10, so that they are no decimals."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

# Decimals below one have a zero in front, as 1.05; the second number of a section has none.
_CELL = re.compile(r"(?P<first>\d{1,4})(?:[.,\u00b7](?P<second>0|[1-9]\d{0,2}))?")
# The second numbers around ten leave out so few of those between them.
_MOSTLY = 0.5
_FEWEST = 3
_TEN = 10


def may_be_sections(cells: Sequence[str]) -> bool:
    """Return whether cells are written as numbers of sections may be: decimals without a zero in front.

    Parameters
    ----------
    cells : sequence of str
        Without the missing ones.
    """
    return any(not cell.isdigit() for cell in cells) and all(map(_CELL.fullmatch, cells))


def are_sections(cells: Sequence[str]) -> bool:
    """Return whether cells are numbers of sections, by the numbers behind the point, which go on beyond nine.

    Those behind the same first number are mostly without gaps, as 1.8, 1.9, 1.10 and 1.11 are, and one of them is ten.
    A spreadsheet loses its zero; then the cells must follow each other, as 1.9, 1.1 and 1.11.

    Parameters
    ----------
    cells : sequence of str
        In the order of the file, without the missing ones.
    """
    if not may_be_sections(cells):
        return False
    seconds: dict[str, list[str]] = {}
    for first, second in _parts(cells):
        seconds.setdefault(first, []).append(second)
    return any(_go_beyond_nine(set(map(int, found))) or _lost_zero(found) for found in seconds.values())


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
