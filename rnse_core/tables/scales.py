"""Words that have an order: those of known scales, words behind numbers, and ranges of numbers."""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Sequence

from rnse_core.tables.dates import month_of
from rnse_core.tables.scale_words import NUMBERS, SCALES

_APOSTROPHES = str.maketrans({"\u2019": "'", "\u2018": "'", "\u00b4": "'", "`": "'"})
# A word behind its number, as survey programs export answers: "1 - strongly disagree", "5 = very good", "(3) neutral".
_NUMBERED = re.compile(
    r"[(\[]?(?P<number>-?\d{1,3})[)\]]?\s*(?:[-\u2013\u2014=:.)]\s*|\s+)(?P<word>[^\W\d_].*)", re.DOTALL
)
# A day, a month in any language, and a year are a date, also where it is not read as one.
_LIKE_DATE = re.compile(
    r"\d{1,2}(?:\.|st|nd|rd|th)?\s(?:\w{1,2}\s)?(?P<month>[^\W\d_]+)\.?(?:,?\s(?:\w{1,2}\s)?\d{4}\b.*)?"
)
_NUMBER = r"[-+]?(?:\d{1,3}(?:[., ]\d{3})+|\d+)(?:[.,]\d+)?(?:\s?[kKmM%\u20ac$\u00a3])?"
_MONEY = r"[$\u20ac\u00a3]?\s?"
_RANGE = re.compile(
    rf"{_MONEY}(?P<low>{_NUMBER})\s*(?:-|\u2013|\u2014|\u2026|\.\.\.?|to|bis|à|until|bis unter)\s*"
    rf"{_MONEY}(?P<high>{_NUMBER})(?P<unit>(?:\s+[^\W\d_]+){{0,3}})",
    re.IGNORECASE,
)
_BELOW = re.compile(
    rf"(?:<|<=|\u2264|under|below|less than|fewer than|up to|unter|weniger als|bis|bis zu|moins de|menos de|meno di)\s*"
    rf"{_MONEY}(?P<high>{_NUMBER})(?P<unit>(?:\s+[^\W\d_]+){{0,3}})",
    re.IGNORECASE,
)
_ABOVE = re.compile(
    rf"(?:(?:>|>=|\u2265|over|above|more than|at least|from|\u00fcber|mehr als|ab|plus de|más de|più di)\s*)?"
    rf"{_MONEY}(?P<low>{_NUMBER})(?P<open>\s*\+|\s*(?:or more|and more|and over|and above|or older|and older|oder mehr"
    rf"|und mehr|und \u00e4lter|oder \u00e4lter|et plus|y más|e oltre))?(?P<unit>(?:\s+[^\W\d_]+){{0,3}})",
    re.IGNORECASE,
)
# Words for 0 among ranges of numbers.
_NOTHING = frozenset({"none", "zero", "keine", "keines", "keiner", "aucun", "aucune", "ninguno", "ninguna", "nessuno"})
_FACTORS = {"k": 1e3, "m": 1e6}


def scale_of(levels: Sequence[str]) -> tuple[str, ...]:
    """Return the levels in the order that they have.

    Parameters
    ----------
    levels : sequence of str
        The different words of a column.

    Returns
    -------
    tuple of str
        In the order of a known scale, of the numbers before the words, or of ranges of numbers; empty where the words
        have none of these orders.
    """
    if len(levels) < 2:
        return ()
    first = _plain(levels[0])
    scales = [scale for scale in SCALES if first in scale and (len(levels) > 2 or scale not in NUMBERS)]
    words = {level: _plain(level) for level in levels} if scales else {}
    for scale in scales:
        if all(word in scale for word in words.values()):
            return tuple(sorted(levels, key=lambda level: scale.index(words[level])))
    return _numbered(levels) or _ranges(levels)


def _plain(word: str) -> str:
    return " ".join(word.casefold().translate(_APOSTROPHES).rstrip(".!").split())


def _numbered(levels: Sequence[str]) -> tuple[str, ...]:
    """Return words that stand behind numbers in the order of these; bare numbers may be among them."""
    if all(map(_is_like_date, levels)):
        return ()
    places: dict[str, int] = {}
    for level in levels:
        match = _NUMBERED.fullmatch(level.strip())
        if match is not None:
            places[level] = int(match["number"])
        elif re.fullmatch(r"-?\d{1,3}", level.strip()):
            places[level] = int(level)
        else:
            return ()
    if len(set(places.values())) < len(levels) or _is_sparse(sorted(places.values())):
        return ()
    return tuple(sorted(levels, key=places.__getitem__))


def _is_like_date(level: str) -> bool:
    """Return whether a text is a day, a word and a year, or a day and the name of a month."""
    match = _LIKE_DATE.fullmatch(level.strip())
    return match is not None and (
        match["month"] != level.split()[-1].rstrip(".") or month_of(match["month"]) is not None
    )


def _is_sparse(numbers: Sequence[int]) -> bool:
    """Return whether the numbers leave out most of those between the first and the last, as house numbers do."""
    return numbers[-1] - numbers[0] >= 2 * len(numbers) + 2


def _ranges(levels: Sequence[str]) -> tuple[str, ...]:
    """Return ranges of numbers that do not overlap, from low to high; single numbers may be among them."""
    bounds = {level: _bounds(level.strip()) for level in levels}
    found = {level: pair for level, pair in bounds.items() if pair is not None}
    if len(found) < len(levels) or all(low == high for low, high in found.values()):
        return ()
    order = sorted(levels, key=lambda level: found[level])
    for one, other in itertools.pairwise(order):
        if found[one][1] > found[other][0] or found[one] == found[other]:
            return ()
    return tuple(order)


def _bounds(text: str) -> tuple[float, float] | None:
    """Return the ends of a range such as "18-24", "< 10", "65+" or "3 or more"; those of a number are the same."""
    if text.casefold() in _NOTHING:
        return 0.0, 0.0
    match = _RANGE.fullmatch(text)
    if match is not None:
        low, high = _number(match["low"]), _number(match["high"])
        # "0-10k" means thousands on both sides.
        if match["high"][-1].casefold() in _FACTORS and match["low"][-1].isdigit():
            low *= _FACTORS[match["high"][-1].casefold()]
        return (low, high) if low < high else None
    match = _BELOW.fullmatch(text)
    if match is not None:
        return -math.inf, _number(match["high"])
    match = _ABOVE.fullmatch(text)
    if match is None:
        return None
    low = _number(match["low"])
    is_open = match["open"] is not None or not re.match(rf"{_MONEY}[-+]?\d", text)
    return low, math.inf if is_open else low


def _number(text: str) -> float:
    """Return the number in the end of a range; marks between groups of three digits are left out."""
    plain = text.strip().rstrip("%\u20ac$\u00a3 ")
    factor = _FACTORS.get(plain[-1:].casefold(), 1.0)
    plain = plain.rstrip("kKmM ")
    grouped = re.fullmatch(r"(?P<whole>[-+]?\d{1,3}(?:[., ]\d{3})+)(?P<rest>[.,]\d+)?", plain)
    if grouped is not None:
        plain = re.sub(r"[., ]", "", grouped["whole"]) + (grouped["rest"] or "")
    return float(plain.replace(",", ".")) * factor
