"""A visitor of the running app without a browser: what the server sends after a change of a control, and when."""

from __future__ import annotations

import contextlib
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlencode

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.proto.Slider_pb2 import Slider
from websockets.sync.client import connect

ROOT = Path(__file__).resolve().parents[1]


@contextlib.contextmanager
def running_server() -> Iterator[int]:
    """Run `streamlit run app.py` as its own process; give its port."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    options = ["--server.port", str(port), "--server.headless", "true", "--server.fileWatcherType", "none"]
    process = subprocess.Popen(
        [sys.executable, "-m", "streamlit", "run", "app.py", *options],
        cwd=ROOT,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        while True:
            if process.poll() is not None:
                raise SystemExit("The server did not start; `streamlit run app.py` says why.")
            with contextlib.suppress(urllib.error.URLError, OSError):
                urllib.request.urlopen(f"http://localhost:{port}/_stcore/health", timeout=2).close()
                break
            time.sleep(0.1)
        yield port
    finally:
        process.kill()
        process.wait()


class Visitor:
    """One session on one page of the app.

    Parameters
    ----------
    port : int
    page : str
        Its path in the address; empty for the first page.
    settings : dict
        The query parameters of the address.
    """

    def __init__(self, port: int, page: str, settings: dict[str, object]) -> None:
        self._socket = connect(f"ws://localhost:{port}/_stcore/stream", max_size=None)
        self._state = BackMsg()
        client = self._state.rerun_script
        client.page_name = page
        client.query_string = urlencode(settings)
        self._sliders: dict[str, Slider] = {}

    def open(self) -> dict[str, float]:
        """Run the page for the first time; return when each of its charts came, in milliseconds."""
        return self._run()

    def move(self, key: str, value: str) -> dict[str, float]:
        """Move a slider over named steps; return when each chart came, in milliseconds from the move."""
        slider = self._sliders[key]
        widgets = self._state.rerun_script.widget_states
        state = next((widget for widget in widgets.widgets if widget.id == slider.id), None) or widgets.widgets.add()
        state.id = slider.id
        state.string_array_value.data[:] = [value]
        return self._run()

    def _run(self) -> dict[str, float]:
        """Ask for a run; return the time of every chart by its key, and of the end of the run under "end"."""
        times: dict[str, float] = {}
        started = time.perf_counter()
        self._socket.send(self._state.SerializeToString())
        while True:
            message = ForwardMsg()
            raw = self._socket.recv(timeout=120)
            now = 1000.0 * (time.perf_counter() - started)
            message.ParseFromString(raw)
            kind = message.WhichOneof("type")
            if kind == "navigation":
                self._state.rerun_script.page_script_hash = message.navigation.page_script_hash
            elif kind == "delta":
                element = message.delta.new_element
                what = element.WhichOneof("type")
                if what == "plotly_chart":
                    times[element.plotly_chart.id.split("-")[-1]] = now
                elif what == "slider":
                    self._sliders[element.slider.id.split("-")[-1]] = element.slider
                elif what == "exception":
                    raise SystemExit(f"The page failed: {element.exception.message}")
            elif kind == "script_finished" and message.script_finished == ForwardMsg.FINISHED_SUCCESSFULLY:
                times["end"] = now
                return times

    def close(self) -> None:
        self._socket.close()
