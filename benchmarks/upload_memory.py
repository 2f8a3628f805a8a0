"""Memory of the server before, during and after visitors upload large tables and leave.

Every visitor uploads a table of numbers to "Your data", waits for the finished page, and closes the tab. Printed is the
resident memory of the server at the start (after one visit of the page), with all sessions, and from time to time after
the last has left.
"""

from __future__ import annotations

import os
import time

import numpy as np
import psutil
from _common import parser, print_table, store
from _visitor import Visitor, server_process


def table(megabytes: float, seed: int) -> bytes:
    """Return a CSV of about so many megabytes, three clusters in ten columns."""
    rng = np.random.default_rng(seed)
    n = int(megabytes * 1e6 / 83)
    rows = rng.normal(size=(n, 10)) + 9.0 * rng.integers(3, size=(n, 1))
    text = "\n".join(",".join(f"{cell:.5f}" for cell in row) for row in rows.tolist())
    return (",".join("abcdefghij") + "\n" + text).encode()


def main() -> None:
    p = parser(__doc__)
    p.add_argument("--visitors", type=int, default=10)
    p.add_argument("--megabytes", type=float, default=20.0)
    p.add_argument("--after", type=float, default=120.0, help="seconds to look on after the last visitor has left")
    p.add_argument("--kept", type=int, default=90, help="seconds for which the server keeps a session")
    arguments = p.parse_args()
    rows: list[dict[str, object]] = []
    with server_process("--server.disconnectedSessionTTL", str(arguments.kept)) as server:
        process = psutil.Process(server.pid)

        def note(when: str) -> None:
            now = process.memory_info().rss / 2**20
            start = float(str(rows[0]["MB"])) if rows else now
            rows.append({"when": when, "MB": round(now), "of the start": round(now / start, 2)})

        first = Visitor(server.port, "your_data", {})
        first.open()
        first.close()
        note("start")
        visitors = []
        for number in range(arguments.visitors):
            visitor = Visitor(server.port, "your_data", {"yd_rows": 500})
            visitor.open()
            visitor.upload("yd_uploader", f"table {number}.csv", table(arguments.megabytes, number))
            visitors.append(visitor)
        note(f"{arguments.visitors} sessions")
        for visitor in visitors:
            visitor.close()
        left = time.monotonic()
        for part in (0.25, 0.5, 0.75, 1.0):
            time.sleep(max(0.0, left + part * arguments.after - time.monotonic()))
            note(f"{part * arguments.after:.0f} s later")
    print_table(rows)
    print(f"Load of the machine: {os.getloadavg()[0]:.1f}")
    store(arguments.json, rows, visitors=arguments.visitors, megabytes=arguments.megabytes, load=os.getloadavg()[0])


if __name__ == "__main__":
    main()
