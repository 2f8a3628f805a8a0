"""Distances of all pairs in one column, as SciPy's ``pdist`` gives them and R's ``dist`` stores them."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
from scipy.spatial.distance import squareform

from rnse_core.tables.array_columns import array_column
from rnse_core.tables.array_file import ArrayOriginal
from rnse_core.tables.cell_types import STANDARD_MISSING
from rnse_core.tables.errors import too_many_rows
from rnse_core.tables.kinds import NoteKind, OptionKind, QuestionKind
from rnse_core.tables.model import FloatArray, Limits
from rnse_core.tables.notes import Log
from rnse_core.tables.questions import Option, Question
from rnse_core.tables.raw_table import RawTable

# Fewer numbers say nothing.
_FEWEST_POINTS = 5


def ask_about_condensed(raw: RawTable, log: Log) -> None:
    """Ask whether a column is the distances of all pairs, where it is the only one and their number fits."""
    found = _distances(raw)
    if found is not None and found[1] >= _FEWEST_POINTS:
        options = tuple(Option(OptionKind.READ_AS, {"kind": kind}) for kind in ("features", "distance"))
        log.ask(Question(QuestionKind.CONDENSED, options, values=(len(found[0]), found[1])))


def read_condensed(raw: RawTable, limits: Limits, log: Log) -> RawTable:
    """Return the square matrix of distances as a table; any other table as it is.

    Raises
    ------
    TableError
        When the matrix has more cells than the limits allow.
    """
    found = _distances(raw)
    if found is None:
        return raw
    distances, n_points = found
    if n_points > limits.most_rows(n_points):
        raise too_many_rows(limits, n_points, n_rows=n_points)
    D = squareform(distances)
    names = [str(k) for k in range(1, n_points + 1)]
    log.note(NoteKind.CONDENSED, count=len(distances), total=n_points)
    columns = [array_column(name, k, D[:, k], STANDARD_MISSING) for k, name in enumerate(names)]
    numbers = np.arange(1, n_points + 1, dtype=np.int64)
    original = ArrayOriginal(D, names)
    return replace(raw, columns=columns, row_numbers=numbers, n_rows_read=n_points, original=original, labels=None)


def _distances(raw: RawTable) -> tuple[FloatArray, int] | None:
    """Return the numbers of the only column and of how many points they are the distances."""
    values = raw.columns[0].values if len(raw.columns) == 1 else None
    if values is None or len(values) != raw.n_rows_read or not np.isfinite(values).all() or (values < 0).any():
        return None
    n_points = (1 + math.isqrt(1 + 8 * len(values))) // 2
    return (values, n_points) if n_points * (n_points - 1) // 2 == len(values) and n_points > 2 else None
