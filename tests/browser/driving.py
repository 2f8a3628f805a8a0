"""Starting the app and waiting for it, as the browser tests need it."""

import contextlib
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

from playwright.sync_api import Page, TimeoutError

ROOT = Path(__file__).resolve().parents[2]
# Milliseconds. A page of charts takes a while to draw where two cores serve the browser, the server and other tests.
PATIENCE = 180_000


@contextlib.contextmanager
def running_server(folder: Path) -> Iterator[str]:
    """Run `streamlit run app.py` as its own process on a free port; give its address, and check its log at the end."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    log = folder / "log.txt"
    options = ["--server.port", str(port), "--server.headless", "true", "--server.fileWatcherType", "none"]
    with log.open("w") as stream:
        process = subprocess.Popen(
            [sys.executable, "-m", "streamlit", "run", "app.py", *options],
            cwd=ROOT,
            stdout=stream,
            stderr=subprocess.STDOUT,
        )
    address = f"http://localhost:{port}"
    try:
        _wait_until_healthy(address, process, log)
        yield address
    finally:
        process.terminate()
        process.wait(timeout=PATIENCE / 1000)
    assert "Traceback" not in log.read_text(), log.read_text()


def _wait_until_healthy(address: str, process: subprocess.Popen, log: Path) -> None:
    end = time.monotonic() + PATIENCE / 1000
    while time.monotonic() < end:
        assert process.poll() is None, log.read_text()
        try:
            with urllib.request.urlopen(f"{address}/_stcore/health", timeout=2):
                return
        except (urllib.error.URLError, OSError):
            time.sleep(0.25)
    raise AssertionError(f"The server did not start: {log.read_text()}")


# What keeps a page from being complete, each by the test that says so. The cheap tests come first.
_SETTLED = {
    "the script runs": "document.querySelector('[data-testid=stApp]')?.dataset.testScriptState !== 'notRunning'",
    "placeholders are shown": "document.querySelector('[data-testid=stSkeleton]')",
    "something is left from before": "document.querySelector('[data-stale=true]')",
}
_ENDED = """![...document.querySelectorAll('[data-testid=stExpander]')].some(
    one => one.textContent.includes('Show code') && one.checkVisibility() && one.getClientRects().length)"""
# The script of a component is a module of its own, which a busy browser may load after all else is drawn. The list of
# figures to save is not waited for: it shows nothing and moves nothing.
_EMPTY = """[...document.querySelectorAll('[data-testid=stBidiComponentIsolated]')].some(
    ({shadowRoot: one}) => !one?.querySelector('[role=group]') || one.querySelector('.paint:empty, .player:empty'))"""
_COMPLETE = {
    **_SETTLED,
    "the last part of the page, Show code, is missing": _ENDED,
    "a component, such as the canvas to paint on, is empty": _EMPTY,
}


def wait_until_complete(page: Page) -> None:
    """Wait until the script has run to its end and its charts are drawn."""
    _wait_while_any(page, _COMPLETE)


def settle(page: Page) -> None:
    """Wait until the app no longer says that it is running and nothing on the page is left from before."""
    _wait_while_any(page, _SETTLED)


# Streamlit writes a setting into the address at once and runs the script a little later. A run that was going on is
# then replaced without a change of the state, so the run of the setting is one that either began or ended with it
# in the address; after one that only ended, another may begin within a moment.
_NOTE_RUNS = """() => {
    const app = document.querySelector('[data-testid=stApp]');
    const note = () => {
        if (app.dataset.testScriptState !== 'notRunning') window.ranFor = location.search;
        else window.endedFor = [location.search, performance.now()];
    };
    if (window.ranFor === undefined) new MutationObserver(note).observe(app, {attributes: true});
    window.ranFor = window.endedFor = null;
}"""
_HAS_RUN = """([key, value]) => {
    const has = search => new URLSearchParams(search).get(key) === value;
    if (window.ranFor !== null && has(window.ranFor)) return true;
    if (window.endedFor === null) return false;
    const [search, time] = window.endedFor;
    return has(search) && has(location.search) && performance.now() - time > 1500;
}"""


@contextlib.contextmanager
def setting(page: Page, key: str, value: str | None) -> Iterator[None]:
    """Wait until the script, which is not running, has run with the setting that is made here.

    Parameters
    ----------
    page : Page
    key : str
        The setting in the address.
    value : str or None
        What the address has then; None for the default, which it leaves out.
    """
    page.evaluate(_NOTE_RUNS)
    yield
    page.wait_for_function(_HAS_RUN, arg=[key, value], polling=50)
    settle(page)


def wait_until(page: Page, holds: Callable[[], bool], seconds: float = 180.0) -> None:
    """Wait until what is seen from here holds, such as the colours of a picture that is drawn anew."""
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, f"{page.url} does not come to it"
        page.wait_for_timeout(50)


def _wait_while_any(page: Page, obstacles: dict[str, str]) -> None:
    """Wait until none holds, all looked at in one moment, and often: `expect` comes to look but once a second."""
    tests = ", ".join(f"[{name!r}, () => {test}]" for name, test in obstacles.items())
    try:
        page.wait_for_function(f"() => ![{tests}].some(([, test]) => test())", polling=50)
    except TimeoutError as error:
        holding = page.evaluate(f"() => [{tests}].filter(([, test]) => test()).map(([name]) => name)")
        raise AssertionError(f"{page.url} is not complete: {holding}") from error
