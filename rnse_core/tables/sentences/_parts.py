"""Parts that several sentences share: reasons, conversions, codes, arrays, and names of delimiters and encodings."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from rnse_core.tables.cell_types import shortest_decimal
from rnse_core.tables.conversion_kinds import ConversionKind
from rnse_core.tables.file_kinds import VariableProblem
from rnse_core.tables.model import Column, MissingCodes, Suggestion
from rnse_core.tables.role_reasons import RoleReason
from rnse_core.tables.variables import Variable
from rnse_core.wording import counted, listed, quoted

# Of one column, and of several where that differs.
_REASONS = {
    RoleReason.AS_ASKED: ("as asked",),
    RoleReason.EMPTY: ("every cell is missing",),
    RoleReason.CONSTANT: ("its value never changes", "their values never change"),
    RoleReason.CONSTANT_IN_KEPT_ROWS: (
        "its value never changes in the rows that are left",
        "their values never change in the rows that are left",
    ),
    RoleReason.DATES: ("it holds dates or times", "they hold dates or times"),
    RoleReason.TEXT: ("it is text", "they are text"),
    RoleReason.DISTINCT_TEXT: (
        "it is text, and every value is different",
        "they are text, and every value is different",
    ),
    RoleReason.ROW_NUMBERS: ("it only numbers the rows", "they only number the rows"),
    RoleReason.ROW_NAMES: ("it stands where the names of rows do", "they stand where the names of rows do"),
    RoleReason.AXIS: ("it says where the curves were measured", "they say where the curves were measured"),
    RoleReason.IDENTIFIERS: ("its numbers identify something", "their numbers identify something"),
    RoleReason.EARLIER_RESULT: (
        "it is the result of an earlier clustering",
        "they are the result of an earlier clustering",
    ),
    RoleReason.DECLARED: ("the file calls it no feature", "the file calls them no features"),
    RoleReason.BYTES: ("its cells are bytes that are no text", "their cells are bytes that are no text"),
    RoleReason.SUM_OF_OTHERS: (
        "it is the sum, the mean or another statistic of other columns",
        "they are sums, means or other statistics of other columns",
    ),
    RoleReason.OUTSIDE_MATRIX: ("it is not part of the matrix", "they are not part of the matrix"),
    RoleReason.SEVERAL_NUMBERS: (
        "its numbers have columns of their own",
        "their numbers have columns of their own",
    ),
    RoleReason.CONVERTED: ("converted to numbers",),
    RoleReason.ONE_HOT: ("used as 0/1 columns",),
    RoleReason.ORDINAL: ("words read as places on a scale",),
    RoleReason.TICKS: ("ticks read as 0 and 1",),
    RoleReason.CYCLIC: ("places in a round, used as sine and cosine",),
    RoleReason.WORDS: ("words, the same or different",),
    RoleReason.LABEL_NAME: ("its name says that it holds classes",),
    RoleReason.REPEATED_TEXT: ("it is text in which values repeat",),
}

#: What a column is asked for by each keyword.
PURPOSES = {
    "ignore": "ignore",
    "keep": "keep",
    "missing_in": "count values as missing in",
    "convert": "convert",
    "one_hot": "use as 0/1 columns",
    "numbers": "divide into numbers",
    "split": "divide into answers",
    "ordinal": "read as a scale",
    "ticks": "read as ticks",
    "label_column": "take labels from",
    "cyclic": "use as sine and cosine",
    "fill_down": "fill from above",
    "fold_case": "fold",
}

_DELIMITERS = {
    ",": "commas",
    ";": "semicolons",
    "\t": "tabs",
    "|": "vertical bars",
    " ": "spaces",
    "": "nothing (one column)",
}

_ENCODINGS = {
    "utf-8": "UTF-8",
    "utf-8-sig": "UTF-8 with a byte-order mark",
    "utf-16": "UTF-16",
    "utf-16-le": "UTF-16 (little-endian)",
    "utf-16-be": "UTF-16 (big-endian)",
    "utf-32": "UTF-32",
    "latin-1": "Latin-1",
    "utf-8 with cp1252": "UTF-8, with single lines in Windows-1252",
}


_DATE_FORMS = {
    ConversionKind.YEAR_MONTH_DAY: "year, month, day",
    ConversionKind.DAY_MONTH_YEAR: "day, month, year",
    ConversionKind.MONTH_DAY_YEAR: "month, day, year",
    ConversionKind.SHORT_YEAR_MONTH_DAY: "year of two digits, month, day",
    ConversionKind.DAY_MONTH_SHORT_YEAR: "day, month, year of two digits",
    ConversionKind.YEAR_MONTH: "year, month",
    ConversionKind.YEAR_TO_HOUR: "year, month, day, hour",
    ConversionKind.YEAR_TO_MINUTE: "year, month, day, hours, minutes",
    ConversionKind.YEAR_TO_SECOND: "year, month, day, hours, minutes, seconds",
    ConversionKind.CLOCK: "hours, minutes",
    ConversionKind.CLOCK_WITH_SECONDS: "hours, minutes, seconds",
    ConversionKind.EXCEL_DAYS: "days as Excel counts them",
    ConversionKind.UNIX_TIME: "seconds or milliseconds since 1970",
}


def date_form(kind: str) -> str:
    """Name the parts of a date or time of day that is written as a plain number."""
    return _DATE_FORMS[ConversionKind(kind)]


def delimiter_name(delimiter: str) -> str:
    """Name a delimiter."""
    return _DELIMITERS.get(delimiter, quoted(delimiter))


def encoding_name(codec: str) -> str:
    """Name an encoding."""
    return _ENCODINGS.get(codec, codec)


def filled_text(keywords: Mapping[str, Any]) -> str:
    """Say that an answer fills in missing values too; empty where it does not."""
    return ", and fill in the median" if keywords.get("missing") == "median" else ""


def reason_text(reason: RoleReason, *, plural: bool = False) -> str:
    """Word a reason for a role, of one column or of several."""
    texts = _REASONS[reason]
    return texts[-1] if plural else texts[0]


def role_reason_text(column: Column) -> str:
    """Say in a few words why a column has its role; empty for a plain feature.

    Parameters
    ----------
    column : Column

    Returns
    -------
    str
    """
    if column.reason is None:
        return ""
    if column.reason is RoleReason.CONVERTED and column.suggestion is not None:
        return f"converted ({column.suggestion.kind.replace('_', ' ')})"
    return reason_text(column.reason)


def conversion_text(suggestion: Suggestion) -> str:
    """Say what a conversion does: an example and the cells that fail."""
    before, after = suggestion.example
    text = f"{quoted(before)} becomes {after:.10g}"
    if suggestion.n_failing:
        failing = (
            f"{quoted(token)}{f' ({count:,} times)' if count > 1 else ''}" for token, count in suggestion.failing
        )
        counts = "counts" if suggestion.n_failing == 1 else "count"
        text += f"; {counted(suggestion.n_failing, 'cell')} cannot be read and {counts} as missing ({listed(failing)})"
        if suggestion.first_line is not None:
            text += f", the first on line {suggestion.first_line:,}"
    return text


def codes_text(codes: MissingCodes) -> str:
    """Name codes and count their cells; a value in single precision is shown in the digits it has there."""
    values = listed(
        min(token, shortest_decimal(value), key=len) for token, value in zip(codes.tokens, codes.values, strict=True)
    )
    return f"{values} ({counted(codes.n_cells, 'cell')})"


def codes_place_text(found: Collection[MissingCodes], *, one: bool) -> str:
    """Say where codes lie among the other values, as the end of a sentence about one code or several."""
    lie, occur = ("lies", "occurs") if one else ("lie", "occur")
    if all(codes.far for codes in found):
        return f"{lie} far outside the other values"
    if not all(codes.far or codes.often for codes in found):
        return f"{lie} apart from the other values"
    if not any(codes.far for codes in found):
        return f"{lie} apart from the other values, and {occur} far more often than any of them"
    return f"{lie} far outside the other values, or apart from them and {occur} far more often than any of them"


def variable_name(name: str) -> str:
    """Name an array of a file; that of an ``.npy`` file has no name."""
    return f"variable {quoted(name)}" if name else "the array"


def shape_text(shape: tuple[int, ...]) -> str:
    """Write the shape of an array."""
    return " x ".join(f"{length:,}" for length in shape)


def variable_problem_text(variable: Variable) -> str:
    """Say why an array cannot be a table of numbers, as a clause; empty if it can.

    Parameters
    ----------
    variable : Variable

    Returns
    -------
    str
    """
    match variable.problem:
        case VariableProblem.DIMENSIONS:
            return f"it has {counted(len(variable.shape), 'dimension')}, and a table has two"
        case VariableProblem.EMPTY:
            return "it is empty"
        case VariableProblem.TOO_MANY_ENTRIES:
            return f"its {counted(variable.size, 'entry', 'entries')} are more than the limit of {variable.limit:,}"
        case VariableProblem.TOO_MANY_BYTES:
            return f"its {megabytes(variable.n_bytes)} are more than the limit of {megabytes(variable.limit)}"
        case VariableProblem.NESTED_FIELD:
            return f"its field {quoted(variable.field)} has fields or a matrix in it; save each of them as a field"
        case VariableProblem.FIELD_TYPE:
            return f"its field {quoted(variable.field)} holds neither numbers nor words; leave it out"
        case VariableProblem.OBJECTS:
            return "it holds Python objects, which could run code when loaded, so it is never opened"
        case VariableProblem.COMPLEX:
            return "it holds complex numbers"
        case VariableProblem.NOT_NUMERIC:
            return f"its type, {variable.type}, is not a number"
        case VariableProblem.MATLAB_CLASS:
            return f"it is a MATLAB {variable.type}, not numbers"
    return "it is text" if variable.is_text else ""


def megabytes(n_bytes: int) -> str:
    """Write a size in MB."""
    return f"{n_bytes / 1e6:,.0f} MB"
