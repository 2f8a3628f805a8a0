"""A name that asks Markdown and Plotly for everything that they can draw, and what a page may not make of it."""

import json
import re
from collections.abc import Iterator
from typing import Any

from streamlit.testing.v1 import AppTest

HOST = "other.example"
NAME = (
    f"![i](//{HOST}/i)[l](//{HOST}/l)<img src=//{HOST}/t>http://{HOST}/u www.{HOST}/w a@{HOST} :red[r] :material/home: "
    f":streamlit: $s$ `![c](//{HOST}/c)"
)
_CODE = re.compile(r"(?<![`\\])`[^`]+`(?!`)")
# What of the name acts where it is not escaped, outside of code.
_ACTS = re.compile(
    rf"(?<!\\)!\[|(?<!\\)\]\(|(?<!\\)<img|http://{HOST}|www\.{HOST}|a@{HOST}|(?<!\\):red|:material/home:|:streamlit:|"
    r"(?<!\\)\$s"
)
# Streamlit reads these fields as Markdown.
_MARKDOWN = {"body", "label", "help", "text", "caption", "title"}


def problems(app: AppTest) -> list[str]:
    """Return the texts of a page in which the name acts."""
    found = [text for text in _texts(app) if (HOST in text or "[i" in text) and _ACTS.search(_CODE.sub("", text))]
    found += [chart.proto.spec for chart in app.get("plotly_chart") if _markup(json.loads(chart.proto.spec))]
    return found


def mentions(app: AppTest) -> int:
    """Return how many texts and charts of a page have the name, or a part of it."""
    charts = sum(HOST in chart.proto.spec or "![i" in chart.proto.spec for chart in app.get("plotly_chart"))
    return charts + sum(HOST in text or "[i" in text for text in _texts(app))


def _texts(app: AppTest) -> Iterator[str]:
    for block in (app.main, app.sidebar):
        yield from _texts_below(block)


def _texts_below(block: Any) -> Iterator[str]:
    if hasattr(getattr(block, "proto", None), "ListFields"):
        yield from _fields(block.proto)
    for child in getattr(block, "children", {}).values():
        yield from _texts_below(child)


def _fields(message: Any) -> Iterator[str]:
    if message.DESCRIPTOR.name in {"Code", "PlotlyChart", "DataFrame", "Arrow"}:
        return
    for field, value in message.ListFields():
        if hasattr(value, "ListFields"):
            yield from _fields(value)
        elif isinstance(value, str) and field.name in _MARKDOWN:
            yield value


def _markup(spec: Any) -> bool:
    """Return whether a text of a chart has an element of HTML from the name."""
    if isinstance(spec, str):
        return "<img" in spec or "<a" in spec
    parts = spec.values() if isinstance(spec, dict) else spec if isinstance(spec, list) else []
    return any(map(_markup, parts))


def table() -> bytes:
    """Return a small table in which every name and some cells are the name."""
    quote = NAME.replace('"', "'")
    lines = [f'"1 {quote}","2 {quote}","3 {quote}","class {quote}"']
    for k in range(60):
        cell = f"{k % 3} {quote}"
        lines.append(f'{5 * (k % 3) + 0.1 * (k % 7):.1f},{k % 11},"{k % 5} {quote}","{cell}"')
    return "\n".join(lines).encode()
