"""Step through: the rounds of two runs, or the inside of an S step and of a P step, played in lock step."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import streamlit as st

from pages.shared import class_mode
from pages.shared.controls.base import Choice, Control, LogSlider, Number, Seed, draw_all
from pages.shared.controls.model import ALPHAS, BETAS
from pages.shared.controls.noise import shape_controls
from pages.shared.navigation import begin
from pages.shared.player.comparisons import COMPARISONS
from pages.shared.player.component import show_player
from pages.shared.player.frame import opened_at
from pages.shared.player.journeys import Points, projection_journey, rounds_journey, updates_journey, with_few_curves
from pages.shared.results import code
from pages.shared.runs.store import shared_store
from rnse_core.wording import counted

PAGE = "sp"
PARTS = {"rounds": "Rounds", "s": "Inside the S step", "p": "Inside the P step"}
ABOUT = {
    "rounds": "A round learns S for the current P (S step, Eq. 12 of the paper), then P for that S (P step, Eq. 23).",
    "s": "The S step (Eq. 12) projects (K + β P'P) / 2α on the doubly stochastic matrices; here β = 0. The paper "
    "takes 20 sweeps of Dykstra's method; Newton's method on the dual reaches the projection itself.",
    "p": "The P step of the paper (Eq. 34) multiplies every entry of P by a factor, again and again. S stays as it is.",
}

begin("Step through")
part = Choice("sp_part", "What is played", "rounds", options=PARTS, segments=True).draw()
class_mode.spoken(
    f"{ABOUT[part]} Step with the buttons or the arrow keys; Space plays. A click on a point, or its number, marks "
    f"its row of S."
)
own: Sequence[Control]
if part == "rounds":
    own = [
        Choice("sp_runs", "Side by side", "versions", options={name: one.title for name, one in COMPARISONS.items()}),
        LogSlider("sp_alpha", "Alpha (α)", 1.0, steps=ALPHAS),
        LogSlider("sp_alpha2", "Second alpha", 0.3, steps=ALPHAS, active=lambda values: values["runs"] == "alphas"),
        LogSlider("sp_beta", "Beta (β)", 1.0, steps=BETAS),
    ]
elif part == "s":
    own = [
        LogSlider("sp_s_alpha", "Alpha (α)", 1.0, steps=ALPHAS),
        Number("sp_sweeps", "Sweeps", 20, low=5, high=50, step=5, help="The paper takes 20."),
    ]
else:
    own = [
        LogSlider("sp_p_alpha", "Alpha (α)", 1.0, steps=ALPHAS),
        Number("sp_updates", "Updates", 20, low=10, high=200, step=10, help="The paper takes 20."),
    ]
frame = Number("sp_frame" if part == "rounds" else f"sp_{part}_frame", "Frame", 0, low=0, high=9999, step=1)
values = draw_all(
    PAGE,
    {
        "Data": [
            *shape_controls(PAGE, Number("sp_n", "Points (n)", 120, low=40, high=200, step=20)),
            Seed("sp_seed", "Seed", help="Of the points and of a random P."),
        ],
        PARTS[part]: own,
    },
    further=[frame],
)
draw = {"n_samples": values["n"], "noise": values["noise"], "random_state": values["seed"]}
points = Points(values["shape"], draw)
if part == "rounds":
    make = partial(rounds_journey, points, COMPARISONS[values["runs"]].runs(values))
elif part == "s":
    make = partial(projection_journey, points, values["s_alpha"], values["sweeps"])
else:
    make = partial(updates_journey, points, values["p_alpha"], values["updates"])
key = ("step through", part, tuple(values.items()))
journey = shared_store().get(key)
if journey is None:
    with st.spinner("Recording", show_time=True):
        journey = make()
    shared_store().put(key, journey)
frames = range(max(len(track["frames"]) for track in journey.data["tracks"]))
shown = with_few_curves(journey.data) if part == "rounds" and class_mode.is_on() else journey.data
show_player({**shown, **opened_at(frame, frames)}, key=f"sp_player_{part}", name="step-through")
st.caption(
    f"**{points.made.title}**, {counted(values['n'], 'point')}. Both sides show the same frame; a run that has ended "
    f"stays at its last. The address has the frame. The brightest colour of S stands for {journey.data['limit']:.2g} "
    "and more. "
    + (f"{COMPARISONS[values['runs']].differ} " if part == "rounds" else "")
    + (
        "Points are coloured by their class."
        if part == "s"
        else "Pale points are uncertain: their column of P is spread over the clusters. A ring marks a new label. "
        "Curves run over all frames, from the least to the largest number at their right."
    )
)
with class_mode.revealed():
    for sentence in journey.facts:
        st.markdown(f"- {sentence}")
code.show_code(journey.program, what="the two recordings")
