"""What of a table was left out of the clustering."""

from __future__ import annotations

from dataclasses import dataclass

from rnse_core.findings.structure import Finding
from rnse_core.tables import RoleReason, Table
from rnse_core.tables.sentences import ignored_columns_text
from rnse_core.wording import counted, names


@dataclass(frozen=True)
class LeftOut(Finding):
    """Columns and rows of a table that took no part.

    Attributes
    ----------
    columns : tuple of (RoleReason, tuple of str)
        Columns that are not clustered on, by the reason.
    label : str or None
        The column of classes, which serves for scores alone.
    n_rows_read : int
        Rows of the file.
    n_rows : int
        Those among them that can be clustered; the others lack a value, or were left out by an answer.
    n_clustered : int
        Those that were clustered; the others got the label of the nearest one.
    """

    columns: tuple[tuple[RoleReason, tuple[str, ...]], ...]
    label: str | None
    n_rows_read: int
    n_rows: int
    n_clustered: int


def left_out_of(table: Table, n_clustered: int) -> LeftOut | None:
    """Return what was left out of a table.

    Parameters
    ----------
    table : Table
    n_clustered : int
        Rows that were clustered.

    Returns
    -------
    LeftOut or None
        None where everything took part.
    """
    by_reason: dict[RoleReason, list[str]] = {}
    for column in table.columns:
        if column.role == "ignored" and column.reason is not None:
            by_reason.setdefault(column.reason, []).append(column.name)
    columns = tuple((reason, tuple(found)) for reason, found in by_reason.items())
    if not columns and table.label_name is None and n_clustered == table.n_rows_read:
        return None
    return LeftOut(columns, table.label_name, table.n_rows_read, table.n_rows, n_clustered)


def left_out_sentence(one: LeftOut) -> str:
    """Word what was left out: columns by their reasons, then rows."""
    said = [f"{ignored_columns_text(reason, list(found))}." for reason, found in one.columns]
    if one.label is not None:
        said.append(f"The {names([one.label])} was used for scores alone.")
    gone = one.n_rows_read - one.n_rows
    if gone:
        said.append(
            f"{counted(gone, 'row')} of {one.n_rows_read:,} had to be left out, such as those that lack a value."
        )
    if one.n_clustered < one.n_rows:
        said.append(
            f"{counted(one.n_clustered, 'row')} of {one.n_rows:,} were clustered; the others have the label of the "
            "nearest of these."
        )
    return f"Left out: {' '.join(said)}"
