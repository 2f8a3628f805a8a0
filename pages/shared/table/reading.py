"""How a file is read: the keywords of `read_table`, which the page can change and the address carries."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import asdict
from itertools import zip_longest
from typing import Any

import pandas as pd
import streamlit as st

from pages.shared.controls.control import shorten
from pages.shared.table.source import NOT_HERE, SourceFile
from pages.shared.text import as_code, as_sentence
from rnse_core.tables import (
    Option,
    Outcome,
    Table,
    TableError,
    WeighedQuestion,
    list_variables,
    note_sentence,
    option_text,
    outcome_text,
    question_sentence,
    read_table,
    role_reason_text,
    weigh_questions,
)
from rnse_core.tables.keywords import KeywordError, check_keywords
from rnse_core.tables.large_values import too_large
from rnse_core.wording import counted

PARAMETER = "yd_read"
LONGEST_PARAMETER = 4000
#: More columns than this are not listed one by one: the lists would take too long to draw.
MAX_LISTED_COLUMNS = 500
# Entries of the lists that stand for no keyword, and for the keyword None.
AS_FOUND = "\0found"
NONE = "\0none"
DELIMITERS = {",": "Comma", ";": "Semicolon", "\t": "Tab", "|": "Bar", " ": "Spaces", "": "One column"}
ENCODINGS = ("utf-8", "utf-16", "cp1252", "latin-1", "cp1250", "cp1251", "mac_roman", "shift_jis", "gb18030")
MISSING = {
    "drop": "Leave the rows out",
    "median": "Fill in the median",
    "most_frequent": "Fill in the most frequent",
    "neighbours": "Fill in from the nearest rows",
}
KINDS = {"features": "Features", "similarity": "Similarities", "distance": "Distances"}


def parse_keywords(text: str) -> dict[str, Any]:
    """Read the keywords from an address; where they cannot be used, raise ValueError with the end of a sentence."""
    if len(text) > LONGEST_PARAMETER:
        raise ValueError("is too long")
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        raise ValueError("is not readable") from None
    if not isinstance(found, dict):
        raise ValueError("is not readable")
    try:
        return check_keywords(found)
    except KeywordError as error:
        raise ValueError(f"holds {shorten(error.keyword, 24)}, which cannot be used so") from None


def keywords_for(source: SourceFile) -> dict[str, Any]:
    """Return the keywords chosen for this file; another file starts from none, a link from those in the address."""
    kept = st.session_state.get("yd_reading")
    if kept is not None and kept["file"] == source.sha256:
        return dict(kept["keywords"])
    text = st.query_params.get(PARAMETER) if kept is None else None
    if NOT_HERE in st.session_state and text is not None:
        # The address belongs to a file that has to be uploaded again, not to this sample.
        st.session_state["yd_reading_of_upload"], text = text, None
    elif source.uploaded:
        text = st.session_state.pop("yd_reading_of_upload", text)
    keywords: dict[str, Any] = {}
    if text is not None:
        try:
            keywords = parse_keywords(text)
        except ValueError as reason:
            given = f"{PARAMETER} = “{shorten(text)}” {reason}"
            notice = f"Not used from the address: {given}, so the file is read as found."
            st.warning(as_sentence(notice), icon=":material/link_off:")
    _keep(source.sha256, keywords)
    return keywords


def _keep(sha256: str, keywords: Mapping[str, Any]) -> None:
    st.session_state["yd_reading"] = {"file": sha256, "keywords": dict(keywords)}
    if keywords:
        st.query_params[PARAMETER] = json.dumps(keywords, ensure_ascii=False, separators=(",", ":"))
    elif PARAMETER in st.query_params:
        del st.query_params[PARAMETER]


def _set(sha256: str, keywords: Mapping[str, Any], changes: Mapping[str, Any], drop: tuple[str, ...] = ()) -> None:
    _keep(sha256, {name: value for name, value in {**keywords, **changes}.items() if name not in drop})


def _apply(sha256: str, keywords: Mapping[str, Any], option: Option) -> None:
    _keep(sha256, option.apply(keywords))


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
        if keywords:
            st.button(
                "Read it as found", key="yd_reset", on_click=_keep, args=(source.sha256, {}), icon=":material/undo:"
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
                on_click=_apply,
                args=(source.sha256, keywords, option),
                wrap=True,
            )


def show(source: SourceFile, table: Table, keywords: Mapping[str, Any]) -> None:
    """Draw the open questions, and in an expander a preview, the decisions and the widgets that change them."""
    ask(source, table, keywords)
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
                "Different values": column.n_distinct,
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


def description(table: Table) -> dict[str, Any]:
    """Return, for the file of parameters, how the table was read and what each column was used for."""
    roles: dict[str, list[str]] = {"feature": [], "label": [], "ignored": []}
    for column in table.columns:
        roles[column.role].append(column.name)
    return {**asdict(table.choices), "kind": table.kind, "columns": roles}


class _Changer:
    """Widgets that show and change one keyword each; the session keeps the keywords, not the state of the widgets."""

    def __init__(self, source: SourceFile, keywords: Mapping[str, Any]) -> None:
        self.sha256 = source.sha256
        self.keywords = keywords

    def _bind(self, name: str, shown: Any, to_value: Callable[[Any], Any], default: Any) -> dict[str, Any]:
        key = f"yd_kw_{name}"
        st.session_state[key] = shown

        def change() -> None:
            value = to_value(st.session_state[key])
            if value == default:
                _set(self.sha256, self.keywords, {}, drop=(name,))
            else:
                _set(self.sha256, self.keywords, {name: value})

        return {"key": key, "on_change": change}

    def choose(self, name: str, label: str, options: Mapping[Any, str], found: str = "") -> None:
        """Draw the values of a keyword, "As found" first."""
        names = {AS_FOUND: f"As found: {found}" if found else "As found", **options}
        shown = self.keywords.get(name, AS_FOUND)
        shown = NONE if shown is None else shown
        bound = self._bind(
            name, shown if shown in names else AS_FOUND, lambda value: None if value == NONE else value, AS_FOUND
        )
        st.selectbox(label, list(names), format_func=names.__getitem__, **bound)

    def columns(self, name: str, label: str, offered: list[str], help: str) -> None:
        """Draw the choice of several columns."""
        shown = [column for column in self.keywords.get(name, ()) if column in offered]
        st.multiselect(label, offered, help=help, **self._bind(name, shown, tuple, ()))

    def switch(self, name: str, label: str, help: str) -> None:
        """Draw a switch."""
        st.toggle(label, help=help, **self._bind(name, bool(self.keywords.get(name)), bool, False))


def change_reading(source: SourceFile, table: Table, keywords: Mapping[str, Any]) -> None:
    """Draw a widget for every decision about the file and its columns."""
    changer = _Changer(source, keywords)
    choices = table.choices
    if choices.format in ("text", "xlsx"):
        with st.grid(4, min_column_width=170):
            found = DELIMITERS.get(choices.delimiter, repr(choices.delimiter))
            if choices.format == "text":
                changer.choose("delimiter", "Columns are separated by", DELIMITERS, found)
            marks = {".": "Point", ",": "Comma"}
            changer.choose("decimal", "Decimal mark", marks, marks.get(choices.decimal, ""))
            if choices.format == "text":
                changer.choose("encoding", "Encoding", dict(zip(ENCODINGS, ENCODINGS, strict=True)), choices.encoding)
            header = {True: "Names the columns", False: "Is data"}
            changer.choose("header", "First row", header, header[choices.header].lower())
    elif choices.format in ("npy", "npz", "mat", "mtx"):
        with st.grid(2, min_column_width=220):
            variables = {one.name: one.name for one in list_variables(source.content, name=source.name)}
            changer.choose("variable", "Variable", variables, choices.variable)
            changer.switch("transpose", "Columns are the points", "Read the array turned round.")
    _change_columns(changer, table)
    with st.grid(2, min_column_width=220):
        changer.choose("missing", "Missing values", MISSING, MISSING[choices.missing].lower())
        changer.choose("kind", "The numbers are", KINDS, KINDS[table.kind].lower())
        changer.switch("symmetrize", "Average with transpose", "For a similarity or distance that is not symmetric.")
        if choices.format == "text":
            changer.switch("drop_bad_rows", "Skip ragged rows", "Rows with another number of cells than the header.")
    if keywords:
        st.button("Undo all changes", key="yd_reset", on_click=_keep, args=(source.sha256, {}), icon=":material/undo:")


def _change_columns(changer: _Changer, table: Table) -> None:
    if len(table.columns) > MAX_LISTED_COLUMNS:
        st.caption(f"With more than {MAX_LISTED_COLUMNS} columns, roles are changed with `read_table` in Python.")
        return
    names = [column.name for column in table.columns]
    text = [column.name for column in table.columns if column.type in ("text", "date")]
    with st.grid(3, min_column_width=220):
        label = {NONE: "No labels", **{name: name for name in names}}
        changer.choose("label_column", "Label column", label, table.label_name or "none")
        changer.columns("ignore", "Leave out", names, "Columns that take no part in the clustering.")
        changer.columns("keep", "Use although they number the rows", names, "Columns left out as row numbers.")
        changer.columns("one_hot", "As one 0/1 column per value", names, "For categories such as colours.")
        _conversions(changer, text)


def _conversions(changer: _Changer, offered: list[str]) -> None:
    """Draw the choice of text columns to read as numbers; `convert` is a mapping, so it has a widget of its own."""
    chosen = dict(changer.keywords.get("convert", {}))
    shown = [name for name in chosen if name in offered] + [name for name in chosen if name not in offered]

    def to_value(names: list[str]) -> dict[str, str]:
        return {name: chosen.get(name, "auto") for name in names}

    st.multiselect(
        "Read as numbers",
        list(dict.fromkeys([*offered, *shown])),
        help="Text such as 12%, $5 or 1 234. Cells that cannot be read count as missing.",
        **changer._bind("convert", shown, to_value, {}),
    )
