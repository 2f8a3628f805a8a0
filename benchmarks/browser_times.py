"""From a key on a slider to the drawn picture, in a real Chromium, per page and size.

A slider of alpha gets the focus, and an arrow key moves it to a value that no session has used, so that nothing is
kept from before. What is counted begins with the key and ends

- "sent": when the browser sends the new value;
- "came": when the last message with a figure that is drawn again has come;
- "drawn": when the last of the figures that alpha changes is drawn and the frame is on the screen.

So "sent" is Streamlit's own pause, "came" less "sent" is the server and the wire, and "drawn" less "came" is plotly.
Each is the median of ten changes. The players are asked how many frames they draw in a second while they play, and
after how many seconds their first frame is there. "requests" are those of the first load of a page in a new browser,
"most MB" is the largest message. The load of the machine is printed before and after, since others may be using it.
"""

from __future__ import annotations

import os
import shutil
import time
from statistics import median
from typing import NamedTuple
from urllib.parse import urlencode

import psutil
from _common import parser, print_table, store
from _visitor import Server, server_process
from playwright.sync_api import Browser, Page, sync_playwright


class Moved(NamedTuple):
    """A page with a slider of alpha: its path, its settings, the slider, and how many figures alpha changes."""

    name: str
    path: str
    settings: dict[str, object]
    slider: str
    aim: int


MOVED = (
    Moved("home", "", {}, "home_alpha", 300),
    Moved("two moons", "two_moons", {"tm_n": 200}, "tm_alpha", 300),
    Moved("two moons", "two_moons", {"tm_n": 1000}, "tm_alpha", 900),
    Moved("block, all levels", "block_diagonal", {"bd_n": 200}, "bd_alpha", 500),
    Moved("block, all levels", "block_diagonal", {"bd_n": 1000}, "bd_alpha", 900),
)
#: Path and settings of the pages with a player; with 200 points each.
PLAYERS = {"alpha live": "alpha_live", "step through": "step_through?sp_n=200&sp_part=Inside+the+S+step"}
CHANGES = 10
WINDOW = {"width": 1280, "height": 720}

_WATCH = """
(() => {
    const notes = window.benchmark = {key: null, sent: null, messages: [], drawn: {}, requests: 0};
    const Original = window.WebSocket;
    window.WebSocket = class extends Original {
        constructor(...given) {
            super(...given);
            this.addEventListener("message", one => {
                notes.messages.push([performance.now(), one.data.byteLength ?? one.data.size ?? one.data.length]);
            });
        }
        send(data) {
            if (notes.key !== null) notes.sent ??= performance.now();
            super.send(data);
        }
    };
    window.addEventListener("keydown", () => {
        notes.key = performance.now();
        notes.sent = null;
        notes.messages = [];
        notes.drawn = {};
    }, true);
    const follow = chart => {
        const name = [...chart.closest('[class*="st-key-"]').classList].find(one => one.startsWith("st-key-"));
        const note = () => requestAnimationFrame(() => setTimeout(() => { notes.drawn[name] = performance.now(); }));
        chart.on("plotly_afterplot", note);
        note();
    };
    new MutationObserver(() => {
        for (const chart of document.querySelectorAll(".js-plotly-plot")) {
            if (chart.followed !== chart.on && chart.on) { chart.followed = chart.on; follow(chart); }
        }
    }).observe(document, {childList: true, subtree: true});
})();
"""
_READY = """document.querySelector('[data-testid=stApp]')?.dataset.testScriptState === 'notRunning'
    && !document.querySelector('[data-testid=stSkeleton]') && !document.querySelector('[data-stale=true]')"""
_READ = """() => {
    const {key, sent, messages, drawn} = window.benchmark;
    const last = Math.max(...Object.values(drawn));
    const before = messages.filter(([time, size]) => time <= last && size > 2000).map(([time]) => time);
    return {sent: sent - key, came: Math.max(...before) - key, drawn: last - key,
            figures: Object.keys(drawn).length, largest: Math.max(...messages.map(([, size]) => size))};
}"""


def chromium() -> str:
    """Return the path of Chromium."""
    for path in map(shutil.which, ("chromium", "chromium-browser", "google-chrome")):
        if path:
            return path
    raise SystemExit("Chromium is not installed.")


def chromium_process() -> psutil.Process:
    """Return the process of the browser that this script has started."""
    driver = psutil.Process().children(recursive=True)
    return next(one for one in driver if "chrom" in one.name() and "--type=" not in " ".join(one.cmdline()))


def wait_until_ready(page: Page) -> None:
    """Wait until the script has ended and the browser has had time to draw what it sent."""
    page.wait_for_function(_READY, polling=50)
    page.wait_for_timeout(700)
    page.wait_for_function(_READY, polling=50)


def opened(browser: Browser, address: str) -> Page:
    page = browser.new_context(viewport=WINDOW).new_page()
    page.set_default_timeout(120_000)
    page.add_init_script(_WATCH)
    page.goto(address, wait_until="commit")
    return page


def processor_seconds(process: psutil.Process) -> float:
    """Return the processor time of a process and those that it has started."""
    return sum(sum(one.cpu_times()[:2]) for one in [process, *process.children(recursive=True)])


def measure_moves(browser: Browser, server: Server, moved: Moved) -> dict[str, object]:
    """Move the slider of alpha ten times to values that are new to the server."""
    before = os.getloadavg()[0]
    page = opened(browser, f"http://localhost:{server.port}/{moved.path}?{urlencode(moved.settings)}")
    page.locator(f".st-key-{moved.slider}").wait_for()
    wait_until_ready(page)
    handle = page.locator(f".st-key-{moved.slider}").get_by_role("slider")
    processes = {"server": psutil.Process(server.pid), "browser": chromium_process()}
    runs = []
    for change in range(CHANGES):
        handle.focus()
        used = {name: processor_seconds(one) for name, one in processes.items()}
        # Up from the usual value, then down below it.
        page.keyboard.press("ArrowRight" if change < CHANGES // 2 else "ArrowLeft")
        if change == CHANGES // 2:
            for _ in range(CHANGES // 2):
                page.keyboard.press("ArrowLeft")
        page.wait_for_timeout(200)
        wait_until_ready(page)
        run = page.evaluate(_READ)
        run |= {f"{name} CPU": 1000 * (processor_seconds(one) - used[name]) for name, one in processes.items()}
        runs.append(run)
    page.context.close()
    return {
        "page": moved.name,
        "n": next(iter(moved.settings.values()), 200),
        "figures": max(run["figures"] for run in runs),
        **{
            f"{part} ms": median(run[part] for run in runs)
            for part in ("sent", "came", "drawn", "server CPU", "browser CPU")
        },
        "aim ms": moved.aim,
        "most MB": max(run["largest"] for run in runs) / 2**20,
        "load before": round(before, 1),
        "load after": round(os.getloadavg()[0], 1),
    }


def measure_player(browser: Browser, server: Server, name: str) -> dict[str, object]:
    """Open a page with a player in a new browser and play it as fast as it can."""
    before = os.getloadavg()[0]
    page = browser.new_context(viewport=WINDOW).new_page()
    page.set_default_timeout(120_000)
    requests: list[str] = []
    page.on("request", lambda one: requests.append(one.url))
    started = time.perf_counter()
    page.goto(f"http://localhost:{server.port}/{PLAYERS[name]}", wait_until="commit")
    player = page.locator(".player[data-drawn]")
    player.wait_for()
    first = time.perf_counter() - started
    wait_until_ready(page)
    player.get_by_label("Frames per second").select_option("20")
    player.focus()
    page.keyboard.press("Home")
    drawn = int(player.get_attribute("data-drawn") or 0)
    played = time.perf_counter()
    player.get_by_role("button", name="Play").click()
    # At its end the button offers to play again.
    player.get_by_role("button", name="Play").wait_for()
    frames = int(player.get_attribute("data-drawn") or 0) - drawn
    rate = frames / (time.perf_counter() - played)
    page.context.close()
    return {
        "page": name,
        "first frame s": first,
        "frames": frames,
        "frames / s": rate,
        "requests": len(requests),
        "load before": round(before, 1),
        "load after": round(os.getloadavg()[0], 1),
    }


def main() -> None:
    args = parser(__doc__).parse_args()
    with server_process() as server, sync_playwright() as play:
        browser = play.chromium.launch(executable_path=chromium(), args=["--no-sandbox", "--disable-gpu"])
        for path in dict.fromkeys(moved.path for moved in MOVED):
            warm = opened(browser, f"http://localhost:{server.port}/{path}")
            wait_until_ready(warm)
            warm.context.close()
        rows = [measure_moves(browser, server, moved) for moved in MOVED]
        players = [measure_player(browser, server, name) for name in PLAYERS]
        browser.close()
    print_table(rows)
    print_table(players)
    store(args.json, [*rows, *players])


if __name__ == "__main__":
    main()
