"""How far a choice is: told to the user's function, which may end it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from enum import StrEnum, auto
from typing import Any, TypeVar

from joblib import effective_n_jobs

Callback = Callable[[int, dict[str, Any]], bool | None]
Item = TypeVar("Item")
Result = TypeVar("Result")


class Step(StrEnum):
    """What has just been done."""

    GRAPH = auto()
    NUMBER = auto()
    LABELS = auto()
    FIT = auto()
    REFERENCE = auto()


class Progress:
    """Counts the steps of a choice and tells the user's function of each.

    Parameters
    ----------
    callback : callable or None, default=None
        ``callback(step, info)``; True ends the choice.

    Attributes
    ----------
    stopped : bool
        Whether the function has ended the choice.
    """

    def __init__(self, callback: Callback | None = None) -> None:
        self.callback = callback
        self.count = 0
        self.stopped = False

    def tell(self, step: Step, **info: Any) -> bool:
        """Tell of a step; return whether the choice is to end.

        Parameters
        ----------
        step : Step
        **info
            What is known of it.

        Returns
        -------
        bool
        """
        self.count += 1
        if self.callback is not None and not self.stopped:
            self.stopped = bool(self.callback(self.count, {"what": step, **info}))
        return self.stopped


def in_threads(function: Callable[[Item], Result], items: Iterable[Item], n_jobs: int | None) -> Iterator[Result]:
    """Yield ``function(item)`` in the order of the items, several of which are worked on at a time.

    Parameters
    ----------
    function : callable
    items : iterable
    n_jobs : int or None
        Threads, as of joblib.

    Yields
    ------
    object
        Whoever stops to iterate leaves the items out that have not been begun.
    """
    threads = effective_n_jobs(n_jobs)
    if threads == 1:
        yield from map(function, items)
        return
    executor = ThreadPoolExecutor(threads)
    try:
        yield from executor.map(function, items)
    finally:
        executor.shutdown(cancel_futures=True)
