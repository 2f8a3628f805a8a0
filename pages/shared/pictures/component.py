"""The row of buttons that saves a figure of the page as PNG or SVG, as a component of Streamlit."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

_HERE = Path(__file__).parent
_pictures = st.components.v2.component(
    "rnse_pictures",
    html='<div class="pictures" role="group" aria-label="Save a figure" hidden></div>',
    css=(_HERE / "pictures.css").read_text(encoding="utf-8"),
    js=(_HERE / "pictures.js").read_text(encoding="utf-8"),
)


def offer_pictures(page: str) -> None:
    """Draw a list of the figures of the page, with buttons for PNG and SVG; nothing where the page has none.

    The browser writes the files: the server needs no program that draws plotly figures, and no network.

    Parameters
    ----------
    page : str
        The address of the page; file names begin with it.
    """
    _pictures(data={"page": page or "home"}, key="page_pictures")
