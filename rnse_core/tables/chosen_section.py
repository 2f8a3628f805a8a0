"""Read one table of a text that has several, or the table between the lines of text around it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import islice

from rnse_core.tables.comment_lines import comments_above
from rnse_core.tables.errors import TableError
from rnse_core.tables.joined_tables import have_same_names, write_as_one
from rnse_core.tables.kinds import NoteKind, OptionKind, Problem, QuestionKind
from rnse_core.tables.layout import NO_DELIMITER, SPACES
from rnse_core.tables.layout_detection import (
    CANDIDATES,
    SAMPLE_LINES,
    SEPARATOR_LINE,
    choose_delimiter,
    find_quoting,
    refuse_endless,
)
from rnse_core.tables.model import Limits
from rnse_core.tables.notes import Log
from rnse_core.tables.plain_text import is_plain
from rnse_core.tables.questions import Option, Question
from rnse_core.tables.records import open_lines
from rnse_core.tables.row_runs import Line
from rnse_core.tables.sections import Part, Sections, find_sections
from rnse_core.tables.stacked_tables import TABLE

#: Texts of more bytes or lines are read as one table.
MOST_BYTES = 5_000_000
MOST_LINES = 100_000
#: The answer that reads all tables as one.
ALL = 0
_MOST_OPTIONS = 20
_FEWEST_ROWS = 3
_MOST_NAMES = 3
_LESS = 0.7
_DIGIT = re.compile(r"\d")


@dataclass(frozen=True)
class ChosenSection:
    """What is read of a text.

    Parameters
    ----------
    data : bytes
        The text up to the last row of the table.
    skip_lines : int
        Lines above its first row.
    delimiter : str, optional
        What separates its cells, where all tables were written as one.
    log : Log
        What was left out, and the question which table is meant.
    """

    data: bytes
    skip_lines: int
    delimiter: str | None = None
    log: Log = field(default_factory=Log)


def choose_section(
    data: bytes,
    encoding: str,
    name: str,
    *,
    delimiter: str | None = None,
    skip_lines: int = 0,
    part: int | None = None,
    drop_notes: bool | None = None,
    limits: Limits,
) -> ChosenSection | None:
    """Find the table of a text that is read; None where that is the whole text.

    Of several tables the largest is read, and it is asked; those with the same names are read as one.

    Parameters
    ----------
    data : bytes
    encoding : str
        Name of the codec.
    name : str
        Name of the file, for messages.
    delimiter : str, optional
        What separates the cells; found by default.
    skip_lines : int, default=0
        Lines left out at the top.
    part : int, optional
        The table to read, counted from 1; 0 for all of them.
    drop_notes : bool, optional
        Whether lines of text above and below the table are left out; by default they are, and it is asked where they
        could be rows.
    limits : Limits

    Raises
    ------
    TableError
        When there is no such table, or a line has far more cells than the limits.
    """
    if part is None and (drop_notes is False or _is_long(data)):
        return None
    if part is None and _is_plain(data, encoding, delimiter, skip_lines):
        return None
    lines = list(open_lines(data, encoding))
    refuse_endless(lines, delimiter, limits, name)
    found = _sections(lines, _beginning(lines, delimiter, skip_lines))
    if found is None:
        if part is None:
            return None
        raise _unknown_part(part, [], name)
    sections, mark = found
    log = Log()
    chosen = _chosen(sections, part, name, log)
    if chosen is None:
        return _as_one(sections, mark, encoding, log)
    _note_texts(sections, chosen, drop_notes, log)
    first, last = chosen[0].lines[0].first, chosen[-1].lines[-1].last
    has_more_above = bool(sections.above) or chosen[0] is not sections.parts[0]
    if drop_notes is False and chosen[-1] is sections.parts[-1]:
        last = len(lines) - 1
    below_names = chosen[0].below_names()
    if not has_more_above and not below_names and last == len(lines) - 1:
        return None
    for line in below_names:
        lines[line.first] = "\n"
    text = "".join(lines[: last + 1])
    return _encoded(text, encoding, first if has_more_above else skip_lines, None, log)


def _is_long(data: bytes) -> bool:
    return len(data) > MOST_BYTES or data.count(b"\n") + data.count(b"\r") > MOST_LINES


def _encoded(text: str, encoding: str, skip_lines: int, delimiter: str | None, log: Log) -> ChosenSection | None:
    """Return a text in the codec of its file; None for a codec that does not write what it has read."""
    try:
        return ChosenSection(text.encode(encoding), skip_lines, delimiter, log)
    except UnicodeError:
        return None


@dataclass(frozen=True)
class _Beginning:
    """Where the rows of a text begin, below comments, and what is said to separate their cells."""

    n_lines: int
    delimiter: str | None
    names: str


def _beginning(lines: Sequence[str], delimiter: str | None, skip_lines: int) -> _Beginning:
    comments = comments_above(lines[skip_lines:], CANDIDATES)
    first = skip_lines + comments.count - bool(comments.names)
    if first < len(lines) and (stated := SEPARATOR_LINE.fullmatch(lines[first])):
        first, delimiter = first + 1, delimiter or stated[1]
    return _Beginning(first, delimiter, comments.names)


def _is_plain(data: bytes, encoding: str, delimiter: str | None, skip_lines: int) -> bool:
    """Return whether all lines below the comments look alike, by what may separate their cells."""
    lines = list(islice(open_lines(data, encoding), skip_lines + SAMPLE_LINES))
    beginning = _beginning(lines, delimiter, skip_lines)
    first = lines[beginning.n_lines] if beginning.n_lines < len(lines) else ""
    marks = [mark for mark in CANDIDATES if mark in first] if beginning.delimiter is None else [beginning.delimiter]
    return any(is_plain(data, encoding, mark, beginning.n_lines) for mark in marks)


def _sections(lines: list[str], beginning: _Beginning) -> tuple[Sections, str] | None:
    """Return the tables of a text and what separates their cells; None where there is no table."""
    first, given = beginning.n_lines, beginning.delimiter
    if first < len(lines) and beginning.names:
        lines = [*lines[:first], beginning.names, *lines[first + 1 :]]
    sample = lines[first : first + SAMPLE_LINES]
    quoting = find_quoting(sample)
    delimiter = choose_delimiter(sample, False, quoting, Log()) if given is None else given
    if given is not None or delimiter not in (NO_DELIMITER, SPACES):
        found = find_sections(lines, delimiter, first, quoting)
        if found is not None or given is not None:
            return None if found is None else (found, delimiter)
    possible = [mark for mark in CANDIDATES if sum(mark in line for line in lines[first:]) >= _FEWEST_ROWS]
    tried = [(find_sections(lines, mark, first, quoting), mark) for mark in (*possible, SPACES)]
    clear = [(sections, mark) for sections, mark in tried if sections and (mark == delimiter or _is_clear(sections))]
    # Words of a title are no cells where a mark separates the cells below it.
    return max(clear, key=lambda one: one[0].n_cells() * (_LESS if one[1] == SPACES else 1), default=None)


def _is_clear(sections: Sections) -> bool:
    return any(part.n_header and part.n_rows >= _FEWEST_ROWS for part in sections.parts)


def _chosen(sections: Sections, part: int | None, name: str, log: Log) -> list[Part] | None:
    """Return the tables whose lines are read as they stand, one after the other; None to write all of them as one."""
    parts = sections.parts
    alike = have_same_names(parts)
    if part is not None and not (1 - alike) <= part <= len(parts):
        raise _unknown_part(part, parts, name)
    if len(parts) == 1:
        return parts
    same_order = len({one.names for one in parts}) == 1
    is_one_row = parts[0].n_header == 1
    repeated = (
        alike
        and same_order
        and is_one_row
        and not sections.between
        and all(_DIGIT.search(cell) is None for cell in parts[0].names)
    )
    if part in (None, ALL) and repeated:
        return parts
    largest = ALL if alike else 1 + max(range(len(parts)), key=lambda k: parts[k].n_rows * parts[k].n_columns)
    if part is None:
        answers = sorted(_answers(parts, alike), key=lambda option: option.keywords["part"] != largest)
        log.ask(Question(QuestionKind.PART, tuple(answers[:_MOST_OPTIONS]), values=(name, len(parts))))
    taken = largest if part is None else part
    if taken == ALL:
        return None
    one = parts[taken - 1]
    log.note(
        NoteKind.PART,
        count=taken,
        total=len(parts),
        shape=(one.n_rows, one.n_columns),
        places=[one.lines[0].first + 1, one.lines[-1].last + 1],
    )
    return [one]


def _answers(parts: Sequence[Part], alike: bool) -> list[Option]:
    every = [Option(OptionKind.ALL_PARTS, {"part": ALL}, count=sum(one.n_rows for one in parts))] if alike else []
    single = []
    for k, one in enumerate(parts, start=1):
        names = list(filter(None, one.names))[:_MOST_NAMES]
        single.append(
            Option(OptionKind.PART, {"part": k}, count=one.n_rows, total=one.n_columns, values=(one.title, *names))
        )
    return every + single


def _unknown_part(part: int, parts: Sequence[Part], name: str) -> TableError:
    options = _answers(parts, False)[:_MOST_OPTIONS] if len(parts) > 1 else []
    whole = Option(OptionKind.WITHOUT_KEYWORD, without={"part": ()})
    return TableError(
        Problem.UNKNOWN_PART, file=name, keyword="part", value=part, bound=max(len(parts), 1), options=(*options, whole)
    )


def _note_texts(sections: Sections, chosen: Sequence[Part], drop_notes: bool | None, log: Log) -> None:
    """Note the lines of text around the table, with what they hold."""
    if sections.above:
        _note_lines(NoteKind.TITLE_ROWS, sections.above, log)
    if words := chosen[0].below_names():
        log.note(NoteKind.SUBHEADER_ROWS, count=len(words), values=[line.text for line in words])
    if len(chosen) < len(sections.parts) and sections.between:
        _note_lines(NoteKind.LINES_BETWEEN, sections.between, log)
    if sections.below and drop_notes is not False:
        _note_lines(NoteKind.LINES_BELOW, sections.below, log)
        if sections.doubtful and drop_notes is None and chosen[-1] is sections.parts[-1]:
            options = tuple(
                Option(kind, {"drop_notes": kind is OptionKind.DROP_NOTES}, count=len(sections.below))
                for kind in (OptionKind.DROP_NOTES, OptionKind.KEEP_NOTES)
            )
            log.ask(Question(QuestionKind.LINES_BELOW, options, values=tuple(line.text for line in sections.below)))


def _note_lines(kind: NoteKind, lines: Sequence[Line], log: Log) -> None:
    log.note(kind, count=len(lines), places=[line.first + 1 for line in lines], values=[line.text for line in lines])


def _as_one(sections: Sections, delimiter: str, encoding: str, log: Log) -> ChosenSection | None:
    """Write tables with the same names as one, with a column that says which table a row is of."""
    parts = sections.parts
    titles = [part.title or f"{TABLE} {k}" for k, part in enumerate(parts, start=1)]
    mark = "," if delimiter in (SPACES, NO_DELIMITER) else delimiter
    text, name = write_as_one(parts, titles, TABLE, mark)
    for kind, lines in (
        (NoteKind.TITLE_ROWS, sections.above),
        (NoteKind.LINES_BETWEEN, sections.between),
        (NoteKind.LINES_BELOW, sections.below),
    ):
        if others := [line for line in lines if line.text not in titles]:
            _note_lines(kind, others, log)
    log.note(NoteKind.STACKED_TABLES, [name], count=len(parts), values=titles)
    return _encoded(text, encoding, 0, mark, log)
