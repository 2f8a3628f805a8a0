"""The process that runs isolated fits: it reads tasks from standard input and writes results to standard output."""

from __future__ import annotations

import os
import pickle
import sys
import threading
from queue import SimpleQueue
from typing import IO, Any

from rnse_core.experiments._pipe import receive, send


def _listen(stream: IO[bytes], tasks: SimpleQueue[bytes]) -> None:
    """Queue the tasks that arrive; exit at once when the parent closes the stream, even during a fit."""
    while True:
        try:
            tasks.put(receive(stream))
        except (EOFError, OSError):
            os._exit(0)


def main() -> None:
    """Run tasks until standard input is closed."""
    # Text that a method prints goes to standard error: standard output carries the results.
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
