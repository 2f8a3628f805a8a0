"""What a comparison compares: data, methods, seeds and scales, and which of its fits have a record already."""

from __future__ import annotations

import tempfile
from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field, replace
from itertools import count
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import streamlit as st

from pages.shared.comparison.one_class import Data, n_classes
from pages.shared.runs.store import shared_store
from rnse_core.datasets import DATASETS, DatasetUnavailable, load_dataset
from rnse_core.experiments import METHODS, ColumnScaled, Method, planned_records, takes_all_pairs
from rnse_core.planning import DENSE_SAMPLES
from rnse_core.preprocessing import ColumnScale, scale_columns, scale_features
from rnse_core.wording import counted, listed

#: The methods that have alpha and beta.
RNSE_NAMES = (*(name for name, method in METHODS.items() if method.target == METHODS["RNSE"].target), "NCuts (on S)")


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
        Name of the table of the page "Your data", if it takes part: its records stay in the session.
    clusters : mapping of str to int, default={}
        Clusters to look for, by data set; in the others as many as they have classes.
    own_parameters : tuple of (str, float), default=()
        Parameters of RNSE on it that are not the defaults.
    own_scales : tuple of ColumnScale, default=()
        Of its columns, where some are not the proposed ones. They count under "auto", which scales by column.
    draws : mapping of str to tuple of (X, y), default={}
        Data that are drawn anew for each seed, one for each seed from 0 on; `data` has the first.
    """

    data: Mapping[str, Data]
    methods: tuple[str, ...]
    seeds: int
    preprocess: tuple[str, ...]
    time_limit: float
    own: str = ""
    clusters: Mapping[str, int] = field(default_factory=dict)
    own_parameters: tuple[tuple[str, float], ...] = ()
    own_scales: tuple[ColumnScale, ...] = ()
    draws: Mapping[str, tuple[Data, ...]] = field(default_factory=dict)

    def of_seed(self, frame: pd.DataFrame) -> Plan:
        """Return the plan with the data of the one seed that records have; the plan itself where they have several."""
        seeds = frame["seed"].dropna().unique()
        if not self.draws or len(seeds) != 1:
            return self
        drawn = {name: of_seeds[int(seeds[0])] for name, of_seeds in self.draws.items()}
        return replace(self, data={**self.data, **drawn})

    def method(self, name: str, dataset: str) -> Method:
        """Return a method as it runs on a data set."""
        method = METHODS[name]
        if dataset != self.own or name not in RNSE_NAMES or not self.own_parameters:
            return method
        return method.variant(name, **dict(self.own_parameters))

    def scaled(self, name: str, scale: str) -> np.ndarray:
        """Return the features of a data set as the methods get them."""
        X = self.data[name][0]
        if name == self.own and scale == "auto" and self.own_scales:
            return scale_columns(X, self.own_scales)
        return scale_features(X, scale)

    def unsuitable(self) -> dict[str, tuple[tuple[str, ...], tuple[str, ...]]]:
        """Return, for each scale, the methods that take no negative numbers and the data in which it makes some."""
        methods = tuple(name for name in self.methods if METHODS[name].takes == "non-negative features")
        found = {}
        for scale in self.preprocess if methods else ():
            names = tuple(name for name in self.data if self.scaled(name, scale).min() < 0)
            if names:
                found[scale] = (methods, names)
        return found

    def slow_methods(self) -> dict[str, tuple[str, ...]]:
        """Return, for each large data set, the methods that look at all pairs of its points and so are slow there."""
        found = {
            name: tuple(method for method in self.methods if takes_all_pairs(METHODS[method], len(X)))
            for name, (X, _) in self.data.items()
            if len(X) > DENSE_SAMPLES
        }
        return {name: methods for name, methods in found.items() if methods}

    def without_classes(self, name: str) -> bool:
        """Return whether all points of a data set have one class, so that there is nothing to find."""
        return n_classes(self.data[name]) == 1

    def calls(self, *, automatic: bool = False) -> list[dict[str, Any]]:
        """Return the arguments of each call of `compare` that the plan takes.

        The table of the page "Your data" has its own number of clusters, parameters and records; it comes first.

        Parameters
        ----------
        automatic : bool, default=False
            Leave out the fits that do not start without a click; see `slow_methods`.

        Returns
        -------
        list of dict
        """
        slow = self.slow_methods() if automatic else {}
        # By the one seed that a call has, where data are drawn anew for each; -1 where a call has all seeds. And by the
        # number of clusters; 0 where it is that of the classes.
        groups: dict[tuple[bool, tuple[str, ...], int, int], dict[str, Data]] = {}
        for name, one in self.data.items():
            methods = tuple(method for method in self.methods if method not in slow.get(name, ()))
            if methods:
                of_seeds = dict(enumerate(self.draws[name])) if name in self.draws else {-1: one}
                for seed, drawn in of_seeds.items():
                    key = (name != self.own, methods, seed, self.clusters.get(name, 0))
                    groups.setdefault(key, {})[name] = drawn
        return [self._call(groups[key], *key) for key in sorted(groups)]

    def _call(
        self, datasets: Mapping[str, Data], shared: bool, methods: tuple[str, ...], seed: int, n_clusters: int
    ) -> dict[str, Any]:
        call: dict[str, Any] = {
            "datasets": datasets,
            "methods": [self.method(name, next(iter(datasets))) for name in methods],
            "seeds": self.seeds if seed < 0 else [seed],
            "preprocess": list(self.preprocess),
            "n_clusters": n_clusters or None,
            "timeout": self.time_limit,
        }
        if shared:
            return {**call, "store": _shared_folder().records("records")}
        if self.own_scales:
            given = {str(j): one.scale for j, one in enumerate(self.own_scales) if one.given is not None}
            call["datasets"] = {name: ColumnScaled(data, given) for name, data in datasets.items()}
        return {**call, "store": _own_folder().records("own")}

    def key(self) -> Hashable:
        """Return the key of this plan in the session."""
        return (
            *self.data,
            self.methods,
            self.seeds,
            self.preprocess,
            *self.clusters.items(),
            self.own_parameters,
            tuple(one.scale for one in self.own_scales),
            *self.draws,
        )


class _Folder:
    """A folder that is deleted when nothing refers to it any more."""

    def __init__(self) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="rnse-", ignore_cleanup_errors=True)
        self.path = Path(self._folder.name)
        self._unused: set[str] = set()

    def records(self, name: str) -> Path:
        """Return the file of records: the first of its name that was not given up."""
        names = (f"{name}{number or ''}.sqlite" for number in count())
        return self.path / next(one for one in names if one not in self._unused)

    def give_up(self, path: Path) -> None:
        """Leave a file as it is, and use another one from now on."""
        if path.parent == self.path:
            self._unused.add(path.name)


def _own_folder() -> _Folder:
    folder: _Folder = st.session_state.setdefault("cp_folder", _Folder())
    return folder


def use_another_file(path: str) -> None:
    """Give up a file of records that cannot be used; it is left as it is."""
    for folder in (_shared_folder(), _own_folder()):
        folder.give_up(Path(path))


@st.cache_resource
def _shared_folder() -> _Folder:
    return _Folder()


def load(names: list[str]) -> tuple[dict[str, Data], list[str]]:
    """Load data sets by name; return those that are available, by title, and a message for those that are not."""
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
            f"Left out, since OpenML cannot be reached: {', '.join(unreachable)}. Try again with a network, or "
            "upload a file of the data on the page Your data and choose “Your table” here."
        )
    return found, problems


def draw_anew(names: list[str], seeds: int) -> dict[str, tuple[Data, ...]]:
    """Return the synthetic ones of some data sets, by title, drawn once for each seed from 0 on."""
    return {
        DATASETS[name].title: tuple(_drawn(name, seed) for seed in range(seeds))
        for name in names
        if DATASETS[name].origin == "synthetic"
    }


def _drawn(name: str, seed: int) -> Data:
    def draw() -> Data:
        one = load_dataset(name, random_state=seed)
        return one.X, np.asarray(one.class_names)[one.y]

    return shared_store().get_or_make(("data set", name, seed), draw)


def known_records(plan: Plan) -> tuple[pd.DataFrame, int]:
    """Return the records that there are, and how many fits have none.

    Raises
    ------
    ValueError
        If the plan cannot be carried out.
    """
    known = []
    for call in plan.calls():
        frame, missing = planned_records(**call)
        if isinstance(call["seeds"], list):
            # A method that draws nothing at random has no seed of its own; here that of its data.
            frame = frame.assign(seed=call["seeds"][0])
        known.append((frame, missing))
    frames = [frame for frame, _ in known if len(frame)] or [known[0][0]]
    places = {name: place for place, name in enumerate(plan.data)}
    # In the order of the plan, whatever call a record is from.
    frame = pd.concat(frames, ignore_index=True)
    frame = frame.sort_values("dataset", key=lambda names: names.map(places), kind="stable", ignore_index=True)
    return frame, sum(missing for _, missing in known)


def count_automatic(plan: Plan, missing: int) -> int:
    """Return how many of the missing fits may start without a click."""
    if not plan.slow_methods():
        return missing
    return sum(planned_records(**call)[1] for call in plan.calls(automatic=True))


def reason_to_wait(plan: Plan, frame: pd.DataFrame) -> str:
    """Return which fits without a record need a click to start, and why; empty if there are none."""
    known = set(zip(frame["dataset"], frame["method"], strict=True))
    waiting = []
    for name, methods in plan.slow_methods().items():
        new = [method for method in methods if (name, method) not in known]
        if new:
            waiting.append(f"{listed(new)} on {name} ({counted(len(plan.data[name][0]), 'row')})")
    if not waiting:
        return ""
    return (
        f"Waiting for the button, since all pairs of so many rows take long, often more than the {plan.time_limit:g} "
        f"seconds for each fit: {'; '.join(waiting)}."
    )
