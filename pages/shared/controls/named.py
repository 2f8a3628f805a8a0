"""Controls whose options have names: the reader sees the name, the address has a short word that stays."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from pages.shared.controls.control import Control

#: More characters of words are not listed where one is not known.
_MOST_LISTED = 80


def word_of(value: Any) -> str:
    """Return what stands for a value in an address: the value itself, in small letters and without spaces."""
    text = f"{value:g}" if isinstance(value, float) else str(value)
    return re.sub(r"[^\w.+]+", "-", text.lower()).strip("-") or "value"


@dataclass(frozen=True)
class Named(Control):
    """A control of values that have names.

    Parameters
    ----------
    options : mapping
        The names, by the values.
    """

    options: Mapping[Any, str] = field(kw_only=True)

    def words(self) -> dict[Any, str]:
        """Return what stands for each value in the address."""
        found: dict[Any, str] = {}
        taken: set[str] = set()
        for value in self.options:
            word = base = self._word(value)
            number = 1
            while word in taken:
                number += 1
                word = f"{base}-{number}"
            found[value] = word
            taken.add(word)
        return found

    def _word(self, value: Any) -> str:
        return word_of(value)

    def parse(self, text: str) -> Any:
        """Read the word of a value; its name and the value itself too, which older links have."""
        words = self.words()
        for value, word in words.items():
            if text == word:
                return value
        for value, name in self.options.items():
            if text in (name, str(value)):
                return value
        known = ", ".join(words.values())
        raise ValueError("is not one of the choices" if len(known) > _MOST_LISTED else f"is none of {known}")
