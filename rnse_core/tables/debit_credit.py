"""Amounts with the side of the account behind them, and the marks that a way of reading drops from its numbers."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from functools import partial

from rnse_core.tables.conversion_kinds import ConversionKind
from rnse_core.tables.quantities import OTHER_MARK, SPACES, Reading

# Hours and seconds are written small, or beside minutes.
_SIDE = re.compile(r"(?P<amount>\d(?:.*\d)?|\d+[.,])\s*(?P<side>[HSCD]|(?i:[CD][rb])\.?)")
_GROUPS = ("'", "\u2019", *SPACES)
_BELOW = frozenset({"S", "DR", "DB", "D"})
# Letters that mean something else alone: a column has both of a pair of them.
_PAIRS = (frozenset("CD"), frozenset("DH"))
_PLAIN = frozenset({"H", "S", "CR", "DR", "DB"})
_FRACTION = re.compile(r"[.,]\d")
_LETTERS_BEHIND = re.compile(r".*\d[.,]?\s*(?P<mark>[^\W\d_]{1,2})\.?")


def read_debit(token: str, decimal: str, sides: frozenset[str] = _PLAIN) -> float | None:
    """Read an amount with its side: credit (Cr, C, German H) above zero, debit (Dr, D, S) below it.

    Parameters
    ----------
    token : str
    decimal : {".", ","}
        The decimal mark; between thousands may stand the other mark, an apostrophe or a blank.
    sides : frozenset of str, default=those that stand for nothing else
        The marks that are read, in capital letters.
    """
    match = _SIDE.fullmatch(token.strip())
    side = "" if match is None else match["side"].upper().rstrip(".")
    if match is None or side not in sides:
        return None
    thousands = next((mark for mark in _GROUPS if mark in match["amount"]), OTHER_MARK[decimal])
    value = Reading(decimal, thousands)(match["amount"])
    return None if value is None else value * (-1.0 if side in _BELOW else 1.0)


def debit_ways(
    present: Mapping[str, int], decimal: str
) -> Iterator[tuple[ConversionKind, Callable[[str], float | None]]]:
    """Yield the ways to read amounts with their sides, with either decimal mark."""
    matches = (_SIDE.fullmatch(token.strip()) for token in present)
    found = [match for match in matches if match is not None]
    # 12C and 12D without a fraction are seats, or groups.
    fractions = {match["side"].upper().rstrip(".") for match in found if _FRACTION.search(match["amount"])}
    sides = next((pair for pair in _PAIRS if pair <= fractions), _PLAIN)
    for point in (decimal, OTHER_MARK[decimal]):
        yield ConversionKind.DEBIT_CREDIT, partial(read_debit, decimal=point, sides=sides)


def differing_marks(converted: Mapping[str, int], kind: ConversionKind) -> tuple[tuple[str, int], ...]:
    """Return the letters behind the numbers of a column that a way drops, where these differ and could be signs.

    Parameters
    ----------
    converted : mapping of str to int
        How often each token that becomes a number occurs.
    kind : ConversionKind
        The way in which they are read.

    Returns
    -------
    tuple of (str, int)
        The letters and their numbers of cells, the commonest first; empty unless there are two of them.
    """
    if kind not in (ConversionKind.FLAGGED, ConversionKind.WORDED):
        return ()
    counts: Counter[str] = Counter()
    for token, count in converted.items():
        if match := _LETTERS_BEHIND.fullmatch(token.strip()):
            counts[match["mark"]] += count
    return tuple(counts.most_common()) if len(counts) > 1 else ()
