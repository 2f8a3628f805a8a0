"""Whose page is drawn first when many visitors ask at once.

Python runs one thread at a time. Twenty pages drawn together end together, after the time of all twenty; drawn one
after the other in the order of asking, half of them end in half of that time, and the last no later. So a page waits
until the pages that were asked for before it are drawn. A page that computes for long is not waited for: its turn ends
after a moment, and it goes on beside the others.
"""

from __future__ import annotations

import contextlib
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator

#: Pages that are drawn at once: while one waits for compiled code, the other goes on.
AT_ONCE = 2
#: After so many seconds a page is no longer waited for; most are drawn in a fraction of this.
TURN_SECONDS = 1.0
#: How often a page that waits looks whether its visitor has gone on.
LOOK_SECONDS = 0.2


class Turns:
    """Turns in the order of asking.

    Parameters
    ----------
    at_once : int, default=AT_ONCE
        Turns under way at a time, those that have lasted longer than `seconds` left out.
    seconds : float, default=TURN_SECONDS
    """

    def __init__(self, at_once: int = AT_ONCE, seconds: float = TURN_SECONDS) -> None:
        self._at_once, self._seconds = at_once, seconds
        self._lock = threading.Lock()
        self._waiting: deque[threading.Event] = deque()
        self._started: dict[threading.Event, float] = {}

    @contextlib.contextmanager
    def turn(self, look: Callable[[], object]) -> Iterator[None]:
        """Wait for a turn, which lasts as long as the body.

        Parameters
        ----------
        look : callable
            Called now and then while the turn is waited for; what it raises ends the waiting.
        """
        mine = threading.Event()
        with self._lock:
            self._waiting.append(mine)
        try:
            while not self._begin(mine):
                if not mine.wait(LOOK_SECONDS):
                    look()
            yield
        finally:
            with self._lock:
                self._started.pop(mine, None)
                if mine in self._waiting:
                    self._waiting.remove(mine)
                self._call_next()

    def _begin(self, mine: threading.Event) -> bool:
        """Take the turn, if it is one's own."""
        with self._lock:
            since = time.monotonic() - self._seconds
            under_way = sum(started > since for started in self._started.values())
            if self._waiting[0] is not mine or under_way >= self._at_once:
                mine.clear()
                return False
            self._waiting.popleft()
            self._started[mine] = time.monotonic()
            self._call_next()
            return True

    def _call_next(self) -> None:
        if self._waiting:
            self._waiting[0].set()
