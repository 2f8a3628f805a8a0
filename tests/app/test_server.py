"""What app.py puts around Streamlit's server: the policy, and memory that goes back after a session."""

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from pages.shared import freed_memory
from pages.shared.freed_memory import GivesBackMemory
from pages.shared.policy import HEADERS, ContentPolicy


def run(answer: Coroutine[Any, Any, None]) -> None:
    """Run in a thread of its own: the browser tests keep an event loop running in that of the tests."""
    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, answer).result()


async def receive() -> dict[str, Any]:
    return {"type": "http.request"}


@pytest.mark.parametrize("status", [200, 404])
def test_every_answer_has_the_policy(status):
    sent: list[Any] = []

    async def server(_scope, _receive, send):
        await send({"type": "http.response.start", "status": status, "headers": [(b"content-type", b"text/plain")]})
        await send({"type": "http.response.body", "body": b""})

    async def keep(message):
        sent.append(message)

    run(ContentPolicy(server)({"type": "http"}, receive, keep))
    headers = {name.decode().lower(): value.decode() for name, value in sent[0]["headers"]}
    assert headers["content-type"] == "text/plain"
    assert {name: headers[name.lower()] for name in HEADERS} == HEADERS
    # No source but this server, what the page itself has, and pictures that it has made.
    allowed = {"'self'", "'none'", "'unsafe-inline'", "'unsafe-eval'", "data:", "blob:"}
    directives = [one.split() for one in headers["content-security-policy"].split("; ")]
    assert all(set(sources) <= allowed for _, *sources in directives)


def test_memory_is_looked_for_after_a_session_until_it_is_dropped(monkeypatch):
    looks = []
    monkeypatch.setattr(freed_memory, "SECONDS_BETWEEN", 0.01)
    monkeypatch.setattr(freed_memory, "_SECONDS_MORE", 0.0)
    monkeypatch.setattr(freed_memory.config, "get_option", {"server.disconnectedSessionTTL": 0.1}.__getitem__)
    monkeypatch.setattr(freed_memory, "give_back_memory", lambda: looks.append("memory"))
    monkeypatch.setattr(freed_memory, "drop_expired_sessions", lambda: looks.append("sessions"))

    async def fails(_scope, _receive, _send):
        raise ConnectionError

    async def serve():
        server = GivesBackMemory(fails)
        for kind in ("http", "websocket", "websocket"):
            with pytest.raises(ConnectionError):
                await server({"type": kind}, receive, receive)
            assert (server._task is not None) == (kind == "websocket")
        await server._task

    run(serve())
    assert looks[:4] == ["sessions", "memory"] * 2
    assert len(looks) < 50, "one task looks for all sessions"
