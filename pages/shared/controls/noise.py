"""The noise of a shape: a shape that is chosen, or named by a link alone, is drawn with its usual noise."""

from __future__ import annotations

from typing import Any

import streamlit as st

from pages.shared.controls.control import Control
from rnse_core.datasets import SHAPES


def set_usual_noise(shape_key: str, noise_key: str) -> None:
    """Set the noise that a newly chosen shape is drawn with by default."""
    st.session_state[noise_key] = SHAPES[st.session_state[shape_key]].default_noise


def forget_other_noise(shape: Control, noise_key: str) -> Any:
    """Return the shape that is going to be drawn; where a link names it and no noise, forget the noise of before.

    Parameters
    ----------
    shape : Control
        Not drawn yet.
    noise_key : str

    Returns
    -------
    str
        Name of the shape. Its usual noise is the default of the control of the noise, so that a link without a noise
        means that one.
    """
    kept = st.session_state.get("kept_settings", {})
    named = shape.key in st.query_params and shape.key not in st.session_state
    if named and noise_key not in st.query_params:
        kept.pop(noise_key, None)
    chosen = st.session_state.get(shape.key, kept.get(shape.key, shape.default))
    if named:
        chosen = shape.read(st.query_params.get_all(shape.key))
    return chosen if shape.valid(chosen) else shape.default
