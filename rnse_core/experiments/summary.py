"""Tables of results: mean and standard deviation of a score, for each method on each data set."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd

from rnse_core.exceptions import InputError, Reason
from rnse_core.experiments.scores import find_score
from rnse_core.wording import counted

_ROW = ["dataset", "preprocessing", "n_clusters"]


@dataclass(frozen=True, eq=False)
class ResultTable:
    """A score of every method on every data set.

    All frames have a row per data set (and preprocessing) and a column per method.

    Attributes
    ----------
    score : str
        Key of ``SCORES``.
    mean : DataFrame of shape (n_rows, n_methods)
        NaN where no run has the score.
    std : DataFrame of shape (n_rows, n_methods)
        Sample standard deviation over the runs (divided by n - 1); NaN for fewer than two.
    runs, failed, planned : DataFrame of shape (n_rows, n_methods)
        Runs with this score, runs without any result, and runs recorded.
    deterministic : Series of shape (n_methods,)
        Whether the method uses no random numbers, so that one run is enough.
    majority : Series of shape (n_rows,)
        Score of a single cluster, where that is the share of the largest class; else NaN.
    nothing_to_find : Series of shape (n_rows,)
        Whether the score compares with classes, and all samples have the same one.
    datasets : Series of shape (n_rows,)
        Data set of each row; rows of the same one differ in preprocessing or the number of clusters.
    title : str
        Subject of the table, before its caption.
    best_of_all : bool
        Whether the best value of the whole table is marked, rather than that of each row.
    numbers : pair of Series, or None
        For a sweep: the values of the two parameters, by row and by column; the names are those of the parameters.
    """

    score: str
    mean: pd.DataFrame
    std: pd.DataFrame
    runs: pd.DataFrame
    failed: pd.DataFrame
    planned: pd.DataFrame
    deterministic: pd.Series
    majority: pd.Series
    nothing_to_find: pd.Series
    datasets: pd.Series
    title: str = ""
    best_of_all: bool = False
    numbers: tuple[pd.Series, pd.Series] | None = None


def summarise(frame: pd.DataFrame, score: str = "accuracy", *, methods: Sequence[str] | None = None) -> ResultTable:
    """Average a score over seeds.

    Parameters
    ----------
    frame : DataFrame
        Records, from :func:`compare` or :func:`read_records`.
    score : str, default="accuracy"
        Key of ``SCORES``.
    methods : sequence of str, optional
        The columns, in this order; by default all methods of the records.

    Returns
    -------
    ResultTable

    Raises
    ------
    ValueError
        If there is no record, or a method has several settings on the same data: their average has no meaning.
    """
    shown = find_score(score)
    if methods is not None:
        frame = frame.loc[frame["method"].isin(list(methods))]
    if frame.empty:
        raise InputError("frame", Reason.EMPTY, message="There are no records to make a table of.")
    _check_settings(frame)
    order = list(methods) if methods is not None else list(dict.fromkeys(frame["method"]))
    names = _row_names(frame)
    rows = pd.Index(list(dict.fromkeys(names)), name="data")
    good = frame["status"] == "ok"
    cells = [names.rename("data"), frame["method"]]
    groups = frame[score].astype(float).where(good, np.nan).groupby(cells)

    def grid(series: pd.Series) -> pd.DataFrame:
        return series.unstack("method").reindex(index=rows, columns=pd.Index(order, name="method"))

    fixed = frame.groupby("method")["deterministic"].agg(lambda column: bool(column.fillna(False).all()))
    majority = frame.groupby(names)["majority_share"].max().reindex(rows)
    return ResultTable(
        score=score,
        mean=grid(groups.mean()),
        std=grid(groups.std(ddof=1)),
        runs=grid(groups.count()).fillna(0).astype(int),
        failed=grid((~good).groupby(cells).sum()).fillna(0).astype(int),
        planned=grid(groups.size()).fillna(0).astype(int),
        deterministic=fixed.reindex(order).fillna(False).astype(bool),
        majority=majority if shown.majority else pd.Series(np.nan, index=rows),
        nothing_to_find=majority.eq(1.0) & shown.needs_classes,
        datasets=frame.groupby(names)["dataset"].first().reindex(rows),
    )


def _row_names(frame: pd.DataFrame) -> pd.Series:
    """Name each row by its data set, and by preprocessing and number of clusters where these differ."""
    names = frame["dataset"].astype(str)
    if frame.drop_duplicates(["dataset", "preprocessing"])["dataset"].duplicated().any():
        names = names + ", " + frame["preprocessing"].astype(str)
    if frame.drop_duplicates(["dataset", "n_clusters"])["dataset"].duplicated().any():
        names = names + ", " + frame["n_clusters"].map(lambda count: counted(count, "cluster")).astype(str)
    return names


def _check_settings(frame: pd.DataFrame) -> None:
    good = frame[frame["status"] == "ok"]
    settings = good["parameters"].map(_without_seed)
    several = settings.groupby([good[name] for name in [*_ROW, "method"]]).nunique()
    if (several > 1).any():
        data, method = several.index[several > 1][0][0], several.index[several > 1][0][-1]
        message = (
            f"{method} has several settings on {data}, whose average means nothing; give each a name of its own, or "
            "use sweep_matrix."
        )
        raise InputError("frame", Reason.INCOMPATIBLE, (data, method), message=message)


def _without_seed(parameters: str) -> str:
    kept = json.loads(parameters)
    kept.pop("random_state", None)
    return json.dumps(kept, sort_keys=True)


def summarise_all(frame: pd.DataFrame, scores: Iterable[str] = ("accuracy", "purity")) -> list[ResultTable]:
    """Return :func:`summarise` for several scores."""
    return [summarise(frame, score) for score in scores]
