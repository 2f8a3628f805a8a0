"""Reports of the stage that a long fit is in.

A round of a fit on a million samples takes a minute, during which its callback is not called. The parts of a fit
therefore report their stage, about every second or more often, in the thread that called `fit`. A function given to
`watching` receives these reports; by raising an exception it ends the fit.

Examples
--------
>>> from rnse_core import RNSE
>>> from rnse_core.datasets import make_two_moons
>>> from rnse_core.stages import watching
>>> X, _ = make_two_moons(n_samples=200, noise=0.05, random_state=0)
>>> stages = []
>>> with watching(stages.append):
...     model = RNSE(n_clusters=2, graph="knn", random_state=0).fit(X)
>>> stages[0]
'Looking for identical rows among 200'
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

# Time between two reports of the stage of a call that cannot report itself.
INTERVAL_SECONDS = 0.3

_watcher: ContextVar[Watcher | None] = ContextVar("watcher", default=None)


@contextmanager
def watching(watcher: Watcher) -> Iterator[None]:
    """Send the stages of the fits within the body to a function.

    Parameters
    ----------
    watcher : callable
        Called with a short sentence, often many times with the same one. An exception that it raises ends the fit; the
        model then has the results of its last complete round, if there was one.
    """
    token = _watcher.set(watcher)
    try:
        yield
    finally:
        _watcher.reset(token)


def report_stage(text: str) -> None:
    """Send a stage to the watcher, if there is one.

    Parameters
    ----------
    text : str
    """
    watcher = _watcher.get()
    if watcher is not None:
        watcher(text)


def call_in_stage(text: str, function: Callable[..., Result], *args: Any, **kwargs: Any) -> Result:
    """Call a function that does not report its stage, and report it repeatedly meanwhile.

    Parameters
    ----------
    text : str
        The stage.
    function : callable
        Runs in a thread of its own if there is a watcher, in a copy of the caller's context (`contextvars`). If the
        watcher raises, the function still runs to its end; its result is dropped.
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
        report_stage(text)
        try:
            return outcome.result(timeout=INTERVAL_SECONDS)
        except StillRunning:
            if outcome.done():  # the function itself raised a TimeoutError
                raise
