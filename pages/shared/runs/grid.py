"""The grids of the page on alpha and beta: finished cells are kept, and a grid that was stopped goes on from them."""

from __future__ import annotations

import contextlib
from collections.abc import Hashable, Mapping
from dataclasses import dataclass

import streamlit as st

from pages.shared.runs.fit import HEAVY_ROWS
from pages.shared.runs.named_data import NamedData
from pages.shared.runs.preparation import prepare
from pages.shared.runs.progress import ProgressBar, RunArea, heavy_turn
from pages.shared.runs.settings import ModelSettings
from pages.shared.runs.store import shared_store
from rnse_core.recording import PAPER_ALPHAS, PAPER_BETAS, GridRecord, record_grid
from rnse_core.recording.grid import Cell, GridFit


@dataclass(frozen=True)
class Grid:
    """A grid that the page offers.

    Parameters
    ----------
    title : str
    alphas, betas : tuple of float
    """

    title: str
    alphas: tuple[float, ...]
    betas: tuple[float, ...]


GRIDS: Mapping[str, Grid] = {
    "paper": Grid("The paper's, 6 × 6", PAPER_ALPHAS, PAPER_BETAS),
    # Between the powers of ten too: for some data alpha has to be met better than that.
    "wide": Grid(
        "Wide, 9 × 9",
        tuple(sorted({*PAPER_ALPHAS, 0.3, 0.5, 3.0})),
        (*PAPER_BETAS, *(10.0**power for power in range(1, 4))),
    ),
}


def grid_of(
    grid: Grid, settings: ModelSettings, data: NamedData, *, data_id: Hashable, area: RunArea
) -> GridRecord | None:
    """Return the cells of a grid: from the store, or fitted now with progress.

    Parameters
    ----------
    grid : Grid
    settings : ModelSettings
        Without alpha and beta.
    data : NamedData
    data_id : hashable
        Names the data.
    area : RunArea

    Returns
    -------
    GridRecord or None
        Of a grid that was stopped the cells that were finished, until the reader lets it go on; None if there are none.
    """
    key = ("grid", data_id, settings)
    cells: dict[Cell, GridFit] = shared_store().get_or_make(key, dict)
    model = settings.build()
    record = GridRecord(grid.alphas, grid.betas, cells, settings.n_clusters, len(data.X))
    if record.complete:
        return record
    stopped = (key, grid)
    if area.stopping:
        st.session_state["stopped_grid"] = stopped
        area.stopping = False  # the chosen cell, which is drawn next, is a finished one
    if st.session_state.get("stopped_grid") == stopped:
        _draw_stop_note(record, area)
        return record if record.n_fitted else None
    bar = ProgressBar(area)

    def show(done: int, total: int) -> None:
        bar.show(done / total, f"{done} of the {total} cells")

    heavy = len(data.X) > HEAVY_ROWS
    with heavy_turn(lambda text: bar.show(0.0, text, at_once=True)) if heavy else contextlib.nullcontext():
        bar.show(record.n_fitted / record.n_cells, "Computing the affinity", at_once=heavy)
        prepared = prepare(settings.kernel, data.X, data_id=data_id, store=shared_store()).data
        record = record_grid(prepared, grid.alphas, grid.betas, model, data.y, cells=cells, progress=show)
    area.progress.empty()
    # Again, so that the store counts what the cells take.
    shared_store().put(key, cells)
    return record


def _draw_stop_note(record: GridRecord, area: RunArea) -> None:
    with area.notes.container(horizontal=True, vertical_alignment="center"):
        st.warning(
            f"The grid was stopped after {record.n_fitted} of the {record.n_cells} cells, which are shown.",
            icon=":material/stop_circle:",
        )
        st.button("Go on", key="grid_go_on", icon=":material/play_arrow:", on_click=_forget_stop)


def _forget_stop() -> None:
    st.session_state.pop("stopped_grid", None)
