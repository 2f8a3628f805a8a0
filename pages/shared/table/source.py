"""The source of the table of "Your data": a sample that ships with the project, or an uploaded file.

An upload lives in the session that made it: nothing is written to disk, and nothing is shared between sessions.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import streamlit as st

from pages.shared import class_mode
from pages.shared.controls.base import Choice
from pages.shared.controls.control import address_notice, shorten, show_notice, until_shown
from pages.shared.text import as_code

SAMPLE_FOLDER = Path(__file__).resolve().parents[3] / "sample_data"
FIRST_SAMPLE = "wine.csv"
UPLOADED = "Your file: "
#: What the name of an upload begins with in the address.
UPLOAD_WORD = "upload:"
_SAMPLE_TYPES = (".csv", ".txt", ".npz")


@dataclass(frozen=True)
class SourceFile:
    """A file to read: its name, its bytes, and their SHA-256, by which every store knows it."""

    name: str
    content: bytes
    sha256: str
    uploaded: bool

    @classmethod
    def of(cls, name: str, content: bytes, *, uploaded: bool) -> SourceFile:
        """Return a file with its hash."""
        return cls(name, content, hashlib.sha256(content).hexdigest(), uploaded)

    @property
    def code_path(self) -> str:
        """The path in a program that is started in the folder of the project."""
        return self.name if self.uploaded else f"sample_data/{self.name}"


@st.cache_data(max_entries=32)
def _sample(name: str) -> bytes:
    return (SAMPLE_FOLDER / name).read_bytes()


def sample_names() -> list[str]:
    """Return the names of the sample files; the first is the one that is shown at first."""
    names = sorted(path.name for path in SAMPLE_FOLDER.iterdir() if path.suffix in _SAMPLE_TYPES)
    return sorted(names, key=lambda name: name != FIRST_SAMPLE)


#: Where the session keeps the name of a file that the address names and the session does not have.
NOT_HERE = "yd_missing"


class _TableChoice(Choice):
    """The choice of a table; after a reload or in another session, the address may name a file that is not there."""

    def parse(self, text: str) -> Any:
        """Read the name of a choice; that of an upload that is not there means "upload"."""
        if NOT_HERE in st.session_state and text.startswith((UPLOAD_WORD, UPLOADED)):
            return "upload"
        return super().parse(text)

    def _word(self, value: Any) -> str:
        # With the name of the file, so that another session can say which one it does not have.
        return UPLOAD_WORD + self.options[value].removeprefix(UPLOADED) if value == "upload" else super()._word(value)


def _take_upload() -> None:
    """Keep a new upload in the session and choose it; the widget itself forgets it on a change of page."""
    new = st.session_state["yd_uploader"]
    if new is not None:
        st.session_state["yd_upload"] = SourceFile.of(new.name, new.getvalue(), uploaded=True)
        st.session_state["yd_data"] = "upload"
        st.session_state.pop(NOT_HERE, None)
        # The address still has the name of the upload before, which the app itself has written there.
        st.session_state["yd_new_upload"] = True


def choose_source() -> SourceFile | None:
    """Draw the choice of a sample and the upload field; return the chosen file.

    Returns
    -------
    SourceFile or None
        None when the address names a file that was uploaded in another session; a note explains that.
    """
    upload: SourceFile | None = st.session_state.get("yd_upload")
    named = st.query_params.get("yd_data", "")
    if upload is None and named.startswith((UPLOAD_WORD, UPLOADED)):
        st.session_state.setdefault(NOT_HERE, shorten(named.removeprefix(UPLOAD_WORD).removeprefix(UPLOADED), 60))
    missing: str | None = st.session_state.get(NOT_HERE)
    options = {name: name for name in sample_names()}
    if upload is not None or missing is not None:
        options = {"upload": f"{UPLOADED}{missing if upload is None else upload.name}", **options}
    choice = _TableChoice(
        "yd_data", "Table", FIRST_SAMPLE, options=options, help="Samples, and your file once it is uploaded."
    )
    refused = None if st.session_state.pop("yd_new_upload", False) else address_notice([choice])
    notice = until_shown("yd_data", refused)
    left, right = st.columns([3, 2], gap="medium")
    # In class mode a table is chosen before the class; the pictures need the room.
    with left, st.popover("Upload a table", icon=":material/upload_file:") if class_mode.is_on() else st.container():
        st.file_uploader(
            "Upload a table",
            # A file is told by what it holds: another name is no reason to refuse it, and what cannot be read is said.
            type=None,
            key="yd_uploader",
            on_change=_take_upload,
            help="Text with any delimiter, Excel, Parquet, Feather, ARFF, Matrix Market, JSON, graphs (Pajek, GML, "
            "GraphML and others), .npy, .npz, or .mat. The file stays in this session and is never stored.",
        )
    with right:
        chosen = choice.draw(notice=False)
        if not class_mode.is_on():
            with st.container(key="screen_only_link"):
                st.caption("A link to this page carries the settings, not your file.")
    show_notice("yd_data", notice, chosen, st.empty())
    if chosen != "upload":
        return SourceFile.of(chosen, _sample(chosen), uploaded=False)
    if upload is None:
        name = as_code(missing) if missing else "The table"
        st.info(
            f"{name} is not in this session. Reloading drops uploads; upload again. The settings are kept. Or choose a "
            "sample.",
            icon=":material/upload_file:",
        )
    return upload
