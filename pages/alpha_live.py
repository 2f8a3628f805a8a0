"""Alpha live: the graph, S and the clusters while alpha, or the noise of block data, is dragged."""

from __future__ import annotations

from functools import partial

import streamlit as st

from pages.shared import class_mode
from pages.shared.controls.base import Choice, LogSlider, Number, Seed, draw_all
from pages.shared.controls.noise import shape_controls
from pages.shared.navigation import begin
from pages.shared.player.component import show_player
from pages.shared.player.films import ALPHAS, NOISES, alpha_film, film_program, noise_film
from pages.shared.player.frame import opened_at
from pages.shared.results import code
from pages.shared.runs.store import shared_store
from rnse_core.datasets import SHAPES
from rnse_core.wording import counted

PAGE = "al"

begin("Alpha live")
kinds = {"alpha": "Alpha, on a shape", "noise": "Noise, on blocks"}
drawn = Choice("al_film", "What changes", "alpha", options=kinds, segments=True).draw()
class_mode.spoken(
    "Drag the slider: the graph, S and the clusters are computed in advance for every value, so they follow at once. "
    "Click a point, or type its number, to see its row of S."
    if drawn == "alpha"
    else "Drag the slider: the given K, and S and P, one row for each cluster, are computed in advance for every "
    "value, so they follow at once. The number of a point marks its row of S."
)
steps = ALPHAS if drawn == "alpha" else NOISES
frame = (
    LogSlider("al_alpha", "Alpha", 1.0, steps=steps)
    if drawn == "alpha"
    else LogSlider("al_c", "Noise", NOISES[0], steps=steps)
)
if drawn == "alpha":
    values = draw_all(
        PAGE,
        {
            "Data": [
                *shape_controls(PAGE, Number("al_n", "Points (n)", 200, low=40, high=400, step=20)),
                Seed("al_seed", "Seed", help="The same seed gives the same picture."),
            ],
        },
        further=[frame],
    )
    shape = SHAPES[values["shape"]]
    draw = {"n_samples": values["n"], "noise": values["noise"], "random_state": values["seed"]}
    n_clusters = max(2, shape.n_clusters)
    make = partial(alpha_film, shape, draw, n_clusters)
    key = ("alpha film", values["shape"], tuple(draw.items()))
    about = f"**{shape.title}**, {counted(values['n'], 'point')}, {counted(len(ALPHAS), 'value')} of alpha."
else:
    values = draw_all(
        PAGE,
        {
            "Data": [
                Number("al_points", "Points (n)", 200, low=40, high=400, step=20),
                Number("al_blocks", "Blocks", 4, low=2, high=8, step=1),
                Seed("al_block_seed", "Seed", help="The same seed gives the same picture."),
            ],
        },
        further=[frame],
    )
    draw = {"n_samples": values["points"], "n_blocks": values["blocks"], "random_state": values["block_seed"]}
    make = partial(noise_film, draw)
    key = ("noise film", None, tuple(draw.items()))
    about = f"**Block-diagonal**, {counted(values['points'], 'point')}, {counted(len(NOISES), 'level')} of noise."

film = shared_store().get(key)
if film is None:
    with st.spinner("Computing the film", show_time=True):
        film = make()
    shared_store().put(key, film)
show_player({**film.data, **opened_at(frame, steps)}, key=f"al_player_{drawn}", name="alpha-live")
with class_mode.revealed():
    st.markdown(film.facts)
st.caption(
    f"{about} In all frames the brightest colour of S stands for {film.data['limit']:.2g} and more. "
    "The address has the frame that is shown. Curves run over all frames, from the least to the largest number at "
    "their right." + " A ring marks a point whose label differs from the frame before." * (drawn == "alpha")
)
code.show_code(film_program(drawn, draw, values.get("shape")))
