"""Runs of rows that belong together in a text with several tables, or with text around its table."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from rnse_core.tables.cell_types import STANDARD_MISSING, is_date, parse_number
from rnse_core.tables.decimals import has_decimal_comma
from rnse_core.tables.header_names import NumberNames, judge_number_names, name_rows_from_the_start
from rnse_core.tables.index_heads import MOST_LEVELS, head_of_index
from rnse_core.tables.quantities import split_token

# Rows of a run that show what its columns hold.
_SAMPLE = 60
_MOST_HEADER_ROWS = 4
# Rows with words for all columns but one: names, and units or types.
_MOST_NAMES = 2
_COMMENT_SIGNS = frozenset("#%!")
_MOSTLY = 0.8
# Columns that tell a row of names from a row of numbers; more would not tell it better.
_MOST_COMPARED = 8


@dataclass(slots=True)
class Line:
    """A row of a text.

    Parameters
    ----------
    first, last : int
        The lines it is on, counted from 0.
    cells : list of str
        Its cells.
    n_filled : int
        How many of them are not empty.
    after_gap : bool
        Whether an empty line, or a row of empty cells, is above it.
    """

    first: int
    last: int
    cells: list[str]
    n_filled: int
    after_gap: bool

    @property
    def may_be_row(self) -> bool:
        """Whether it holds more than a word, or than a number below a gap, which may be the title of a table."""
        return self.n_filled > 1 or (not self.after_gap and any(map(_is_plain_number, self.cells)))

    @property
    def text(self) -> str:
        """Its cells that are not empty."""
        return " ".join(cell.strip() for cell in self.cells if cell.strip())


@dataclass(frozen=True)
class Run:
    """Rows one below the other with the same number of cells.

    Parameters
    ----------
    start, stop : int
        Places of its first row and of the one after its last among the lines.
    n_header : int
        Rows of names at its top.
    numeric : frozenset of int
        The columns of numbers.
    width : int
        Cells of a row.
    extent : int
        Columns up to the last one that is not empty.
    """

    start: int
    stop: int
    n_header: int
    numeric: frozenset[int]
    width: int
    extent: int

    @property
    def n_rows(self) -> int:
        """Rows below the names."""
        return self.stop - self.start - self.n_header


def _is_plain_number(cell: str) -> bool:
    return parse_number(cell.strip()) is not None or has_decimal_comma(cell)


def is_number(cell: str) -> bool:
    """Return whether a cell is a number in a plain notation, a date, or a number with a sign such as 5%."""
    cell = cell.strip()
    if not cell or cell in STANDARD_MISSING:
        return False
    if parse_number(cell) is not None or has_decimal_comma(cell):
        return True
    return cell[0] in "0123456789+-<>~$€£(" and (is_date(cell) or split_token(cell) is not None)


def is_missing_word(cell: str) -> bool:
    """Return whether a cell says that there is no value."""
    return bool(cell.strip()) and cell.strip() in STANDARD_MISSING


def is_text(cell: str) -> bool:
    """Return whether a cell holds something that is no number."""
    return bool(cell.strip()) and cell.strip() not in STANDARD_MISSING and not is_number(cell)


def find_runs(lines: Sequence[Line]) -> list[Run]:
    """Cut rows into runs: at empty rows, where the number of cells changes, at titles, and at names between numbers.

    Runs of one row, and those without a column of numbers, are left out.

    Parameters
    ----------
    lines : sequence of Line
        Without empty ones.
    """
    runs: list[Run] = []
    start = 0
    while start < len(lines):
        stop = start + 1
        if lines[start].may_be_row:
            width = len(lines[start].cells)
            while (
                stop < len(lines)
                and not lines[stop].after_gap
                and len(lines[stop].cells) == width
                and lines[stop].may_be_row
            ):
                stop += 1
            runs += _divided(lines, start, stop)
        start = stop
    ends = {run.stop for run in runs}
    return [_with_names_above(lines, run, ends) for run in runs]


def _divided(lines: Sequence[Line], start: int, stop: int) -> list[Run]:
    """Return the runs between two places, cut where names stand again between numbers."""
    run = _described(lines, start, stop)
    if run is None:
        return []
    places = _names_between(lines, run)
    parts = [_described(lines, first, last) for first, last in pairwise([start, *places, stop])]
    found = [part for part in parts if part is not None]
    return found if len(found) == len(parts) and all(part.n_header for part in found[1:]) else [run]


def _names_between(lines: Sequence[Line], run: Run) -> list[int]:
    """Return the places of rows below the names with a different word in each column of numbers."""
    places: list[int] = []
    compared = sorted(run.numeric)[:_MOST_COMPARED]
    if len(compared) < 2 or run.n_rows < 2 * _MOST_HEADER_ROWS:
        return places
    for place in range(run.start + run.n_header + 2, run.stop - 2):
        cells = lines[place].cells
        if parse_number(cells[compared[0]]) is not None or (places and place - places[-1] < _MOST_HEADER_ROWS):
            continue
        words = [cells[j].strip() for j in compared if cells[j].strip()]
        if len(words) > 1 and len(set(words)) == len(words) and all(map(is_text, words)):
            places.append(place)
    return places


def _described(lines: Sequence[Line], start: int, stop: int) -> Run | None:
    """Return a run with its columns of numbers and its rows of names; None where it has no column of numbers."""
    rows = [line.cells for line in lines[start:stop]]
    width = len(rows[0])
    body = rows[min(_MOST_HEADER_ROWS, len(rows) // 2) :]
    body = body[:: max(1, len(body) // _SAMPLE)]
    if len(rows) < 2 or not body:
        return None
    numeric = set()
    for j in range(width):
        filled = [row[j] for row in body if row[j].strip() and row[j].strip() not in STANDARD_MISSING]
        if filled and sum(map(is_number, filled)) >= _MOSTLY * len(filled):
            numeric.add(j)
    if not numeric:
        return None
    n_header = 0
    if len(rows) > 2 and _spans(rows[0], numeric) and _are_names(rows[1], numeric):
        n_header = 1  # years over words, as merged cells have them
    while n_header < min(_MOST_HEADER_ROWS, len(rows) - 1) and _are_names(rows[n_header], numeric):
        n_header += 1
    if not n_header and judge_number_names(rows[0], rows[1:]) in (NumberNames.CERTAIN, NumberNames.LIKELY):
        n_header = 1
    extent = max(max(k for k, cell in enumerate(row, start=1) if cell.strip()) for row in (*rows[:n_header], *body))
    return Run(start, stop, n_header, frozenset(numeric), width, extent)


def _are_names(cells: Sequence[str], numeric: set[int]) -> bool:
    """Return whether a row holds words, and no number, in the columns of numbers."""
    here = [cells[j] for j in numeric]
    return any(map(is_text, here)) and not any(map(is_number, here))


def _spans(cells: Sequence[str], numeric: set[int]) -> bool:
    """Return whether a row has cells above columns of numbers, each but the last with an empty one to its right."""
    here = sorted(numeric)
    filled = [j for j in here if cells[j].strip()]
    return bool(filled) and all(not cells[j + 1].strip() for j in filled if j + 1 in numeric)


def _with_names_above(lines: Sequence[Line], run: Run, ends: Collection[int]) -> Run:
    """Add the row above a run to it that holds names for its columns, though one more, or one fewer.

    Comments, the name of the first column alone, and rows of units or types with as many words as there are names may
    stand between the two, and below names for all columns an empty line too.
    """
    if run.n_header or not run.start or run.start in ends:
        return run
    if _names_all_columns(lines[run.start - 1].cells, [line.cells for line in lines[run.start : run.stop]], run):
        return replace(run, start=run.start - 1, n_header=1)
    if lines[run.start].after_gap:
        return run
    if n_levels := _levels_above_index(lines, run):
        return replace(run, start=run.start - n_levels, n_header=n_levels)
    bottom = nearest = run.start - 1
    while bottom and not lines[bottom].after_gap and is_comment(lines[bottom]):
        bottom -= 1
    names_first = bottom == nearest and _names_first_column(lines[bottom], run.width)
    if names_first and bottom and not lines[bottom].after_gap:
        bottom -= 1
    if not _fit_as_names(lines[bottom].cells, run.width):
        bottom = nearest
    if not _fit_as_names(lines[bottom].cells, run.width):
        return run
    top, n_cells = bottom, len(lines[bottom].cells)
    while (
        top
        and not lines[top].after_gap
        and (n_cells != run.width or names_first)
        and len(lines[top - 1].cells) == n_cells
        and _fit_as_names(lines[top - 1].cells, run.width)
    ):
        top -= 1
    # More rows of words than names and their units are a list.
    return run if bottom - top >= _MOST_NAMES else replace(run, start=top, n_header=run.start - top)


def _names_all_columns(row: Sequence[str], body: Sequence[Sequence[str]], run: Run) -> bool:
    """Return whether a row has a different name for each column; for all but the first where that names the rows."""
    cells = [cell.strip() for cell in row]
    is_short = len(cells) == run.width - 1
    named = cells if is_short else cells[1:]
    if len(named) < 2 or not all(named) or len(set(named)) < len(named):
        return False
    if not is_short:
        return len(cells) == run.width and all(is_text(cells[j]) for j in run.numeric)
    # A row of values that lacks its last cell begins with a word, and has numbers.
    are_names = all(map(is_text, cells)) or not is_text(cells[0])
    return are_names and name_rows_from_the_start([one[0] for one in body])


def _levels_above_index(lines: Sequence[Line], run: Run) -> int:
    """Return how many rows above a run are levels of names with the names of the index below them; 0 for others."""
    for top in range(run.start - 3, max(run.start - MOST_LEVELS - 2, -1), -1):
        above = lines[top : run.start]
        if any(len(line.cells) != run.width for line in above) or any(line.after_gap for line in above[1:]):
            return 0
        if head_of_index([line.cells for line in above]):
            return len(above)
    return 0


def is_comment(line: Line) -> bool:
    """Return whether a line begins with the sign of a comment."""
    return line.cells[0].lstrip()[:1] in _COMMENT_SIGNS


def _names_first_column(line: Line, width: int) -> bool:
    return line.n_filled == 1 and len(line.cells) == width and is_text(line.cells[0])


def _fit_as_names(row: Sequence[str], width: int) -> bool:
    """Return whether a row holds words that differ, or the numbers from 1, for all columns but one."""
    cells = [cell.strip() for cell in row]
    while cells and not cells[-1]:
        cells.pop()
    filled = list(filter(None, cells))
    if len(filled) < 2 or not abs(len(cells) - width) <= 1:
        return False
    if not is_number(cells[0]) and cells[1:] == [str(k) for k in range(1, len(cells))]:
        return True
    return all(map(is_text, filled)) and len(filled) >= len(cells) - 1
