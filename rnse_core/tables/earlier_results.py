"""Columns that an earlier clustering wrote beside the data: clusters, confidences and second clusters."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

import numpy as np

from rnse_core.tables.columns import TypedColumn
from rnse_core.tables.kinds import NoteKind, OptionKind, QuestionKind, RoleReason
from rnse_core.tables.notes import Log
from rnse_core.tables.questions import Option, Question

# A number follows where the clustered table had a column of the name itself.
_WRITTEN = re.compile(r"(cluster|confidence|second cluster|second share)(?: \(\d+\))?")
_SHARES = ("confidence", "second share")


def leave_out_earlier_results(columns: Sequence[TypedColumn], keep: Collection[str], log: Log) -> None:
    """Leave out the columns of an earlier result, and ask about them.

    One name alone may be a measurement: clusters and confidences must both be there, with the values that they have.

    Parameters
    ----------
    columns : sequence of TypedColumn
        They are changed.
    keep : collection of str
        Columns that the user wants to use.
    log : Log
    """
    written = {column: found[1] for column in columns if (found := _WRITTEN.fullmatch(column.name))}
    if not {"cluster", "confidence"} <= set(written.values()):
        return
    results = [
        column
        for column, name in written.items()
        if column.role == "feature" and column.name not in keep and _has_its_values(column, name)
    ]
    if results:
        names = tuple(column.name for column in results)
        for column in results:
            column.ignore(RoleReason.EARLIER_RESULT)
        log.note(NoteKind.IGNORED, names, reason=RoleReason.EARLIER_RESULT)
        options = Option(OptionKind.LEAVE_OUT_COLUMNS, {"ignore": names}), Option(OptionKind.KEEP, {"keep": names})
        log.ask(Question(QuestionKind.EARLIER_RESULT, options, columns=names))


def _has_its_values(column: TypedColumn, name: str) -> bool:
    if column.values is None:
        return False
    present = column.values[np.isfinite(column.values)]
    if name in _SHARES:
        return bool(np.all((present >= 0) & (present <= 1)))
    return bool(np.array_equal(present, np.floor(present)))
