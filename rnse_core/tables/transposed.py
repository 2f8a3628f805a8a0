"""A text table turned round: its columns become rows."""

from __future__ import annotations

import csv
from io import StringIO

from rnse_core.tables.errors import TableError
from rnse_core.tables.kinds import Problem
from rnse_core.tables.layout import Layout
from rnse_core.tables.model import Limits
from rnse_core.tables.records import Rows

DELIMITER = ","


def transposed(data: bytes, layout: Layout, names: list[str], *, drop_bad_rows: bool, limits: Limits) -> bytes:
    """Return a text table turned round, in UTF-8 and separated by commas.

    Parameters
    ----------
    data : bytes
        The file.
    layout : Layout
        How it is split into cells.
    names : list of str
        Its header; empty where it has none.
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
    stream = StringIO()
    writer = csv.writer(stream, delimiter=DELIMITER, lineterminator="\n")
    writer.writerows(zip(*table, strict=True))
    return stream.getvalue().encode("utf-8", "replace")
