"""Numbers in steps of ten thousand, as China, Japan and Korea write them: 3億500万, 1.2亿, 5천만."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from functools import partial

from rnse_core.tables.conversion_kinds import ConversionKind

_MYRIADS = dict.fromkeys("\u842c\u4e07\ub9cc", 1e4) | dict.fromkeys("\u5104\u4ebf\uc5b5", 1e8)
_MYRIADS |= dict.fromkeys("\u5146\uc870", 1e12)
_SMALL = (
    dict.fromkeys("\u5343\u4edf\ucc9c", 1e3) | dict.fromkeys("\u767e\ubc31", 1e2) | dict.fromkeys("\u5341\uc2ed", 1e1)
)
_STEPS = "".join((*_MYRIADS, *_SMALL))
_NUMBER = r"(?:\d{1,3}(?:[,\uff0c]\d{3})+|\d+)(?:[.\uff0e]\d+)?"
_GROUP = re.compile(
    rf"(?P<small>(?:(?:{_NUMBER})?[{''.join(_SMALL)}])*(?:{_NUMBER})?)(?P<myriad>[{''.join(_MYRIADS)}]|$)\s*"
)
_STEP = re.compile(rf"(?P<number>{_NUMBER})?(?P<small>[{''.join(_SMALL)}]|$)")
# Sign, a word for "about" or a sign of money, the number, and what is counted.
_TOKEN = re.compile(
    rf"(?P<sign>[-+\u2212]?)\s*[\u7d04\u7ea6\uc57d]?\s*[\u00a5\uffe5\u20a9]?\s*"
    rf"(?P<amount>\d[\d.,\uff0c\uff0e{_STEPS}\s]*?)\s*(?P<unit>(?:(?![{_STEPS}])[^\W\d_]){{0,6}}|%)"
)

_LONGEST = 40


def has_myriads(token: str) -> bool:
    """Return whether a number is written in steps of ten thousand."""
    return not _MYRIADS.keys().isdisjoint(token) or not _SMALL.keys().isdisjoint(token)


def myriad_ways(present: Mapping[str, int]) -> Iterator[tuple[ConversionKind, Callable[[str], float | None]]]:
    """Yield the way of reading such numbers, with the unit that most of them have."""
    units: Counter[str] = Counter()
    for token, count in present.items():
        if has_myriads(token) and (match := _TOKEN.fullmatch(token.strip())):
            units[match["unit"]] += count
    for unit, _ in units.most_common(1):
        yield ConversionKind.MYRIADS, partial(read_myriads, unit=unit)


def read_myriads(token: str, unit: str = "") -> float | None:
    """Return a number in steps of ten thousand, with the unit behind it; None where it is something else.

    Parameters
    ----------
    token : str
        Such as "3億500万円", "1.2亿" or "800".
    unit : str, default=""
        What stands behind the numbers of the column.
    """
    match = _TOKEN.fullmatch(token.strip()) if len(token) <= _LONGEST else None
    if match is None or match["unit"] != unit:
        return None
    total, place, last = 0.0, 0, float("inf")
    amount = match["amount"].strip()
    while place < len(amount):
        group = _GROUP.match(amount, place)
        if group is None or group.end() == place or not group["small"]:
            return None
        factor = _MYRIADS.get(group["myriad"], 1.0)
        value = _below_a_myriad(group["small"])
        if value is None or factor >= last:
            return None
        total, place, last = total + factor * value, group.end(), factor
    return -total if match["sign"] in ("-", "\u2212") else total


def _below_a_myriad(text: str) -> float | None:
    """Return the number before a myriad: 500, 3千, 2百50."""
    total, last = 0.0, float("inf")
    for step in _STEP.finditer(text):
        if not step.group():
            continue
        factor = _SMALL.get(step["small"], 1.0)
        if factor >= last:
            return None
        number = step["number"]
        plain = number.replace(",", "").replace("\uff0c", "").replace("\uff0e", ".") if number else "1"
        total, last = total + factor * float(plain), factor
    return total
