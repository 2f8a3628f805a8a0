"""The choice of settings and of the number of clusters: made once, with progress; "Stop run" takes the best so far."""

from __future__ import annotations

import contextvars
import threading
import time
from collections.abc import Hashable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx

from pages.shared.runs.fit import RunResult, result_of
from pages.shared.runs.messages import collected_warnings
from pages.shared.runs.progress import ProgressBar, RunArea
from pages.shared.runs.settings import ModelSettings
from pages.shared.runs.store import ResultStore
from pages.shared.text import as_sentence
from rnse_core import RNSE, AutoRNSE
from rnse_core.auto import Step

#: Steps of a choice on features with two whitenings and an unknown number; the bar is full then.
USUAL_STEPS = 60
#: How often the bar is changed, which is also how soon a click ends the script.
LOOK_SECONDS = 0.1
STEPS = {
    Step.GRAPH: "learning graphs",
    Step.NUMBER: "scoring numbers of clusters",
    Step.LABELS: "finding labels with each setting",
    Step.FIT: "the chosen setting is fitted",
    Step.REFERENCE: "comparing with data without clusters",
}
#: A choice for which no script has waited for so long is given up: its reader looks at another page.
PATIENCE_SECONDS = 10.0
#: Where the session keeps the choice that is under way.
_UNDER_WAY = "automatic_choice"


@dataclass(frozen=True)
class Request:
    """What is asked of a choice; its parameters name the result.

    Parameters
    ----------
    n_clusters : int or "auto"
    affinity : str
        As in :class:`rnse_core.AutoRNSE`.
    seed : int
    """

    n_clusters: int | str
    affinity: str
    seed: int

    def build(self) -> AutoRNSE:
        """Return the estimator, not fitted yet."""
        return AutoRNSE(self.n_clusters, affinity=self.affinity, random_state=self.seed)


@dataclass(frozen=True)
class ChosenRun:
    """A choice and the fit that was taken.

    Parameters
    ----------
    model : AutoRNSE
    settings : ModelSettings
        Of the fit; they give it again where the features were not whitened.
    result : RunResult
    """

    model: AutoRNSE
    settings: ModelSettings
    result: RunResult

    @property
    def whitened(self) -> bool:
        """Whether the fit is one of whitened features."""
        return self.model.whitening_ is not None


class Abandoned(Exception):
    """Ends a choice that nobody waits for any more."""


class ChoiceWorker:
    """One choice in a thread. It goes on while the page is drawn again, and ends early where it is told to.

    After `stop` it takes the best so far; after `abandoned` it makes no further fit. A script that waits for it sets
    `awaited` again and again. A click ends one script and begins the next, which goes on waiting; where none does, and
    where the session has ended, the choice is abandoned.
    """

    def __init__(self, key: Hashable, request: Request, X: np.ndarray) -> None:
        self.key = key
        self.stop = threading.Event()
        self.abandoned = threading.Event()
        self.step = 0
        self.doing = STEPS[Step.GRAPH]
        self.chosen: ChosenRun | None = None
        self.error: Exception | None = None
        self.awaited = time.monotonic()
        self._session = getattr(get_script_run_ctx(suppress_warning=True), "session_id", "")
        context = contextvars.copy_context()
        self.thread = threading.Thread(target=context.run, args=(self._work, request, X), daemon=True)
        self.thread.start()

    def _work(self, request: Request, X: np.ndarray) -> None:
        started = time.perf_counter()
        try:
            with collected_warnings() as messages:
                model = request.build().set_params(callback=self._each_step).fit(X)
            model.set_params(callback=None)
            chosen = _chosen(model, time.perf_counter() - started, messages)
            # A click that came after the last step has ended nothing.
            stopped = self.stop.is_set() and model.structure_ is None
            self.chosen = replace(chosen, result=replace(chosen.result, stopped=stopped))
        except Exception as error:  # told by the page, which waits for it
            self.error = error

    def _each_step(self, step: int, info: dict[str, Any]) -> bool:
        if self.abandoned.is_set() or self._nobody_waits():
            self.abandoned.set()
            raise Abandoned
        self.step, self.doing = step, STEPS[info["what"]]
        return self.stop.is_set()

    def _nobody_waits(self) -> bool:
        if time.monotonic() - self.awaited > PATIENCE_SECONDS:
            return True
        return st.runtime.exists() and not st.runtime.get_instance().is_active_session(self._session)


def _chosen(model: AutoRNSE, seconds: float, messages: list[str]) -> ChosenRun:
    fitted: RNSE = model.estimator_
    names = ("alpha", "beta", "affinity", "affinity_neighbors", "random_state")
    overrides = {name: getattr(fitted, name) for name in names}
    if overrides["affinity_neighbors"] is None:
        del overrides["affinity_neighbors"]
    settings = ModelSettings.of("exact", model.n_clusters_, **overrides)
    return ChosenRun(model, settings, result_of(fitted, seconds, messages))


def choose(
    request: Request, X: np.ndarray, *, data_id: Hashable, store: ResultStore, area: RunArea
) -> ChosenRun | None:
    """Return a choice: from the store, or made now with progress.

    Parameters
    ----------
    request : Request
    X : ndarray
        Features, or a matrix over pairs when the request says so.
    data_id : hashable
        Names the data; together with the request it is the key of the result.
    store : ResultStore
    area : RunArea

    Returns
    -------
    ChosenRun or None
        After "Stop run" the best so far, marked as stopped. None when the data were refused; a note says why.
    """
    key = ("automatic", data_id, request)
    found: ChosenRun | None = store.get(key)
    if found is not None:
        return found
    worker: ChoiceWorker | None = st.session_state.get(_UNDER_WAY)
    if worker is not None and (worker.key != key or worker.abandoned.is_set()):
        worker.abandoned.set()
        worker = None
    if worker is None:
        worker = st.session_state[_UNDER_WAY] = ChoiceWorker(key, request, X)
    elif area.stopping:
        worker.stop.set()
    _wait(worker, area)
    if isinstance(worker.error, Abandoned):
        # It was given up in the moment in which this script came.
        st.rerun()
    if worker.error is not None:
        del st.session_state[_UNDER_WAY]
        if not isinstance(worker.error, ValueError | MemoryError):
            raise worker.error
        area.notes.error(as_sentence(str(worker.error)), icon=":material/error:")
        return None
    if worker.chosen is not None and worker.chosen.result.stopped:
        _draw_stop_note(area)
    elif worker.chosen is not None:
        store.put(key, worker.chosen)
        del st.session_state[_UNDER_WAY]
    return worker.chosen


def _wait(worker: ChoiceWorker, area: RunArea) -> None:
    bar = ProgressBar(area)
    while worker.thread.is_alive():
        worker.awaited = time.monotonic()
        stopped = worker.stop.is_set()
        text = "Taking the best so far" if stopped else f"Automatic, step {worker.step}: {worker.doing}"
        bar.show(min(1.0, worker.step / USUAL_STEPS), text)
        worker.thread.join(LOOK_SECONDS)
    area.progress.empty()


def _draw_stop_note(area: RunArea) -> None:
    with area.notes.container(horizontal=True, vertical_alignment="center"):
        st.warning("The choice was stopped: what you see is the best so far.", icon=":material/stop_circle:")
        st.button("Run again", key="automatic_again", on_click=_forget)


def _forget() -> None:
    st.session_state.pop(_UNDER_WAY, None)
