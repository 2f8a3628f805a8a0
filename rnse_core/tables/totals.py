"""Rows that hold totals or other statistics of the others, as reports and spreadsheets have them beside a table."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice, takewhile

import numpy as np
import numpy.typing as npt

from rnse_core.tables.cell_types import STANDARD_MISSING, parse_number
from rnse_core.tables.columns import TypedColumn, is_row_number
from rnse_core.tables.conversion_kinds import ConversionKind
from rnse_core.tables.conversions import find_conversion
from rnse_core.tables.group_statistics import statistics_of_groups
from rnse_core.tables.kinds import NoteKind, OptionKind, QuestionKind
from rnse_core.tables.marked_numbers import is_marked
from rnse_core.tables.model import FloatArray
from rnse_core.tables.notes import Log
from rnse_core.tables.outline_totals import indented_parents, outline_totals
from rnse_core.tables.quantities import split_token
from rnse_core.tables.questions import Option, Question
from rnse_core.tables.row_statistics import (
    MOST_COLUMNS,
    is_statistic,
    is_total_with_means,
    is_total_with_rates,
    statistics_at_the_end,
    subtotals,
    sums_of_blocks,
)
from rnse_core.tables.statistics_words import Word, words_among
from rnse_core.tables.summary_names import named_summaries

_FEWEST_ROWS = 4
# Statistics between the rows of a table are a small part of them.
_MOST_BETWEEN = 0.25
# Different texts of a column that are looked at.
_MOST_COMPARED = 1000


def ask_about_totals(
    columns: Sequence[TypedColumn],
    row_numbers: npt.NDArray[np.int64],
    drop: bool | None,
    label_column: str | None,
    decimal: str,
    log: Log,
) -> npt.NDArray[np.bool_]:
    """Find rows of totals and other statistics, ask about them, and return the mask of the rows that are left.

    A row is one by a word such as "Total" or "SD" in a column of names, or by numbers that are statistics of the rows
    above or below it in every column (:mod:`rnse_core.tables.row_statistics`). Rows that may be one by their names
    (:mod:`rnse_core.tables.summary_names`), or because names below them are indented, are asked about, and kept where
    there are no others.

    Parameters
    ----------
    columns : sequence of TypedColumn
    row_numbers : ndarray of shape (n_rows,) of int
        Numbers of the rows in the file.
    drop : bool or None
        What the user asked for; None leaves them out and asks.
    label_column : str or None
        What the user named as the column of classes; its words are classes and say nothing about totals.
    decimal : {".", ","}
        The decimal mark of the file.
    log : Log
    """
    n_rows = len(row_numbers)
    kept = np.ones(n_rows, dtype=bool)
    if n_rows < _FEWEST_ROWS or drop is False:
        return kept
    named = [column for column in columns if column.name != label_column]
    numbers = (_numbers(column, decimal) for column in named)
    values = list(islice((values for values in numbers if values is not None), MOST_COLUMNS))
    of_groups, maybe = statistics_of_groups(named, values or _mostly_numbers(named, decimal), n_rows)
    found = of_groups | set(_found(named, n_rows, values))
    maybe |= {row for column in named if column.type == "text" for row in named_summaries(column, values, found)}
    maybe -= found
    if not found and not maybe and values:
        maybe = set().union(*map(indented_parents, _indented_names(named)))
    if not found and not maybe:
        maybe = {row for row in (0, n_rows - 1) if is_total_with_means(values, row, _others(row, n_rows))}
    if not found and not maybe:
        return kept
    count = len(found | maybe)
    # What a name alone says, as "OECD average" does, or one column, is not taken for sure.
    is_dropped = bool(found) or drop is True
    if is_dropped:
        kept[[*found, *maybe]] = False
        log.note(NoteKind.TOTAL_ROWS, count=count, places=row_numbers[~kept])
    if drop is None:
        leave_out = Option(OptionKind.DROP_TOTALS, {"drop_totals": True}, count=count)
        keep = Option(OptionKind.KEEP_TOTALS, {"drop_totals": False})
        log.ask(Question(QuestionKind.TOTAL_ROWS, (leave_out, keep) if is_dropped else (keep, leave_out)))
    return kept


def _indented_names(columns: Sequence[TypedColumn]) -> Iterator[list[str]]:
    """Yield the cells of the columns of text in which some have blanks before them."""
    for column in columns:
        if column.type == "text" and any(cell[:1].isspace() for cell in column.raw.counts):
            yield column.raw.text()


def _found(columns: Sequence[TypedColumn], n_rows: int, values: Sequence[FloatArray]) -> list[int]:
    rows: set[int] = set()
    for place, column in enumerate(columns):
        # Numbers of rows may end with a word for a total; in a later column it names the column.
        if column.type == "text" and (words := words_among(column.levels)) and not (place and _is_of_numbers(column)):
            rows |= _named(column, words, n_rows, values)
    if rows:
        rows |= _totals_of_all(values, [row for row in range(n_rows) if row not in rows])
    turned = [column[::-1] for column in values]
    if not rows:
        rows.update(range(n_rows - statistics_at_the_end(values), n_rows))
        rows.update(range(statistics_at_the_end(turned)))
    if not rows:
        rows.update(
            row for row in _without_key(columns, n_rows) if is_total_with_rates(values, row, _others(row, n_rows))
        )
    if not rows:
        rows.update(subtotals(values) or [n_rows - 1 - row for row in subtotals(turned)])
    if not rows:
        rows.update(outline_totals(values) or [n_rows - 1 - row for row in outline_totals(turned)])
    return _with_numbers(columns, rows)


def _is_of_numbers(column: TypedColumn) -> bool:
    """Return whether most cells are numbers, so that a word among them is the name of the column."""
    compared = islice(column.raw.counts.items(), _MOST_COMPARED)
    present = {cell: n for cell, n in compared if cell.strip() not in column.missing_tokens}
    n_numbers = sum(n for cell, n in present.items() if split_token(cell) is not None or parse_number(cell) is not None)
    return 2 * n_numbers > sum(present.values())


def _totals_of_all(values: Sequence[FloatArray], kept: Sequence[int]) -> set[int]:
    """Return the first or the last of the rows that are left where it is the sum of the others, without a word."""
    if len(kept) < _FEWEST_ROWS:
        return set()
    left = [column[kept] for column in values]
    end = len(kept) - 1
    return {kept[row] for row in (0, end) if is_statistic(left, row, _others(row, len(kept)), fewest=1)}


def _others(row: int, n_rows: int) -> slice:
    """Return all rows but the first or the last one."""
    return slice(1, n_rows) if row == 0 else slice(0, n_rows - 1)


def _without_key(columns: Sequence[TypedColumn], n_rows: int) -> list[int]:
    """Return the first or the last row where it has no word, and is the only one without a name."""
    words = [column for column in columns if column.type == "text" and not _is_of_numbers(column)]
    if not any(column.raw.counts.get("") == 1 for column in words):
        return []
    cells = [column.raw.text() for column in words]
    return [row for row in (0, n_rows - 1) if not any(column[row] for column in cells)]


def _numbers(column: TypedColumn, decimal: str) -> FloatArray | None:
    """Return the numbers of a column, also where a mark such as that of a currency stands in all cells."""
    if column.type == "number":
        return None if is_row_number(column) else column.values
    if column.values is not None or not is_marked(column):
        return None
    assert column.suggestion is not None
    present = {token: n for token, n in column.raw.counts.items() if token.strip() not in column.missing_tokens}
    found = find_conversion(present, decimal, column.suggestion.kind)
    if found is None:
        return None
    return np.array([found.values.get(cell) for cell in column.raw.text()], dtype=np.float64)


def _mostly_numbers(columns: Sequence[TypedColumn], decimal: str) -> list[FloatArray]:
    """Return the numbers of columns of text, such as those beside a row of percentages."""
    found = []
    for column in columns:
        if column.suggestion is not None and column.suggestion.kind is ConversionKind.NUMBER:
            read = {cell: parse_number(cell.strip(), decimal) for cell in column.raw.counts}
            numbers = [math.nan if (one := read[cell]) is None else one for cell in column.raw.text()]
            found.append(np.array(numbers, dtype=np.float64))
    return found[:MOST_COLUMNS]


def _named(column: TypedColumn, words: Mapping[str, Word], n_rows: int, values: Sequence[FloatArray]) -> set[int]:
    """Return the rows that a column of names says to be statistics of the others."""
    cells = [cell.strip() for cell in column.raw.text()]
    found_words = {k: words[cell] for k, cell in enumerate(cells) if cell in words and cell not in STANDARD_MISSING}
    sure = {k for k, word in found_words.items() if word in (Word.STATISTIC, Word.SUBTOTAL)}
    end = _run(cells, range(n_rows - 1, -1, -1), found_words)
    start = _run(cells, range(n_rows), found_words)
    found: set[int] = set()
    for run, body in ((end, slice(0, n_rows - len(end))), (start, slice(len(start), n_rows))):
        if 2 * len(run) < n_rows and (run & sure or _are_statistics(values, run, body)):
            found |= run
    # Among the values of a class "all" may be one; names of rows differ.
    are_names = column.n_distinct > n_rows / 2
    between = {k for k in sure - found if are_names or found_words[k] is Word.SUBTOTAL}
    totals = sorted(found | {k for k, word in found_words.items() if word is not Word.POSSIBLE})
    if len(totals) < n_rows / 2:
        between |= set(sums_of_blocks(values, totals)) - found
    return found | between if len(between) < max(_MOST_BETWEEN * n_rows, 2) else found


def _run(cells: Sequence[str], places: Sequence[int], words: Mapping[int, Word]) -> set[int]:
    """Return the rows at one end of the table with words for statistics, each of which stands there only."""
    run = set(takewhile(lambda k: words.get(k) not in (None, Word.WITH_TOTAL), places))
    here = [cells[k].casefold() for k in run]
    elsewhere = {cells[k].casefold() for k in words if k not in run}
    return run if len(set(here)) == len(here) and elsewhere.isdisjoint(here) else set()


def _are_statistics(values: Sequence[FloatArray], run: set[int], body: slice) -> bool:
    return bool(run) and all(is_statistic(values, row, body, any_of_them=True, fewest=1) for row in run)


def _with_numbers(columns: Sequence[TypedColumn], rows: set[int]) -> list[int]:
    """Return the rows that have a number in them; a second row of names may have a column "Total" too."""
    left = sorted(rows)
    found: set[int] = set()
    for column in columns:
        if column.type == "empty" or len(found) == len(left):
            continue
        if column.values is not None:
            found.update(row for row in left if np.isfinite(column.values[row]))
        else:
            cells = column.raw.text()
            found.update(row for row in left if split_token(cells[row]) is not None)
    return [row for row in left if row in found]
