"""What all controls of the pages have in common, and the line about query parameters that cannot be used.

Every control has a query parameter, so the address carries the state of the page. The app reads and writes it itself:
a widget that Streamlit binds to its parameter loses it where the widget is set by the app while it is not drawn, its
bounds are checked in the browser only, and an unusable parameter is dropped silently. Here every address is read and
checked before the widget sees it, and one line names the parameters that cannot be used.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

import streamlit as st

from pages.shared.controls import address
from pages.shared.reset import note_setting, take_reset
from pages.shared.text import as_sentence


def shorten(text: str, limit: int = 24) -> str:
    """Return the text without control characters, cut to a length that fits in a sentence."""
    clean = "".join(character for character in text if character.isprintable())
    return clean if len(clean) <= limit else clean[: limit - 1] + "…"


@dataclass(frozen=True)
class Control:
    """A widget with the query parameter `key`.

    `draw` puts the widget into the current container and returns a valid value. `parse` reads the text of an address;
    where the text cannot be used, it raises a ValueError whose message is the end of a sentence.

    Parameters
    ----------
    key : str
        Of the widget and of the query parameter.
    label : str
    default : object
    help : str, optional
    active : callable, optional
        Decides from the values of the controls above whether the widget can be used; an inactive one stays visible and
        keeps its value.
    hidden : callable, optional
        Decides in the same way whether the widget is left out; it keeps its value.
    on_change : callable, optional
        Called when the widget was changed.
    args : tuple, default=()
        Of that call.
    resets : bool, default=True
        Whether the button that resets the page changes it.
    """

    #: Whether the address may have the query parameter several times.
    several: ClassVar[bool] = False
    key: str
    label: str
    default: Any
    help: str | None = field(default=None, kw_only=True)
    active: Callable[[Mapping[str, Any]], bool] | None = field(default=None, kw_only=True)
    hidden: Callable[[Mapping[str, Any]], bool] | None = field(default=None, kw_only=True)
    on_change: Callable[..., None] | None = field(default=None, kw_only=True)
    args: tuple[Any, ...] = field(default=(), kw_only=True)
    resets: bool = field(default=True, kw_only=True)

    def parse(self, text: str) -> Any:
        """Read the text of an address."""
        raise NotImplementedError

    def valid(self, value: Any) -> bool:
        """Return whether a value may be used."""
        raise NotImplementedError

    def show(self, value: Any) -> str:
        """Write a value as a reader sees it."""
        return str(value)

    def _widget(self, options: Mapping[str, Any]) -> Any:
        raise NotImplementedError

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

        Streamlit forgets a widget while another page is shown, so a copy of the value is kept. An address that has
        changed has priority over the widget, the widget over the copy.
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

    def has_a_say(self, values: Mapping[str, Any]) -> bool:
        """Return whether the widget is drawn and can be used, by the values of the controls above."""
        hidden = self.hidden is not None and self.hidden(values)
        return not hidden and (self.active is None or self.active(values))

    def kept(self) -> Any:
        """Return the value that the widget would have, without drawing it."""
        value = st.session_state.get("kept_settings", {}).get(self.key, self.default)
        return value if self.valid(value) else self.default

    def read(self, given: Sequence[str]) -> Any:
        """Return the value that an address stands for: the default, if it cannot be used."""
        try:
            (text,) = given
            return self.parse(text)
        except ValueError:
            return self.default

    def _written(self, value: Any) -> list[str]:
        """Write a value as it stands in an address."""
        return [self.show(value)]


def address_notice(controls: Sequence[Control]) -> str | None:
    """Return one line that names every query parameter that could not be used, or None.

    Call it before the controls are drawn: drawing removes what cannot be used from the address.
    """
    refused = []
    for control in controls:
        given = st.query_params.get_all(control.key)
        if len(given) > 1 and not control.several:
            default = f"{control.label.lower()} is {control.show(control.default)}"
            refused.append(f"{control.key} is given {len(given)} times, so {default}")
            continue
        for text in given:
            try:
                control.parse(text)
            except ValueError as reason:
                instead = (
                    "it is left out"
                    if control.several
                    else f"{control.label.lower()} is {control.show(control.default)}"
                )
                refused.append(f"{control.key} = “{shorten(text)}” {reason}, so {instead}")
    return "Not used from the address: " + "; ".join(refused) + "." if refused else None


def until_shown(key: str, notice: str | None) -> str | None:
    """Return the line about the address that is still to be shown, also after a rerun that came before that."""
    return st.session_state.setdefault(f"{key}_notice_to_show", notice)


def show_notice(key: str, notice: str | None, values: Any, where: Any) -> None:
    """Draw the line about the address until the values change."""
    del st.session_state[f"{key}_notice_to_show"]
    kept = f"{key}_notice"
    if notice is not None:
        st.session_state[kept] = (notice, values)
    if kept in st.session_state:
        notice, values_then = st.session_state[kept]
        if values_then == values:
            where.warning(as_sentence(notice), icon=":material/link_off:")
        else:
            del st.session_state[kept]
