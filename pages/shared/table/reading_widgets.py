"""Widgets that change how a file is read: one for each keyword of `read_table` that fits the kind of the file."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import streamlit as st

from pages.shared.table.keywords import keep_keywords, set_keywords
from pages.shared.table.source import SourceFile
from rnse_core.tables import Column, OptionKind, QuestionKind, RoleReason, Table, list_variables
from rnse_core.tables.joined_sheets import ALL_SHEETS
from rnse_core.wording import counted

#: More columns than this are not listed one by one: the lists would take too long to draw.
MAX_LISTED_COLUMNS = 500
#: More lines at the top are left out in Python.
MOST_LINES = 10_000
#: Longer scales are given in Python.
MOST_PLACES = 20
#: Keywords without a widget here, and where a reader finds what they do.
ELSEWHERE = {
    "missing_in": "asked about with the codes of each column, and taken back beside the questions",
    "cyclic": "asked about where a column goes round, and taken back beside the questions",
    "fill_down": "asked about where groups have their name in the first row, and taken back beside the questions",
    "fold_case": "asked about where words differ in case alone, and taken back beside the questions",
    "quotes": "asked about where quotation marks stand around lines like rows, and taken back beside the questions",
    "part": "asked about where a file holds several tables, and taken back beside the questions",
    "sample_rows": "the sidebar has the number of rows to cluster, with the others labelled",
}
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
    "zero": "Count them as 0",
}
_PAIRWISE = "left out of each comparison"
KINDS = {
    "features": "Features",
    "similarity": "Similarities",
    "distance": "Distances",
    "correlation": "Correlations",
    "absolute_correlation": "Correlations, without their sign",
    "edges": "Edges between nodes",
    "edge_distances": "Edges, their weights are distances",
    "long": "A long table, one row for each value",
    "wells": "Plates, one row for each well",
    "gower": "Numbers and words, by Gower's distance",
}
HIDDEN = {True: "Use like the others", False: "Leave out"}
TOTALS = {True: "Leave out", False: "Use like the others"}


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
                set_keywords(self.sha256, self.keywords, {}, drop=(name,))
            else:
                set_keywords(self.sha256, self.keywords, {name: value})

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

    def words(self, name: str, label: str, help: str) -> None:
        """Draw the choice of several words, which are typed."""
        shown = list(self.keywords.get(name, ()))
        bound = self._bind(name, shown, tuple, ())
        st.multiselect(label, shown, accept_new_options=True, help=help, **bound)

    def number(self, name: str, label: str, help: str) -> None:
        """Draw a whole number, 0 for none."""
        shown = self.keywords.get(name, 0)
        st.number_input(label, 0, MOST_LINES, help=help, **self._bind(name, min(shown, MOST_LINES), int, 0))

    def text(self, name: str, label: str, help: str) -> None:
        """Draw a text, empty for none."""
        st.text_input(label, help=help, **self._bind(name, self.keywords.get(name, ""), str.strip, ""))

    def switch(self, name: str, label: str, help: str) -> None:
        """Draw a switch."""
        st.toggle(label, help=help, **self._bind(name, bool(self.keywords.get(name)), bool, False))


def choose_widths(source: SourceFile, keywords: Mapping[str, Any]) -> None:
    """Draw the widths of columns that touch each other."""
    _Changer(source, keywords).text(
        "widths", "Widths of the columns", "In letters, such as 4,3,3, where columns touch."
    )


def _sheets(table: Table) -> dict[str, str]:
    """Return the sheets of a workbook, and all of them as one where they have the same columns."""
    answers = [option.kind for question in table.questions for option in question.options]
    is_offered = OptionKind.ALL_SHEETS in answers or table.choices.variable == ALL_SHEETS
    every = {ALL_SHEETS: "All with the same columns"} if is_offered else {}
    return {**every, **{one: one for one in table.choices.sheets}}


def change_reading(source: SourceFile, table: Table, keywords: Mapping[str, Any]) -> None:
    """Draw a widget for every decision about the file and its columns."""
    changer = _Changer(source, keywords)
    choices = table.choices
    if choices.format in ("text", "xlsx"):
        with st.grid(4, min_column_width=170):
            found = DELIMITERS.get(choices.delimiter, repr(choices.delimiter))
            if choices.format == "text":
                found = "Nothing" if choices.form and not choices.delimiter else found
                changer.choose("delimiter", "Columns are separated by", DELIMITERS, found)
            marks = {".": "Point", ",": "Comma"}
            changer.choose("decimal", "Decimal mark", marks, marks.get(choices.decimal, ""))
            if choices.format == "text":
                changer.choose("encoding", "Encoding", dict(zip(ENCODINGS, ENCODINGS, strict=True)), choices.encoding)
            if choices.format == "text":
                choose_widths(source, keywords)
            changer.number("skip_lines", "Lines to leave out", "At the top, such as a title above the names.")
            header = {True: "Names the columns", False: "Is data"}
            changer.choose("header", "First row", header, header[choices.header].lower())
            if len(choices.sheets) > 1:
                changer.choose("sheet", "Sheet", _sheets(table), choices.variable)
            if choices.format == "xlsx":
                changer.choose("hidden", "Hidden rows and columns", HIDDEN, HIDDEN[True].lower())
            changer.switch("transpose", "Columns are the points", "Read the table turned round.")
    elif choices.format in ("npy", "npz", "mat", "mtx"):
        with st.grid(2, min_column_width=220):
            variables = {one.name: one.name for one in list_variables(source.content, name=source.name)}
            changer.choose("variable", "Variable", variables, choices.variable)
            changer.switch("transpose", "Columns are the points", "Read the array turned round.")
    _change_columns(changer, table)
    with st.grid(2, min_column_width=220):
        changer.choose("missing", "Missing values", MISSING, MISSING.get(choices.missing, _PAIRWISE).lower())
        changer.choose("kind", "The table holds", _kinds(table, keywords), KINDS[choices.compared_by or table.kind])
        if choices.format not in ("npy", "npz", "mat", "mtx"):
            changer.choose("drop_totals", "Rows of totals", TOTALS, "left out")
        changer.switch("symmetrize", "Average with transpose", "For a similarity or distance that is not symmetric.")
        changer.words("missing_values", "Also missing", "Words and numbers that mean no value, such as k.A. or -99.")
        if choices.format in ("text", "xlsx"):
            changer.choose("drop_notes", "Lines of text around the table", TOTALS, "left out")
            changer.switch("drop_bad_rows", "Skip ragged rows", "Rows with another number of cells than the header.")
    if keywords:
        st.button(
            "Undo all changes", key="yd_reset", on_click=keep_keywords, args=(source.sha256, {}), icon=":material/undo:"
        )


def _kinds(table: Table, keywords: Mapping[str, Any]) -> dict[str, str]:
    """Return what a table can be: edges have two columns or three, long tables are asked about, words are compared."""
    chosen = keywords.get("kind")
    words = any(column.words for column in table.columns) and len(table.columns) > 1
    asked = {question.kind for question in table.questions}
    n_columns, has_edges = len(table.columns), QuestionKind.EDGES in asked
    squares = (QuestionKind.SYMMETRIC_MATRIX, QuestionKind.TRIANGLE, QuestionKind.ASYMMETRIC_MATRIX)
    is_square = not asked.isdisjoint(squares)
    possible = {
        "correlation": is_square,
        "absolute_correlation": is_square,
        "edges": has_edges or n_columns in (2, 3),
        "edge_distances": has_edges or n_columns == 3,
        "long": QuestionKind.LONG_TABLE in asked,
        "wells": QuestionKind.PLATES in asked,
        "gower": words,
    }
    return {kind: text for kind, text in KINDS.items() if possible.get(kind, True) or kind == chosen}


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
        _divided(
            changer,
            table,
            "numbers",
            OptionKind.NUMBER_COLUMNS,
            "As one column per number",
            "For cells with several numbers, such as 120/80.",
        )
        _divided(
            changer,
            table,
            "split",
            OptionKind.SPLIT,
            "As one 0/1 column per answer",
            "For cells with several answers, such as R; SPSS.",
        )
        ticked = [column.name for column in table.columns if _is_ticked(column)]
        if ticked:
            changer.columns(
                "ticks", "Ticks as 1, empty as 0", ticked, "Columns of one value or nothing, or of + and -."
            )
    _scales(changer, table)


def _is_ticked(column: Column) -> bool:
    signs = sorted(column.words) == ["+", "-"]
    return column.reason is RoleReason.TICKS or signs or (len(column.words) == 1 and set(column.missing_tokens) == {""})


def _scales(changer: _Changer, table: Table) -> None:
    """Draw the order of the words of one column at a time; `ordinal` has it once every word has its place."""
    orders = dict(changer.keywords.get("ordinal", {}))
    words = {column.name: column.words for column in table.columns if 2 <= len(column.words) <= MOST_PLACES}
    if not words:
        return
    with st.grid(2, min_column_width=220):
        name = st.selectbox(
            "Words on a scale",
            list(words),
            index=None,
            placeholder="Choose a column",
            key="yd_scale_column",
            help="For words such as rarely < often: each becomes its place, 1, 2, 3 and so on; one feature per column.",
        )
        if name is None:
            return
        key = f"yd_scale_{changer.sha256}_{table.columns[0].position}_{list(words).index(name)}"
        if key not in st.session_state:
            st.session_state[key] = list(orders.get(name, ()))

        def change() -> None:
            order = st.session_state[key]
            others = {column: places for column, places in orders.items() if column != name}
            if len(order) == len(words[name]):
                others[name] = tuple(order)
            set_keywords(changer.sha256, changer.keywords, {"ordinal": others}, drop=() if others else ("ordinal",))

        order = st.multiselect(
            f"Its {len(words[name])} words, from low to high", words[name], key=key, on_change=change
        )
    left = len(words[name]) - len(order)
    if order and left:
        st.caption(f"Choose {counted(left, 'more word')}: the first one is the lowest.")


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


def _divided(changer: _Changer, table: Table, keyword: str, kind: OptionKind, label: str, help: str) -> None:
    """Draw the choice of columns whose cells hold several parts; the keyword has what stands between them."""
    chosen = dict(changer.keywords.get(keyword, {}))
    options = [option for question in table.questions for option in question.options if option.kind is kind]
    separators = {name: mark for option in options for name, mark in option.keywords[keyword].items()} | chosen
    if not separators:
        return

    def to_value(names: list[str]) -> dict[str, str]:
        return {name: separators[name] for name in names}

    st.multiselect(label, list(separators), help=help, **changer._bind(keyword, list(chosen), to_value, {}))
