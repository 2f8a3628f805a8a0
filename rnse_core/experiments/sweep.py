"""Sweeps: RNSE on a grid of alpha and beta, with the same records as a comparison."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace

import numpy as np
import pandas as pd

from rnse_core._base.checks import check_positive
from rnse_core.datasets.openml import Progress as FetchProgress
from rnse_core.exceptions import InputError, ParameterError, ParameterTypeError, Reason
from rnse_core.experiments.data import Source, as_data_items
from rnse_core.experiments.jobs import check_preprocessings, check_seeds, make_jobs
from rnse_core.experiments.methods import Method, find_method
from rnse_core.experiments.runner import OnResult, Runner
from rnse_core.experiments.scores import find_score
from rnse_core.experiments.summary import ResultTable, summarise

# The paper's grid, Section V: 10^-3 to 10^2, and 10^-5 to 1.
PAPER_ALPHAS = tuple(10.0**k for k in range(-3, 3))
PAPER_BETAS = tuple(10.0**k for k in range(-5, 1))


def sweep(
    datasets: Source | Iterable[Source] | Mapping[str, Source],
    alphas: Iterable[float] = PAPER_ALPHAS,
    betas: Iterable[float] = PAPER_BETAS,
    seeds: int | Iterable[int] = 1,
    *,
    method: str | Method = "RNSE",
    preprocess: str | Iterable[str] = "zscore",
    n_clusters: int | str | None = None,
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
    """Run RNSE for every pair of alpha and beta; everything else is as in :func:`compare`.

    Parameters
    ----------
    datasets : str, path, Table, iterable of these, or mapping of names to these, a Dataset or a pair (X, y)
    alphas : iterable of float, default=10^-3 ... 10^2
    betas : iterable of float, default=10^-5 ... 1
    seeds : int or iterable of int, default=1
    method : str or Method, default="RNSE"
        A method with the parameters ``alpha`` and ``beta``.
    preprocess, n_clusters, store, n_jobs, threads, timeout, retry_errors, data_home, on_result, on_fetch, stop
        See :func:`compare`.

    Returns
    -------
    DataFrame
        One row per record, with the columns ``alpha`` and ``beta`` in front. See :func:`sweep_matrix`.

    Raises
    ------
    ValueError, TypeError
        If an argument is not valid, before anything is run.

    Examples
    --------
    >>> from rnse_core.experiments import sweep, sweep_matrix
    >>> frame = sweep("iris", alphas=[1, 10], betas=[0.1, 1], n_jobs=1)
    >>> sweep_matrix(frame).shape
    (2, 2)
    """
    for name, values in (("alphas", alphas), ("betas", betas)):
        if not isinstance(values, Iterable) or isinstance(values, str):
            message = f"{name} must be a list of numbers, such as [0.1, 1]; got {values!r}."
            raise ParameterTypeError(name, values, Reason.WRONG_TYPE, message=message)
    listed_alphas = list(dict.fromkeys(check_positive("alphas", alpha) for alpha in alphas))
    listed_betas = list(dict.fromkeys(check_positive("betas", beta, allow_zero=True) for beta in betas))
    for name, listed in (("alphas", listed_alphas), ("betas", listed_betas)):
        if not listed:
            raise ParameterError(name, listed, Reason.EMPTY)
    grid = [{"alpha": alpha, "beta": beta} for alpha in listed_alphas for beta in listed_betas]
    chosen, seed_list, scalings = find_method(method), check_seeds(seeds), check_preprocessings(preprocess)
    runner = Runner(store, n_jobs, threads, timeout, retry_errors, on_result, stop)
    items = as_data_items(datasets, data_home=data_home, progress=on_fetch)
    frame = runner.run(make_jobs(items, [chosen], seed_list, scalings, n_clusters, grid))
    return with_parameters(frame, "alpha", "beta")


def with_parameters(frame: pd.DataFrame, *names: str) -> pd.DataFrame:
    """Return records with the named parameters as first columns; None where a record has no such parameter."""
    stored = [json.loads(text) if isinstance(text, str) else {} for text in frame["parameters"]]
    front = pd.DataFrame({name: [parameters.get(name) for parameters in stored] for name in names}, index=frame.index)
    return pd.concat([front, frame.drop(columns=[name for name in names if name in frame.columns])], axis=1)


def sweep_table(frame: pd.DataFrame, score: str = "accuracy") -> ResultTable:
    """Return a table with a row per alpha and a column per beta, in the form of a table of a comparison.

    Parameters
    ----------
    frame : DataFrame
        From :func:`sweep`, of one data set and one preprocessing.
    score : str, default="accuracy"
        Key of ``SCORES``.

    Returns
    -------
    ResultTable

    Raises
    ------
    ValueError
        If there is no record, or there are records of several data sets, methods or preprocessings.
    """
    _check_one(frame)
    ordered = frame.sort_values(["alpha", "beta"], kind="stable")
    title = " on ".join(str(ordered[name].iloc[0]) for name in ("method", "dataset")) if len(ordered) else ""
    rows, columns = (_labels(ordered[name]) for name in ("alpha", "beta"))
    table = summarise(ordered.assign(dataset=rows, method=columns), score)
    numbers = (_numbers(ordered["alpha"], rows), _numbers(ordered["beta"], columns))
    return replace(table, title=title, best_of_all=True, numbers=numbers)


def _labels(values: pd.Series) -> pd.Series:
    # 15 significant digits distinguish any two numbers that are typed with as many.
    return values.map(lambda value: f"{values.name} = {value:.15g}")


def _numbers(values: pd.Series, labels: pd.Series) -> pd.Series:
    """Return the number of each label."""
    return values.astype(float).set_axis(labels).groupby(level=0, sort=False).first()


def sweep_matrix(frame: pd.DataFrame, score: str = "accuracy") -> pd.DataFrame:
    """Return the mean of a score for every alpha and beta.

    Parameters
    ----------
    frame : DataFrame
        From :func:`sweep`, of one data set and one preprocessing.
    score : str, default="accuracy"
        Key of ``SCORES``.

    Returns
    -------
    DataFrame of shape (n_alphas, n_betas)
        NaN where no run has a result.

    Raises
    ------
    ValueError
        If there are records of several data sets, methods or preprocessings.
    """
    find_score(score)
    _check_one(frame)
    good = frame[score].where(frame["status"] == "ok", np.nan)
    means = good.groupby([frame["alpha"].astype(float), frame["beta"].astype(float)]).mean()
    matrix: pd.DataFrame = means.unstack("beta").sort_index().sort_index(axis=1)
    return matrix


def _check_one(frame: pd.DataFrame) -> None:
    if len(frame.drop_duplicates(["dataset", "method", "preprocessing", "n_clusters"])) > 1:
        message = "A sweep is shown for one data set, method and preprocessing at a time; choose its rows first."
        raise InputError("frame", Reason.INCOMPATIBLE, message=message)
