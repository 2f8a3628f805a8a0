"""Matrices over pairs whose diagonal holds a mark, or nothing, as tables of road distances have it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from rnse_core.tables.kinds import NoteKind
from rnse_core.tables.model import FloatArray
from rnse_core.tables.notes import Log
from rnse_core.tables.raw_table import RawColumn, RawTable

_FEWEST = 3
_MOST = 5000
#: What stands on a diagonal that has no numbers.
MARKS = frozenset(("", "n/a", "NA", "--", "---", "\\\\", *"xX×*+./\\-–—―■█●•○#~"))


def without_marks(raw: RawTable) -> RawTable:
    """Empty the cells of the diagonal, where the rows are named as the columns are and all of these hold one mark.

    Parameters
    ----------
    raw : RawTable
    """
    names = raw.columns[0] if raw.columns else None
    others = raw.columns[1:]
    if names is None or names.values is not None or not _FEWEST <= len(others) == len(raw.row_numbers) <= _MOST:
        return raw
    if [cell.strip() for cell in names.text()] != [column.name.strip() for column in others]:
        return raw
    cells = [column.text() for column in others]
    marks = {column[k].strip() for k, column in enumerate(cells)}
    if len(marks) > 1 or not marks <= MARKS:
        return raw
    emptied = [_without(column, k, cells[k]) for k, column in enumerate(others)]
    return replace(raw, columns=[names, *emptied])


def _without(column: RawColumn, place: int, cells: Sequence[str]) -> RawColumn:
    left = [*cells[:place], "", *cells[place + 1 :]]
    return replace(column, values=None, counts=Counter(left), text=lambda: left)


def has_open_diagonal(A: FloatArray) -> bool:
    """Return whether a square matrix has no number on its diagonal, and one everywhere else."""
    return A.ndim == 2 and A.shape[0] == A.shape[1] and bool((np.isnan(A) == np.eye(len(A), dtype=bool)).all())


def with_diagonal(A: FloatArray, kind: str) -> FloatArray:
    """Return the matrix with its diagonal: zero distance to itself, and the largest similarity."""
    filled = A.copy()
    np.fill_diagonal(filled, 0.0 if kind == "distance" else np.nanmax(A))
    return filled


def note_diagonal(A: FloatArray, log: Log) -> None:
    """Note what an open diagonal was set to."""
    log.note(NoteKind.OPEN_DIAGONAL, values=[float(A[0, 0])])
