"""A visitor of the running app without a browser: what the server sends after a change of a control, and when."""

from __future__ import annotations

import contextlib
import hashlib
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlencode

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.proto.Slider_pb2 import Slider
from websockets.sync.client import connect

ROOT = Path(__file__).resolve().parents[1]


class Server(NamedTuple):
    """A running server."""

    port: int
    pid: int


@contextlib.contextmanager
def running_server() -> Iterator[int]:
    """Run `streamlit run app.py` as its own process; give its port."""
    with server_process() as server:
        yield server.port


@contextlib.contextmanager
def server_process(*more_options: str) -> Iterator[Server]:
    """Run `streamlit run app.py` with options as its own process; give its port and its number."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    options = [
        "--server.port",
        str(port),
        "--server.headless",
        "true",
        "--server.fileWatcherType",
        "none",
        *more_options,
    ]
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
        yield Server(port, process.pid)
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
        self._uploaders: dict[str, str] = {}
        self._port, self._session = port, ""
        #: What the last run has drawn, a digest for each chart.
        self.drawn: dict[str, str] = {}

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

    def upload(self, key: str, name: str, content: bytes) -> dict[str, float]:
        """Upload a file as a browser does, and run the page with it."""
        request = BackMsg()
        request.file_urls_request.request_id = name
        request.file_urls_request.file_names.append(name)
        request.file_urls_request.session_id = self._session
        self._socket.send(request.SerializeToString())
        answer = ForwardMsg()
        while answer.WhichOneof("type") != "file_urls_response":
            answer.ParseFromString(self._socket.recv(timeout=120))
        urls = answer.file_urls_response.file_urls[0]
        host = f"http://localhost:{self._port}"
        with urllib.request.urlopen(f"{host}/_stcore/health") as health:
            cookie = health.headers["Set-Cookie"].split(";")[0]
        boundary = "rnse-visitor"
        head = f'--{boundary}\r\nContent-Disposition: form-data; name="{name}"; filename="{name}"\r\n\r\n'
        body = head.encode() + content + f"\r\n--{boundary}--\r\n".encode()
        headers = {
            "Content-Type": f"multipart/form-data; boundary={boundary}",
            "Cookie": cookie,
            "X-Xsrftoken": cookie.partition("=")[2],
        }
        urllib.request.urlopen(urllib.request.Request(host + urls.upload_url, body, headers, method="PUT")).close()
        state = self._state.rerun_script.widget_states.widgets.add()
        state.id = self._uploaders[key]
        file = state.file_uploader_state_value.uploaded_file_info.add()
        file.file_id, file.name, file.size = urls.file_id, name, len(content)
        file.file_urls.CopyFrom(urls)
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
            if kind == "new_session":
                self._session = message.new_session.initialize.session_id
            elif kind == "navigation":
                self._state.rerun_script.page_script_hash = message.navigation.page_script_hash
            elif kind == "delta":
                element = message.delta.new_element
                what = element.WhichOneof("type")
                if what == "plotly_chart":
                    name = element.plotly_chart.id.split("-")[-1]
                    times[name] = now
                    self.drawn[name] = hashlib.sha256(element.plotly_chart.spec.encode()).hexdigest()
                elif what == "slider":
                    self._sliders[element.slider.id.split("-")[-1]] = element.slider
                elif what == "file_uploader":
                    self._uploaders[element.file_uploader.id.split("-")[-1]] = element.file_uploader.id
                elif what == "exception":
                    raise SystemExit(f"The page failed: {element.exception.message}")
            elif kind == "script_finished" and message.script_finished == ForwardMsg.FINISHED_SUCCESSFULLY:
                times["end"] = now
                return times

    def close(self) -> None:
        self._socket.close()
