"""East Asian encodings that read the text beyond ASCII as common characters, where it is too short for statistics."""

from __future__ import annotations

from collections.abc import Callable

_ASCII_LETTERS = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")
# Of a few characters nothing is known; letters with accents look like one or two of them.
_FEWEST = 3
_COMMON = 0.8
# Ideographs beside letters are units (kg) in a header, or letters with accents in a word.
_BESIDE_LETTERS = 0.5


#: The lead bytes of the common characters of each encoding, the narrowest range first: the first level of the
#: ideographs of GB 2312, JIS X 0208 and Big5, the syllables of KS X 1001, and the kana.
_CODECS: tuple[tuple[str, Callable[[bytes], bool]], ...] = (
    ("euc_kr", lambda pair: len(pair) == 2 and 0xB0 <= pair[0] <= 0xC8 and pair[1] >= 0xA1),
    ("gb18030", lambda pair: len(pair) == 2 and 0xB0 <= pair[0] <= 0xD7 and pair[1] >= 0xA1),
    ("cp932", lambda pair: len(pair) == 2 and (0x82 <= pair[0] <= 0x83 or 0x88 <= pair[0] <= 0x97)),
    ("big5", lambda pair: len(pair) == 2 and 0xA4 <= pair[0] <= 0xC6),
    ("euc_jp", lambda pair: len(pair) == 2 and (0xA4 <= pair[0] <= 0xA5 or 0xB0 <= pair[0] <= 0xCF)),
)


def east_asian_codecs(sample: bytes) -> list[str]:
    """Return the encodings in which the characters beyond ASCII are common letters, the likeliest first.

    Parameters
    ----------
    sample : bytes
        Lines with characters that are not ASCII.

    Returns
    -------
    list of str
        None where the text has fewer than three such characters.
    """
    shares = {codec: _share_of_common(sample, codec, common) for codec, common in _CODECS}
    fitting = [codec for codec, share in shares.items() if share >= _COMMON]
    return sorted(fitting, key=lambda codec: -shares[codec])


def _share_of_common(sample: bytes, codec: str, is_common: Callable[[bytes], bool]) -> float:
    """Return the share of common letters among the letters beyond ASCII; 0 where the text is not of this encoding."""
    try:
        text = sample.decode(codec)
    except UnicodeDecodeError:
        return 0.0
    letters = [k for k, letter in enumerate(text) if not letter.isascii() and letter.isalpha()]
    if len({text[k] for k in letters}) < _FEWEST or any("\uff61" <= text[k] <= "\uff9f" for k in letters):
        return 0.0
    beside = sum(not _ASCII_LETTERS.isdisjoint(text[max(k - 1, 0) : k + 2]) for k in letters)
    if beside >= _BESIDE_LETTERS * len(letters):
        return 0.0
    return sum(is_common(text[k].encode(codec)) for k in letters) / len(letters)
