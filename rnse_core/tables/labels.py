"""Which column holds the labels, and what they are."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pandas as pd

from rnse_core.tables.columns import Draft, Log, find_column
from rnse_core.tables.errors import Option, TableError
from rnse_core.tables.model import Question
from rnse_core.wording import counted, names, quoted

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
_MOST_LEVELS = 100
_FEWEST_ROWS = 10
_MOST_LEVELS_OF_NUMBERS = 50
_MOST_CLASS_NUMBERS = 20


def choose_label(drafts: list[Draft], n_rows: int, wanted: str | None, log: Log) -> Draft | None:
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
    if wanted != AUTO or any(column.name == AUTO for column in drafts):
        chosen = find_column(drafts, wanted, "take labels from")
        if chosen.role == "ignored":
            raise TableError(f"Column {quoted(wanted)} cannot be both the label column and ignored.", column=wanted)
        _mark(chosen, log, "as asked")
        return chosen
    free = [column for column in drafts if column.role == "feature" and not column.levels_used]
    named = [column for column in free if _is_named_label(column)]
    repeating = [c for c in free if c.type == "text" and c.suggestion is None and _repeats(c, n_rows)]
    candidates = named or repeating
    if not candidates:
        _ask_about_numbers(free, n_rows, log)
        return None
    chosen = candidates[-1]
    _mark(chosen, log, "its name says so" if named else "it is text in which values repeat")
    others = [column.name for column in dict.fromkeys((*named, *repeating)) if column is not chosen][:5]
    if others or not named:  # text in which values repeat may as well be a region or a name
        log.questions.append(
            Question(
                "label",
                "Which column holds the labels?",
                (
                    _take(chosen.name),
                    *(_take(name) for name in others),
                    Option("None", {"label_column": None}),
                ),
            )
        )
    return chosen


def _take(name: str) -> Option:
    return Option(f"Take the labels from {quoted(name)}", {"label_column": name})


def _mark(chosen: Draft, log: Log, why: str) -> None:
    chosen.role, chosen.reason = "label", why
    log.say(f"Column {quoted(chosen.name)} is the label column ({why}); it is used for scores, never for clustering.")


def _is_named_label(column: Draft) -> bool:
    name = column.name.casefold().replace("_", " ").replace("-", " ").strip()
    if column.type in ("text", "empty"):  # "NA" and "None" are labels here, so only blanks make it empty
        if not any(token.strip() for token in column.raw.counts):
            return False
        return name in _LABEL_NAMES | _LABEL_NAMES_OF_TEXT and column.n_distinct <= _MOST_LEVELS
    return name in _LABEL_NAMES and (column.type == "boolean" or _has_few_whole_numbers(column))


def _has_few_whole_numbers(column: Draft) -> bool:
    if column.type != "number" or column.values is None or not 2 <= column.n_distinct <= _MOST_LEVELS_OF_NUMBERS:
        return False
    present = column.values[np.isfinite(column.values)]
    return bool(np.array_equal(present, np.floor(present)))


def _repeats(column: Draft, n_rows: int) -> bool:
    present = n_rows - column.n_missing
    return 2 <= column.n_distinct < present and column.n_distinct <= min(_MOST_LEVELS, max(2, present // 2))


def _ask_about_numbers(free: list[Draft], n_rows: int, log: Log) -> None:
    """Point at a first or last column of few whole numbers or booleans: class numbers are often written so.

    Where half of the other columns hold much the same numbers, as in a table of answers from 1 to 5, it is one of them.
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
        log.questions.append(
            Question(
                "label",
                f"{'Does' if len(suspects) == 1 else 'Do'} {names(suspects)} hold class labels? "
                "Only a few different values occur there.",
                (
                    Option(f"No, cluster on {'it' if len(suspects) == 1 else 'them'}", {"label_column": None}),
                    *(_take(name) for name in suspects),
                ),
            )
        )


def _may_be_class_numbers(column: Draft, n_rows: int) -> bool:
    return (
        column.n_distinct <= _MOST_CLASS_NUMBERS
        and _repeats(column, n_rows)
        and (column.type == "boolean" or _has_few_whole_numbers(column))
    )


def _levels(column: Draft) -> frozenset[float]:
    assert column.values is not None
    return frozenset(pd.unique(column.values[np.isfinite(column.values)]).tolist())


def _are_alike(one: frozenset[float], other: frozenset[float]) -> bool:
    return 2 * len(one & other) >= len(one | other)


def label_array(column: Draft, log: Log) -> npt.NDArray[np.object_]:
    """Return the labels as text as they stand, ``""`` where there is none; only outer spaces are taken away."""
    cells = column.raw.text()
    pool: dict[str, str] = {}
    labels = np.empty(len(cells), dtype=object)
    labels[:] = [pool.setdefault(cell, cell.strip()) for cell in cells]
    trimmed = sum(1 for cell, label in pool.items() if cell != label and label)
    if trimmed:
        log.say(f"Spaces around {counted(trimmed, 'label')} of column {quoted(column.name)} were taken away.")
    n_unlabelled = int(np.count_nonzero(labels == ""))
    column.missing_tokens = {"": n_unlabelled} if n_unlabelled else {}
    column.n_distinct = len(set(pool.values()) - {""})
    if n_unlabelled:
        log.say(f"{counted(n_unlabelled, 'row')} without a label: clustered all the same, and left out of the scores.")
    return labels
