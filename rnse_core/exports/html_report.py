"""A report as one HTML file that needs nothing else: no network, no files beside it."""

from __future__ import annotations

import html
import re
from base64 import b64encode
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from rnse_core.exceptions import InputError, Reason

_PNG = b"\x89PNG\r\n\x1a\n"
_EXTERNAL = re.compile(
    r"<(?:script|link|img|iframe|object|embed)\b[^<>]*?\s(?:src|href|data)\s*=\s*[\"']?\s*(?:https?:)?//", re.IGNORECASE
)
_STYLE = """
:root { color-scheme: light dark; --line: #8886; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
h1 { line-height: 1.2; }
table { border-collapse: collapse; margin: 1rem 0; display: block; overflow-x: auto; }
caption { text-align: left; font-weight: 600; padding: .3rem 0; }
th, td { border-bottom: 1px solid var(--line); padding: .3rem .8rem; text-align: left; }
td.number { text-align: right; font-variant-numeric: tabular-nums; }
figure { margin: 1.5rem 0; }
figure img { max-width: 100%; height: auto; }
figcaption { opacity: .8; }
pre { overflow-x: auto; border: 1px solid var(--line); padding: .8rem; }
"""


@dataclass(frozen=True)
class ReportTable:
    """A table of the report.

    Parameters
    ----------
    caption : str
        What it shows.
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
        What it shows; also the text for readers who do not see it, unless `alt` is given.
    png : bytes, default=b""
        A PNG picture.
    snippet : str, default=""
        Or a piece of HTML, as ``plotly.io.to_html(figure, full_html=False, include_plotlyjs=...)`` makes it. It goes
        into the report as it stands, so it must come from this program, not from a user's file. The first plotly
        snippet of a report carries ``include_plotlyjs=True``, the others False.
    alt : str, default=""
        Description of the picture.
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

    All text is escaped. The document tells the browser to load nothing from anywhere (a content security policy), and
    lets scripts run only when a figure is a snippet.

    Parameters
    ----------
    title : str
        Heading of the report.
    sentences : iterable of str
        List below the heading, such as the report of the table and the warnings of the solver; what stands between
        backticks is set as code.
    tables : iterable of ReportTable
        Tables of scores and the like.
    figures : iterable of ReportFigure
        Pictures.
    parameters : str, default=""
        The parameters, as :func:`rnse_core.exports.parameters_json` writes them.
    code : str, default=""
        The lines of Python that give the same result.

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
    parts = [f"<h1>{html.escape(title)}</h1>"]
    items = [f"<li>{_sentence(sentence)}</li>" for sentence in sentences]
    if items:
        parts.append("<ul>" + "\n".join(items) + "</ul>")
    parts += map(_table, tables)
    parts += map(_figure, figures)
    for heading, text in (("Parameters", parameters), ("Code", code)):
        if text:
            parts.append(f"<h2>{heading}</h2>\n<pre>{html.escape(text)}</pre>")
    policy = "default-src 'none'; img-src data: blob:; style-src 'unsafe-inline'"
    if any(figure.snippet for figure in figures):
        policy += "; script-src 'unsafe-inline'"
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{html.escape(title)}</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n"
        + "\n".join(parts)
        + "\n</body>\n</html>\n"
    )


def _sentence(text: str) -> str:
    """Escape a sentence; what stands between backticks in it is a name from the user's file."""
    return re.sub("`([^`]*)`", r"<code>\1</code>", html.escape(text))


def _table(table: ReportTable) -> str:
    head = "".join(f'<th scope="col">{html.escape(str(name))}</th>' for name in table.columns)
    body = "\n".join("<tr>" + "".join(map(_cell, row)) + "</tr>" for row in table.rows)
    return (
        f"<table><caption>{html.escape(table.caption)}</caption>\n"
        f"<thead><tr>{head}</tr></thead>\n<tbody>{body}</tbody></table>"
    )


def _cell(value: Any) -> str:
    if value is None:
        return "<td>not defined</td>"
    if isinstance(value, float | np.floating):
        return f'<td class="number">{value:.4g}</td>'
    if isinstance(value, int | np.integer) and not isinstance(value, bool):
        return f'<td class="number">{value}</td>'
    return f"<td>{html.escape(str(value))}</td>"


def _figure(figure: ReportFigure) -> str:
    if bool(figure.png) == bool(figure.snippet):
        message = f"The figure {figure.caption!r} must have either a PNG picture or a snippet."
        raise InputError("figures", Reason.MISSING, figure.caption, message=message)
    if figure.png:
        if not figure.png.startswith(_PNG):
            message = f"The picture of the figure {figure.caption!r} is not a PNG."
            raise InputError("figures", Reason.WRONG_TYPE, figure.caption, message=message)
        alt = html.escape(figure.alt or figure.caption)
        content = f'<img alt="{alt}" src="data:image/png;base64,{b64encode(figure.png).decode("ascii")}">'
    else:
        if _EXTERNAL.search(figure.snippet):
            message = (
                f"The snippet of the figure {figure.caption!r} loads something from the network; "
                "make it with include_plotlyjs=True (or False, after one that has it)."
            )
            raise InputError("figures", Reason.INCOMPATIBLE, figure.caption, message=message)
        content = figure.snippet
    return f"<figure>{content}\n<figcaption>{html.escape(figure.caption)}</figcaption></figure>"
