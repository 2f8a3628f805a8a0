"""Check keywords of `read_table` that come from outside, such as an address or a command line."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum, auto
from typing import Any

from rnse_core.exceptions._fields import WithFields

_TEXT = (str, type(None))
KEYWORD_TYPES: dict[str, tuple[type, ...]] = {
    "delimiter": _TEXT,
    "decimal": _TEXT,
    "encoding": _TEXT,
    "quotes": _TEXT,
    "header": (bool, type(None)),
    "skip_lines": (int,),
    "drop_bad_rows": (bool,),
    "widths": _TEXT,
    "part": (int, type(None)),
    "drop_notes": (bool, type(None)),
    "label_column": _TEXT,
    "ignore": (list, tuple),
    "keep": (list, tuple),
    "missing": (str,),
    "missing_values": (list, tuple),
    "missing_in": (dict,),
    "one_hot": (list, tuple),
    "numbers": (dict,),
    "split": (dict,),
    "ordinal": (dict,),
    "ticks": (list, tuple),
    "convert": (dict,),
    "cyclic": (dict,),
    "fill_down": (list, tuple),
    "fold_case": (list, tuple),
    "kind": (str,),
    "symmetrize": (bool,),
    "variable": _TEXT,
    "sheet": _TEXT,
    "hidden": (bool, type(None)),
    "transpose": (bool,),
    "drop_totals": (bool, type(None)),
    "sample_rows": (int,),
}


class KeywordProblem(StrEnum):
    """What is wrong with a keyword."""

    UNKNOWN = auto()
    WRONG_TYPE = auto()
    NOT_NAMES = auto()
    NOT_CONVERSIONS = auto()
    NOT_LISTS_OF_TEXTS = auto()
    NOT_SEPARATORS = auto()
    NOT_PERIODS = auto()


_SENTENCES = {
    KeywordProblem.UNKNOWN: "There is no keyword {0.keyword!r}.",
    KeywordProblem.WRONG_TYPE: "The keyword {0.keyword} takes a value of another type.",
    KeywordProblem.NOT_NAMES: "The keyword {0.keyword} takes a list of names.",
    KeywordProblem.NOT_CONVERSIONS: "The keyword {0.keyword} takes the name of a conversion for each column.",
    KeywordProblem.NOT_LISTS_OF_TEXTS: "The keyword {0.keyword} takes a list of texts for each column.",
    KeywordProblem.NOT_SEPARATORS: "The keyword {0.keyword} takes what separates the parts of a cell for each column.",
    KeywordProblem.NOT_PERIODS: "The keyword {0.keyword} takes a number above zero for each column.",
}


@dataclass(eq=False)
class KeywordError(WithFields, ValueError):
    """A keyword that :func:`rnse_core.tables.read_table` does not have, or a value that it does not take.

    Parameters
    ----------
    keyword : str
        Its name.
    problem : KeywordProblem
        What is wrong.
    """

    keyword: str
    problem: KeywordProblem

    def _sentence(self) -> str:
        return _SENTENCES[self.problem].format(self)


def check_keywords(found: Mapping[str, Any]) -> dict[str, Any]:
    """Check the types of keywords, and return them with lists as tuples.

    Parameters
    ----------
    found : mapping
        Names and values, as JSON has them.

    Returns
    -------
    dict

    Raises
    ------
    KeywordError
        If there is no such keyword, or its value is of another type.
    """
    for name, value in found.items():
        problem = _problem(name, value)
        if problem is not None:
            raise KeywordError(name, problem)
    return {name: tuple(value) if isinstance(value, list) else value for name, value in found.items()}


def _problem(name: str, value: Any) -> KeywordProblem | None:
    if name not in KEYWORD_TYPES:
        return KeywordProblem.UNKNOWN
    if not isinstance(value, KEYWORD_TYPES[name]):
        return KeywordProblem.WRONG_TYPE
    if isinstance(value, list) and not _are_texts(value):
        return KeywordProblem.NOT_NAMES
    parts = value.values() if isinstance(value, dict) else ()
    if name == "convert" and not all(isinstance(part, str) for part in parts):
        return KeywordProblem.NOT_CONVERSIONS
    if name in ("numbers", "split") and not all(isinstance(part, str) for part in parts):
        return KeywordProblem.NOT_SEPARATORS
    if name == "cyclic" and not all(map(_is_period, parts)):
        return KeywordProblem.NOT_PERIODS
    if name in ("missing_in", "ordinal") and not all(map(_are_texts, parts)):
        return KeywordProblem.NOT_LISTS_OF_TEXTS
    return None


def _is_period(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and value > 0


def _are_texts(value: Any) -> bool:
    return isinstance(value, list | tuple) and all(isinstance(part, str) for part in value)
