"""The state of a comparison that is running: how far it is, which fit runs, and the results so far."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from typing import Any

import pandas as pd

from pages.shared.controls.control import shorten
from pages.shared.table.scaling import SCALINGS
from pages.shared.text import as_text
from rnse_core.experiments import Progress
from rnse_core.wording import counted

#: Runs that end sooner show no table, which would appear for a moment only.
DELAY_SECONDS = 2.0
#: The table changes at most so often.
TABLE_SECONDS = 1.0


class ComparisonLog:
    """What a running comparison reports from its thread, for the script that waits for it.

    Parameters
    ----------
    missing : int
        Fits that are going to be run.
    known : DataFrame
        The records that there are.
    """

    def __init__(self, missing: int, known: pd.DataFrame) -> None:
        self.missing = missing
        self.known: list[Mapping[Any, Any]] = [*known.to_dict("records")]
        self.records: list[dict[str, Any]] = []
        self._running: tuple[Mapping[str, Any], float] | None = None
        self._shown: object = None
        self._shown_at = time.perf_counter() + DELAY_SECONDS - TABLE_SECONDS

    def start(self, fit: Mapping[str, Any]) -> None:
        """Note that a fit starts."""
        self._running = (fit, time.perf_counter())

    def add(self, record: dict[str, Any], _progress: Progress) -> None:
        """Note a result."""
        self._running = None
        self.records.append(record)

    def status(self) -> tuple[float, str]:
        """Return the share of the fits that are done, and what is done, what runs and how long the rest takes."""
        records, running = list(self.records), self._running
        fit_seconds = sum(record.get("seconds") or 0.0 for record in records)
        left = Progress(len(records), self.missing, 0, 0, fit_seconds, fit_seconds).seconds_left
        all_of_them = counted(self.missing, "fit")
        begun = bool(records) or running is not None
        text = f"{len(records):,} of {all_of_them} done" if begun else f"Starting {all_of_them}"
        if running is not None:
            fit, began = running
            seed = f", seed {fit['seed']}" if fit["seed"] else ""
            text += f". Running: {fit['method']} on {as_text(shorten(fit['dataset'], 40))}{seed}"
            text += f", {time.perf_counter() - began:.0f} s"
        if left is not None and left > 2:
            text += f". About {left:,.0f} s to go"
        return min(1.0, len(records) / self.missing), text

    def new_table(self, names: Sequence[str], methods: Sequence[str], scales: Sequence[str]) -> pd.DataFrame | None:
        """Return the results so far; None where nothing is new, or the last table is too recent."""
        running = self._running
        state = (len(self.records), None if running is None else running[1])
        if state == self._shown or time.perf_counter() - self._shown_at < TABLE_SECONDS:
            return None
        self._shown, self._shown_at = state, time.perf_counter()
        return self.table(names, methods, scales)

    def table(self, names: Sequence[str], methods: Sequence[str], scales: Sequence[str]) -> pd.DataFrame:
        """Return the results so far, as texts: a row per data set and scale, a column per method.

        Parameters
        ----------
        names, methods, scales : sequence of str
            What is compared.

        Returns
        -------
        DataFrame
        """
        places: dict[tuple[str, str, str], list[Mapping[str, Any]]] = {}
        for record in [*self.known, *self.records]:
            places.setdefault(_place(record), []).append(record)
        running = self._running
        now = None if running is None else _place(running[0])
        rows = {
            (f"{name}, {SCALINGS[scale]}" if len(scales) > 1 else name): {
                method: _cell(places.get((name, scale, method), []), (name, scale, method) == now) for method in methods
            }
            for name in names
            for scale in scales
        }
        return pd.DataFrame.from_dict(rows, orient="index", columns=list(methods))


def _place(fit: Mapping[str, Any]) -> tuple[str, str, str]:
    return fit["dataset"], fit["preprocessing"], fit["method"]


def _cell(records: Sequence[Mapping[str, Any]], running: bool) -> str:
    """Write the mean over the seeds so far; where no fit has a result, the status of the last one."""
    good = [record for record in records if record["status"] == "ok"]
    if not good:
        return "running" if running else (records[-1]["status"] if records else "")
    mean = pd.DataFrame(good).reindex(columns=["accuracy", "seconds"]).astype(float).mean()
    score = "" if pd.isna(mean["accuracy"]) else f"{mean['accuracy']:.1%}, "
    return f"{score}{mean['seconds']:.2f} s"
