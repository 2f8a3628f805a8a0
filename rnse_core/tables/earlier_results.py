"""Columns that an earlier clustering wrote beside the data: clusters, confidences and second clusters."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

import numpy as np

from rnse_core.tables.columns import TypedColumn
from rnse_core.tables.kinds import NoteKind, OptionKind, QuestionKind
from rnse_core.tables.notes import Log
from rnse_core.tables.present_values import all_present, are_whole
from rnse_core.tables.questions import Option, Question
from rnse_core.tables.role_reasons import RoleReason

# A number follows where the clustered table had a column of the name itself; other programs write signs for spaces.
_WRITTEN = re.compile(r"(cluster|confidence|second cluster|second share)(?: \(?\d+\)?)?")
_SIGNS = re.compile(r"[\s._-]+")
_SHARES = ("confidence", "second share")
_MOST_CLUSTERS = 100
# So many rows, and different shares, by which columns of other names are known.
_FEWEST_ROWS = 8
_FEWEST_SHARES = 4
_ROUNDING = 1e-5


def find_earlier_results(columns: Sequence[TypedColumn]) -> dict[TypedColumn, str]:
    """Return the columns of an earlier result, with what each of them is.

    They are known by their names, of which clusters and confidences must both be there, with the values that they have:
    a confidence alone may be a measurement. Columns with other names, as after a translation, are known where three
    stand side by side: clusters, shares, and clusters again, among the same ones and another one in each row.

    Parameters
    ----------
    columns : sequence of TypedColumn
        In the order of the file.

    Returns
    -------
    dict of TypedColumn to str
        "cluster", "confidence", "second cluster" or "second share".
    """
    found: dict[TypedColumn, str] = {}
    for column in columns:
        named = _WRITTEN.fullmatch(_SIGNS.sub(" ", column.name.replace("(", " ").replace(")", " ").casefold()).strip())
        if named and _has_its_values(column, named[1]):
            found[column] = named[1]
    if not {"cluster", "confidence"} <= set(found.values()):
        found = {}
    for place in range(len(columns) - 2):
        cluster, share, second = columns[place : place + 3]
        if _is_share(share) and _may_be_clusters(cluster) and _comes_second(cluster, share, second):
            found |= {cluster: "cluster", share: "confidence", second: "second cluster"}
            rest = columns[place + 3] if place + 3 < len(columns) else None
            if rest is not None and _is_rest(share, rest):
                found[rest] = "second share"
    return found


def leave_out_earlier_results(columns: Sequence[TypedColumn], keep: Collection[str], log: Log) -> None:
    """Leave out the columns of an earlier result, and ask about them.

    Parameters
    ----------
    columns : sequence of TypedColumn
        They are changed.
    keep : collection of str
        Columns that the user wants to use.
    log : Log
    """
    found = find_earlier_results(columns)
    results = [
        column
        for column in columns
        if column in found and column.role == "feature" and column.name not in keep and not column.is_converted
    ]
    if results:
        names = tuple(column.name for column in results)
        for column in results:
            column.ignore(RoleReason.EARLIER_RESULT)
        log.note(NoteKind.IGNORED, names, reason=RoleReason.EARLIER_RESULT)
        options = Option(OptionKind.LEAVE_OUT_COLUMNS, {"ignore": names}), Option(OptionKind.KEEP, {"keep": names})
        log.ask(Question(QuestionKind.EARLIER_RESULT, options, columns=names))


def _has_its_values(column: TypedColumn, name: str) -> bool:
    if name in _SHARES:
        return column.values is not None and _are_shares(column)
    if column.values is None:  # clusters with names
        return column.type in ("text", "empty") and column.n_distinct <= _MOST_CLUSTERS
    return are_whole(column.values)


def _are_shares(column: TypedColumn) -> bool:
    assert column.values is not None
    return all_present(column.values, lambda present: (present >= 0) & (present <= 1))


def _is_share(column: TypedColumn) -> bool:
    """Return whether a column of any name may be a confidence."""
    return (
        column.type == "number"
        and column.values is not None
        and not column.is_one_hot
        and len(column.values) >= _FEWEST_ROWS
        and column.n_distinct >= _FEWEST_SHARES
        and _are_shares(column)
    )


def _may_be_clusters(column: TypedColumn) -> bool:
    if column.is_one_hot or not 2 <= column.n_distinct <= _MOST_CLUSTERS:
        return False
    return column.type in ("text", "boolean") or (
        column.type == "number" and column.values is not None and are_whole(column.values)
    )


def _comes_second(cluster: TypedColumn, share: TypedColumn, second: TypedColumn) -> bool:
    """Return whether a column has another one of the clusters in each row that has a share, or nothing."""
    if second.type not in ("text", "number", "boolean") or not 1 <= second.n_distinct <= cluster.n_distinct:
        return False
    assert share.values is not None
    first, other = _cells(cluster), _cells(second)
    has_share = np.isfinite(share.values).tolist()
    return (
        {cell for cell in other if cell} <= {cell for cell in first if cell}
        and all(bool(cell) == has for cell, has in zip(first, has_share, strict=True))
        and all(one != two for one, two in zip(first, other, strict=True) if two)
        and 2 * sum(map(bool, other)) >= sum(has_share)
    )


def _is_rest(share: TypedColumn, rest: TypedColumn) -> bool:
    """Return whether a column has what the confidences leave for the second clusters."""
    if not _is_share(rest):
        return False
    assert share.values is not None and rest.values is not None
    both = share.values + rest.values
    return bool(np.all(both[np.isfinite(both)] <= 1 + _ROUNDING))


def _cells(column: TypedColumn) -> list[str]:
    """Return what the cells hold, "" where they hold nothing; 1.0 is 1."""
    if column.values is not None and column.type == "number":
        return ["" if np.isnan(value) else f"{value:g}" for value in column.values.tolist()]
    missing = column.missing_tokens
    return ["" if (plain := cell.strip()) in missing else plain for cell in column.raw.text()]
