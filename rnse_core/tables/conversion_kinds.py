"""The ways in which text, or numbers that stand for something else, are read as numbers."""

from __future__ import annotations

from enum import StrEnum, auto


class ConversionKind(StrEnum):
    """How text is read as numbers; the values are those of the keyword ``convert``."""

    PERCENT = auto()
    CURRENCY = auto()
    UNIT = auto()
    THOUSANDS = auto()
    DECIMAL_COMMA = auto()
    DECIMAL_POINT = auto()
    DATE = auto()
    DATE_DAY_FIRST = auto()
    DATE_MONTH_FIRST = auto()
    LIMIT = auto()
    HALF_LIMIT = auto()
    HEXADECIMAL = auto()
    NAMED_DATE = auto()
    TIME = auto()
    TIME_HOURS_FIRST = auto()
    # Dates and times of day written as plain numbers.
    YEAR_MONTH_DAY = auto()
    DAY_MONTH_YEAR = auto()
    MONTH_DAY_YEAR = auto()
    SHORT_YEAR_MONTH_DAY = auto()
    DAY_MONTH_SHORT_YEAR = auto()
    YEAR_MONTH = auto()
    CLOCK = auto()
    CLOCK_WITH_SECONDS = auto()
    EXCEL_DAYS = auto()
    UNIX_TIME = auto()
    MIXED_MARKS = auto()
    SEVERAL_UNITS = auto()
    FLAGGED = auto()
    ABOUT = auto()
    UNCERTAIN = auto()
    POWER_OF_TEN = auto()
    FRACTION = auto()
    FEET = auto()
    ANGLE = auto()
    DURATION = auto()
    NUMBER = auto()
