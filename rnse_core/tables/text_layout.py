"""How the text of a table is cut into cells."""

from __future__ import annotations

from dataclasses import dataclass

NO_DELIMITER = ""  # a table of one column
SPACES = " "  # any run of spaces or tabs


@dataclass(frozen=True)
class Layout:
    """How the text of a table is cut into cells."""

    encoding: str
    delimiter: str
    header: bool
    width: int
    skip_lines: int = 0
