"""A real Chromium in front of a real server."""

import contextlib
import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

ROOT = Path(__file__).resolve().parents[2]
CHROMIUM_NAMES = ("chromium", "chromium-browser", "google-chrome")
CHROMIUM_ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
# A page of charts takes a while to draw where two cores serve the browser, the server and other tests.
PATIENCE = 60_000
expect.set_options(timeout=PATIENCE)


@pytest.fixture(scope="session")
def chromium() -> str:
    """The path of Chromium; without one the browser tests are skipped, or fail where a browser is required."""
    for name in CHROMIUM_NAMES:
        path = shutil.which(name)
        if path:
            return path
    reason = "Chromium is not installed (looked for " + ", ".join(CHROMIUM_NAMES) + "); try: apt-get install chromium"
    if os.environ.get("RNSE_REQUIRE_BROWSER") == "1":
        pytest.fail(reason)
    pytest.skip(reason)


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
        process.wait(timeout=20)
    assert "Traceback" not in log.read_text(), log.read_text()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory, chromium: str) -> Iterator[str]:
    """The address of a server that all tests share."""
    with running_server(tmp_path_factory.mktemp("server")) as address:
        yield address


def _wait_until_healthy(address: str, process: subprocess.Popen, log: Path) -> None:
    for _ in range(240):
        assert process.poll() is None, log.read_text()
        try:
            with urllib.request.urlopen(f"{address}/_stcore/health", timeout=2):
                return
        except (urllib.error.URLError, OSError):
            time.sleep(0.25)
    raise AssertionError(f"The server did not start: {log.read_text()}")


@pytest.fixture(scope="session")
def browser(chromium: str) -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=CHROMIUM_ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def people(browser: Browser) -> Callable[[str], BrowserContext]:
    """Browser contexts by name: what one person's browser keeps, another's does not see."""
    contexts: dict[str, BrowserContext] = {}

    def context_of(name: str) -> BrowserContext:
        if name not in contexts:
            contexts[name] = browser.new_context(accept_downloads=True)
            contexts[name].set_default_timeout(PATIENCE)
        return contexts[name]

    return context_of


@pytest.fixture
def visit(server: str, people: Callable[[str], BrowserContext]) -> Iterator[Callable[..., Page]]:
    """Open a page of the app in a new tab and wait until it is complete."""
    tabs: list[Page] = []

    def open_it(path: str = "", *, person: str = "first", complete: bool = True) -> Page:
        page = people(person).new_page()
        tabs.append(page)
        page.set_viewport_size({"width": 1280, "height": 900})
        page.goto(path if path.startswith("http") else f"{server}/{path}")
        if complete:
            wait_until_complete(page)
        return page

    yield open_it
    for page in tabs:
        page.close()


def wait_until_complete(page: Page) -> None:
    """Wait until the script has run to its end and its charts are drawn."""
    expect(page.locator("[data-testid=stExpander]").filter(has_text="Show code")).to_be_visible()
    settle(page)


def settle(page: Page) -> None:
    """Wait until the app no longer says that it is running and nothing on the page is left from before."""
    expect(page.locator("[data-testid=stApp]")).to_have_attribute("data-test-script-state", "notRunning")
    expect(page.locator("[data-testid=stSkeleton]")).to_have_count(0)
    expect(page.locator("[data-stale=true]")).to_have_count(0)
