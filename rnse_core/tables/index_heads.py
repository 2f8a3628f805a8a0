"""Names of several levels above a row that names the index alone, as pandas writes tables with such columns."""

from __future__ import annotations

from collections.abc import Sequence

from rnse_core.tables.header_names import number_in

#: Rows of levels that may stand above the names of the index.
MOST_LEVELS = 4
_FEWEST_LEVELS = 2
_COMPARED = 200
_FEWEST_ROWS = 2
_MOSTLY = 0.8

Record = tuple[int, Sequence[str]]


def names_above_index(names: Sequence[str], records: Sequence[Record]) -> tuple[list[str], int] | None:
    """Return the names that the levels give together with those of the index, and the rows that they take.

    Parameters
    ----------
    names : sequence of str
        The uppermost level.
    records : sequence of (int, sequence of str)
        The rows below it, with their lines.

    Returns
    -------
    tuple of (list of str, int), or None
        None where no row of names of the index follows two to four levels.
    """
    for n_rows in range(_FEWEST_LEVELS, MOST_LEVELS + 1):
        body = [row for _, row in records[n_rows:_COMPARED]]
        if len(body) < _FEWEST_ROWS:
            return None
        joined = head_of_index([names, *(row for _, row in records[:n_rows])])
        if joined is None:
            continue
        n_index = sum(bool(cell.strip()) for cell in records[n_rows - 1][1])
        below = [cell for row in body for cell in row[n_index:] if cell.strip()]
        return (joined, n_rows) if sum(number_in(cell) is not None for cell in below) >= _MOSTLY * len(below) else None
    return None


def head_of_index(rows: Sequence[Sequence[str]]) -> list[str] | None:
    """Return the names that rows give together, of which the last names the index alone; None for any other rows.

    Above the index stands nothing, or the name of each level in one column. In an upper level a name goes on over the
    empty cells to its right, or is repeated.

    Parameters
    ----------
    rows : sequence of sequence of str
    """
    *levels, last = ([cell.strip() for cell in row] for row in rows)
    n_index = next((k for k, cell in enumerate(last) if not cell), 0)
    if not n_index or any(last[n_index:]) or any(number_in(cell) is not None for cell in last[:n_index]):
        return None
    if any(len(level) != len(last) for level in levels) or not all(levels[-1][n_index:]):
        return None
    if sum(any(level[k] for level in levels) for k in range(n_index)) > 1:
        return None
    spread: list[list[str]] = []
    for level in levels:
        spread.append(_spread(level[n_index:], spread[-1] if spread else []))
    columns = list(zip(*spread, strict=True))
    if not all(spread[0]) or len(set(spread[0])) == len(columns) or len(set(columns)) < len(columns):
        return None
    return [*last[:n_index], *(" ".join(filter(None, column)) for column in columns)]


def _spread(level: Sequence[str], above: Sequence[str]) -> list[str]:
    """Return the names of a level, each over the empty cells to its right that are in its group of the level above."""
    found: list[str] = []
    for k, name in enumerate(level):
        goes_on = k > 0 and (not above or above[k] == above[k - 1])
        found.append(name or (found[-1] if goes_on else ""))
    return found
