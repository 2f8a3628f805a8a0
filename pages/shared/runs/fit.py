"""Running a model from a page: no run is done twice, and a stopped run shows its last round."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Hashable, Iterable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import streamlit as st
from scipy import sparse

from pages.shared.runs.messages import collected_warnings
from pages.shared.runs.preparation import prepare
from pages.shared.runs.progress import ProgressBar, RunArea, heavy_turn
from pages.shared.runs.settings import ModelSettings
from pages.shared.runs.store import ResultStore
from pages.shared.text import as_sentence
from rnse_core import RNSE
from rnse_core.planning import Similarity
from rnse_core.stages import watching
from rnse_core.wording import counted

#: Runs on more points than this wait for their turn; smaller ones end before a queue would form.
HEAVY_ROWS = 500
#: The name of a run where a page has one.
ONLY_RUN = "The run"
#: Stopped runs that a session keeps.
MAX_STOPPED = 3


@dataclass(frozen=True)
class RunResult:
    """What a page shows of one run, without the estimator. S is sparse where most of it is zero."""

    labels: np.ndarray
    similarity: Similarity
    indicator: np.ndarray
    affinity: Similarity
    history: tuple[dict[str, Any], ...]
    seconds: float
    n_components: int
    messages: tuple[str, ...] = ()
    parameters: dict[str, Any] | None = None
    stopped: bool = False


def fit(
    settings: ModelSettings,
    X: np.ndarray,
    *,
    data_id: Hashable,
    store: ResultStore,
    area: RunArea,
    name: str = ONLY_RUN,
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
    area : RunArea
        For the progress bar, the stop button, and notes about a stop or a refusal. A stop ends all runs of the page.
    name : str, default="The run"
        Of the run, where the page has several.

    Returns
    -------
    RunResult or None
        A stopped run gives its last round, marked as stopped. None when it was stopped before the end of the first
        round, or when the model refused the data; a note says which.
    """
    key = (data_id, settings)
    found: RunResult | None = store.get(key)
    if found is not None:
        return found
    if area.stopping:
        _keep_stopped(key)
    if key in _stopped_runs():
        _draw_stop_note(key, area, name)
        return _stopped_result(key, settings, X, data_id, store)
    try:
        result = _fit_now(settings, X, data_id, store, area, name)
    except ValueError as error:
        area.progress.empty()
        area.notes.error(as_sentence(str(error)), icon=":material/error:")
        return None
    area.progress.empty()
    store.put(key, result)
    return result


def _stopped_runs() -> dict[Hashable, RunResult | None]:
    """Return the runs that this session has stopped, with the last round of each."""
    stopped: dict[Hashable, RunResult | None] = st.session_state.setdefault("stopped_runs", {})
    return stopped


def _keep_stopped(key: Hashable) -> None:
    """Keep the last round of a run that was stopped; only those of the latest few, since they are large."""
    stopped = _stopped_runs()
    last_key, last = st.session_state.pop("last_round", (None, None))
    stopped[key] = last if last_key == key else None
    while len(stopped) > MAX_STOPPED:
        del stopped[next(iter(stopped))]


def _draw_stop_note(key: Hashable, area: RunArea, name: str) -> None:
    """Draw which run was stopped after which round; beside the first one a button that starts all of them again."""
    last = _stopped_runs()[key]
    if last is None:
        sentence = f"{name} was stopped before its first round was over."
    else:
        sentence = f"{name} was stopped after round {len(last.history)}: what you see is not the finished result."
    with area.notes.container(horizontal=True, vertical_alignment="center"):
        st.warning(sentence, icon=":material/stop_circle:")
        if area.offer_again():
            st.button("Run again", key="run_again", on_click=_forget_stops)


def _forget_stops() -> None:
    _stopped_runs().clear()


def _stopped_result(
    key: Hashable, settings: ModelSettings, X: np.ndarray, data_id: Hashable, store: ResultStore
) -> RunResult | None:
    """Return the last round of a stopped run, with K, which its rounds do not keep."""
    last = _stopped_runs()[key]
    if last is not None and last.affinity.shape[0] == 0:
        K = prepare(settings.kernel, X, data_id=data_id, store=store).data.affinity
        last = _stopped_runs()[key] = replace(last, affinity=K)
    return last


def _fit_now(
    settings: ModelSettings, X: np.ndarray, data_id: Hashable, store: ResultStore, area: RunArea, name: str
) -> RunResult:
    bar = ProgressBar(area)
    of_run = "" if name == ONLY_RUN else f"{name}. "
    rounds: list[dict[str, Any]] = []
    started = time.perf_counter()

    def each_round(iteration: int, info: dict[str, Any]) -> None:
        rounds.append({name: info[name] for name in info if name not in ("similarity", "indicator", "labels")})
        last = RunResult(
            labels=info["labels"],
            similarity=_compact(info["similarity"]),
            indicator=info["indicator"],
            affinity=np.empty((0, 0)),  # set by `_stopped_result`, for a run that is stopped
            history=tuple(rounds),
            seconds=time.perf_counter() - started,
            n_components=info["n_components"],
            stopped=True,
        )
        st.session_state["last_round"] = ((data_id, settings), last)
        bar.show(
            min(1.0, iteration / model.max_iter),
            f"{of_run}Round {iteration} of at most {model.max_iter}: objective {info['objective']:.6g}, "
            f"row sums off by {info['row_sum_error']:.1e}",
        )

    def show_stage(text: str) -> None:
        bar.set_text(f"{of_run}Round {len(rounds) + 1} of at most {model.max_iter}: {text}")

    model = settings.build(each_round)
    heavy = X.shape[0] > HEAVY_ROWS
    with heavy_turn(lambda text: bar.show(0.0, text, at_once=True)) if heavy else contextlib.nullcontext():
        bar.start_clock()
        if heavy:
            bar.show(0.0, f"Computing the affinity of {counted(X.shape[0], 'point')}", at_once=True)
        with watching(show_stage):
            prepared = prepare(settings.kernel, X, data_id=data_id, store=store)
            started = time.perf_counter() - prepared.seconds
            with collected_warnings() as messages:
                model.fit_prepared(prepared.data)
    st.session_state.pop("last_round", None)
    seconds = time.perf_counter() - started
    return result_of(model, seconds, [*prepared.messages, *messages])


def result_of(model: RNSE, seconds: float, messages: Iterable[str]) -> RunResult:
    """Return what a page shows of a fitted model.

    Parameters
    ----------
    model : RNSE
    seconds : float
        What the run has taken.
    messages : iterable of str
        Its warnings; each is kept once.

    Returns
    -------
    RunResult
    """
    return RunResult(
        labels=model.labels_,
        similarity=_compact(model.similarity_),
        indicator=model.indicator_,
        affinity=model.affinity_matrix_,
        history=tuple(model.history_),
        seconds=seconds,
        n_components=model.n_components_,
        messages=tuple(dict.fromkeys(messages)),
        parameters={name: value for name, value in model.get_params().items() if name != "callback"},
    )


def _compact(S: Similarity) -> Similarity:
    """Return S in the form that takes less memory: a sparse entry costs 12 bytes, a dense one 8."""
    if sparse.issparse(S) or np.count_nonzero(S) > S.size // 2:
        return S
    return sparse.csr_array(S)
