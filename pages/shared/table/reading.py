"""How a file is read: the table, the questions that it leaves open, and every decision about it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from itertools import zip_longest
from typing import Any

import pandas as pd
import streamlit as st

from pages.shared.table.keywords import apply_option, keep_keywords
from pages.shared.table.reading_widgets import MAX_LISTED_COLUMNS, change_reading, choose_widths
from pages.shared.table.source import SourceFile
from pages.shared.table.taken import show_taken
from pages.shared.text import as_code, as_sentence
from rnse_core.tables import (
    Option,
    Outcome,
    Problem,
    Table,
    TableError,
    WeighedQuestion,
    note_sentence,
    option_text,
    outcome_text,
    question_sentence,
    read_table,
    role_reason_text,
    weigh_questions,
)
from rnse_core.tables.large_values import too_large
from rnse_core.wording import counted


def read(source: SourceFile, keywords: Mapping[str, Any]) -> Table | None:
    """Return the table: of the last reading, or read now; where that fails, draw why and what can be done."""
    key = (source.sha256, source.name, json.dumps(keywords, sort_keys=True))
    kept = st.session_state.get("yd_table")
    if kept is not None and kept[0] == key:
        return kept[1]
    # Only the latest table is kept: a large file takes as much memory as a run.
    st.session_state.pop("yd_table", None)
    try:
        with st.spinner(f"Reading {as_code(source.name)}", show_time=True):
            table = read_table(source.content, name=source.name, **keywords)
    except TableError as error:
        st.error(as_sentence(str(error)), icon=":material/table_chart:")
        _offer(source, keywords, error.options, "error")
        show_taken(source, keywords)
        if error.problem is Problem.TIGHT_COLUMNS:
            choose_widths(source, keywords)
        if keywords:
            st.button(
                "Read it as found",
                key="yd_reset",
                on_click=keep_keywords,
                args=(source.sha256, {}),
                icon=":material/undo:",
            )
        return None
    st.session_state["yd_table"] = (key, table)
    return table


def _offer(
    source: SourceFile,
    keywords: Mapping[str, Any],
    options: tuple[Option, ...],
    key: str,
    *,
    first_done: bool = False,
    outcomes: tuple[Outcome | None, ...] = (),
) -> None:
    """Draw a button for each option, with what it gives where that is known."""
    with st.container(horizontal=True, gap="small"):
        for place, (option, outcome) in enumerate(zip_longest(options, outcomes)):
            gives = "" if outcome is None else f" ({outcome_text(outcome)})"
            st.button(
                as_sentence(f"{option_text(option)}{gives}"),
                key=f"yd_{key}_{place}",
                icon=":material/check:" if first_done and place == 0 else None,
                on_click=apply_option,
                args=(source.sha256, keywords, option),
                wrap=True,
            )


def show(source: SourceFile, table: Table, keywords: Mapping[str, Any]) -> None:
    """Draw the open questions, and in an expander a preview, the decisions and the widgets that change them."""
    ask(source, table, keywords)
    show_taken(source, keywords)
    decisions = f"**{counted(len(table.report), 'decision')}** about {as_code(source.name)}."
    st.caption(f"{decisions} {as_sentence(note_sentence(table.report[-1]))}")
    with st.expander("What was read, and how to change it", icon=":material/table_chart:", key="yd_how_read"):
        preview(table)
        report(table)
        change_reading(source, table, keywords)


def ask(source: SourceFile, table: Table, keywords: Mapping[str, Any]) -> None:
    """Draw the questions that the file leaves open, the most consequential first, and what each answer gives.

    The first answer, with the tick, is what was done. The first question is always seen, the others on a click.
    """
    first, *others = _weighed(source, table, keywords) or (None,)
    if first is not None:
        _ask_one(source, keywords, first)
    if others:
        about = counted(len(others), "further question")
        with st.expander(f"{about} about the columns", icon=":material/help:", key="yd_questions"):
            for weighed in others:
                _ask_one(source, keywords, weighed)


def _ask_one(source: SourceFile, keywords: Mapping[str, Any], weighed: WeighedQuestion) -> None:
    here, *others = weighed.outcomes
    # Only answers that change something have numbers, beside what there is now.
    outcomes = (here, *(None if outcome == here else outcome for outcome in others))
    same = here is not None and all(outcome == here for outcome in others)
    with st.container(border=True, gap="small"):
        unchanged = " The rows and features are the same with each answer." if same else ""
        st.markdown(f":material/help: {as_sentence(f'{question_sentence(weighed.question)}{unchanged}')}")
        key = f"question_{weighed.place}"
        shown = () if same else outcomes
        _offer(source, keywords, weighed.question.options, key, first_done=True, outcomes=shown)
        # Buttons are not printed (see page.css).
        with st.container(key=f"printed_answer_{weighed.place}"):
            st.text(as_sentence(f"Taken: {option_text(weighed.question.options[0])}"))


def _weighed(source: SourceFile, table: Table, keywords: Mapping[str, Any]) -> tuple[WeighedQuestion, ...]:
    """Return the questions in the order to ask them; they are weighed once for each reading."""
    kept = st.session_state.get("yd_weighed")
    if kept is None or kept[0] is not table:
        kept = (table, weigh_questions(source.content, table, keywords, name=source.name))
        st.session_state["yd_weighed"] = kept
    found: tuple[WeighedQuestion, ...] = kept[1]
    return found


def show_large_values(source: SourceFile, table: Table, keywords: Mapping[str, Any]) -> None:
    """Draw the values beside which all others of their column are equal, and buttons that count them as missing."""
    for place, (note, option) in enumerate(too_large(table, keywords)):
        st.warning(as_sentence(note_sentence(note)), icon=":material/warning:")
        if option is not None:
            _offer(source, keywords, (option,), f"large_{place}")


def preview(table: Table) -> None:
    """Draw the first rows as they stand in the file, and the role of every column."""
    names, rows = table.head(8)
    st.dataframe(pd.DataFrame(rows, columns=names), hide_index=True, alt="First rows of the file", key="yd_preview")
    columns = pd.DataFrame(
        [
            {
                "Column": column.name,
                "Role": column.role,
                "Type": column.type,
                "Why": role_reason_text(column),
                "Missing": column.n_missing,
                "Different values (up to 10,000)": column.n_distinct,
                "Examples": ", ".join(column.examples),
            }
            for column in table.columns[:MAX_LISTED_COLUMNS]
        ]
    )
    st.dataframe(columns, hide_index=True, alt="The columns and their roles", key="yd_columns")
    if len(table.columns) > MAX_LISTED_COLUMNS:
        st.caption(f"The first {MAX_LISTED_COLUMNS} of {counted(len(table.columns), 'column')}.")


def report(table: Table) -> None:
    """Draw the list of all decisions."""
    st.markdown("\n".join(f"- {as_sentence(note_sentence(note))}" for note in table.report))
