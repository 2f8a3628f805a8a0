"""The shape of points and its noise: a shape that is chosen, or named by a link alone, has its usual noise."""

from __future__ import annotations

from typing import Any

import streamlit as st

from pages.shared.controls.address import has_changed
from pages.shared.controls.base import Choice, Number
from pages.shared.controls.control import Control
from rnse_core.datasets import SHAPES


def shape_controls(page: str, number: Control) -> list[Control]:
    """Return the controls of a shape, of the number of its points, and of its noise.

    Parameters
    ----------
    page : str
        Prefix of the page's keys: the shape is ``{page}_shape``, the noise ``{page}_noise``.
    number : Control
        Of the number of points; it stands between the two.

    Returns
    -------
    list of Control
    """
    shape_key, noise_key = f"{page}_shape", f"{page}_noise"
    shape = Choice(
        shape_key,
        "Shape",
        "two_moons",
        options={name: one.title for name, one in SHAPES.items()},
        on_change=_set_usual_noise,
        args=(shape_key, noise_key),
    )
    usual = SHAPES[_forget_other_noise(shape, noise_key)].default_noise
    return [shape, number, Number(noise_key, "Noise", usual, low=0.0, high=1.0, step=0.01)]


def _set_usual_noise(shape_key: str, noise_key: str) -> None:
    """Set the noise that a newly chosen shape is drawn with by default."""
    st.session_state[noise_key] = SHAPES[st.session_state[shape_key]].default_noise


def _forget_other_noise(shape: Choice, noise_key: str) -> Any:
    """Return the shape that is going to be drawn; where a link names it and no noise, forget the noise of before.

    Its usual noise is the default of the control of the noise, so that a link without a noise means that one.
    """
    if has_changed(shape.key) and noise_key not in st.query_params:
        st.session_state.get("kept_settings", {}).pop(noise_key, None)
        st.session_state.pop(noise_key, None)
    return shape.wanted()
