"""Comparisons: every method runs on every data set with every seed and preprocessing, and each run gives one record."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping

import pandas as pd

from rnse_core.datasets.openml import Progress as FetchProgress
from rnse_core.exceptions import ParameterError, ParameterTypeError, Reason
from rnse_core.experiments.data import Source, as_data_items
from rnse_core.experiments.jobs import check_preprocessings, check_seeds, make_jobs
from rnse_core.experiments.methods import PAPER_NAMES, Method, find_method
from rnse_core.experiments.runner import OnResult, OnStart, Runner
from rnse_core.experiments.store import RecordStore


def compare(
    datasets: Source | Iterable[Source] | Mapping[str, Source],
    methods: str | Method | Iterable[str | Method] = PAPER_NAMES,
    seeds: int | Iterable[int] = 10,
    *,
    preprocess: str | Iterable[str] = "zscore",
    n_clusters: int | str | None = None,
    store: str | os.PathLike[str] | None = None,
    n_jobs: int | None = None,
    threads: int | None = None,
    timeout: float | None = None,
    retry_errors: bool = False,
    data_home: str | os.PathLike[str] | None = None,
    on_result: OnResult | None = None,
    on_start: OnStart | None = None,
    on_fetch: FetchProgress | None = None,
    stop: Callable[[], bool] | None = None,
) -> pd.DataFrame:
    """Run methods on data sets and return one record for each data set, method, seed and preprocessing.

    A fit that fails, exceeds the timeout or crashes its process gives a record with that status, and so does every run
    on a data set that cannot be used, such as one with missing values; the other runs continue. With a `store`, each
    record is written as soon as its fit has finished, and a run that was stopped or killed can be resumed. A record is
    reused only if the data, all parameters, the preprocessing, the code of the method and the versions of numpy, scipy
    and scikit-learn are the same.

    The fits run through joblib: in processes on this machine by default, or on the back end chosen with
    ``joblib.parallel_config``, such as a dask or ray cluster.

    Parameters
    ----------
    datasets : str, path, Table, iterable of these, or mapping of names to these, a Dataset or a pair (X, y)
        A string is a name of ``DATASETS``, the stem of a file in `data_home`, or a path. A Table or a pair may be in a
        :class:`ColumnScaled`, with scales of its columns.
    methods : str, Method, or iterable of these, default=the nine of the paper
        Names of ``METHODS``; ``METHODS["RNSE"].variant("RNSE, alpha 2", alpha=2)`` has other parameters.
    seeds : int or iterable of int, default=10
        Seeds; an integer n stands for 0 to n - 1. A method without random numbers runs once, without a seed.
    preprocess : str or iterable of str, default="zscore"
        Keys of ``rnse_core.preprocessing.SCALINGS``.
    n_clusters : int, "classes" or None, default=None
        None means the number of classes, unless their column was found by its name or values and nobody has named it;
        "classes" takes their number from such a column, too.
    store : path-like or None, default=None
        SQLite file of records.
    n_jobs : int or None, default=None
        Parallel fits; 1 runs them in this process. None means the setting of ``joblib.parallel_config``, or the number
        of cores.
    threads : int or None, default=None
        Threads of BLAS and OpenMP for each fit. None divides the cores among the fits, and means 1 on a cluster.
    timeout : float or None, default=None
        Seconds allowed for each fit, which then runs in a separate process that can be ended.
    retry_errors : bool, default=False
        Whether to repeat fits that ended in an error. Fits that failed because of the machine, such as for lack of
        memory, are always repeated.
    data_home : path-like or None, default=None
        Folder in which data sets are looked for by name.
    on_result : callable or None, default=None
        ``on_result(record, progress)`` for each new record. Returning True stops the run; finished records are kept.
    on_start : callable or None, default=None
        ``on_start(fit)`` before each fit, a dict of its dataset, method, seed and preprocessing. Only with
        ``n_jobs=1``, where fits run one after the other in the order of the records.
    on_fetch : callable or None, default=None
        ``on_fetch(bytes_so_far, bytes_in_all or None)`` while a data set is fetched.
    stop : callable or None, default=None
        Called after each result, and with ``n_jobs=1`` in each round of a fit; returning True stops the run. With a
        `timeout`, or in ``joblib.parallel_config("threading")``, each fit runs in a separate process on this machine,
        which a stop ends at once.

    Returns
    -------
    DataFrame
        One row per record, in the order data set, preprocessing, method, seed; after a stop, only the finished ones.
        See :func:`rnse_core.experiments.summarise` for tables.

    Raises
    ------
    ValueError, TypeError
        If an argument is not valid, before anything is run.
    KeyboardInterrupt
        If the user interrupts the run; the store keeps the finished records.

    Examples
    --------
    >>> from rnse_core.experiments import compare
    >>> frame = compare(["iris"], ["K-Means", "NCuts"], seeds=2, n_jobs=1)
    >>> frame[["method", "seed", "status"]].values.tolist()
    [['K-Means', 0, 'ok'], ['K-Means', 1, 'ok'], ['NCuts', 0, 'ok'], ['NCuts', 1, 'ok']]
    """
    plan = _check_plan(methods, seeds, preprocess)
    runner = Runner(store, n_jobs, threads, timeout, retry_errors, on_result, stop, on_start)
    items = as_data_items(datasets, data_home=data_home, progress=on_fetch)
    return runner.run(make_jobs(items, *plan, n_clusters))


def planned_records(
    datasets: Source | Iterable[Source] | Mapping[str, Source],
    methods: str | Method | Iterable[str | Method] = PAPER_NAMES,
    seeds: int | Iterable[int] = 10,
    *,
    preprocess: str | Iterable[str] = "zscore",
    n_clusters: int | str | None = None,
    store: str | os.PathLike[str],
    timeout: float | None = None,
    data_home: str | os.PathLike[str] | None = None,
) -> tuple[pd.DataFrame, int]:
    """Return the stored records of a comparison, and how many fits :func:`compare` would still run.

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
    if isinstance(methods, Mapping) or not isinstance(methods, str | Method | Iterable):
        message = "methods must be a name, a Method, or a list of these; a Method has its name in it."
        raise ParameterTypeError("methods", type(methods).__name__, Reason.WRONG_TYPE, message=message)
    listed = [find_method(one) for one in ([methods] if isinstance(methods, str | Method) else methods)]
    names = [method.name for method in listed]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        message = f"The method {twice!r} is listed twice; a variant needs a name of its own."
        raise ParameterError("methods", twice, Reason.REPEATED, message=message)
    if not names:
        raise ParameterError("methods", names, Reason.EMPTY)
    return listed, check_seeds(seeds), check_preprocessings(preprocess)
