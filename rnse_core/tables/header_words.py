"""Words in the first row that do not look like the words below them, which makes the numbers beside them names."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from enum import IntEnum, auto

from rnse_core.tables.cell_types import STANDARD_MISSING

_NUMBERS = re.compile(r"\d+")
# What the column of the names of the rows is often called.
_NAMES_OF_ROWS = re.compile(
    r"(?:samples?|subjects?|patients?|participants?|individuals?|donors?|animals?|country|countries|regions?"
    r"|geography|areas?|states?|province|county|city|cities|municipality|district|location|place|genes?|compounds?"
    r"|names?|ids?|species|sites?|stations?|plots?|products?|items?|category|groups?|treatments?|conditions?|variables?"
    r"|indicators?|industry|sectors?|months?|sex|gender|age|class|type|probe|probanden?|proband|patientin|land|länder"
    r"|gebiet|bundesland|kreis|stadt|gemeinde|ort|gruppe|geschlecht|art|merkmal|produkt|branche|monat|pays|région"
    r"|ville|commune|nom|sexe|échantillon|país|pais|región|ciudad|nombre|muestra|sexo|paese|regione|comune|nome)"
    r"(?:[ _]?(?:name|id|code|no\.?|nr\.?))?",
    re.IGNORECASE,
)


class Words(IntEnum):
    """What the words of the first row say about it, the surest first."""

    #: A word that columns are often called.
    NAMES = auto()
    #: A word that looks unlike all words below it.
    UNLIKE = auto()
    #: A word that is not below it.
    NEW = auto()
    #: A word that is below it too, or looks like those there; or no word.
    CELLS = auto()


def words_above(first: Sequence[str], body: Sequence[Sequence[str]], number_in: Callable[[str], float | None]) -> Words:
    """Return what the words of the first row say, in columns of words.

    Parameters
    ----------
    first : sequence of str
    body : sequence of sequence of str
        The rows below it.
    number_in : callable
        Returns the number in a cell, or None.
    """
    found = Words.CELLS
    for j, cell in enumerate(first):
        word = cell.strip()
        below = Counter(row[j].strip() for row in body if j < len(row) and row[j] not in STANDARD_MISSING)
        is_word = word and word not in STANDARD_MISSING and number_in(word) is None
        if not is_word or not below or any(number_in(other) is not None for other in below):
            continue
        said = _said_by(word, below)
        if said is Words.CELLS:
            return Words.CELLS
        found = min(found, said)
    return found


def _said_by(word: str, below: Counter[str]) -> Words:
    shapes = {_NUMBERS.sub("0", other) for other in below}
    shape = _NUMBERS.sub("0", word)
    are_numbered = len(shapes) == 1 and "0" in next(iter(shapes)) and len(below) > 1
    if word in below or (are_numbered and shape in shapes):
        return Words.CELLS
    if _NAMES_OF_ROWS.fullmatch(word):
        return Words.NAMES
    return Words.UNLIKE if are_numbered or (len(below) > 1 and min(below.values()) > 1) else Words.NEW
