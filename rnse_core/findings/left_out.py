"""What of a table was left out of the clustering, and what was put in."""

from __future__ import annotations

from dataclasses import dataclass

from rnse_core.findings.structure import Finding
from rnse_core.tables import NoteKind, RoleReason, Table
from rnse_core.tables.sentences import ignored_columns_text
from rnse_core.wording import counted, listed, names


@dataclass(frozen=True)
class LeftOut(Finding):
    """Columns and rows of a table that took no part, and cells that nobody measured.

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
    n_columns : int
        Columns of the file.
    filled : tuple of (str, int)
        Columns in which values were filled in, and in how many cells.
    """

    columns: tuple[tuple[RoleReason, tuple[str, ...]], ...]
    label: str | None
    n_rows_read: int
    n_rows: int
    n_clustered: int
    n_columns: int
    filled: tuple[tuple[str, int], ...] = ()


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
    policies = {note.kind for note in table.report} & {NoteKind.FILLED, NoteKind.FILLED_FROM_NEIGHBOURS}
    used = [column for column in table.columns if column.role == "feature" and column.n_missing]
    filled = tuple((column.name, column.n_missing) for column in used) if policies else ()
    if not columns and not filled and table.label_name is None and n_clustered == table.n_rows_read:
        return None
    n_columns = len(table.columns)
    return LeftOut(columns, table.label_name, table.n_rows_read, table.n_rows, n_clustered, n_columns, filled)


def left_out_sentence(one: LeftOut) -> str:
    """Word what was left out: columns by their reasons, then rows; and what was filled in."""
    said = [f"{ignored_columns_text(reason, list(found))}." for reason, found in one.columns]
    n_ignored = sum(len(found) for _, found in one.columns)
    if 2 * n_ignored > one.n_columns:
        said.insert(0, f"{n_ignored:,} of {counted(one.n_columns, 'column')}.")
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
    sentences = [f"Left out: {' '.join(said)}"] if said else []
    if one.filled:
        most = sorted(one.filled, key=lambda pair: -pair[1])
        cells = listed(f"{count:,} in {names([name])}" for name, count in most)
        sentences.append(f"Values that were filled in, and not measured, of {counted(one.n_rows, 'row')}: {cells}.")
    return " ".join(sentences)
