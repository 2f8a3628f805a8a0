"""What the columns of a file are, and what each is used for."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import islice

import numpy as np
import pandas as pd

from rnse_core.tables.conversions import find_conversion, spread
from rnse_core.tables.errors import TableError
from rnse_core.tables.gather import RawColumn
from rnse_core.tables.model import Column, FloatArray, Question, Suggestion
from rnse_core.tables.tokens import MissingTokens, boolean_pair, is_date
from rnse_core.wording import counted, quoted

_EXAMPLES = 3
_LISTED = 10
_MOSTLY = 0.9
_FEW_ROWS = 8
_FEW_VALUES = 2000
_ID_NAME = re.compile(
    r"(?:.*[_ .-])?(?:id|ids|uid|uuid|guid|pk|index|idx|key|serial|row|rows|row ?names?|rownum|row[_ ]?(?:number|no|nr)"
    r"|no\.?|nr\.?|num|number|#|s\.?no\.?|unnamed: ?\d+)",
    re.IGNORECASE,
)
_CAMEL_ID = re.compile(r".*[a-z](?:Id|ID)")


@dataclass
class Log:
    """The sentences and questions of one reading."""

    report: list[str] = field(default_factory=list)
    questions: list[Question] = field(default_factory=list)

    def say(self, text: str) -> None:
        """Add a sentence to the report."""
        self.report.append(text)


@dataclass(eq=False)
class Draft:
    """A column on its way to a role.

    Parameters
    ----------
    raw : RawColumn
        The column as it was read.
    type : str
        See :class:`rnse_core.tables.model.Column`.
    values : ndarray of shape (n_rows,), or None
        Its numbers, NaN where missing.
    levels : list of str
        The distinct values of a column that is not a number, in the order of the file.
    levels_used : bool
        Whether it becomes 0/1 columns.
    """

    raw: RawColumn
    type: str
    values: FloatArray | None
    levels: list[str]
    missing_tokens: dict[str, int]
    n_distinct: int
    role: str = "feature"
    reason: str = ""
    suggestion: Suggestion | None = None
    levels_used: bool = False
    converted: bool = False

    @property
    def name(self) -> str:
        """Unique name of the column."""
        return self.raw.name

    @property
    def n_missing(self) -> int:
        """Number of missing cells."""
        return sum(self.missing_tokens.values())

    def ignore(self, reason: str) -> None:
        """Leave the column out."""
        self.role, self.reason = "ignored", reason

    def examples(self) -> tuple[str, ...]:
        """Return a few different values, as text."""
        if self.values is None or self.type == "boolean" or self.converted:
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
        )


def draft(raw: RawColumn, decimal: str, missing: MissingTokens) -> Draft:
    """Find the type of a column, and for text how it could be read as numbers."""
    if raw.values is not None:
        n_distinct = _count_distinct(raw.values, has_missing=bool(raw.counts))
        kind = "number" if n_distinct else "empty"
        return Draft(raw, kind, raw.values, [], _stripped(raw.counts), n_distinct)
    present = {token: count for token, count in raw.counts.items() if token not in missing}
    absent = _stripped({token: count for token, count in raw.counts.items() if token not in present})
    levels = list(dict.fromkeys(token.strip() for token in present))
    pair = boolean_pair(levels)
    if pair is not None:
        worth = {pair[0]: 0.0, pair[1]: 1.0}
        lookup = {token: worth.get(token.strip().casefold(), math.nan) for token in raw.counts}
        values = np.array([lookup[token] for token in raw.text()])
        return Draft(raw, "boolean", values, levels, absent, len(levels))
    some = spread(present)
    dates = sum(count for token, count in some.items() if is_date(token))
    kind = "date" if dates and dates >= _MOSTLY * sum(some.values()) else "text"
    found = find_conversion(present, decimal)
    suggestion = None if found is None else found.suggestion
    return Draft(raw, kind, None, levels, absent, len(levels), suggestion=suggestion)


def _count_distinct(values: FloatArray, has_missing: bool) -> int:
    if len(values) <= _FEW_VALUES:  # in a table of many short columns the overhead of the array functions adds up
        return len(set((values[~np.isnan(values)] if has_missing else values).tolist()))
    return len(pd.unique(values)) - has_missing


def _stripped(counts: dict[str, int]) -> dict[str, int]:
    total: dict[str, int] = {}
    for token, count in counts.items():
        total[token.strip()] = total.get(token.strip(), 0) + count
    return total


def is_row_number(column: Draft) -> bool:
    """Say whether a column only numbers the rows: whole numbers, all different, always rising or always falling.

    In a table of fewer than eight rows a column of measurements can do that by chance, so its name must say so too.
    """
    if column.type != "number" or column.values is None or column.n_missing:
        return False
    values = column.values
    if len(values) < 2 or column.n_distinct < len(values) or not np.array_equal(values, np.floor(values)):
        return False
    if not (np.all(values[1:] > values[:-1]) or np.all(values[1:] < values[:-1])):
        return False
    return len(values) >= _FEW_ROWS or has_id_name(column)


def has_id_name(column: Draft) -> bool:
    """Say whether the name of a column is that of an identifier."""
    name = column.name
    return bool(_ID_NAME.fullmatch(name) or _CAMEL_ID.fullmatch(name))


def is_constant(values: FloatArray) -> bool:
    """Say whether the present values of a column are all the same."""
    finite = values[np.isfinite(values)]
    return finite.size == 0 or bool(finite.min() == finite.max())


def unique_names(given: Iterable[str], log: Log) -> list[str]:
    """Make the names of columns unique and give the nameless ones a name; every change is listed."""
    written = list(given)
    given = [" ".join(name.split()) for name in written]
    untidy = sum(new != old for new, old in zip(given, written, strict=True))
    if untidy:
        log.say(f"Spaces at the ends, or several in a row, were taken out of {counted(untidy, 'name')} of columns.")
    taken = set(given)  # so that a new name is never one that comes later
    seen: set[str] = set()
    next_number: dict[str, int] = {}
    result: list[str] = []
    renamed: list[str] = []
    for position, name in enumerate(given, start=1):
        base = new = name or f"column {position}"
        if not name or name in seen:
            while new in taken:
                number = next_number[base] = next_number.get(base, 1) + 1
                new = f"{base} ({number})"
        if name and new != name:
            renamed.append(f"{quoted(name)} in column {position} is now {quoted(new)}")
        seen.add(name)
        taken.add(new)
        result.append(new)
    nameless = given.count("")
    if nameless:
        log.say(f"{counted(nameless, 'column')} without a name in the header named by position.")
    for text in renamed[:_LISTED]:
        log.say(f"The name {text}, since names must differ.")
    if len(renamed) > _LISTED:
        log.say(f"The same goes for {counted(len(renamed) - _LISTED, 'more column')}.")
    return result


def find_column(drafts: list[Draft], name: str, purpose: str) -> Draft:
    """Return the column of a name.

    Raises
    ------
    TableError
        When there is none, with the names there are.
    """
    for column in drafts:
        if column.name == name:
            return column
    present = ", ".join(quoted(column.name) for column in drafts[:10])
    more = ", ..." if len(drafts) > 10 else ""
    raise TableError(
        f"There is no column {quoted(str(name))} to {purpose}; the columns are {present}{more}.", column=str(name)
    )
