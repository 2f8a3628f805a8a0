"""How the text of a table is split into rows and cells: the result of the detection, the input of the parsing."""

from __future__ import annotations

from dataclasses import dataclass

NO_DELIMITER = ""  # a table of one column
SPACES = " "  # any run of spaces or tabs
# Most characters of a cell. The limit of the csv module is shared by all code of a process, which may change it.
MAX_CELL_LENGTH = 131_072


@dataclass(frozen=True)
class Quoting:
    """How cells are quoted beside the usual way.

    Parameters
    ----------
    skip_spaces : bool, default=False
        Whether spaces before a quotation mark are no part of the cell, as in ``1, "2"``.
    guarded : bool, default=False
        Whether cells are written as formulas of a text, ``="1.5"``, which keeps spreadsheets from changing them.
    """

    skip_spaces: bool = False
    guarded: bool = False


PLAIN = Quoting()


@dataclass(frozen=True)
class Layout:
    """How the text of a table is split into rows and cells.

    Parameters
    ----------
    encoding : str
        Name of the codec.
    delimiter : str
        One character, :data:`SPACES` or :data:`NO_DELIMITER`.
    header : bool
        Whether the first row gives the names of the columns.
    width : int
        Cells of a row.
    skip_lines : int, default=0
        Lines left out at the top of the file.
    quoting : Quoting, optional
        How cells are quoted.
    """

    encoding: str
    delimiter: str
    header: bool
    width: int
    skip_lines: int = 0
    quoting: Quoting = PLAIN
