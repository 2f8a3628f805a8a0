"""The keywords of `read_table` for the file on the page: the session keeps them, and the address carries them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import streamlit as st

from pages.shared.controls import address
from pages.shared.controls.control import shorten
from pages.shared.table.source import NOT_HERE, SourceFile
from pages.shared.text import as_sentence
from rnse_core.tables import Option
from rnse_core.tables.keywords import KeywordError, check_keywords

PARAMETER = "yd_read"
LONGEST_PARAMETER = 4000


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
    """Return the keywords chosen for this file; another file starts from none, a link from those in the address.

    Where the address has changed, as by the browser's Back, its keywords replace those of before.
    """
    kept = st.session_state.get("yd_reading")
    if kept is None or kept["file"] != source.sha256:
        keywords = _given(source, first=kept is None)
    elif address.has_changed(PARAMETER):
        keywords = _usable(st.query_params.get(PARAMETER))
    else:
        keywords = dict(kept["keywords"])
    keep_keywords(source.sha256, keywords)
    text = json.dumps(keywords, ensure_ascii=False, separators=(",", ":"))
    address.write(PARAMETER, [text] if keywords else [])
    return keywords


def _given(source: SourceFile, *, first: bool) -> dict[str, Any]:
    """Return the keywords that the address has for a file that was not shown before.

    With another file that a reader chooses, the address still has the keywords of the file before.
    """
    text = st.query_params.get(PARAMETER) if first or address.by_history() else None
    if NOT_HERE in st.session_state and text is not None:
        # The address belongs to a file that has to be uploaded again, not to this sample.
        st.session_state["yd_reading_of_upload"], text = text, None
    elif source.uploaded:
        text = st.session_state.pop("yd_reading_of_upload", text)
    return _usable(text)


def _usable(text: str | None) -> dict[str, Any]:
    """Return the keywords of a text from the address; none where it cannot be used, and a note says so."""
    if text is None:
        return {}
    try:
        return parse_keywords(text)
    except ValueError as reason:
        given = f"{PARAMETER} = “{shorten(text)}” {reason}"
        notice = f"Not used from the address: {given}, so the file is read as found."
        st.warning(as_sentence(notice), icon=":material/link_off:")
        return {}


def keep_keywords(sha256: str, keywords: Mapping[str, Any]) -> None:
    """Keep the keywords of a file in the session; the run that follows writes them into the address."""
    st.session_state["yd_reading"] = {"file": sha256, "keywords": dict(keywords)}


def set_keywords(
    sha256: str, keywords: Mapping[str, Any], changes: Mapping[str, Any], drop: tuple[str, ...] = ()
) -> None:
    """Replace some keywords, and take others away."""
    keep_keywords(sha256, {name: value for name, value in {**keywords, **changes}.items() if name not in drop})


def apply_option(sha256: str, keywords: Mapping[str, Any], option: Option) -> None:
    """Merge an answer into the keywords."""
    keep_keywords(sha256, option.apply(keywords))
