"""Find the column of labels, and read the labels."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd

from rnse_core.tables.answers_in_cells import separator_of
from rnse_core.tables.columns import TypedColumn, find_column
from rnse_core.tables.errors import TableError
from rnse_core.tables.kinds import NoteKind, OptionKind, Problem, QuestionKind
from rnse_core.tables.model import Table
from rnse_core.tables.notes import Log
from rnse_core.tables.present_values import are_whole, present_values
from rnse_core.tables.questions import Option, Question
from rnse_core.tables.role_reasons import RoleReason
from rnse_core.tables.scales import scale_of
from rnse_core.tables.ticks import may_be_ticks

AUTO = "auto"

_LABEL_NAMES = {
    "label",
    "labels",
    "class",
    "classes",
    "target",
    "targets",
    "cluster",
    "clusters",
    "ground truth",
    "groundtruth",
    "truth",
    "gt",
    "species",
    "category",
    "outcome",
    "diagnosis",
}
# Names that mean a label above text, but are as often coordinates or measurements above numbers.
_LABEL_NAMES_OF_TEXT = {"y", "type", "group", "variety", "cultivar", "kind", "name of class"}
# A number of things is no class.
_COUNTS = re.compile(
    r"\s*(?:numbers?|num|nr|no|n|counts?|#|anzahl|zahl|nombre|n\u00famero|numero)[ _.]*(?:of|der|von|de|di)\b"
    r"|\s*(?:anzahl|counts?[ _]of|#[ _])",
    re.IGNORECASE,
)
_MOST_LEVELS = 100
_FEWEST_ROWS = 10
_MOST_LEVELS_OF_NUMBERS = 50
_MOST_CLASS_NUMBERS = 20


def choose_label(columns: list[TypedColumn], n_rows: int, wanted: str | None, log: Log) -> TypedColumn | None:
    """Find the label column, or take the one asked for.

    With "auto" a column with the name of a label is taken, else a column of text in which values repeat: the last
    one of the file. Such a column holds no number, so nothing is lost by it.

    Raises
    ------
    TableError
        When there is no column of the wanted name.
    """
    if wanted is None:
        return None
    if wanted != AUTO or any(column.name == AUTO for column in columns):
        asked = find_column(columns, wanted, "label_column")
        if asked.role == "ignored":
            raise TableError(Problem.LABELS_IGNORED, column=wanted)
        _mark(asked, log, RoleReason.AS_ASKED)
        return asked
    free = [column for column in columns if column.role == "feature" and not column.is_one_hot]
    named = [column for column in free if is_named_label(column)]
    words = [column for column in free if column.type == "text" and column.suggestion is None]
    # Classes have no order, and a row has one; what is otherwise is offered as numbers.
    repeating = [column for column in words if _repeats(column, n_rows) and not _has_order_or_parts(column)]
    # A plus or a minus is the result of a test, or a strand, as often as a class, and is offered as 0 and 1.
    chosen = named[-1] if named else _last_of_its_kind([column for column in repeating if not may_be_ticks(column)])
    if chosen is None:
        _ask_about_numbers(free, n_rows, log)
        return None
    _mark(chosen, log, RoleReason.LABEL_NAME if named else RoleReason.REPEATED_TEXT)
    others = [column.name for column in dict.fromkeys((*named, *repeating)) if column is not chosen][:5]
    ask_about_label((chosen.name, *others), log)
    return chosen


def ask_about_label(names: Sequence[str], log: Log) -> None:
    """Ask whether a column that nobody named holds the classes; it is used for scores until it is answered.

    Parameters
    ----------
    names : sequence of str
        The column that was taken, and others that may hold them.
    log : Log
    """
    options = *map(_take, names), Option(OptionKind.NO_LABELS, {"label_column": None})
    log.ask(Question(QuestionKind.LABEL_COLUMN, options, columns=tuple(names)))


def confirmed_classes(table: Table, rows: npt.ArrayLike | None = None) -> int | None:
    """Count the classes of a table whose label column somebody has named.

    Only such a column may set the number of clusters to look for: one that was found by its name or its values may be
    a region or a name, and is used for scores alone.

    Parameters
    ----------
    table : Table
    rows : array-like of int, optional
        Rows of the table to count the classes of; all by default.

    Returns
    -------
    int or None
        None where nobody has named the column, or no row has a class.
    """
    if table.labels is None or not _is_confirmed(table):
        return None
    labels = table.labels if rows is None else table.labels[np.asarray(rows)]
    return len(set(labels.tolist()) - {""}) or None


def _is_confirmed(table: Table) -> bool:
    if any(column.role == "label" and column.reason is RoleReason.AS_ASKED for column in table.columns):
        return True
    return any(note.kind is NoteKind.LABEL_VARIABLE and note.reason is RoleReason.AS_ASKED for note in table.report)


def _has_order_or_parts(column: TypedColumn) -> bool:
    return column.several is not None or bool(scale_of(column.levels) or separator_of(column, _MOST_LEVELS))


def _last_of_its_kind(columns: Sequence[TypedColumn]) -> TypedColumn | None:
    """Return the last column whose values are not much the same as those of another, as the answers of a survey are."""
    values = {column: frozenset(column.levels) for column in columns}
    for column in reversed(columns):
        if not any(_are_alike(values[column], values[other]) for other in columns if other is not column):
            return column
    return None


def _take(name: str) -> Option:
    return Option(OptionKind.LABEL_COLUMN, {"label_column": name})


def _mark(chosen: TypedColumn, log: Log, reason: RoleReason) -> None:
    chosen.role, chosen.reason = "label", reason
    log.note(NoteKind.LABEL_COLUMN, [chosen.name], reason=reason)


def is_named_label(column: TypedColumn) -> bool:
    """Return whether a column of classes is called as labels are."""
    name = column.name.casefold().replace("_", " ").replace("-", " ").strip()
    if column.type in ("text", "empty"):
        if name not in _LABEL_NAMES | _LABEL_NAMES_OF_TEXT or column.n_distinct > _MOST_LEVELS:
            return False
        # "NA" and "None" are labels here, so only blanks make it empty. One class of all rows says nothing.
        return len(set(map(str.strip, column.raw.counts)) - {""}) >= 2
    return name in _LABEL_NAMES and (column.type == "boolean" or _has_few_whole_numbers(column))


def _has_few_whole_numbers(column: TypedColumn) -> bool:
    if column.type != "number" or column.values is None or not 2 <= column.n_distinct <= _MOST_LEVELS_OF_NUMBERS:
        return False
    return are_whole(column.values)


def _repeats(column: TypedColumn, n_rows: int) -> bool:
    present = n_rows - column.n_missing
    return 2 <= column.n_distinct < present and column.n_distinct <= min(_MOST_LEVELS, max(2, present // 2))


def _ask_about_numbers(free: list[TypedColumn], n_rows: int, log: Log) -> None:
    """Ask about a first or last column of few whole numbers or booleans, in which classes are often written.

    It is not asked about where half of the other columns hold much the same numbers, as in a table of answers from 1
    to 5.
    """
    measured = [column for column in free if column.values is not None and column.n_distinct]
    if len(measured) <= 2 or n_rows < _FEWEST_ROWS:
        return
    ends = [column for column in dict.fromkeys((measured[0], measured[-1])) if _may_be_class_numbers(column, n_rows)]
    if not ends:
        return
    levels = {column: _levels(column) for column in measured if _may_be_class_numbers(column, n_rows)}
    suspects = [
        column.name
        for column in ends
        if 2 * sum(_are_alike(levels[column], levels[other]) for other in levels if other is not column)
        < len(measured) - 1
    ]
    if suspects:
        cluster = Option(OptionKind.CLUSTER_ON, {"label_column": None}, count=len(suspects))
        options = cluster, *map(_take, suspects)
        log.ask(Question(QuestionKind.CLASS_NUMBERS, options, columns=tuple(suspects)))


def _may_be_class_numbers(column: TypedColumn, n_rows: int) -> bool:
    return (
        _COUNTS.match(column.name) is None
        and column.n_distinct <= _MOST_CLASS_NUMBERS
        and _repeats(column, n_rows)
        and (column.type == "boolean" or _has_few_whole_numbers(column))
    )


def _levels(column: TypedColumn) -> frozenset[float]:
    assert column.values is not None
    return frozenset(pd.unique(present_values(column.values)).tolist())


def _are_alike(one: frozenset[Any], other: frozenset[Any]) -> bool:
    return 2 * len(one & other) >= len(one | other)


def label_array(column: TypedColumn, log: Log) -> npt.NDArray[np.object_]:
    """Return the labels as text as they stand, ``""`` where there is none; only outer spaces are removed."""
    cells = column.raw.text()
    pool: dict[str, str] = {}
    labels = np.empty(len(cells), dtype=object)
    labels[:] = [pool.setdefault(cell, cell.strip()) for cell in cells]
    trimmed = sum(1 for cell, label in pool.items() if cell != label and label)
    if trimmed:
        log.note(NoteKind.LABELS_TRIMMED, [column.name], count=trimmed)
    n_unlabelled = int(np.count_nonzero(labels == ""))
    column.missing_tokens = {"": n_unlabelled} if n_unlabelled else {}
    column.n_distinct = len(set(pool.values()) - {""})
    if n_unlabelled:
        log.note(NoteKind.UNLABELLED_ROWS, [column.name], count=n_unlabelled)
    return labels
