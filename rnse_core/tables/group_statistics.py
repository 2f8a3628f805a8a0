"""Rows of statistics of each group, such as "Mean a" and "SE a", that stand after or before the rows of the group."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from enum import StrEnum, auto
from itertools import pairwise

import numpy as np

from rnse_core.tables.columns import TypedColumn
from rnse_core.tables.model import FloatArray
from rnse_core.tables.nameless_rows import blocks_between, rows_without_name, runs_of
from rnse_core.tables.present_values import present_values
from rnse_core.tables.row_statistics import decimal_places, is_statistic
from rnse_core.tables.statistics_words import MORE_DEVIATIONS, MORE_MEANS, MORE_SUMS, plain_word, single_words


class Statistic(StrEnum):
    """What a name says that a row, or a column, holds of others."""

    MEAN = auto()
    SD = auto()
    SE = auto()
    VARIANCE = auto()
    CV = auto()
    SUM = auto()
    COUNT = auto()
    MEDIAN = auto()
    LEAST = auto()
    LARGEST = auto()


# Without accents, in lower case, as `plain_word` writes them.
_WORDS = {
    Statistic.MEAN: "mean|means|average|averages|avg|mittelwert|mittelwerte|mittel|durchschnitt|mw|moyenne|moyennes|moy"
    "|promedio|promedios|prom|media|medie|gemiddelde|medelvarde|snitt|ø",
    Statistic.SD: "sd|s d|std|stdev|stddev|std dev|st dev|standard deviation|standard deviations|standardabweichung"
    "|stabw|stdabw|std abw|ecart type|ecarttype|desviacion estandar|desviacion tipica|desv est|desv|deviazione standard"
    "|desvio padrao|standaardafwijking|standaarddeviatie|standardavvikelse",
    Statistic.SE: "se|s e|sem|s e m|std err|std error|stderr|standard error|standardfehler|erreur type|erreur standard"
    "|error estandar|errore standard|erro padrao|standaardfout",
    Statistic.VARIANCE: "var|variance|varianz|varianza|variancia|variantie",
    Statistic.CV: "cv|c v|rsd|vk|coefficient of variation|variationskoeffizient|coefficient de variation"
    "|coeficiente de variacion|rel std dev|relative standard deviation",
    Statistic.SUM: "sum|total|summe|gesamt|somme|suma|somma|totale|totaal|soma",
    Statistic.COUNT: "n|count|anzahl|effectif|nombre|nobs|recuento|conteggio|aantal",
    Statistic.MEDIAN: "median|mediane|mediana|mediaan",
    Statistic.LEAST: "min|minimum|minimo",
    Statistic.LARGEST: "max|maximum|maximo|massimo",
}
_MORE_WORDS = {Statistic.MEAN: MORE_MEANS, Statistic.SD: MORE_DEVIATIONS, Statistic.SUM: MORE_SUMS}
_KIND_OF = {word: kind for kind, words in _WORDS.items() for word in words.split("|")} | {
    word: kind for kind, words in _MORE_WORDS.items() for word in words
}
_ANY_WORD = re.compile(f" ({'|'.join(map(re.escape, sorted(_KIND_OF, key=len, reverse=True)))}) ")
_FIRST_WORDS = frozenset(word.split()[0] for word in _KIND_OF)
_MARKS = re.compile(r"[()\[\]{},:;/%]")
_SIZE = re.compile(r" n \d+ $")

_STATISTICS: dict[Statistic, Callable[[FloatArray], tuple[float, ...]]] = {
    Statistic.MEAN: lambda x: (float(x.mean()),),
    Statistic.SD: lambda x: _both(x.std(ddof=1), x.std()),
    Statistic.SE: lambda x: _both(x.std(ddof=1) / math.sqrt(len(x)), x.std() / math.sqrt(len(x))),
    Statistic.VARIANCE: lambda x: _both(x.var(ddof=1), x.var()),
    Statistic.CV: lambda x: _both(x.std(ddof=1) / x.mean(), 100 * x.std(ddof=1) / x.mean()),
    Statistic.SUM: lambda x: (float(x.sum()),),
    Statistic.COUNT: lambda x: (float(len(x)),),
    Statistic.MEDIAN: lambda x: (float(np.median(x)),),
    Statistic.LEAST: lambda x: (float(x.min()),),
    Statistic.LARGEST: lambda x: (float(x.max()),),
}
# Rows of measurements often have these numbers in one column.
_WEAK = frozenset({Statistic.COUNT, Statistic.MEDIAN, Statistic.LEAST, Statistic.LARGEST})
_AMONG = frozenset({Statistic.MEAN, Statistic.MEDIAN})
_SPREADS = frozenset({Statistic.SD, Statistic.SE})
_FEWEST_ROWS = 2
_FEWEST_IN_GROUP = 3
_FEWEST_COLUMNS = 2
# The share of the columns whose numbers must be the statistic; ratios may be those of the sums.
_MOSTLY = 2 / 3
# Half a unit of the last digit, and a little for the rounding of binary numbers.
_HALF = 0.51
# Longer tables are no reports with statistics among the rows.
_MOST_ROWS = 20_000
_LONGEST = 100


def statistics_of_groups(
    columns: Sequence[TypedColumn], values: Sequence[FloatArray], n_rows: int
) -> tuple[set[int], set[int]]:
    """Return the rows that summarise the rows right above, or right below, them, and those that may.

    A row is one by a word such as "Mean", alone or beside the name of its group, and by numbers that are this statistic
    of the group; a row without a name, or the last one of each group with one name, by its numbers alone. Rows beside
    one of these, with such a word too, summarise the same group in another way. Where no number is the statistic, as
    with adjusted means, but all can be one, the rows may summarise their groups.

    Parameters
    ----------
    columns : sequence of TypedColumn
    values : sequence of ndarray of shape (n_rows,)
        The columns of numbers, NaN where missing.
    n_rows : int

    Returns
    -------
    found, possible : set of int
    """
    found: set[int] = set()
    possible: set[int] = set()
    if not values or n_rows > _MOST_ROWS:
        return found, possible
    for column in columns:
        if column.type != "text":
            continue
        kinds = _kinds(column)
        if kinds:
            by_row = {row: kinds[cell] for row, cell in enumerate(column.raw.text()) if cell in kinds}
            sure, maybe = _summaries(by_row, values, n_rows)
            found |= sure
            possible |= maybe
    if not found and not possible:
        found |= rows_without_name(columns, values, n_rows) or _last_of_groups(columns, values)
    return found, possible - found


def _kinds(column: TypedColumn) -> dict[str, Statistic]:
    """Return what each text of a column says about its row, of those that name a statistic."""
    cells = column.raw.counts
    if single_words([_MARKS.sub(" ", "\n".join(cells))]).isdisjoint(_FIRST_WORDS):
        return {}
    found = ((cell, named_statistic(cell)) for cell in cells if len(cell) <= _LONGEST)
    return {cell: kind for cell, kind in found if kind is not None}


def named_statistic(cell: str) -> Statistic | None:
    """Return the statistic that a name has a word for, alone or beside that of a group; None for other names."""
    text = " ".join(plain_word(_MARKS.sub(" ", cell)).replace("=", " ").split())
    match = _ANY_WORD.search(_SIZE.sub(" ", f" {text} "))
    return None if match is None else _KIND_OF[match[1]]


def _summaries(kinds: dict[int, Statistic], values: Sequence[FloatArray], n_rows: int) -> tuple[set[int], set[int]]:
    """Return the rows with a word whose numbers are the statistic of their group, and those that may be."""
    runs = runs_of(sorted(kinds))
    best: set[int] = set()
    possible: set[int] = set()
    for blocks in blocks_between(runs, n_rows):
        fitting = [
            [row for row in run if _fits(kinds[row], values, row, block)]
            for run, block in zip(runs, blocks, strict=True)
        ]
        # In one column a number is a mean by chance now and then.
        if sum(map(len, fitting)) < 2 and not any(
            _n_compared(values, row, block) >= _FEWEST_COLUMNS
            for rows, block in zip(fitting, blocks, strict=True)
            for row in rows
        ):
            fitting = []
        n_sure = sum(map(bool, fitting))
        sure = [run for run, rows in zip(runs, fitting, strict=False) if rows or 2 * n_sure > len(runs)]
        best = max(best, {row for run in sure for row in run}, key=len)
        if len(runs) > 1 and all(_may_fit(kinds, values, run, block) for run, block in zip(runs, blocks, strict=True)):
            possible.update(row for run in runs for row in run)
    return best, possible if not best else set()


def _last_of_groups(columns: Sequence[TypedColumn], values: Sequence[FloatArray]) -> set[int]:
    """Return the last row of each group with one name, where it holds a statistic of the others of its group."""
    for names in columns:
        if names.type != "text" or names.n_distinct > names.raw.counts.total() / _FEWEST_IN_GROUP:
            continue
        cells = names.raw.text()
        starts = [row for row, cell in enumerate(cells) if not row or cells[row - 1] != cell]
        groups = list(pairwise([*starts, len(cells)]))
        if len(groups) > 1 and all(
            stop - start >= _FEWEST_IN_GROUP and is_statistic(values, stop - 1, slice(start, stop - 1))
            for start, stop in groups
        ):
            return {stop - 1 for _, stop in groups}
    return set()


def _fits(kind: Statistic, values: Sequence[FloatArray], row: int, block: slice) -> bool:
    """Return whether the numbers of a row are a statistic of a block, in most columns that it fills."""
    filled = [column for column in values if math.isfinite(column[row])]
    places = max((decimal_places(float(column[row])) for column in filled), default=0)
    fits = [
        is_close(kind, float(column[row]), body, places)
        for column in filled
        if len(body := present_values(column[block])) >= _FEWEST_ROWS and body.min() < body.max()
    ]
    return len(fits) >= (_FEWEST_COLUMNS if kind in _WEAK else 1) and sum(fits) >= _MOSTLY * len(fits)


def _n_compared(values: Sequence[FloatArray], row: int, block: slice) -> int:
    return sum(math.isfinite(column[row]) and len(np.unique(column[block])) > 1 for column in values)


def is_close(kind: Statistic, value: float, body: FloatArray, places: int) -> bool:
    """Return whether a number is a statistic of others, as far as both were rounded.

    Parameters
    ----------
    kind : Statistic
    value : float
    body : ndarray of shape (n_values,)
        The others, all finite.
    places : int
        Decimals of the number, and of those written like it.
    """
    places_of_body = max(map(decimal_places, body.tolist()))
    # Whole numbers are not rounded ones.
    unit = 10.0**-places_of_body if places_of_body else 0.0
    with np.errstate(all="ignore"):
        if kind is Statistic.SUM:
            unit *= len(body)
        elif kind is Statistic.CV:
            unit *= 200 / abs(float(body.mean())) if body.mean() else 1.0
        elif kind is Statistic.VARIANCE:
            unit *= 4 * float(body.std())
        slack = _HALF * (10.0**-places + unit)
        return any(abs(abs(value) - abs(one)) <= slack + 1e-9 * abs(one) for one in _STATISTICS[kind](body))


def _may_fit(kinds: dict[int, Statistic], values: Sequence[FloatArray], run: range, block: slice) -> bool:
    """Return whether a run has a mean or a spread among its words, and numbers that can be those of the block."""
    compared = [row for row in run if kinds[row] in _AMONG | _SPREADS]
    if not compared or block.stop - block.start < _FEWEST_ROWS:
        return False
    n_numbers = 0
    for row in compared:
        for column in values:
            value, body = float(column[row]), present_values(column[block])
            if not math.isfinite(value) or not len(body):
                continue
            least, largest = float(body.min()), float(body.max())
            if kinds[row] in _SPREADS:
                least, largest = 0.0, largest - least
            if not least <= value <= largest:
                return False
            n_numbers += 1
    return n_numbers > 0


def _both(*statistics: float) -> tuple[float, ...]:
    return tuple(float(one) for one in statistics)
