"""Controls whose options have names: the reader sees the name, the address has a short word that stays."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import streamlit as st

from pages.shared.controls import address
from pages.shared.controls.control import Control, address_notice, show_notice, until_shown
from pages.shared.reset import note_setting, take_reset

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

    def wanted(self) -> Any:
        """Return the value that the widget is going to be drawn with."""
        if address.has_changed(self.key):
            given = st.query_params.get_all(self.key)
            return self.read(given) if given else self.default
        kept = st.session_state.get("kept_settings", {})
        value = st.session_state.get(self.key, kept.get(self.key, self.default))
        return value if self.valid(value) else self.default

    def draw(self, *, disabled: bool = False, notice: bool = True) -> Any:
        """Draw the widget and return a valid value; with `notice`, draw the line about its query parameter above it.

        An address that has changed has priority over the widget, the widget over the value that it had on an earlier
        visit to the page.
        """
        kept = st.session_state.setdefault("kept_settings", {})
        reset = self.resets and take_reset(self.key)
        if self.resets:
            note_setting(self.key, self.default)
        refused = until_shown(self.key, address_notice([self])) if notice else None
        wanted = self.default if reset else self.wanted()
        if self.key not in st.session_state or st.session_state[self.key] != wanted:
            st.session_state[self.key] = wanted
        slot = st.empty() if notice else None
        value = self._widget(
            {
                "key": self.key,
                "help": self.help,
                "disabled": disabled,
                "on_change": self.on_change or "rerun",
                "args": self.args,
            }
        )
        value = value if self.valid(value) else self.default
        kept[self.key] = value
        address.write(self.key, [] if value == self.default else self._written(value))
        if slot is not None:
            show_notice(self.key, refused, value, slot)
        return value
