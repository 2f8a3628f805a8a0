"""A process of its own for fits: tasks come in on standard input, results go out on standard output."""

from __future__ import annotations

import os
import pickle
import sys
import threading
from queue import SimpleQueue
from typing import IO, Any

from rnse_core.experiments._pipe import receive, send


def _listen(stream: IO[bytes], tasks: SimpleQueue[bytes]) -> None:
    """Take tasks in, and end the process at once when its parent is gone, whatever it is computing."""
    while True:
        try:
            tasks.put(receive(stream))
        except (EOFError, OSError):
            os._exit(0)


def main() -> None:
    """Serve until standard input ends."""
    # What a method prints must not get between the results.
    results = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    tasks: SimpleQueue[bytes] = SimpleQueue()
    threading.Thread(target=_listen, args=(sys.stdin.buffer, tasks), daemon=True).start()

    from rnse_core.experiments.fit import run_task

    send(results, b"")
    while True:
        task: Any = pickle.loads(tasks.get())
        send(results, pickle.dumps(run_task(*task)))


if __name__ == "__main__":
    main()
