"""A report as one self-contained HTML file: tables, figures, parameters and code, filled into ``report.html``.

Jinja2 escapes every text that the template prints; figures made by this program are the only HTML that is passed on.
"""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from jinja2 import Environment, PackageLoader, StrictUndefined

from rnse_core.exceptions import InputError, Reason

_TEMPLATE = "report.html"
_PNG = b"\x89PNG\r\n\x1a\n"
_EXTERNAL = re.compile(
    r"<(?:script|link|img|iframe|object|embed)\b[^<>]*?\s(?:src|href|data)\s*=\s*[\"']?\s*(?:https?:)?//", re.IGNORECASE
)


@dataclass(frozen=True)
class ReportTable:
    """A table of the report.

    Parameters
    ----------
    caption : str
        Subject of the table.
    columns : sequence of str
        Names of its columns.
    rows : sequence of sequences
        Its cells: text, numbers (floats are written with four significant digits), or None for "not defined".
    """

    caption: str
    columns: Sequence[str]
    rows: Sequence[Sequence[Any]]


@dataclass(frozen=True)
class ReportFigure:
    """A picture of the report.

    Parameters
    ----------
    caption : str
        Subject of the figure; also its alternative text, unless `alt` is given.
    png : bytes, default=b""
        A PNG picture.
    snippet : str, default=""
        Or a fragment of HTML from ``plotly.io.to_html(figure, full_html=False, include_plotlyjs=...)``. It is not
        escaped, so it must come from this program, not from a user's file. The first fragment of a report is made with
        ``include_plotlyjs=True``, the others with False.
    alt : str, default=""
        Alternative text: a description of the picture.
    """

    caption: str
    png: bytes = b""
    snippet: str = ""
    alt: str = ""


def html_report(
    title: str,
    *,
    sentences: Iterable[str] = (),
    tables: Iterable[ReportTable] = (),
    figures: Iterable[ReportFigure] = (),
    parameters: str = "",
    code: str = "",
) -> str:
    """Write a report as one self-contained HTML document.

    All text is escaped. A content security policy in the document forbids the browser to load anything, and allows
    scripts only if a figure is a snippet.

    Parameters
    ----------
    title : str
        Heading of the report.
    sentences : iterable of str
        Items of the list below the heading, such as notes on the table and warnings of the solver; text between
        backticks is set as code.
    tables : iterable of ReportTable
        Tables, for instance of scores.
    figures : iterable of ReportFigure
        Pictures.
    parameters : str, default=""
        The parameters, as :func:`rnse_core.exports.parameters_json` writes them.
    code : str, default=""
        Python code that gives the same result.

    Returns
    -------
    str
        HTML.

    Raises
    ------
    ValueError
        When a figure has neither or both of a PNG picture and a snippet, or its snippet loads from the network.
    """
    figures = list(figures)
    for figure in figures:
        _check_figure(figure)
    return (
        _environment()
        .get_template(_TEMPLATE)
        .render(
            title=title,
            sentences=list(sentences),
            tables=list(tables),
            figures=figures,
            listings=[(heading, text) for heading, text in (("Parameters", parameters), ("Code", code)) if text],
            has_scripts=any(figure.snippet for figure in figures),
        )
    )


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=PackageLoader("rnse_core", "exports"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.tests["numeric"] = _is_number
    environment.filters["code_spans"] = _code_spans
    environment.filters["cell_text"] = _cell_text
    environment.filters["base64"] = lambda content: b64encode(content).decode("ascii")
    return environment


def _code_spans(sentence: str) -> list[str]:
    """Split a sentence at its backticks into text and code, alternately; code is a name from the user's file."""
    return re.split("`([^`]*)`", sentence)


def _is_number(cell: Any) -> bool:
    return isinstance(cell, int | float | np.integer | np.floating) and not isinstance(cell, bool)


def _cell_text(cell: Any) -> str:
    if cell is None:
        return "not defined"
    return f"{cell:.4g}" if isinstance(cell, float | np.floating) else str(cell)


def _check_figure(figure: ReportFigure) -> None:
    if bool(figure.png) == bool(figure.snippet):
        message = f"The figure {figure.caption!r} must have either a PNG picture or a snippet."
        raise InputError("figures", Reason.MISSING, figure.caption, message=message)
    if figure.png and not figure.png.startswith(_PNG):
        message = f"The picture of the figure {figure.caption!r} is not a PNG."
        raise InputError("figures", Reason.WRONG_TYPE, figure.caption, message=message)
    if _EXTERNAL.search(figure.snippet):
        message = (
            f"The snippet of the figure {figure.caption!r} loads something from the network; "
            "make it with include_plotlyjs=True (or False, after one that has it)."
        )
        raise InputError("figures", Reason.INCOMPATIBLE, figure.caption, message=message)
