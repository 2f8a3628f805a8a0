"""Interrupts at moments when KeyboardInterrupt would not end the process as it should.

While extension modules are imported the exception may be lost or replaced by another. After the command has ended, the
interpreter would print it with a traceback.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager

STOPPED = "rnse: stopped"
STOPPED_CODE = 130


@contextmanager
def ending_at_once(of_process: bool) -> Iterator[None]:
    """End the process at an interrupt within the body, which must not have anything to clean up.

    Parameters
    ----------
    of_process : bool
        Whether the process runs this command only; if not, interrupts are handled as before.
    """
    usual = signal.getsignal(signal.SIGINT)
    if not of_process or not _is_raised(usual):
        yield
        return

    def end(*_: object) -> None:
        os.write(2, f"{STOPPED}\n".encode())
        os._exit(STOPPED_CODE)

    signal.signal(signal.SIGINT, end)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, usual)


def end_quietly(code: int) -> None:
    """Let an interrupt from now on end the process with an exit code and without a message.

    Parameters
    ----------
    code : int
    """

    def end(*_: object) -> None:
        sys.stdout.flush()
        os._exit(code)

    if _is_raised(signal.getsignal(signal.SIGINT)):
        signal.signal(signal.SIGINT, end)


def _is_raised(handler: object) -> bool:
    """Return whether an interrupt reaches this thread as KeyboardInterrupt; background processes ignore it."""
    return handler is signal.default_int_handler and threading.current_thread() is threading.main_thread()
