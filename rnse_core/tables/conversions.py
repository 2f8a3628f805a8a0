"""Read text such as ``12%``, ``$1,234.50``, ``5 kg`` or ``1,5`` as numbers, when the user asks for it."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from itertools import islice

from rnse_core.tables.model import Suggestion
from rnse_core.tables.tokens import MissingTokens, parse_number

KINDS = ("percent", "currency", "unit", "thousands", "decimal_comma", "decimal_point", "date", "number")

_SPACES = " \u00a0\u2009\u202f"
_MINUS = str.maketrans({"\u2212": "-", "\u2013": "-"})
_MONEY = r"[$\u00a2-\u00a5\u20a0-\u20cf]|USD|EUR|GBP|CHF|JPY|CNY|INR|Fr\.|kr"
_CURRENCY = re.compile(_MONEY, re.IGNORECASE)
# Sign, currency, number with its grouping marks, currency or unit. A word before the number makes it a code (A 12).
_MARKED = re.compile(
    rf"(?P<sign>[+-]?)\s*(?P<before>{_MONEY})?\s*(?P<inner>[+-]?)"
    r"(?P<number>(?:\d[\d.,'\u2019 \u00a0\u2009\u202f]*|[.,]\d+)(?:(?<=\d)[eE][+-]?\d+)?)\s*"
    rf"(?P<after>[%\u2030]|\u00b0[CFK]?|{_MONEY}|[^\W\d_]{{1,10}}(?:/[^\W\d_]{{1,5}})?[\u00b2\u00b3]?)?",
    re.IGNORECASE,
)
_FEWEST_SHARE = 0.5  # below this share of numbers a column is text with some numbers in it
_SHOWN = 10
_LONGEST = 60  # no quantity is longer, and matching patterns on long text takes long
_TRIED = 1000  # distinct tokens on which a way must do well before it is tried on all
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


@dataclass(frozen=True)
class Reading:
    """One way to read a token: which decimal mark, which grouping mark, which sign or unit around the number."""

    decimal: str
    thousands: str = ""
    mark: str = ""

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
        value = None if plain is None else parse_number(plain, self.decimal)
        return None if value is None or not math.isfinite(value) else sign * value

    def _without_groups(self, number: str) -> str | None:
        if not self.thousands or self.thousands not in number:
            return number
        group = re.escape(self.thousands)
        if not re.fullmatch(rf"\d{{1,3}}(?:{group}\d{{3}})+(?:{re.escape(self.decimal)}\d*)?", number):
            return None
        return number.replace(self.thousands, "")


def split_token(token: str) -> tuple[float, str, str] | None:
    """Split a token into its sign (1.0 or -1.0), the mark or unit in lower case, and the bare number.

    Brackets around a number are the accountants' minus.
    """
    plain = token.strip().translate(_MINUS)
    if len(plain) > _LONGEST:
        return None
    sign = 1.0
    if plain.startswith("(") and plain.endswith(")"):
        plain, sign = plain[1:-1].strip(), -1.0
    match = _MARKED.fullmatch(plain)
    if match is None:
        return None
    signs = match["sign"] + match["inner"]
    if (match["before"] and match["after"]) or len(signs) > (sign > 0):
        return None
    sign = -1.0 if signs == "-" else sign
    return sign, (match["before"] or match["after"] or "").casefold(), match["number"].strip(_SPACES)


def read_date(token: str) -> float | None:
    """Return the days since 1970-01-01 of a date written year-month-day, with or without a time.

    A time without a zone counts as UTC.
    """
    try:
        moment = datetime.fromisoformat(token.strip())
        return ((moment if moment.tzinfo else moment.replace(tzinfo=UTC)) - _EPOCH).total_seconds() / 86400
    except ValueError:
        return None


def find_conversion(
    counts: Counter[str],
    decimal: str,
    missing: MissingTokens,
    kind: str = "auto",
    least_share: float = _FEWEST_SHARE,
) -> tuple[Suggestion, Callable[[str], float | None]] | None:
    """Find the way of reading a text column that turns most of its cells into numbers.

    Parameters
    ----------
    counts : Counter of str
        How often each token occurs.
    decimal : {".", ","}
        The decimal mark of the file; between equally good ways, the one with this mark is taken.
    missing : MissingTokens
        What means "no value".
    kind : str, default="auto"
        One of :data:`KINDS`, or "auto" for the best of them.
    least_share : float, default=0.5
        The share of the cells that must become numbers.

    Returns
    -------
    tuple of (Suggestion, callable), or None
        The offer, and the function from a token to its number (None where it fails).
    """
    present = {token: count for token, count in counts.items() if token not in missing}
    total = sum(present.values())
    few = dict(islice(present.items(), _TRIED))
    enough = 0.5 * least_share * sum(few.values())
    best: tuple[Suggestion, Callable[[str], float | None]] | None = None
    for found_kind, read in _candidates(few, decimal):
        if kind not in ("auto", found_kind):
            continue
        if sum(count for token, count in few.items() if read(token) is not None) < enough:
            continue
        converted = sum(count for token, count in present.items() if read(token) is not None)
        if converted and (best is None or converted > best[0].n_converted):
            best = _suggestion(found_kind, read, present, converted), read
    return best if best is not None and best[0].n_converted >= least_share * total else None


def _suggestion(kind: str, read: Callable[[str], float | None], present: dict[str, int], converted: int) -> Suggestion:
    values = {token: read(token) for token in present}
    converting = [token for token, value in values.items() if value is not None]
    example = next((token for token in converting if parse_number(token) is None), converting[0])
    failing = Counter({token: present[token] for token, value in values.items() if value is None})
    return Suggestion(
        kind=kind,
        example=(example, read(example) or 0.0),
        n_converted=converted,
        n_failing=failing.total(),
        failing=tuple(failing.most_common(_SHOWN)),
    )


def _candidates(present: dict[str, int], decimal: str) -> Iterator[tuple[str, Callable[[str], float | None]]]:
    """Yield the ways worth trying, the least surprising first."""
    yield "number", partial(parse_finite, decimal=decimal)
    marks: Counter[str] = Counter()
    groups: Counter[str] = Counter()
    for token, count in present.items():
        parts = split_token(token)
        if parts is not None:
            marks[parts[1]] += count
            for group in set(parts[2]) & set(",.'\u2019" + _SPACES):
                groups[group] += count
    for mark, _ in marks.most_common(3):
        for point in (decimal, "," if decimal == "." else "."):
            for thousands in ("", *(group for group in groups if group != point)):
                yield _kind_of(mark, thousands, point, decimal), Reading(point, thousands, mark)
    yield "date", read_date


def parse_finite(token: str, decimal: str) -> float | None:
    """Read a plain finite number, or return None."""
    value = parse_number(token, decimal)
    return None if value is None or not math.isfinite(value) else value


def _kind_of(mark: str, thousands: str, point: str, decimal: str) -> str:
    if mark:
        return "percent" if mark == "%" else "currency" if _CURRENCY.fullmatch(mark) else "unit"
    if thousands:
        return "thousands"
    if point == decimal:
        return "number"
    return "decimal_comma" if point == "," else "decimal_point"
