"""What all controls of the pages have in common, and the line about query parameters that cannot be used.

Every control is bound to a query parameter, so the address carries the state of the page. Streamlit checks bounds in
the browser only, and drops an unusable parameter silently or takes a part of it. Here every address is read in Python
and corrected before the widget sees it, and one line names the parameters that cannot be used.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

import streamlit as st

from pages.shared.reset import note_setting, take_reset
from pages.shared.text import as_sentence


def shorten(text: str, limit: int = 24) -> str:
    """Return the text without control characters, cut to a length that fits in a sentence."""
    clean = "".join(character for character in text if character.isprintable())
    return clean if len(clean) <= limit else clean[: limit - 1] + "…"


@dataclass(frozen=True)
class Control:
    """A widget bound to the query parameter `key`.

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

    def draw(self, *, disabled: bool = False, notice: bool = True) -> Any:
        """Draw the widget and return a valid value; with `notice`, draw the line about its query parameter above it.

        Streamlit forgets a widget and its query parameter while another page is shown. A copy of the value is kept; an
        address that names the control has priority over it.
        """
        kept = st.session_state.setdefault("kept_settings", {})
        taken_back = st.session_state.setdefault("taken_back", {})
        reset = self.resets and take_reset(self.key)
        if reset:
            st.session_state[self.key] = self.default
        if self.resets:
            note_setting(self.key, self.default)
        again = self.key in taken_back
        refused = until_shown(self.key, address_notice([self])) if notice else None
        wanted = taken_back.pop(self.key, st.session_state.get(self.key, kept.get(self.key, self.default)))
        named = self.key in st.query_params and not reset
        if not named and self.valid(wanted):
            if st.session_state.get(self.key, self.default) != wanted:
                st.session_state[self.key] = wanted
        elif named and self.key not in st.session_state:
            self._correct_address(kept)
        elif named and st.query_params.get_all(self.key) == self._written(self.default):
            # Streamlit treats an address that names the default as one that names nothing, and keeps what was set.
            st.session_state[self.key] = self.default
        slot = st.empty() if notice else None
        value = self._widget(
            {
                "key": self.key,
                "help": self.help,
                "bind": "query-params",
                "disabled": disabled,
                "on_change": self.on_change or "rerun",
                "args": self.args,
            }
        )
        value = value if self.valid(value) else self.default
        if not (named or again) and value != wanted and self.valid(wanted):
            # After the browser's Back, the address is the one without settings that a change of page leaves behind. In
            # this run it has priority over the value set above, in the next one it has not.
            taken_back[self.key] = wanted
            st.rerun()
        kept[self.key] = value
        if slot is not None:
            show_notice(self.key, refused, value, slot)
        return value

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

    def _correct_address(self, kept: dict[str, Any]) -> None:
        """Where Streamlit may read the address differently, replace its text by that of the value, and start again."""
        given = st.query_params.get_all(self.key)
        value = self.read(given)
        if given == self._written(value):
            return
        kept[self.key] = value
        if value == self.default:
            del st.query_params[self.key]
        else:
            st.query_params[self.key] = self._written(value)
        st.rerun()

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
