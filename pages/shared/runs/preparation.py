"""The kernel K of a run, computed once for the spectrum, the fit and what follows them."""

from __future__ import annotations

import time
from collections.abc import Hashable
from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from pages.shared.runs.messages import collected_warnings
from pages.shared.runs.settings import KernelSettings
from pages.shared.runs.store import ResultStore
from rnse_core.planning import PreparedData, Similarity


@dataclass(frozen=True)
class PreparedRun:
    """K and the rest of what runs with one kernel begin with, the time that took, and the warnings it gave."""

    data: PreparedData
    seconds: float
    messages: tuple[str, ...]


def prepare(kernel: KernelSettings, X: np.ndarray, *, data_id: Hashable, store: ResultStore) -> PreparedRun:
    """Return what runs with this kernel begin with: from the store, or computed now.

    Parameters
    ----------
    kernel : KernelSettings
    X : ndarray
        Features, or a matrix over pairs when the kernel says so.
    data_id : hashable
        Names the data; together with the kernel it is the key in the store.
    store : ResultStore

    Returns
    -------
    PreparedRun

    Raises
    ------
    ValueError
        If the data cannot be used.
    """
    return store.get_or_make(("prepared", data_id, kernel), partial(_prepare, kernel, X))


def _prepare(kernel: KernelSettings, X: np.ndarray) -> PreparedRun:
    started = time.perf_counter()
    with collected_warnings() as messages:
        data = kernel.prepare(X)
    return PreparedRun(data, time.perf_counter() - started, tuple(messages))


def kernel_of_part(kernel: KernelSettings, X: np.ndarray) -> Similarity:
    """Return K over all pairs of points that stand for more of them in a picture; nothing is fitted to it."""
    with collected_warnings():  # the run on all points has the same warnings
        return replace(kernel, overrides=(*kernel.overrides, ("graph", "dense"))).prepare(X).affinity
