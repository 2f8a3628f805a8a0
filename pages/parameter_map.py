"""Alpha x beta: every score and number over a grid of the two parameters, and the result in each cell."""

from __future__ import annotations

from functools import partial

import pandas as pd
import streamlit as st

from pages.shared import class_mode
from pages.shared.controls.base import Choice, Seed, draw_all
from pages.shared.navigation import begin
from pages.shared.results import code
from pages.shared.results.grid_sentences import grid_sentences
from pages.shared.results.grid_views import cell_graph, cell_numbers, cell_similarity, map_view, offered_measures
from pages.shared.runs.fit import fit
from pages.shared.runs.grid import GRIDS, grid_of
from pages.shared.runs.named_data import ALL_DATA
from pages.shared.runs.progress import RunArea
from pages.shared.runs.settings import PRESETS, ModelSettings
from pages.shared.runs.store import shared_store
from rnse_core.wording import counted

PAGE = "pm"

begin("Alpha × beta")
st.markdown(
    "The paper sets α = β = 1 for its tables and searches a grid of both. Here is the whole grid: what each of the two "
    "changes, and what it does not. **Click a cell**, or choose α and β, to see its S and its clusters beside it."
)
values = draw_all(
    PAGE,
    {
        "Data": [Choice("pm_data", "Data", "two_moons", options={name: one.title for name, one in ALL_DATA.items()})],
        "Grid": [
            Choice("pm_grid", "Grid", "paper", options={name: one.title for name, one in GRIDS.items()}),
            Choice(
                "pm_preset",
                "Preset",
                "exact",
                options={name: PRESETS[name] for name in ("exact", "paper")},
                help="**Exact** projects S exactly and starts P from the spectrum of S. **Paper** does 20 rounds of "
                "20 Dykstra sweeps from a random P: ten times slower.",
            ),
            Seed("pm_seed", "Seed", help="Of P at its start, and of K-Means within it. The data stay the same."),
        ],
    },
)
area = RunArea()
choice, grid = ALL_DATA[values["data"]], GRIDS[values["grid"]]
data = choice.load()
settings = ModelSettings.of(values["preset"], data.n_clusters, **choice.kernel, random_state=values["seed"])
record = grid_of(grid, settings, data, data_id=values["data"], area=area)
if record is None:
    st.stop()
st.caption(
    f"**{choice.title}**, {counted(len(data.X), 'point')}, {counted(data.n_clusters, 'cluster')}; n / C = "
    f"{len(data.X) / data.n_clusters:.3g}. {counted(record.n_fitted, 'cell')} on one K."
)
measures = offered_measures(with_classes=data.y is not None)
first = next(iter(measures))
# The measures without classes are others: each kind of data has its own choice of the first map.
left_key = "pm_left" if data.y is not None else "pm_left_unscored"
right_key = "pm_right" if data.y is not None else "pm_right_unscored"
alphas, betas = ({one: f"{one:g}" for one in steps} for steps in (grid.alphas, grid.betas))
maps = [Choice(left_key, "First map", first, options=measures)]
if not class_mode.is_on():  # which shows one map, large enough for the last row
    maps.append(Choice(right_key, "Second map", "n_components", options=measures))
controls = (
    *maps,
    Choice("pm_alpha", "α of the cell", 1.0, options=alphas),
    Choice("pm_beta", "β of the cell", 1.0, options=betas),
)
chosen = []
with st.grid(4, min_column_width=150):
    for control in controls:
        with st.container():  # a control is two elements: itself, and the line about its address
            chosen.append(control.draw())
*measured, alpha, beta = chosen
of_cell = ModelSettings.of(
    values["preset"], data.n_clusters, **choice.kernel, random_state=values["seed"], alpha=alpha, beta=beta
)
result = fit(of_cell, data.X, data_id=values["data"], store=shared_store(), area=area)
if result is None:
    st.stop()
# What a click changes stands beside the map that was clicked.
pictures = [
    partial(cell_similarity, PAGE, data, result, (alpha, beta)),
    partial(cell_graph, PAGE, choice, data, result, (alpha, beta)),
]
beside = [pictures] if class_mode.is_on() else [[picture] for picture in pictures]
for side, measure, cell_pictures in zip(("left", "right"), measured, beside, strict=False):
    map_place, cell_place = st.columns([3, 2] if class_mode.is_on() else 2)
    with map_place:
        map_view(PAGE, side, record, measure, (alpha, beta))
    with cell_place:
        for picture in cell_pictures:
            picture()
with class_mode.revealed():
    st.markdown("\n".join(f"- {sentence}" for sentence in grid_sentences(record, values["preset"])))
st.header(f"The cell α = {alpha:g}, β = {beta:g}", anchor=False)
cell_numbers(PAGE, of_cell, result)
table = pd.DataFrame(record.rows())
st.download_button(
    "All values of the grid (CSV)",
    table.to_csv(index=False),
    file_name="alpha_beta.csv",
    mime="text/csv",
    icon=":material/download:",
    key="pm_values",
    on_click="ignore",
)
classes = ", y" if data.y is not None else ""
code.show_code(
    code.program(
        {
            "rnse_core": ["RNSE"],
            "rnse_core.recording": ["record_grid", "summarise_grid"],
            **choice.imports,
        },
        [
            *choice.lines,
            settings.code(),
            f"alphas = {list(grid.alphas)}",
            f"betas = {list(grid.betas)}",
            f"grid = record_grid(X, alphas, betas, model{classes})",
            "print(summarise_grid(grid))",
            f'print(grid.values("{"accuracy" if classes else "n_components"}"))',
            "",
            "# The chosen cell",
            f"labels = model.set_params(alpha={alpha!r}, beta={beta!r}).fit_predict(X)  # model.similarity_ is S",
            "print(labels)",
        ],
    ),
    what="the grid and the chosen cell",
)
