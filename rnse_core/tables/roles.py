"""Give every column its role: a feature, the label, or ignored."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from rnse_core.tables.answers_in_cells import check_separator
from rnse_core.tables.booleans import boolean_words
from rnse_core.tables.case_weights import ask_about_case_weights
from rnse_core.tables.cell_types import MissingInColumns, MissingTokens
from rnse_core.tables.columns import TypedColumn, find_column
from rnse_core.tables.conversion_kinds import ConversionKind
from rnse_core.tables.conversions import find_conversion
from rnse_core.tables.cyclic import make_cyclic
from rnse_core.tables.declared_roles import leave_out_declared
from rnse_core.tables.earlier_results import leave_out_earlier_results
from rnse_core.tables.errors import TableError
from rnse_core.tables.identifiers import ask_about_row_numbers, leave_out_identifiers
from rnse_core.tables.kinds import NoteKind, OptionKind, Problem, QuestionKind
from rnse_core.tables.model import Limits
from rnse_core.tables.notes import Log
from rnse_core.tables.number_dates import WAYS, ask_about_number_dates, convert_dates
from rnse_core.tables.orientation import leave_out_axes
from rnse_core.tables.other_ways import OTHER_WAYS, cells_lost
from rnse_core.tables.present_values import is_constant
from rnse_core.tables.questions import Option, Question
from rnse_core.tables.role_reasons import RoleReason
from rnse_core.tables.several_columns import ask_about_several, leave_out_divided
from rnse_core.tables.sum_columns import ask_about_sums
from rnse_core.tables.ticks import ask_about_ticks, encode_ticks
from rnse_core.tables.words import encode_ordinal

# Conversions that give other numbers where a point or a comma is a thousands mark.
_GROUPED = (ConversionKind.THOUSANDS, ConversionKind.DECIMAL_COMMA)
# Text columns that could be numbers and get a note each.
_MOST_OFFERED = 10
# Columns that are offered to be left out one by one.
_MOST_LEFT_OUT = 5


#: The keywords that name columns, and those that say something of each column.
OF_COLUMNS = ("ignore", "keep", "one_hot", "ticks", "fill_down", "fold_case")
BY_COLUMN = ("missing_in", "numbers", "split", "ordinal", "convert", "cyclic")


@dataclass(frozen=True)
class ColumnRequest:
    """What the user asked for about columns and values; see :func:`rnse_core.tables.read_table`."""

    label_column: str | None = "auto"
    ignore: tuple[str, ...] = ()
    keep: tuple[str, ...] = ()
    missing: str = "drop"
    missing_in: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    one_hot: tuple[str, ...] = ()
    split: Mapping[str, str] = field(default_factory=dict)
    ordinal: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    ticks: tuple[str, ...] = ()
    numbers: Mapping[str, str] = field(default_factory=dict)
    convert: Mapping[str, str] = field(default_factory=dict)
    cyclic: Mapping[str, float] = field(default_factory=dict)
    fill_down: tuple[str, ...] = ()
    fold_case: tuple[str, ...] = ()
    drop_totals: bool | None = None
    kind: str = "auto"
    symmetrize: bool = False
    limits: Limits = field(default_factory=Limits)

    @property
    def answered(self) -> frozenset[str]:
        """The columns that the user asked to use in some way, or to leave out; words apart."""
        named = {*self.ignore, *self.keep, *self.ticks, *self.convert, *self.cyclic}
        return frozenset(named if self.label_column is None else {*named, self.label_column})

    @property
    def of_words(self) -> frozenset[str]:
        """The columns that the user asked to use as words."""
        return frozenset({*self.one_hot, *self.split, *self.ordinal})

    @property
    def as_text(self) -> set[str]:
        """The columns about whose cells something was decided, or which are the labels."""
        named = {*self.one_hot, *self.split, *self.numbers, *self.ordinal, *self.ticks, *self.convert}
        return named | ({self.label_column} if self.label_column else set())

    def without(self, names: Collection[str]) -> ColumnRequest:
        """Return what was asked for about other columns: those of these names are rows once a table is turned round."""
        left: dict[str, Any] = {"label_column": "auto" if self.label_column in names else self.label_column}
        for key in OF_COLUMNS:
            left[key] = tuple(one for one in getattr(self, key) if one not in names)
        for key in BY_COLUMN:
            left[key] = {one: value for one, value in getattr(self, key).items() if one not in names}
        return replace(self, **left)


def apply_request(
    columns: list[TypedColumn], request: ColumnRequest, decimal: str, missing: MissingInColumns, log: Log
) -> None:
    """Ignore, convert and encode the columns that the user named.

    Raises
    ------
    TableError
        For a name that does not exist, a conversion that fits no cell, or too many values for 0/1 columns.
    """
    for name in request.ignore:
        find_column(columns, name, "ignore").ignore(RoleReason.AS_ASKED)
    if request.ignore:
        log.note(NoteKind.IGNORED, request.ignore, reason=RoleReason.AS_ASKED)
    for name in request.keep:
        find_column(columns, name, "keep")
    for name in request.missing_in:
        find_column(columns, name, "missing_in")
    for name in request.numbers:
        find_column(columns, name, "numbers")
    for name, kind in request.convert.items():
        convert_column(find_column(columns, name, "convert"), kind, decimal, missing[name], log)
    for name, order in request.ordinal.items():
        encode_ordinal(find_column(columns, name, "ordinal"), order, log)
    for name, period in request.cyclic.items():
        make_cyclic(find_column(columns, name, "cyclic"), period, log)
    for name in request.ticks:
        encode_ticks(find_column(columns, name, "ticks"), log)
    for name, separator in request.split.items():
        column = find_column(columns, name, "split")
        encode_one_hot(column, request.limits.max_levels, missing[name], log, separator=separator)
    for name in request.one_hot:
        encode_one_hot(find_column(columns, name, "one_hot"), request.limits.max_levels, missing[name], log)
    leave_out_divided(columns, request.numbers, request.label_column)


def convert_column(column: TypedColumn, kind: str, decimal: str, missing: MissingTokens, log: Log) -> None:
    """Read a text column as numbers; the tokens that fail become missing and are listed.

    Parameters
    ----------
    column : TypedColumn
        It is changed.
    kind : str
        A :class:`ConversionKind`, or "auto" for the one that converts most cells.
    decimal : {".", ","}
        The decimal mark of the file.
    missing : MissingTokens
        What means "no value" in the column.
    log : Log

    Raises
    ------
    TableError
        When there is no such conversion, or it fits no cell.
    """
    kinds = tuple(one.value for one in ConversionKind)
    if kind not in ("auto", *kinds):
        raise TableError(
            Problem.UNKNOWN_CHOICE, keyword="convert", column=column.name, value=kind, choices=("auto", *kinds)
        )
    missing = missing.extended(column.missing_words) if column.missing_words else missing
    counts = column.raw.counts
    if column.values is not None:
        if (kind == "auto" or kind in WAYS) and convert_dates(column, kind, log):
            return
        if kind not in _GROUPED or not any("." in token or "," in token for token in column.raw.text()):
            log.note(NoteKind.ALREADY_NUMBERS, [column.name])
            return
        counts = Counter(column.raw.text())
        column.missing_tokens = {}
    present = {token: count for token, count in counts.items() if token not in missing}
    found = find_conversion(present, decimal, kind, least_share=0.0)
    if found is None:
        example = next(iter(column.levels), "")
        raise TableError(Problem.NOTHING_CONVERTED, column=column.name, value=kind, token=example)
    column.suggestion = found.suggestion
    numbers = {token: None if value in missing.numbers else value for token, value in found.values.items()}
    # None, for what fails or is missing, becomes NaN.
    column.values = np.array([numbers.get(token) for token in column.raw.text()], dtype=np.float64)
    column.type, column.reason = "number", RoleReason.CONVERTED
    if counts is not column.raw.counts:
        numbers |= dict.fromkeys(token for token in counts if token in missing)
    for token, value in numbers.items():
        if value is None:
            plain = token.strip()
            column.missing_tokens[plain] = column.missing_tokens.get(plain, 0) + counts[token]
    log.note(NoteKind.CONVERTED, [column.name], values=[column.suggestion])


def encode_one_hot(
    column: TypedColumn, max_levels: int, missing: MissingTokens, log: Log, separator: str | None = None
) -> None:
    """Mark a column for one-hot encoding, of its values or of the answers between separators in each.

    Its values become the numbers of its levels, which are what the cells hold.

    Raises
    ------
    TableError
        When it has more than `max_levels` levels or answers, or no cell holds the separator.
    """
    cells = [cell.strip() for cell in column.raw.text()]
    # Of words it is settled which of them are missing.
    absent = column.missing_tokens if column.type == "text" else missing.beside_pluses(set(cells))
    levels = sorted({cell for cell in cells if cell not in absent})
    if separator is not None:
        answers = check_separator(column, separator, levels, max_levels)
        column.separator = separator
    elif len(levels) > max_levels:
        raise TableError(Problem.TOO_MANY_LEVELS, column=column.name, value=len(levels), bound=max_levels)
    numbers = {level: float(k) for k, level in enumerate(levels)}
    column.values = np.array([numbers.get(cell, np.nan) for cell in cells], dtype=np.float64)
    column.levels, column.n_distinct, column.is_one_hot = levels, len(levels), True
    column.role, column.reason = "feature", RoleReason.ONE_HOT
    column.missing_tokens = dict(Counter(cell for cell in cells if cell in absent))
    if separator is None:
        log.note(NoteKind.ONE_HOT, [column.name], values=levels)
    else:
        log.note(NoteKind.SPLIT, [column.name], values=answers)


def settle_roles(columns: Sequence[TypedColumn], keep: Collection[str], max_levels: int, log: Log) -> None:
    """Ignore the columns that are of no use for clustering; columns with the same reason share a note."""
    left_out: defaultdict[RoleReason, list[str]] = defaultdict(list)
    leave_out_earlier_results(columns, keep, log)
    ask_about_number_dates(columns, keep, log)
    for column in columns:
        reason = _reason_to_ignore(column) if column.role == "feature" else None
        if reason is not None:
            column.ignore(reason)
            left_out[reason].append(column.name)
    for reason, names in left_out.items():
        log.note(NoteKind.IGNORED, names, reason=reason)
    leave_out_declared(columns, keep, log)
    leave_out_axes(columns, keep, log)
    ask_about_row_numbers(columns, keep, log)
    leave_out_identifiers(columns, keep, max_levels, log)
    ask_about_case_weights(columns, keep, log)
    ask_about_sums(columns, keep, log)
    _offer_conversions(columns, log)
    ask_about_several(columns, log)
    ask_about_ticks(columns, log)
    _ask_about_missing_words(columns, log)
    for column in columns:
        if column.role == "feature" and column.type == "boolean" and column.reason is None:
            sides = boolean_words(column.levels)
            assert sides is not None  # or the column would not be boolean
            log.note(
                NoteKind.BOOLEAN, [column.name], values=[words[0] if len(words) == 1 else words for words in sides]
            )


def _ask_about_missing_words(columns: Sequence[TypedColumn], log: Log) -> None:
    """Ask about words among the numbers of a column that were taken for missing values."""
    used = [column.name for column in columns if _is_used(column)]
    found = {column.name: column.missing_words for column in columns if column.missing_words and _is_used(column)}
    if not found or len(used) == 1:
        return
    names = tuple(found)
    words = tuple(dict.fromkeys(word.strip() for words in found.values() for word in words))
    # Some column has to be left; where all hold such words each may be left out alone.
    left_out = [names] if len(names) < len(used) else [(name,) for name in names[:_MOST_LEFT_OUT]]
    options = (
        Option(OptionKind.COUNT_AS_MISSING, {"missing_in": found}, count=len(words)),
        *(Option(OptionKind.LEAVE_OUT_COLUMNS, {"ignore": some}) for some in left_out),
    )
    log.ask(Question(QuestionKind.MISSING_WORDS, options, columns=names, values=words))


def _is_used(column: TypedColumn) -> bool:
    return column.role == "feature" and column.values is not None


def _reason_to_ignore(column: TypedColumn) -> RoleReason | None:
    if column.raw.is_binary:
        return RoleReason.BYTES
    if column.type == "empty":
        return RoleReason.EMPTY
    if column.values is None:
        if column.n_distinct == 1:
            return RoleReason.CONSTANT
        if column.type == "date":
            return RoleReason.DATES
        if column.n_distinct == column.raw.counts.total() - column.n_missing:
            return RoleReason.ROW_NAMES if column.raw.is_index else RoleReason.DISTINCT_TEXT
        return RoleReason.TEXT
    if is_constant(column.values):
        return RoleReason.CONSTANT
    return None


def _offer_conversions(columns: Sequence[TypedColumn], log: Log) -> None:
    """Note which ignored columns could be read as numbers, and ask."""
    asked = {name for question in log.questions if question.kind is QuestionKind.COMMA for name in question.columns}
    offered = [
        column
        for column in columns
        if column.role == "ignored"
        and column.reason is not RoleReason.AS_ASKED
        and column.suggestion is not None
        and not column.is_converted
        and column.name not in asked
    ]
    for column in offered[:_MOST_OFFERED]:
        assert column.suggestion is not None
        if column.suggestion.n_failing:
            line = column.raw.line_of(column.suggestion.first_failing)
            column.suggestion = replace(column.suggestion, first_line=line)
        log.note(NoteKind.CONVERTIBLE, [column.name], values=[column.suggestion])
    if offered:
        names = tuple(column.name for column in offered)
        n_failing = sum(column.suggestion.n_failing for column in offered if column.suggestion)
        convert = Option(OptionKind.CONVERT, {"convert": dict.fromkeys(names, "auto")}, count=n_failing)
        options = [Option(OptionKind.LEAVE_OUT), convert]
        for kind, option_kind in OTHER_WAYS.items():
            lost = {column.name: n for column in offered if (n := cells_lost(column, kind)) is not None}
            if lost:
                other = dict.fromkeys(lost, kind.value)
                options.append(Option(option_kind, {"convert": other}, count=sum(lost.values())))
        log.ask(Question(QuestionKind.CONVERSION, tuple(options), columns=names))
