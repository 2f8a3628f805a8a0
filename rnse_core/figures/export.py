"""A figure as a file that opens anywhere, without a network."""

from __future__ import annotations

import plotly.graph_objects as go


def figure_html(figure: go.Figure, title: str = "") -> str:
    """Return a self-contained HTML page with one interactive figure.

    Parameters
    ----------
    figure : plotly.graph_objects.Figure
    title : str, default=""
        Heading drawn above the figure.

    Returns
    -------
    str
        About 5 MB: the plotting library is part of the page, so that it works without a network.
    """
    # A copy: the page that shows the figure keeps its transparent ground, a file needs a white one.
    page = go.Figure(figure)
    page.update_layout(template="plotly_white", paper_bgcolor="white", plot_bgcolor="white", width=None)
    if title:
        page.update_layout(title_text=title, margin_t=60)
    return str(page.to_html(include_plotlyjs=True, full_html=True))
