"""Names in two rows, the upper one of which names groups of columns, as merged cells and indexes of pandas do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from rnse_core.tables.header_names import number_in
from rnse_core.tables.index_heads import names_above_index
from rnse_core.tables.stacked_heads import names_of_questions, names_of_three_rows

_COMPARED = 200
_FEWEST_ROWS = 2
_MOSTLY = 0.8
_FEW = 2  # numbers beside a table, which are remarks

Record = tuple[int, Sequence[str]]


def joined_names(names: Sequence[str], records: Sequence[Record]) -> tuple[list[str], int] | None:
    """Return the names that two rows give together, and the rows below the first one that they take.

    In the upper row, cells are empty where the group of the cell to their left goes on, or the name of the group stands
    over each of its columns. The lower row holds words, or the same numbers (such as years) in each group; what stands
    below are mostly numbers. A third row may hold the name of the first column alone. Three rows of names and questions
    above their answers (:mod:`rnse_core.tables.stacked_heads`), and levels above the names of an index
    (:mod:`rnse_core.tables.index_heads`), are joined too. Columns of a few remarks beside the table have no name.

    Parameters
    ----------
    names : sequence of str
        The upper row.
    records : sequence of (int, sequence of str)
        The rows below it, with their lines.

    Returns
    -------
    tuple of (list of str, int), or None
        None for any other row.
    """
    joined = _joined_throughout(names, records)
    if joined is not None or not (n_named := _width_without_remarks(names, records)):
        return joined
    inner = _joined_throughout(names[:n_named], [(line, row[:n_named]) for line, row in records[:_COMPARED]])
    return inner and ([*inner[0], *[""] * (len(names) - n_named)], inner[1])


def _width_without_remarks(names: Sequence[str], records: Sequence[Record]) -> int:
    """Return how many columns the first two rows name, where the others, to the right, hold at most remarks; else 0."""
    if not records:
        return 0
    n_named = max((j + 1 for row in (names, records[0][1]) for j, cell in enumerate(row) if cell.strip()), default=0)
    body = [row for _, row in records[1:_COMPARED]]
    for j in range(n_named, len(names)):
        cells = [row[j] for row in body if j < len(row) and row[j].strip()]
        has_numbers = len(cells) > _FEW and any(number_in(cell) is not None for cell in cells)
        if 2 * len(cells) > len(body) or has_numbers:
            return 0
    return n_named if n_named < len(names) else 0


def _joined_throughout(names: Sequence[str], records: Sequence[Record]) -> tuple[list[str], int] | None:
    """Return the names that rows give together to all columns, and the rows below the first one that they take."""
    if levels := names_above_index(names, records):
        return levels
    if three := names_of_three_rows(names, records):
        return three, 2
    if records and (questions := names_of_questions(names, records)):
        return questions, 1
    upper = [name.strip() for name in names]
    if len(records) <= _FEWEST_ROWS or len(records[0][1]) != len(upper):
        return None
    lower = [cell.strip() for cell in records[0][1]]
    groups = _groups(upper, lower)
    if groups is None or not _are_names(lower, groups):
        return None
    has_name = (
        len(records[1][1]) == len(upper)
        and bool(records[1][1][0].strip())
        and not any(cell.strip() for cell in records[1][1][1:])
    )
    n_rows = 1 + (has_name and len(set(upper[1:])) < len(upper) - 1)
    body = [row for _, row in records[n_rows:_COMPARED]]
    below = [row[j] for row in body for j, cell in enumerate(lower) if j and cell and j < len(row) and row[j].strip()]
    if not below or sum(number_in(cell) is not None for cell in below) < _MOSTLY * len(below):
        return None
    joined = [" ".join(filter(None, parts)) for parts in zip(groups, lower, strict=True)]
    if n_rows > 1:
        joined[0] = records[1][1][0].strip()
    return joined, n_rows


def _groups(upper: Sequence[str], lower: Sequence[str]) -> list[str] | None:
    """Return the name of the group of each column; None where the upper row names no groups."""
    empty = [j for j, name in enumerate(upper) if not name]
    if not any(j and lower[j] and any(upper[:j]) for j in empty):
        repeated = Counter(upper[1:])
        is_level = all(upper[1:]) and all(lower[1:]) and len(set(zip(upper, lower, strict=True))) == len(upper)
        return list(upper) if is_level and repeated and max(repeated.values()) > 1 else None
    if any(not lower[j] for j in empty):
        return None
    groups, over = [], ""
    for name in upper:
        over = name or over
        groups.append(over)
    return groups


def _are_names(lower: Sequence[str], groups: Sequence[str]) -> bool:
    """Return whether the lower row holds words, or the same numbers in each of several groups."""
    if all(number_in(cell) is None for cell in lower):
        return True
    members: dict[str, list[str]] = {}
    for group, cell in zip(groups[1:], lower[1:], strict=True):
        members.setdefault(group, []).append(cell)
    series = [cells for cells in members.values() if len(cells) > 1]
    return (
        number_in(lower[0]) is None
        and len(series) > 1
        and all(cells == series[0] and len(set(cells)) == len(cells) for cells in series)
    )
