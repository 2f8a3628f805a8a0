"""Exit of a worker when the process that started the run has ended, so that a killed run leaves no fits running."""

from __future__ import annotations

import os
import threading
import time
from functools import lru_cache

_POLL_SECONDS = 0.5


@lru_cache(maxsize=1)
def exit_with(caller: int) -> None:
    """Start a thread that exits this process as soon as the process `caller` has ended.

    Without it, the workers of joblib finish their tasks and then wait minutes for more. On Windows nothing is started:
    there, :func:`os.kill` with the signal 0 ends the process instead of testing for it.

    Parameters
    ----------
    caller : int
        Process id.
    """
    if os.name == "posix" and caller != os.getpid():
        threading.Thread(target=_watch, args=(caller,), daemon=True).start()


def _watch(caller: int) -> None:
    # A killed process may be listed for a while, but its children get another parent at once.
    parent = os.getppid()
    while os.getppid() == parent and is_running(caller):
        time.sleep(_POLL_SECONDS)
    os._exit(1)


def is_running(pid: int) -> bool:
    """Whether the system lists a process with this id."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:  # it belongs to another user
        pass
    return True
