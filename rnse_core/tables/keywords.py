"""The keywords of `read_table` as text, from an address or a command line."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

_TEXT = (str, type(None))
KEYWORD_TYPES: dict[str, tuple[type, ...]] = {
    "delimiter": _TEXT,
    "decimal": _TEXT,
    "encoding": _TEXT,
    "header": (bool,),
    "skip_lines": (int,),
    "drop_bad_rows": (bool,),
    "label_column": _TEXT,
    "ignore": (list, tuple),
    "keep": (list, tuple),
    "missing": (str,),
    "missing_values": (list, tuple),
    "missing_in": (dict,),
    "one_hot": (list, tuple),
    "convert": (dict,),
    "kind": (str,),
    "symmetrize": (bool,),
    "variable": _TEXT,
    "transpose": (bool,),
    "sample_rows": (int,),
}


def check_keywords(found: Mapping[str, Any]) -> dict[str, Any]:
    """Return keywords that came as text, with lists as tuples.

    Parameters
    ----------
    found : mapping
        Names and values, as JSON has them.

    Returns
    -------
    dict

    Raises
    ------
    ValueError
        If there is no such keyword or its value is of another type, with the end of a sentence.
    """
    for name, value in found.items():
        if name not in KEYWORD_TYPES or not isinstance(value, KEYWORD_TYPES[name]):
            raise ValueError(f"holds {name[:24]}, which cannot be used")
        if isinstance(value, list) and not _are_texts(value):
            raise ValueError(f"holds a list in {name} that is not of names")
        if isinstance(value, dict):
            if name == "convert" and not all(isinstance(part, str) for part in value.values()):
                raise ValueError(f"holds conversions in {name} that are not names")
            if name == "missing_in" and not all(map(_are_texts, value.values())):
                raise ValueError(f"holds values in {name} that are not lists of texts")
    return {name: tuple(value) if isinstance(value, list) else value for name, value in found.items()}


def _are_texts(value: Any) -> bool:
    return isinstance(value, list | tuple) and all(isinstance(part, str) for part in value)
