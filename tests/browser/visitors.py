"""Visitors without a browser: they ask the server for a page as a browser does, and read what it sends."""

import contextlib
from collections.abc import Iterator
from dataclasses import dataclass, field

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets.sync.client import ClientConnection, connect

PATIENCE = 180


@dataclass
class Received:
    """What a visitor has been sent.

    Attributes
    ----------
    expanders : list of str
        Their labels.
    exceptions : list of str
    """

    expanders: list[str] = field(default_factory=list)
    exceptions: list[str] = field(default_factory=list)


@contextlib.contextmanager
def visiting(address: str, path: str) -> Iterator[ClientConnection]:
    """Ask a server for a page, given with its query, and leave without a word, as a browser does with a tab."""
    name, _, query = path.partition("?")
    asked = BackMsg()
    asked.rerun_script.page_name, asked.rerun_script.query_string = name, query
    stream = f"{address.replace('http', 'ws', 1)}/_stcore/stream"
    with connect(
        stream, subprotocols=["streamlit"], open_timeout=PATIENCE, close_timeout=0, max_size=None
    ) as connection:
        connection.send(asked.SerializeToString())
        yield connection


def receive_page(connection: ClientConnection) -> Received:
    """Read until the script of the page has run to its end."""
    received, message = Received(), ForwardMsg()
    while not (message.HasField("script_finished") and message.script_finished == ForwardMsg.FINISHED_SUCCESSFULLY):
        message = ForwardMsg.FromString(connection.recv(timeout=PATIENCE))
        delta = message.delta
        if delta.HasField("add_block") and delta.add_block.HasField("expandable"):
            received.expanders.append(delta.add_block.expandable.label)
        if delta.HasField("new_element") and delta.new_element.HasField("exception"):
            received.exceptions.append(delta.new_element.exception.message)
    return received
