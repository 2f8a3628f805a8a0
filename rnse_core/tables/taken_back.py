"""A reading that fails after an answer was given offers to take the answer back.

Answers are given one after the other: one that gives the columns other names (`header`, `transpose`, `delimiter`, ...)
comes after one about a column of the old name, and two answers may not fit the same column.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import wraps
from inspect import signature
from typing import Any, ParamSpec

import pandas as pd

from rnse_core.tables.errors import TableError
from rnse_core.tables.kinds import OptionKind, Problem
from rnse_core.tables.model import Table
from rnse_core.tables.questions import Option, as_conversions, as_names
from rnse_core.tables.roles import BY_COLUMN, OF_COLUMNS

# Up to this size a file is read again to see whether an offer leads on.
_MOST_BYTES = 1_000_000
_MOST_OFFERS = 6
# Of a value that a keyword never takes; it was no answer.
_NO_VALUES = (Problem.UNKNOWN_CHOICE, Problem.UNUSABLE_VALUE, Problem.UNKNOWN_ENCODING)
_NO_ANSWERS = frozenset({"name", "limits", "progress"})
P = ParamSpec("P")


def offering_to_take_back(read: Callable[P, Table]) -> Callable[P, Table]:
    """Return a reading whose errors offer to take answers back where they offer nothing else.

    An offer is made if it gives a table, or an error with other offers; of a large file it is not tried, and all
    answers that could be at fault are taken back together.

    Parameters
    ----------
    read : callable
        It takes a source, and answers as keywords.
    """
    defaults = {name: one.default for name, one in signature(read).parameters.items()}

    @wraps(read)
    def reading(*args: P.args, **keywords: P.kwargs) -> Table:
        try:
            return read(*args, **keywords)
        except TableError as error:
            given = {name: value for name, value in keywords.items() if _is_answer(name, value, defaults)}
            if error.options or not given or error.problem in _NO_VALUES:
                raise
            first, *others = _ways_back(error, given)
            source = args[0] if args else keywords["source"]
            if _is_small(source):
                options = _leading_on((first, *others), read, source, keywords)
            else:
                options = (first, *others[-1:])
            raise replace(error, options=options) from None

    return reading


def _is_answer(name: str, value: Any, defaults: Mapping[str, Any]) -> bool:
    if name not in defaults or name in _NO_ANSWERS or name == "source":
        return False
    if name in OF_COLUMNS or name in BY_COLUMN or name == "missing_values":
        return bool(value)
    return bool(value != defaults[name])


def _ways_back(error: TableError, given: Mapping[str, Any]) -> Iterator[Option]:
    """Yield what may be taken back, the least first: what is said about the columns at fault, a keyword, all."""
    at_fault = _columns_at_fault(error, given)
    about = {name: columns for name, value in given.items() if (columns := _named(name, value, at_fault))}
    if error.problem is Problem.UNKNOWN_COLUMN:
        yield _without(about)
    else:
        yield from (_without({name: columns}) for name, columns in about.items())
    yield from (_without({name: ()}) for name in reversed(tuple(given)) if name not in about)
    yield _without(dict.fromkeys(given, ()))


def _columns_at_fault(error: TableError, given: Mapping[str, Any]) -> set[str]:
    """Return the columns that an error is about; of an unknown one all that do not exist."""
    if error.problem is not Problem.UNKNOWN_COLUMN:
        return {str(error.column)}
    named = {column for name, value in given.items() for column in _columns_of(name, value)}
    return named - set(error.choices)


def _columns_of(name: str, value: Any) -> Iterable[str]:
    if name == "convert":
        return as_conversions(value)
    if name in BY_COLUMN:
        return tuple(value)
    if name in OF_COLUMNS or (name == "label_column" and value is not None):
        return as_names(value)
    return ()


def _named(name: str, value: Any, columns: set[str]) -> tuple[str, ...]:
    return tuple(column for column in _columns_of(name, value) if column in columns)


def _without(keywords: Mapping[str, tuple[str, ...]]) -> Option:
    return Option(OptionKind.WITHOUT_KEYWORD, without=dict(keywords))


def _is_small(source: Any) -> bool:
    if isinstance(source, pd.DataFrame):
        return source.size * 8 <= _MOST_BYTES
    if isinstance(source, bytes):
        return len(source) <= _MOST_BYTES
    try:
        return os.path.getsize(source) <= _MOST_BYTES
    except (OSError, TypeError, ValueError):
        return False


def _leading_on(
    ways: Iterable[Option], read: Callable[..., Table], source: Any, keywords: Mapping[str, Any]
) -> tuple[Option, ...]:
    """Return the ways that lead to a table, and then those to an error that offers something."""
    quiet = {name: value for name, value in keywords.items() if name not in ("source", "progress")}
    tables, errors, seen = [], [], []
    for way in ways:
        changed = way.apply(quiet)
        if changed == quiet or changed in seen:
            continue
        seen.append(changed)
        try:
            read(source, **changed)
            tables.append(way)
        except TableError as error:
            if error.options:
                errors.append(way)
    return (*tables, *errors)[:_MOST_OFFERS]
