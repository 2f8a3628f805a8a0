"""Figures as HTML that needs no network."""

from __future__ import annotations

import plotly.graph_objects as go

from ._style import plain


def figure_snippet(figure: go.Figure, *, include_plotlyjs: bool) -> str:
    """Return a figure on a white background as a fragment of HTML, for a larger document.

    Parameters
    ----------
    figure : plotly.graph_objects.Figure
    include_plotlyjs : bool
        Whether the fragment contains plotly.js (about 5 MB); the first one of a document needs it.

    Returns
    -------
    str
    """
    return str(_on_white(figure).to_html(include_plotlyjs=include_plotlyjs, full_html=False))


def _on_white(figure: go.Figure) -> go.Figure:
    # A copy, since the figure on the page keeps its transparent background.
    page = go.Figure(figure)
    return page.update_layout(template="plotly_white", paper_bgcolor="white", plot_bgcolor="white")


def figure_html(figure: go.Figure, title: str = "") -> str:
    """Return a self-contained HTML page with one interactive figure.

    Parameters
    ----------
    figure : plotly.graph_objects.Figure
    title : str, default=""
        Heading drawn above the figure, as text.

    Returns
    -------
    str
        About 5 MB, since the page contains plotly.js.
    """
    page = _on_white(figure)
    if title:
        page.update_layout(title_text=plain(title), margin_t=60)
    return str(page.to_html(include_plotlyjs=True, full_html=True))
