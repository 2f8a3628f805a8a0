"""Which points of a table are clustered: its rows in the chosen scale, or a sample where they are too many."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import streamlit as st

from pages.shared.runs import large
from pages.shared.runs.messages import collected_warnings
from pages.shared.runs.settings import KernelSettings, graph_kernel_arguments, kernel_arguments
from rnse_core.planning import FitPlan
from rnse_core.preprocessing import ColumnScale, scale_columns, scale_features
from rnse_core.sampling import Sample, draw_sample
from rnse_core.tables import Table
from rnse_core.wording import counted

#: The affinity of RNSE for a table that is a matrix over pairs of points.
_PRECOMPUTED = {"similarity": "precomputed", "distance": "precomputed_distance"}


def table_kernel(kind: str, kernel: str, neighbours: int, graph_kernel: str = "preset") -> dict[str, Any]:
    """Return the arguments of RNSE that choose the kernel of a table.

    Parameters
    ----------
    kind : {"features", "similarity", "distance"}
        What the table holds; of a matrix over pairs it decides alone.
    kernel : str
        The chosen kernel.
    neighbours : int
        The chosen number of its neighbours; 0 for the default.
    graph_kernel : str, default="preset"
        What is done with a similarity that is a graph.

    Returns
    -------
    dict
    """
    if kind in _PRECOMPUTED:
        of_graph = graph_kernel_arguments(graph_kernel) if kind == "similarity" else {}
        return {"affinity": _PRECOMPUTED[kind], **of_graph}
    return kernel_arguments(kernel, neighbours)


@dataclass(frozen=True)
class TablePoints:
    """The points of a table that are clustered.

    Parameters
    ----------
    everything : ndarray or csr_array
        All rows in the chosen scale, or the matrix over all pairs.
    sample : Sample
        The rows that are clustered.
    X : ndarray or csr_array
        The same as `everything`, of the rows that are clustered.
    data_id : hashable
        Names X in the stores.
    plan : FitPlan
        On which graph a run on X works.
    """

    everything: Any
    sample: Sample
    X: Any
    data_id: Hashable
    plan: FitPlan

    def seen_as(self, X: np.ndarray, name: str) -> TablePoints:
        """Return the same points with other features, such as whitened ones, under another name in the stores."""
        return replace(self, X=X, data_id=(self.data_id, name))

    def known_as(self, name: str) -> TablePoints:
        """Return the same points under another name in the stores: for runs that settings do not tell apart."""
        return replace(self, data_id=(self.data_id, name))


def choose_points(
    table: Table,
    kernel: KernelSettings,
    *,
    scale: str,
    scales: tuple[ColumnScale, ...] = (),
    at_most: int,
    content_id: tuple[Hashable, ...],
) -> TablePoints:
    """Return the points to cluster; draw a note where these are not all rows, or too many for matrices of all pairs.

    Parameters
    ----------
    table : Table
    kernel : KernelSettings
        Decides how much memory a point takes.
    scale : str
        Scale of the features.
    scales : tuple of ColumnScale, default=()
        That of each column, where they are not scaled alike.
    at_most : int
        Rows to cluster at most; 0 for all that there is memory for.
    content_id : tuple of hashable
        Names the table in the stores.

    Returns
    -------
    TablePoints
    """
    if table.is_sparse:
        return _whole_graph(table, kernel, at_most, content_id)
    features = table.kind == "features"
    with collected_warnings():  # values that are too large are named by the page, by row and column of the file
        if scales:
            everything = scale_columns(table.X, scales)
        else:
            everything = scale_features(table.X, scale) if features else table.X
    sample = draw_sample(table.n_rows, large.allowed_rows(kernel, everything, at_most or table.n_rows))
    if not sample.complete:
        st.info(
            f"{len(sample.rows):,} of the {sample.n_all:,} rows, chosen at random, are clustered. The other rows "
            "get the label of the nearest clustered row.",
            icon=":material/filter_alt:",
        )
    X = everything[sample.rows] if features else table.X[np.ix_(sample.rows, sample.rows)]
    plan = kernel.plan(X)
    if plan.sparse:
        large.show_solver(plan)
    named = tuple(one.scale for one in scales) or (scale if features else "")
    return TablePoints(everything, sample, X, (*content_id, named, len(X)), plan)


def _whole_graph(table: Table, kernel: KernelSettings, at_most: int, content_id: tuple[Hashable, ...]) -> TablePoints:
    """Return all points of a sparse similarity; end the run where they do not fit into the memory of the server."""
    plan = kernel.plan(table.X)
    if not large.has_memory_for(plan):
        st.stop()
    if 0 < at_most < table.n_rows:
        st.info(
            f"The whole graph is clustered, {counted(table.n_rows, 'point')}: a random part would have hardly any "
            "similar pairs left.",
            icon=":material/hub:",
        )
    large.show_solver(plan)
    return TablePoints(table.X, draw_sample(table.n_rows, table.n_rows), table.X, (*content_id, "", table.n_rows), plan)
