"""A worker ends with the process that started it, so that a killed run leaves nothing behind that computes."""

from __future__ import annotations

import os
import threading
import time
from functools import lru_cache

_SECONDS_BETWEEN_LOOKS = 0.5


@lru_cache(maxsize=1)
def end_with_parent(parent: int) -> None:
    """Watch the parent of this process from now on, if it is that one; the first call counts.

    joblib's own workers would finish what they were given, and then wait minutes for more.
    """
    if os.getppid() == parent:
        threading.Thread(target=_watch, args=(parent,), daemon=True).start()


def _watch(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(_SECONDS_BETWEEN_LOOKS)
    os._exit(1)
