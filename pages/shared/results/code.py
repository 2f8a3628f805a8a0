"""The lines of `rnse_core` that reproduce what a page shows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import streamlit as st


def arguments(*positional: Any, **keywords: Any) -> str:
    """Write the arguments of a call; they are plain values, so their repr is code too."""
    return ", ".join([*map(repr, positional), *(f"{key}={value!r}" for key, value in keywords.items())])


def call(name: str, *positional: Any, **keywords: Any) -> str:
    """Write a call as code."""
    return f"{name}({arguments(*positional, **keywords)})"


def program(imports: Mapping[str, Sequence[str]], lines: Sequence[str], modules: Sequence[str] = ()) -> str:
    """Write a program.

    Parameters
    ----------
    imports : mapping of str to sequence of str
        Names to import, by their module.
    lines : sequence of str
        What follows the imports.
    modules : sequence of str, default=()
        Modules to import as a whole, such as "numpy as np".

    Returns
    -------
    str
    """
    head = [f"import {module}" for module in modules]
    head += [f"from {module} import {', '.join(sorted(names))}" for module, names in sorted(imports.items())]
    return "\n".join([*head, "", *lines, ""])


def show_code(code: str, *, what: str = "the RNSE result", note: str = "") -> None:
    """Draw the program in an expander, with a copy button; `what` it reproduces, and a `note` on how to run it."""
    with st.expander("Show code", icon=":material/code:"):
        st.caption(f"These lines reproduce {what} on this page. {note}".strip())
        st.code(code, language="python", wrap_lines=True)
