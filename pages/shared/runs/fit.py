"""Running a model from a page: progress, "Stop run", one heavy run at a time, and no run done twice."""

from __future__ import annotations

import contextlib
import os
import threading
import time
from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass, replace
from typing import Any, TypeVar

import numpy as np
import streamlit as st
from scipy import sparse
from streamlit.delta_generator import DeltaGenerator

from pages.shared.runs.messages import collected_warnings
from pages.shared.runs.settings import ModelSettings, compute_kernel
from pages.shared.runs.store import ResultStore
from rnse_core.stages import call_in_stage, watching
from rnse_core.wording import counted

#: Runs on more points than this wait for their turn; smaller ones are over before a queue would form.
HEAVY_ROWS = 500
#: A run that is over sooner shows no progress: a bar that flashes up and goes only moves the page about.
QUIET_SECONDS = 0.4
#: The bar changes at most so often by what a model says within a round.
BETWEEN_WORDS_SECONDS = 0.3
#: Stopped runs that a session keeps.
MAX_STOPPED = 3
Result = TypeVar("Result")
_turns = threading.BoundedSemaphore(max(1, (os.cpu_count() or 2) // 2))


@dataclass(frozen=True)
class RunResult:
    """What a page shows of one run, without the estimator. S is sparse where most of it is zero."""

    labels: np.ndarray
    similarity: np.ndarray | sparse.csr_array
    indicator: np.ndarray
    affinity: np.ndarray | sparse.csr_array
    history: tuple[dict[str, Any], ...]
    seconds: float
    n_components: int
    messages: tuple[str, ...] = ()
    parameters: dict[str, Any] | None = None
    stopped: bool = False


def _compact(S: np.ndarray | sparse.csr_array) -> np.ndarray | sparse.csr_array:
    """Return S in the form that takes less memory: a sparse entry costs 12 bytes, a dense one 8."""
    if sparse.issparse(S) or np.count_nonzero(S) > S.size // 2:
        return S
    return sparse.csr_array(S)


class Place:
    """The one place of a page where it shows what it is computing; it also knows whether "Stop run" was clicked.

    Streamlit leaves what it drew before on the page, greyed, until a script has run to its end, unless something new is
    drawn in the very same place. So a page makes its place above all that it does not draw every time, and with that
    takes away the progress of a run that the reader has ended by changing a setting.
    """

    def __init__(self) -> None:
        self.progress = st.empty()
        self.notes = st.empty().container()
        self._stop_clicked = st.session_state.pop("stop_clicked", False)
        self._runs = 0

    def take_stop(self) -> bool:
        """Tell whether a run was stopped that has not been told of yet."""
        taken, self._stop_clicked = self._stop_clicked, False
        return taken

    def begin_progress(self, share: float, text: str) -> DeltaGenerator:
        """Draw the bar of a run, which is returned, and the button that stops it."""
        self._runs += 1
        with self.progress.container():
            bar = st.progress(share, text)
            # By the number of the run in this script, which makes no difference to what a click does: one on a button
            # that is left from other settings is as good.
            st.button("Stop run", key=f"stop_run_{self._runs}", icon=":material/stop_circle:", on_click=_stop)
        return bar

    def wait_for(self, text: str, function: Callable[[], Result]) -> Result:
        """Call a function that is no run of the model, and say meanwhile what is being done; see `wait_for`."""
        return wait_for(self.progress, text, function)


def part_about(key: str, subject: Hashable) -> DeltaGenerator:
    """Return a container for a part of a page that is emptied at once when it is about another subject than before.

    Without it, what was drawn about the old subject would stand under the new one's name, greyed, until the script is
    through; about the same subject that is what a reader wants, since nothing jumps.

    There are two places, taken in turn: a container drawn where there was one keeps what that one had, also where it
    is emptied first, since Streamlit sends only the last of what is drawn in one place at a time.
    """
    name = f"{key}_is_about"
    before, place = st.session_state.get(name, (subject, 0))
    place = place if before == subject else 1 - place
    st.session_state[name] = subject, place
    parts = [st.container() if one == place else st.empty() for one in range(2)]
    return parts[place]


def wait_for(slot: DeltaGenerator, text: str, function: Callable[[], Result]) -> Result:
    """Call a function, and say in `slot`, which is emptied afterwards, what is being done if it takes a while.

    The function runs in a thread of its own, so that a click of the reader ends the waiting at once: the script has
    nothing to do in the meantime but to look for one, which it does with every change of an element.
    """
    with slot.container():
        pulse = st.empty()
        with st.spinner(text, show_time=True), watching(lambda _: pulse.empty()):
            result = call_in_stage(text, function)
    slot.empty()
    return result


def fit(
    settings: ModelSettings, X: np.ndarray, *, data_id: Hashable, store: ResultStore, place: Place
) -> RunResult | None:
    """Return the result of a run: from the store, or fitted now with progress.

    Parameters
    ----------
    settings : ModelSettings
    X : ndarray
        Features, or a similarity when the settings say so.
    data_id : hashable
        Names the data; together with the settings it is the key of the result.
    store : ResultStore
    place : Place
        For the progress bar, the stop button and what is said after a stop or a refusal.

    Returns
    -------
    RunResult or None
        A stopped run gives its last round, marked as stopped. None when it was stopped before the first round, or
        when the model refused the data, which is then said.
    """
    key = (data_id, settings)
    found = store.get(key)
    if found is not None:
        return found
    if place.take_stop():
        _keep_stopped(key)
    if key in _stopped_runs():
        return _after_stop(key, settings, X, place.notes)
    try:
        result = _fit_now(settings, X, key, place)
    except ValueError as error:
        place.progress.empty()
        place.notes.error(str(error), icon=":material/error:")
        return None
    place.progress.empty()
    store.put(key, result)
    return result


def _after_stop(key: Hashable, settings: ModelSettings, X: np.ndarray, notes: DeltaGenerator) -> RunResult | None:
    found = _stopped_runs()[key]
    if found is not None and found.affinity.shape[0] == 0:
        found = _stopped_runs()[key] = replace(found, affinity=compute_kernel(settings, X))
    if found is None:
        sentence = "The run was stopped before its first round was over."
    else:
        sentence = f"The run was stopped after round {len(found.history)}: what you see is not the finished result."
    with notes.container(horizontal=True, vertical_alignment="center"):
        st.warning(sentence, icon=":material/stop_circle:")
        st.button("Run again", key=f"run_again_{hash(key)}", on_click=_run_again, args=(key,))
    return found


def _stopped_runs() -> dict[Hashable, RunResult | None]:
    """Return the runs that this session has stopped, with the last round of each."""
    return st.session_state.setdefault("stopped_runs", {})


def _run_again(key: Hashable) -> None:
    _stopped_runs().pop(key, None)


def _stop() -> None:
    """Note a click on "Stop run": the run has ended with it, and the script that follows starts none in its place.

    Which run that is, is for that script to say: the reader may have changed a setting just before.
    """
    st.session_state["stop_clicked"] = True


def _keep_stopped(key: Hashable) -> None:
    """Keep the last round of a run that its reader has stopped; only the latest few, since they are large."""
    stopped = _stopped_runs()
    last_key, last = st.session_state.pop("last_round", (None, None))
    stopped[key] = last if last_key == key else None
    while len(stopped) > MAX_STOPPED:
        del stopped[next(iter(stopped))]


@contextlib.contextmanager
def turn(say: Callable[[str], object]) -> Iterator[None]:
    """Wait until no other heavy run is under way, and say so meanwhile."""
    # An object of one's own: where a click ends this script, the state of the session is not to be had any more.
    mine: list[object] = st.session_state.setdefault("turns_taken", [])
    while not _turns.acquire(timeout=0.3):
        say(
            "Your run before is still ending. The new one starts then."
            if mine
            else "Another large run is under way. Yours starts when it is done."
        )
    mine.append(say)
    try:
        yield
    finally:
        mine.remove(say)
        _turns.release()


class _Progress:
    """The bar and the stop button of one run.

    Every change of the bar is also where Streamlit ends the run when the reader has clicked or moved something, so
    "Stop run" needs no thread.
    """

    def __init__(self, place: Place) -> None:
        self._place = place
        self._started = self._shown = time.perf_counter()
        self._bar: DeltaGenerator | None = None
        self._share = 0.0

    def start_clock(self) -> None:
        """Count the seconds from now on."""
        self._started = time.perf_counter()

    def show(self, share: float, text: str, *, at_once: bool = False) -> None:
        """Change the bar, with the seconds so far; a run that has just begun stays quiet unless told to show at once.

        A round of a large table takes minutes: without the seconds nobody could tell it from one that hangs.
        """
        if self._bar is None:
            if not at_once and time.perf_counter() - self._started < QUIET_SECONDS:
                return
            self._bar = self._place.begin_progress(share, text)
        self._share, self._shown = share, time.perf_counter()
        self._bar.progress(share, f"{text} ({self._shown - self._started:.0f} s)")

    def say(self, text: str) -> None:
        """Change the words of the bar, unless they have just been changed."""
        if time.perf_counter() - self._shown >= BETWEEN_WORDS_SECONDS:
            self.show(self._share, text)


def _fit_now(settings: ModelSettings, X: np.ndarray, key: Hashable, place: Place) -> RunResult:
    progress = _Progress(place)
    rounds: list[dict[str, Any]] = []
    started = time.perf_counter()

    def each_round(iteration: int, info: dict[str, Any]) -> None:
        rounds.append({name: info[name] for name in info if name not in ("similarity", "indicator", "labels")})
        partial = RunResult(
            labels=info["labels"],
            similarity=_compact(info["similarity"]),
            indicator=info["indicator"],
            affinity=np.empty((0, 0)),  # computed in _after_stop, should it come to that
            history=tuple(rounds),
            seconds=time.perf_counter() - started,
            n_components=info["n_components"],
            stopped=True,
        )
        st.session_state["last_round"] = (key, partial)
        progress.show(
            min(1.0, iteration / model.max_iter),
            f"Round {iteration} of at most {model.max_iter}: objective {info['objective']:.6g}, "
            f"row sums off by {info['row_sum_error']:.1e}",
        )

    model = settings.build(each_round)
    heavy = len(X) > HEAVY_ROWS
    with turn(lambda text: progress.show(0.0, text, at_once=True)) if heavy else contextlib.nullcontext():
        progress.start_clock()
        if heavy:
            progress.show(0.0, f"Computing the affinity of {counted(len(X), 'point')}", at_once=True)
        started = time.perf_counter()
        with (
            collected_warnings() as messages,
            watching(lambda text: progress.say(f"Round {len(rounds) + 1} of at most {model.max_iter}: {text}")),
        ):
            model.fit(X)
    st.session_state.pop("last_round", None)
    return RunResult(
        labels=model.labels_,
        similarity=_compact(model.similarity_),
        indicator=model.indicator_,
        affinity=model.affinity_matrix_,
        history=tuple(model.history_),
        seconds=time.perf_counter() - started,
        n_components=model.n_components_,
        messages=tuple(messages),
        parameters={name: value for name, value in model.get_params().items() if name != "callback"},
    )
