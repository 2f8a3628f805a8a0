"""The names of the samples of a table: nodes of a graph, rows of a matrix, or the column that identifies the rows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from rnse_core.tables.kinds import NoteKind
from rnse_core.tables.model import Column, Table
from rnse_core.tables.role_reasons import RoleReason

# Why a column that names the rows takes no part, the surest reason first.
_IDENTIFYING = (RoleReason.ROW_NAMES, RoleReason.IDENTIFIERS, RoleReason.DISTINCT_TEXT, RoleReason.ROW_NUMBERS)


@dataclass(frozen=True)
class SampleNames:
    """What the samples of a table are called in its file.

    Parameters
    ----------
    title : str
        What the names are: the name of their column, "node" for a list of edges, "name" for a matrix.
    names : mapping of int to str
        By the number of the row, as in ``Table.row_numbers``.
    column : str or None, default=None
        The column of the file that has them.
    """

    title: str
    names: Mapping[int, str]
    column: str | None = None

    def of(self, row_numbers: Iterable[Any]) -> list[str]:
        """Return the names of some rows.

        Parameters
        ----------
        row_numbers : iterable of int

        Returns
        -------
        list of str
            ``""`` for a row without a name.
        """
        return [self.names.get(int(number), "") for number in row_numbers]


def sample_names(table: Table) -> SampleNames | None:
    """Return what the samples of a table are called.

    Parameters
    ----------
    table : Table

    Returns
    -------
    SampleNames or None
        None where the file has no names for them, or these are the numbers of the rows. Of several columns that
        identify the rows the surest one is taken.
    """
    notes = {note.kind for note in table.report}
    if NoteKind.EDGES in notes:
        return SampleNames("node", dict(zip(table.row_numbers.tolist(), table.feature_names, strict=True)))
    pairs = table.kind != "features" and not table.choices.compared_by
    if pairs:
        outside = [column for column in table.columns if column.reason is RoleReason.OUTSIDE_MATRIX]
        column = next((one for one in outside if one.type == "text"), None)
        if column is None and table.choices.header and table.n_rows == len(table.feature_names):
            return SampleNames("name", dict(zip(table.row_numbers.tolist(), table.feature_names, strict=True)))
    else:
        column = _identifying(table)
    if column is None:
        return None
    place = column.position - 1
    names = {number: cells[place].strip() for number, cells in table.original.records()}
    if all(name == str(number) for number, name in names.items()):
        return None
    return SampleNames(column.name, names, column.name)


def _identifying(table: Table) -> Column | None:
    for reason in _IDENTIFYING:
        for column in table.columns:
            if column.reason is reason:
                return column
    return None
