"""Values so large that all others of their column are the same beside them, in terms of the file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from rnse_core._base.large_values import LargeValues, find_large_values
from rnse_core.tables.kinds import NoteKind, OptionKind
from rnse_core.tables.model import FloatArray, Table
from rnse_core.tables.notes import Note
from rnse_core.tables.questions import Option, as_names

# More values than this are not written out one by one.
_MOST_VALUES = 10


def large_value_notes(
    X: FloatArray, feature_names: Sequence[str], row_numbers: npt.NDArray[np.int64]
) -> Iterator[Note]:
    """Yield a note about each column in which a few values are that large.

    Parameters
    ----------
    X : ndarray of shape (n_rows, n_features)
    feature_names : sequence of str
    row_numbers : ndarray of shape (n_rows,) of int
        Numbers of the rows in the file.

    Yields
    ------
    Note
        With the number of the row of the largest value, and the :class:`LargeValues`.
    """
    for found in find_large_values(X):
        place = int(row_numbers[found.rows[0]])
        yield Note(NoteKind.LARGE_VALUES, (feature_names[found.column],), places=(place,), values=(found,))


def too_large(table: Table, keywords: Mapping[str, Any]) -> Iterator[tuple[Note, Option | None]]:
    """Yield a note about each column in which a few values are that large, and the option to leave them out.

    Parameters
    ----------
    table : Table
    keywords : mapping
        How it was read.

    Yields
    ------
    note : Note
    option : Option or None
        Counts the values as missing, beside those that do already; None where they are too many to be named.
    """
    if table.kind != "features":
        return
    for note in large_value_notes(table.X, table.feature_names, table.row_numbers):
        (column,), (found,) = note.columns, note.values
        yield note, _option(column, found, keywords)


def _option(column: str, found: LargeValues, keywords: Mapping[str, Any]) -> Option | None:
    values = tuple(dict.fromkeys(map(repr, found.values)))
    if len(values) > _MOST_VALUES:
        return None
    missing = tuple(dict.fromkeys((*as_names(keywords.get("missing_in", {}).get(column, ())), *values)))
    return Option(OptionKind.COUNT_AS_MISSING, {"missing_in": {column: missing}}, count=len(found.values))
