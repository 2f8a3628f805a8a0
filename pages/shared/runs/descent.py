"""The runs of the page on convergence, and what they show in sentences and a table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pandas as pd

from pages.shared.runs.named_data import FEATURE_DATA
from pages.shared.runs.progress import RunArea
from pages.shared.runs.store import shared_store
from rnse_core.recording import VERSIONS, record_histories, summarise_descent
from rnse_core.wording import counted, two_digits

#: Row sums off by more are no rounding.
EXACT = 1e-8


def histories_of(
    data: str, versions: Sequence[str], seeds: Sequence[int], alpha: float, beta: float, place: RunArea
) -> dict[str, list[list[dict[str, Any]]]] | None:
    """Return the histories of each version, from the store or computed with progress; None when they were stopped."""
    key = ("descent", data, tuple(versions), len(seeds), alpha, beta)
    found = shared_store().get(key)
    if found is not None:
        return found
    if place.stopping:
        return None
    X, _, n_clusters = FEATURE_DATA[data].load()
    total, done = len(versions) * len(seeds), 0
    bar = place.open_bar(0.0, f"Run 1 of {total}")
    runs: dict[str, list[list[dict[str, Any]]]] = {}
    for version in versions:
        runs[version] = []
        for seed in seeds:
            text = f"{VERSIONS[version].title}: run {done + 1} of {total}"

            def each_round(iteration: int, info: dict[str, Any], text: str = text, share: float = done / total) -> None:
                bar.progress(share, f"{text}, round {iteration}")

            runs[version] += record_histories(
                X, n_clusters, version, [seed], alpha=alpha, beta=beta, callback=each_round
            )
            done += 1
    place.progress.empty()
    shared_store().put(key, runs)
    return runs


def descent_sentences(runs: Mapping[str, Sequence[Sequence[Mapping[str, Any]]]]) -> list[str]:
    """Say what the curves show, one sentence or two for each version."""
    return [_sentence(VERSIONS[name].title, histories) for name, histories in runs.items()]


def _sentence(title: str, histories: Sequence[Sequence[Mapping[str, Any]]]) -> str:
    descent = summarise_descent(histories)
    fewest, most = descent.rounds
    rounds = counted(most, "round") if fewest == most else f"{fewest} to {most} rounds"
    rise = (
        f"it rose in {descent.rising_runs} of {counted(len(histories), 'run')}, by up to {descent.largest_rise:.1%}"
        if descent.rising_runs
        else "it never rose"
    )
    feasible = (
        f"S is doubly stochastic (row sums off by up to {two_digits(descent.row_sum_error)})"
        if descent.row_sum_error <= EXACT
        else f"S is **not** doubly stochastic: row sums are off by up to {two_digits(descent.row_sum_error)}, so its "
        f"objective "
        "cannot be compared with that of one that is"
    )
    return f"**{title}**: {rounds}, the objective ends at {descent.fall:.0%} of its first value; {rise}. {feasible}."


def descent_table(runs: Mapping[str, Sequence[Sequence[Mapping[str, Any]]]]) -> pd.DataFrame:
    """Return the numbers behind the sentences, a row per version."""
    rows = []
    for name, histories in runs.items():
        descent = summarise_descent(histories)
        rows.append(
            {
                "version": VERSIONS[name].title,
                "runs": len(histories),
                "rounds, most": descent.rounds[1],
                "last objective, mean": descent.last,
                "last / first": descent.fall,
                "runs that rose": descent.rising_runs,
                "largest rise": descent.largest_rise,
                "row-sum error": descent.row_sum_error,
            }
        )
    return pd.DataFrame(rows)
