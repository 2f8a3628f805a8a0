"""Text that is codes although most of its cells could be read as numbers: 01005 beside 2A004, hexadecimal keys."""

from __future__ import annotations

import re
from collections.abc import Collection

from rnse_core.tables.conversion_kinds import ConversionKind
from rnse_core.tables.identifier_names import is_identifier_name

# Conversions of cells of letters and digits; the others need a mark that codes do not have.
_OF_CODES = (
    ConversionKind.NUMBER,
    ConversionKind.FLAGGED,
    ConversionKind.UNIT,
    ConversionKind.HEXADECIMAL,
    ConversionKind.POWER_OF_TEN,
    ConversionKind.SEVERAL_UNITS,
)
_LETTERS_AND_DIGITS = re.compile(r"[0-9A-Za-z]+")
_PREFIXED = re.compile(r"0[xX][0-9a-fA-F]+")
_PADDED = re.compile(r"0[0-9A-Za-z]*[0-9][0-9A-Za-z]*")
_LETTER_WITHIN = re.compile(r"\d+[A-Za-z]+\d+")
_HEXADECIMAL = re.compile(r"[0-9a-fA-F]+")
_LETTER_FIRST = re.compile(r"[a-fA-F]+\d")
# Numbers of orders and the like have as many digits each.
_NUMBERED = re.compile(r"[#\u2116]\s?\d{3,}")
_RANK = re.compile(r"rank|rang|platz|place|pos", re.IGNORECASE)
_MOSTLY = 0.9
_FEWEST = 2
_SHARE = 0.05
# No quantity is as long.
_LONG = 16


def are_codes(name: str, tokens: Collection[str], kind: ConversionKind) -> bool:
    """Return whether the cells of a column of text are codes rather than numbers with something beside them.

    They consist of letters and digits, and some have zeros in front, or letters between digits, or sixteen signs or
    more, or all are hexadecimal numbers of one length, some of which begin with a letter; or the name of the column is
    that of identifiers. So are numbers of one length behind a sign such as #, unless the column has ranks.

    Parameters
    ----------
    name : str
        Of the column.
    tokens : collection of str
        Its different cells, without the missing ones.
    kind : ConversionKind
        How they could be read as numbers.
    """
    cells = {token.strip() for token in tokens}
    if kind is ConversionKind.WORDED:
        are_numbered = len(set(map(len, cells))) == 1 and all(map(_NUMBERED.fullmatch, cells))
        return are_numbered and _RANK.search(name) is None
    if kind not in _OF_CODES:
        return False
    if any(map(_PREFIXED.fullmatch, cells)):
        return False
    plain = [cell for cell in cells if _LETTERS_AND_DIGITS.fullmatch(cell)]
    if len(plain) < max(_FEWEST, _MOSTLY * len(cells)):
        return False
    if is_identifier_name(name):
        return True
    signs = (_PADDED.fullmatch, _LETTER_WITHIN.fullmatch, lambda cell: len(cell) >= _LONG)
    for is_sign in signs:
        if sum(map(bool, map(is_sign, plain))) >= max(_FEWEST, _SHARE * len(plain)):
            return True
    return _are_hexadecimal(plain)


def _are_hexadecimal(cells: Collection[str]) -> bool:
    lengths = set(map(len, cells))
    return len(lengths) == 1 and all(map(_HEXADECIMAL.fullmatch, cells)) and any(map(_LETTER_FIRST.match, cells))
