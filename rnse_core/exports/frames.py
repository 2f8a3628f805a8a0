"""Tables of results as CSV that a spreadsheet can open without evaluating what is in them."""

from __future__ import annotations

import pandas as pd

from rnse_core._base.csv_rows import LINE_END, CsvText
from rnse_core.exports.files import neutralise


def neutralised_csv(frame: pd.DataFrame) -> str:
    """Write a table as CSV; text that a spreadsheet would take for a formula gets a leading apostrophe.

    Parameters
    ----------
    frame : DataFrame
        Its index is left out; numbers are not changed.

    Returns
    -------
    str
    """
    safe = frame.map(lambda cell: neutralise(cell) if isinstance(cell, str) else cell)
    stream = CsvText()
    safe.rename(columns=lambda name: neutralise(str(name))).to_csv(stream, index=False, lineterminator=LINE_END)
    return stream.getvalue()
