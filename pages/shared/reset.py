"""Setting a page back: every setting has its default again, and the address names none."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import streamlit as st

_PAGE, _DRAWN, _PENDING = "page_now", "settings_drawn", "settings_to_reset"
_CLEARED = "changes_to_clear"


def begin_page(title: str) -> None:
    """Say which page the settings that are drawn from now on belong to."""
    st.session_state[_PAGE] = title


def note_setting(key: str, default: Any) -> None:
    """Remember that the page has a setting with this key, and its default."""
    drawn = st.session_state.setdefault(_DRAWN, {})
    drawn.setdefault(st.session_state.get(_PAGE, ""), {})[key] = default


def note_changes(clear: Callable[[], None]) -> None:
    """Remember how the page clears what is no setting with a key, such as the changes in a table.

    Parameters
    ----------
    clear : callable
    """
    st.session_state.setdefault(_CLEARED, {}).setdefault(st.session_state.get(_PAGE, ""), {})[clear.__qualname__] = (
        clear
    )


def take_reset(key: str) -> bool:
    """Return, once after a reset, whether a setting is to be drawn with its default."""
    pending: set[str] = st.session_state.get(_PENDING, set())
    found = key in pending
    pending.discard(key)
    return found


def button() -> None:
    """Draw the button that sets the page back."""
    st.button(
        "Reset",
        key="page_reset",
        icon=":material/restart_alt:",
        type="tertiary",
        help="Set all settings of this page back to their defaults.",
        on_click=_reset,
    )


def _reset() -> None:
    defaults = st.session_state.get(_DRAWN, {}).get(st.session_state.get(_PAGE, ""), {})
    kept = st.session_state.get("kept_settings", {})
    for key in defaults:
        kept.pop(key, None)
    shown = {key: default for key, default in defaults.items() if key in st.session_state}
    for key, default in shown.items():
        st.session_state[key] = default
    # A default may depend on other settings, so it is taken again when the setting is drawn.
    st.session_state[_PENDING] = set(shown)
    for clear in st.session_state.get(_CLEARED, {}).get(st.session_state.get(_PAGE, ""), {}).values():
        clear()
