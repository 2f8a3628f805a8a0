"""Excel workbooks: the sheet that is the table, as text; sizes are checked first."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from io import BytesIO
from typing import Any

from rnse_core.tables.errors import TableError
from rnse_core.tables.frames import check_size, duration_text
from rnse_core.tables.joined_sheets import ALL_SHEETS, join_sheets
from rnse_core.tables.kinds import NoteKind, OptionKind, Problem, QuestionKind
from rnse_core.tables.layout import MAX_CELL_LENGTH
from rnse_core.tables.model import Limits
from rnse_core.tables.notes import Log
from rnse_core.tables.packages import load_package
from rnse_core.tables.packed_sizes import Hidden, Workbook
from rnse_core.tables.questions import Option, Question
from rnse_core.tables.sheet_choice import holds_table
from rnse_core.tables.sheet_text import sheet_text

_MOST_SHEETS = 10
# Bytes of XML that openpyxl reads in a minute or two, rows that a sheet can have, and texts that fit into 500 MB.
_MOST_XML = 200_000_000
_MOST_SHEET_ROWS = 1_048_576
_MOST_TEXTS = 4_000_000
# Cells of a sheet beyond these are formatting that was copied too far.
_MOST_EMPTY_ROWS = 10_000


@dataclass(frozen=True)
class _Cells:
    """The cells of a sheet, and what is hidden of them; row k is row k of the sheet, or empty."""

    rows: list[list[str]]
    hidden_rows: tuple[int, ...]
    hidden_columns: tuple[int, ...]

    def shown(self, hidden: bool | None) -> list[list[str]]:
        """Return the rows with what is hidden, unless this is False."""
        return self.visible() if hidden is False else self.rows

    def visible(self) -> list[list[str]]:
        """Return the rows without what is hidden."""
        rows, columns = set(self.hidden_rows), set(self.hidden_columns)
        return [
            [cell for j, cell in enumerate(row) if j not in columns] for k, row in enumerate(self.rows) if k not in rows
        ]


def read_sheet(
    data: bytes, name: str, sheet: str | None, hidden: bool | None, limits: Limits, log: Log
) -> tuple[bytes, str, tuple[str, ...]]:
    """Read a sheet of an Excel workbook as text, separated by commas; ask which one where there are several.

    A visible sheet is taken before a hidden one, and one with a table before one of notes. Visible sheets with the same
    columns as the first of them can be read as one (:mod:`rnse_core.tables.joined_sheets`). An empty row is an empty
    line, so that lines count as rows do in Excel. Sheets that hold a chart only are no tables.

    Parameters
    ----------
    data : bytes
    name : str
        Name of the file, for messages.
    sheet : str or None
        The sheet that was asked for, or `ALL_SHEETS`.
    hidden : bool or None
        Whether hidden rows and columns are read; None reads them, and asks.
    limits : Limits
    log : Log

    Returns
    -------
    text : bytes
    sheet : str
        Its name, or `ALL_SHEETS`.
    sheets : tuple of str
        The names of all of them.

    Raises
    ------
    TableError
        When there is no such sheet, none with the same columns as the first, or the workbook takes more memory unpacked
        than the limits.
    """
    archive = Workbook(data)
    _check_workbook(archive, name, limits)
    book, parts = _open(data, name)
    sheets = [one.title for one in book.worksheets]
    if sheet not in (None, ALL_SHEETS, *sheets):
        raise _unknown_sheet(sheet, sheets, name)
    # Stable: visible sheets in their order, then the hidden ones.
    visible = [one for one in sheets if book[one].sheet_state == "visible"]
    in_order = sorted(sheets, key=lambda one: one not in visible)
    looked_at = {None: in_order[:_MOST_SHEETS], ALL_SHEETS: visible}.get(sheet, [str(sheet)])
    found = {one: _cells(book[one], archive.hidden(parts[one]), name, limits) for one in looked_at}
    filled = [one for one in found if found[one].rows]
    if not filled:
        raise TableError(Problem.NO_ROWS, file=name)
    # Stable: notes, such as a first sheet README, come behind the tables of their kind.
    filled.sort(key=lambda one: (one not in visible, not holds_table(found[one].rows)))
    alike = [one for one in filled if one in visible]
    joined = join_sheets({one: found[one].shown(hidden) for one in alike})
    if sheet is None and joined is not None and len(visible) > _MOST_SHEETS:
        found |= {one: _cells(book[one], archive.hidden(parts[one]), name, limits) for one in visible[_MOST_SHEETS:]}
        joined = join_sheets({one: found[one].shown(hidden) for one in [*alike, *visible[_MOST_SHEETS:]]})
    if sheet is None and len(filled) > 1:
        kinds = {True: OptionKind.SHEET, False: OptionKind.HIDDEN_SHEET}
        options = [Option(kinds[one in visible], {"sheet": one}) for one in filled]
        if joined is not None:
            options.insert(1, Option(OptionKind.ALL_SHEETS, {"sheet": ALL_SHEETS}, joined.n_rows, len(joined.titles)))
        log.ask(Question(QuestionKind.SHEET, tuple(options), values=(name,)))
    if sheet == ALL_SHEETS and joined is None:
        raise _unknown_sheet(sheet, sheets, name)
    read = joined.titles if sheet == ALL_SHEETS and joined is not None else (filled[0],)
    if n_uncomputed := sum(archive.n_uncomputed(parts[one]) for one in read):
        log.note(NoteKind.UNCOMPUTED, count=n_uncomputed)
    cells = {one: found[one] for one in read}
    if sheet == ALL_SHEETS and joined is not None:
        without_hidden = join_sheets({one: found[one].visible() for one in read})
        if without_hidden is not None:
            _ask_about_hidden(cells.values(), hidden, name, log)
        joined.note(log)
        return joined.text.encode("utf-8", "replace"), ALL_SHEETS, tuple(sheets)
    _ask_about_hidden(cells.values(), hidden, name, log)
    return sheet_text(found[filled[0]].shown(hidden)).encode("utf-8", "replace"), filled[0], tuple(sheets)


def _unknown_sheet(sheet: str | None, sheets: Sequence[str], name: str) -> TableError:
    options = tuple(Option(OptionKind.SHEET, {"sheet": one}) for one in sheets[:_MOST_SHEETS])
    return TableError(
        Problem.UNKNOWN_SHEET, file=name, keyword="sheet", value=sheet, choices=tuple(sheets), options=options
    )


def _open(data: bytes, name: str) -> tuple[Any, dict[str, str]]:
    """Return the workbook, and where each sheet is stored in it."""
    charts = load_package("openpyxl.chartsheet", name)
    reader = load_package("openpyxl.reader.excel", name).ExcelReader(BytesIO(data), read_only=True, data_only=True)

    def without_charts(sheet: Any, _: Any) -> None:
        # Only the place among the sheets is kept: charts hold no table, and reading them may fail.
        reader.wb._sheets.append(charts.Chartsheet(parent=reader.wb, title=sheet.name))

    reader.read_chartsheet = without_charts
    reader.read()
    return reader.wb, {sheet.name: relation.target for sheet, relation in reader.parser.find_sheets()}


def _check_workbook(book: Workbook, name: str, limits: Limits) -> None:
    """Raise TableError for a workbook that would take gigabytes, or minutes."""
    bound = min(limits.max_bytes, _MOST_XML)
    if book.size() > bound:
        raise TableError(Problem.FILE_TOO_LARGE, file=name, value=book.size(), bound=bound)
    if book.has_endless_text():
        raise TableError(Problem.CELL_TOO_LONG, line=1, bound=MAX_CELL_LENGTH)
    if (n_rows := book.most_rows()) > _MOST_SHEET_ROWS:
        raise TableError(Problem.TOO_MANY_ROWS, file=name, value=n_rows, bound=limits.max_rows)
    if (n_texts := book.n_texts()) > _MOST_TEXTS:
        raise TableError(Problem.TOO_MANY_CELLS, file=name, value=n_texts, bound=_MOST_TEXTS, count=_MOST_TEXTS)


def _cells(sheet: Any, hidden: Hidden, name: str, limits: Limits) -> _Cells:
    # The size that the sheet states may be that of copied formatting; rows then end with their own last cell.
    sheet.reset_dimensions()
    rows: list[list[str]] = []
    n_cells = empty = 0
    for row in sheet.iter_rows(values_only=True):
        cells = [_cell_text(cell) for cell in row]
        while cells and not cells[-1]:
            cells.pop()
        rows.append(cells)
        n_cells += len(cells)
        empty = 0 if cells else empty + 1
        if empty > _MOST_EMPTY_ROWS:
            break
        if n_cells > limits.max_cells or len(rows) > limits.max_rows + empty + 1:
            check_size(len(rows), max(len(cells), n_cells // len(rows)), name, limits)
        if len(cells) > limits.max_columns:
            check_size(1, len(cells), name, limits)
    while rows and not rows[-1]:
        rows.pop()
    width = max(map(len, rows), default=0)
    return _Cells(
        rows,
        tuple(row for row in hidden.rows if row < len(rows) and rows[row]),
        tuple(column for first, last in hidden.columns for column in range(first, min(last + 1, width))),
    )


def _ask_about_hidden(sheets: Collection[_Cells], hidden: bool | None, name: str, log: Log) -> None:
    """Ask about what is hidden in the sheets that are read, unless it was decided, and note what is done with it."""
    shape = (sum(len(one.hidden_rows) for one in sheets), sum(len(one.hidden_columns) for one in sheets))
    if not any(shape):
        return
    if hidden is None:
        options = tuple(
            Option(kind, {"hidden": kind is OptionKind.READ_HIDDEN})
            for kind in (OptionKind.READ_HIDDEN, OptionKind.LEAVE_OUT_HIDDEN)
        )
        log.ask(Question(QuestionKind.HIDDEN, options, values=(name, *shape)))
    log.note(NoteKind.HIDDEN_LEFT_OUT if hidden is False else NoteKind.HIDDEN_READ, shape=shape)


def _cell_text(cell: Any) -> str:
    if cell is None:
        return ""
    if isinstance(cell, bool):
        return "true" if cell else "false"
    if isinstance(cell, float) and cell.is_integer() and abs(cell) < 2**53:
        return str(int(cell))
    if isinstance(cell, datetime):
        return cell.isoformat(" ").removesuffix(" 00:00:00")
    if isinstance(cell, timedelta):
        return duration_text(cell)
    return cell.isoformat() if isinstance(cell, date | time) else str(cell)
