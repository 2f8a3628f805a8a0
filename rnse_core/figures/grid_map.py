"""A map of one number over a grid of two parameters, whose cells can be clicked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import plotly.graph_objects as go

from rnse_core._base.arrays import FloatArray

from ._style import SEQUENTIAL, TRANSPARENT, assemble

# Pixels of a row of cells, and of what is not cells.
ROW_HEIGHT, REST_HEIGHT = 44, 90
#: Side of the squares that are clicked: where they overlap, a click is on the wrong one.
SMALLEST_SQUARE = 6
# Symbols of marked cells, in the order of the marks, and where they stand in the cell: beside each other, above the
# number. White with a black rim is seen on every colour of the scale, and in the legend of light and dark pages.
MARKS = (("circle", -0.3), ("star", 0.3), ("diamond", 0.0))
ABOVE = 0.27
# Half the side of the frame: it stays inside its cell, so that it covers nothing of the cells beside.
INSIDE = 0.45
# Colours this far along the scale and farther are light.
LIGHT_FROM = 0.5
FILL, RIM, FRAME = "#FFFFFF", "#000000", "#D55E00"


#: Exponents in letters of full size: raised numbers of plotly are too small for a projector.
SUPERSCRIPTS = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


def grid_map(
    values: FloatArray,
    rows: Sequence[float],
    columns: Sequence[float],
    *,
    row_title: str = "α",
    column_title: str = "β",
    number: str = ".2f",
    marks: Mapping[str, tuple[float, float]] | None = None,
    chosen: tuple[float, float] | None = None,
    limits: tuple[float, float] | None = None,
    log: bool = False,
    height: int | None = None,
    letters: int = 12,
) -> go.Figure:
    """Draw a number for each pair of two parameters, with its value in the cell.

    The last trace, called "cells", has the number of every cell on an invisible square: a heat map reports no click, a
    square does. Its ``customdata`` are the two parameters.

    Parameters
    ----------
    values : ndarray of shape (n_rows, n_columns)
        NaN leaves a cell empty.
    rows, columns : sequence of float
        The parameters; the first row is drawn at the bottom.
    row_title, column_title : str
    number : str, default=".2f"
        How a value is written, as a format specification.
    marks : mapping of str to (float, float), optional
        Cells with a symbol, by the text of the legend; at most three.
    chosen : tuple of two float, optional
        The cell that is framed.
    limits : tuple of two float, optional
        Values of the first and last colour; by default the smallest and the largest value.
    log : bool, default=False
        Whether colours follow the logarithm of the values, which must be positive.
    height : int, optional
        Height in pixels.
    letters : int, default=12
        Size of the numbers in pixels.

    Returns
    -------
    plotly.graph_objects.Figure

    Raises
    ------
    ValueError
        If the values do not fit the parameters, or there are more than three marks.
    """
    values = np.asarray(values, dtype=float)
    if values.shape != (len(rows), len(columns)):
        raise ValueError(f"An array of shape {values.shape} is no grid of {len(rows)} x {len(columns)} cells.")
    marks = dict(marks or {})
    if len(marks) > len(MARKS):
        raise ValueError(f"At most {len(MARKS)} marks can be told apart, got {len(marks)}.")
    texts = ["" if np.isnan(value) else format(value, number) for value in values.ravel()]
    # A colour for every value: of NaN plotly draws none.
    shades = np.log10(np.maximum(values, np.finfo(float).tiny)) if log else values
    low, high = limits if limits is not None else _range(shades)
    light = (shades.ravel() - low) / (high - low) >= LIGHT_FROM
    heat = {
        "type": "heatmap",
        "z": shades,
        "x": np.arange(len(columns)),
        "y": np.arange(len(rows)),
        "colorscale": SEQUENTIAL,
        "zmin": low,
        "zmax": high,
        "xgap": 2,
        "ygap": 2,
        "showscale": False,
        "hoverinfo": "skip",
    }
    places = {(row, column): (float(j), float(i)) for i, row in enumerate(rows) for j, column in enumerate(columns)}
    marked = [
        _mark(name, places[cell], symbol, shift)
        for (name, cell), (symbol, shift) in zip(marks.items(), MARKS, strict=False)
    ]
    names = {cell: f"{row_title} = {cell[0]:g}, {column_title} = {cell[1]:g}" for cell in places}
    height = ROW_HEIGHT * len(rows) + REST_HEIGHT if height is None else height
    row_height = (height - REST_HEIGHT) / len(rows)
    cells = {
        "type": "scatter",
        "name": "cells",
        "mode": "markers+text",
        "x": [place[0] for place in places.values()],
        "y": [place[1] for place in places.values()],
        "customdata": [list(cell) for cell in places],
        "text": texts,
        # Not left to the heat map, whose grey numbers are hard to read on the middle of the scale.
        "textfont": {"size": letters, "color": [RIM if one else FILL for one in light]},
        "hovertext": [f"{names[cell]}<br>{text}" for cell, text in zip(places, texts, strict=True)],
        "hoverinfo": "text",
        "marker": {
            "symbol": "square",
            "size": max(SMALLEST_SQUARE, min(ROW_HEIGHT, row_height) - 4),
            "color": TRANSPARENT,
        },
        # Also where another cell is selected: a square never shows.
        "selected": {"marker": {"opacity": 0}},
        "unselected": {"marker": {"opacity": 0}},
        "showlegend": False,
    }
    axis = {"showgrid": False, "ticks": "", "fixedrange": True}
    return assemble(
        [heat, *marked, cells],
        height=height,
        x={**axis, "title": column_title, **_ticks(columns)},
        y={**axis, "title": row_title, **_ticks(rows)},
        shapes=[] if chosen is None else _frame(places[chosen]),
        hovermode="closest",
        dragmode=False,
    )


def _range(shades: FloatArray) -> tuple[float, float]:
    known = shades[~np.isnan(shades)]
    low, high = (float(known.min()), float(known.max())) if known.size else (0.0, 1.0)
    # Where all values are equal, the scale has no middle to put them at.
    return (low, high) if high > low else (low - 1.0, high + 1.0)


def _ticks(values: Sequence[float]) -> dict[str, Any]:
    return {
        "tickvals": np.arange(len(values)),
        "ticktext": [_power(value) for value in values],
        "range": (-0.5, len(values) - 0.5),
    }


def _power(value: float) -> str:
    """Write a power of ten as one, and other numbers as they are."""
    power = np.log10(value) if value > 0 else np.nan
    return f"10{f'{power:.0f}'.translate(SUPERSCRIPTS)}" if value != 1 and power == np.round(power) else f"{value:g}"


def _mark(name: str, place: tuple[float, float], symbol: str, shift: float) -> dict[str, Any]:
    return {
        "type": "scatter",
        "mode": "markers",
        "x": [place[0] + shift],
        "y": [place[1] + ABOVE],
        "name": name,
        "hoverinfo": "skip",
        "marker": {"symbol": symbol, "size": 9, "color": FILL, "line": {"width": 1.5, "color": RIM}},
    }


def _frame(place: tuple[float, float]) -> list[dict[str, Any]]:
    """A frame around a cell."""
    (x0, x1), (y0, y1) = ((at - INSIDE, at + INSIDE) for at in place)
    square = {"type": "rect", "x0": x0, "x1": x1, "y0": y0, "y1": y1}
    return [{**square, "line": {"width": width, "color": color}} for width, color in ((6, RIM), (3, FRAME))]
