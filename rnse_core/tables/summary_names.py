"""Rows whose name says that they summarise others, and whose numbers may: weighted means, and totals of more rows."""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Sequence

import numpy as np
import numpy.typing as npt

from rnse_core.tables.columns import TypedColumn
from rnse_core.tables.model import FloatArray
from rnse_core.tables.statistics_words import plain_word

_MEAN = r"averages?|avg|means?|(?:[a-z]*)durchschnitt|(?:[a-z]*)mittel(?:wert)?|moyennes?|promedio|gemiddelde|snitt"
_OF = r"of|for|over|across|all|von|der|des|aller|uber|de|del|des|van|per"
# "OECD average", "average of all sites", "Bundesdurchschnitt"; "average Joe" is a name.
_MEANS = re.compile(rf"(?:.* )?(?:{_MEAN})|(?:{_MEAN}) (?:{_OF}) .*|.* (?:{_MEAN}) (?:{_OF}|\().*")
_EVERY = re.compile(
    r"(?:the )?world(?: total)?|worldwide|global|welt|weltweit|monde|mundo|mondo|whole sample|entire sample"
    r"|(?:all|alle|tous les|toutes les|todos los|todas las|tutti i|tutte le|alla) "
    r"(?:the )?(?:regions?|regionen|countries|lander|states|provinces|districts|kreise|areas|sites|stations|stationen"
    r"|groups?|gruppen|ages|persons|personen|people|students|schuler|schools|schulen|classes|klassen|samples|rows"
    r"|households|haushalte|industries|sectors|branchen|products|produkte|stores|departments|pays|regiones|paises"
    r"|paesi|regioni|categories|items|patients|patienten|subjects|respondents|participants|teilnehmer|befragte)"
)
# The most that each column can have, above or below marks.
_MOST_OF_ALL = re.compile(
    r"(?:points?|scores?|marks?) possible|possible (?:points?|scores?|marks?)|out of|full marks"
    r"|max(?:imum|imal)?(?: possible)? (?:points?|scores?|marks?)|(?:points?|scores?|marks?) max(?:imum)?"
    r"|max(?:imale)? ?(?:punkte|punktzahl)|maximalpunktzahl|hochstpunktzahl|mogliche punkte|bareme|points max"
)
# The same, where the row stands first or last: any row may be named so.
_LARGEST = re.compile(r"max(?:imum|imal|imo|i)?|maks(?:imum)?|massimo")
# What the numbers of each column count, in the first or the last row of marks.
_WEIGHTS = re.compile(
    r"weight(?:s|ing|ings)?|gewicht(?:e|ung|ungen)?|faktor(?:en)?|factors?|coeff?(?:s|icients?)?|koeffizient(?:en)?|poids"
    r"|ponderations?|peso|pesos|ponderacion|ponderazione|coeficientes?|coefficiente?i?|weging|wegingsfactor|vikt"
)
# One of these stands in each such name, the last ones at the start of a word.
_HINTS = (
    *("average", "avg", "mean", "durchschnitt", "mittel", "moyenne", "promedio", "gemiddelde", "snitt"),
    *("world", "global", "welt", "monde", "mondo", "mundo", "whole", "entire"),
    *("weight", "gewicht", "faktor", "factor", "coef", "koeff", "poids", "ponder", "pondér", "peso", "weging", "vikt"),
    *("possible", "max", "maks", "mass", "máx", "full", "out of", "barème", "bareme", "punkt"),
    *(" all", " tou", " tod", " tutt"),
)
# Names of rows differ; more rows than this share of them are no summaries of the others.
_LEAST_DISTINCT = 0.9
_MOST = 0.1
# What can be reached, and what it counts, stand above or below marks in one row each.
_MOST_OF_TASKS = 2
_MOST_SEARCHED = 100_000
_FEWEST_ROWS = 4
_FEWEST_WEIGHTS = 2
_TOTALS = (1.0, 100.0)
# Coefficients of marks are small, and whole or half numbers.
_MOST_WEIGHT = 10.0
_ABOVE = 1e-3


def named_summaries(column: TypedColumn, values: Sequence[FloatArray], found: Collection[int] = ()) -> set[int]:
    """Return the rows that a column of names says to be a mean or total, where all their numbers can be one.

    A mean lies between the others in every column; a total of all lies between the least of them and their sum; what
    can be reached at most lies below none of them. Weights add up to 1 or 100, are the most that can be reached, or are
    small.

    Parameters
    ----------
    column : TypedColumn
        Of text.
    values : sequence of ndarray of shape (n_rows,)
        The columns of numbers.
    found : collection of int, default=()
        Rows that are known to be statistics of the others.
    """
    n_rows = column.raw.counts.total()
    if not values or n_rows <= _FEWEST_ROWS or not _LEAST_DISTINCT * n_rows <= column.n_distinct <= _MOST_SEARCHED:
        return set()
    # Plain texts are found in long columns sooner than patterns.
    joined = " " + " ".join(column.levels).casefold()
    hints = [hint for hint in _HINTS if hint in joined]
    if not hints:
        return set()
    words = {cell: plain_word(cell) for cell in column.levels if _has_any(cell, hints)}
    told = {cell: summary for cell, word in words.items() if (summary := _summary(word)) is not None}
    n_means = sum(summary in (_EVERY, _MEANS) for summary in told.values())
    if not told or n_means > max(1, _MOST * n_rows) or len(told) - n_means > max(_MOST_OF_TASKS, _MOST * n_rows):
        return set()
    cells = [cell.strip() for cell in column.raw.text()]
    rows = [row for row, cell in enumerate(cells) if cell in told]
    others = np.ones(n_rows, dtype=bool)
    others[[*rows, *found]] = False
    body = np.flatnonzero(others)
    if not len(body):
        return set()
    return {
        row
        for row in rows
        if (told[cells[row]] not in (_LARGEST, _WEIGHTS) or not body[0] < row < body[-1])
        and _may_summarise(values, row, others, told[cells[row]])
    }


def _has_any(cell: str, hints: Sequence[str]) -> bool:
    padded = f" {cell.casefold()}"
    return any(hint in padded for hint in hints)


def _summary(word: str) -> re.Pattern[str] | None:
    return next(
        (pattern for pattern in (_EVERY, _MEANS, _MOST_OF_ALL, _LARGEST, _WEIGHTS) if pattern.fullmatch(word)), None
    )


def _may_summarise(
    values: Sequence[FloatArray], row: int, others: npt.NDArray[np.bool_], summary: re.Pattern[str]
) -> bool:
    compared = [(float(column[row]), column[others & np.isfinite(column)]) for column in values]
    compared = [(value, body) for value, body in compared if math.isfinite(value) and len(body)]
    if summary is _WEIGHTS:
        return _may_be_weights(compared)
    return bool(compared) and all(_may_be(value, body, summary) for value, body in compared)


def _may_be_weights(compared: Sequence[tuple[float, FloatArray]]) -> bool:
    weights = [value for value, _ in compared]
    if len(weights) < _FEWEST_WEIGHTS or min(weights) <= 0:
        return False
    if any(math.isclose(sum(weights), total) for total in _TOTALS):
        return True
    if all(value >= float(body.max()) for value, body in compared):
        return True
    return max(weights) <= _MOST_WEIGHT and all((2 * weight).is_integer() for weight in weights)


def _may_be(value: float, body: FloatArray, summary: re.Pattern[str]) -> bool:
    least, largest = float(body.min()), float(body.max())
    if summary in (_MOST_OF_ALL, _LARGEST):
        return value >= largest
    if summary is _EVERY:
        total = float(body.sum())
        least, largest = min(least, total), max(largest, total)
    slack = _ABOVE * max(abs(least), abs(largest))
    return least - slack <= value <= largest + slack
