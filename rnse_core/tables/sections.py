"""The tables of a text that has several, one below the other, or text above and below its table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from rnse_core.tables.errors import TableError
from rnse_core.tables.layout import PLAIN, Quoting
from rnse_core.tables.records import is_blank, split_lines
from rnse_core.tables.row_runs import Line, Run, find_runs, is_comment, is_missing_word, is_number, is_text
from rnse_core.tables.statistics_words import words_among

# Rows without names that are a table of their own.
_FEWEST_ROWS = 3
# Shorter pairs of a word and a number are a list of settings or results, unless they have names.
_FEWEST_PAIRS = 3
# So few rows of a word and numbers, without names, are settings beside a table with names.
_MOST_SETTINGS = 6
# Words in a cell that is a sentence rather than the name of a row.
_SENTENCE = 4
_MARKS = ("*", "\u2020", "\u2021", "\u00b9", "\u00b2", "#", "---", "===", "\u2014")


@dataclass(frozen=True)
class Part:
    """A table of a text.

    Parameters
    ----------
    lines : list of Line
        Its rows, those of its names first.
    n_header : int
        How many of them are names, units and the like.
    width : int
        Cells of a row.
    n_columns : int
        Columns up to the last one that is not empty.
    title : str
        The text above it; empty where there is none.
    """

    lines: list[Line]
    n_header: int
    width: int
    n_columns: int
    title: str

    @property
    def n_rows(self) -> int:
        """Rows below the names."""
        return len(self.lines) - self.n_header

    def below_names(self) -> list[Line]:
        """Comments, and rows of units or types that do not fit the columns, between the names and the rows."""
        return [line for line in self.lines[1 : self.n_header] if len(line.cells) != self.width or is_comment(line)]

    @property
    def names(self) -> tuple[str, ...]:
        """Its first row of names, without empty cells at the end; empty where it has none."""
        cells = [cell.strip() for cell in self.lines[0].cells] if self.n_header else []
        while cells and not cells[-1]:
            cells.pop()
        return tuple(cells)


@dataclass(frozen=True)
class Sections:
    """The tables of a text, and the lines that belong to none of them.

    Parameters
    ----------
    parts : list of Part
        In their order.
    above, between, below : list of Line
        Lines of text above the first table, between two of them, and below the last one.
    doubtful : bool
        Whether the lines below could be rows of the table.
    """

    parts: list[Part]
    above: list[Line]
    between: list[Line]
    below: list[Line]
    doubtful: bool

    def n_cells(self) -> int:
        """Cells of all tables."""
        return sum(part.n_rows * part.n_columns for part in self.parts)


def find_sections(lines: Sequence[str], delimiter: str, first: int = 0, quoting: Quoting = PLAIN) -> Sections | None:
    """Find the tables of a text; None where it has none with a column of numbers.

    Parameters
    ----------
    lines : sequence of str
        The text.
    delimiter : str
    first : int, default=0
        The line to begin on.
    quoting : Quoting, optional
        How cells are quoted, beside the usual way.
    """
    try:
        rows = _rows(lines, delimiter, first, quoting)
    except TableError:  # an open quotation mark, which the reading tells
        return None
    runs = [run for run in find_runs(rows) if _is_body(rows, run)]
    if any(run.n_header for run in runs):
        runs = [run for run in runs if run.n_header or run.n_rows > _MOST_SETTINGS or 0 in run.numeric]
    tables = _joined(rows, runs)
    if not tables:
        return None
    start = _start_of_rows(rows, tables[0][0])
    heads = [start, *(table[0].start for table in tables[1:]), len(rows)]
    ends = [_end_of_rows(rows, table, heads[k + 1], is_last=k == len(tables) - 1) for k, table in enumerate(tables)]
    parts = []
    between: list[Line] = []
    for k, runs_of_part in enumerate(tables):
        before = ends[k - 1] if k else 0
        title = next((line.text for line in reversed(rows[before : heads[k]])), "")
        between += rows[before : heads[k]] if k else []
        n_columns = max(run.extent for run in runs_of_part)
        parts.append(Part(rows[heads[k] : ends[k]], runs_of_part[0].n_header, runs_of_part[0].width, n_columns, title))
    below = rows[ends[-1] :]
    return Sections(parts, rows[:start], between, below, _is_doubtful(below, tables[-1][0]))


def _rows(lines: Sequence[str], delimiter: str, first: int, quoting: Quoting) -> list[Line]:
    rows: list[Line] = []
    gap = False
    start, cells_before = first, None
    for line, cells in split_lines(iter(lines[first:]), delimiter, first, quoting):
        if cells_before is not None:
            gap = _add(rows, start, line - 1, cells_before, gap)
        start, cells_before = line, cells
    if cells_before is not None:
        _add(rows, start, len(lines) - 1, cells_before, gap)
    return _without_last_delimiter(rows)


def _without_last_delimiter(rows: list[Line]) -> list[Line]:
    """Leave out the empty cell after the delimiter that most rows end with, and their names do not."""
    width = Counter(len(row.cells) for row in rows).most_common(1)[0][0] if rows else 0
    ended = [row for row in rows if len(row.cells) == width]
    if width < 3 or any(row.cells[-1].strip() for row in ended):
        return rows
    return [replace(row, cells=row.cells[:-1]) if len(row.cells) == width else row for row in rows]


def _add(rows: list[Line], first: int, last: int, cells: list[str], gap: bool) -> bool:
    """Add a row that is not empty; return whether there is a gap above the next one."""
    if is_blank(cells):
        return True
    rows.append(Line(first, last, cells, sum(map(bool, map(str.strip, cells))), gap))
    return False


def _is_body(rows: Sequence[Line], run: Run) -> bool:
    """Return whether rows are those of a table, and no list of settings or results."""
    if run.n_rows < 2 or run.extent < 2:
        return False
    if run.extent > 2 or {0, 1} <= run.numeric:
        return True
    names = rows[run.start].cells if run.n_header and run.n_rows >= _FEWEST_PAIRS else ["1"]
    return not any(letter.isdigit() or letter == ":" for cell in names for letter in cell)


def _joined(rows: Sequence[Line], runs: Sequence[Run]) -> list[list[Run]]:
    """Return the runs of each table: one without names goes on with the table above, where it has the same columns."""
    tables: list[list[Run]] = []
    for run in runs:
        if tables and not _has_names(rows, run) and _fits(run, tables[-1][0]):
            tables[-1].append(run)
            continue
        if run.n_header or not tables or (run.n_rows >= _FEWEST_ROWS and rows[run.start].after_gap):
            tables.append([run])
    return tables


def _has_names(rows: Sequence[Line], run: Run) -> bool:
    """Return whether a run below another has words for names, or whole numbers such as years."""
    names = rows[run.start].cells
    cells = [names[j].strip() for j in run.numeric if j < len(names)]
    return bool(run.n_header and cells) and (any(map(is_text, cells)) or all(map(str.isdigit, cells)))


def _fits(run: Run, table: Run) -> bool:
    # Of few rows one may be a total, which lets a column of numbers look like words.
    return run.width == table.width and 2 * len(run.numeric & table.numeric) > len(table.numeric)


def _could_be_row(line: Line, run: Run, *, after_gap: bool = False) -> bool:
    """Return whether a row holds numbers, or words for missing ones, where the table does.

    One is enough in a row of its width right below it; across a gap half of them must be there, and in a row of another
    width most.
    """
    count = _n_values(line, run)
    if len(line.cells) != run.width:
        return not after_gap and 2 * count > len(run.numeric)
    return count >= max(1, len(run.numeric) / 2 if after_gap else 1)


def _n_values(line: Line, run: Run) -> int:
    """Count the numbers, and words for missing ones, in the columns of numbers."""
    cells = [line.cells[j] for j in run.numeric if j < len(line.cells)]
    return sum(is_number(cell) or is_missing_word(cell) for cell in cells)


def _start_of_rows(rows: Sequence[Line], first: Run) -> int:
    """Return the place of the first row of a text that could be one of its first table, or its names."""
    if first.n_header:
        return first.start
    start = first.start
    while (
        start
        and not rows[start].after_gap
        and (len(rows[start - 1].cells) == first.width or _could_be_row(rows[start - 1], first))
    ):
        start -= 1
    alike = (k for k, row in enumerate(rows[:start]) if row.n_filled > 1 and len(row.cells) == first.width)
    return next(alike, start)


def _end_of_rows(rows: Sequence[Line], table: Sequence[Run], stop: int, *, is_last: bool) -> int:
    """Return the place after the last row above `stop` that could be one of a table.

    Right below the last table, words alone may be the names of rows without values, until a line is certainly text.
    """
    first, end, has_gap, has_note = table[0], table[-1].stop, False, not is_last
    while end > table[-1].start + 2 and not _n_values(rows[end - 1], first) and _is_note(rows[end - 1], first):
        end -= 1
    for place in range(end, stop):
        row = rows[place]
        has_gap, has_note = has_gap or row.after_gap, has_note or _is_note(row, first)
        may_be_name = not has_gap and not has_note and _n_values(row, first) + (len(row.cells) == first.width) > 0
        if may_be_name or _could_be_row(row, first, after_gap=has_gap):
            end = place + 1
    return end


def _is_doubtful(below: Sequence[Line], table: Run) -> bool:
    """Return whether the text below a table could be rows of which only the name is known."""
    near = bool(below) and (not below[0].after_gap or any(len(line.cells) == table.width for line in below))
    return near and not any(_is_note(line, table) for line in below)


def _is_note(line: Line, table: Run) -> bool:
    """Return whether a row below a table is certainly text: a sentence, an empty total, words for numbers."""
    text = line.text
    if 0 in table.numeric and is_text(line.cells[0]):
        return True
    is_sentence = ":" in text or "=" in text or len(text.split()) >= _SENTENCE
    return is_sentence or text.startswith(_MARKS) or bool(words_among([text]))
