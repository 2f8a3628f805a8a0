"""A visitor who leaves in the middle of a run leaves no work behind."""

import re
import time
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlsplit

import numpy as np
import psutil
import pytest
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser
AT_MOST_SECONDS = 2.0
# A share of one core; the server looks for messages now and then.
IDLE = 0.3


def server_of(address: str) -> psutil.Process:
    """Return the process of a server of these tests."""
    port = str(urlsplit(address).port)
    return next(one for one in psutil.Process().children() if port in one.cmdline())


def seconds_until_idle(process: psutil.Process) -> float:
    """Return after how many seconds a process, with its children, begins half a second without work."""
    started = time.perf_counter()
    while True:
        before, used = time.perf_counter(), _used(process)
        time.sleep(0.5)
        if _used(process) - used < IDLE * (time.perf_counter() - before):
            return before - started
        assert before - started < 180, "the server works on"


def wait_until_busy(process: psutil.Process) -> None:
    """Return once a process has worked for a moment, which may be a while where other tests take the cores."""
    started, used = time.perf_counter(), _used(process)
    while _used(process) - used < IDLE:
        assert time.perf_counter() - started < 180, "the server does not work"
        time.sleep(0.1)


def _used(process: psutil.Process) -> float:
    times = [one.cpu_times() for one in (process, *process.children(recursive=True))]
    return sum(one.user + one.system for one in times)


# How the page is asked for, what shows that a run is under way, and of how many points a run takes a while.
RUNS = {
    "by hand": ("yd_mode=By+hand&yd_preset=authors&yd_clusters=4", r"Round \d+ of at most 100: objective", 1000),
    "automatic": ("", r"Automatic, step \d+:", 1500),
}


@pytest.mark.parametrize(
    ("run", "leave"),
    [("by hand", "closes the tab"), ("by hand", "goes to another site"), ("automatic", "closes the tab")],
)
def test_a_session_that_is_closed_in_mid_run_is_idle(
    visit: Callable[..., Page], server: str, tmp_path: Path, run: str, leave: str
) -> None:
    query, progress_text, count = RUNS[run]
    points = np.random.default_rng(0).normal(size=(count, 3))
    (tmp_path / "cloud.csv").write_text("a,b,c\n" + "".join("{:.4f},{:.4f},{:.4f}\n".format(*p) for p in points))
    page = visit(f"your_data?{query}", complete=False)
    page.locator("input[type=file]").set_input_files(tmp_path / "cloud.csv")
    expect(page.locator(".st-key-yd_data input")).to_have_value("Your file: cloud.csv")
    progress = page.get_by_text(re.compile(progress_text))
    expect(progress.first).to_be_visible()
    process = server_of(server)
    wait_until_busy(process)
    expect(progress.first).to_be_visible()
    actions: dict[str, Callable[[], object]] = {
        "closes the tab": page.close,
        "goes to another site": lambda: page.goto("about:blank"),
    }
    actions[leave]()
    assert seconds_until_idle(process) < AT_MOST_SECONDS
