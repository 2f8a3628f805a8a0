"""Curves of several runs of several versions of an algorithm over their rounds."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import plotly.graph_objects as go

from rnse_core._base.arrays import FloatArray

from ._style import LINE_COLORS, assemble

DASHES = ("solid", "dash", "dot", "dashdot")
# Zeros are drawn here on a logarithmic axis.
LEAST = 1e-17


def descent_curves(
    runs: Mapping[str, FloatArray], *, title: str, log: bool = False, height: int = 320, legend: bool = True
) -> go.Figure:
    """Draw one thin line per run and a thick one for their mean, in a colour and dash per version.

    Parameters
    ----------
    runs : mapping of str to ndarray of shape (n_runs, n_rounds)
        The values of each version by its name.
    title : str
        Of the vertical axis.
    log : bool, default=False
        Whether the vertical axis is logarithmic; the mean is the geometric one then.
    height : int, default=320
        Height in pixels.
    legend : bool, default=True

    Returns
    -------
    plotly.graph_objects.Figure

    Raises
    ------
    ValueError
        If there is nothing to draw.
    """
    if not runs:
        raise ValueError("There are no runs to draw.")
    traces = []
    for place, (name, values) in enumerate(runs.items()):
        color, dash = LINE_COLORS[place % len(LINE_COLORS)], DASHES[place % len(DASHES)]
        shown = np.maximum(values, LEAST) if log else values
        rounds = np.arange(1, shown.shape[1] + 1)
        middle = np.exp(np.log(shown).mean(axis=0)) if log else shown.mean(axis=0)
        if len(shown) > 1:
            # All runs in one trace with breaks: a trace per run would make the legend and the browser slow.
            gaps = np.full((len(shown), 1), np.nan)
            traces.append(
                {
                    "type": "scatter",
                    "x": np.tile(np.append(rounds, np.nan), len(shown)),
                    "y": np.hstack([shown, gaps]).ravel(),
                    "mode": "lines",
                    "line": {"color": color, "width": 1, "dash": dash},
                    "opacity": 0.35,
                    "showlegend": False,
                    "hoverinfo": "skip",
                    "legendgroup": name,
                }
            )
        traces.append(
            {
                "type": "scatter",
                "x": rounds,
                "y": middle,
                "mode": "lines+markers",
                "name": name,
                "legendgroup": name,
                "line": {"color": color, "width": 3, "dash": dash},
                # A run of few rounds would be lost among lines: the last round of a version is marked.
                "marker": {"size": np.where(rounds < len(rounds), 4, 11)},
            }
        )
    y = {"title": title, **({"type": "log", "exponentformat": "power"} if log else {})}
    return assemble(traces, height=height, x={"title": "outer round"}, y=y, hovermode="x unified", showlegend=legend)
