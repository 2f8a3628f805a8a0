"""Warnings of a fit, collected per thread.

`warnings.catch_warnings` swaps state of the whole process, so two sessions that fit at the same time would receive
each other's warnings. Here one handler is installed for good and sorts the warnings by the thread that raised them.

A value that is too large is named there by its place in X, which nobody has seen; a page says it in words of the file.
"""

from __future__ import annotations

import contextlib
import threading
import warnings
from collections.abc import Iterator
from typing import Any

from rnse_core.exceptions import LargeValueWarning

_here = threading.local()


def _sort_by_thread(message: Warning | str, category: type[Warning], *place: Any, **more: Any) -> None:
    collected = getattr(_here, "messages", None)
    if collected is not None and issubclass(category, UserWarning):
        if str(message) not in collected and not issubclass(category, LargeValueWarning):
            collected.append(str(message))
        return
    _previous(message, category, *place, **more)


_previous = warnings.showwarning


@contextlib.contextmanager
def collected_warnings() -> Iterator[list[str]]:
    """Collect the texts of the UserWarnings (ConvergenceWarning is one) that this thread raises in the body.

    Those of values that are too large are left out.
    """
    if warnings.showwarning is not _sort_by_thread:
        warnings.showwarning = _sort_by_thread
    # Without this, Python shows a warning once per place and process, and a second session would see none.
    warnings.simplefilter("always", UserWarning)
    _here.messages = []
    try:
        yield _here.messages
    finally:
        _here.messages = None
