"""The maps of a grid of alpha and beta, and the result in one of its cells."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial

import numpy as np
import streamlit as st

from pages.shared import class_mode
from pages.shared.results import figures
from pages.shared.runs.fit import RunResult
from pages.shared.runs.named_data import DataChoice, NamedData
from pages.shared.runs.settings import ModelSettings
from rnse_core.exports import labels_csv
from rnse_core.figures import affinity_edges, affinity_graph, grid_map, principal_plane, spectral_plane
from rnse_core.findings import sentence_for, structure_findings
from rnse_core.recording import GridRecord
from rnse_core.recording.grid import SCORES, Cell
from rnse_core.wording import counted

#: Of the pictures of a cell, as high as a map of the paper's grid.
CELL_HEIGHT = 330
#: In class mode a map and, beside it, the two pictures of the cell stand on one screen.
CLASS_HEIGHT = 470
CLASS_CELL_HEIGHT = 195


@dataclass(frozen=True)
class Measure:
    """A number that a map can show.

    Parameters
    ----------
    title : str
    number : str
        How it is written in a cell.
    limits : tuple of two float, optional
        Values of the first and last colour; the smallest and largest of the map by default.
    log : bool, default=False
    """

    title: str
    number: str = ".2f"
    limits: tuple[float, float] | None = None
    log: bool = False


_SHARE = (0.0, 1.0)
MEASURES: Mapping[str, Measure] = {
    "accuracy": Measure("Accuracy (ACC)", ".1%", limits=_SHARE),
    "purity": Measure("Purity", ".1%", limits=_SHARE),
    "nmi": Measure("NMI", limits=_SHARE),
    "ari": Measure("ARI", limits=_SHARE),
    "agreement": Measure("Agreement with the cells beside", limits=_SHARE),
    "n_components": Measure("Components of S", ".0f", log=True),
    "nonzeros_per_row": Measure("Non-zeros per row", ".1f", log=True),
    "n_moved": Measure("Labels changed against β = 0", ".0f"),
    "change": Measure("Change of S against β = 0", limits=(0.0, 2.0)),
    "objective": Measure("Objective", ".3g"),
}


def offered_measures(*, with_classes: bool) -> dict[str, str]:
    """Return the titles of the measures that can be shown, by their names."""
    return {name: one.title for name, one in MEASURES.items() if with_classes or name not in SCORES}


def values_of(record: GridRecord, name: str) -> np.ndarray:
    """Return what a map shows."""
    return record.agreement() if name == "agreement" else record.values(name)


def map_view(page: str, side: str, record: GridRecord, name: str, cell: Cell) -> None:
    """Draw a map whose cells can be clicked.

    Parameters
    ----------
    page : str
        Prefix of the page's keys; a click sets ``{page}_alpha`` and ``{page}_beta``.
    side : str
        Tells the map from others on the page.
    record : GridRecord
    name : str
        A key of `MEASURES`.
    cell : tuple of two float
        The cell that is framed.
    """
    measure, values = MEASURES[name], values_of(record, name)
    marks = {"α = β = 1": (1.0, 1.0)}
    if name in SCORES and record.n_fitted:
        marks["best by the classes"] = record.best(name)[0]
    figure = grid_map(
        values,
        record.alphas,
        record.betas,
        number=measure.number,
        marks=marks,
        chosen=cell,
        limits=measure.limits,
        log=measure.log,
        height=CLASS_HEIGHT if class_mode.is_on() else None,
        letters=class_mode.FONT_SIZE if class_mode.is_on() else 12,
    )
    key = f"{page}_map_{side}"
    figures.chart(
        figure,
        key=key,
        alt=map_text(record, name),
        on_click=partial(choose_clicked, page, key),
        class_height=CLASS_HEIGHT,
    )
    scale = (
        f"Colours run from {measure.limits[0]:g} to {measure.limits[1]:g}."
        if measure.limits
        else f"Colours run from the smallest to the largest number{' on a logarithmic scale' * measure.log}."
    )
    st.caption(f"**{measure.title}**. {scale}")


def map_text(record: GridRecord, name: str) -> str:
    """Return the text of a map for screen readers, which says what it shows."""
    measure, values = MEASURES[name], values_of(record, name)
    title = f"Map of α and β, {measure.title}"
    if np.isnan(values).all():
        return f"{title}: nothing is computed yet"
    low, high = float(np.nanmin(values)), float(np.nanmax(values))
    if low == high:
        return f"{title}: {low:{measure.number}} in every cell"
    i, j = np.unravel_index(np.nanargmax(values), values.shape)
    return (
        f"{title}: from {low:{measure.number}} to {high:{measure.number}}, "
        f"the largest at α = {record.alphas[i]:g}, β = {record.betas[j]:g}"
    )


def choose_clicked(page: str, key: str) -> None:
    """Set the cell of the page to the one that was clicked in a map; a click that deselects changes nothing."""
    points = st.session_state[key]["selection"]["points"]
    if points:
        alpha, beta = points[0]["customdata"]
        st.session_state[f"{page}_alpha"], st.session_state[f"{page}_beta"] = float(alpha), float(beta)


def cell_similarity(page: str, data: NamedData, result: RunResult, cell: Cell) -> None:
    """Draw S of one cell."""
    st.markdown(f"**S** at {_place(cell)}")
    figures.similarity_view(
        page,
        result.similarity,
        result.labels,
        data.y,
        name="S of the chosen cell",
        key="s",
        height=CELL_HEIGHT,
        class_height=CLASS_CELL_HEIGHT,
    )


def cell_numbers(page: str, settings: ModelSettings, result: RunResult) -> None:
    """Draw the numbers of one cell and what they say, and offer its labels."""
    parameters, labels = dict(settings.overrides), result.labels
    figures.show_readouts(result)
    found = structure_findings(
        result.similarity,
        labels,
        result.history,
        n_clusters=settings.n_clusters,
        alpha=parameters["alpha"],
        beta=parameters["beta"],
        start_from_data=settings.preset == "exact",
    )
    st.markdown("\n".join(f"- {sentence_for(finding)}" for finding in found))
    st.download_button(
        "Labels of this cell (CSV)",
        labels_csv(np.arange(1, len(labels) + 1), labels),
        file_name="cell_labels.csv",
        mime="text/csv",
        icon=":material/download:",
        key=f"{page}_labels",
        on_click="ignore",
    )


def _place(cell: Cell) -> str:
    alpha, beta = cell
    return f"α = {alpha:g}, β = {beta:g}"


def cell_graph(page: str, choice: DataChoice, data: NamedData, result: RunResult, cell: Cell) -> None:
    """Draw the graph of S of one cell and its clusters."""
    st.markdown(f"**Clusters** at {_place(cell)}")
    labels = result.labels
    if choice.is_similarity:
        points, titles = spectral_plane(result.affinity), ("second eigenvector of K", "third eigenvector")
    elif data.X.shape[1] > 2:
        points, shares = principal_plane(data.X)
        titles = (f"first component ({shares[0]:.0%} of the variance)", f"second component ({shares[1]:.0%})")
    else:
        points, titles = data.X, ("x₁", "x₂")
    edges = affinity_edges(result.similarity)
    sizes = ", ".join(f"{np.sum(labels == label):,}" for label in np.unique(labels))
    clusters = counted(len(np.unique(labels)), "cluster")
    figures.chart(
        affinity_graph(
            points,
            edges,
            labels,
            classes=data.y,
            height=CELL_HEIGHT,
            axis_titles=titles,
            bare=class_mode.is_on(),
        ),
        key=f"{page}_graph",
        alt=f"Graph of S with {counted(edges.n_total, 'edge')}, points in {clusters} of sizes {sizes}",
        class_height=CLASS_CELL_HEIGHT,
    )
    left_out = f"; not drawn: the {edges.n_left_out:,} weakest" if edges.n_left_out else ""
    crossing = "" if data.y is None else " Orange edges join points of different classes."
    st.caption(f"{counted(edges.n_total, 'edge')}{left_out}.{crossing} Points per cluster: {sizes}.")
