"""The frame of a player in the address: read here, written by the player in the browser without asking the server."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import streamlit as st

from pages.shared.controls import address
from pages.shared.controls.control import Control
from pages.shared.reset import note_setting, take_reset


def opened_at(control: Control, steps: Sequence[Any]) -> dict[str, Any]:
    """Return what a player is sent to open at the frame of the address, and to write there the one that it shows.

    Parameters
    ----------
    control : Control
        Its key is that of the query parameter, which it reads. It is not drawn: the player is the control.
    steps : sequence
        What each frame stands for. A text for more than the last step means the last frame.

    Returns
    -------
    dict
        ``start`` and ``address``.
    """
    given = st.query_params.get_all(control.key)
    reset = take_reset(control.key)
    value = control.default if reset else min(control.read(given), steps[-1])
    resets = st.session_state[f"{control.key}_resets"] = st.session_state.get(f"{control.key}_resets", 0) + reset
    # Among the settings of the page, which its button resets.
    st.session_state[control.key] = value
    note_setting(control.key, control.default)
    address.write(control.key, [] if value == control.default else [control.show(value)])
    return {
        "start": steps.index(value),
        "address": {
            "key": control.key,
            "texts": [control.show(step) for step in steps],
            "usual": steps.index(control.default),
            "resets": resets,
        },
    }
