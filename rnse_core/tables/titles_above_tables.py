"""Titles above tables that stand side by side, with blank columns between them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

Record = tuple[int, list[str]]

_MOST_TITLES = 5
_FEWEST_ROWS = 3
_FEWEST_COLUMNS = 2
_COMPARED = 200


def titles_above_tables(records: Sequence[Record], width: int, kind_of: Callable[[str], str]) -> int:
    """Count the rows of titles above the names of tables side by side; 0 where there are none.

    The names are words in blocks that share one of them, with columns between that are blank throughout. A title stands
    above the first column of a block.

    Parameters
    ----------
    records : sequence of (int, list of str)
        The first rows of the file with their lines; blank ones are left out.
    width : int
        Cells of a row.
    kind_of : callable
        Returns what a cell is.
    """
    for place in range(1, min(_MOST_TITLES + 1, len(records) - _FEWEST_ROWS + 1)):
        names = [cell.strip() for cell in records[place][1]]
        starts = [j for j, name in enumerate(names) if name and (not j or not names[j - 1])]
        if any(cell.strip() and j not in starts for _, row in records[:place] for j, cell in enumerate(row)):
            continue
        body = [row for _, row in records[place + 1 : _COMPARED] if len(row) == width]
        if len(names) == width and len(starts) > 1 and _are_tables(names, starts, body, kind_of):
            return place
    return 0


def _are_tables(
    names: Sequence[str], starts: Sequence[int], body: Sequence[Sequence[str]], kind_of: Callable[[str], str]
) -> bool:
    """Return whether names in blocks, which start at some places, name tables of their own."""
    blocks = [
        {name for name in names[start:stop] if name}
        for start, stop in zip(starts, [*starts[1:], len(names)], strict=True)
    ]
    if min(map(len, blocks)) < _FEWEST_COLUMNS or not set.intersection(*blocks):
        return False
    blank = [j for j, name in enumerate(names) if not name]
    if any(row[j].strip() for row in body for j in blank):
        return False
    return all(kind_of(name) == "text" for name in names if name)
