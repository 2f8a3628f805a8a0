"""Open a page of the app in process, as `streamlit run app.py` would, without a browser."""

import sys
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest
from streamlit.components.v2 import manifest_scanner
from streamlit.runtime.scriptrunner.script_cache import ScriptCache
from streamlit.testing.v1 import AppTest, app_test, local_script_runner

ROOT = Path(__file__).resolve().parents[2]
# `streamlit run` puts the folder of app.py on the path; the tests import the pages' helpers the same way.
sys.path.insert(0, str(ROOT))

from small_grids import SMALL  # noqa: E402

from pages.shared.comparison import running  # noqa: E402
from pages.shared.results import downloads  # noqa: E402
from pages.shared.runs import grid  # noqa: E402

TIMEOUT = 180
#: Most tests of Your data are about its sliders; `test_your_data_automatic.py` has the mode without.
BY_HAND = {"your_data": {"yd_mode": "By hand"}}


@pytest.fixture(autouse=True, scope="session")
def packages_looked_at_once() -> Iterator[None]:
    """Let the session look for components in the installed packages once, as a server does: AppTest does for each page.

    It reads the metadata of all of them, which takes as long as an average page.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(manifest_scanner, "scan_component_manifests", cache(manifest_scanner.scan_component_manifests))
        yield


@pytest.fixture(autouse=True, scope="session")
def scripts_compiled_once() -> Iterator[None]:
    """Let the session compile each script once, as a server does: AppTest does for each run."""
    compiled = ScriptCache()
    with pytest.MonkeyPatch.context() as patch:
        for module in (app_test, local_script_runner):
            patch.setattr(module, "ScriptCache", lambda: compiled)
        yield


@pytest.fixture(autouse=True, scope="session")
def scripts_waited_for() -> Iterator[None]:
    """Let the session sleep until a script ends: AppTest looks a thousand times a second, which the script pays for."""

    def wait(runner: local_script_runner.LocalScriptRunner, timeout: float) -> None:
        runner._script_thread.join(timeout)
        assert runner.script_stopped(), f"the script runs for more than {timeout} seconds"

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(local_script_runner, "require_widgets_deltas", wait)
        yield


@pytest.fixture
def open_page() -> Callable[..., AppTest]:
    """Open a page by its file name, with query parameters as a pasted link would carry them."""

    def open_it(name: str, **query: str) -> AppTest:
        app = AppTest.from_file(str(ROOT / "app.py"), default_timeout=TIMEOUT)
        # The first run of a session, as for a link: a page that is drawn before it would cost as much as this one.
        app.switch_page(f"pages/{name}.py")
        app.query_params.update(BY_HAND.get(name, {}) | query)
        return app.run()

    return open_it


@pytest.fixture
def fits_in_this_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """Run the fits of comparisons in this process: starting one would take longer than the fits."""
    compare = running.compare
    monkeypatch.setattr(running, "compare", lambda **arguments: compare(**{**arguments, "timeout": None}))


@pytest.fixture
def small_grids(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the grids of alpha and beta have a few cells."""
    monkeypatch.setattr(grid, "GRIDS", SMALL)


@pytest.fixture
def offered(monkeypatch: pytest.MonkeyPatch) -> list[downloads.ResultFiles]:
    """Collect what the pages offer for download, newest last."""
    collected: list[downloads.ResultFiles] = []
    offer = downloads.offer

    def collecting(page: str, files: downloads.ResultFiles) -> None:
        collected.append(files)
        offer(page, files)

    monkeypatch.setattr(downloads, "offer", collecting)
    return collected
