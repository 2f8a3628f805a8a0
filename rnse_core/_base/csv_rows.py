"""Rows of CSV in which every line break in a cell is in quotation marks."""

from __future__ import annotations

import csv
from io import StringIO
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from _csv import Writer

# Cells with any of these characters are quoted. Python quotes those of the line end alone, so that with "\n" a bare
# carriage return stays as it is; a spreadsheet ends the row there and takes the rest for a cell, maybe a formula.
LINE_END = "\r\n"


class CsvText(StringIO):
    """A text to which rows are written that end with :data:`LINE_END`; it ends them with a line feed alone."""

    def write(self, row: str) -> int:
        """Write one row."""
        return super().write(row[: -len(LINE_END)] + "\n" if row.endswith(LINE_END) else row)


def row_writer(text: CsvText, *, delimiter: str = ",", quote_all: bool = False) -> Writer:
    """Return a writer of rows, which end with a line feed.

    Parameters
    ----------
    text : CsvText
    delimiter : str, default=","
    quote_all : bool, default=False
        Whether all cells are quoted, and not only those that have to be.
    """
    return csv.writer(
        text,
        delimiter=delimiter,
        lineterminator=LINE_END,
        quoting=csv.QUOTE_ALL if quote_all else csv.QUOTE_MINIMAL,
    )
