"""Memory of sessions that have ended goes back to the system.

Python and glibc keep freed memory for later. A server on which ten people looked at large tables would keep a gigabyte
for the rest of its life. Streamlit keeps a session for a while after its tab was closed, and drops it only when another
one ends. So for a while after the end of a connection the server drops what has expired, collects garbage and asks
glibc to give back what is free.
"""

from __future__ import annotations

import asyncio
import time

from starlette.types import ASGIApp, Receive, Scope, Send
from streamlit import config, runtime

from rnse_core.planning import give_back_memory

#: Seconds between two looks, while sessions end.
SECONDS_BETWEEN = 15.0
# Beyond the time after which Streamlit drops a session.
_SECONDS_MORE = 5.0


def drop_expired_sessions() -> None:
    """Drop the sessions whose time has run out, which Streamlit itself does when the next one ends."""
    manager = getattr(runtime.get_instance(), "_session_mgr", None)
    kept = getattr(getattr(manager, "_session_storage", None), "_cache", None)
    if kept is not None and hasattr(kept, "expire"):
        kept.expire()


class GivesBackMemory:
    """Gives memory back after connections have ended.

    Parameters
    ----------
    app : callable
        The server, as ASGI calls it.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._until = 0.0
        self._task: asyncio.Task[None] | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request; after a session's connection, look for memory until Streamlit has dropped the session."""
        try:
            await self._app(scope, receive, send)
        finally:
            if scope["type"] == "websocket":
                kept_for = float(config.get_option("server.disconnectedSessionTTL"))
                self._until = time.monotonic() + kept_for + SECONDS_BETWEEN + _SECONDS_MORE
                if self._task is None or self._task.done():
                    self._task = asyncio.get_running_loop().create_task(self._look())

    async def _look(self) -> None:
        while time.monotonic() < self._until:
            await asyncio.sleep(SECONDS_BETWEEN)
            drop_expired_sessions()
            await asyncio.to_thread(give_back_memory)
