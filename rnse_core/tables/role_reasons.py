"""Why a column has its role; sentences are made from it elsewhere."""

from __future__ import annotations

from enum import StrEnum, auto


class RoleReason(StrEnum):
    """Why a column has its role, or is used in another form than it has in the file."""

    AS_ASKED = auto()
    # Left out.
    EMPTY = auto()
    CONSTANT = auto()
    CONSTANT_IN_KEPT_ROWS = auto()
    DATES = auto()
    TEXT = auto()
    DISTINCT_TEXT = auto()
    ROW_NUMBERS = auto()
    ROW_NAMES = auto()
    AXIS = auto()
    IDENTIFIERS = auto()
    EARLIER_RESULT = auto()
    DECLARED = auto()
    BYTES = auto()
    SUM_OF_OTHERS = auto()
    OUTSIDE_MATRIX = auto()
    SEVERAL_NUMBERS = auto()
    # A feature in another form.
    CONVERTED = auto()
    ONE_HOT = auto()
    ORDINAL = auto()
    TICKS = auto()
    WORDS = auto()
    CYCLIC = auto()
    # Labels.
    LABEL_NAME = auto()
    REPEATED_TEXT = auto()
