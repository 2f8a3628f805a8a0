"""What to do about missing values: leave rows out, or fill them in."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from rnse_core.tables.columns import Draft, Log
from rnse_core.tables.errors import Option, TableError
from rnse_core.tables.model import FloatArray, Question
from rnse_core.wording import counted, listed, quoted

POLICIES = ("drop", "median", "most_frequent")
_LISTED = 8
_HEAVY = 0.3


def describe_missing(columns: list[Draft], log: Log) -> None:
    """Report the missing cells of each column in use."""
    affected = [column for column in columns if column.n_missing]
    for column in affected[:_LISTED]:
        tokens = sorted(column.missing_tokens.items(), key=lambda item: -item[1])
        kinds = listed((f"{count:,} {quoted(token) if token else 'empty'}" for token, count in tokens), 4)
        log.say(f"Column {quoted(column.name)} has {counted(column.n_missing, 'missing cell')} ({kinds}).")
    rest = affected[_LISTED:]
    if rest:
        total = sum(column.n_missing for column in rest)
        log.say(f"{counted(len(rest), 'more column')} have missing cells, {total:,} in all.")


def complete_rows(columns: list[Draft], row_numbers: npt.NDArray[np.int64], log: Log) -> npt.NDArray[np.bool_]:
    """Return the mask of rows without missing values, and say which ones are left out.

    Raises
    ------
    TableError
        When fewer than two rows are complete.
    """
    keep = np.ones(len(row_numbers), dtype=bool)
    for column in columns:
        if column.n_missing and column.values is not None:
            keep &= ~np.isnan(column.values)
    left_out = row_numbers[~keep]
    fills = (
        Option("Fill in the median of the column", {"missing": "median"}),
        Option("Fill in the most frequent value of the column", {"missing": "most_frequent"}),
    )
    heavy = [column for column in columns if column.n_missing >= _HEAVY * len(row_numbers)]
    without = tuple(
        Option(
            f"Ignore column {quoted(column.name)}, {_share(column, len(row_numbers))} missing",
            {"ignore": (column.name,)},
        )
        for column in heavy[:3]
    )
    if keep.sum() < 2:
        raise TableError(
            f"Only {counted(int(keep.sum()), 'row')} would be left without missing values; "
            "fill them in with the median or the most frequent value, or ignore the columns that miss most.",
            column=max(columns, key=lambda column: column.n_missing).name,
            options=(*fills, *without),
        )
    if left_out.size:
        log.say(
            f"{counted(len(left_out), 'row')} with missing values left out "
            f"(data {'row' if len(left_out) == 1 else 'rows'} {listed(map(str, left_out.tolist()))})."
        )
        drop = Option(f"Leave out the {counted(len(left_out), 'row')} with missing values", {"missing": "drop"})
        log.questions.append(Question("missing", "What should be done about missing values?", (drop, *fills, *without)))
    return keep


def _share(column: Draft, n_rows: int) -> str:
    return f"{100 * column.n_missing / n_rows:.0f}%"


def fill(values: FloatArray, policy: str) -> tuple[FloatArray, float]:
    """Fill missing values with the median or the most frequent value (the smallest of equals).

    Returns
    -------
    values : ndarray
        A filled copy.
    value : float
        The value filled in.
    """
    present = values[~np.isnan(values)]
    if policy == "median":
        middle = np.sort(present)
        low, high = float(middle[(len(middle) - 1) // 2]), float(middle[len(middle) // 2])
        value = low if low == high else low / 2 + high / 2  # halved first: the sum of two huge values overflows
    else:
        distinct, counts = np.unique(present, return_counts=True)
        value = float(distinct[np.argmax(counts)])
    return np.where(np.isnan(values), value, values), value
