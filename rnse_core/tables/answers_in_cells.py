"""Cells with several answers, such as ``R; SPSS``: one 0/1 column for each answer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from rnse_core.tables.cell_types import parse_number
from rnse_core.tables.columns import TypedColumn
from rnse_core.tables.conversions import sample_tokens
from rnse_core.tables.errors import TableError
from rnse_core.tables.kinds import Problem

#: What stands between the answers, the surest mark first; online surveys use the first three.
SEPARATORS = (";", "|", ",", "\n", "/", "+", "&")
# Share of the cells that hold several answers; how often an answer occurs on average; letters of the longest one.
_SHARE = 0.2
_FEWEST_TIMES = 3.0
_LONGEST = 80


def answers_in(cell: str, separator: str) -> list[str]:
    """Return the different answers in a cell, in their order."""
    return list(dict.fromkeys(part for one in cell.split(separator) if (part := one.strip())))


def all_answers(cells: Iterable[str], separator: str) -> list[str]:
    """Return the different answers in cells, sorted."""
    return sorted({part for cell in cells for part in answers_in(cell, separator)})


def separator_of(column: TypedColumn, max_levels: int) -> str:
    """Return what separates the answers in the cells of a column of text; empty where these hold one each.

    Parameters
    ----------
    column : TypedColumn
    max_levels : int
        Most different answers.
    """
    if column.type != "text" or column.values is not None or column.several or column.suggestion:
        return ""
    some = sample_tokens(column.raw.counts)
    least = 0.5 * _SHARE * sum(some.values())  # in a sample of the cells there may be fewer
    found = [one for one in SEPARATORS if sum(n for cell, n in some.items() if one in cell) >= least]
    if not found:
        return ""
    counts = {cell.strip(): n for cell, n in column.raw.counts.items() if cell.strip() not in column.missing_tokens}
    total = sum(counts.values())
    for separator in found:
        # A+ is one answer.
        several = sum(n for cell, n in counts.items() if len(answers_in(cell, separator)) > 1)
        if several < max(2, _SHARE * total):
            continue
        times: Counter[str] = Counter()
        for cell, n in counts.items():
            times.update(dict.fromkeys(answers_in(cell, separator), n))
        if not 2 <= len(times) <= max_levels or times.total() < _FEWEST_TIMES * len(times):
            continue
        # Numbers between commas are numbers; answers that always stand together are parts of one name.
        words = sum(parse_number(part) is None for part in times)
        if 2 * words > len(times) and len(times) < 2 * len(counts) and max(map(len, times)) <= _LONGEST:
            return separator
    return ""


def check_separator(column: TypedColumn, separator: str, levels: Sequence[str], max_levels: int) -> list[str]:
    """Return the answers in the cells of a column that is to be divided.

    Raises
    ------
    TableError
        When no cell holds the separator, or there are more than `max_levels` answers.
    """
    if not separator or not any(separator in level for level in levels):
        raise TableError(Problem.NOT_DIVIDED, column=column.name, token=separator)
    answers = all_answers(levels, separator)
    if len(answers) > max_levels:
        raise TableError(Problem.TOO_MANY_LEVELS, column=column.name, value=len(answers), bound=max_levels)
    return answers
