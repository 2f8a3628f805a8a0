"""Load a text file into columns."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import numpy as np

from rnse_core.tables.columns import Log, unique_names
from rnse_core.tables.decimals import judge_decimal
from rnse_core.tables.encoding import find_encoding
from rnse_core.tables.errors import Option, TableError
from rnse_core.tables.gather import decimal_marks, gather, raw_column
from rnse_core.tables.kept_cells import KeptCells
from rnse_core.tables.layout import delimiter_name, find_layout
from rnse_core.tables.loaded import Loaded, sample_of
from rnse_core.tables.model import Choices, Limits, Question
from rnse_core.tables.records import RowCounts, Rows
from rnse_core.tables.text_layout import Layout
from rnse_core.tables.tokens import MissingInColumns
from rnse_core.wording import counted, listed, names, quoted

_NO_LIMITS = Limits(max_rows=1 << 62, max_cells=1 << 62)


@dataclass(frozen=True)
class TextOptions:
    """What the user asked for about the text; None where it is to be found."""

    delimiter: str | None = None
    decimal: str | None = None
    encoding: str | None = None
    header: bool | None = None
    skip_lines: int = 0
    drop_bad_rows: bool = False
    sample_rows: int | None = None

    def check(self) -> None:
        """Raise TableError for a value that makes no sense."""
        if self.delimiter is not None and (len(self.delimiter) > 1 or self.delimiter in ('"', "\n", "\r", "\x1f")):
            raise TableError(f"A delimiter is one character, not {quoted(repr(self.delimiter))}.")
        if self.decimal not in (None, ".", ","):
            raise TableError(f"The decimal mark is a point or a comma, not {quoted(repr(self.decimal))}.")
        if self.skip_lines < 0:
            raise TableError("The number of lines to leave out at the top is zero or more.")
        if self.sample_rows is not None and self.sample_rows < 2:
            raise TableError("A sample has at least two rows.")


@dataclass(frozen=True)
class TextOriginal:
    """The cells of a text file as they stand."""

    header: list[str]
    cells: KeptCells = field(repr=False)

    def records(self) -> Iterator[tuple[int, list[str]]]:
        """Yield the number of each data row and its cells."""
        return enumerate(self.cells, start=1)


def load_text(
    data: bytes,
    name: str,
    options: TextOptions,
    missing: MissingInColumns,
    as_text: set[str],
    limits: Limits,
    log: Log,
    progress: Callable[[float], object] | None = None,
) -> Loaded:
    """Read a text file; see :func:`rnse_core.tables.read_table` for the options.

    Parameters
    ----------
    data : bytes
        The file.
    name : str
        Its name, for messages.
    options : TextOptions
        What the user asked for.
    missing : MissingTokens
        What means "no value" in each column.
    as_text : set of str
        Columns whose cells will be needed as they stand.
    limits : Limits
        How large the table may be.
    log : Log
        Takes the sentences and questions.
    progress : callable, optional
        Called now and then with the share of the file that was read.
    """
    options.check()
    encoding = find_encoding(data, name, options.encoding)
    findings = find_layout(
        data,
        encoding.codec,
        name,
        delimiter=options.delimiter,
        header=options.header,
        skip_lines=options.skip_lines,
        limits=limits,
    )
    layout = findings.layout
    notes = Log()
    given = findings.names if layout.header else [f"column {j}" for j in range(1, layout.width + 1)]
    column_names = unique_names(given, notes)

    wanted = _choose_rows(data, layout, options, notes)
    rows = Rows(data, layout, drop_bad_rows=options.drop_bad_rows, wanted=wanted, limits=limits, progress=progress)
    text_positions = {j for j, column in enumerate(column_names) if column in as_text}
    decimal = options.decimal or findings.verdict.mark
    tokens = [missing[column] for column in column_names]
    every_row = KeptCells(data, layout)
    buffers = gather(rows, decimal, tokens, text_positions, every_row)
    if options.decimal is None and not findings.verdict.evident and any(buffer.has_comma() for buffer in buffers):
        verdict = judge_decimal({j: decimal_marks(buffer) for j, buffer in enumerate(buffers)}, layout.delimiter)
        findings.verdict = verdict
        if verdict.mark != decimal:
            decimal = verdict.mark
            buffers = gather(rows, decimal, tokens, text_positions)
    _check_rows(rows, name, layout)

    log.say(_opening(name, rows, encoding.name, decimal, layout))
    if encoding.note:
        log.say(encoding.note)
    for note in (*findings.notes, *notes.report):
        log.say(note)
    _say_rows(rows.counts, log)
    if encoding.question is not None:
        log.questions.append(encoding.question)
    log.questions.extend(findings.questions)
    if options.decimal is None:
        ambiguous = [column_names[j] for j in findings.verdict.ambiguous]
        _ask_about_commas([column for column in ambiguous if column not in as_text], decimal, log)

    columns = [
        raw_column(column, j, buffer, rows)
        for j, (column, buffer) in enumerate(zip(column_names, buffers, strict=True))
    ]
    choices = Choices(
        format="text",
        encoding=encoding.codec,
        delimiter=layout.delimiter,
        decimal=decimal,
        header=layout.header,
        skip_lines=layout.skip_lines,
    )
    return Loaded(
        columns,
        np.array(rows.row_numbers, dtype=np.int64),
        rows.counts.n_rows,
        choices,
        TextOriginal(column_names, every_row),
    )


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
    shown = f"{options.sample_rows:,} of {counted(len(numbers), 'row')}"
    log.say(f"A sample of {shown} was taken at random, always the same one.")
    return set(sample_of(numbers, options.sample_rows).tolist())


def _check_rows(rows: Rows, name: str, layout: Layout) -> None:
    n_kept = len(rows.row_numbers)
    if n_kept >= 2:
        return
    if rows.counts.n_rows == 0:
        what = "has a header and no rows" if layout.header else "has no rows"
        options = (Option("The first row is data", {"header": False}),) if layout.header else ()
        raise TableError(f"{quoted(name)} {what}; clustering needs at least two.", options=options)
    what = "one row" if n_kept else "no row"
    raise TableError(f"{quoted(name)} has {what} of data; clustering needs at least two.")


def _opening(name: str, rows: Rows, encoding: str, decimal: str, layout: Layout) -> str:
    heading = "the first row gives the names" if layout.header else "no header"
    mark = "comma" if decimal == "," else "point"
    return (
        f"{quoted(name)}: {counted(rows.counts.n_rows, 'row')} and {counted(layout.width, 'column')} "
        f"of {encoding} text, separated by {delimiter_name(layout.delimiter)}, with a decimal {mark}; {heading}."
    )


def _say_rows(counts: RowCounts, log: Log) -> None:
    if counts.blank_lines:
        log.say(f"{counted(counts.blank_lines, 'blank line')} skipped.")
    if counts.empty_rows:
        log.say(f"{counted(counts.empty_rows, 'row')} in which every cell is empty left out.")
    if counts.cut_rows:
        log.say(f"{counted(counts.cut_rows, 'row')} with delimiters after the last column: these were ignored.")
    if counts.bad_rows:
        lines = listed((str(line) for line, _, _ in counts.bad_rows), 10)
        one = len(counts.bad_rows) == 1
        log.say(
            f"{counted(len(counts.bad_rows), 'row')} with another number of fields left out "
            f"({'line' if one else 'lines'} {lines})."
        )


def _ask_about_commas(ambiguous: list[str], decimal: str, log: Log) -> None:
    """Ask whether 1,234 is 1.234 or 1234, where nothing in the file tells and the user has not said."""
    if not ambiguous:
        return
    as_thousands = dict.fromkeys(ambiguous, "thousands")
    if decimal == ",":
        log.say(
            f"The comma in {names(ambiguous)} was taken as the decimal mark, but could be a thousands mark: "
            "`1,234` was read as 1.234."
        )
        options: tuple[Option, ...] = (
            Option("A decimal mark: 1,234 is 1.234", {"decimal": ","}),
            Option("A thousands mark: 1,234 is 1234", {"decimal": ".", "convert": as_thousands}),
        )
    else:
        log.say(f"The comma in {names(ambiguous)} could be a decimal mark or a thousands mark, so it is left as text.")
        options = (
            Option("Leave as text", {}),
            Option("A thousands mark: 1,234 is 1234", {"convert": as_thousands}),
            Option("A decimal mark: 1,234 is 1.234", {"convert": dict.fromkeys(ambiguous, "decimal_comma")}),
        )
    log.questions.append(Question("decimal", f"What is the comma in {names(ambiguous)}?", options))
