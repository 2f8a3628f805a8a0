"""Find how a text file is split into cells: delimiter, width, header and decimal mark, from its first rows."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from rnse_core.tables.booleans import boolean_pair
from rnse_core.tables.cell_types import STANDARD_MISSING, is_date, parse_number
from rnse_core.tables.comment_lines import comments_above
from rnse_core.tables.decimals import DecimalVerdict, count_marks, has_decimal_comma, judge_decimal
from rnse_core.tables.edge_columns import are_edges_between_words
from rnse_core.tables.errors import TableError
from rnse_core.tables.header_fit import fit_names
from rnse_core.tables.header_names import NumberNames, judge_number_names, name_rows_from_the_start
from rnse_core.tables.kinds import NoteKind, OptionKind, Problem, QuestionKind
from rnse_core.tables.layout import MAX_CELL_LENGTH, NO_DELIMITER, SPACES, Layout, Quoting
from rnse_core.tables.model import Limits
from rnse_core.tables.notes import Log
from rnse_core.tables.quantities import split_token
from rnse_core.tables.questions import Option, Question
from rnse_core.tables.records import is_blank, open_lines, split_lines
from rnse_core.tables.rows_above import subheader_rows, title_rows
from rnse_core.tables.two_row_heads import joined_names
from rnse_core.tables.type_rows import are_roles

CANDIDATES = (",", ";", "\t", "|")
# Taken where none of the others is, and most cells are no text.
RARE = ("^", "~", "\x01", "\u00a6", "\u00a7")
_LEAST_RARE = 1.5
# Lines that may stand above a table whose cells are separated by blanks, and are cut into as many as they have words.
_MOST_TITLES = 3
SAMPLE_LINES = 1000
_SAMPLE_CHARACTERS = 1_000_000
_FEWEST_LINES = 20
_SAMPLE_CELLS = 20_000
_LEAST_AGREEMENT = 0.5
# A share of the score that a delimiter loses whose cells hold another one on every row.
_NESTED_LOSS = 0.3
_QUOTED_CELL = re.compile(r'(?:^|[,;\t|])"(?:[^"]|"")*"')
_SPACE_BEFORE_QUOTE = re.compile(r'[,;\t|] +"(?:[^"]|"")*"[ \r\n]*(?=[,;\t|]|$)')
_QUOTE_AFTER_DELIMITER = re.compile(r'[,;\t|] *"')
_GUARD = re.compile(r'(?:^|[,;\t| ])="[^"]+"(?=[,;\t| \r\n]|$)')
_QUOTED_GUARD = re.compile(r'(?:^|[,;\t| ])"=""[^"]+"""(?=[,;\t| \r\n]|$)')
_BLANK_GROUPS = re.compile(r"[+-]?\d{1,3}(?: \d{3})+")
SEPARATOR_LINE = re.compile(r"sep=(.)\r?\n?", re.IGNORECASE)

Record = tuple[int, list[str]]


@dataclass
class Findings:
    """The layout of a file and how it was found.

    Parameters
    ----------
    layout : Layout
    names : list of str
        The header, empty where there is none.
    verdict : DecimalVerdict
        The decimal mark in the first rows.
    log : Log
        Notes and questions about the layout.
    roles : list of str
        What a row below the names calls each column; empty where there is none.
    """

    layout: Layout
    names: list[str]
    verdict: DecimalVerdict
    log: Log
    roles: list[str] = field(default_factory=list)


def find_layout(
    data: bytes,
    encoding: str,
    name: str,
    *,
    delimiter: str | None = None,
    header: bool | None = None,
    skip_lines: int = 0,
    limits: Limits | None = None,
) -> Findings:
    """Look at the first rows of a text file and decide how it is split into cells.

    Raises
    ------
    TableError
        For a file without rows, with too many columns, or whose header does not fit its rows.
    """
    limits = limits or Limits()
    log = Log()
    lines, complete = _sample_lines(data, encoding, skip_lines)
    refuse_endless(lines, delimiter, limits, name)
    extra, found, has_names = _leading_lines(lines, header, delimiter, log)
    header = True if has_names else header
    if delimiter is None:
        delimiter = found
    quoting = find_quoting(lines[extra:])
    if quoting.guarded:
        log.note(NoteKind.GUARDED_CELLS)
    if delimiter is None:
        delimiter = choose_delimiter(lines[extra:], complete, quoting, log)
    skip_lines += extra
    records = _records(lines[extra:], delimiter, complete, quoting, skip_lines + 1)
    if not records:
        raise TableError(Problem.NO_ROWS, file=name)
    width = _common_width(records)
    if width > limits.max_columns:
        raise TableError(Problem.TOO_MANY_COLUMNS, file=name, value=width, bound=limits.max_columns)
    if header is not False and not skip_lines and (n_titles := title_rows(records, width, cell_kind)):
        titles = [" ".join(" ".join(cells).split()) for _, cells in records[:n_titles] if not is_blank(cells)]
        log.note(NoteKind.TITLE_ROWS, count=len(titles), values=titles)
        records = records[n_titles:]
        skip_lines = records[0][0] - 1
    if header is None:
        header = joined_names(records[0][1], records[1:]) is not None or _guess_header(records, width, log)
    names: list[str] = []
    roles: list[str] = []
    if header:
        width, names = fit_names(records, width, delimiter, log)
        joined = joined_names(names, records[1:])
        if joined is not None:
            names, n_below = joined
            skip_lines = records[n_below][0] - 1
            records = records[n_below:]
            n_named = max((j for j, name in enumerate(names, start=1) if name), default=0)
            log.note(NoteKind.SECOND_HEADER, values=names[:n_named])
        if n_below := subheader_rows(records[1:], width, cell_kind):
            words = [cell.strip() for _, cells in records[1 : n_below + 1] for cell in cells if cell.strip()]
            log.note(NoteKind.SUBHEADER_ROWS, count=n_below, values=words)
            roles = records[n_below][1] if are_roles(records[n_below][1]) else []
            skip_lines = records[n_below][0] - 1
            records = records[n_below:]
    layout = Layout(encoding, delimiter, header, width, skip_lines, quoting)
    body = [cells for _, cells in records[header:] if len(cells) == width][: max(5, _SAMPLE_CELLS * 5 // width)]
    marks = {j: count_marks(cells[j] for cells in body) for j in range(width)}
    return Findings(layout, names, judge_decimal(marks, delimiter), log, roles)


def _sample_lines(data: bytes, encoding: str, skip_lines: int) -> tuple[list[str], bool]:
    lines: list[str] = []
    size = n_filled = 0
    for line in open_lines(data, encoding, skip_lines):
        if n_filled >= SAMPLE_LINES or (size >= _SAMPLE_CHARACTERS and n_filled >= _FEWEST_LINES):
            return lines, False
        lines.append(line)
        n_filled += bool(line.strip())
        size += len(line)
    return lines, True


def refuse_endless(lines: Sequence[str], delimiter: str | None, limits: Limits, name: str) -> None:
    """Raise TableError for a line with more delimiters than columns and the longest cell may have.

    To split it by each delimiter that comes into question would take minutes and a gigabyte.
    """
    marks = (delimiter,) if delimiter else CANDIDATES
    most = limits.max_columns + MAX_CELL_LENGTH
    for line in lines:
        if len(line) <= most:
            continue
        n_marks = max(map(line.count, marks))
        # So many blanks are in cells that are too long, or between too many.
        n_blanks = 0 if delimiter else line.count(" ")
        if n_marks > most or n_blanks > MAX_CELL_LENGTH * (n_marks + 1) + limits.max_columns:
            n_columns = max(n_marks, n_blanks) + 1
            raise TableError(Problem.TOO_MANY_COLUMNS, file=name, value=n_columns, bound=limits.max_columns)


def _leading_lines(
    lines: list[str], header: bool | None, delimiter: str | None, log: Log
) -> tuple[int, str | None, bool]:
    """Count the lines before the table: a spreadsheet's ``sep=;``, or comments.

    Where a comment gives the names, it stands in place of the last one, which then is the first line of the table.

    Returns
    -------
    n_lines : int
    delimiter : str or None
        The one that the first line states.
    has_names : bool
    """
    if lines and (match := SEPARATOR_LINE.fullmatch(lines[0])):
        log.note(NoteKind.SEPARATOR_LINE, values=[lines[0].strip()])
        return 1, match[1], False
    comments = comments_above(lines, (delimiter,) if delimiter and delimiter != SPACES else CANDIDATES)
    if not comments.names or header is False:
        if comments.count:
            log.note(NoteKind.COMMENT_LINES, count=comments.count - comments.blank)
        return comments.count, None, False
    if n_others := comments.count - comments.blank - 1:
        log.note(NoteKind.COMMENT_LINES, count=n_others)
    log.note(NoteKind.NAMES_IN_COMMENT, values=comments.cells)
    lines[comments.count - 1] = comments.names
    return comments.count - 1, None, True


def find_quoting(lines: Sequence[str]) -> Quoting:
    """Return how cells are quoted, beside the usual way."""
    # Where most rows have such cells they are meant so; a single one may be text.
    guards = (
        bool('="' in line and (_QUOTED_GUARD.search(line) or _GUARD.search(_QUOTED_CELL.sub("", line))))
        for line in lines
    )
    guarded = 2 * sum(guards) > len(lines)
    quoted = [line for line in lines if '"' in line and _QUOTE_AFTER_DELIMITER.search(line)]
    spaced = sum(' "' in line and bool(_SPACE_BEFORE_QUOTE.search(_QUOTED_CELL.sub("", line))) for line in quoted)
    return Quoting(skip_spaces=2 * spaced > len(quoted), guarded=guarded)


def _records(
    lines: Sequence[str], delimiter: str, complete: bool, quoting: Quoting, first_line: int = 1
) -> list[Record]:
    records: list[Record] = []
    try:
        for line, cells in split_lines(iter(lines), delimiter, first_line, quoting):
            if cells and not (len(cells) == 1 and is_blank(cells)):
                records.append((line, cells))
    except TableError:
        # A quotation mark that the sample leaves open; if the file does too, reading it raises the error.
        if complete and not records:
            raise
        return records
    return records if complete else records[:-1] or records


def choose_delimiter(lines: Sequence[str], complete: bool, quoting: Quoting, log: Log) -> str:
    """Take the delimiter that gives most rows the same number of cells; the empty one where none does.

    Of several the one with the largest share of cells other than text is taken; the user is asked where the scores are
    nearly equal.
    """
    scores: dict[str, float] = {}
    for delimiter in CANDIDATES:
        if any(delimiter in line for line in lines):
            scores[delimiter] = _score(_records(lines, delimiter, complete, quoting), delimiter)
    best = max(scores, key=scores.__getitem__, default=NO_DELIMITER)
    if not scores or scores[best] == 0:
        least = 1.0 if lines and all('"' in line for line in lines if line.strip()) else 1.5
        rare = [delimiter for delimiter in RARE if any(delimiter in line for line in lines)]
        for delimiter in rare:
            if _score(_records(lines, delimiter, complete, quoting), delimiter) >= _LEAST_RARE:
                return delimiter
        records = _records(lines, SPACES, complete, quoting)
        is_table = any(_score(rows, SPACES) >= least for rows in (records, records[_MOST_TITLES:]))
        if is_table or are_edges_between_words([cells for _, cells in records]):
            return SPACES
        return NO_DELIMITER
    if best == "," and _are_numbers_between_blanks(lines, complete, quoting, scores[best]):
        return SPACES
    rivals = [delimiter for delimiter, score in scores.items() if score >= 0.95 * scores[best] and delimiter != best]
    if rivals:
        options = tuple(Option(OptionKind.DELIMITER, {"delimiter": delimiter}) for delimiter in (best, *rivals))
        log.ask(Question(QuestionKind.DELIMITER, options))
    return best


def _are_numbers_between_blanks(lines: Sequence[str], complete: bool, quoting: Quoting, score_of_commas: float) -> bool:
    """Return whether blanks separate the cells better than commas do, which stand in numbers only."""
    if 2 * sum(" " in line.strip() for line in lines) <= len(lines):
        return False
    try:
        records = _records(lines, SPACES, complete, quoting)
    except TableError:  # blanks at the end of quoted cells
        return False
    score = _score(records, SPACES)
    if score < score_of_commas or (score == score_of_commas and not _have_parts(lines)):
        return False
    width = _common_width(records)
    rows = [cells for _, cells in records if len(cells) == width][: max(2, _SAMPLE_CELLS // width)]
    with_comma = [cell for cells in (records[0][1], *rows) for cell in cells if "," in cell]
    return all(
        has_decimal_comma(cell) or (cell_kind(cell) == "number" and not any(map(str.isalpha, cell)))
        for cell in with_comma
    )


def _have_parts(lines: Sequence[str]) -> bool:
    """Return whether blanks stand in cells between commas where no thousands are grouped."""
    cells = (cell.strip() for line in lines for cell in line.split(","))
    return any(" " in cell and not _BLANK_GROUPS.fullmatch(cell) for cell in cells)


def _score(records: Sequence[Record], delimiter: str) -> float:
    """Rate a delimiter from 0 to 2: agreement of the rows on their width, times one plus the share of clean cells.

    It loses where its cells are cut in turn by another delimiter, on every row.
    """
    widths = Counter(len(cells) for _, cells in records)
    if not widths:
        return 0.0
    width, frequency = widths.most_common(1)[0]
    agreement = frequency / widths.total()
    if width == 1 or agreement < _LEAST_AGREEMENT:
        return 0.0
    rows = [cells for _, cells in records if len(cells) == width][: max(2, _SAMPLE_CELLS // width)]
    clean = sum(cell_kind(cell) != "text" for cells in rows for cell in cells)
    score = agreement * (1 + clean / (len(rows) * width))
    others = [other for other in CANDIDATES if other != delimiter]
    nested = any(all(any(_cuts(other, cell) for cell in cells) for cells in rows) for other in others)
    return score * (1 - _NESTED_LOSS) if nested else score


def _cuts(delimiter: str, cell: str) -> bool:
    """Return whether a cell holds a delimiter that is neither punctuation nor part of a number."""
    return (
        delimiter in cell
        and any(part[:1] not in ("", " ") for part in cell.split(delimiter)[1:])
        and not has_decimal_comma(cell)
        and split_token(cell) is None
    )


def cell_kind(token: str) -> str:
    """Return what a cell is: a "number" in any notation, a "boolean", a "date", "missing", or "text"."""
    if token in STANDARD_MISSING:
        return "missing"
    if parse_number(token) is not None or has_decimal_comma(token):
        return "number"
    if boolean_pair((token,)) is not None:
        return "boolean"
    if is_date(token):
        return "date"
    return "number" if split_token(token) is not None else "text"


def _common_width(records: Sequence[Record]) -> int:
    """Return the commonest number of cells below the first row; the first row decides a tie."""
    widths = Counter(len(cells) for _, cells in records[1:] or records)
    first = len(records[0][1])
    return max(widths, key=lambda width: (widths[width], width == first))


def _guess_header(records: Sequence[Record], width: int, log: Log) -> bool:
    """Decide whether the first row gives names, and ask where it is not clear.

    It does if it has words above columns of numbers; it does not if all its cells are numbers.
    """
    first = records[0][1]
    cells = [cell for cell in first if cell not in STANDARD_MISSING]
    body = [row for _, row in records[1:] if len(row) == width][: max(5, _SAMPLE_CELLS * 5 // width)]
    if 1 < len(first) == width - 1 and name_rows_from_the_start([row[0] for row in body]):
        return True
    numbers = judge_number_names(first, body)
    if numbers is NumberNames.CERTAIN:
        return True
    if not cells or all(parse_number(cell) is not None or has_decimal_comma(cell) for cell in cells):
        return _ask_about_header(numbers is NumberNames.LIKELY, log) if cells and numbers else False
    for_names = for_data = text_repeats = fractions = 0
    for j, cell in enumerate(first[:width]):
        kinds = Counter(cell_kind(row[j]) for row in body)
        del kinds["missing"]
        if cell in STANDARD_MISSING or not kinds:
            continue
        kind, frequency = kinds.most_common(1)[0]
        if kind == "text" or frequency < 0.8 * kinds.total():
            text_repeats += any(cell == row[j] for row in body)
        elif cell_kind(cell) == kind and not _is_marked_alone(cell, [row[j] for row in body]):
            for_data += 1
            fractions += "." in cell or "," in cell
        else:
            for_names += 1
    if for_names and not for_data:
        return True
    if for_data and numbers is not None:
        # Words above other numbers, where a row of measurements would have fractions, or the first cell is an index.
        is_index = not first[0].strip() and name_rows_from_the_start([row[0] for row in body])
        has_words = bool(for_names) and (is_index or not fractions)
        return _ask_about_header(numbers is NumberNames.LIKELY or for_data <= for_names or has_words, log)
    if for_data and not for_names:
        return False
    if not for_data and not for_names and not text_repeats and _lack_digits(first, body):
        return True
    return _ask_about_header((for_data <= for_names or not fractions) if for_names else not text_repeats, log)


def _is_marked_alone(cell: str, below: Sequence[str]) -> bool:
    """Return whether a number has letters, as in the name 40yd, and no cell below it has."""
    return any(map(str.isalpha, cell)) and not any(letter.isalpha() for other in below for letter in other)


def _lack_digits(first: Sequence[str], body: Sequence[Sequence[str]]) -> bool:
    """Return whether a row has no digits, and all cells of several columns below it have."""
    if any(map(str.isdecimal, "".join(first))):
        return False
    columns = ([cell for cell in cells if cell not in STANDARD_MISSING] for cells in zip(*body, strict=True))
    return sum(bool(cells) and all(any(map(str.isdecimal, cell)) for cell in cells) for cells in columns) > 1


def _ask_about_header(answer: bool, log: Log) -> bool:
    options = tuple(Option(OptionKind.HEADER, {"header": header}) for header in (answer, not answer))
    log.ask(Question(QuestionKind.HEADER, options))
    return answer
