"""The scale of each column: what is proposed and why, in a table in which each can be changed."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any

import pandas as pd
import streamlit as st

from pages.shared.controls import address
from pages.shared.reset import note_changes
from pages.shared.table.source import SourceFile
from pages.shared.text import as_sentence
from rnse_core.findings import ScalesOfColumns, scale_reason_text, sentence_for
from rnse_core.preprocessing import COLUMN_SCALES, ColumnScale, propose_scales
from rnse_core.tables import Table

PARAMETER = "yd_scales"
LONGEST_PARAMETER = 4000
#: More columns than this are not listed one by one.
MAX_LISTED_COLUMNS = 500
SCALE_NAMES = {"log1p": "log(1 + x), standardised", "zscore": "Standardised", "raw": "As it is"}
_NAME_OF = {name: scale for scale, name in SCALE_NAMES.items()}


def scales_of(source: SourceFile, table: Table) -> tuple[ColumnScale, ...]:
    """Draw how each column is scaled, in a sentence and in a table that changes it; return the scales.

    Parameters
    ----------
    source : SourceFile
    table : Table
        With features.

    Returns
    -------
    tuple of ColumnScale
        A change that the column does not allow is left out; a note says so.
    """
    state = _state(source)
    note_changes(forget_changes)
    sentence, notes = st.container(key="yd_scale_sentence").empty(), st.container()
    scales, refused = _scales_with(state, table)
    if len(table.feature_names) <= MAX_LISTED_COLUMNS:
        with st.expander("Scale of each column, and how to change it", icon=":material/tune:", key="yd_how_scaled"):
            changed = _edit(source, state, scales, table)
        if changed != state["given"]:
            state["given"] = changed
            scales, refused_too = _scales_with(state, table)
            refused = list(dict.fromkeys((*refused, *refused_too)))
    _keep_in_address(state["given"])
    sentence.caption(as_sentence(sentence_for(ScalesOfColumns(scales))))
    with notes:
        for reason in refused:
            st.warning(as_sentence(reason), icon=":material/warning:")
    return scales


def forget_changes() -> None:
    """Scale every column as it is proposed again."""
    state = st.session_state.get("yd_column_scales")
    if state is not None:
        st.session_state["yd_column_scales"] = _replaced(state, {})


def _state(source: SourceFile) -> dict[str, Any]:
    """Return the changes for this file; another file starts from none, a link from those in the address.

    Where the address has changed, as by the browser's Back, its changes replace those of before.
    """
    state: dict[str, Any] | None = st.session_state.get("yd_column_scales")
    given = parse_scales(st.query_params.get(PARAMETER, ""))
    if state is None or state["file"] != source.sha256:
        given = given if state is None or address.by_history() else {}
        state = {"file": source.sha256, "given": given, "shown_for": "", "shown": {}, "resets": 0}
    elif address.has_changed(PARAMETER):
        state = _replaced(state, given)
    st.session_state["yd_column_scales"] = state
    return state


def _replaced(state: dict[str, Any], given: dict[str, str]) -> dict[str, Any]:
    """Return the state with other changes, which the table is drawn with anew."""
    return {**state, "given": given, "shown_for": "", "resets": state["resets"] + 1}


def parse_scales(text: str) -> dict[str, str]:
    """Read the changes from an address; what cannot be used is left out.

    Parameters
    ----------
    text : str

    Returns
    -------
    dict of str to str
        Scales by column.
    """
    try:
        found = json.loads(text) if len(text) <= LONGEST_PARAMETER else {}
    except (ValueError, RecursionError):
        return {}
    if not isinstance(found, dict):
        return {}
    return {name: scale for name, scale in found.items() if isinstance(scale, str) and scale in COLUMN_SCALES}


def _keep_in_address(given: Mapping[str, str]) -> None:
    address.write(PARAMETER, [json.dumps(given, ensure_ascii=False, separators=(",", ":"))] if given else [])


def _scales_with(state: dict[str, Any], table: Table) -> tuple[tuple[ColumnScale, ...], list[str]]:
    """Return the scales with the changes so far, which are found once for each table and its changes."""
    made = state.get("made")
    if made is None or made[0] is not table or made[1] != state["given"]:
        made = state["made"] = (table, dict(state["given"]), _with_changes(table, state["given"]))
    found: tuple[tuple[ColumnScale, ...], list[str]] = made[2]
    return found


def _with_changes(table: Table, given: Mapping[str, str]) -> tuple[tuple[ColumnScale, ...], list[str]]:
    """Return the scales with the changes that the columns allow, and why the others are left out."""
    kept: dict[str, str] = {}
    refused = []
    for name, scale in given.items():
        if name not in table.feature_names:
            continue
        try:
            propose_scales(table.X[:, [table.feature_names.index(name)]], [name], given={name: scale})
        except ValueError as error:
            refused.append(str(error))
        else:
            kept[name] = scale
    return propose_scales(table.X, table.feature_names, given=kept), refused


def _edit(source: SourceFile, state: dict[str, Any], scales: tuple[ColumnScale, ...], table: Table) -> dict[str, str]:
    """Draw the table; return the changes that it stands for."""
    # The editor keeps its edits under its key; after a reset it is a new one.
    key = f"yd_scales_editor_{source.sha256[:8]}_{_digest(table.feature_names)}_{state['resets']}"
    # Drawn for the first time, or again after another page or with other columns.
    if key not in st.session_state or state["shown_for"] != key:
        state["shown_for"], state["shown"] = key, {one.column: one.scale for one in scales}
    shown = state["shown"]
    frame = pd.DataFrame(
        {
            "Column": [one.column for one in scales],
            "Scale": [SCALE_NAMES[shown[one.column]] for one in scales],
            "Proposed": [SCALE_NAMES[one.proposed] for one in scales],
            "Why": [scale_reason_text(one) for one in scales],
        }
    )
    edited = st.data_editor(
        frame,
        key=key,
        hide_index=True,
        disabled=["Column", "Proposed", "Why"],
        column_config={"Scale": st.column_config.SelectboxColumn(options=list(_NAME_OF), required=True)},
    )
    chosen = {name: _NAME_OF[scale] for name, scale in zip(edited["Column"], edited["Scale"], strict=True)}
    others = {name: scale for name, scale in state["given"].items() if name not in chosen}
    return {**others, **{one.column: chosen[one.column] for one in scales if chosen[one.column] != one.proposed}}


def _digest(names: list[str]) -> str:
    return hashlib.sha256(repr(names).encode()).hexdigest()[:8]
