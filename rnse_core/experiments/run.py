"""Run a comparison: every data set with every method, every seed and every preprocessing, each as one record."""

from __future__ import annotations

import os
import time
import warnings
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import pandas as pd
from joblib import Parallel, cpu_count, delayed, effective_n_jobs
from joblib.parallel import get_active_backend

from rnse_core._validation import FloatArray, check_count, check_positive
from rnse_core.datasets.openml import Progress as FetchProgress
from rnse_core.experiments.data import Source, as_data_items
from rnse_core.experiments.fit import Outcome, Stopped, Task, run_task
from rnse_core.experiments.isolated import end_idle, run_isolated
from rnse_core.experiments.jobs import (
    Job,
    check_preprocessings,
    check_seeds,
    class_name,
    make_jobs,
    versions,
)
from rnse_core.experiments.methods import PAPER_NAMES, Method, find_method
from rnse_core.experiments.store import RecordStore


@dataclass(frozen=True)
class Progress:
    """How far a run has come.

    Attributes
    ----------
    done, total : int
        Records there are, those found in the store included, and those wanted.
    reused : int
        Records found in the store.
    failed : int
        Records of this run that are no result.
    seconds : float
        Since the first fit was started.
    """

    done: int
    total: int
    reused: int
    failed: int
    seconds: float

    @property
    def seconds_left(self) -> float | None:
        """A guess from the runs so far; None before the first."""
        new = self.done - self.reused
        return None if new == 0 else self.seconds / new * (self.total - self.done)


# A new record and how far the run is -> True to stop.
OnResult = Callable[[dict[str, Any], Progress], bool | None]


def compare(
    datasets: Source | Iterable[Source] | Mapping[str, Source],
    methods: str | Method | Iterable[str | Method] = PAPER_NAMES,
    seeds: int | Iterable[int] = 10,
    *,
    preprocess: str | Iterable[str] = "zscore",
    n_clusters: int | None = None,
    store: str | os.PathLike[str] | None = None,
    n_jobs: int | None = None,
    threads: int | None = None,
    timeout: float | None = None,
    retry_errors: bool = False,
    data_home: str | os.PathLike[str] | None = None,
    on_result: OnResult | None = None,
    on_fetch: FetchProgress | None = None,
    stop: Callable[[], bool] | None = None,
) -> pd.DataFrame:
    """Run methods on data sets, and return one record for each data set, method, seed and preprocessing.

    A fit that ends in an error, takes too long or brings its process down is a record that says so. With a `store`,
    each record is written as soon as it is there, and a run that was stopped or killed goes on where it was. A record
    is used again only if the data, all parameters, the preprocessing, the code of the method and the versions of numpy,
    scipy and scikit-learn are the same.

    The runs go through joblib: processes on this machine by default, or any back end that was chosen with
    ``joblib.parallel_config``, such as a dask or ray cluster.

    Parameters
    ----------
    datasets : str, path, Table, iterable of these, or mapping of names to these, a Dataset or a pair (X, y)
        A text is a name of ``DATASETS``, the stem of a file in `data_home`, or a path.
    methods : str, Method, or iterable of these, default=the nine of the paper
        Names of ``METHODS``; ``METHODS["RNSE"].variant("RNSE, alpha 2", alpha=2)`` has other parameters.
    seeds : int or iterable of int, default=10
        Seeds, or how many, from 0. A method that draws nothing at random runs once, without a seed.
    preprocess : str or iterable of str, default="zscore"
        Keys of ``rnse_core.preprocessing.SCALINGS``.
    n_clusters : int or None, default=None
        None means the number of classes.
    store : path-like or None, default=None
        SQLite file of records.
    n_jobs : int or None, default=None
        Fits at a time; 1 runs them in this process. None means what ``joblib.parallel_config`` says, else the cores.
    threads : int or None, default=None
        Threads of BLAS and OpenMP for each fit. None shares the cores among the fits, and means 1 on a cluster.
    timeout : float or None, default=None
        Seconds for each fit, which then runs in a process that can be ended.
    retry_errors : bool, default=False
        Run again what ended in an error. What depends on the machine, such as a lack of memory, always is.
    data_home : path-like or None, default=None
        Folder in which data sets are looked for by name.
    on_result : callable or None, default=None
        ``on_result(record, progress)`` for each new record. Returning True stops the run; what is done stays.
    on_fetch : callable or None, default=None
        ``on_fetch(bytes_so_far, bytes_in_all or None)`` while a data set is fetched.
    stop : callable or None, default=None
        True stops the run. Asked after each result; with ``n_jobs=1`` also in each round of a fit, or several times a
        second when there is a `timeout`; and several times a second in ``joblib.parallel_config("threading")``, where
        each fit has a process of its own.

    Returns
    -------
    DataFrame
        One row per record, in the order data set, preprocessing, method, seed. When the run was stopped, those there
        are. See :func:`rnse_core.experiments.summarise` for tables.

    Raises
    ------
    ValueError, TypeError
        If an argument is not valid, before anything is run.
    KeyboardInterrupt
        As it came; the store has what was done.

    Examples
    --------
    >>> from rnse_core.experiments import compare
    >>> frame = compare(["iris"], ["K-Means", "NCuts"], seeds=2, n_jobs=1)
    >>> frame[["method", "seed", "status"]].values.tolist()
    [['K-Means', 0, 'ok'], ['K-Means', 1, 'ok'], ['NCuts', 0, 'ok'], ['NCuts', 1, 'ok']]
    """
    plan = _check_plan(methods, seeds, preprocess)
    runner = Runner(store, n_jobs, threads, timeout, retry_errors, on_result, stop)
    items = as_data_items(datasets, data_home=data_home, progress=on_fetch)
    return runner.run(make_jobs(items, *plan, n_clusters))


def planned_records(
    datasets: Source | Iterable[Source] | Mapping[str, Source],
    methods: str | Method | Iterable[str | Method] = PAPER_NAMES,
    seeds: int | Iterable[int] = 10,
    *,
    preprocess: str | Iterable[str] = "zscore",
    n_clusters: int | None = None,
    store: str | os.PathLike[str],
    timeout: float | None = None,
    data_home: str | os.PathLike[str] | None = None,
) -> tuple[pd.DataFrame, int]:
    """Return the records of a comparison that are there already, and how many fits :func:`compare` would run.

    Parameters
    ----------
    datasets, methods, seeds, preprocess, n_clusters, store, timeout, data_home
        As for :func:`compare`.

    Returns
    -------
    frame : DataFrame
    missing : int

    Raises
    ------
    ValueError, TypeError
        If an argument is not valid.
    """
    plan = _check_plan(methods, seeds, preprocess)
    jobs = make_jobs(as_data_items(datasets, data_home=data_home), *plan, n_clusters)
    keys = [job.key for job in jobs]
    with RecordStore(store) as records:
        return records.frame(keys), len(jobs) - len(records.reusable(keys, timeout))


def _check_plan(
    methods: str | Method | Iterable[str | Method], seeds: int | Iterable[int], preprocess: str | Iterable[str]
) -> tuple[list[Method], list[int], list[str]]:
    listed = [find_method(one) for one in ([methods] if isinstance(methods, str | Method) else methods)]
    names = [method.name for method in listed]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise ValueError(f"The method {twice!r} is listed twice; a variant needs a name of its own.")
    if not names:
        raise ValueError("There is no method to compare.")
    return listed, check_seeds(seeds), check_preprocessings(preprocess)


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
    ) -> None:
        backend, active_jobs = get_active_backend()
        in_threads = bool(getattr(backend, "supports_sharedmem", False)) and type(backend).__name__ not in _LOCAL
        self.on_cluster = not in_threads and type(backend).__name__ not in _LOCAL
        # Dask gives up a task that has brought down some workers, and joblib would wait for it for ever; threads share
        # warnings, limits and the peak of memory. There each fit gets a process of its own.
        self.isolate = timeout is not None or in_threads or self.on_cluster
        if n_jobs is None:
            n_jobs = cpu_count() if active_jobs in (None, 1) and not self.on_cluster else active_jobs
        elif n_jobs != -1:
            check_count("n_jobs", n_jobs)
        self.n_jobs = n_jobs
        here = cpu_count() if n_jobs == -1 else n_jobs or 1
        self.threads = (
            check_count("threads", threads)
            if threads is not None
            else (1 if self.on_cluster else max(1, cpu_count() // here))
        )
        self.timeout = None if timeout is None else check_positive("timeout", timeout)
        self.retry_errors = retry_errors
        self.on_result = on_result
        self.stop = stop or (lambda: False)
        self.store = store

    def run(self, jobs: Sequence[Job]) -> pd.DataFrame:
        """Run what has no record yet, and return all records there are."""
        keys = [job.key for job in jobs]
        with RecordStore(self.store) as records:
            known = records.reusable(keys, self.timeout, retry_errors=self.retry_errors)
            done, failed, started = len(known), 0, time.perf_counter()
            with closing(self._outcomes([job for job in jobs if job.key not in known])) as outcomes:
                for job, outcome in outcomes:
                    record = self._record(job, outcome)
                    records.add(record)
                    done, failed = done + 1, failed + (record["status"] != "ok")
                    progress = Progress(done, len(jobs), len(known), failed, time.perf_counter() - started)
                    wish = self.on_result is not None and self.on_result(record, progress)
                    if wish or self.stop():
                        break
            return records.frame(keys)

    def _outcomes(self, jobs: list[Job]) -> Generator[tuple[Job, Outcome]]:
        """Yield results as they come."""
        for job in jobs:
            if job.problem[1]:
                yield job, {"status": "error", "error_type": job.problem[0], "error": job.problem[1], "warnings": []}
        jobs = [job for job in jobs if not job.problem[1]]
        try:
            yield from self._one_by_one(jobs) if self.n_jobs == 1 and not self.on_cluster else self._side_by_side(jobs)
        finally:
            end_idle()

    def _one_by_one(self, jobs: Iterable[Job]) -> Iterator[tuple[Job, Outcome]]:
        for job in jobs:
            X, y = _samples(job)
            try:
                if self.timeout is None:
                    outcome = run_task(self._task(job), X, y, self.stop)
                else:
                    outcome = run_isolated(self._task(job), X, y, self.timeout, self.stop)
            except Stopped:
                return
            yield job, outcome

    def _side_by_side(self, jobs: list[Job]) -> Iterator[tuple[Job, Outcome]]:
        """Run through joblib; when a fit brings its worker down, the rest run in processes that die alone."""
        waiting = dict(enumerate(jobs))
        isolate = self.isolate
        while waiting:
            results = self._through_joblib(waiting, isolate)
            try:
                for number, outcome in results:
                    yield waiting.pop(number), outcome
            except Stopped:
                return
            except Exception:
                if isolate:
                    raise
                isolate = True
            finally:
                with warnings.catch_warnings():
                    # joblib warns that fits are cut short, which is what a stop is for.
                    warnings.simplefilter("ignore", UserWarning)
                    results.close()

    def _through_joblib(self, jobs: Mapping[int, Job], isolate: bool) -> Generator[tuple[int, Outcome]]:
        backend, _ = get_active_backend()
        stop = self.stop if getattr(backend, "supports_sharedmem", False) else None
        calls = [
            delayed(_work)(number, self._task(job), *_samples(job), isolate, self.timeout, stop)
            for number, job in jobs.items()
        ]
        streams = backend.supports_return_generator
        pool = Parallel(
            n_jobs=self.n_jobs, batch_size=1, return_as="generator_unordered" if streams else "list", prefer="processes"
        )
        if streams:
            results: Generator[tuple[int, Outcome]] = pool(calls)
            return results
        return _in_lists(pool, calls, effective_n_jobs(self.n_jobs))

    def _task(self, job: Job) -> Task:
        return Task(job.estimator, job.preprocessing, job.method.quadratic, self.threads)

    def _record(self, job: Job, outcome: Outcome) -> dict[str, Any]:
        shape = (None, None) if job.data.X is None else job.data.X.shape
        return {
            "key": job.key,
            "identity": job.identity,
            "dataset": job.data.name,
            "kind": job.data.kind,
            "n_samples": shape[0],
            "n_features": shape[1],
            "n_classes": job.data.n_classes,
            "majority_share": job.data.majority_share,
            "data_sha256": job.data.sha256,
            "method": job.method.name,
            "estimator": class_name(job.estimator),
            "deterministic": job.method.deterministic,
            "n_clusters": job.n_clusters,
            "seed": job.seed,
            "preprocessing": job.preprocessing,
            "parameters": job.parameters,
            "threads": self.threads,
            "timeout": self.timeout,
            "versions": versions(),
            "started": datetime.now(UTC).isoformat(timespec="seconds"),
            **outcome,
        }


# joblib's own back ends of this machine.
_LOCAL = {"LokyBackend", "MultiprocessingBackend", "SequentialBackend"}


def _samples(job: Job) -> tuple[FloatArray, list[str] | None]:
    assert job.data.X is not None
    return job.data.X, job.data.y


def _in_lists(pool: Parallel, calls: Sequence[Any], size: int) -> Generator[tuple[int, Outcome]]:
    """Run on a back end that only returns lists, a few fits at a time, so that little is lost."""
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
) -> tuple[int, Outcome]:
    """Fit in a worker of joblib."""
    return number, run_isolated(task, X, y, timeout, stop) if isolate else run_task(task, X, y)
