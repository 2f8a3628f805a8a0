"""Colours, symbols and layout shared by all figures.

The categorical colours are those of Okabe and Ito (2008), which remain distinct under the common forms of colour
blindness. Their bluish green is reserved for graph edges, which the paper draws in green, and a grey stands for their
black, which is invisible on a dark page. Some of them are too bright for a white page, and one is also the colour of
crossing edges: every marker has a dark outline, which sets it off from the page or from the edges where its colour
does not. Lines have no outline, and take colours that are readable on both pages. Clusters also differ by marker
symbol, so colour is never the only cue.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import plotly.graph_objects as go
from numpy.typing import ArrayLike

CLUSTER_COLORS = ("#0072B2", "#E69F00", "#CC79A7", "#D55E00", "#56B4E9", "#F0E442", "#6B6B6B")
#: Of curves: dark enough for a white page, bright enough for a dark one.
LINE_COLORS = ("#0072B2", "#D55E00", "#C774A2", "#6B6B6B")
CLUSTER_SYMBOLS = ("circle", "square", "diamond", "triangle-up", "cross", "x", "star")
EDGE_COLOR = "#009E73"
CROSSING_COLOR = "#D55E00"
NEUTRAL_COLOR = "#8A8A8A"
MARKER_OUTLINE = "#262626"
# Perceptually uniform, readable in grey and by colour-blind readers, and dark at zero on light and dark pages.
SEQUENTIAL = "Cividis"
# Purple to green through a light centre, as in ColorBrewer's PRGn: colours that no cluster has.
DIVERGING = ((0.0, "#40004B"), (0.5, "#F4F4F4"), (1.0, "#00441B"))
TRANSPARENT = "rgba(0,0,0,0)"


def cluster_color(position: int) -> str:
    """Return the colour of the cluster at a position; the palette repeats after seven."""
    return CLUSTER_COLORS[position % len(CLUSTER_COLORS)]


def marker_outline(size: float) -> dict[str, Any]:
    """Return the outline of markers of a size: thinner where they are small, so that their colour is still seen."""
    return {"width": round(min(1.0, 0.1 * size), 2), "color": MARKER_OUTLINE}


def cluster_symbol(position: int) -> str:
    """Return the marker symbol of the cluster at a position.

    The symbols advance by one more step each time the colours repeat, so 49 clusters stay distinct.
    """
    turn = position // len(CLUSTER_COLORS)
    return CLUSTER_SYMBOLS[(position + turn) % len(CLUSTER_SYMBOLS)]


def label_numbers(values: ArrayLike) -> list[int]:
    """Return the number that decides colour and symbol of each label.

    Cluster numbers are their own: a cluster has the same colour in a picture that lacks another one.

    Parameters
    ----------
    values : array-like of shape (n_labels,)
        The labels, sorted, each once.

    Returns
    -------
    list of int
        The labels themselves where all are whole numbers from 0 on, else their places.
    """
    labels = np.asarray(values)
    if np.issubdtype(labels.dtype, np.integer) and (labels >= 0).all():
        return [int(label) for label in labels]
    return list(range(len(labels)))


def plain(text: object) -> str:
    """Escape a name from a user's file, so that plotly shows it as text, not as markup or as part of a template."""
    escaped = str(text).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return escaped.replace("%{", "%&#123;").replace("$", "&#36;")


def assemble(
    traces: Sequence[Mapping[str, Any]],
    *,
    height: int,
    x: Mapping[str, Any] | None = None,
    y: Mapping[str, Any] | None = None,
    bare: bool = False,
    **layout: Any,
) -> go.Figure:
    """Make a figure of traces, with the shared margins, transparent background, legend position and axes.

    The traces are given as mappings with their "type", and the figure is built in one call: plotly validates every
    part, and again all that is added later, which takes several times as long.

    Parameters
    ----------
    traces : sequence of mappings
    height : int
        Height in pixels; the width follows the page.
    x, y : mapping, optional
        Entries of the two axes; "title" is the text of the title.
    bare : bool, default=False
        Hide the axes, for a small picture.
    **layout
        Further entries of the layout; they replace shared ones.

    Returns
    -------
    plotly.graph_objects.Figure
    """
    axis = {"automargin": True, "zeroline": False, "visible": not bare}
    shared: dict[str, Any] = {
        "height": height,
        "margin": {"l": 8, "r": 8, "t": 8, "b": 8},
        "paper_bgcolor": TRANSPARENT,
        "plot_bgcolor": TRANSPARENT,
        "legend": {"orientation": "h", "yanchor": "bottom", "y": 1.02, "xanchor": "left", "x": 0.0},
        "hoverlabel": {"namelength": -1},
        "xaxis": {**axis, **(x or {})},
        "yaxis": {**axis, **(y or {})},
    }
    return go.Figure(data=traces, layout={**shared, **layout})
