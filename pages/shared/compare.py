"""K-Means and normalized cuts on the same data, and the table that sets every method side by side."""

from __future__ import annotations

import time
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
import streamlit as st
from sklearn.cluster import KMeans

from rnse_core.baselines import NCuts
from rnse_core.metrics import cross_cluster_affinity, labelled_mask, score_table

from .messages import collected_warnings
from .model import ModelSettings
from .store import ResultStore


@dataclass(frozen=True)
class BaselineResult:
    """Labels of one method, its affinity where it has one, or the sentence why there is no result."""

    labels: np.ndarray | None
    affinity: np.ndarray | None
    seconds: float
    messages: tuple[str, ...]


def kmeans_arguments(settings: ModelSettings, seed: int) -> dict[str, Any]:
    return {"n_clusters": settings.n_clusters, "n_init": 10, "random_state": seed}


def ncuts_arguments(settings: ModelSettings, seed: int) -> dict[str, Any]:
    """Return the arguments that give normalized cuts the kernel that RNSE uses, so that only the method differs."""
    chosen = settings.build().get_params()
    same = {name: chosen[name] for name in ("affinity", "affinity_neighbors", "gamma")}
    return {"n_clusters": settings.n_clusters, **same, "random_state": seed}


def run_baselines(
    settings: ModelSettings, X: np.ndarray, *, seed: int, data_id: Hashable, store: ResultStore
) -> dict[str, BaselineResult]:
    """Return K-Means and NCuts on the data, from the store when they have run before.

    K-Means is left out when the input is a similarity, which has no coordinates.
    """
    arguments = ncuts_arguments(settings, seed)
    models = {"NCuts": (NCuts, arguments)}
    if not str(arguments["affinity"]).startswith("precomputed"):
        models = {"K-Means": (KMeans, kmeans_arguments(settings, seed)), **models}
    return {
        name: store.get_or_make(
            (name, data_id, tuple(keywords.items())), lambda make=make, keywords=keywords: _fit(make(**keywords), X)
        )
        for name, (make, keywords) in models.items()
    }


def _fit(model: Any, X: np.ndarray) -> BaselineResult:
    started = time.perf_counter()
    try:
        with collected_warnings() as messages:
            labels = model.fit_predict(X)
    except ValueError as error:
        return BaselineResult(None, None, time.perf_counter() - started, (str(error),))
    seconds = time.perf_counter() - started
    return BaselineResult(labels, getattr(model, "affinity_matrix_", None), seconds, tuple(messages))


#: Method name to its labels, its affinity where it has one, and its seconds.
Methods = Mapping[str, tuple[np.ndarray | None, Any, float]]


def score_rows(y: np.ndarray, methods: Methods) -> tuple[pd.DataFrame, list[str]]:
    """Return the table of scores and the names of the methods that are no better than one big cluster.

    Parameters
    ----------
    y : ndarray of shape (n_samples,)
        True classes; points without one are left out.
    methods : Methods
    """
    known = labelled_mask(y)
    rows: list[dict[str, Any]] = []
    at_the_line = []
    majority = 0.0
    for name, (labels, affinity, seconds) in methods.items():
        if labels is None:
            continue
        scores = score_table(y, labels)
        majority = scores["majority_share"]
        if scores["accuracy_at_or_below_majority"]:
            at_the_line.append(name)
        crossing = cross_cluster_affinity(affinity[known][:, known], y[known]) if affinity is not None else np.nan
        rows.append(
            {
                "Method": name,
                "ACC": scores["accuracy"],
                "Purity": scores["purity"],
                "NMI": scores["nmi"],
                "ARI": scores["ari"],
                "Crossing": crossing,
                "Seconds": seconds,
            }
        )
    rows.append({"Method": "One big cluster", "ACC": majority, "Purity": majority, "NMI": 0.0, "ARI": 0.0})
    return pd.DataFrame(rows), at_the_line


def show_scores(table: pd.DataFrame, at_the_line: Sequence[str], *, key: str) -> None:
    """Draw the table of scores with what its columns mean."""
    percent = {
        name: st.column_config.NumberColumn(name, format="percent", help=meaning)
        for name, meaning in {
            "ACC": "Share of points in the cluster matched to their class, by the best one-to-one matching.",
            "Purity": "Share of points that belong to the most frequent class of their cluster.",
            "Crossing": "Share of the affinity between different points that joins points of different classes.",
        }.items()
    }
    plain = {
        "NMI": st.column_config.NumberColumn("NMI", format="%.3f", help="Arithmetic average of the entropies."),
        "ARI": st.column_config.NumberColumn("ARI", format="%.3f", help="0 is what chance gives, 1 is perfect."),
        "Seconds": st.column_config.NumberColumn("Seconds", format="%.3f"),
    }
    st.dataframe(
        table,
        hide_index=True,
        placeholder="–",
        column_config={**percent, **plain},
        key=key,
        alt="Scores of every method",
    )
    if at_the_line:
        st.caption(
            f"{' and '.join(at_the_line)}: accuracy no better than putting every point into one big cluster, "
            "the last row."
        )
