"""The dashboard under load: many visitors at once, as browsers would ask the server, without drawing.

Every visitor opens a page by a link with a seed of its own, so that no result is there already, and waits for the
whole page; then it moves the slider of alpha and waits again. The visitors come within a few seconds, as a class does.
Printed are the median and the 95% time to a finished page, errors, the memory of the server, and the load of the
machine before and after the run, since others may be using it. "Mixed up" counts visitors who got the picture of
another one, and of a few the pictures that differ when the server is asked again by a single visitor. Machines differ:
"count s" is how long this one takes, before the visitors come, to count to ten million in Python.
"""

from __future__ import annotations

import os
import threading
import time

import numpy as np
import psutil
from _common import parser, print_table, store
from _visitor import Visitor, server_process

# Path, the seed of the data, the slider, and the chart that shows the result.
PAGES = {
    "two moons": ("two_moons", "tm_draw", "tm_alpha", "tm_panel_RNSE"),
    "block-diagonal": ("block_diagonal", "bd_draw", "bd_alpha", "bd_S_0.4"),
}
#: Visitors come evenly within so many seconds.
ARRIVAL_SECONDS = 5.0
ALPHAS = ("2", "5", "0.5")
#: Visitors whose pictures are asked for again.
ASKED_AGAIN = 3


class Times:
    """What the visitors saw, collected from their threads."""

    def __init__(self) -> None:
        self.finished: list[float] = []
        self.errors: list[str] = []
        self.pictures: dict[int, str] = {}

    def visit(self, port: int, page: str, number: int, wait: float, moves: int) -> None:
        path, seed, alpha, chart = PAGES[page]
        time.sleep(wait)
        try:
            visitor = Visitor(port, path, {seed: number})
            self.finished.append(visitor.open()["end"] / 1000.0)
            self.pictures[number] = visitor.drawn[chart]
            for value in ALPHAS[:moves]:
                self.finished.append(visitor.move(alpha, value)["end"] / 1000.0)
            visitor.close()
        except (Exception, SystemExit) as error:
            self.errors.append(f"{type(error).__name__}: {error}")


def mixed_up(times: Times, port: int, page: str) -> int:
    """Return how many pictures are those of other visitors, or differ when they are asked for again."""
    path, seed, _, chart = PAGES[page]
    count = len(times.pictures) - len(set(times.pictures.values()))
    for number in list(times.pictures)[:ASKED_AGAIN]:
        visitor = Visitor(port, path, {seed: number})
        visitor.open()
        count += visitor.drawn[chart] != times.pictures[number]
        visitor.close()
    return count


def count_seconds() -> float:
    started = time.perf_counter()
    for _ in range(10_000_000):
        pass
    return time.perf_counter() - started


def measure(port: int, process: psutil.Process, page: str, visitors: int, moves: int) -> dict[str, object]:
    times, before, counted = Times(), os.getloadavg()[0], count_seconds()
    threads = [
        threading.Thread(target=times.visit, args=(port, page, 1 + k, ARRIVAL_SECONDS * k / visitors, moves))
        for k in range(visitors)
    ]
    for thread in threads:
        thread.start()
    largest = 0.0
    while any(thread.is_alive() for thread in threads):
        largest = max(largest, process.memory_info().rss / 2**20)
        time.sleep(0.2)
    after = os.getloadavg()[0]
    mixed = mixed_up(times, port, page)
    for text in times.errors[:3]:
        print(text)
    return {
        "page": page,
        "visitors": visitors,
        "pages": len(times.finished),
        "median s": float(np.median(times.finished)) if times.finished else float("nan"),
        "95% s": float(np.quantile(times.finished, 0.95)) if times.finished else float("nan"),
        "errors": len(times.errors),
        "mixed up": mixed,
        "most MB": round(largest),
        "load before": round(before, 1),
        "load after": round(after, 1),
        "count s": round(counted, 2),
    }


def main() -> None:
    p = parser(__doc__)
    p.add_argument("--visitors", type=int, nargs="+", default=[20, 50])
    p.add_argument("--moves", type=int, default=1, choices=range(len(ALPHAS) + 1), help="slider moves per visitor")
    p.add_argument("--pages", nargs="+", choices=PAGES, default=list(PAGES))
    arguments = p.parse_args()
    rows = []
    for visitors in arguments.visitors:
        for page in arguments.pages:
            # A server of its own for each row, so that no result is kept from the row before.
            with server_process() as server:
                warm = Visitor(server.port, PAGES[page][0], {})
                warm.open()
                warm.close()
                rows.append(measure(server.port, psutil.Process(server.pid), page, visitors, arguments.moves))
    print_table(rows)
    store(arguments.json, rows)


if __name__ == "__main__":
    main()
