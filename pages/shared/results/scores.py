"""Tables of the scores of all methods: against true classes, and by silhouettes where there are none."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import streamlit as st

from pages.shared.runs.baselines import Outcomes
from rnse_core.metrics import cross_cluster_affinity, labelled_mask, score_table, silhouette
from rnse_core.wording import listed


def show_scores(y: np.ndarray, methods: Outcomes, *, key: str) -> pd.DataFrame:
    """Draw the scores of all methods, with the meaning of the columns.

    Parameters
    ----------
    y : ndarray of shape (n_samples,)
        True classes; points without one are left out.
    methods : Outcomes
    key : str
        Of the table on the page.

    Returns
    -------
    DataFrame
        The table that is drawn.
    """
    table, at_majority = _score_rows(y, methods)
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
        st.caption(
            "Crossing: share of the affinity of a method that joins points of different classes; that of RNSE is S. "
            "A sentence on affinity that crosses clusters counts the clusters that RNSE has found, not the classes."
        )
    if at_majority:
        st.caption(f"{listed(at_majority)}: accuracy no better than that of one cluster of all points, the last row.")
    return table


def _score_rows(y: np.ndarray, methods: Outcomes) -> tuple[pd.DataFrame, list[str]]:
    """Return the table of scores, and the names of the methods that are no better than one cluster."""
    known = labelled_mask(y)
    rows: list[dict[str, Any]] = []
    at_majority = []
    majority = 0.0
    for name, one in methods.items():
        if one.labels is None:
            continue
        scores = score_table(y, one.labels)
        majority = scores["majority_share"]
        if scores["accuracy_at_or_below_majority"]:
            at_majority.append(name)
        graph = one.affinity
        crossing = np.nan if graph is None else cross_cluster_affinity(graph[known][:, known], y[known])
        rows.append(
            {
                "Method": name,
                "ACC": scores["accuracy"],
                "Purity": scores["purity"],
                "NMI": scores["nmi"],
                "ARI": scores["ari"],
                "Crossing": crossing,
                "Seconds": one.seconds,
            }
        )
    rows.append({"Method": "One cluster", "ACC": majority, "Purity": majority, "NMI": 0.0, "ARI": 0.0})
    return pd.DataFrame(rows), at_majority


def show_silhouettes(
    X: np.ndarray, kind: str, methods: Outcomes, *, key: str, why: str = "There is no label column."
) -> pd.DataFrame:
    """Draw how well separated the clusters of each method are, where there are no classes to compare with.

    Parameters
    ----------
    X : ndarray
        The points, or a matrix over pairs of them.
    kind : {"features", "similarity", "distance"}
        What X is.
    methods : Outcomes
    key : str
        Of the table on the page.
    why : str
        Why there are no classes to compare with, as a sentence.

    Returns
    -------
    DataFrame
        The table that is drawn.
    """
    metric = "precomputed" if kind == "distance" else "euclidean"
    found = {
        name: silhouette(X, one.labels, metric=metric)
        for name, one in methods.items()
        if kind != "similarity" and one.labels is not None
    }
    table = pd.DataFrame(
        [
            {"Method": name, "Silhouette": found[name].value if name in found else None, "Seconds": one.seconds}
            for name, one in methods.items()
        ]
    )
    number = {name: st.column_config.NumberColumn(name, format="%.3f") for name in ("Silhouette", "Seconds")}
    st.dataframe(table, hide_index=True, placeholder="–", column_config=number, key=key, alt="Silhouettes")
    # A reason that several methods share is given once.
    names: dict[str, list[str]] = {}
    for name, one in found.items():
        names.setdefault(one.reason, []).append(name)
    reasons = [f"{listed(which)}: {reason}." for reason, which in names.items() if reason]
    if kind == "similarity":
        reasons = ["It needs features or distances, not similarities."]
    st.caption(
        " ".join(
            [
                f"{why} The silhouette, from −1 to 1, tells how much nearer points are to their own "
                "cluster than to the next; it favours round clusters.",
                *reasons,
            ]
        )
    )
    return table
