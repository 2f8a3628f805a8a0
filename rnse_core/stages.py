"""What a long fit is at: said to whoever watches, who may end the fit by raising an exception.

A round of a fit on a million samples takes a minute, during which its callback is not called. So the parts of the fit
say what they are at, about every second or more often, in the thread that called `fit`.

Examples
--------
>>> from rnse_core import RNSE
>>> from rnse_core.datasets import make_two_moons
>>> from rnse_core.stages import watching
>>> X, _ = make_two_moons(n_samples=200, noise=0.05, random_state=0)
>>> said = []
>>> with watching(said.append):
...     model = RNSE(n_clusters=2, graph="knn", random_state=0).fit(X)
>>> said[0]
'Looking for the neighbours of 200 points'
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from concurrent.futures import TimeoutError as StillRunning
from contextlib import contextmanager
from contextvars import ContextVar, copy_context
from typing import Any, TypeVar

Watcher = Callable[[str], object]
Result = TypeVar("Result")

# How often a watcher is told that a call is still under way that cannot say anything itself.
BEAT_SECONDS = 0.3

_watcher: ContextVar[Watcher | None] = ContextVar("watcher", default=None)


@contextmanager
def watching(watcher: Watcher) -> Iterator[None]:
    """Have a function told what the fits within the body are at.

    Parameters
    ----------
    watcher : callable
        Called with a short sentence, often many times with the same one; it decides itself how often it shows
        something. What it raises ends the fit; the model then has the results of its last round, if there was one.
    """
    token = _watcher.set(watcher)
    try:
        yield
    finally:
        _watcher.reset(token)


def tell(text: str) -> None:
    """Say what is being done.

    Parameters
    ----------
    text : str
    """
    watcher = _watcher.get()
    if watcher is not None:
        watcher(text)


def telling(text: str, function: Callable[..., Result], *args: Any, **kwargs: Any) -> Result:
    """Call a function that cannot say anything itself, and say meanwhile that it is under way.

    Parameters
    ----------
    text : str
    function : callable
        Runs in a thread of its own where somebody watches, in a copy of the caller's context (`contextvars`), and says
        nothing from there. When the watcher raises, it is left to run to its end and what it returns is dropped.
    *args, **kwargs
        Arguments of the function.

    Returns
    -------
    object
        What the function returns.
    """
    if _watcher.get() is None:
        return function(*args, **kwargs)
    outcome: Future[Result] = Future()
    context = copy_context()
    context.run(_watcher.set, None)

    def run() -> None:
        try:
            outcome.set_result(context.run(function, *args, **kwargs))
        except BaseException as error:
            outcome.set_exception(error)

    threading.Thread(target=run, daemon=True).start()
    while True:
        tell(text)
        try:
            return outcome.result(timeout=BEAT_SECONDS)
        except StillRunning:
            if outcome.done():  # the function itself raised a TimeoutError
                raise
