"""Where the work on blocks of rows is done: in this thread, in several threads, or on a dask cluster.

A solver hands over a function and a list of blocks. `keep` leaves the results where they were made, to be the blocks of
a later call; `gather` brings results to the caller. The functions are pure, so a block that is lost with its worker
can be made again.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from typing import Any, Protocol

from rnse_core.exceptions import ParameterError, Reason
from rnse_core.stages import report_stage

# How often a cluster is asked whether it has workers, and how long it may be without any.
POLL_SECONDS = 1
NO_WORKERS_SECONDS = 60
NAMES = ("auto", "serial", "threads", "dask")

Block = Any


class PerBlock(list[Any]):
    """An argument that is another one for each block."""


class Executor(Protocol):
    """Does the same to many blocks.

    Attributes
    ----------
    local : bool
        Whether the blocks lie in this process, so that whole vectors can be handed to each of them.
    """

    local: bool

    def keep(self, function: Callable[..., Any], blocks: Sequence[Block], *args: Any) -> list[Block]:
        """Return ``function(block, *args)`` for each block, in a form that only the executor need understand."""

    def gather(self, function: Callable[..., Any], blocks: Sequence[Block], *args: Any) -> list[Any]:
        """Return ``function(block, *args)`` for each block."""


def _calls(blocks: Sequence[Block], args: tuple[Any, ...]) -> Iterator[tuple[Any, ...]]:
    """The arguments of each block's call."""
    for number, block in enumerate(blocks):
        yield block, *(arg[number] if isinstance(arg, PerBlock) else arg for arg in args)


class SerialExecutor:
    """Does one block after the other."""

    local = True

    def keep(self, function: Callable[..., Any], blocks: Sequence[Block], *args: Any) -> list[Block]:
        """Return ``function(block, *args)`` for each block."""
        return [function(*call) for call in _calls(blocks, args)]

    gather = keep


class ThreadExecutor:
    """Does several blocks at a time; numpy and scipy release the interpreter's lock in the loops that matter."""

    local = True

    def keep(self, function: Callable[..., Any], blocks: Sequence[Block], *args: Any) -> list[Block]:
        """Return ``function(block, *args)`` for each block."""
        if len(blocks) < 2:
            return [function(*call) for call in _calls(blocks, args)]
        return list(_pool(os.getpid()).map(lambda call: function(*call), _calls(blocks, args)))

    gather = keep


class DaskExecutor:
    """Does the blocks on the workers of the current `dask.distributed` client.

    A block gets the parts of a vector that its rows and columns need, within the call: what is sent is about the vector
    once, and a call can be made again from itself alone.

    Results stay on the workers as futures. A worker that dies takes its blocks with it; the scheduler makes them again
    on another one, since each is the result of a pure function of what the driver sent.
    """

    local = False

    def __init__(self) -> None:
        import distributed

        try:
            self.client = distributed.get_client()
        except ValueError as error:
            message = "executor='dask' needs a client: make one with distributed.Client(...) first."
            raise ParameterError("executor", "dask", Reason.MISSING, message=message) from error

    def keep(self, function: Callable[..., Any], blocks: Sequence[Block], *args: Any) -> list[Block]:
        """Return futures of ``function(block, *args)``."""
        return [self.client.submit(function, *call, pure=False) for call in _calls(blocks, args)]

    def gather(self, function: Callable[..., Any], blocks: Sequence[Block], *args: Any) -> list[Any]:
        """Return ``function(block, *args)`` for each block.

        Raises
        ------
        RuntimeError
            If there has been no worker for a minute, or a block failed on every worker that tried it.
        """
        import distributed

        futures = self.keep(function, blocks, *args)
        last_seen = time.monotonic()
        while True:
            try:
                distributed.wait(futures, timeout=POLL_SECONDS)
                break
            except TimeoutError:
                report_stage("Waiting for the workers of the dask cluster")
                if self.client.scheduler_info()["workers"]:
                    last_seen = time.monotonic()
                elif time.monotonic() - last_seen > NO_WORKERS_SECONDS:
                    raise RuntimeError(
                        "The dask cluster has had no worker for a minute; start workers and fit again."
                    ) from None
        try:
            results: list[Any] = self.client.gather(futures)
        except distributed.scheduler.KilledWorker as error:
            raise RuntimeError(f"A block of rows was lost with every dask worker that had it: {error}.") from error
        return results


@lru_cache(maxsize=1)
def _pool(process: int) -> ThreadPoolExecutor:
    # Keyed by the process: threads do not survive a fork.
    return ThreadPoolExecutor(max_workers=os.cpu_count() or 1, thread_name_prefix="rnse")


def local_executor() -> Executor:
    """Return an executor for work on this machine."""
    return ThreadExecutor() if (os.cpu_count() or 1) > 1 else SerialExecutor()


def get_executor(name: str) -> Executor:
    """Return the executor of that name.

    Parameters
    ----------
    name : {"auto", "serial", "threads", "dask"}
        "auto" means threads where there is more than one core; "dask" uses the current client.

    Returns
    -------
    Executor

    Raises
    ------
    ValueError
        If there is no executor of that name, or no dask client.
    ImportError
        If dask.distributed is not installed.
    """
    if name == "auto":
        return local_executor()
    if name == "serial":
        return SerialExecutor()
    if name == "threads":
        return ThreadExecutor()
    if name == "dask":
        return DaskExecutor()
    raise ParameterError("executor", name, Reason.UNKNOWN_CHOICE, choices=NAMES)
