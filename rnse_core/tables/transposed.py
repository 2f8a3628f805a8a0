"""A text table turned round: its columns become rows."""

from __future__ import annotations

from collections.abc import Collection

from rnse_core._base.csv_rows import CsvText, row_writer
from rnse_core.tables.errors import TableError
from rnse_core.tables.kinds import Problem
from rnse_core.tables.layout import Layout
from rnse_core.tables.model import Limits
from rnse_core.tables.records import Rows

DELIMITER = ","


def transposed(
    data: bytes, layout: Layout, names: list[str], *, left_out: Collection[int], drop_bad_rows: bool, limits: Limits
) -> bytes:
    """Return a text table turned round, in UTF-8 and separated by commas.

    Parameters
    ----------
    data : bytes
        The file.
    layout : Layout
        How it is split into cells.
    names : list of str
        Its header; empty where it has none.
    left_out : collection of int
        Columns that are left out.
    drop_bad_rows : bool
        Leave out rows with another number of cells.
    limits : Limits

    Raises
    ------
    TableError
        When it would have too many columns.
    """
    wide = Limits(max_rows=limits.max_columns, max_cells=limits.max_cells)
    rows = [list(row) for row in Rows(data, layout, drop_bad_rows=drop_bad_rows, limits=wide)]
    if not rows:
        raise TableError(Problem.NO_ROWS)
    table = [names, *rows] if layout.header else rows
    turned = (cells for j, cells in enumerate(zip(*table, strict=True)) if j not in left_out)
    stream = CsvText()
    # In quotation marks a first name such as #OTU is no comment.
    row_writer(stream, delimiter=DELIMITER, quote_all=True).writerow(next(turned, ()))
    row_writer(stream, delimiter=DELIMITER).writerows(turned)
    return stream.getvalue().encode("utf-8", "replace")
