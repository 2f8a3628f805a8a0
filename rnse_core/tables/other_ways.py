"""Other ways to read a column as numbers than the one that is offered first."""

from __future__ import annotations

from rnse_core.tables.columns import TypedColumn
from rnse_core.tables.conversion_kinds import ConversionKind
from rnse_core.tables.conversions import find_conversion
from rnse_core.tables.kinds import OptionKind
from rnse_core.tables.points import may_be_thousands
from rnse_core.tables.times import has_two_numbers

#: Each other way, and the answer that it makes.
OTHER_WAYS = {
    ConversionKind.DATE_MONTH_FIRST: OptionKind.MONTH_FIRST,
    ConversionKind.TIME_HOURS_FIRST: OptionKind.HOURS_FIRST,
    ConversionKind.HALF_LIMIT: OptionKind.HALF_LIMIT,
    ConversionKind.WITHOUT_LIMIT: OptionKind.WITHOUT_LIMITS,
    ConversionKind.ARROWS: OptionKind.ARROWS,
    ConversionKind.POINT_THOUSANDS: OptionKind.THOUSANDS_POINTS,
}
_TAKEN_FIRST = {
    ConversionKind.DATE_MONTH_FIRST: ConversionKind.DATE_DAY_FIRST,
    ConversionKind.TIME_HOURS_FIRST: ConversionKind.TIME,
    ConversionKind.HALF_LIMIT: ConversionKind.LIMIT,
    ConversionKind.WITHOUT_LIMIT: ConversionKind.LIMIT,
    ConversionKind.ARROWS: ConversionKind.FLAGGED,
    ConversionKind.POINT_THOUSANDS: ConversionKind.UNIT,
}


def cells_lost(column: TypedColumn, kind: ConversionKind) -> int | None:
    """Return how many cells of a column another way cannot read; None where it does not fit the column.

    Parameters
    ----------
    column : TypedColumn
        With the way that is offered first.
    kind : ConversionKind
        A key of `OTHER_WAYS`. It must read the cells that the first one does; without limits these are left out, and
        the others must be half of the column or more.
    """
    if column.suggestion is None or column.suggestion.kind is not _TAKEN_FIRST[kind]:
        return None
    present = {token: n for token, n in column.raw.counts.items() if token.strip() not in column.missing_tokens}
    if kind is ConversionKind.TIME_HOURS_FIRST and not has_two_numbers(present):
        return None
    if kind is ConversionKind.POINT_THOUSANDS and not may_be_thousands(present, ","):
        return None
    other = find_conversion(present, ".", kind)
    if other is None:
        return None
    same = other.suggestion.n_converted == column.suggestion.n_converted
    return other.suggestion.n_failing if same or kind is ConversionKind.WITHOUT_LIMIT else None
