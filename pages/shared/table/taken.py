"""The answers and changes that a file was read with: each stays visible, and can be taken back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import streamlit as st

from pages.shared.table.keywords import keep_keywords
from pages.shared.table.source import SourceFile
from pages.shared.text import as_sentence
from rnse_core.wording import counted, listed, quoted

#: What each keyword of `read_table` does, for the reader.
TAKEN = {
    "delimiter": "Columns are separated by",
    "decimal": "Decimal mark",
    "encoding": "Encoding",
    "quotes": "Quotation marks around several lines are",
    "header": "First row gives the names",
    "skip_lines": "Lines left out at the top",
    "drop_bad_rows": "Ragged rows left out",
    "widths": "Widths of the columns",
    "part": "Table of the file",
    "drop_notes": "Lines of text around the table left out",
    "label_column": "Label column",
    "ignore": "Left out",
    "keep": "Used all the same",
    "missing": "Missing values",
    "missing_values": "Counted as missing",
    "missing_in": "Counted as missing in",
    "one_hot": "One 0/1 column per value of",
    "numbers": "One column per number of",
    "split": "One 0/1 column per answer of",
    "ordinal": "Places on a scale for the words of",
    "ticks": "Ticks as 1 and empty as 0 in",
    "convert": "Read as numbers",
    "cyclic": "As sine and cosine",
    "fill_down": "Filled from above in",
    "fold_case": "Case and blanks make no difference in",
    "kind": "The table holds",
    "symmetrize": "Averaged with its transpose",
    "variable": "Variable",
    "sheet": "Sheet",
    "hidden": "Hidden rows and columns are read",
    "transpose": "Columns are the points",
    "drop_totals": "Rows of totals left out",
    "sample_rows": "Rows read at most",
}
# Columns that each have a button of their own.
_MOST = 8


def taken(keywords: Mapping[str, Any]) -> list[tuple[str, dict[str, Any]]]:
    """Return what a file was read with beside what was found, and the keywords without each part of it.

    Parameters
    ----------
    keywords : mapping

    Returns
    -------
    list of (str, dict)
        Of a keyword with several columns each column is a part, or all of them together where they are many.
    """
    parts = []
    for name, value in keywords.items():
        rest = {other: kept for other, kept in keywords.items() if other != name}
        if isinstance(value, Mapping) and 1 < len(value) <= _MOST:
            pieces: list[Any] = [{column: one} for column, one in value.items()]
            others: list[Any] = [{c: one for c, one in value.items() if c not in piece} for piece in pieces]
        elif isinstance(value, list | tuple) and 1 < len(value) <= _MOST:
            pieces = [(column,) for column in value]
            others = [tuple(column for column in value if column not in piece) for piece in pieces]
        else:
            pieces, others = [value], [None]
        for piece, other in zip(pieces, others, strict=True):
            parts.append((_text(name, piece), rest if other is None else {**rest, name: other}))
    return parts


def show_taken(source: SourceFile, keywords: Mapping[str, Any]) -> None:
    """Draw a button for each answer and change that the file was read with; a click takes it back."""
    parts = taken(keywords)
    if not parts:
        return
    # An answer about several columns is taken back for each of them alone.
    what = counted(len(parts), "answer or change", "answers and changes")
    st.caption(f"{what}, by column where there are several. A click takes one back.")
    with st.container(horizontal=True, gap="small"):
        for place, (text, without) in enumerate(parts):
            st.button(
                as_sentence(text),
                key=f"yd_taken_{place}",
                icon=":material/undo:",
                on_click=keep_keywords,
                args=(source.sha256, without),
                wrap=True,
            )


def _text(name: str, value: Any) -> str:
    if isinstance(value, bool):
        return f"{TAKEN[name]}: {'yes' if value else 'no'}"
    if value is None:
        return f"{TAKEN[name]}: none"
    if isinstance(value, Mapping):
        return f"{TAKEN[name]}: {listed(_entry(column, one) for column, one in value.items())}"
    if isinstance(value, list | tuple):
        return f"{TAKEN[name]}: {listed(map(quoted, value))}"
    return f"{TAKEN[name]}: {quoted(str(value)) if str(value).strip() else 'blanks'}"


def _entry(column: str, value: Any) -> str:
    how = listed(map(quoted, value)) if isinstance(value, list | tuple) else quoted(str(value))
    return f"{quoted(column)} ({how})"
