"""What a comparison page compares, and running it: progress, "Stop run", and going on where it was."""

from __future__ import annotations

import tempfile
import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from rnse_core.datasets import DATASETS, DatasetUnavailable, load_dataset
from rnse_core.experiments import Progress, compare, planned_records

from . import run
from .store import shared_store

Data = tuple[np.ndarray, np.ndarray]
#: How often the page looks whether its reader wants something else.
SECONDS_BETWEEN_LOOKS = 0.2


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
    private : bool
        Whether a table of the reader takes part: its records stay in the session then.
    """

    data: Mapping[str, Data]
    methods: tuple[str, ...]
    seeds: int
    preprocess: tuple[str, ...]
    time_limit: float
    private: bool = False

    def arguments(self) -> dict[str, Any]:
        """Return the arguments of `compare` that say what is wanted, and where the records are."""
        folder = st.session_state.setdefault("cp_folder", _Folder()) if self.private else _shared_folder()
        return {
            "datasets": dict(self.data),
            "methods": list(self.methods),
            "seeds": self.seeds,
            "preprocess": list(self.preprocess),
            "timeout": self.time_limit,
            "store": folder.path / "records.sqlite",
        }


class _Folder:
    """A folder that goes when nothing refers to it any more."""

    def __init__(self) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="rnse-", ignore_cleanup_errors=True)
        self.path = Path(self._folder.name)


@st.cache_resource
def _shared_folder() -> _Folder:
    return _Folder()


def load(names: list[str]) -> tuple[dict[str, Data], list[str]]:
    """Load data sets by name; return those that can be had, and one sentence for each that cannot."""
    found: dict[str, Data] = {}
    problems = []
    for name in names:
        kept = shared_store().get(("data set", name))
        if kept is None:
            try:
                with st.spinner(f"Fetching {DATASETS[name].title}", show_time=True):
                    one = load_dataset(name)
            except (DatasetUnavailable, ValueError, MemoryError) as error:
                problems.append(str(error))
                continue
            kept = (one.X, np.asarray(one.class_names)[one.y])
            shared_store().put(("data set", name), kept)
        found[name] = kept
    return found, problems


def known_records(plan: Plan) -> tuple[pd.DataFrame, int]:
    """Return the records that are there already, and how many fits are missing."""
    return planned_records(**plan.arguments())


def carry_out(plan: Plan, missing: int, slot: DeltaGenerator) -> pd.DataFrame:
    """Run what is missing, with progress and a button in `slot`; whatever ends the script ends the run too.

    The fits run in a process of their own, one after the other, and a thread waits for them: the script itself has to
    be free to notice a click.
    """
    wish = threading.Event()
    latest: list[tuple[dict[str, Any], Progress]] = []
    outcome: list[pd.DataFrame | BaseException] = []
    # Here, since the state of the session is not to be had from another thread.
    arguments = plan.arguments()

    def work() -> None:
        try:
            outcome.append(
                compare(
                    **arguments,
                    n_jobs=1,
                    stop=wish.is_set,
                    on_result=lambda record, progress: latest.append((record, progress)),
                )
            )
        except BaseException as error:  # handed to the thread that waits
            outcome.append(error)

    place = slot.empty()
    with place.container():
        bar = st.progress(*_said(latest, missing))
        st.button("Stop run", key="cp_stop", icon=":material/stop_circle:")
    thread = threading.Thread(target=work, daemon=True)
    with run.turn(lambda text: bar.progress(0.0, text)):
        thread.start()
        try:
            while thread.is_alive():
                bar.progress(*_said(latest, missing))
                time.sleep(SECONDS_BETWEEN_LOOKS)
        finally:
            wish.set()
            thread.join()
    place.empty()
    if isinstance(outcome[0], BaseException):
        raise outcome[0]
    return outcome[0]


def _said(latest: list[tuple[dict[str, Any], Progress]], missing: int) -> tuple[float, str]:
    """Return the share of the work that is done, and the last result in words."""
    if not latest:
        return 0.0, f"Starting {missing:,} fit{'s' * (missing != 1)}"
    record, progress = latest[-1]
    left = progress.seconds_left
    text = f"{progress.done:,} of {progress.total:,} fits. Last: {record['method']} on {record['dataset']}"
    if left is not None and left > 2:
        text += f", about {left:,.0f} s to go"
    return progress.done / max(progress.total, 1), text
