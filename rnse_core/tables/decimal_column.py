"""One column of numbers with decimal commas, which could also be two columns of whole numbers between commas."""

from __future__ import annotations

from itertools import islice

from rnse_core.tables.cell_types import STANDARD_MISSING, parse_number
from rnse_core.tables.decimals import count_marks, has_decimal_comma
from rnse_core.tables.kinds import OptionKind
from rnse_core.tables.layout import NO_DELIMITER
from rnse_core.tables.questions import Option
from rnse_core.tables.records import open_lines

_COMPARED = 1000
_FEWEST_LINES = 4
_LONGEST = 200  # characters of a name or a number
# So many fractions of two or more digits hardly ever lack one that begins with 0.
_MANY = 44
# Fewer different digits behind the comma are rather the codes of groups.
_FEWEST_FRACTIONS = 4
_ONE_COLUMN = Option(OptionKind.DELIMITER, {"delimiter": NO_DELIMITER, "decimal": ","})
# Each comma may be a thousands mark, which is asked about then.
_WITH_ANY_MARK = Option(OptionKind.DELIMITER, {"delimiter": NO_DELIMITER})
_TWO_COLUMNS = Option(OptionKind.DELIMITER, {"delimiter": ","})


def ways_of_one_column(
    data: bytes, encoding: str, *, skip_lines: int = 0, decimal: str | None = None
) -> tuple[Option, ...]:
    """Return the ways to read lines such as ``8,9``, which are one number or two, with the likelier one first.

    Parameters
    ----------
    data : bytes
        The file.
    encoding : str
        Name of its codec.
    skip_lines : int, default=0
        Lines above the table.
    decimal : {".", ","}, optional
        The decimal mark that the user asked for.

    Returns
    -------
    tuple of Option
        Empty where the lines hold anything else, or cannot be one column.
    """
    if decimal == ".":
        return ()
    lines: list[str] = []
    for line in islice(open_lines(data, encoding, skip_lines), _COMPARED):
        if len(line) > _LONGEST:
            return ()
        lines += [line.strip()] if line.strip() else []
    while lines and lines[0].startswith("#") and "," not in lines[0]:
        del lines[0]
    has_name = bool(lines) and _is_name(lines[0])
    cells = [line for line in lines[has_name:] if line not in STANDARD_MISSING]
    parted = [cell.split(",") for cell in cells if has_decimal_comma(cell)]
    n_whole = sum(parse_number(cell) is not None for cell in cells if "," not in cell)
    if len(parted) < _FEWEST_LINES or len(parted) + n_whole < len(cells) or n_whole > len(parted):
        return ()
    before, behind = ([parts[side] for parts in parted] for side in (0, 1))
    if len({*before}) == 1 and _has_zero_in_front(behind):
        return (_ONE_COLUMN,)  # no two columns of numbers, but one that never changes and one of codes
    if has_name or n_whole or decimal == ",":
        is_one = True
    elif _are_whole(behind):
        return ()
    else:
        is_one = _is_likely(before, behind)
    one = _ONE_COLUMN if count_marks(cells).comma_only else _WITH_ANY_MARK
    return (one, _TWO_COLUMNS) if is_one else (_TWO_COLUMNS, one)


def _is_name(line: str) -> bool:
    """Return whether a line is the name of one column: words without a delimiter, and no ``sep=``."""
    is_number = parse_number(line) is not None or line in STANDARD_MISSING
    return not is_number and not any(mark in line for mark in ",;\t|=") and any(map(str.isalpha, line))


def _are_whole(behind: list[str]) -> bool:
    """Return whether the digits behind the commas can only be numbers of their own, or are codes of two groups.

    Fractions of different length are written without zeros at their end.
    """
    if _has_zero_in_front(behind):
        return False
    ends = any(len(digits) > 1 and digits.endswith("0") for digits in behind)
    return (ends and len({*map(len, behind)}) > 1) or (len({*behind}) <= 2 and {*behind} != {"0", "5"})


def _has_zero_in_front(behind: list[str]) -> bool:
    return any(len(digits) > 1 and digits[0] == "0" for digits in behind)


def _is_likely(before: list[str], behind: list[str]) -> bool:
    """Return whether the lines are rather fractions: all below 1, or of equally many digits behind the comma."""
    if _has_zero_in_front(behind) or {part.lstrip("+-") for part in before} == {"0"}:
        return True
    lengths = {*map(len, behind)}
    if len(lengths) > 1 or len({*behind}) < _FEWEST_FRACTIONS:
        return False
    if lengths == {1}:
        return any(part[0] in "+-" for part in before) or len({*map(len, before)}) > 1
    return len(behind) < _MANY
