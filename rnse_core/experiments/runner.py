"""Execution of jobs, one after the other or in parallel through joblib, with one record for each."""

from __future__ import annotations

import os
import time
import warnings
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import pandas as pd
from joblib import Parallel, cpu_count, delayed, effective_n_jobs
from joblib.parallel import get_active_backend

from rnse_core._base.arrays import FloatArray
from rnse_core._base.checks import check_count, check_positive
from rnse_core.experiments._parent import exit_with
from rnse_core.experiments.fit import Outcome, Stopped, Task, run_task
from rnse_core.experiments.isolated import end_idle, run_isolated
from rnse_core.experiments.jobs import MOST_RUNS, Job, class_name, versions
from rnse_core.experiments.memory_check import find_memory_check
from rnse_core.experiments.store import RecordStore

_FEWEST_FOR_ESTIMATE = 3
# More processes or threads per core only wait for each other, and take memory.
_MOST_PER_CORE = 16


def most_at_a_time() -> int:
    """Return the largest number of parallel fits on this machine."""
    return _MOST_PER_CORE * int(cpu_count())


@dataclass(frozen=True)
class Progress:
    """Progress of a run.

    Attributes
    ----------
    done, total : int
        Records that exist, including those found in the store, and all records of the plan.
    reused : int
        Records found in the store.
    failed : int
        New records without a result.
    seconds : float
        Time since the first fit was started.
    fit_seconds : float, default=0.0
        Total time of the new fits, without the start of their processes.
    at_a_time : int, default=1
        Fits that run in parallel.
    """

    done: int
    total: int
    reused: int
    failed: int
    seconds: float
    fit_seconds: float = 0.0
    at_a_time: int = 1

    @property
    def seconds_left(self) -> float | None:
        """Estimated remaining time from the new fits so far; None before the third."""
        new = self.done - self.reused
        if new < _FEWEST_FOR_ESTIMATE:
            return None
        return self.fit_seconds / new * (self.total - self.done) / self.at_a_time


# (new record, progress) -> True to stop.
OnResult = Callable[[dict[str, Any], Progress], bool | None]
# Called with the data set, method, seed and preprocessing before a fit.
OnStart = Callable[[dict[str, Any]], object]


class Runner:
    """Runs jobs and keeps their records; the arguments are those of :func:`compare`."""

    def __init__(
        self,
        store: str | os.PathLike[str] | None,
        n_jobs: int | None,
        threads: int | None,
        timeout: float | None,
        retry_errors: bool,
        on_result: OnResult | None,
        stop: Callable[[], bool] | None,
        on_start: OnStart | None = None,
    ) -> None:
        backend, active_jobs = get_active_backend()
        in_threads = bool(getattr(backend, "supports_sharedmem", False)) and type(backend).__name__ not in _LOCAL
        self.on_cluster = not in_threads and type(backend).__name__ not in _LOCAL
        # Dask drops a task that has crashed several workers, and joblib would then wait for it indefinitely. Threads
        # share warnings, thread limits and the peak memory. In both cases each fit gets a separate process.
        self.isolate = timeout is not None or in_threads or self.on_cluster
        self.closing = False
        most = MOST_RUNS if self.on_cluster else most_at_a_time()
        if n_jobs is None:
            n_jobs = cpu_count() if active_jobs in (None, 1) and not self.on_cluster else active_jobs
        elif n_jobs != -1:
            check_count("n_jobs", n_jobs, maximum=most, of_machine=not self.on_cluster)
        self.n_jobs = n_jobs
        here = cpu_count() if n_jobs == -1 else n_jobs or 1
        self.threads = (
            check_count("threads", threads, maximum=most, of_machine=not self.on_cluster)
            if threads is not None
            else (1 if self.on_cluster else max(1, cpu_count() // here))
        )
        self.timeout = None if timeout is None else check_positive("timeout", timeout)
        self.retry_errors = retry_errors
        self.on_result = on_result
        self.on_start = on_start
        self.stop = stop or (lambda: False)
        self.store = store

    def run(self, jobs: Sequence[Job]) -> pd.DataFrame:
        """Run the jobs that have no record yet, and return all records."""
        keys = [job.key for job in jobs]
        with RecordStore(self.store) as records:
            known = records.reusable(keys, self.timeout, retry_errors=self.retry_errors)
            done, failed, started, fit_seconds = len(known), 0, time.perf_counter(), 0.0
            at_a_time = max(1, effective_n_jobs(self.n_jobs))
            with closing(self._outcomes([job for job in jobs if job.key not in known])) as outcomes:
                for job, outcome in outcomes:
                    record = self._record(job, outcome)
                    records.add(record)
                    done, failed = done + 1, failed + (record["status"] != "ok")
                    fit_seconds += record.get("seconds") or 0.0
                    seconds = time.perf_counter() - started
                    progress = Progress(done, len(jobs), len(known), failed, seconds, fit_seconds, at_a_time)
                    asked_to_stop = self.on_result is not None and self.on_result(record, progress)
                    if asked_to_stop or self.stop():
                        break
            return records.frame(keys)

    def _outcomes(self, jobs: list[Job]) -> Generator[tuple[Job, Outcome]]:
        """Yield jobs with their outcomes, in the order in which they finish."""
        for job in jobs:
            if job.problem is not None:
                kind, text = job.problem
                yield job, {"status": "error", "error_type": kind, "error": text, "warnings": []}
        jobs = [job for job in jobs if job.problem is None]
        try:
            yield from self._one_by_one(jobs) if self.n_jobs == 1 and not self.on_cluster else self._side_by_side(jobs)
        finally:
            end_idle()

    def _one_by_one(self, jobs: Iterable[Job]) -> Iterator[tuple[Job, Outcome]]:
        for job in jobs:
            X, y = _samples(job)
            if self.on_start is not None:
                self.on_start(_asked(job))
            try:
                if self.timeout is None:
                    outcome = run_task(self._task(job), X, y, self.stop)
                else:
                    outcome = run_isolated(self._task(job), X, y, self.timeout, self.stop)
            except Stopped:
                return
            yield job, outcome

    def _side_by_side(self, jobs: list[Job]) -> Iterator[tuple[Job, Outcome]]:
        """Run through joblib; after a fit has crashed its worker, the remaining jobs run in separate processes."""
        waiting = dict(enumerate(jobs))
        if not self.isolate:
            # An exception here comes from the pool, since the error of a fit becomes a record. If it occurs again in
            # the second attempt, it is raised.
            with suppress(Exception):
                yield from self._run_all(waiting, isolate=False)
                return
        yield from self._run_all(waiting, isolate=True)

    def _run_all(self, waiting: dict[int, Job], isolate: bool) -> Iterator[tuple[Job, Outcome]]:
        """Run the waiting jobs through joblib, and remove each one that has finished."""
        results = self._through_joblib(waiting, isolate)
        try:
            for number, outcome in results:
                yield waiting.pop(number), outcome
        except Stopped:
            return
        finally:
            self.closing = isolate
            with warnings.catch_warnings():
                # joblib warns about the fits that a stop interrupts.
                warnings.simplefilter("ignore", UserWarning)
                results.close()

    def _through_joblib(self, jobs: Mapping[int, Job], isolate: bool) -> Generator[tuple[int, Outcome]]:
        # On this machine a thread is enough to wait for a process, and it can be asked to stop.
        in_threads = isolate and not self.on_cluster
        stop = (lambda: self.closing or self.stop()) if in_threads else None
        calls = [
            delayed(_work)(number, self._task(job), *_samples(job), isolate, self.timeout, stop, os.getpid())
            for number, job in jobs.items()
        ]
        streams = in_threads or get_active_backend()[0].supports_return_generator
        how: dict[str, Any] = {"backend": "threading"} if in_threads else {"prefer": "processes"}
        pool = Parallel(n_jobs=self.n_jobs, batch_size=1, return_as="generator_unordered" if streams else "list", **how)
        if streams:
            results: Generator[tuple[int, Outcome]] = pool(calls)
            return results
        return _in_lists(pool, calls, effective_n_jobs(self.n_jobs))

    def _task(self, job: Job) -> Task:
        check = find_memory_check(job.method, job.estimator)
        return Task(job.method.name, job.estimator, job.preprocessing, check, self.threads, job.scales)

    def _record(self, job: Job, outcome: Outcome) -> dict[str, Any]:
        shape = (None, None) if job.data.X is None else job.data.X.shape
        return {
            "key": job.key,
            "identity": job.identity,
            **_asked(job),
            "kind": job.data.kind,
            "n_samples": shape[0],
            "n_features": shape[1],
            "n_classes": job.data.n_classes,
            "majority_share": job.data.majority_share,
            "data_sha256": job.data.sha256,
            "estimator": class_name(job.estimator),
            "deterministic": job.method.deterministic,
            "n_clusters": job.n_clusters,
            "parameters": job.parameters,
            "threads": self.threads,
            "timeout": self.timeout,
            "versions": versions(),
            "started": datetime.now(UTC).isoformat(timespec="seconds"),
            **outcome,
        }


# Back ends of joblib that run on this machine.
_LOCAL = {"LokyBackend", "MultiprocessingBackend", "SequentialBackend"}


def _asked(job: Job) -> dict[str, Any]:
    return {
        "dataset": job.data.name,
        "method": job.method.name,
        "seed": job.seed,
        "preprocessing": job.preprocessing,
    }


def _samples(job: Job) -> tuple[FloatArray, list[str] | None]:
    assert job.data.X is not None
    return job.data.X, job.data.y


def _in_lists(pool: Parallel, calls: Sequence[Any], size: int) -> Generator[tuple[int, Outcome]]:
    """Run on a back end that only returns lists, a few fits per call, so that an interruption loses few results."""
    for first in range(0, len(calls), size):
        yield from pool(calls[first : first + size])


def _work(
    number: int,
    task: Task,
    X: FloatArray,
    y: list[str] | None,
    isolate: bool,
    timeout: float | None,
    stop: Callable[[], bool] | None,
    caller: int,
) -> tuple[int, Outcome]:
    """Fit in a worker of joblib."""
    if isolate:
        return number, run_isolated(task, X, y, timeout, stop)
    exit_with(caller)
    return number, run_task(task, X, y)
