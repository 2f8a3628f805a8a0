"""The player as a component of Streamlit."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import streamlit as st

_HERE = Path(__file__).parent
_player = st.components.v2.component(
    "rnse_player",
    html='<div class="player" role="group" aria-label="Player" tabindex="0"></div>',
    css=(_HERE / "player.css").read_text(encoding="utf-8"),
    # Streamlit takes one script.
    js="\n".join(
        (_HERE / name).read_text(encoding="utf-8") for name in ("../markers.js", "drawing.js", "saving.js", "player.js")
    ),
)


def show_player(data: dict[str, Any], *, key: str, name: str) -> None:
    """Mount a player.

    Parameters
    ----------
    data : dict
        From :func:`pages.shared.player.payload.player_data`.
    key : str
    name : str
        Of the page; the files of saved frames begin with it.
    """
    _player(data={**data, "file": name}, key=key)
