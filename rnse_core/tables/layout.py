"""How the text of a table is split into rows and cells: the result of the detection, the input of the parsing."""

from __future__ import annotations

from dataclasses import dataclass

NO_DELIMITER = ""  # a table of one column
SPACES = " "  # any run of spaces or tabs
# Most characters of a cell. The limit of the csv module is shared by all code of a process, which may change it.
MAX_CELL_LENGTH = 131_072


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
    """

    encoding: str
    delimiter: str
    header: bool
    width: int
    skip_lines: int = 0
