"""K-Means and normalized cuts on the same data, and the table that sets every method side by side."""

from __future__ import annotations

import time
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
import pandas as pd
import streamlit as st
from scipy.sparse import issparse
from sklearn.cluster import KMeans

from pages.shared.runs.fit import RunResult
from pages.shared.runs.messages import collected_warnings
from pages.shared.runs.settings import ModelSettings
from pages.shared.runs.store import ResultStore
from rnse_core.affinity.distances import center_and_scale
from rnse_core.baselines import NCuts
from rnse_core.metrics import cross_cluster_affinity, labelled_mask, score_table


@dataclass(frozen=True)
class BaselineResult:
    """Labels of one method, or none and the sentence why."""

    labels: np.ndarray | None
    seconds: float
    messages: tuple[str, ...]


def kmeans_arguments(settings: ModelSettings) -> dict[str, Any]:
    return {"n_clusters": settings.n_clusters, "n_init": 10, "random_state": settings.seed}


def ncuts_arguments(settings: ModelSettings) -> dict[str, Any]:
    """Return the arguments of normalized cuts on the kernel that RNSE has computed, so that only the method differs."""
    return {"n_clusters": settings.n_clusters, "affinity": "precomputed", "random_state": settings.seed}


def run_baselines(
    settings: ModelSettings, X: np.ndarray | None, result: RunResult, *, data_id: Hashable, store: ResultStore
) -> dict[str, BaselineResult]:
    """Return K-Means on the features, where there are any, and NCuts on the kernel, from the store when known.

    NCuts takes the kernel of all pairs; where the points are too many for that it is left out.
    """
    models: dict[str, tuple[Any, np.ndarray]] = {}
    if X is not None:
        # Centred and scaled as a whole, which changes no cluster: huge numbers would overflow when squared.
        models["K-Means"] = (KMeans(**kmeans_arguments(settings)), center_and_scale(X)[0])
    if not issparse(result.affinity):
        models["NCuts"] = (NCuts(**ncuts_arguments(settings)), result.affinity)
    return {
        name: store.get_or_make(baseline_name(name, settings, data_id), partial(_fit, model, data))
        for name, (model, data) in models.items()
    }


def baseline_name(method: str, settings: ModelSettings, data_id: Hashable) -> tuple[Hashable, ...]:
    """Name what a method makes of the data; neither depends on alpha and beta."""
    # NCuts depends on the kernel, K-Means on the number of clusters and the seed alone.
    arguments = {"K-Means": kmeans_arguments(settings), "NCuts": settings.kernel_key()}
    return (method, data_id, repr(arguments[method]))


def _fit(model: Any, data: np.ndarray) -> BaselineResult:
    started = time.perf_counter()
    try:
        with collected_warnings() as messages:
            labels = model.fit_predict(data)
    except ValueError as error:
        return BaselineResult(None, time.perf_counter() - started, (str(error),))
    return BaselineResult(labels, time.perf_counter() - started, tuple(messages))


#: Method name to its labels, its affinity where it has one, and its seconds.
Methods = Mapping[str, tuple[np.ndarray | None, Any, float]]


def methods(result: RunResult, others: Mapping[str, BaselineResult]) -> Methods:
    """Put RNSE, with its learned S, beside the other methods."""
    graphs = {"NCuts": result.affinity}
    listed = {name: (one.labels, graphs.get(name), one.seconds) for name, one in others.items()}
    return {**listed, "RNSE": (result.labels, result.similarity, result.seconds)}


def score_rows(y: np.ndarray, methods: Methods) -> tuple[pd.DataFrame, list[str]]:
    """Return the table of scores and the names of the methods that are no better than one cluster.

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
    rows.append({"Method": "One cluster", "ACC": majority, "Purity": majority, "NMI": 0.0, "ARI": 0.0})
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
    if "Crossing" in table and table["Crossing"].notna().any():
        st.caption("Crossing: share of the affinity that joins points of different classes; what RNSE learns is S.")
    if at_the_line:
        st.caption(
            f"{' and '.join(at_the_line)}: accuracy no better than that of one cluster of all points, the last row."
        )
