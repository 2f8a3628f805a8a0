"""Tables with the same names, one below the other in a text or on several sheets, written as one."""

from __future__ import annotations

from collections.abc import Sequence

from rnse_core._base.csv_rows import CsvText, row_writer
from rnse_core.tables.cell_types import parse_number
from rnse_core.tables.column_names import unique_names
from rnse_core.tables.notes import Log
from rnse_core.tables.sections import Part


def have_same_names(parts: Sequence[Part]) -> bool:
    """Return whether each of several tables has a row of names, and all have the same ones.

    Where no name stands twice, their order may be another one in each table. Rows of units or the like below the names
    must be the same in all, and then the order of the names too.

    Parameters
    ----------
    parts : sequence of Part
    """
    n_header = parts[0].n_header
    if len(parts) < 2 or n_header == 0 or any(part.n_header != n_header or part.below_names() for part in parts):
        return False
    first = parts[0].names
    if any(_below_names(part) != _below_names(parts[0]) for part in parts[1:]):
        return False
    if n_header > 1 or len(set(first)) < len(first):
        return all(part.names == first for part in parts)
    return all(sorted(part.names) == sorted(first) for part in parts)


def _below_names(part: Part) -> list[list[str]]:
    """Return the cells of the rows between the names and the first row."""
    return [[cell.strip() for cell in line.cells] for line in part.lines[1 : part.n_header]]


def write_as_one(parts: Sequence[Part], titles: Sequence[str], column: str, delimiter: str) -> tuple[str, str]:
    """Write tables with the same names as one, in the order of the columns of the first one.

    Parameters
    ----------
    parts : sequence of Part
    titles : sequence of str
        What the further column says of the rows of each table. Numbers get its name in front, since they are names.
    column : str
        Its name, unless a column has it already.
    delimiter : str

    Returns
    -------
    text : str
    name : str
        Name of the further column.
    """
    names = parts[0].names
    width = max(len(line.cells) for part in parts for line in part.lines)
    header = [*names, *[""] * (width - len(names))]
    further = unique_names([*header, column], Log())[-1]
    if all(parse_number(title) is not None for title in titles):
        titles = [f"{column} {title}" for title in titles]
    stream = CsvText()
    writer = row_writer(stream, delimiter=delimiter)
    writer.writerow([*header, further])
    for cells in _below_names(parts[0]):
        writer.writerow([*cells, *[""] * (width + 1 - len(cells))])
    for title, part in zip(titles, parts, strict=True):
        places = list(range(width))
        if part.names != names:
            places[: len(names)] = map(part.names.index, names)
        for line in part.lines[part.n_header :]:
            writer.writerow([*(line.cells[j] if j < len(line.cells) else "" for j in places), title])
    return stream.getvalue(), further
