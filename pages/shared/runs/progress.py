"""How a page shows that it is computing: a bar or a spinner, the button "Stop run", and one heavy run at a time."""

from __future__ import annotations

import contextlib
import os
import threading
import time
from collections.abc import Callable, Hashable, Iterator
from typing import TypeVar

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from rnse_core.stages import call_in_stage, watching

#: A run that ends sooner shows no progress: a bar that appears for a moment only moves the page about.
DELAY_SECONDS = 0.4
#: The text of the bar changes at most so often within a round.
TEXT_SECONDS = 0.3
#: How often a run that waits for its turn looks again.
TURN_SECONDS = 0.3
Result = TypeVar("Result")
_turns = threading.BoundedSemaphore(max(1, (os.cpu_count() or 2) // 2))


class RunArea:
    """The one area of a page that shows what is being computed; it also knows whether "Stop run" was clicked.

    Streamlit leaves what it drew before on the page, greyed, until a script has run to its end, unless something new is
    drawn at the same position. So a page makes this area above everything that it does not draw in every run. That also
    removes the progress of a run that ended because a setting was changed.
    """

    def __init__(self) -> None:
        self.progress = st.empty()
        self.notes = st.empty().container()
        #: Whether "Stop run" was clicked: the click ends every run of the page that is not finished.
        self.stopping = bool(st.session_state.pop("stop_clicked", False))
        self._n_runs = 0
        self._again_offered = False

    def offer_again(self) -> bool:
        """Return whether a button that starts the stopped runs again is still to be drawn; there is one for all."""
        first, self._again_offered = not self._again_offered, True
        return first

    def open_bar(self, share: float, text: str) -> DeltaGenerator:
        """Draw the bar of a run, which is returned, and the button that stops it."""
        self._n_runs += 1
        with self.progress.container():
            bar = st.progress(share, text)
            # The key is the number of the run in this script, so a button that is left from other settings works too.
            st.button("Stop run", key=f"stop_run_{self._n_runs}", icon=":material/stop_circle:", on_click=note_stop)
        return bar

    def wait_for(self, text: str, function: Callable[[], Result]) -> Result:
        """Call a function that is no run of the model, with a spinner in this area; see `wait_for`."""
        return wait_for(self.progress, text, function)


def note_stop() -> None:
    """Note a click on "Stop run": the click has ended the run, and the script that follows starts none in its place.

    That script decides which run was stopped, since a setting may have been changed just before.
    """
    st.session_state["stop_clicked"] = True


def container_about(key: str, subject: Hashable) -> DeltaGenerator:
    """Return a container that is emptied at once when it is about another subject than in the run before.

    Otherwise what was drawn about the old subject would stand under the name of the new one, greyed, until the script
    ends. About the same subject the old content stays until it is replaced, so that nothing jumps.

    There are two positions, taken in turn. A container drawn where there was one keeps the content of the old one, even
    where it is emptied first, since Streamlit sends only the last element that is drawn at a position.
    """
    name = f"{key}_is_about"
    before, position = st.session_state.get(name, (subject, 0))
    position = position if before == subject else 1 - position
    st.session_state[name] = subject, position
    parts = [st.container() if one == position else st.empty() for one in range(2)]
    return parts[position]


def wait_for(slot: DeltaGenerator, text: str, function: Callable[[], Result]) -> Result:
    """Call a function in a thread of its own, with a spinner in `slot`, which is emptied afterwards.

    Streamlit ends a script at the next change of an element after a click. The script has nothing else to do here, so
    it changes one all the time, and a click ends the waiting at once.
    """
    with slot.container():
        pulse = st.empty()
        with st.spinner(text, show_time=True), watching(lambda _: pulse.empty()):
            result = call_in_stage(text, function)
    slot.empty()
    return result


@contextlib.contextmanager
def heavy_turn(report: Callable[[str], object]) -> Iterator[None]:
    """Wait until few enough other heavy runs are under way; `report` is called with the reason meanwhile."""
    # Taken out of the session first: where a click ends this script, the state of the session is out of reach.
    own_turns: list[object] = st.session_state.setdefault("turns_taken", [])
    while not _turns.acquire(timeout=TURN_SECONDS):
        report(
            "Your previous run is still ending; the new one starts after it."
            if own_turns
            else "Another large run is in progress; yours starts when it is done."
        )
    own_turns.append(report)
    try:
        yield
    finally:
        own_turns.remove(report)
        _turns.release()


class ProgressBar:
    """The bar and the stop button of one run.

    Every change of the bar is also where Streamlit ends the run after a click, so "Stop run" needs no thread.

    Parameters
    ----------
    area : RunArea
    """

    def __init__(self, area: RunArea) -> None:
        self._area = area
        self._started = self._shown = time.perf_counter()
        self._bar: DeltaGenerator | None = None
        self._share = 0.0

    def start_clock(self) -> None:
        """Count the seconds from now on."""
        self._started = time.perf_counter()

    def show(self, share: float, text: str, *, at_once: bool = False) -> None:
        """Change the bar, with the seconds so far; for a run that has just begun only with `at_once`.

        A round of a large table takes minutes. The seconds show that the run has not stopped responding.
        """
        if self._bar is None:
            if not at_once and time.perf_counter() - self._started < DELAY_SECONDS:
                return
            self._bar = self._area.open_bar(share, text)
        self._share, self._shown = share, time.perf_counter()
        self._bar.progress(share, f"{text} ({self._shown - self._started:.0f} s)")

    def set_text(self, text: str) -> None:
        """Change the text of the bar, unless it has just been changed."""
        if time.perf_counter() - self._shown >= TEXT_SECONDS:
            self.show(self._share, text)
