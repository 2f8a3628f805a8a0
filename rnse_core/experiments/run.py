"""Run a comparison: every data set with every method, every seed and every preprocessing, each as one record."""

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
    n_clusters: int | None = None,
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
    """Run methods on data sets, and return one record for each data set, method, seed and preprocessing.

    A fit that ends in an error, takes too long or brings its process down is a record that says so, and so is every run
    on a data set that cannot be used, such as one with missing values; the others go on. With a `store`,
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
    on_start : callable or None, default=None
        ``on_start(fit)`` before each fit, a dict of its dataset, method, seed and preprocessing. Only with
        ``n_jobs=1``, where fits run one after the other in the order of the records.
    on_fetch : callable or None, default=None
        ``on_fetch(bytes_so_far, bytes_in_all or None)`` while a data set is fetched.
    stop : callable or None, default=None
        True stops the run. Asked after each result, and with ``n_jobs=1`` in each round of a fit. With a `timeout`, or
        in ``joblib.parallel_config("threading")``, each fit has a process of its own on this machine, which a stop ends
        within a moment.

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
    runner = Runner(store, n_jobs, threads, timeout, retry_errors, on_result, stop, on_start)
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
