"""Class mode, `?class=1`: no navigation, larger type, and controls and pictures on one screen of 1280 x 720.

The session keeps the mode from page to page, since a change of page clears the address; the address names it again on
every page, so that every copied link has it.
"""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Any

import plotly.graph_objects as go
import streamlit as st

ADDRESS = "class"
_MODE, _TOGGLE = "class_mode", "class_toggle"
_STYLE = Path(__file__).with_name("class_mode.css")
#: Size of the letters in figures, in pixels; otherwise that of plotly.
FONT_SIZE = 16
#: Largest height of a figure: it stands under the controls of its page.
MOST_HEIGHT = 310


def is_on() -> bool:
    """Return whether the session is in class mode."""
    return bool(st.session_state.get(_MODE, False))


def follow_address() -> None:
    """Take the mode from an address that names it, and write it into an address that does not; called in every run."""
    given = st.query_params.get(ADDRESS)
    if given is not None:
        st.session_state[_MODE] = given == "1"
    if is_on():
        st.query_params[ADDRESS] = "1"
    elif given is not None:
        del st.query_params[ADDRESS]


def toggle() -> None:
    """Draw the way in and out."""
    st.session_state[_TOGGLE] = is_on()
    st.toggle(
        "Class mode",
        key=_TOGGLE,
        on_change=_switch,
        help="Larger type, no navigation, controls and pictures on one screen. A copied link has it.",
    )


def _switch() -> None:
    st.session_state[_MODE] = st.session_state[_TOGGLE]
    if is_on():
        st.query_params[ADDRESS] = "1"
    else:
        st.query_params.pop(ADDRESS, None)


def style() -> None:
    """Send the style sheet of the mode."""
    if is_on():
        st.html(_STYLE)


def fitted(figure: go.Figure, height: int | None = None) -> go.Figure:
    """Return a figure as the mode shows it: as it is, or in class mode with larger letters and a height that fits.

    Parameters
    ----------
    figure : plotly.graph_objects.Figure
    height : int, optional
        In class mode, in pixels; by default that of the figure, at most `MOST_HEIGHT`.
    """
    if not is_on():
        return figure
    usual = figure.layout.height
    fitting = usual if usual is None else min(usual, MOST_HEIGHT)
    shown = go.Figure(figure).update_layout(font_size=FONT_SIZE, height=fitting if height is None else height)
    # Streamlit gives axes and legends letters of their own. An exponent as a small raised number could not be read.
    shown.update_layout(legend_font_size=FONT_SIZE)
    for axes in (shown.update_xaxes, shown.update_yaxes):
        axes(tickfont_size=FONT_SIZE, title_font_size=FONT_SIZE)
        axes(exponentformat="e", selector={"type": "log"})
    return shown


def spoken(text: str) -> None:
    """Draw a paragraph on the page that class mode leaves to the lecturer; that under the title needs no such mark."""
    with st.container(key="spoken"):
        st.markdown(text)


def revealed() -> AbstractContextManager[Any]:
    """Return the place of what a picture shows: in class mode closed, so that the class can look first."""
    return st.expander("What it shows") if is_on() else nullcontext()


def link_parameters() -> dict[str, str]:
    """Return the parameters of a link to another page that carry the mode into a new tab."""
    return {ADDRESS: "1"} if is_on() else {}


def link_options() -> dict[str, Any]:
    """Return the further arguments of a link to another page that has no other parameters."""
    return {"query_params": link_parameters()} if is_on() else {}
