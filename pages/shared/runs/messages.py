"""Warnings of a fit, collected per session.

`warnings.catch_warnings` changes state of the whole process, so two sessions that fit at the same time would receive
each other's warnings. Here one handler is installed once and sorts the warnings by the context that raised them. The
threads in which `rnse_core.stages.call_in_stage` calls functions have the context of the script.

A `LargeValueWarning` names a value by its place in X, which the reader of a page has not seen. It is left out here; the
page itself names the row and the column of the file.
"""

from __future__ import annotations

import contextlib
import warnings
from collections.abc import Iterator
from contextvars import ContextVar
from typing import Any

from rnse_core.exceptions import LargeValueWarning


class Message(str):
    """Text of a warning, with the warning itself, whose fields tell what it is about."""

    warning: Warning | str

    def __new__(cls, warning: Warning | str) -> Message:
        """Take a warning."""
        made = super().__new__(cls, warning)
        made.warning = warning
        return made


_messages: ContextVar[list[str] | None] = ContextVar("messages", default=None)


def _sort_by_context(message: Warning | str, category: type[Warning], *place: Any, **more: Any) -> None:
    collected = _messages.get()
    if collected is not None and issubclass(category, UserWarning):
        if str(message) not in collected and not issubclass(category, LargeValueWarning):
            collected.append(Message(message))
        return
    _previous(message, category, *place, **more)


_previous = warnings.showwarning


@contextlib.contextmanager
def collected_warnings() -> Iterator[list[str]]:
    """Collect the texts of the UserWarnings (ConvergenceWarning is one) that the body raises.

    Within another collection the inner one receives them. Warnings of values that are too large are left out.
    """
    if warnings.showwarning is not _sort_by_context:
        warnings.showwarning = _sort_by_context
    # Without this, Python shows a warning once per place and process, and a second session would see none.
    warnings.simplefilter("always", UserWarning)
    messages: list[str] = []
    token = _messages.set(messages)
    try:
        yield messages
    finally:
        _messages.reset(token)
