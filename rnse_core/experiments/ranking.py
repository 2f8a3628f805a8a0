"""Ranking of methods over several data sets: average ranks and Friedman's test."""

from __future__ import annotations

from dataclasses import dataclass

import pandas as pd
from scipy.stats import friedmanchisquare

from rnse_core.experiments.scores import find_score
from rnse_core.experiments.summary import ResultTable
from rnse_core.wording import counted


@dataclass(frozen=True, eq=False)
class Ranking:
    """Methods compared over data sets.

    Attributes
    ----------
    average_rank : Series of shape (n_methods,)
        1 is the best; methods with equal scores on a data set share the mean of their places.
    ranks : DataFrame of shape (n_data, n_methods)
    left_out : list of str
        Data sets on which some method has no result; they are not ranked.
    one_class : list of str
        Data sets of one class, where no method can find anything; they are not ranked by a score of the classes.
    statistic, p_value : float or None
        Friedman's chi-squared statistic and its p-value; None where the test is not defined.
    note : str
        The reason for that, or the meaning of the p-value.
    """

    average_rank: pd.Series
    ranks: pd.DataFrame
    left_out: list[str]
    one_class: list[str]
    statistic: float | None
    p_value: float | None
    note: str


def rank_methods(table: ResultTable) -> Ranking:
    """Rank the methods on every data set, and test whether they differ.

    The test is Friedman's, as Demšar proposes it [1]_.

    Parameters
    ----------
    table : ResultTable
        From :func:`summarise`. Its rows should be different data sets, since the test assumes independent rows.

    Returns
    -------
    Ranking

    References
    ----------
    .. [1] J. Demšar, "Statistical comparisons of classifiers over multiple data sets", Journal of Machine Learning
       Research 7, 2006.

    Notes
    -----
    A method without any result is left out first, since it would exclude every data set. Then each data set on which
    one of the remaining methods has no result is left out: a missing value has no rank.
    """
    means = table.mean.dropna(axis=1, how="all")
    nothing = table.nothing_to_find[means.index]
    one_class = [str(name) for name in means.index[nothing]]
    means = means[~nothing]
    complete = means.dropna()
    left_out = [str(name) for name in means.index.difference(complete.index, sort=False)]
    ranks = complete.rank(axis=1, method="average", ascending=not find_score(table.score).higher_is_better)
    average = ranks.mean().sort_values(kind="stable")
    n_data, n_methods = complete.shape
    if n_methods < 3 or n_data < 2:
        note = f"Friedman's test needs three methods and two data sets; there are {n_methods} and {n_data}."
        return Ranking(average, ranks, left_out, one_class, None, None, note)
    if (ranks.nunique(axis=1) == 1).all():
        return Ranking(average, ranks, left_out, one_class, None, None, "All methods have the same scores.")
    result = friedmanchisquare(*(complete[name] for name in complete.columns))
    verdict = "a" if result.pvalue < 0.05 else "no"
    rows = counted(n_data, "row")
    note = f"Friedman's test over {rows}: p = {result.pvalue:.3g}, {verdict} significant difference at the 5% level."
    if table.datasets[complete.index].duplicated().any():
        note += " Some rows share their data set, so they are not as independent as the test takes them to be."
    if n_data < 10:
        note += " With fewer than ten data sets the test is rough."
    return Ranking(average, ranks, left_out, one_class, float(result.statistic), float(result.pvalue), note)
