"""Names and rows that differ in their number of cells."""

from __future__ import annotations

from collections.abc import Sequence

from rnse_core.tables.errors import TableError
from rnse_core.tables.header_names import name_rows_from_the_start, number_in
from rnse_core.tables.kinds import NoteKind, OptionKind, Problem, QuestionKind
from rnse_core.tables.layout import SPACES
from rnse_core.tables.notes import Log
from rnse_core.tables.questions import Option, Question
from rnse_core.tables.records import is_blank


def fit_names(records: Sequence[tuple[int, list[str]]], width: int, delimiter: str, log: Log) -> tuple[int, list[str]]:
    """Return the number of columns and their names.

    The names may be followed by a delimiter that the rows do not have, lack the one of the first column, which names
    the rows, or of the last one where the first is empty, or be one more, which is asked about. Where blanks separate
    the cells, the words that are too many belong to the last name.

    Parameters
    ----------
    records : sequence of (int, list of str)
        The row of names and the rows below it, with their lines.
    width : int
        Cells of most rows.
    delimiter : str
    log : Log
        Takes what was done, and the question.

    Raises
    ------
    TableError
        For any other difference.
    """
    line, names = records[0]
    if len(names) == width or len(records) == 1:
        return len(names), names
    if len(names) > width and is_blank(names[width:]):
        log.note(NoteKind.TRAILING_DELIMITER)
        return width, names[:width]
    rows = [(place, cells) for place, cells in records[1:] if len(cells) == width]
    if width == len(names) + 1 and (not names[0].strip() or _name_rows(names, rows)):
        return width, [*names, ""]
    if delimiter == SPACES and len(names) > width and all(number_in(name) is None for name in names[width - 1 :]):
        options = (
            Option(OptionKind.BLANK_IN_LAST_NAME),
            Option(OptionKind.WITHOUT_NAMES, {"header": False, "skip_lines": rows[0][0] - 1}),
        )
        joined = " ".join(names[width - 1 :])
        log.ask(Question(QuestionKind.BLANK_IN_NAME, options, values=(*names[: width - 1], joined)))
        return width, [*names[: width - 1], joined]
    if len(names) == width + 1 and names[0].strip():
        log.note(NoteKind.NAME_WITHOUT_CELLS, values=names[width:])
        options = (
            Option(OptionKind.NAMES_FROM_LEFT),
            Option(OptionKind.WITHOUT_NAMES, {"header": False, "skip_lines": rows[0][0] - 1}),
        )
        log.ask(Question(QuestionKind.EXTRA_NAME, options, values=tuple(names)))
        return width, names[:width]
    if width == len(names) + 1 and name_rows_from_the_start([cells[0] for _, cells in rows]):
        log.note(NoteKind.ROW_NAMES_WITHOUT_HEADER)
        return width, ["", *names]
    if width > len(names) and all(is_blank(cells[len(names) :]) for _, cells in rows):
        return len(names), names
    first, cells = rows[0]
    place = next(k for k, (at, _) in enumerate(records) if at == first)
    # Names of one field fewer than the rows, above which a title stands.
    above, names_above = records[place - 1]
    is_short = place > 1 and len(names_above) == width - 1
    is_header = is_short and name_rows_from_the_start([row[0] for _, row in rows])
    start = above if is_header else first
    raise TableError(
        Problem.HEADER_WIDTH,
        line=first,
        value=len(names),
        bound=width,
        token=delimiter.join(cells),
        places=(line,),
        options=(Option(OptionKind.SKIP_LINES, {"skip_lines": start - 1}),),
    )


def _name_rows(names: Sequence[str], rows: Sequence[tuple[int, list[str]]]) -> bool:
    """Return whether a word stands over the words of the first column, and numbers over all others."""
    words = [names[0], *(cells[0] for _, cells in rows)]
    return all(number_in(word) is None for word in words) and all(number_in(name) is not None for name in names[1:])
