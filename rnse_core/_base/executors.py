"""Executors run a function on blocks of rows: in this thread, in several threads, or on a dask cluster.

`keep` leaves the results where they were computed, to be the blocks of a later call. `exchange` does the same with the
parts of the results, each of which may go to another block. `gather` returns results to the caller. The functions are
pure, so that a block which is lost with its worker can be computed again.
"""

from __future__ import annotations

import operator
import os
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from typing import Any, Protocol

from rnse_core.exceptions import ClusterError, ClusterProblem, ParameterError, Reason
from rnse_core.stages import report_stage

# Time between two checks whether a cluster has workers, and the longest time without any.
POLL_SECONDS = 1
NO_WORKERS_SECONDS = 60
# Messages with parts of vectors that a dask scheduler and client keep for debugging, and the option that says how many.
LOGGED_MESSAGES = 8
MESSAGE_LOG = "distributed.admin.low-level-log-length"
NAMES = ("auto", "serial", "threads", "dask")

Block = Any


class PerBlock(list[Any]):
    """An argument with one value for each block."""


class Executor(Protocol):
    """Runs a function on many blocks.

    Attributes
    ----------
    local : bool
        Whether the blocks are in this process, so that each call can get whole vectors.
    """

    local: bool

    def keep(self, function: Callable[..., Any], blocks: Sequence[Block], *args: Any) -> list[Block]:
        """Return ``function(block, *args)`` for each block, as references for later calls of this executor."""

    def gather(self, function: Callable[..., Any], blocks: Sequence[Block], *args: Any) -> list[Any]:
        """Return ``function(block, *args)`` for each block."""

    def exchange(
        self, function: Callable[..., Any], blocks: Sequence[Block], n_parts: int, *args: Any
    ) -> list[list[Block]]:
        """Return, for each part, a reference to it for each block; the function returns a list of so many parts."""

    def share(self, value: Any) -> Any:
        """Return what stands for a value in the arguments of several calls, so that it is sent once."""


def _calls(blocks: Sequence[Block], args: tuple[Any, ...]) -> Iterator[tuple[Any, ...]]:
    """Yield the arguments of the call for each block."""
    for number, block in enumerate(blocks):
        yield block, *(arg[number] if isinstance(arg, PerBlock) else arg for arg in args)


class _Local:
    """What executors in this process have in common."""

    local = True

    def keep(self, function: Callable[..., Any], blocks: Sequence[Block], *args: Any) -> list[Block]:
        """Return ``function(block, *args)`` for each block."""
        raise NotImplementedError

    def gather(self, function: Callable[..., Any], blocks: Sequence[Block], *args: Any) -> list[Any]:
        """Return ``function(block, *args)`` for each block."""
        return self.keep(function, blocks, *args)

    def exchange(
        self, function: Callable[..., Any], blocks: Sequence[Block], n_parts: int, *args: Any
    ) -> list[list[Block]]:
        """Return, for each part, that of each block."""
        results = self.keep(function, blocks, *args)
        return [[result[part] for result in results] for part in range(n_parts)]

    def share(self, value: Any) -> Any:
        """Return the value."""
        return value


class SerialExecutor(_Local):
    """Runs on one block after the other, in this thread."""

    def keep(self, function: Callable[..., Any], blocks: Sequence[Block], *args: Any) -> list[Block]:
        """Return ``function(block, *args)`` for each block."""
        return [function(*call) for call in _calls(blocks, args)]


class ThreadExecutor(_Local):
    """Runs on several blocks at a time, in threads; numpy and scipy release the interpreter's lock in their loops."""

    def keep(self, function: Callable[..., Any], blocks: Sequence[Block], *args: Any) -> list[Block]:
        """Return ``function(block, *args)`` for each block."""
        if len(blocks) < 2:
            return [function(*call) for call in _calls(blocks, args)]
        return list(_pool(os.getpid()).map(lambda call: function(*call), _calls(blocks, args)))


class DaskExecutor:
    """Runs on the workers of the current `dask.distributed` client.

    A call contains the entries of a vector that its block needs: what is sent is about one vector in all, and a call
    can be repeated from itself alone.

    Results stay on the workers as futures. If a worker is lost, the scheduler computes its blocks again on another one,
    since each is the result of a pure function of what was sent.
    """

    local = False

    def __init__(self) -> None:
        import distributed

        try:
            self.client = distributed.get_client()
        except ValueError as error:
            message = "executor='dask' needs a client: make one with distributed.Client(...) first."
            raise ParameterError("executor", "dask", Reason.MISSING, message=message) from error
        self._check_open()
        _shorten_log(self.client.scheduler_comm)
        self.client.run_on_scheduler(_shorten_logs)

    def keep(self, function: Callable[..., Any], blocks: Sequence[Block], *args: Any) -> list[Block]:
        """Return futures of ``function(block, *args)``."""
        self._check_open()
        if not blocks:
            return []
        # One graph for all calls takes half the time of one for each.
        futures: list[Block] = self.client.map(function, *zip(*_calls(blocks, args), strict=True), pure=False)
        return futures

    def exchange(
        self, function: Callable[..., Any], blocks: Sequence[Block], n_parts: int, *args: Any
    ) -> list[list[Block]]:
        """Return futures of the parts of ``function(block, *args)``, a list of them for each part."""
        results = self.keep(function, blocks, *args)
        return [self.keep(operator.getitem, results, part) for part in range(n_parts)]

    def share(self, value: Any) -> Any:
        """Return a future of the value, which workers get from each other."""
        # Not scattered: what a worker has that is lost would then be lost as well.
        return self.keep(_unchanged, [value])[0]

    def gather(self, function: Callable[..., Any], blocks: Sequence[Block], *args: Any) -> list[Any]:
        """Return ``function(block, *args)`` for each block.

        Raises
        ------
        ClusterError
            If there has been no worker for a minute, a block failed on every worker that tried it or cannot be made
            again, or the client was closed. It is a RuntimeError.
        """
        import distributed

        futures = self.keep(function, blocks, *args)
        try:
            self._wait_for(futures)
            results: list[Any] = self.client.gather(futures)
        except distributed.CancelledError as error:
            problem = ClusterProblem.BLOCK_LOST if self._open else ClusterProblem.CLIENT_CLOSED
            raise ClusterError(problem) from error
        except distributed.scheduler.KilledWorker as error:
            raise ClusterError(ClusterProblem.BLOCK_LOST) from error
        return results

    @property
    def _open(self) -> bool:
        return self.client.status in ("running", "connecting", "newly-created")

    def _check_open(self) -> None:
        if not self._open:
            raise ClusterError(ClusterProblem.CLIENT_CLOSED)

    def _wait_for(self, futures: list[Any]) -> None:
        import distributed

        last_seen = time.monotonic()
        while True:
            try:
                distributed.wait(futures, timeout=POLL_SECONDS)
                return
            except TimeoutError:
                self._check_open()
                report_stage("Waiting for the workers of the dask cluster")
                if self.client.scheduler_info()["workers"]:
                    last_seen = time.monotonic()
                elif time.monotonic() - last_seen > NO_WORKERS_SECONDS:
                    raise ClusterError(ClusterProblem.NO_WORKERS) from None


def _shorten_logs(dask_scheduler: Any) -> None:
    """Keep few of the messages that a scheduler has sent; by default it keeps the last thousand to each worker."""
    import dask

    # For workers that come later.
    dask.config.set({MESSAGE_LOG: LOGGED_MESSAGES})
    for comm in [*dask_scheduler.stream_comms.values(), *dask_scheduler.client_comms.values()]:
        _shorten_log(comm)


def _shorten_log(comm: Any) -> None:
    log = getattr(comm, "recent_message_log", None)
    if isinstance(log, deque):
        comm.recent_message_log = deque(log, maxlen=LOGGED_MESSAGES)


def _unchanged(value: Any) -> Any:
    return value


@lru_cache(maxsize=1)
def _pool(process: int) -> ThreadPoolExecutor:
    # One pool for each process: threads do not survive a fork.
    return ThreadPoolExecutor(max_workers=os.cpu_count() or 1, thread_name_prefix="rnse")


def local_executor() -> Executor:
    """Return an executor on this machine: threads where there is more than one core."""
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
