"""What the clusters of a table are: their names and profiles, on the page and as a file."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import streamlit as st

from pages.shared.runs.fit import RunResult
from pages.shared.runs.settings import ModelSettings
from pages.shared.runs.store import ResultStore
from pages.shared.table.points import TablePoints
from pages.shared.text import as_sentence
from rnse_core.findings import ClusterProfile, profile_clusters, profile_table, sentence_for
from rnse_core.tables import Table

#: More clusters than these are shown in the table alone.
MOST_SENTENCES = 12


def profiles_of(
    table: Table, points: TablePoints, settings: ModelSettings, result: RunResult, store: ResultStore
) -> tuple[ClusterProfile, ...]:
    """Return the profile of each cluster of the rows that were clustered; none for a matrix over pairs.

    Parameters
    ----------
    table : Table
    points : TablePoints
    settings : ModelSettings
    result : RunResult
    store : ResultStore
        Keeps them.

    Returns
    -------
    tuple of ClusterProfile
    """
    if table.kind != "features":
        return ()
    key = ("profiles", points.data_id, settings, result.stopped)
    rows = points.sample.rows
    return store.get_or_make(key, lambda: profile_clusters(table.X[rows], result.labels, table.feature_names))


def show_profiles(profiles: Sequence[ClusterProfile], row: Callable[[int], int]) -> None:
    """Draw a sentence for each cluster, and the same as a table; nothing for a matrix over pairs.

    Parameters
    ----------
    profiles : sequence of ClusterProfile
    row : callable
        Returns the number in the file of a row that was clustered.
    """
    if not profiles:
        return
    st.subheader("What the clusters are", anchor=False)
    if len(profiles) <= MOST_SENTENCES:
        st.markdown("\n".join(f"- {as_sentence(sentence_for(one, row=row))}" for one in profiles))
    with st.expander("As a table", icon=":material/table_rows:", expanded=len(profiles) > MOST_SENTENCES):
        numbers = {f"SD {place}": st.column_config.NumberColumn(format="%+.1f") for place in (1, 2, 3)}
        numbers["share"] = st.column_config.NumberColumn(format="percent")
        st.dataframe(
            profile_table(profiles, row=row),
            hide_index=True,
            column_config=numbers,
            key="yd_profiles",
            alt="Name, size, typical row and the features that differ most, for each cluster",
        )
