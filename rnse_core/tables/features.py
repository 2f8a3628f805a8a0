"""Give every column its role, and put the features together."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NoReturn

import numpy as np
import numpy.typing as npt

from rnse_core._base.large_values import LargeValues, find_large_values
from rnse_core.tables.columns import Draft, Log, find_column, is_constant, is_row_number, unique_names
from rnse_core.tables.conversions import KINDS, find_conversion
from rnse_core.tables.errors import Option, TableError
from rnse_core.tables.missing import complete_rows, describe_missing, fill
from rnse_core.tables.model import FloatArray, Limits, Question, Suggestion
from rnse_core.tables.tokens import MissingInColumns, MissingTokens, boolean_pair
from rnse_core.wording import counted, listed, names, quoted, sentence

_EMPTY = "every cell is missing"
_CONSTANT = "its value never changes"
_DATES = "it holds dates"
_NAMES = "it is text, and every value is different"
TEXT = "it is text"
ROW_NUMBERS = "it only numbers the rows"
AS_ASKED = "as asked"
_PLURAL = {
    _EMPTY: _EMPTY,
    _CONSTANT: "their values never change",
    _DATES: "they hold dates",
    _NAMES: "they are text, and every value is different",
    TEXT: "they are text",
    ROW_NUMBERS: "they only number the rows",
}


@dataclass(frozen=True)
class Request:
    """What the user asked for about columns and values; see :func:`rnse_core.tables.read_table`."""

    label_column: str | None = "auto"
    ignore: tuple[str, ...] = ()
    keep: tuple[str, ...] = ()
    missing: str = "drop"
    missing_in: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    one_hot: tuple[str, ...] = ()
    convert: Mapping[str, str] = field(default_factory=dict)
    kind: str = "auto"
    symmetrize: bool = False
    limits: Limits = field(default_factory=Limits)


def apply_request(drafts: list[Draft], request: Request, decimal: str, missing: MissingInColumns, log: Log) -> None:
    """Ignore, convert and spread out the columns that the user named.

    Raises
    ------
    TableError
        For a name that is not there, a conversion that fits no cell, or too many values for 0/1 columns.
    """
    for name in request.ignore:
        find_column(drafts, name, "ignore").ignore(AS_ASKED)
    if request.ignore:
        log.say(f"Left out as asked: {names(request.ignore)}.")
    for name in request.keep:
        find_column(drafts, name, "keep")
    for name in request.missing_in:
        find_column(drafts, name, "count values as missing in")
    for name, kind in request.convert.items():
        convert_column(find_column(drafts, name, "convert"), kind, decimal, missing[name], log)
    for name in request.one_hot:
        _spread(find_column(drafts, name, "use as 0/1 columns"), request.limits.max_levels, missing[name], log)


def convert_column(column: Draft, kind: str, decimal: str, missing: MissingTokens, log: Log) -> None:
    """Read a text column as numbers; the tokens that fail become missing and are listed."""
    if kind != "auto" and kind not in KINDS:
        raise TableError(f"There is no conversion {quoted(kind)}; there are {listed(KINDS, len(KINDS))}.")
    if column.values is not None:
        log.say(f"Column {quoted(column.name)} holds numbers already; nothing was converted.")
        return
    present = {token: count for token, count in column.raw.counts.items() if token not in missing}
    found = find_conversion(present, decimal, kind, least_share=0.0)
    if found is None:
        raise TableError(
            f"No cell of column {quoted(column.name)} can be read as a number"
            f"{'' if kind == 'auto' else ' in that way'}, for example {quoted(next(iter(column.levels), ''))}.",
            column=column.name,
        )
    column.suggestion = found.suggestion
    numbers = {token: None if value in missing.numbers else value for token, value in found.values.items()}
    # None, for what fails or is missing, becomes NaN.
    column.values = np.array([numbers.get(token) for token in column.raw.text()], dtype=np.float64)
    column.type, column.converted = "number", True
    column.reason = f"converted ({column.suggestion.kind})"
    for token, value in numbers.items():
        if value is None:
            plain = token.strip()
            column.missing_tokens[plain] = column.missing_tokens.get(plain, 0) + column.raw.counts[token]
    log.say(f"Column {quoted(column.name)} was converted to numbers as asked: {describe(column.suggestion)}.")


def describe(suggestion: Suggestion) -> str:
    """Say in words what a conversion does: an example and the tokens that fail."""
    before, after = suggestion.example
    text = f"{quoted(before)} becomes {after:.10g}"
    if suggestion.n_failing:
        failing = (
            f"{quoted(token)}{f' ({count:,} times)' if count > 1 else ''}" for token, count in suggestion.failing
        )
        counts = "counts" if suggestion.n_failing == 1 else "count"
        text += f"; {counted(suggestion.n_failing, 'cell')} cannot be read and {counts} as missing ({listed(failing)})"
        if suggestion.first_line is not None:
            text += f", the first on line {suggestion.first_line:,}"
    return text


def _spread(column: Draft, max_levels: int, missing: MissingTokens, log: Log) -> None:
    """Mark a column to become one 0/1 column per value; its values are then the numbers of its levels."""
    cells = [cell.strip() for cell in column.raw.text()]
    levels = sorted({cell for cell in cells if cell not in missing})
    if len(levels) > max_levels:
        raise TableError(
            f"Column {quoted(column.name)} has {counted(len(levels), 'different value')}, more than the {max_levels} "
            "that may become 0/1 columns; ignore it, or raise the limit.",
            column=column.name,
        )
    codes = {level: float(k) for k, level in enumerate(levels)}
    column.values = np.array([codes.get(cell, np.nan) for cell in cells], dtype=np.float64)
    column.levels, column.n_distinct, column.levels_used = levels, len(levels), True
    column.role, column.reason = "feature", "used as 0/1 columns"
    column.missing_tokens = dict(Counter(cell for cell in cells if cell in missing))
    shown = listed(quoted(level) for level in levels)
    log.say(f"Column {quoted(column.name)} was turned into one 0/1 column per value as asked: {shown}.")


def settle_roles(drafts: Sequence[Draft], keep: Collection[str], log: Log) -> None:
    """Leave out the columns that are no use for clustering, and say why; the reasons are grouped."""
    left_out: defaultdict[str, list[Draft]] = defaultdict(list)
    for column in drafts:
        if column.role != "feature":
            continue
        reason = _reason_to_ignore(column, column.name in keep)
        if reason:
            column.ignore(reason)
            left_out[reason].append(column)
    for reason, columns in left_out.items():
        log.say(f"{ignored(reason, [column.name for column in columns])}.")
    _offer_conversions(drafts, log)
    for column in drafts:
        if column.role == "feature" and column.type == "boolean" and not column.levels_used:
            low, high = boolean_pair(column.levels) or ("false", "true")
            log.say(f"Column {quoted(column.name)}: {quoted(low)} is 0 and {quoted(high)} is 1.")


def ignored(reason: str, columns: Sequence[str]) -> str:
    """Say that columns are left out and why, as a sentence without its full stop."""
    one = len(columns) == 1
    return sentence(
        f"{names(columns)} {'is' if one else 'are'} ignored: {reason if one else _PLURAL.get(reason, reason)}"
    )


def _reason_to_ignore(column: Draft, kept: bool) -> str:
    if column.type == "empty":
        return _EMPTY
    if column.values is None:
        if column.n_distinct == 1:
            return _CONSTANT
        if column.type == "date":
            return _DATES
        if column.n_distinct == column.raw.counts.total() - column.n_missing:
            return _NAMES
        return TEXT
    if is_constant(column.values):
        return _CONSTANT
    if not kept and not column.levels_used and is_row_number(column):
        return ROW_NUMBERS
    return ""


def _offer_conversions(drafts: Sequence[Draft], log: Log) -> None:
    offered = [column for column in drafts if column.role == "ignored" and column.suggestion and not column.converted]
    offered = [column for column in offered if column.reason != AS_ASKED]
    for column in offered[:10]:
        assert column.suggestion is not None
        if column.suggestion.n_failing:
            line = column.raw.line_of(column.suggestion.first_failing)
            column.suggestion = replace(column.suggestion, first_line=line)
        log.say(f"Column {quoted(column.name)} could be read as numbers: {describe(column.suggestion)}.")
    if offered:
        every = {column.name: "auto" for column in offered}
        log.questions.append(
            Question(
                "convert",
                f"Should {names(every)} be read as numbers?",
                (
                    Option("Leave out", {}),
                    Option("Read as numbers; cells that cannot be read count as missing", {"convert": every}),
                ),
            )
        )


@dataclass
class Features:
    """The matrix with what is needed to join it back to the file."""

    X: FloatArray
    names: list[str]
    kept: npt.NDArray[np.bool_]


def assemble(drafts: Sequence[Draft], policy: str, row_numbers: npt.NDArray[np.int64], log: Log) -> Features:
    """Apply the policy on missing values and put the features into one matrix.

    Raises
    ------
    TableError
        When no column or fewer than two rows are left.
    """
    used = [column for column in drafts if column.role == "feature"]
    if not used:
        _refuse_no_features(drafts, log)
    describe_missing(used, log)
    kept = np.ones(len(row_numbers), dtype=bool)
    if policy == "drop":
        kept = complete_rows(used, row_numbers, log)
    columns: list[tuple[str, FloatArray]] = []
    now_constant: list[Draft] = []
    for column in used:
        assert column.values is not None
        values = column.values[kept] if not kept.all() else column.values
        if policy != "drop" and column.n_missing:
            values = _filled(column, values, policy, log)
        if is_constant(values):
            column.ignore("its value never changes in the rows that are left")
            now_constant.append(column)
        else:
            columns.extend(_spread_out(column, values) if column.levels_used else [(column.name, values)])
    if now_constant:
        log.say(
            f"In the rows that are left, the value of {names(c.name for c in now_constant)} never changes; ignored."
        )
    if not columns:
        _refuse_no_features(drafts, log)
    X = np.empty((int(kept.sum()), len(columns)))
    for j, (_, values) in enumerate(columns):
        X[:, j] = values
    feature_names = unique_names((name for name, _ in columns), Log())
    for found in find_large_values(X):
        place = place_of(found, feature_names, row_numbers[kept])
        log.say(f"{found.sentence(place)}; remove or cap what is too large.")
    return Features(X, feature_names, kept)


def place_of(found: LargeValues, feature_names: Sequence[str], row_numbers: npt.NDArray[np.int64]) -> str:
    """Name the first of the values in words of the file."""
    return f"Data row {row_numbers[found.rows[0]]:,} of column {quoted(feature_names[found.column])}"


def _filled(column: Draft, values: FloatArray, policy: str, log: Log) -> FloatArray:
    is_number = column.type == "number" and not column.levels_used
    values, value = fill(values, policy if is_number else "most_frequent")
    shown = f"{value:.6g}"
    if column.levels_used:
        shown = quoted(column.levels[int(value)])
    what = "median" if policy == "median" and is_number else "most frequent value"
    log.say(
        f"Column {quoted(column.name)}: the {what}, {shown}, was filled in "
        f"for {counted(column.n_missing, 'missing cell')}."
    )
    return values


def _spread_out(column: Draft, codes: FloatArray) -> Iterator[tuple[str, FloatArray]]:
    for k, level in enumerate(column.levels):
        indicator = (codes == k).astype(np.float64)
        if not is_constant(indicator):
            yield f"{column.name}={level}", indicator


def _refuse_no_features(drafts: Sequence[Draft], log: Log) -> NoReturn:
    """Say why nothing is left to cluster on, with what can be done about it."""
    why = listed((f"{quoted(c.name)} ({c.reason})" for c in drafts if c.role != "feature"), 4)
    # The answers about commas turn text into numbers, so they help here too.
    options = [o for question in log.questions if question.key == "decimal" for o in question.options if o.keywords]
    convertible = {c.name: "auto" for c in drafts if c.suggestion and c.values is None}
    if convertible:
        options.append(Option(f"Read {names(convertible)} as numbers", {"convert": convertible}))
    numbering = tuple(c.name for c in drafts if c.reason == ROW_NUMBERS)
    if numbering:
        options.append(Option(f"Use {names(numbering)} all the same", {"keep": numbering}))
    raise TableError(f"No column of numbers is left to cluster on: {why}.", options=tuple(options))
