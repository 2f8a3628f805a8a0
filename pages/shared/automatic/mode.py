"""The switch between "Automatic" and "By hand", whose sliders start from what was chosen."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import numpy as np
import streamlit as st

from pages.shared.automatic.choosing import ChosenRun
from pages.shared.controls.base import Choice
from pages.shared.controls.control import Control
from pages.shared.controls.model import ALPHAS
from pages.shared.runs.settings import NEIGHBOUR_KERNELS

MODES = {"auto": "Automatic", "hand": "By hand"}
MODE_HELP = (
    "**Automatic** chooses the number of clusters and all settings without labels. **By hand** starts from what was "
    "chosen."
)


def mode_control(page: str) -> Choice:
    """Return the switch of a page."""
    return Choice(
        f"{page}_mode",
        "Settings",
        "auto",
        options=MODES,
        segments=True,
        help=MODE_HELP,
        on_change=lambda: _take_over(page),
    )


def by_hand(controls: Iterable[Control]) -> list[Control]:
    """Return controls that are drawn by hand only, since others are chosen in their place; the seed is for both."""
    return [
        control if control.key.endswith("_seed") else replace(control, hidden=lambda values: values["mode"] != "hand")
        for control in controls
    ]


def remember(page: str, chosen: ChosenRun) -> None:
    """Keep what was chosen, for the controls to start from."""
    overrides = dict(chosen.settings.overrides)
    alpha = min(ALPHAS, key=lambda step: abs(np.log(step / overrides["alpha"])))
    values: dict[str, Any] = {"preset": "exact", "alpha": alpha, "beta": overrides["beta"]}
    if chosen.settings.n_clusters <= 20:
        values["clusters"] = chosen.settings.n_clusters
    if overrides["affinity"] in NEIGHBOUR_KERNELS:
        values |= {"kernel": overrides["affinity"], "neighbours": overrides["affinity_neighbors"]}
    st.session_state[f"{page}_chosen"] = values


def _take_over(page: str) -> None:
    """Set the controls to what was chosen, where the switch now says "By hand"."""
    if st.session_state.get(f"{page}_mode") != "hand":
        st.session_state[f"{page}_clusters"] = 0
        return
    for name, value in st.session_state.get(f"{page}_chosen", {}).items():
        st.session_state[f"{page}_{name}"] = value
