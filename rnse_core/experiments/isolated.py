"""Fits in processes of their own, which can be ended when they take too long, and die alone."""

from __future__ import annotations

import atexit
import os
import pickle
import subprocess
import sys
import threading
import time
from contextlib import suppress

import cloudpickle

from rnse_core._validation import FloatArray
from rnse_core.experiments._pipe import receive, send
from rnse_core.experiments.fit import Outcome, Task

_lock = threading.Lock()
_idle: list[_Child] = []


def run_isolated(task: Task, X: FloatArray, y: list[str] | None, timeout: float | None) -> Outcome:
    """Fit in another process; see :func:`rnse_core.experiments.fit.run_task`.

    The process is kept for the next fit. It ends with this one.

    Parameters
    ----------
    task : Task
    X : ndarray of shape (n_samples, n_features)
    y : list of str or None
    timeout : float or None
        Seconds after which it is ended. Starting the process does not count.

    Returns
    -------
    dict
        With the status "timeout" when the time was up, and "died" when the process ended by itself.
    """
    with _lock:
        child = _idle.pop() if _idle else None
    if child is None or child.process.poll() is not None:
        child = _Child()
    try:
        outcome = child.run(cloudpickle.dumps((task, X, y)), timeout)
    except BaseException:
        child.end()
        raise
    if child.process.poll() is None:
        with _lock:
            _idle.append(child)
    return outcome


@atexit.register
def end_idle() -> None:
    """End the processes that wait for a fit."""
    with _lock:
        while _idle:
            _idle.pop().end()


class _Child:
    """A process that fits, one task after the other."""

    def __init__(self) -> None:
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "rnse_core.experiments._child"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=environment,
        )
        assert self.process.stdin is not None and self.process.stdout is not None
        self.stdin, self.stdout = self.process.stdin, self.process.stdout
        receive(self.stdout)

    def run(self, task: bytes, timeout: float | None) -> Outcome:
        late = threading.Event()

        def end() -> None:
            late.set()
            self.process.kill()

        started = time.perf_counter()
        clock = threading.Timer(timeout, end) if timeout is not None else None
        try:
            if clock is not None:
                clock.start()
            send(self.stdin, task)
            outcome: Outcome = pickle.loads(receive(self.stdout))
            return outcome
        except (EOFError, OSError):
            seconds = time.perf_counter() - started
            self.end()
        finally:
            if clock is not None:
                clock.cancel()
                clock.join()
        if late.is_set():
            text = f"The fit was ended after {timeout:g} seconds."
            return {"status": "timeout", "error_type": "Timeout", "error": text, "seconds": seconds, "warnings": []}
        text = f"The process of the fit ended with code {self.process.returncode}; it may have run out of memory."
        return {"status": "died", "error_type": "Died", "error": text, "seconds": seconds, "warnings": []}

    def end(self) -> None:
        self.process.kill()
        self.process.wait()
        for stream in (self.stdin, self.stdout):
            with suppress(OSError):
                stream.close()
