"""The canvas to paint points on, as a component of Streamlit."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from pages.shared.paint.points import CLASSES, MOST_POINTS, SIZE, Painting, example
from rnse_core.figures import CLUSTER_COLORS, CLUSTER_SYMBOLS, MARKER_OUTLINE

_HERE = Path(__file__).parent
_canvas = st.components.v2.component(
    "rnse_paint",
    html='<div class="paint" role="group" aria-label="Paint points"></div>',
    css=(_HERE / "paint.css").read_text(encoding="utf-8"),
    # Streamlit takes one script.
    js="\n".join((_HERE / name).read_text(encoding="utf-8") for name in ("../markers.js", "paint.js")),
)
#: Where the session keeps the painting: a component is forgotten while another page is shown.
_KEPT = "pa_painting"


def paint(*, key: str) -> Painting:
    """Draw the canvas; return what is painted on it.

    Parameters
    ----------
    key : str

    Returns
    -------
    Painting
    """
    kept = st.session_state.setdefault(_KEPT, example())
    sent = st.session_state.get(key, {}).get("points")
    painting = kept if sent is None else Painting.of(sent)
    st.session_state[_KEPT] = painting
    _canvas(
        data={
            "points": [list(point) for point in painting.points],
            "classes": CLASSES,
            "colors": CLUSTER_COLORS[: len(CLASSES)],
            "symbols": CLUSTER_SYMBOLS[: len(CLASSES)],
            "outline": MARKER_OUTLINE,
            "most": MOST_POINTS,
            "size": SIZE,
        },
        default={"points": [list(point) for point in painting.points]},
        key=key,
        on_points_change=_nothing,
    )
    return painting


def _nothing() -> None:
    """A state of a component needs a callback; the page runs again anyway."""
