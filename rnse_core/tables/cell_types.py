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
# Also as spreadsheets and survey programs of other languages write them.
BOOLEAN_PAIRS = (
    ("false", "true"),
    ("no", "yes"),
    ("f", "t"),
    ("n", "y"),
    ("off", "on"),
    ("nein", "ja"),
    ("falsch", "wahr"),
    ("n", "j"),
    ("aus", "ein"),
    ("aus", "an"),
    ("nee", "ja"),
    ("onwaar", "waar"),
    ("nej", "ja"),
    ("nei", "ja"),
    ("falskt", "sant"),
    ("ei", "kyll\u00e4"),
    ("non", "oui"),
    ("faux", "vrai"),
    ("no", "s\u00ed"),
    ("no", "s\u00ec"),
    ("no", "si"),
    ("falso", "verdadero"),
    ("falso", "vero"),
    ("falso", "verdadeiro"),
    ("n\u00e3o", "sim"),
    ("nie", "tak"),
    ("fa\u0142sz", "prawda"),
    ("ne", "ano"),
    ("ne", "da"),
    ("nu", "da"),
    ("nem", "igen"),
    ("hay\u0131r", "evet"),
    ("hayir", "evet"),
    ("\u043d\u0435\u0442", "\u0434\u0430"),
    ("\u03cc\u03c7\u03b9", "\u03bd\u03b1\u03b9"),
    ("\u5426", "\u662f"),
    ("\u3044\u3044\u3048", "\u306f\u3044"),
    ("\u2717", "\u2713"),
    ("\u2718", "\u2714"),
    ("\u2610", "\u2611"),
    ("\u274c", "\u2705"),
    ("\u00d7", "\u2713"),
    ("unchecked", "checked"),
)

_LONGEST_DATE = 40
_MONTH = r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*"
_TIME = r"\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?\s*(?:[ap]m|z|[+-]\d{2}:?\d{2})?"
_DATE = re.compile(
    rf"(?:(?:\d{{4}}-\d{{1,2}}-\d{{1,2}}|\d{{4}}/\d{{1,2}}/\d{{1,2}}|\d{{1,2}}[./-]\d{{1,2}}[./-](?:\d{{4}}|\d{{2}})"
    rf"|\d{{1,2}}[ -]{_MONTH}[ -]\d{{2,4}}|{_MONTH} \d{{1,2}},? \d{{4}})(?:,?[T ]+{_TIME})?|{_TIME})",
    re.IGNORECASE,
)


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
        return None


def shortest_decimal(value: float) -> str:
    """Write a number without an exponent in as few digits as identify it, in single precision where it has that."""
    with np.errstate(over="ignore"):
        single = np.float32(value)
    return np.format_float_positional(single if float(single) == value else value, trim="-")


class MissingTokens:
    """The tokens that mean "no value": the usual ones and the user's own.

    Parameters
    ----------
    extra : collection of str, default=()
        More tokens, such as ``"unknown"`` or ``"-999"``. A number stands for every way of writing it.
    """

    def __init__(self, extra: Collection[str] = ()) -> None:
        self.words = MISSING_TOKENS | {token.strip().casefold() for token in extra}
        numbers = (parse_number(token, mark) for token in extra for mark in ".,")
        self.numbers = frozenset(number for number in numbers if number is not None)

    def extended(self, tokens: Collection[str]) -> MissingTokens:
        """Return these and more tokens."""
        more = MissingTokens(tokens)
        more.words, more.numbers = more.words | self.words, more.numbers | self.numbers
        return more

    def __contains__(self, token: str) -> bool:
        return token.strip().casefold() in self.words

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
        More tokens for single columns, by their names.
    """

    def __init__(self, everywhere: Collection[str] = (), own: Mapping[str, Collection[str]] | None = None) -> None:
        self._everywhere = MissingTokens(everywhere)
        self._own = {name: MissingTokens((*everywhere, *tokens)) for name, tokens in (own or {}).items()}

    def __getitem__(self, column: str) -> MissingTokens:
        return self._own.get(column, self._everywhere)


def is_date(token: str) -> bool:
    """Return whether a cell is a date or a time of day."""
    token = token.strip()
    if len(token) > _LONGEST_DATE or not any(map(str.isdecimal, token)):
        return False
    return _DATE.fullmatch(token) is not None or read_named_date(token) is not None


def boolean_pair(tokens: Collection[str]) -> tuple[str, str] | None:
    """Return the (false, true) words if all tokens are of one pair, such as ``no`` and ``yes``."""
    words: set[str] = set()
    for token in tokens:
        words.add(token.strip().casefold())
        if len(words) > 2:
            return None
    return next((pair for pair in BOOLEAN_PAIRS if words and words <= set(pair)), None)
