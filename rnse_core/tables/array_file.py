"""Load an ``.npy``, ``.npz`` or ``.mat`` file into columns."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from rnse_core.tables.arrays import (
    ArrayFile,
    Variable,
    choose_variable,
    find_label_variable,
    load_labels,
    load_matrix,
    open_arrays,
)
from rnse_core.tables.columns import Log
from rnse_core.tables.errors import Option, TableError
from rnse_core.tables.gather import RawColumn
from rnse_core.tables.labels import AUTO
from rnse_core.tables.loaded import Loaded, sample_of
from rnse_core.tables.model import Choices, FloatArray, Limits, Question
from rnse_core.tables.tokens import MissingInColumns, MissingTokens
from rnse_core.wording import counted, listed, quoted, sentence


@dataclass(frozen=True)
class ArrayOptions:
    """What the user asked for about the arrays."""

    variable: str | None = None
    label_column: str | None = AUTO
    transpose: bool = False
    sample_rows: int | None = None


@dataclass(frozen=True)
class ArrayOriginal:
    """The entries of a matrix as text."""

    matrix: FloatArray
    header: list[str]

    def records(self) -> Iterator[tuple[int, list[str]]]:
        """Yield the number of each row and its entries."""
        for number, row in enumerate(self.matrix, start=1):
            yield number, [_as_text(value) for value in row.tolist()]


def _as_text(value: float) -> str:
    return str(int(value)) if value.is_integer() and abs(value) < 2**53 else repr(value)


def load_array(
    data: bytes, format: str, name: str, options: ArrayOptions, missing: MissingInColumns, limits: Limits, log: Log
) -> Loaded:
    """Read an array file; see :func:`rnse_core.tables.read_table` for the options."""
    file = open_arrays(data, format, name, limits)
    variable, others = choose_variable(file, options.variable, name)
    matrix, note = load_matrix(file, variable, name)
    if options.transpose:
        matrix = np.ascontiguousarray(matrix.T)
    n_rows, n_columns = matrix.shape
    _check_shape(matrix, name, options, limits)

    what = f"{variable.title}, " if variable.name else ""
    turned = ", turned on its side as asked" if options.transpose else ""
    log.say(
        f"{quoted(name)}: {what}{counted(n_rows, 'row')} and {counted(n_columns, 'column')} of numbers "
        f"from a .{format} file{turned}."
    )
    if note:
        log.say(note)
    if others and options.variable is None:
        _ask_about_variable(variable, others, log)
    label_variable = _choose_labels(file, options.label_column, n_rows, variable)
    labels: tuple[str, list[str]] | None = None
    if label_variable is None and options.label_column == AUTO:
        _ask_about_side(file, matrix, variable, options, log)
    if label_variable is not None:
        labels = label_variable.name, load_labels(file, label_variable, name)

    header = [f"column {j}" for j in range(1, n_columns + 1)]
    original = ArrayOriginal(matrix, header)
    numbers = np.arange(1, n_rows + 1, dtype=np.int64)
    if options.sample_rows is not None and options.sample_rows < n_rows:
        numbers = sample_of(numbers, options.sample_rows)
        log.say(
            f"A sample of {options.sample_rows:,} of {counted(n_rows, 'row')} was taken at random, always the same one."
        )
        matrix = matrix[numbers - 1]
        if labels is not None:
            labels = labels[0], [labels[1][k - 1] for k in numbers.tolist()]
    columns = [_column(header[j], j, matrix[:, j], missing[header[j]]) for j in range(n_columns)]
    choices = Choices(format=format, variable=variable.name)
    return Loaded(columns, numbers, n_rows, choices, original, labels)


def _choose_labels(file: ArrayFile, wanted: str | None, n_rows: int, table: Variable) -> Variable | None:
    """Find the vector of labels, or the one asked for; a name that is no variable may be that of a column."""
    if wanted is None:
        return None
    variable = file.variable(wanted)
    if variable is None or variable is table:
        return find_label_variable(file, n_rows, table) if wanted == AUTO else None
    if variable.problem or not variable.is_vector or variable.size != n_rows:
        shape = " x ".join(map(str, variable.shape))
        raise TableError(
            f"Variable {quoted(wanted)} cannot be the labels: the table has {counted(n_rows, 'row')}, "
            f"and {variable.problem or f'its shape is {shape}'}.",
            column=wanted,
        )
    return variable


def _ask_about_side(file: ArrayFile, matrix: FloatArray, table: Variable, options: ArrayOptions, log: Log) -> None:
    """Point at a label vector that has one entry per column instead of per row."""
    n_rows, n_columns = matrix.shape
    vector = find_label_variable(file, n_columns, table)
    if vector is None or n_columns < 2:
        return
    log.say(f"{sentence(vector.title)} has one entry per column of the table, as if the columns were the points.")
    side = "transpose"
    log.questions.append(
        Question(
            side,
            "Are the points the rows or the columns of the matrix?",
            (
                Option(f"The {counted(n_rows, 'row')}", {side: options.transpose}),
                Option(f"The {counted(n_columns, 'column')}", {side: not options.transpose}),
            ),
        )
    )


def _check_shape(matrix: FloatArray, name: str, options: ArrayOptions, limits: Limits) -> None:
    n_rows, n_columns = matrix.shape
    if n_columns > limits.max_columns:
        raise TableError(
            f"{quoted(name)} has {counted(n_columns, 'column')}, more than the limit of {limits.max_columns:,}.",
            options=(Option("Turn the matrix on its side", {"transpose": not options.transpose}),),
        )
    if options.sample_rows is None and n_rows > limits.max_rows:
        raise TableError(
            f"{quoted(name)} has {counted(n_rows, 'row')}, more than the limit of {limits.max_rows:,}; "
            "read a sample of the rows.",
            options=(Option(f"Read {limits.max_rows:,} rows chosen at random", {"sample_rows": limits.max_rows}),),
        )
    if n_rows < 2:
        raise TableError(
            f"{quoted(name)} has one row of data; clustering needs at least two.",
            options=(Option("Turn the matrix on its side", {"transpose": not options.transpose}),),
        )


def _ask_about_variable(variable: Variable, others: list[Variable], log: Log) -> None:
    def option(one: Variable) -> Option:
        shape = " x ".join(f"{length:,}" for length in one.shape)
        return Option(f"{quoted(one.name)}, {shape} numbers", {"variable": one.name})

    also = listed(quoted(other.name) for other in others)
    log.say(f"The file also holds {also}, which {'was' if len(others) == 1 else 'were'} not read.")
    log.questions.append(
        Question("variable", "Which variable is the table?", tuple(option(one) for one in (variable, *others[:10])))
    )


def _column(name: str, position: int, values: FloatArray, missing: MissingTokens) -> RawColumn:
    tokens: Counter[str] = Counter()
    finite = np.isfinite(values)
    coded = np.isin(values, list(missing.numbers)) if missing.numbers else np.zeros(len(values), dtype=bool)
    if not finite.all() or coded.any():
        tokens.update(_as_text(v) if np.isfinite(v) else repr(v) for v in values[~finite | coded].tolist())
    original = values
    if tokens:
        values = np.where(finite & ~coded, values, np.nan)
    return RawColumn(
        name,
        position,
        values,
        tokens,
        lambda: [_as_text(v) if np.isfinite(v) else "" if np.isnan(v) else repr(v) for v in original.tolist()],
    )
