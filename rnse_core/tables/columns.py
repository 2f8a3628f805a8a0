"""The types of columns: numbers, booleans, dates or text, and text that could be read as numbers."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice

import numpy as np
import pandas as pd

from rnse_core.tables.booleans import boolean_words
from rnse_core.tables.cell_types import WORDS_AMONG_NUMBERS, MissingTokens, is_date, tokens_among
from rnse_core.tables.code_words import are_codes
from rnse_core.tables.conversion_kinds import ConversionKind
from rnse_core.tables.conversions import find_conversion, sample_tokens
from rnse_core.tables.errors import TableError
from rnse_core.tables.identifier_names import is_id_name
from rnse_core.tables.kinds import Problem
from rnse_core.tables.model import Column, ColumnType, FloatArray, Role, Suggestion
from rnse_core.tables.raw_table import RawColumn
from rnse_core.tables.role_reasons import RoleReason
from rnse_core.tables.scales import scale_of
from rnse_core.tables.several_numbers import SeveralNumbers, find_several
from rnse_core.tables.times import may_be_pairs

_EXAMPLES = 3
# More different words are not listed.
_MOST_WORDS = 50
# Share of the cells that make a column one of dates.
_MOSTLY = 0.9
# From so many rows on, whole numbers that always rise number the rows whatever the column is called.
_FEW_ROWS = 8
# From so many rows on it is asked whether a first column that counts them is a measurement.
_FEWEST_COUNTED = 4
_FEW_VALUES = 2000
#: More different numbers of a column are not counted, which in a large table would take longer than to read it.
MOST_DISTINCT = 10_000


@dataclass(eq=False)
class TypedColumn:
    """A column with its type, whose role and values are settled while a table is read.

    Parameters
    ----------
    raw : RawColumn
        The column as it was read.
    type : {"number", "boolean", "date", "text", "empty"}
        What its cells are.
    values : ndarray of shape (n_rows,), or None
        Its numbers, NaN where missing; None for text and dates. Of a one-hot column the numbers of its levels.
    levels : list of str
        The distinct values of a column that is not a number, in the order of the file.
    missing_tokens : dict of str to int
        How often each way of writing "missing" occurs.
    n_distinct : int
        Different values, missing cells apart; of numbers `MOST_DISTINCT` where there are as many or more.
    role : {"feature", "label", "ignored"}, default="feature"
        What it is used for.
    reason : RoleReason, optional
        Why.
    suggestion : Suggestion, optional
        How it could be, or was, read as numbers.
    is_one_hot : bool, default=False
        Whether it becomes one 0/1 column per level.
    missing_words : tuple of str, default=()
        Words among its numbers that were taken for missing values, without being asked for.
    separator : str, default=""
        What stands between the answers in its cells, where each answer becomes a 0/1 column.
    period : float, default=0.0
        After how much its values begin again, where its sine and its cosine are used.
    several : SeveralNumbers, optional
        How each of its cells holds several numbers.
    """

    raw: RawColumn
    type: ColumnType
    values: FloatArray | None
    levels: list[str]
    missing_tokens: dict[str, int]
    n_distinct: int
    role: Role = "feature"
    reason: RoleReason | None = None
    suggestion: Suggestion | None = None
    is_one_hot: bool = False
    missing_words: tuple[str, ...] = ()
    separator: str = ""
    period: float = 0.0
    several: SeveralNumbers | None = None

    @property
    def name(self) -> str:
        """Unique name of the column."""
        return self.raw.name

    @property
    def n_missing(self) -> int:
        """Number of missing cells."""
        return sum(self.missing_tokens.values())

    @property
    def is_converted(self) -> bool:
        """Whether it is text that was read as numbers."""
        return self.type == "number" and self.reason is RoleReason.CONVERTED

    def ignore(self, reason: RoleReason) -> None:
        """Leave the column out."""
        self.role, self.reason = "ignored", reason

    def examples(self) -> tuple[str, ...]:
        """Return a few different values, as text."""
        if self.values is None or self.type == "boolean" or self.is_converted:
            return tuple(self.levels[:_EXAMPLES])
        present = (value for value in self.values[:20].tolist() if not math.isnan(value))
        return tuple(f"{value:.6g}" for value in islice(dict.fromkeys(present), _EXAMPLES))

    def as_column(self) -> Column:
        """Return the description for the user interface."""
        return Column(
            name=self.name,
            position=self.raw.position + 1,
            type=self.type,
            role=self.role,
            reason=self.reason,
            n_missing=self.n_missing,
            n_distinct=self.n_distinct,
            missing_tokens=self.missing_tokens,
            examples=self.examples(),
            suggestion=self.suggestion,
            words=tuple(self.levels) if self.raw.values is None and len(self.levels) <= _MOST_WORDS else (),
        )


def as_numbers(raw: RawColumn, decimal: str, missing: MissingTokens) -> RawColumn:
    """Return a column of text as one of numbers, if the cells that are left are nothing else."""
    if raw.values is not None:
        return raw
    known = {token: missing.read(token, decimal) for token in raw.counts}
    if any(value is None for value in known.values()):
        return raw
    values = np.array([known[cell] for cell in raw.text()], dtype=np.float64)
    gone = Counter({token: count for token, count in raw.counts.items() if math.isnan(known[token] or 0.0)})
    return replace(raw, values=values, counts=gone)


def find_type(raw: RawColumn, decimal: str, missing: MissingTokens) -> TypedColumn:
    """Find the type of a column, and for text how it could be read as numbers.

    Parameters
    ----------
    raw : RawColumn
    decimal : {".", ","}
        The decimal mark of the file.
    missing : MissingTokens
        What means "no value" in this column.

    Returns
    -------
    TypedColumn
    """
    if raw.values is not None:
        n_distinct = _count_distinct(raw.values, has_missing=bool(raw.counts))
        numeric: ColumnType = "number" if n_distinct else "empty"
        return TypedColumn(raw, numeric, raw.values, [], _stripped(raw.counts), n_distinct)
    missing = missing.beside_pluses(raw.counts)
    gone = missing.among(raw.counts)
    present = {token: count for token, count in raw.counts.items() if token not in gone} if gone else raw.counts
    absent = _stripped({token: raw.counts[token] for token in gone})
    levels = list(dict.fromkeys(map(str.strip, present)))
    sides = boolean_words(levels)
    if sides is not None:
        worth = {word: float(value) for value, words in enumerate(sides) for word in words}
        lookup = {token: worth.get(token.strip().casefold(), math.nan) for token in raw.counts}
        values = np.array([lookup[token] for token in raw.text()])
        return TypedColumn(raw, "boolean", values, levels, absent, min(len(levels), 2))
    words = missing_words(present)
    if words:
        others = {token: count for token, count in present.items() if token not in words}
        if _is_foreign(words, others, decimal):
            extended = missing.extended(words)
            column = find_type(as_numbers(raw, decimal, extended), decimal, extended)
            column.missing_words = words
            return column
    some = sample_tokens(present)
    dates = sum(count for token, count in some.items() if is_date(token))
    kind: ColumnType = "date" if dates and dates >= _MOSTLY * sum(some.values()) else "text"
    found = find_conversion(present, decimal)
    suggestion = None if found is None else found.suggestion
    if suggestion is not None and suggestion.n_failing and len(levels) <= _MOST_WORDS and scale_of(levels):
        suggestion = None  # of "0", "1", "2 or more" the last would be lost
    if suggestion is not None and are_codes(raw.name, present, suggestion.kind):
        suggestion = None
    if kind == "text" and suggestion is None:
        levels, absent = _with_answers(raw, levels, absent, missing)
    several = _several(present, levels, suggestion, decimal)
    return TypedColumn(raw, kind, None, levels, absent, len(levels), suggestion=suggestion, several=several)


def _several(
    present: Mapping[str, int], levels: Sequence[str], suggestion: Suggestion | None, decimal: str
) -> SeveralNumbers | None:
    """Return how cells hold several numbers; None where they are single ones for sure, or ranges in an order."""
    if suggestion is not None and suggestion.kind not in (
        ConversionKind.TIME,
        ConversionKind.FRACTION,
        ConversionKind.FEET,
    ):
        return None
    if suggestion is not None and suggestion.kind is ConversionKind.TIME and not may_be_pairs(levels):
        return None
    found = find_several(present, decimal)
    if found is None or len(levels) > _MOST_WORDS:
        return found
    fitting = [level for level in levels if found.read(level, decimal) is not None]
    return None if suggestion is None and (scale_of(levels) or scale_of(fitting)) else found


def _with_answers(
    raw: RawColumn, levels: list[str], absent: dict[str, int], missing: MissingTokens
) -> tuple[list[str], dict[str, int]]:
    """Return the words of a column and its missing tokens, with those among the words that are answers, like "None"."""
    fewer = missing.in_words(raw.counts)
    if fewer is missing:
        return levels, absent
    present = [token for token in raw.counts if token not in fewer]
    words = list(dict.fromkeys(map(str.strip, present)))
    if not missing.of_column and len(words) <= _MOST_WORDS and scale_of(levels) and not scale_of(words):
        return levels, absent  # it is no place on the scale of the other words
    return words, {token: count for token, count in absent.items() if token not in words}


def missing_words(present: Mapping[str, int]) -> tuple[str, ...]:
    """Return the tokens that mean "no value" where the others are numbers."""
    return tuple(tokens_among(present, WORDS_AMONG_NUMBERS))


def _is_foreign(words: Sequence[str], others: Mapping[str, int], decimal: str) -> bool:
    """Return whether all other tokens of a column are numbers, perhaps with a mark, and differ."""
    if len(others) < 2 or boolean_words(others) is not None:
        return False
    found = find_conversion(others, decimal)
    return found is not None and not found.suggestion.n_failing and found.suggestion.kind in _NUMBERS


_NUMBERS = (ConversionKind.NUMBER, ConversionKind.PERCENT, ConversionKind.CURRENCY, ConversionKind.THOUSANDS)


def _count_distinct(values: FloatArray, has_missing: bool) -> int:
    if len(values) <= _FEW_VALUES:  # in a table of many short columns the overhead of the array functions adds up
        return len(set((values[~np.isnan(values)] if has_missing else values).tolist()))
    some = pd.unique(values[: 2 * MOST_DISTINCT])
    n_distinct = len(some) if len(some) > MOST_DISTINCT else len(pd.unique(values))
    return min(n_distinct - has_missing, MOST_DISTINCT)


def _stripped(counts: Mapping[str, int]) -> dict[str, int]:
    total: dict[str, int] = {}
    for token, count in counts.items():
        total[token.strip()] = total.get(token.strip(), 0) + count
    return total


def is_row_number(column: TypedColumn) -> bool:
    """Return whether a column only numbers the rows: whole numbers, all different, always rising or always falling.

    In a table of fewer than eight rows a column of measurements can do that by chance, so its name must say so too, or
    it must be the first one and count the rows.
    """
    if column.type != "number" or column.values is None or column.n_missing:
        return False
    values = column.values
    if len(values) < 2 or not (np.all(values[1:] > values[:-1]) or np.all(values[1:] < values[:-1])):
        return False
    if not np.array_equal(values, np.floor(values)):
        return False
    if len(values) >= _FEW_ROWS or has_id_name(column) or column.raw.is_index:
        return True
    return column.raw.position == 0 and len(values) >= _FEWEST_COUNTED and _counts_from_the_start(values)


def surely_numbers_rows(column: TypedColumn) -> bool:
    """Return whether a column of row numbers is nothing else: by its name, or as it counts the rows from 0 or 1.

    Others that rise from row to row, such as ages in a sorted table, may be measurements.
    """
    assert column.values is not None
    if has_id_name(column) or column.raw.is_index:
        return True
    return len(column.values) >= _FEW_ROWS and _counts_from_the_start(column.values)


def _counts_from_the_start(values: FloatArray) -> bool:
    ends = float(values[0]), float(values[-1])
    return min(ends) in (0.0, 1.0) and abs(ends[1] - ends[0]) == len(values) - 1


def has_id_name(column: TypedColumn) -> bool:
    """Return whether the name of a column is that of an identifier."""
    return is_id_name(column.name)


def find_column(columns: Sequence[TypedColumn], name: str, keyword: str) -> TypedColumn:
    """Return the column of a name that was given by a keyword.

    Raises
    ------
    TableError
        When there is none, with the names of all columns.
    """
    for column in columns:
        if column.name == name:
            return column
    raise TableError(
        Problem.UNKNOWN_COLUMN, column=str(name), keyword=keyword, choices=tuple(column.name for column in columns)
    )
