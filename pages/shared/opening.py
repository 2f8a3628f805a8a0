"""Opening the dashboard in the browser of a desktop once it is served.

`streamlit run` does this for a script, but not for a server of one's own as in `app.py`.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from typing import Any

import streamlit as st
from streamlit import cli_util
from streamlit.web.server import server_util

# Seconds between two tries to reach the server, which listens a moment after its start.
_SECONDS_BETWEEN = 0.1
# What a server that listens at every address calls its own.
_EVERY_ADDRESS = (None, "", "0.0.0.0", "::")


@contextlib.asynccontextmanager
async def opened_in_browser(app: st.App) -> AsyncIterator[dict[str, Any] | None]:
    """Open the browser while the server runs, unless the option `server.headless` says that there is no desktop.

    Parameters
    ----------
    app : streamlit.App
        The server.

    Yields
    ------
    None
    """
    opening = None if st.get_option("server.headless") else asyncio.create_task(_open_when_served())
    try:
        yield None
    finally:
        if opening is not None:
            opening.cancel()


async def _open_when_served() -> None:
    address = st.get_option("server.address")
    host = "localhost" if address in _EVERY_ADDRESS else str(address)
    port = int(st.get_option("server.port"))
    while True:
        try:
            _, writer = await asyncio.open_connection(host, port)
        except OSError:
            await asyncio.sleep(_SECONDS_BETWEEN)
        else:
            writer.close()
            break
    await asyncio.to_thread(cli_util.open_browser, server_util.get_url(str(st.get_option("browser.serverAddress"))))
