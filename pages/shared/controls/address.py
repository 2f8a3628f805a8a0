"""The query parameters that the app writes itself: those of controls whose options have names.

Streamlit binds a widget to the text of its options, which is wording: it has spaces, and a change of it would break
links. So these parameters are read and written here, with a short word for each option. What the address had when it
was last looked at tells an address that has changed, by a link or the browser's Back, from a widget that has.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field

import streamlit as st

_PAGE, _SEEN, _DRAWN = "address_page", "address_seen", "address_drawn"
#: Seconds after the app has written a parameter in which a run may still come with the address of before.
_ON_THE_WAY = 2.0


@dataclass
class _Seen:
    now: list[str] = field(default_factory=list)
    before: list[str] = field(default_factory=list)
    written_at: float = float("-inf")
    #: Whether the address has been without the parameter: Back may lead there again.
    was_absent: bool = False


def begin_run(page: str) -> None:
    """Prepare for the controls of a page. A change of page leaves the address without parameters of this kind."""
    if st.session_state.get(_PAGE) != page:
        st.session_state[_PAGE] = page
        st.session_state[_SEEN] = {}
    st.session_state[_DRAWN] = set()


def end_run() -> None:
    """Take the parameters of controls that were not drawn in this run out of the address."""
    seen: dict[str, _Seen] = st.session_state.get(_SEEN, {})
    for key in set(seen) - st.session_state.get(_DRAWN, set()):
        del seen[key]
        if key in st.query_params:
            del st.query_params[key]


def has_changed(key: str) -> bool:
    """Return whether the address has another text for a parameter than the app has read or written last."""
    given = st.query_params.get_all(key)
    seen = st.session_state.get(_SEEN, {}).get(key)
    if seen is None:
        return bool(given)
    if given == seen.now or (not given and not seen.was_absent):
        return False
    return given != seen.before or time.monotonic() - seen.written_at > _ON_THE_WAY


def write(key: str, texts: list[str]) -> None:
    """Let the address have these texts for a parameter, none of them for an empty list, and note that it has."""
    all_seen: dict[str, _Seen] = st.session_state.setdefault(_SEEN, {})
    seen = all_seen.setdefault(key, _Seen())
    st.session_state.setdefault(_DRAWN, set()).add(key)
    given = st.query_params.get_all(key)
    if texts and given != texts:
        st.query_params[key] = texts
    elif given and not texts:
        del st.query_params[key]
    if seen.now != texts:
        seen.before, seen.now, seen.written_at = seen.now, texts, time.monotonic()
    seen.was_absent |= not texts
