"""Fits in separate processes: they can be ended after a timeout, and a crash leaves this process running."""

from __future__ import annotations

import atexit
import os
import pickle
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

import cloudpickle

from rnse_core._base.arrays import FloatArray
from rnse_core.experiments._pipe import receive, send
from rnse_core.experiments.fit import Outcome, Stopped, Task
from rnse_core.experiments.obstacles import Obstacle

_POLL_SECONDS = 0.05

_lock = threading.Lock()
_idle: list[_Child] = []
_keepers = 0


def run_isolated(
    task: Task,
    X: FloatArray,
    y: list[str] | None,
    timeout: float | None,
    stop: Callable[[], bool] | None = None,
) -> Outcome:
    """Fit in another process; see :func:`rnse_core.experiments.fit.run_task`.

    The process is reused for later fits. It ends when this process ends.

    Parameters
    ----------
    task : Task
    X : ndarray of shape (n_samples, n_features)
    y : list of str or None
    timeout : float or None
        Seconds after which the process is ended, not counting its start.
    stop : callable or None, default=None
        Called several times a second; returning True ends the process and raises `Stopped`.

    Returns
    -------
    dict
        With the status "timeout" after a timeout, and "died" if the process ended unexpectedly.

    Raises
    ------
    Stopped
        If `stop` returned True.
    """
    with _lock:
        child = _idle.pop() if _idle else None
    if child is None or child.process.poll() is not None:
        child = _Child()
    try:
        outcome = child.run(cloudpickle.dumps((task, X, y)), timeout, stop)
    except BaseException:
        child.end()
        raise
    if child.process.poll() is None:
        with _lock:
            _idle.append(child)
    return outcome


@atexit.register
def end_idle() -> None:
    """End the idle processes, unless they are kept; see :func:`processes_kept`."""
    with _lock:
        while _idle and not _keepers:
            _idle.pop().end()


@contextmanager
def processes_kept() -> Iterator[None]:
    """Keep idle processes from one run to the next; those of the last run end with the block.

    To start a process takes seconds, as long as many fits. Modules that it has imported stay as they were then.
    """
    global _keepers
    with _lock:
        _keepers += 1
    try:
        yield
    finally:
        with _lock:
            _keepers -= 1
        end_idle()


class _Child:
    """A process that runs tasks one after the other."""

    def __init__(self) -> None:
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "rnse_core.experiments._child"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=environment,
            # The Ctrl-C of a terminal goes to a whole group; this process decides what it ends.
            start_new_session=True,
        )
        assert self.process.stdin is not None and self.process.stdout is not None
        self.stdin, self.stdout = self.process.stdin, self.process.stdout
        receive(self.stdout)

    def run(self, task: bytes, timeout: float | None, stop: Callable[[], bool] | None) -> Outcome:
        finished = threading.Event()
        ended_because: list[str] = []
        started = time.perf_counter()

        def watch() -> None:
            while not finished.wait(_POLL_SECONDS):
                if stop is not None and stop():
                    ended_because.append("stop")
                elif timeout is not None and time.perf_counter() - started > timeout:
                    ended_because.append("timeout")
                if ended_because:
                    self.process.kill()
                    return

        watcher = threading.Thread(target=watch, daemon=True)
        try:
            if timeout is not None or stop is not None:
                watcher.start()
            send(self.stdin, task)
            outcome: Outcome = pickle.loads(receive(self.stdout))
            return outcome
        except (EOFError, OSError):
            seconds = time.perf_counter() - started
            self.end()
        finally:
            finished.set()
            if watcher.ident is not None:
                watcher.join()
        if ended_because == ["stop"]:
            raise Stopped
        if ended_because:
            text = f"The fit was ended after {timeout:g} seconds."
            return {
                "status": "timeout",
                "error_type": Obstacle.TIMEOUT,
                "error": text,
                "seconds": seconds,
                "warnings": [],
            }
        text = f"The process of the fit ended with code {self.process.returncode}; it may have run out of memory."
        return {"status": "died", "error_type": Obstacle.DIED, "error": text, "seconds": seconds, "warnings": []}

    def end(self) -> None:
        self.process.kill()
        self.process.wait()
        for stream in (self.stdin, self.stdout):
            with suppress(OSError):
                stream.close()
