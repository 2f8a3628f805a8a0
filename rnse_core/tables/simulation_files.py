"""Grids of ESRI (``.asc``) and snapshots of LAMMPS (``dump``) as tables."""

from __future__ import annotations

import re

from rnse_core._base.csv_rows import CsvText, row_writer
from rnse_core.tables.cell_types import parse_number
from rnse_core.tables.kinds import NoteKind
from rnse_core.tables.notes import Note
from rnse_core.tables.printed_tables import decoded

_MOST_BYTES = 100_000_000
_START = 400
_GRID = re.compile(r"\s*(?:ncols|nrows)\s+\d+\s+(?:ncols|nrows)\s+\d+\s", re.IGNORECASE)
_FIELD = re.compile(r"([A-Za-z_]+)\s+(\S+)\s*")
_ATOMS = "ITEM: ATOMS"
_TIMESTEP = "ITEM: TIMESTEP"
_MOST_CELLS = 5_000_000

Written = tuple[bytes, tuple[Note, ...]]


def grid_of_cells(data: bytes, encoding: str) -> Written | None:
    """Return the cells of a grid with their places and values as a text of commas, with a note; None for other texts.

    A cell without a value is left out. x and y are those of the middle of the cell; y rises from the last row up.

    Parameters
    ----------
    data : bytes
    encoding : str
        Name of the codec.
    """
    if len(data) > _MOST_BYTES or not _GRID.match(decoded(data[:_START], encoding)):
        return None
    text, fields = decoded(data, encoding), dict[str, float]()
    place = 0
    while (match := _FIELD.match(text, place)) is not None and (number := parse_number(match[2])) is not None:
        fields[match[1].casefold()] = number
        place = match.end()
    values = text[place:].split()
    n_rows, n_columns = int(fields.get("nrows", 0)), int(fields.get("ncols", 0))
    size = fields.get("cellsize", fields.get("dx", 1.0))
    if len(values) != n_rows * n_columns or not 1 < len(values) <= _MOST_CELLS:
        return None
    half = size / 2
    left = fields.get("xllcenter", fields.get("xllcorner", 0.0) + half)
    bottom = fields.get("yllcenter", fields.get("yllcorner", 0.0) + half)
    empty = fields.get("nodata_value", -9999.0)
    rows = [
        (repr(left + k % n_columns * size), repr(bottom + (n_rows - 1 - k // n_columns) * size), value)
        for k, value in enumerate(values)
        if parse_number(value) != empty
    ]
    note = Note(NoteKind.GRID, shape=(n_rows, n_columns), count=len(values) - len(rows))
    return _written([("x", "y", "value"), *rows]), (note,)


def frames_of_atoms(data: bytes, encoding: str) -> Written | None:
    """Return the atoms of the frames of LAMMPS as a text of commas, with a note; None for other texts.

    Parameters
    ----------
    data : bytes
    encoding : str
        Name of the codec.
    """
    if len(data) > _MOST_BYTES or not decoded(data[:_START], encoding).lstrip().startswith(_TIMESTEP):
        return None
    names: list[str] = []
    rows: list[list[str]] = []
    times: list[str] = []
    section = ""
    for line in decoded(data, encoding).splitlines():
        if line.startswith("ITEM:"):
            section = line
            if line.startswith(_ATOMS):
                here = line.removeprefix(_ATOMS).split()
                if names and here != names:
                    return None
                names = here
        elif section.startswith(_TIMESTEP):
            times.append(line.strip())
        elif section.startswith(_ATOMS) and line.strip():
            rows.append([times[-1] if times else "", *line.split()])
    if not names or not rows or any(len(row) != len(names) + 1 for row in rows):
        return None
    first = 0 if len(times) > 1 else 1
    table = [["timestep", *names][first:], *(row[first:] for row in rows)]
    return _written(table), (Note(NoteKind.FRAMES, count=len(times)),)


def _written(rows: list[list[str]] | list[tuple[str, str, str]]) -> bytes:
    stream = CsvText()
    row_writer(stream).writerows(rows)
    return stream.getvalue().encode("utf-8", "replace")
