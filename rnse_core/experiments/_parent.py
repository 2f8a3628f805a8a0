"""A worker ends with the process that gives it work, so that a killed run leaves nothing behind that computes."""

from __future__ import annotations

import os
import threading
import time
from functools import lru_cache

_SECONDS_BETWEEN_LOOKS = 0.5


@lru_cache(maxsize=1)
def end_with(caller: int) -> None:
    """Watch from now on whether the process of that number is there; this one ends when it is not.

    joblib's own workers would finish what they were given, and then wait minutes for more. The system must be one where
    looking for a process does it no harm, which Windows is not.
    """
    if os.name == "posix" and caller != os.getpid():
        threading.Thread(target=_watch, args=(caller,), daemon=True).start()


def _watch(caller: int) -> None:
    # A killed process may stay in the list for a while, but its children have another parent at once.
    parent = os.getppid()
    while os.getppid() == parent and is_running(caller):
        time.sleep(_SECONDS_BETWEEN_LOOKS)
    os._exit(1)


def is_running(pid: int) -> bool:
    """Whether the system lists a process of this number."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:  # of another user
        pass
    return True
