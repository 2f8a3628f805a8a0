"""Buttons that download tables of results."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import streamlit as st

_FILES = {
    ".csv": ("Tables (CSV)", "text/csv"),
    ".md": ("Tables (Markdown)", "text/markdown"),
    ".tex": ("Tables (LaTeX)", "text/x-tex"),
}


def offer_tables(page: str, name: str, write: Callable[[str], str]) -> None:
    """Draw a download button for each format.

    Parameters
    ----------
    page : str
        Prefix of the page's keys.
    name : str
        Stem of the files.
    write : callable
        Called with the ending of a file name when its button is clicked; returns the content.
    """
    for ending, (label, mime) in _FILES.items():
        st.download_button(
            label,
            partial(write, ending),
            f"{name}{ending}",
            mime,
            key=f"{page}_download_{ending[1:]}",
            icon=":material/download:",
            on_click="ignore",
        )
