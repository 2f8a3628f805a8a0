"""A matrix over pairs of rows with more columns beside it, such as the mean of each row: its names tell it apart."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import numpy as np

from rnse_core._base.rounding import tolerance
from rnse_core.tables.columns import TypedColumn
from rnse_core.tables.rounding import filled_triangle

_FEWEST = 3


def columns_of_named_matrix(
    columns: Sequence[TypedColumn], used: Sequence[TypedColumn], n_rows: int, keep: Collection[str]
) -> list[TypedColumn] | None:
    """Return the columns of numbers that are called as the rows are, where they are a symmetric matrix.

    Parameters
    ----------
    columns : sequence of TypedColumn
        All columns; one of them has the names of the rows.
    used : sequence of TypedColumn
        Those of numbers, of which some are no part of the matrix.
    n_rows : int
    keep : collection of str
        Columns that the user wants to use.

    Returns
    -------
    list of TypedColumn, or None
        None where no columns are called so, the numbers are not symmetric, or the user wants another column.
    """
    if not _FEWEST <= n_rows < len(used):
        return None
    place_of = {column.name.strip(): column for column in used}
    for column in columns:
        if column.n_distinct != n_rows:
            continue
        rows = [cell.strip() for cell in column.raw.text()]
        if len({*rows}) < n_rows or not place_of.keys() >= {*rows}:
            continue
        found = [place_of[name] for name in rows]
        beside = {other.name for other in used if other not in found and other is not column}
        if beside and not beside & {*keep} and column not in found and _is_symmetric(found):
            return found
    return None


def _is_symmetric(columns: Sequence[TypedColumn]) -> bool:
    """Return whether columns are a symmetric matrix, or half of one."""
    A = np.column_stack([column.values for column in columns if column.values is not None])
    if A.shape[0] != A.shape[1]:
        return False
    if filled_triangle(A, signed=bool(np.nanmin(A, initial=0.0) < 0)):
        return True
    gaps = np.isnan(A)
    off = np.abs(np.where(gaps, 0.0, A) - np.where(gaps, 0.0, A).T)
    return bool((gaps == gaps.T).all() and off.max() <= tolerance(A[~gaps]) and not gaps.all())
