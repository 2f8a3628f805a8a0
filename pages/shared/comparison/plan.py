"""What a comparison page compares, and running it: progress, "Stop run", and going on where it was."""

from __future__ import annotations

import tempfile
import threading
import time
from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import streamlit as st

from pages.shared.comparison.progress import Log
from pages.shared.runs import fit as run
from pages.shared.runs.store import shared_store
from rnse_core.datasets import DATASETS, DatasetUnavailable, load_dataset
from rnse_core.experiments import METHODS, Method, compare, planned_records, takes_all_pairs
from rnse_core.planning import DENSE_SAMPLES
from rnse_core.wording import counted

#: The methods that have alpha and beta.
RNSE_NAMES = tuple(name for name, method in METHODS.items() if method.target == METHODS["RNSE"].target)
#: Features, and the true classes where there are any.
Data = tuple[np.ndarray, np.ndarray | None]
#: How often the page looks whether its reader wants something else.
SECONDS_BETWEEN_LOOKS = 0.2
STOPPED = "The run was stopped."
LEFT = "The run ended because this page was left, or something on it was changed."


@dataclass(frozen=True)
class Plan:
    """What to compare.

    Parameters
    ----------
    data : mapping of str to (X, y)
    methods : tuple of str
    seeds : int
    preprocess : tuple of str
    time_limit : float
        Seconds for each fit.
    own : str, default=""
        Name of the reader's own table, if it takes part: its records stay in the session.
    own_clusters : int, optional
        Clusters to look for in it; None means as many as it has classes.
    own_parameters : tuple of (str, float), default=()
        Parameters of RNSE in it that are not its usual ones.
    """

    data: Mapping[str, Data]
    methods: tuple[str, ...]
    seeds: int
    preprocess: tuple[str, ...]
    time_limit: float
    own: str = ""
    own_clusters: int | None = None
    own_parameters: tuple[tuple[str, float], ...] = ()

    def method(self, name: str, dataset: str) -> Method:
        """Return a method as it runs on a data set."""
        method = METHODS[name]
        if dataset != self.own or name not in RNSE_NAMES or not self.own_parameters:
            return method
        return method.variant(name, **dict(self.own_parameters))

    def waiting(self) -> dict[str, tuple[str, ...]]:
        """Return, by large data sets, the methods that look at all pairs of their points and so are slow there."""
        found = {
            name: tuple(method for method in self.methods if takes_all_pairs(METHODS[method], len(X)))
            for name, (X, _) in self.data.items()
            if len(X) > DENSE_SAMPLES
        }
        return {name: methods for name, methods in found.items() if methods}

    def parts(self, *, by_itself: bool = False) -> list[dict[str, Any]]:
        """Return the arguments of `compare` for the reader's own table, and for the data that everyone has.

        Parameters
        ----------
        by_itself : bool, default=False
            Leave out what does not start without being asked for; see `waiting`.
        """
        waiting = self.waiting() if by_itself else {}
        groups: dict[tuple[bool, tuple[str, ...]], dict[str, Data]] = {}
        for name, one in self.data.items():
            methods = tuple(method for method in self.methods if method not in waiting.get(name, ()))
            if methods:
                groups.setdefault((name != self.own, methods), {})[name] = one
        # The reader's own table comes first.
        return [self._part(datasets, methods, shared) for (shared, methods), datasets in sorted(groups.items())]

    def _part(self, datasets: Mapping[str, Data], methods: tuple[str, ...], shared: bool) -> dict[str, Any]:
        part = {
            "datasets": datasets,
            "methods": [self.method(name, next(iter(datasets))) for name in methods],
            "seeds": self.seeds,
            "preprocess": list(self.preprocess),
            "timeout": self.time_limit,
        }
        if shared:
            return {**part, "store": _shared_folder().path / "records.sqlite"}
        path = st.session_state.setdefault("cp_folder", _Folder()).path
        return {**part, "n_clusters": self.own_clusters, "store": path / "own.sqlite"}

    def key(self) -> Hashable:
        """Return what tells this plan from another one."""
        return (*self.data, self.methods, self.seeds, self.preprocess, self.own_clusters, self.own_parameters)


class _Folder:
    """A folder that goes when nothing refers to it any more."""

    def __init__(self) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="rnse-", ignore_cleanup_errors=True)
        self.path = Path(self._folder.name)


@st.cache_resource
def _shared_folder() -> _Folder:
    return _Folder()


def load(names: list[str]) -> tuple[dict[str, Data], list[str]]:
    """Load data sets by name; return by title those that can be had, and one sentence for each that cannot."""
    found: dict[str, Data] = {}
    problems, unreachable = [], []
    for name in names:
        kept = shared_store().get(("data set", name))
        if kept is None:
            try:
                with st.spinner(f"Fetching {DATASETS[name].title}", show_time=True):
                    one = load_dataset(name)
            except DatasetUnavailable:
                unreachable.append(DATASETS[name].title)
                continue
            except (ValueError, MemoryError) as error:
                problems.append(str(error))
                continue
            kept = (one.X, np.asarray(one.class_names)[one.y])
            shared_store().put(("data set", name), kept)
        found[DATASETS[name].title] = kept
    if unreachable:
        problems.append(
            f"Not to be had from OpenML now, so left out: {', '.join(unreachable)}. Try again with a network, or "
            "upload a file of the data on the page Your data and choose “Your table” here."
        )
    return found, problems


def known_records(plan: Plan) -> tuple[pd.DataFrame, int]:
    """Return the records that are there already, and how many fits are missing.

    Raises
    ------
    ValueError
        If the plan cannot be carried out.
    """
    known = [planned_records(**part) for part in plan.parts()]
    frames = [frame for frame, _ in known if len(frame)] or [known[0][0]]
    return pd.concat(frames, ignore_index=True), sum(missing for _, missing in known)


def count_by_itself(plan: Plan, missing: int) -> int:
    """Return how many of the missing fits may start without being asked for."""
    if not plan.waiting():
        return missing
    return sum(planned_records(**part)[1] for part in plan.parts(by_itself=True))


def why_waiting(plan: Plan, frame: pd.DataFrame) -> str:
    """Say which fits that have no record yet do not start by themselves, and why; empty if there are none."""
    known = set(zip(frame["dataset"], frame["method"], strict=True))
    listed = []
    for name, methods in plan.waiting().items():
        new = [method for method in methods if (name, method) not in known]
        if new:
            listed.append(f"{' and '.join(new)} on {name} ({counted(len(plan.data[name][0]), 'row')})")
    if not listed:
        return ""
    return (
        f"Waiting for the button, since all pairs of so many rows take long, often more than the {plan.time_limit:g} "
        f"seconds for each fit: {'; '.join(listed)}."
    )


def ended_early(plan: Plan) -> str:
    """Say why the last run of this plan ended before it was done; empty if it did not."""
    key, sentence = st.session_state.get("cp_ended_early", (None, ""))
    return sentence if key == plan.key() else ""


def _note_end(plan: Plan, sentence: str) -> None:
    st.session_state["cp_ended_early"] = (plan.key(), sentence)


def carry_out(
    plan: Plan, missing: int, place: run.Place, *, known: pd.DataFrame | None = None, by_itself: bool = False
) -> None:
    """Run what is missing, with progress and a button in its place; whatever ends the script ends the run too.

    The fits run in a process of their own, one after the other, and a thread waits for them: the script itself has to
    be free to notice a click. Meanwhile it shows what is finished.

    Parameters
    ----------
    plan : Plan
    missing : int
        Fits that are going to be run.
    place : Place
    known : DataFrame, optional
        Records that are there already, to be shown with those to come.
    by_itself : bool, default=False
        Whether nobody has asked for it, so that slow fits are left out.
    """
    wish = threading.Event()
    log = Log(missing, pd.DataFrame() if known is None else known)
    failures: list[BaseException] = []
    # Here, since the state of the session is not to be had from another thread.
    parts = plan.parts(by_itself=by_itself)

    def work() -> None:
        try:
            for part in parts:
                if not wish.is_set():
                    compare(**part, n_jobs=1, stop=wish.is_set, on_start=log.begin, on_result=log.note)
        except BaseException as error:  # handed to the thread that waits
            failures.append(error)

    # Until it is done: a script that is ended says nothing any more.
    _note_end(plan, LEFT)
    with place.progress.container():
        bar = st.progress(*log.said())
        st.button("Stop run", key="cp_stop", icon=":material/stop_circle:", on_click=_note_end, args=(plan, STOPPED))
        finished = st.empty()
    thread = threading.Thread(target=work, daemon=True)
    with run.turn(lambda text: bar.progress(0.0, text)):
        thread.start()
        try:
            while thread.is_alive():
                bar.progress(*log.said())
                table = log.new_table(list(plan.data), plan.methods, plan.preprocess)
                if table is not None:
                    finished.dataframe(table, alt="Results so far: accuracy and seconds of every method")
                time.sleep(SECONDS_BETWEEN_LOOKS)
        finally:
            wish.set()
            thread.join()
    del st.session_state["cp_ended_early"]
    place.progress.empty()
    if failures:
        raise failures[0]
