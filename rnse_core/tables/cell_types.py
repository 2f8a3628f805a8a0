"""What one cell is: a number, a missing value, a boolean, a date, or text."""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Mapping
from string import ascii_lowercase

import numpy as np

from rnse_core.tables.dates import read_named_date

# Compared in lower case and without outer spaces.
MISSING_TOKENS = frozenset(
    {
        "",
        "?",
        "-",
        "--",
        ".",
        "na",
        "n/a",
        "n.a.",
        "nan",
        "<na>",
        "nat",
        "null",
        "none",
        "missing",
        "#n/a",
        "#na",
        "#div/0!",
        "#value!",
        "#ref!",
        "#num!",
        "#name?",
        "#null!",
        "-nan",
        "+nan",
        "nan(ind)",
        "-nan(ind)",
        "nan(snan)",
        "-nan(snan)",
        "1.#ind",
        "-1.#ind",
        "1.#qnan",
        "-1.#qnan",
        "1.#snan",
        "-1.#snan",
        "1.#inf",
        "-1.#inf",
    }
)
# Further words that are missing values among numbers; elsewhere they are words like others.
WORDS_AMONG_NUMBERS = frozenset(
    {
        "\\n", "(null)", "<null>", "[null]", "nil", "unknown", "unk", "unk.", "not available", "not applicable",
        "no data", "nodata", "no value", "not measured", "not determined", "not recorded", "not reported", "n/d", "nd",
        "n.d.", "n.d", "n.m.", "nm", "n.r.", "n/r", "refused", "don't know", "blank", "empty", "void", "tbd", "tba",
        "k.a.", "k. a.", "k.a", "ka", "k/a", "keine angabe", "keine angaben", "keine daten", "n.b.", "n. b.", "n.b",
        "nicht bekannt", "nicht bestimmt", "nicht gemessen", "nicht verfügbar", "unbekannt", "fehlt", "fehlend",
        "entfällt", "o.a.", "#nv", "#n/v", "#wert!", "#bezug!", "#zahl!", "#name!", "inconnu", "inconnue", "non dispo",
        "non disponible", "non renseigné", "nr", "n.c.", "nc", "n/c", "s/d", "s.d.", "sin dato", "sin datos",
        "desconocido", "no disponible", "sconosciuto", "n.p.", "onbekend", "nvt", "n.v.t.", "brak", "brak danych",
        "..", "...", "\u2026", ":", "*", "**", "x", "---", "----", "\u2013", "\u2014", "_", "/", "??", "#",
        "missing value", "system missing", *(f".{letter}" for letter in ascii_lowercase),
    }
)  # fmt: skip
_LONGEST_DATE = 40
_MONTH = r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*"
_TIME = r"\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?\s*(?:[ap]m|z|[+-]\d{2}:?\d{2})?"
_DATE = re.compile(
    rf"(?:(?:\d{{4}}-\d{{1,2}}-\d{{1,2}}|\d{{4}}/\d{{1,2}}/\d{{1,2}}|\d{{1,2}}[./-]\d{{1,2}}[./-](?:\d{{4}}|\d{{2}})"
    rf"|\d{{1,2}}[ -]{_MONTH}[ -]\d{{2,4}}|{_MONTH} \d{{1,2}},? \d{{4}})(?:,?[T ]+{_TIME})?|{_TIME})",
    re.IGNORECASE,
)


# The marks of Arabic for thousands and fractions, the full-width point, and the dots at half height of some journals.
_ARABIC_GROUPS = re.compile(r"[-+]?\d{1,3}(?:\u066c\d{3})+(?:\u066b\d+)?")
_OTHER_POINT = re.compile(r"[-+]?\d+[\u066b\uff0e\u00b7\u0387\u2219\u22c5]\d+")
_AS_POINTS = str.maketrans(dict.fromkeys("\u066b\uff0e\u00b7\u0387\u2219\u22c5", "."))
# Of the missing values those that may be an answer in a column of words, and those that mostly are.
_MAY_BE_ANSWERS = frozenset({"?", "-", "--", ".", "na", "n/a", "n.a.", "null", "none", "missing"})
_ARE_ANSWERS = frozenset({"none"})
_SHORT_CODE = re.compile(r"[A-Z]{2}")
# Signs of a strand, a blood group or a test, and minuses that mean "no value" where no plus stands beside them.
_PLUSES = frozenset({"+", "++", "+++", "++++", "+/-", "+-", "-/+", "\u00b1", "(+)"})
_MINUSES = frozenset({"-", "--"})


def parse_number(token: str, decimal: str = ".") -> float | None:
    """Read a plain number as Python's ``float`` does, or return None.

    The result can be infinite or not a number (``inf``, ``1e400``, ``nan``); the caller decides what that means.
    With a decimal comma a point is no part of a number, nor a comma with a decimal point.
    """
    if "_" in token:  # float() takes 1_000, which is not a number in a table
        return None
    if decimal == ",":
        if "." in token:
            return None
        token = token.replace(",", ".")
    try:
        return float(token)
    except ValueError:
        return None if token.isascii() else _parse_other_marks(token)


def _parse_other_marks(token: str) -> float | None:
    """Read a number with the marks of Arabic, a full-width point or a middle dot; these have one meaning each."""
    plain = token.strip()
    if _ARABIC_GROUPS.fullmatch(plain):
        plain = plain.replace("\u066c", "")
    elif _OTHER_POINT.fullmatch(plain) is None:
        return None
    return float(plain.translate(_AS_POINTS))


def shortest_decimal(value: float) -> str:
    """Write a number without an exponent in as few digits as identify it, in single precision where it has that."""
    with np.errstate(over="ignore"):
        single = np.float32(value)
    return np.format_float_positional(single if float(single) == value else value, trim="-")


def tokens_among(tokens: Collection[str], words: frozenset[str]) -> list[str]:
    """Return those of many tokens that are one of some words but for case and outer spaces, in their order."""
    if words.isdisjoint(map(str.casefold, map(str.strip, tokens))):  # so it mostly is, and quicker to find out
        return []
    return [token for token in tokens if token.strip().casefold() in words]


class MissingTokens:
    """The tokens that mean "no value": the usual ones and the user's own.

    Parameters
    ----------
    extra : collection of str, default=()
        More tokens, such as ``"unknown"`` or ``"-999"``. A number stands for every way of writing it.
    of_column : bool, default=False
        Whether the user has said what means "no value" in a single column: other words there are answers.
    """

    def __init__(self, extra: Collection[str] = (), *, of_column: bool = False) -> None:
        self._own = frozenset(token.strip().casefold() for token in extra)
        self.of_column = of_column
        self.words = MISSING_TOKENS | self._own
        numbers = (parse_number(token, mark) for token in extra for mark in ".,")
        self.numbers = frozenset(number for number in numbers if number is not None)

    def extended(self, tokens: Collection[str]) -> MissingTokens:
        """Return these and more tokens."""
        more = MissingTokens(tokens, of_column=self.of_column)
        more.words, more.numbers = more.words | self.words, more.numbers | self.numbers
        more._own |= self._own
        return more

    def beside_pluses(self, tokens: Collection[str]) -> MissingTokens:
        """Return these, without the minus where the other tokens are pluses: there it is the opposite of them."""
        plain = set()
        for token in map(str.strip, tokens):
            if token not in self.words and token not in _PLUSES:
                return self
            plain.add(token)
        if plain <= self.words or plain.isdisjoint(_MINUSES - self._own):
            return self
        fewer = MissingTokens(self._own, of_column=self.of_column)
        fewer.words, fewer.numbers = self.words - (_MINUSES - self._own), self.numbers
        return fewer

    def answers_among(self, tokens: Collection[str]) -> list[str]:
        """Return those of the tokens of a column of words that may be answers, such as "None" and "?"."""
        return tokens_among(tokens, (_MAY_BE_ANSWERS & self.words) - self._own)

    def in_words(self, tokens: Collection[str]) -> MissingTokens:
        """Return these, without those that are answers in a column of words.

        "None" is one, and "NA" beside other codes of two capital letters. Where the user has said what means "no value"
        in the column, all others are answers.
        """
        found = {token.strip() for token in self.answers_among(tokens)}
        if not found:
            return self
        answers = {token for token in found if self.of_column or token.casefold() in _ARE_ANSWERS}
        others = {token.strip() for token in tokens if token not in self}
        if "NA" in found and len(others) > 1 and all(map(_SHORT_CODE.fullmatch, others)):
            answers.add("NA")
        if not answers:
            return self
        fewer = MissingTokens(self._own, of_column=self.of_column)
        fewer.words, fewer.numbers = self.words - {token.casefold() for token in answers}, self.numbers
        return fewer

    def __contains__(self, token: str) -> bool:
        return token.strip().casefold() in self.words

    def among(self, tokens: Collection[str]) -> list[str]:
        """Return those of many tokens that mean "no value", in their order."""
        return tokens_among(tokens, self.words)

    def read(self, token: str, decimal: str) -> float | None:
        """Return the finite number in a cell, NaN where it is missing, and None where it is something else."""
        if token in self:
            return math.nan
        number = parse_number(token, decimal)
        if number is None:
            return None
        return number if math.isfinite(number) and number not in self.numbers else math.nan


STANDARD_MISSING = MissingTokens()


class MissingInColumns:
    """The tokens that mean "no value" in each column, for what is a code in one may be an ordinary value in another.

    Parameters
    ----------
    everywhere : collection of str, default=()
        More tokens for all columns; see :class:`MissingTokens`.
    own : mapping of str to collection of str, optional
        More tokens for single columns, by their names; in columns of words other words are answers.
    """

    def __init__(self, everywhere: Collection[str] = (), own: Mapping[str, Collection[str]] | None = None) -> None:
        self._everywhere = MissingTokens(everywhere)
        self._own = {
            name: MissingTokens((*everywhere, *tokens), of_column=True) for name, tokens in (own or {}).items()
        }

    def __getitem__(self, column: str) -> MissingTokens:
        return self._own.get(column, self._everywhere)


def is_date(token: str) -> bool:
    """Return whether a cell is a date or a time of day."""
    token = token.strip()
    if len(token) > _LONGEST_DATE or not any(map(str.isdecimal, token)):
        return False
    return _DATE.fullmatch(token) is not None or read_named_date(token) is not None
