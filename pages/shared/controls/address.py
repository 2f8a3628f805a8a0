"""The query parameters of the pages, which the app reads and writes itself.

What the address had when it was last looked at tells an address that has changed, by a link or the browser's Back, from
a widget that has. Every change of the address is an entry of the browser's history, so what is drawn together is
written together: Back leads to the settings of before, and never to a part of them.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterator
from dataclasses import dataclass, field

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx

_PAGE, _SEEN, _DRAWN = "address_page", "address_seen", "address_drawn"
_TO_WRITE, _TOGETHER = "address_to_write", "address_together"
#: Seconds after the app has written a parameter in which a run may still come with an address of before.
_ON_THE_WAY = 2.0


@dataclass
class _Seen:
    now: list[str] = field(default_factory=list)
    #: When each text of before was replaced.
    replaced: dict[tuple[str, ...], float] = field(default_factory=dict)
    #: Whether the address has been without the parameter: Back may lead there again.
    was_absent: bool = False

    def may_be_on_the_way(self, texts: list[str]) -> bool:
        """Return whether the browser may have sent these texts before it had those of now."""
        return time.monotonic() - self.replaced.get(tuple(texts), float("-inf")) <= _ON_THE_WAY


def begin_run(page: str) -> None:
    """Prepare for the controls of a page. A change of page leaves the address without parameters of this kind."""
    if st.session_state.get(_PAGE) != page:
        st.session_state[_PAGE] = page
        st.session_state[_SEEN] = {}
    st.session_state[_DRAWN] = set()
    st.session_state[_TO_WRITE] = {}
    st.session_state[_TOGETHER] = False


def end_run() -> None:
    """Take the parameters of controls that were not drawn in this run out of the address."""
    with written_together():
        for key in set(st.session_state.get(_SEEN, {})) - st.session_state.get(_DRAWN, set()):
            leave_out(key)


def by_history() -> bool:
    """Return whether this run comes from the browser's Back or Forward: then the address decides."""
    context = get_script_run_ctx(suppress_warning=True)
    return context is not None and context.is_history_navigation


def has_changed(key: str) -> bool:
    """Return whether the address has another text for a parameter than the app has read or written last."""
    given = st.query_params.get_all(key)
    seen: _Seen | None = st.session_state.get(_SEEN, {}).get(key)
    if seen is None:
        return bool(given)
    if given == seen.now:
        return False
    if by_history():
        return True
    return bool(given or seen.was_absent) and not seen.may_be_on_the_way(given)


def write(key: str, texts: list[str]) -> None:
    """Let the address have these texts for a parameter, none of them for an empty list, and note that it has."""
    st.session_state.setdefault(_DRAWN, set()).add(key)
    _set(key, texts)


def leave_out(key: str) -> None:
    """Take the parameter of a control that is not drawn out of the address, where the app has written it there."""
    if key in st.session_state.get(_SEEN, {}):
        _set(key, None)


@contextlib.contextmanager
def written_together() -> Iterator[None]:
    """Write what is changed inside as one entry of the browser's history."""
    outer = st.session_state.get(_TOGETHER, False)
    st.session_state[_TOGETHER] = True
    try:
        yield
    finally:
        st.session_state[_TOGETHER] = outer
    if not outer:
        _send()


def _set(key: str, texts: list[str] | None) -> None:
    """Note what a parameter is to be; None also forgets what was seen of it."""
    st.session_state.setdefault(_TO_WRITE, {})[key] = texts
    if not st.session_state.get(_TOGETHER, False):
        _send()


def _send() -> None:
    """Change the address, and note what it has, which a run that ended before this has not done."""
    to_write: dict[str, list[str] | None] = st.session_state.get(_TO_WRITE, {})
    st.session_state[_TO_WRITE] = {}
    before = {key: st.query_params.get_all(key) for key in st.query_params}
    after = {**before, **{key: texts or [] for key, texts in to_write.items()}}
    after = {key: texts for key, texts in after.items() if texts}
    if after != before:
        st.query_params.from_dict({key: texts if len(texts) > 1 else texts[0] for key, texts in after.items()})
    all_seen: dict[str, _Seen] = st.session_state.setdefault(_SEEN, {})
    for key, texts in to_write.items():
        if texts is None:
            all_seen.pop(key, None)
            continue
        seen = all_seen.setdefault(key, _Seen())
        if seen.now != texts:
            seen.replaced[tuple(seen.now)] = time.monotonic()
            seen.now = texts
        seen.was_absent |= not texts
