"""What stands around the number of a cell: flags, limits, "about", remarks in brackets, arrows, words behind it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping
from functools import partial

from rnse_core.tables.conversion_kinds import ConversionKind

#: Returns the cell without what stands around its number, and a factor; None where the cell is of another form.
Strip = Callable[[str], tuple[str, float] | None]

_UP, _DOWN = "\u2191\u2197\u25b2\u25b3\u2b06\u21e7\U0001f53a", "\u2193\u2198\u25bc\u25bd\u2b07\u21e9\U0001f53b"
_ARROWS = rf"[{_UP}{_DOWN}\u2192\u27a1\u2194]\ufe0f?"
_ARROW_BEHIND = re.compile(rf"(?P<rest>.*\d.*?)\s*(?P<arrow>{_ARROWS})")
# Signs of footnotes and of significance; and the letters that Eurostat and other offices set behind a value: break in
# series, confidential, definition differs, estimated, forecast, not significant, provisional, revised, low reliability.
_SIGNS = r"[*=\u2020\u2021\u00a7\u00b6^#!\u00b9\u00b2\u00b3\u2070\u2074-\u2079\u1d43\u1d47\u1d9c\u1d48\u1d49\u00aa]"
_LETTERS = r"[bcdefinprsuz]|b[depu]|d[eu]|ep|p[bu]|ub"
# Above or below the range of a laboratory, and letters that may be anything where few numbers have them.
_RANGE = r"H{1,2}|L{1,2}"
# Below the limit of detection or estimated, as environmental agencies mark it.
_QUALIFIERS = r"U|J|[UN]J|[UJ]B"
_FEW = r"[A-Z]|UJ|[BU]J"
_GROUPS = r"a?b?c?d?e?f?g?h?"
_CORE = r"\d[.,]?"
# Short words are those of a code when they are capital: CA 12, C 3.
_ABOUT = re.compile(
    r"(?:[~\u2248\u2243\u2245]\s*|\u7d04|\u7ea6|\uc57d"
    r"|(?:[Cc]a|c|cca|env|[Aa]pprox|[Aa]prox|[Zz]irka|[Cc]irca)(?:\.\s*|\s)"
    r"|(?:[Aa]b|da|od|fra|fr\u00e5n|vanaf|d\u00e8s"
    r"|(?i:about|approximately|around|roughly|etwa|rund|ungef\u00e4hr|environ|aproximadamente"
    r"|from|starting at|starts at|desde|a partir de|\u00e0 partir de))\s+)?"
    r"(?P<rest>.*\d.*)"
)
_UNCERTAIN = re.compile(
    r"(?P<rest>[^()\[\]\u00b1]*\d[^()\[\]\u00b1]*?)\s*(?:(?:\u00b1|\+/[-\u2212]|\+-)\s*\d+(?:[.,]\d+)?(?P<unit>\s?[^\W\d_%]{0,5}%?)"
    r"|(?:\s*(?:\([^()]{1,40}\)|\[[^\[\]]{1,40}\]))+)"
)
_BELOW_WORDS = (
    r"under|below|less than|fewer than|up to|unter|weniger als|bis zu|h\u00f6chstens|moins de|menos de|meno di|max\.?"
)
_ABOVE_WORDS = r"over|above|more than|at least|\u00fcber|mehr als|mindestens|plus de|m\u00e1s de|pi\u00f9 di|min\.?"
# A probability names itself: p<0.05, p = 0.2.
_PROBABILITY = r"[pq]\s?"
_EQUAL = re.compile(rf"{_PROBABILITY}=\s*(?P<rest>[.\d].*)", re.IGNORECASE)
_LIMIT = re.compile(
    rf"(?:{_PROBABILITY}(?=[<>=\u2264\u2265]))?(?:(?P<below><=?|=<|\u2264|\u2a7d|\uff1c|(?:{_BELOW_WORDS})\s)|(?:>=?|=>|\u2265|\u2a7e|\uff1e|(?:{_ABOVE_WORDS})\s))\s*(?P<rest>.*\d.*)",
    re.IGNORECASE,
)
_OUT_OF = re.compile(
    r"(?P<rest>\d+(?:[.,]\d+)?)\s*(?:/|out of|of|von|aus|sur|de|su|van|av)\s*(?P<most>\d{1,4})(?P<tail>\D{0,30})",
    re.IGNORECASE,
)
# How spreadsheets are kept from changing a cell, or told to compute it: '2.04, ="2.04", =2.04.
_GUARDED = re.compile(r"(?:['\u2019]=?|=)\s*(?P<quote>\"?)(?P<rest>[-+]?[\d.,][\d.,eE+-]*)(?P=quote)")
# Whole numbers with an apostrophe are codes: '07030.
_GUARDED_NUMBER = re.compile(r"=.*|['\u2019](?:[-+].*|\d+[.,]\d+)")
_RANK = re.compile(r"(?:[#\u2116]|rank|rang|platz|[^\W\d_]{1,3}\u00b2?\s?=)\s*(?P<rest>\d.*)", re.IGNORECASE)
_TAIL = re.compile(
    r"(?P<rest>[^\w\s]{0,2}\d[\d.,'\u2019 \u00a0\u2009\u202f]*?)"
    r"(?P<tail>[\s.-]*/?[^\W\d_].{0,40}|[\s.,]*[%\u2030\u00b0$\u00a3\u20a0-\u20cf].{0,40})"
)
# A further number behind words is one of several, or a power of ten.
_FURTHER = re.compile(r".*(?:(?<![\w/.^])|[xX\u00b0'-])\d.*")
# What stands behind a time or a power of ten: /km, Uhr, cells/mL.
_END = re.compile(r"(?P<rest>.*[\d\u2070-\u2079\u00b2\u00b3\u00b9])(?P<tail>\s*/?[^\W\d_][^\d:]{0,20})")
# Words behind an amount of money: per night, /m2; a unit alone says that it is none. And those of an address.
_BEHIND_MONEY = re.compile(r"/.*|(?:per|pro|par|por|a|p)\b.*|\S+\s.*")
_STREET = re.compile(
    r".*\S\s+(?:st|street|rd|road|ave|avenue|lane|ln|drive|dr|blvd|way|weg|platz|gasse)\.?|.*stra(?:\u00df|ss)e|.*str\."
)
_ONE = re.compile(r"(?:one|an?|ein|eine|une?|una|uno)(?P<tail>\s+[^\W\d_].{0,40})", re.IGNORECASE)
_ORDINALS = frozenset({"st", "nd", "rd", "th", "er", "e", "\u00e8me", "eme", "re", "\u00ba", "\u00aa", "a"})


def stripped(present: Mapping[str, int]) -> Iterator[tuple[ConversionKind, Strip]]:
    """Yield what may stand around the numbers of a column, the plainest first."""
    yield ConversionKind.FLAGGED, partial(strip_flag, pattern=flags(present))
    if any((match := _ARROW_BEHIND.fullmatch(token.strip())) and match["arrow"][0] in _DOWN for token in present):
        yield ConversionKind.ARROWS, strip_arrow
    if any(map(_GUARDED_NUMBER.fullmatch, map(str.strip, present))):
        yield ConversionKind.GUARDED, partial(_strip, pattern=_GUARDED)
    yield ConversionKind.ABOUT, partial(_strip, pattern=_ABOUT)
    yield ConversionKind.UNCERTAIN, strip_uncertainty
    yield ConversionKind.WORDED, partial(_strip, pattern=_RANK)
    tails = common_tails(present)
    if tails:
        yield ConversionKind.WORDED, partial(strip_tail, tails=tails)


def scores(present: Mapping[str, int]) -> Iterator[tuple[ConversionKind, Strip]]:
    """Yield the way to take the number before the largest one that most cells of a column name."""
    counts = Counter(match["most"] for token in present if (match := _OUT_OF.fullmatch(token.strip())))
    for most, _ in counts.most_common(1):
        yield ConversionKind.OUT_OF, partial(strip_scale, most=most)


def limits(present: Collection[str]) -> Iterator[tuple[ConversionKind, Strip]]:
    """Yield the ways to take the numbers of a column in which some are known to lie below or above a limit only."""
    if any(_LIMIT.fullmatch(token.strip()) for token in present):
        yield ConversionKind.LIMIT, partial(strip_limit, below=1.0)
        yield ConversionKind.HALF_LIMIT, partial(strip_limit, below=0.5)
        yield ConversionKind.WITHOUT_LIMIT, partial(strip_limit, below=None)


def strip_limit(token: str, below: float | None) -> tuple[str, float] | None:
    """Return a number, or the limit of one such as ``<0.5 mg``.

    Parameters
    ----------
    token : str
    below : float or None
        What the limit is multiplied by where the number is below it; None leaves out every limit.
    """
    match = _LIMIT.fullmatch(token.strip())
    if match is None:
        equal = _EQUAL.fullmatch(token.strip())
        return token.strip() if equal is None else equal["rest"], 1.0
    return None if below is None else (match["rest"], below if match["below"] else 1.0)


def _strip(token: str, pattern: re.Pattern[str]) -> tuple[str, float] | None:
    match = pattern.fullmatch(token.strip())
    return (token.strip() if match is None else match["rest"]), 1.0


def flags(present: Mapping[str, int]) -> re.Pattern[str]:
    """Return the pattern of the flags of a column.

    Any capital letter is one where fewer than half of the cells have it, and the letters of groups that do not differ
    (5.6ab) behind fractions; elsewhere these are units or parts of a code.
    """
    letters = [_LETTERS, _RANGE, _QUALIFIERS]
    total = sum(present.values())
    if 2 * _share(present, rf".*{_CORE}\s?(?:{_FEW})") < total:
        letters.append(_FEW)
    if 2 * _share(present, rf".*\d[.,]\d+\s?(?:{_GROUPS})") > total:
        letters.append(_GROUPS)
    behind = rf"(?P<rest>.*\d[.,]?)\s{{0,2}}(?:{'|'.join(letters)})?\s?(?:{_SIGNS}|{_ARROWS})*"
    return re.compile(rf"[*\u2020\u2021\u00a7\u00b6]*\s?(?:{behind}|(?P<with_unit>.*\d.*\S)\s+(?:{_RANGE})\s?[*!]*)")


def _share(present: Mapping[str, int], pattern: str) -> int:
    compiled = re.compile(pattern)
    return sum(count for token, count in present.items() if compiled.fullmatch(token.strip()))


def strip_flag(token: str, pattern: re.Pattern[str]) -> tuple[str, float] | None:
    """Return the cell without the sign of a footnote, or the letters of an office or a laboratory: 3.1**, 15.2 e."""
    match = pattern.fullmatch(token.strip())
    return ((token.strip() if match is None else match["rest"] or match["with_unit"]), 1.0)


def strip_arrow(token: str) -> tuple[str, float] | None:
    """Return the cell without the arrow behind it, which is a minus where it points down."""
    match = _ARROW_BEHIND.fullmatch(token.strip())
    if match is None:
        return token.strip(), 1.0
    return match["rest"], -1.0 if match["arrow"][0] in _DOWN else 1.0


def strip_uncertainty(token: str) -> tuple[str, float] | None:
    """Return the cell without an uncertainty, or remarks in brackets: 1.3 ± 0.1, 11.7 (2.0), 8,336[12], 12 % (n=5)."""
    match = _UNCERTAIN.fullmatch(token.strip())
    return (token.strip() if match is None else f"{match['rest']}{match['unit'] or ''}"), 1.0


def strip_scale(token: str, most: str) -> tuple[str, float] | None:
    """Return the number before the largest one that it can be: 8,7/10, 4 out of 5 stars."""
    match = _OUT_OF.fullmatch(token.strip())
    if match is None or match["most"] != most or float(match["rest"].replace(",", ".")) > float(most):
        return None
    return match["rest"], 1.0


def common_tails(present: Mapping[str, int]) -> frozenset[str]:
    """Return the words that stand behind most of the numbers, with those that stand behind 1 alone."""
    tails: Counter[str] = Counter()
    single: dict[str, bool] = {}
    for token, count in present.items():
        number, tail = _number_and_tail(token.strip())
        if tail:
            tails[tail] += count
            single[tail] = single.get(tail, True) and number.strip() == "1"
    if not tails:
        return frozenset()
    if _ORDINALS.issuperset(tails):
        return _ORDINALS
    commonest = tails.most_common(1)[0][0]
    return frozenset({commonest, *(tail for tail, is_single in single.items() if is_single)})


def strip_tail(token: str, tails: Collection[str]) -> tuple[str, float] | None:
    """Return the number before the words that most cells of the column have behind it: 830 m ü. M., 12 people."""
    number, tail = _number_and_tail(token.strip())
    return (number, 1.0) if tail in tails or not number.strip("0.,") else None


def common_end(present: Mapping[str, int]) -> str:
    """Return the word that stands behind most cells; empty where there is none."""
    ends = Counter(match["tail"].strip() for token in present if (match := _END.fullmatch(token.strip())))
    return ends.most_common(1)[0][0] if ends else ""


def strip_end(token: str, end: str) -> tuple[str, float] | None:
    """Return the cell without the word behind it that most cells of the column have: 5:30 /km, 3×10^6 cells/mL."""
    match = _END.fullmatch(token.strip())
    return (match["rest"].strip(), 1.0) if match is not None and match["tail"].strip() == end else None


def _number_and_tail(token: str) -> tuple[str, str]:
    match = _TAIL.fullmatch(token)
    if match is not None:
        tail = match["tail"].strip().casefold()
        if _FURTHER.fullmatch(tail):
            return token, ""
        is_number = match["rest"][0].isdecimal() or match["rest"][0] in "+-.," or _BEHIND_MONEY.fullmatch(tail)
        return (match["rest"], tail) if is_number and not _STREET.fullmatch(tail) else (token, "")
    match = _ONE.fullmatch(token)
    return ("1", match["tail"].strip().casefold()) if match is not None else (token, "")
