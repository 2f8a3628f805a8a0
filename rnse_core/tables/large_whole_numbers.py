"""Whole numbers with more digits than a float64 holds, as identifiers of messages and users have."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

import numpy as np

from rnse_core.tables.columns import TypedColumn
from rnse_core.tables.kinds import NoteKind
from rnse_core.tables.notes import Log

_MOST_EXACT = 2.0**53
_DIGITS = re.compile(r"\s*[-+]?\d+\s*")


def made_equal(column: TypedColumn) -> bool:
    """Return whether different whole numbers of a column are the same float64.

    Parameters
    ----------
    column : TypedColumn
        Of numbers.
    """
    if not _has_large(column):
        return False
    whole = set(_whole(column.raw.text()))
    return len(set(map(float, whole))) < len(whole)


def note_rounded(columns: Sequence[TypedColumn], log: Log) -> None:
    """Note the columns with whole numbers that are no float64, and are the nearest one now.

    Parameters
    ----------
    columns : sequence of TypedColumn
    log : Log
    """
    rounded = [
        column.name
        for column in columns
        if column.type == "number"
        and column.role != "label"
        and not column.is_one_hot
        and _has_large(column)
        and any(int(float(one)) != one for one in _whole(column.raw.text()))
    ]
    if rounded:
        log.note(NoteKind.ROUNDED_INTEGERS, rounded)


def _has_large(column: TypedColumn) -> bool:
    """Return whether a column has numbers beyond those between which every whole number is a float64."""
    values = column.values
    if values is None or not len(values):
        return False
    with np.errstate(invalid="ignore"):
        return bool((np.abs(values) >= _MOST_EXACT).any())


def _whole(cells: Iterable[str]) -> Iterable[int]:
    return (int(cell) for cell in cells if _DIGITS.fullmatch(cell))
