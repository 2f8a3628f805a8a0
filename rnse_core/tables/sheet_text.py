"""The rows of a sheet as text, separated by commas."""

from __future__ import annotations

from collections.abc import Sequence

from rnse_core._base.csv_rows import CsvText, row_writer


def sheet_text(rows: Sequence[Sequence[str]]) -> str:
    """Write the rows, all of one width but the empty ones; columns that are empty at the left are no part of it.

    A cell that stands alone above the first row of several cells is a title, wherever it stands.

    Parameters
    ----------
    rows : sequence of sequence of str
        Empty rows are empty lists.
    """
    n_cells = [sum(map(bool, row)) for row in rows]
    top = next((k for k, count in enumerate(n_cells) if count > 1), 0)
    table = rows[top:]
    width = max(map(len, table), default=0)
    left = min((next(j for j, cell in enumerate(row) if cell) for row in table if any(row)), default=0)
    stream = CsvText()
    writer = row_writer(stream)
    for k, row in enumerate(rows):
        if not any(row):
            stream.write("\n")
        elif k < top:
            writer.writerow([next(filter(None, row)), *[""] * (width - left - 1)])
        else:
            writer.writerow([*row[left:], *[""] * (width - len(row))])
    return stream.getvalue()
