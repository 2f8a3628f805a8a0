"""An unexpected error becomes one sentence on the page and a traceback in the log."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Iterator

import streamlit as st

LOGGER = logging.getLogger("rnse.app")
SENTENCE = (
    "Something went wrong while drawing this page. The details are in the server's log. "
    "Change a setting or reload the page to go on."
)


@contextlib.contextmanager
def plain_errors(where: str) -> Iterator[None]:
    """Draw one plain sentence instead of a traceback when the body raises.

    The exceptions by which Streamlit stops or reruns a script do not derive from `Exception`; they pass through.
    """
    try:
        yield
    except Exception:
        LOGGER.exception("Unexpected error on the page %r", where)
        st.error(SENTENCE, icon=":material/error:")
