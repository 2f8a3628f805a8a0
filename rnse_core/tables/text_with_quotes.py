"""Load a text file in which a quotation mark may never be closed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from rnse_core.tables.cell_types import MissingInColumns
from rnse_core.tables.encoding import find_encoding
from rnse_core.tables.errors import TableError
from rnse_core.tables.kinds import Problem
from rnse_core.tables.layout_detection import find_layout
from rnse_core.tables.long_delimiters import is_long_delimiter
from rnse_core.tables.model import Limits
from rnse_core.tables.notes import Log
from rnse_core.tables.open_quotes import OpenQuote, find_open_quote, without_odd_marks
from rnse_core.tables.raw_table import RawTable
from rnse_core.tables.text_file import load_text
from rnse_core.tables.text_options import TextOptions

# A cell that is not closed may end the reading by its length.
_OPEN = (Problem.OPEN_QUOTATION_MARK, Problem.CELL_TOO_LONG)


def load_text_with_quotes(
    data: bytes,
    name: str,
    options: TextOptions,
    missing: MissingInColumns,
    as_text: set[str],
    limits: Limits,
    log: Log,
    progress: Callable[[float], object] | None = None,
) -> RawTable:
    """Read a text file as :func:`load_text` does; a quotation mark that is never closed is text where that is asked.

    Parameters
    ----------
    data, name, options, missing, as_text, limits, log, progress
        See :func:`load_text`.

    Raises
    ------
    TableError
        For a mark that is never closed, with its line, and with the option to read it as text where that gives a table.
    """
    n_notes, n_questions = len(log.report), len(log.questions)
    try:
        return load_text(data, name, options, missing, as_text, limits, log, progress)
    except TableError as error:
        found = _open_quote(data, name, options, limits) if error.problem in _OPEN else None
        if found is None:
            raise
        del log.report[n_notes:], log.questions[n_questions:]
        if options.quotes == "text":
            found.note(log)
            return load_text(found.data, name, options, missing, as_text, limits, log, progress)
        try:
            load_text(found.data, name, replace(options, quotes="text"), missing, as_text, limits, Log(), progress)
        except TableError:
            raise replace(error, line=found.line) from error
        raise replace(error, line=found.line, options=(found.as_text,)) from error


def _open_quote(data: bytes, name: str, options: TextOptions, limits: Limits) -> OpenQuote | None:
    """Find the quotation mark that is never closed; None where there is none, or the text is not split at once."""
    codec = find_encoding(data, name, options.encoding).codec
    cleaned = without_odd_marks(data, codec)
    if cleaned is None or (options.delimiter is not None and is_long_delimiter(options.delimiter)):
        return None
    findings = find_layout(
        cleaned,
        codec,
        name,
        delimiter=options.delimiter,
        header=options.header,
        skip_lines=options.skip_lines,
        limits=limits,
    )
    return find_open_quote(data, findings.layout)
