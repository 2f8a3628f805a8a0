"""The table of the page "Your data" as a part of a comparison."""

from __future__ import annotations

import streamlit as st

from rnse_core.tables import Table

from .controls import Choice

#: What stands for it among the data sets: its own name would make the address of one session useless in another.
OWN = "Your table"
_CLUSTERS = {k: str(k) for k in range(2, 21)}


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
    """Ask how many clusters to look for when the table has no classes that would say so; None when it has."""
    if has_classes(table):
        return None
    with st.sidebar:
        return Choice(
            "cp_clusters",
            f"Clusters in {table.name}",
            3,
            options=_CLUSTERS,
            help="It has no classes that would say so, and so no scores but time; see Grid and Graphs.",
        ).draw()


def has_classes(table: Table) -> bool:
    """Tell whether some row has a class."""
    return table.labels is not None and bool((table.labels != "").any())


def compare_link(table: Table) -> None:
    """Lead from the page "Your data" to the comparison of methods on its table."""
    if table.kind == "features":
        st.page_link(
            "pages/compare_methods.py",
            label="Compare methods on this table",
            icon=":material/compare:",
            query_params={"cp_data": OWN},
        )
