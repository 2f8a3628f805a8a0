"""Words for yes and no, alone or in several ways of writing them."""

from __future__ import annotations

from collections.abc import Collection

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
_BOOLEANS = frozenset(word for pair in BOOLEAN_PAIRS for word in pair)
# Several pairs of words in one column, which programs and people mix: 1 and TRUE, y and yes. A single letter is one of
# them only beside its opposite: T may be a trace of rain among 0 and 1.
_MIXED = (
    ({"no", "false", "off", "0", "0.0"}, {"yes", "true", "on", "1", "1.0"}),
    ({"no", "n", "0", "0.0"}, {"yes", "y", "1", "1.0"}),
    ({"false", "f", "0", "0.0"}, {"true", "t", "1", "1.0"}),
    *(({*low, "0", "0.0"}, {*high, "1", "1.0"}) for low, high in (
        (("nein", "falsch"), ("ja", "wahr")),
        (("nein", "n"), ("ja", "j")),
        (("non", "faux"), ("oui", "vrai")),
        (("no", "falso"), ("s\u00ed", "si", "verdadero")),
        (("no", "falso"), ("s\u00ec", "si", "vero")),
        (("n\u00e3o", "nao", "falso"), ("sim", "verdadeiro")),
    )),
    *(({low, "0", "0.0"}, {high, "1", "1.0"}) for low, high in BOOLEAN_PAIRS),
)  # fmt: skip
_MOST_WORDS = max(len(low) + len(high) for low, high in _MIXED)


def boolean_pair(tokens: Collection[str]) -> tuple[str, str] | None:
    """Return the (false, true) words if all tokens are of one pair, such as ``no`` and ``yes``."""
    words: set[str] = set()
    for token in tokens:
        words.add(token.strip().casefold())
        if len(words) > 2:
            return None
    if not words or not words <= _BOOLEANS:
        return None
    return next((pair for pair in BOOLEAN_PAIRS if words <= set(pair)), None)


def boolean_words(tokens: Collection[str]) -> tuple[tuple[str, ...], tuple[str, ...]] | None:
    """Return the words for no and those for yes if all tokens are of one pair, or of pairs that mean the same.

    Parameters
    ----------
    tokens : collection of str
        The different cells of a column.

    Returns
    -------
    tuple of (tuple of str, tuple of str) or None
        Without outer spaces, in lower case, in the order of the tokens; of a pair both, if only one is there.
    """
    pair = boolean_pair(tokens)
    if pair is not None:
        return (pair[0],), (pair[1],)
    words: dict[str, None] = {}
    for token in tokens:
        words[token.strip().casefold()] = None
        if len(words) > _MOST_WORDS:
            return None
    if len(words) < 2:
        return None
    for low, high in _MIXED:
        no, yes = tuple(word for word in words if word in low), tuple(word for word in words if word in high)
        if no and yes and len(no) + len(yes) == len(words) and _letters_have_opposites(no, yes):
            return no, yes
    return None


def _letters_have_opposites(no: Collection[str], yes: Collection[str]) -> bool:
    """Return whether some word, or both letters, stand beside digits and single letters."""
    words = [word for word in (*no, *yes) if not word[0].isdecimal()]
    if any(len(word) > 1 for word in words):
        return True
    return all(any(not word[0].isdecimal() for word in side) for side in (no, yes))
