"""The table of the page "Your data" as a part of a comparison."""

from __future__ import annotations

import streamlit as st

from rnse_core.fit_plan import DENSE_SAMPLES
from rnse_core.tables import Table

from .controls import Choice
from .prepare import SCALINGS

#: What stands for it among the data sets: its own name would make the address of one session useless in another.
OWN = "Your table"
_CLUSTERS = {k: str(k) for k in range(1, 21)}
_OF_CLASSES = {0: "As many as classes"}
#: What a table is compared with first when it is too large for the methods that look at all pairs of rows.
FOR_LARGE = ("K-Means", "NCuts (kNN)", "RNSE")
#: Where the page "Your data" leaves the number of clusters that it looked for.
_LOOKED_FOR = "yd_looked_for"


def current() -> Table | None:
    """Return the table that the page "Your data" has read in this session."""
    kept = st.session_state.get("yd_table")
    return None if kept is None else kept[1]


def problem(table: Table | None) -> str:
    """Say why the table cannot be compared on; empty if it can."""
    if table is None:
        return f"{OWN} is not there: read it on the page Your data first. Files are kept in the session only."
    if table.kind != "features":
        return (
            f"{OWN}, {table.name}, is a {table.kind} matrix and left out: methods are compared on tables of features. "
            "What the numbers are can be changed on the page Your data."
        )
    return ""


def choose_clusters(table: Table) -> int | None:
    """Ask how many clusters to look for; None means as many as the table has classes."""
    classes = has_classes(table)
    with st.sidebar:
        chosen = Choice(
            "cp_clusters",
            f"Clusters in {table.name}",
            0 if classes else st.session_state.get(_LOOKED_FOR, 3),
            options={**_OF_CLASSES, **_CLUSTERS} if classes else _CLUSTERS,
            help="The other data sets have classes, which say how many."
            if classes
            else "It has no classes that would say so, and so no scores but time; see Grid and Graphs.",
        ).draw()
    return chosen or None


def has_classes(table: Table) -> bool:
    """Tell whether some row has a class."""
    return table.labels is not None and bool((table.labels != "").any())


def compare_link(table: Table, n_clusters: int, scale: str, *, as_classes: bool) -> None:
    """Lead from the page "Your data" to the comparison of methods on its table, with the settings that both have.

    Parameters
    ----------
    table : Table
    n_clusters : int
        Clusters that were looked for.
    scale : str
        Scale of the features.
    as_classes : bool
        Whether these are as many as there are classes because there are so many.
    """
    if table.kind != "features":
        return
    st.session_state[_LOOKED_FOR] = n_clusters
    methods = {"cp_methods": FOR_LARGE} if table.n_rows > DENSE_SAMPLES else {}
    st.page_link(
        "pages/compare_methods.py",
        label="Compare methods on this table",
        icon=":material/compare:",
        query_params={
            "cp_data": OWN,
            "cp_clusters": _OF_CLASSES[0] if as_classes else _CLUSTERS[n_clusters],
            "cp_scales": SCALINGS[scale],
            **methods,
        },
    )
