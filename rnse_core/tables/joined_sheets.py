"""Sheets of a workbook that have the same columns, such as one for each year, read as one table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rnse_core.tables.joined_tables import have_same_names, write_as_one
from rnse_core.tables.kinds import NoteKind
from rnse_core.tables.notes import Log
from rnse_core.tables.records import open_lines
from rnse_core.tables.sections import Part, Sections, find_sections
from rnse_core.tables.sheet_text import sheet_text

#: The answer that reads sheets with the same columns as one; no sheet can have this name.
ALL_SHEETS = "*"
# Name of the column that says which sheet a row is of.
_SHEET = "sheet"
# The names stand among so many rows at the top.
_COMPARED = 30
# More cells are not looked through for text around the tables.
_MOST_CELLS = 2_000_000


@dataclass(frozen=True)
class JoinedSheets:
    """The table of several sheets.

    Parameters
    ----------
    text : str
        It, separated by commas.
    column : str
        Name of the column with the names of the sheets.
    titles : tuple of str
        The sheets.
    n_rows : int
    above, below : tuple of str
        Lines of text around their tables.
    """

    text: str
    column: str
    titles: tuple[str, ...]
    n_rows: int
    above: tuple[str, ...]
    below: tuple[str, ...]

    def note(self, log: Log) -> None:
        """Note what was joined, and which lines were left out."""
        for kind, lines in ((NoteKind.TITLE_ROWS, self.above), (NoteKind.LINES_BELOW, self.below)):
            if lines:
                log.note(kind, count=len(lines), values=lines)
        log.note(NoteKind.STACKED_TABLES, [self.column], count=len(self.titles), values=self.titles)


def join_sheets(sheets: Mapping[str, Sequence[Sequence[str]]]) -> JoinedSheets | None:
    """Write the first sheet, and those with one table with the same names, as one; None where no other has them.

    Parameters
    ----------
    sheets : mapping of str to sequence of sequence of str
        Their rows.
    """
    titles = list(sheets)
    tops = {title: {frozenset(filter(None, row)) for row in rows[:_COMPARED]} for title, rows in sheets.items()}
    likely = [title for title in titles if any(len(names) > 1 for names in tops[title] & tops[titles[0]])]
    if len(likely) < 2 or sum(len(row) for title in likely for row in sheets[title]) > _MOST_CELLS:
        return None
    found = {title: _only_table(sheets[title]) for title in likely}
    first = found[likely[0]]
    if first is None:
        return None
    alike: dict[str, tuple[Sections, Part]] = {
        title: one for title, one in found.items() if one is first or (one and have_same_names([first[1], one[1]]))
    }
    if len(alike) < 2:
        return None
    parts = [part for _, part in alike.values()]
    text, column = write_as_one(parts, list(alike), _SHEET, ",")
    return JoinedSheets(
        text,
        column,
        tuple(alike),
        sum(part.n_rows for part in parts),
        tuple(line.text for sections, _ in alike.values() for line in sections.above),
        tuple(line.text for sections, _ in alike.values() for line in sections.below),
    )


def _only_table(rows: Sequence[Sequence[str]]) -> tuple[Sections, Part] | None:
    """Return the table of a sheet, with the lines around it; None for none, or several."""
    lines = list(open_lines(sheet_text(rows).encode("utf-8", "replace"), "utf-8"))
    sections = find_sections(lines, ",")
    return (sections, sections.parts[0]) if sections is not None and len(sections.parts) == 1 else None
