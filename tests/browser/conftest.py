"""A real Chromium in front of a real server."""

import os
import shutil
from collections import defaultdict
from collections.abc import Callable, Iterator

import pytest
from driving import PATIENCE, running_server, wait_until_complete
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

CHROMIUM_NAMES = ("chromium", "chromium-browser", "google-chrome")
NO_CHROMIUM = f"Chromium is not installed (looked for {', '.join(CHROMIUM_NAMES)})"
CHROMIUM_ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # The tabs of one person in one process, which then compiles Streamlit's scripts once.
    "--process-per-site",
    # No page lives long enough to make good for the optimised code that other threads would compile meanwhile.
    "--js-flags=--no-maglev --no-opt",
]
expect.set_options(timeout=PATIENCE)


def find_chromium() -> str | None:
    """Return the path of Chromium, or None."""
    return next((path for path in map(shutil.which, CHROMIUM_NAMES) if path), None)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skip the browser tests where there is no browser: all of them in one line of the summary."""
    if find_chromium() is None and os.environ.get("RNSE_REQUIRE_BROWSER") != "1":
        for item in items:
            if item.get_closest_marker("browser"):
                item.add_marker(pytest.mark.skip(reason=f"{NO_CHROMIUM}; the browser tests are left out"))


@pytest.fixture(scope="session")
def chromium() -> str:
    """The path of Chromium; only asked for where the tests are not skipped without it."""
    path = find_chromium()
    assert path is not None, NO_CHROMIUM
    return path


@pytest.fixture(scope="session")
def new_server(tmp_path_factory: pytest.TempPathFactory, chromium: str) -> Iterator[str]:
    """The address of a server that all tests share; only for the fixture of its first visit."""
    with running_server(tmp_path_factory.mktemp("server")) as address:
        yield address


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
            # Streamlit's placeholders pulse until what they stand for is drawn. Without a GPU that takes as long as the
            # drawing itself, so these people have asked their system for less motion.
            contexts[name] = browser.new_context(accept_downloads=True, reduced_motion="reduce")
            contexts[name].set_default_timeout(PATIENCE)
        return contexts[name]

    return context_of


@pytest.fixture(scope="session")
def first_visit(new_server: str, people: Callable[[str], BrowserContext]) -> Iterator[Page]:
    """The tab of the server's first visitor, who came by a link; it stays as it is."""
    page = people("first").new_page()
    page.goto(f"{new_server}/two_moons?tm_n=60")
    wait_until_complete(page)
    yield page
    page.close()


@pytest.fixture(scope="session")
def server(new_server: str, first_visit: Page) -> str:
    """The address of the server that all tests share, which has had its first visitor."""
    return new_server


@pytest.fixture(scope="session")
def left_tabs() -> defaultdict[str, list[Page]]:
    """Tabs that tests have left, by the person. A new tab would load Streamlit's scripts with a quarter more work."""
    return defaultdict(list)


@pytest.fixture
def visit(
    server: str, people: Callable[[str], BrowserContext], left_tabs: defaultdict[str, list[Page]]
) -> Iterator[Callable[..., Page]]:
    """Load a page of the app, which begins a new session, and wait until it is complete."""
    tabs: list[tuple[str, Page]] = []

    def open_it(path: str = "", *, person: str = "first", complete: bool = True) -> Page:
        page = left_tabs[person].pop() if left_tabs[person] else people(person).new_page()
        tabs.append((person, page))
        page.emulate_media(media="screen", color_scheme="light")
        page.set_viewport_size({"width": 1280, "height": 900})
        page.goto(path if path.startswith("http") else f"{server}/{path}")
        if complete:
            wait_until_complete(page)
        return page

    yield open_it
    for person, page in tabs:
        if page.url.startswith(server) and not page.is_closed():
            left_tabs[person].append(page)
        else:
            page.close()
