"""Which encodings of one byte for each letter give words in another script: Thai, Arabic, Hebrew, Greek, Cyrillic."""

from __future__ import annotations

import re
import unicodedata

#: The code of each script in Windows, and those of Unix and DOS.
SCRIPTS = {
    "cp1256": "ARABIC",
    "cp1255": "HEBREW",
    "cp874": "THAI",
    "cp1253": "GREEK",
    "cp1251": "CYRILLIC",
    "koi8_r": "CYRILLIC",
    "cp866": "CYRILLIC",
}
_ASCII_SIGNS = re.compile(r"[\x00-\x40\x5b-\x60\x7b-\x7f]+")
_THAI_BEFORE = frozenset("เแโใไ")
_THAI_AFTER = frozenset("ะาำๅฯๆ")
_FINAL = frozenset("ךםןףץ")
_VOWELS = {
    "GREEK": frozenset("αεηιουωάέήίόύώϊϋΐΰ"),
    "CYRILLIC": frozenset("аеёиоуыэюяіїєў"),
}
_MOSTLY = 0.75
_FEWEST = 3
_MOST_WORDS = 2000


def codecs_of_scripts(sample: bytes) -> list[str]:
    """Return the encodings in which the words beyond ASCII are words of one script, the likeliest first.

    Letters are of the script alone, marks and final letters stand where they may, capitals only begin a word or make up
    all of it, and words of Greek and Cyrillic have vowels.

    Parameters
    ----------
    sample : bytes
        Lines with characters that are not ASCII.
    """
    shares = {codec: _share_of_words(sample, codec, script) for codec, script in SCRIPTS.items()}
    fitting = [codec for codec, share in shares.items() if share >= _MOSTLY]
    return sorted(fitting, key=lambda codec: -shares[codec])


def _share_of_words(sample: bytes, codec: str, script: str) -> float:
    text = sample.decode(codec, "replace")
    words = dict.fromkeys(_ASCII_SIGNS.split(text))
    pieces = [word for word in words if any(letter.isalpha() and not letter.isascii() for letter in word)][:_MOST_WORDS]
    if sum(map(len, pieces)) < _FEWEST or "\ufffd" in text:
        return 0.0
    return sum(_is_word(piece, script) for piece in pieces) / len(pieces)


def _is_word(piece: str, script: str) -> bool:
    if any(letter.isalpha() and not unicodedata.name(letter, "").startswith(script) for letter in piece):
        return False
    if (
        unicodedata.category(piece[0]) == "Mn"
        or piece[0] in _THAI_AFTER
        or piece[-1] in _THAI_BEFORE
        or any(letter in _FINAL for letter in piece[:-1])
    ):
        return False
    if any(unicodedata.category(letter)[0] not in "LMZ" for letter in piece.strip("«»–—„“”’…°№")):
        return False
    vowels = _VOWELS.get(script)
    if vowels is None:
        return True
    has_case = piece.islower() or piece.isupper() or (piece[0].isupper() and piece[1:].islower())
    return has_case and (len(piece) < _FEWEST or not vowels.isdisjoint(piece.casefold()))
