"""Read text such as ``12%``, ``$1,234.50``, ``5 kg`` or ``1,5`` as numbers, when the user asks for it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from itertools import islice

from rnse_core.tables.cell_types import parse_number
from rnse_core.tables.debit_credit import differing_marks
from rnse_core.tables.model import Suggestion
from rnse_core.tables.ways import candidates, n_read

_UP, _DOWN = "\u25b2\u25b3", "\u25bc\u25bd\u2193\u2b07\u21e9\U0001f53b"
_ARROWS_UP = "\u2191\u2b06\u21e7\U0001f53a"
_TRIANGLE = re.compile(rf"(?P<sign>[{_UP}{_ARROWS_UP}{_DOWN}])\ufe0f?\s*(?P<amount>[\d.,].*)")
_STARS = "\u2605\u2606\u2b50"
_DIGIT = re.compile(r"\d")
_FEWEST_SHARE = 0.5  # below this share of numbers a column is text with some numbers in it
_SHOWN = 10
_TRIED = 1000  # distinct tokens on which the ways are compared


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
    if sum(count for token, count in present.items() if _has_digit(token)) < least_share * sum(present.values()):
        return None
    read = None
    plain = with_signs(present)
    for tried in (sample_tokens(present), present):
        counts: Counter[str] = Counter()
        for token, count in tried.items():
            counts[plain.get(token, token)] += count
        ways = [(found, way) for found, way in candidates(counts, decimal, kind) if kind in ("auto", found)]
        scores = [n_read(way, counts) for _, way in ways]
        best = max(scores, default=0)
        if best and best >= least_share * sum(tried.values()):
            found_kind, read = ways[scores.index(best)]
            break
        if least_share:
            return None
    if read is None:
        return None
    values = {token: read(plain.get(token, token)) for token in present}
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
        dropped=differing_marks({token: present[token] for token in converting}, found_kind),
    )
    return Conversion(suggestion, values)


def with_signs(tokens: Collection[str]) -> dict[str, str]:
    """Return the tokens with a triangle for a sign, with a minus in its place: so Japanese tables write it.

    Where other triangles point down, these are below zero, and those that point up are not.
    """
    others = (token for token in tokens if not token.isascii())
    marked = {token: match for token in others if (match := _TRIANGLE.fullmatch(token.strip()))}
    has_down = any(match["sign"] in _DOWN for match in marked.values())
    if len(marked) == len(tokens) and not has_down:  # a mark on every number is no sign
        return {}
    minus = _DOWN if has_down else _UP
    return {token: ("-" if match["sign"] in minus else "") + match["amount"] for token, match in marked.items()}


def sample_tokens(counts: Mapping[str, int]) -> dict[str, int]:
    """Take about a thousand of the tokens, from the whole of the column, where there are many more."""
    return dict(islice(counts.items(), 0, None, max(1, len(counts) // _TRIED)))


def _has_digit(token: str) -> bool:
    if token.isascii():
        return _DIGIT.search(token) is not None
    return any(letter.isnumeric() or letter in _STARS for letter in token)
