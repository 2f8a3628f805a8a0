"""Load a text file: encoding, layout, rows, and the columns of cells."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import partial

import numpy as np

from rnse_core.tables.cell_blocks import count_byte
from rnse_core.tables.cell_types import MissingInColumns
from rnse_core.tables.chosen_section import choose_section
from rnse_core.tables.column_buffers import decimal_marks, fill_buffers, raw_column
from rnse_core.tables.column_names import is_index_name, levels_of_index, unique_names
from rnse_core.tables.comment_lines import lines_below
from rnse_core.tables.conversion_kinds import ConversionKind
from rnse_core.tables.cut_prints import note_rows_left_out
from rnse_core.tables.decimal_column import ways_of_one_column
from rnse_core.tables.decimals import judge_decimal
from rnse_core.tables.declared_roles import take_declared
from rnse_core.tables.encoding import WIDE, as_utf8, find_encoding
from rnse_core.tables.errors import TableError
from rnse_core.tables.fixed_width import cut_at, parse_widths
from rnse_core.tables.invisible_marks import without_invisible_marks
from rnse_core.tables.kept_cells import KeptCells
from rnse_core.tables.kinds import NoteKind, OptionKind, Problem, QuestionKind
from rnse_core.tables.layout import NO_DELIMITER, Layout
from rnse_core.tables.layout_detection import find_layout
from rnse_core.tables.long_delimiters import is_long_delimiter, split_at
from rnse_core.tables.mixed_encoding import MIXED
from rnse_core.tables.model import Limits
from rnse_core.tables.notes import MOST_PLACES, Log
from rnse_core.tables.points import ask_about_points, has_groups
from rnse_core.tables.questions import Option, Question
from rnse_core.tables.raw_table import RawTable, sample_row_numbers
from rnse_core.tables.records import RowCounts, Rows
from rnse_core.tables.role_reasons import RoleReason
from rnse_core.tables.stray_quotes import find_stray_quotes, say_stray_quotes
from rnse_core.tables.text_forms import find_form
from rnse_core.tables.text_options import TextOptions
from rnse_core.tables.transposed import transposed
from rnse_core.tables.unused_keywords import refuse_unused
from rnse_core.tables.zero_bytes import without_zero_bytes

_NO_LIMITS = Limits(max_rows=1 << 62, max_cells=1 << 62)


@dataclass(frozen=True)
class TextOriginal:
    """The cells of a text file as they stand."""

    header: list[str]
    cells: KeptCells = field(repr=False)

    def records(self) -> Iterator[tuple[int, list[str]]]:
        """Yield the number of each data row and its cells."""
        return enumerate(self.cells, start=1)


# Two line ends, one after the other, in encodings of one byte and of two.
_BLANK_LINE = (b"\n\n", b"\r\r", b"\n\r\n", b"\n\0\n", b"\r\0\r", b"\n\0\r\0\n")
# Blank lines for each row that a table may have; a line that is left blank after each row is usual.
_MOST_BLANK = 2


# Anything but delimiters, blanks and quotation marks.
_CONTENT = re.compile(rb'[^,;|\t \r\n\0"]')


def _refuse_blank_lines(data: bytes, name: str, limits: Limits) -> None:
    """Raise TableError for far more blank lines than a table may have rows: to step over each would take minutes."""
    bound = _MOST_BLANK * limits.max_rows
    n_lines = sum(count_byte(data, mark) for mark in (b"\n", b"\r") if mark in data)
    if n_lines <= bound:  # there cannot be more blank lines than lines
        return
    # Pairs that overlap count once, so there are at least so many.
    if max(map(data.count, _BLANK_LINE)) > bound:
        raise TableError(Problem.TOO_MANY_BLANK_LINES, file=name, bound=bound)


def load_text(
    data: bytes,
    name: str,
    options: TextOptions,
    missing: MissingInColumns,
    as_text: set[str],
    limits: Limits,
    log: Log,
    progress: Callable[[float], object] | None = None,
) -> RawTable:
    """Read a text file; see :func:`rnse_core.tables.read_table` for the options.

    Parameters
    ----------
    data : bytes
        The file.
    name : str
        Its name, for messages.
    options : TextOptions
        What the user asked for.
    missing : MissingInColumns
        What means "no value" in each column.
    as_text : set of str
        Columns whose cells will be needed as they stand.
    limits : Limits
        How large the table may be.
    log : Log
        Takes the notes and questions.
    progress : callable, optional
        Called from time to time with the share of the file that was read.
    """
    options.check()
    if options.encoding is None and options.delimiter != "\0":
        data = without_zero_bytes(data, log)
    whole = data
    data, n_below = lines_below(data)
    note_rows_left_out(whole[len(data) :], log)
    encoding = find_encoding(data, name, options.encoding)
    if encoding.repaired is not None:
        data = encoding.repaired
    _refuse_blank_lines(data, name, limits)
    if _CONTENT.search(data) is None:
        raise TableError(Problem.NO_ROWS, file=name)
    codec = encoding.codec if encoding.repaired is None else MIXED
    if codec.startswith(WIDE):
        data, encoding = as_utf8(data, codec), replace(encoding, codec="utf-8")
    if encoding.codec in ("utf-8", "utf-8-sig"):
        data = without_invisible_marks(data, log)
    decoded = data
    # An answer about the names, the rows or the orientation leaves the cells as they were found.
    of_cells = replace(options, header=None, drop_bad_rows=False, transpose=False)
    if options.delimiter is None and options.widths is None and (options.transpose or not options.ignore):
        form = find_form(data, encoding.codec, name, skip_lines=options.skip_lines, is_untouched=options == of_cells)
        if form is not None:
            if form.notes[0].kind is NoteKind.GRAPH_FILE:
                of_rows = {"drop_bad_rows": options.drop_bad_rows, "drop_notes": options.drop_notes is not None}
                of_names = {"header": options.header is not None, "transpose": options.transpose}
                refuse_unused({**of_rows, **of_names}, str(form.notes[0].values[0]), name)
            if form.notes[0].kind is NoteKind.NAMED_FIELDS:
                of_lines = {"drop_bad_rows": options.drop_bad_rows, "header": options.header is not None}
                refuse_unused(of_lines, str(form.notes[0].values[0]), name)
            log.report += form.notes
            data, encoding = form.data, replace(encoding, codec="utf-8", repaired=None)
            origin = replace(options.origin, form=form.kind, delimiter=form.delimiter, encoding=codec)
            options = replace(options, skip_lines=0, origin=origin)
            if form.has_names:
                options = replace(options, delimiter=",", header=True)
    if options.delimiter is not None and is_long_delimiter(options.delimiter):
        data, note = split_at(data, encoding.codec, options.delimiter)
        log.report.append(note)
        encoding = replace(encoding, codec="utf-8", repaired=None)
        origin = replace(options.origin, delimiter=options.delimiter, encoding=codec)
        options = replace(options, delimiter=",", origin=origin)
    if options.widths is not None:
        data, note = cut_at(data, encoding.codec, parse_widths(options.widths))
        log.report.append(note)
        encoding = replace(encoding, codec="utf-8", repaired=None)
        origin = replace(options.origin, form=note.kind.value, delimiter=NO_DELIMITER, encoding=codec)
        options = replace(options, delimiter=",", widths=None, origin=origin)
    if data is not decoded:
        codec = encoding.codec
    ways: tuple[Option, ...] = ()
    if options.delimiter is None:
        ways = ways_of_one_column(data, encoding.codec, skip_lines=options.skip_lines, decimal=options.decimal)
    if ways:
        options = replace(options, delimiter=ways[0].keywords["delimiter"])
    section = choose_section(
        data,
        encoding.codec,
        name,
        delimiter=options.delimiter,
        skip_lines=options.skip_lines,
        part=options.part,
        drop_notes=options.drop_notes,
        limits=limits,
    )
    about_section = Log()
    if section is not None:
        data, about_section = section.data, section.log
        options = replace(options, skip_lines=section.skip_lines, delimiter=section.delimiter or options.delimiter)
    look = partial(
        find_layout,
        encoding=encoding.codec,
        name=name,
        delimiter=options.delimiter,
        header=options.header,
        skip_lines=options.skip_lines,
        limits=limits,
    )
    findings = look(data)
    if len(ways) > 1:
        findings.log.ask(Question(QuestionKind.DELIMITER, ways))
    about_quotes = Log()
    if (stray := find_stray_quotes(data, findings.layout)) is not None:
        are_text = options.quotes != "cells"
        say_stray_quotes(stray, about_quotes, are_text=are_text, asked=options.quotes is not None)
        if are_text:
            data = stray.data
            findings = look(data)
    layout = findings.layout
    if options.transpose:
        column_names = unique_names(findings.names, Log())
        left_out = {column: j for j, column in enumerate(column_names) if column in options.ignore}
        data = transposed(
            data,
            layout,
            findings.names,
            left_out=left_out.values(),
            drop_bad_rows=options.drop_bad_rows,
            limits=limits,
        )
        turned = replace(
            options,
            transpose=False,
            encoding="utf-8",
            delimiter=",",
            header=None,
            skip_lines=0,
            drop_bad_rows=False,
            part=None,
            drop_notes=False,
            ignore=(),
            quotes=None,
            origin=replace(
                options.origin,
                delimiter=layout.delimiter if options.origin.delimiter is None else options.origin.delimiter,
                encoding=codec if options.origin.encoding is None else options.origin.encoding,
            ),
        )
        raw = load_text(data, name, turned, missing, as_text, limits, log, progress)
        log.report += [*about_section.report, *about_quotes.report]
        log.note(NoteKind.TRANSPOSED)
        if left_out:
            log.note(NoteKind.IGNORED, left_out, reason=RoleReason.AS_ASKED)
        raw.names_before = tuple(column_names)
        log.questions += [*about_section.questions, *about_quotes.questions]
        log.questions += [*([encoding.question] if encoding.question else []), *_about_text(findings.log.questions)]
        return raw
    about_rows = Log()
    given = findings.names if layout.header else [f"column {j}" for j in range(1, layout.width + 1)]
    column_names = unique_names(given, about_rows)

    wanted = _choose_rows(data, layout, options, about_rows)
    rows = Rows(data, layout, drop_bad_rows=options.drop_bad_rows, wanted=wanted, limits=limits, progress=progress)
    text_positions = {j for j, column in enumerate(column_names) if column in as_text}
    decimal = options.decimal or findings.verdict.mark
    tokens = [missing[column] for column in column_names]
    every_row = KeptCells(data, layout)
    buffers = fill_buffers(rows, decimal, tokens, text_positions, every_row)
    if options.decimal is None and not findings.verdict.evident and any(buffer.has_comma() for buffer in buffers):
        verdict = judge_decimal({j: decimal_marks(buffer) for j, buffer in enumerate(buffers)}, layout.delimiter)
        findings.verdict = verdict
        if verdict.mark != decimal:
            decimal = verdict.mark
            buffers = fill_buffers(rows, decimal, tokens, text_positions)
    _check_rows(rows, name, layout)

    choices = options.origin.choices(layout, codec, decimal)
    log.note(NoteKind.TEXT_FILE, shape=(rows.counts.n_rows, layout.width), values=[name, choices])
    log.report += [
        *([encoding.note] if encoding.note else []),
        *about_section.report,
        *about_quotes.report,
        *findings.log.report,
        *about_rows.report,
    ]
    if n_below:
        log.note(NoteKind.COMMENTS_BELOW, count=n_below)
    _note_rows(rows.counts, log)
    log.questions += [*([encoding.question] if encoding.question else []), *about_section.questions]
    log.questions += about_quotes.questions
    log.questions += findings.log.questions
    thousands: tuple[str, ...] = ()
    if options.decimal is None:
        ambiguous = [column_names[j] for j in findings.verdict.ambiguous]
        _ask_about_commas(tuple(column for column in ambiguous if column not in as_text), decimal, log)
        points = [j for j in findings.verdict.ambiguous_points if decimal == "." and has_groups(buffers[j].values)]
        about_points = tuple(column_names[j] for j in points if column_names[j] not in as_text)
        if findings.verdict.points_are_thousands:
            thousands = about_points
        ask_about_points(about_points, log, as_thousands=bool(thousands))

    columns = [
        raw_column(column, j, buffer, rows)
        for j, (column, buffer) in enumerate(zip(column_names, buffers, strict=True))
    ]
    if layout.header:
        take_declared(columns, findings.roles)
    if layout.header and is_index_name(given[0]):
        for column in columns[: max(1, levels_of_index(given))]:
            column.is_index = layout.width > 1
    return RawTable(
        columns,
        np.array(rows.row_numbers, dtype=np.int64),
        rows.counts.n_rows,
        choices,
        TextOriginal(column_names, every_row),
        header=tuple(name.strip() for name in given) if layout.header else (),
        thousands=thousands,
    )


def _about_text(questions: list[Question]) -> list[Question]:
    """Return the questions about the file that was turned round which remain; its first row is no header any more."""
    return [question for question in questions if question.kind is QuestionKind.DELIMITER]


def _choose_rows(data: bytes, layout: Layout, options: TextOptions, log: Log) -> set[int] | None:
    """Return the numbers of the rows of the sample, or None for all rows."""
    if options.sample_rows is None:
        return None
    rows = Rows(data, layout, drop_bad_rows=options.drop_bad_rows, limits=_NO_LIMITS)
    for _ in rows:
        pass
    numbers = np.array(rows.row_numbers, dtype=np.int64)
    if len(numbers) <= options.sample_rows:
        return None
    log.note(NoteKind.SAMPLED, count=options.sample_rows, total=len(numbers))
    return set(sample_row_numbers(numbers, options.sample_rows).tolist())


def _check_rows(rows: Rows, name: str, layout: Layout) -> None:
    n_kept = len(rows.row_numbers)
    if n_kept >= 2:
        return
    if rows.counts.n_rows:
        raise TableError(Problem.TOO_FEW_ROWS, file=name, count=n_kept)
    if layout.header:
        raise TableError(Problem.ONLY_A_HEADER, file=name)
    raise TableError(Problem.NO_ROWS, file=name)


def _note_rows(counts: RowCounts, log: Log) -> None:
    """Note the lines and rows that were left out or cut."""
    if counts.blank_lines:
        log.note(NoteKind.BLANK_LINES, count=counts.blank_lines)
    if counts.empty_rows:
        log.note(NoteKind.EMPTY_ROWS, count=counts.empty_rows)
    if counts.cut_rows:
        log.note(NoteKind.EXTRA_DELIMITERS, count=counts.cut_rows)
    if counts.bad_rows:
        lines = [line for line, _, _ in counts.bad_rows]
        texts = [text for _, _, text in counts.bad_rows[:MOST_PLACES]]
        log.note(NoteKind.BAD_ROWS, count=len(lines), places=lines, values=texts)


def _ask_about_commas(columns: tuple[str, ...], decimal: str, log: Log) -> None:
    """Ask whether 1,234 is 1.234 or 1234, where neither the file nor the user decides it."""
    if not columns:
        return
    as_thousands = dict.fromkeys(columns, ConversionKind.THOUSANDS.value)
    if decimal == ",":
        log.note(NoteKind.COMMA_AS_DECIMAL_MARK, columns)
        options: tuple[Option, ...] = (
            Option(OptionKind.DECIMAL_MARK, {"decimal": ","}),
            Option(OptionKind.THOUSANDS_MARK, {"decimal": ".", "convert": as_thousands}),
        )
    else:
        log.note(NoteKind.COMMA_LEFT_AS_TEXT, columns)
        as_decimals = dict.fromkeys(columns, ConversionKind.DECIMAL_COMMA.value)
        options = (
            Option(OptionKind.LEAVE_AS_TEXT),
            Option(OptionKind.THOUSANDS_MARK, {"convert": as_thousands}),
            Option(OptionKind.DECIMAL_MARK, {"convert": as_decimals}),
        )
    log.ask(Question(QuestionKind.COMMA, options, columns=columns))
