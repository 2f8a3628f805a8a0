"""One fit and its measurements: labels, scores, time, peak memory, warnings, or the error that ended it."""

from __future__ import annotations

import time
import warnings
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from threadpoolctl import threadpool_limits

from rnse_core._base.arrays import FloatArray
from rnse_core._base.memory import give_back_memory
from rnse_core.experiments.obstacles import Obstacle
from rnse_core.metrics import score_table
from rnse_core.preprocessing import ColumnScale, scale_columns, scale_features

_LONGEST_TEXT = 1000
_MOST_WARNINGS = 20
_STATUS = Path("/proc/self/status")
_CLEAR_PEAK = Path("/proc/self/clear_refs")

Outcome = dict[str, Any]


class Stopped(Exception):
    """A fit that the caller asked to stop; it leaves no record."""


@dataclass(frozen=True)
class Task:
    """A fit without its data; it is pickled for the process that runs it.

    Parameters
    ----------
    name : str
        Of the method.
    estimator : estimator
        Not fitted.
    preprocessing : str
        Key of ``SCALINGS``.
    check_memory : callable or None
        ``check_memory(estimator, X)`` raises MemoryError if the fit would need more than the free memory.
    threads : int
        For BLAS and OpenMP.
    scales : tuple of ColumnScale, default=()
        Of each column, in place of `preprocessing`.
    """

    name: str
    estimator: Any
    preprocessing: str
    check_memory: Callable[[Any, FloatArray], None] | None
    threads: int
    scales: tuple[ColumnScale, ...] = ()


def run_task(task: Task, X: FloatArray, y: list[str] | None, stop: Callable[[], bool] | None = None) -> Outcome:
    """Fit an estimator and measure it.

    Parameters
    ----------
    task : Task
    X : ndarray of shape (n_samples, n_features)
    y : list of str or None
        True classes.
    stop : callable or None, default=None
        Called in each round of an estimator with a callback; returning True raises `Stopped`.

    Returns
    -------
    dict
        Columns of a record. An exception becomes the status "error" with its text.

    Raises
    ------
    Stopped
        If `stop` returned True.
    """
    outcome: Outcome = {}
    with warnings.catch_warnings(record=True) as caught, threadpool_limits(task.threads):
        warnings.simplefilter("always")
        try:
            outcome = _fit(task, X, y, stop)
        except Stopped:
            raise
        except (Exception, SystemExit) as error:
            kind = Obstacle.NO_MEMORY if isinstance(error, MemoryError) else type(error).__name__
            text = str(error).strip() or type(error).__name__
            outcome = {"status": "error", "error_type": kind, "error": text[:_LONGEST_TEXT]}
    outcome["warnings"] = list(dict.fromkeys(str(one.message)[:_LONGEST_TEXT] for one in caught))[:_MOST_WARNINGS]
    return outcome


def _fit(task: Task, X: FloatArray, y: list[str] | None, stop: Callable[[], bool] | None) -> Outcome:
    _check_memory(task, X)
    Z = scale_columns(X, task.scales) if task.scales else scale_features(X, task.preprocessing)
    model = task.estimator
    if stop is not None and "callback" in model.get_params(deep=False):
        model.set_params(callback=_watch(stop))
    before = _start_measuring_memory()
    started = time.perf_counter()
    model.fit(Z)
    seconds = time.perf_counter() - started
    peak = _peak_bytes() if before is not None else None
    labels = np.asarray(model.labels_)
    outcome: Outcome = {
        "status": "ok",
        "seconds": seconds,
        "peak_bytes": None if peak is None or before is None else max(0, peak - before),
        "iterations": _count(getattr(model, "n_iter_", None)),
        "converged": None if getattr(model, "converged_", None) is None else bool(model.converged_),
        "n_clusters_found": len(np.unique(labels)),
        "labels": pack_labels(labels),
    }
    if y is not None:
        scores = score_table(y, labels)
        outcome |= {name: scores[name] for name in ("accuracy", "purity", "nmi", "ari")}
    return outcome


def _check_memory(task: Task, X: FloatArray) -> None:
    """Raise MemoryError, with the name of the method, if the fit would need more than the free memory."""
    try:
        if task.check_memory is not None:
            task.check_memory(task.estimator, X)
    except MemoryError as error:
        raise MemoryError(f"{task.name} has no room: {error}") from error


def _watch(stop: Callable[[], bool]) -> Callable[[int, dict[str, Any]], None]:
    def callback(_iteration: int, _info: dict[str, Any]) -> None:
        if stop():
            raise Stopped

    return callback


def _count(value: Any) -> int | None:
    return None if value is None else int(np.max(value))


def pack_labels(labels: NDArray[Any]) -> bytes:
    """Pack the labels of a clustering into a few bytes."""
    _, codes = np.unique(labels, return_inverse=True)
    return zlib.compress(codes.astype("<i4").tobytes())


def unpack_labels(packed: bytes, n_samples: int) -> NDArray[np.int32]:
    """Return the labels of a record.

    Parameters
    ----------
    packed : bytes
        Its column ``labels``.
    n_samples : int
        Its column ``n_samples``; no more is unpacked.

    Returns
    -------
    ndarray of shape (n_samples,)
    """
    return np.frombuffer(zlib.decompressobj().decompress(packed, 4 * n_samples), dtype="<i4").astype(np.int32)


def _start_measuring_memory() -> int | None:
    """Reset the peak memory of this process to its present memory and return it; None where the system cannot."""
    # Garbage that is collected during the fit would be subtracted from what the fit takes, and what the C library has
    # kept of freed memory would be used again without being counted.
    give_back_memory()
    try:
        _CLEAR_PEAK.write_text("5", encoding="ascii")
    except OSError:
        return None
    return _peak_bytes()


def _peak_bytes() -> int | None:
    try:
        lines = _STATUS.read_text(encoding="ascii", errors="replace").splitlines()
    except OSError:
        return None
    return next((1024 * int(line.split()[1]) for line in lines if line.startswith("VmHWM")), None)
