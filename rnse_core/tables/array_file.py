"""Load an array file (``.npy``, ``.npz``, ``.mat``): the variable that is the table, the labels, and the columns."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

import numpy as np
from scipy.sparse import csr_array

from rnse_core.tables.array_columns import array_column, number_as_text
from rnse_core.tables.arrays import ArrayFile, load_labels, load_matrix, open_arrays
from rnse_core.tables.cell_types import MissingInColumns
from rnse_core.tables.column_names import unique_names
from rnse_core.tables.errors import TableError
from rnse_core.tables.frames import load_frame
from rnse_core.tables.kinds import NoteKind, OptionKind, Problem, QuestionKind
from rnse_core.tables.labels import AUTO
from rnse_core.tables.model import Choices, FloatArray, Limits
from rnse_core.tables.named_arrays import frame_of_fields
from rnse_core.tables.notes import Log
from rnse_core.tables.questions import Option, Question
from rnse_core.tables.raw_table import RawTable, sample_row_numbers
from rnse_core.tables.sparse_pairs import PairsRequest, may_stay_sparse, sparse_similarity
from rnse_core.tables.unused_keywords import refuse_unused
from rnse_core.tables.variable_roles import choose_variable, find_column_names, find_label_variable
from rnse_core.tables.variables import Variable

# Other variables that may be chosen instead.
_MOST_VARIABLES = 10


@dataclass(frozen=True)
class ArrayOptions:
    """What the user asked for about the arrays."""

    variable: str | None = None
    label_column: str | None = AUTO
    transpose: bool = False
    sample_rows: int | None = None
    pairs: PairsRequest = field(default_factory=PairsRequest)
    ignore: tuple[str, ...] = ()


@dataclass(frozen=True)
class PointOriginal:
    """What a sparse matrix says of each point, where a row of the matrix over all pairs would be too long."""

    matrix: csr_array
    names: list[str] = field(repr=False)
    title: str = "name"

    @property
    def header(self) -> list[str]:
        """Names of the columns."""
        return [self.title, "similar points", "sum of similarities"]

    def records(self) -> Iterator[tuple[int, list[str]]]:
        """Yield the number of each point, its name, how many points are similar to it, and the sum of these."""
        n_stored = np.diff(self.matrix.indptr).tolist()
        sums = self.matrix.sum(axis=1).tolist()
        for number, (name, n, total) in enumerate(zip(self.names, n_stored, sums, strict=True), start=1):
            yield number, [name, str(n), number_as_text(total)]


@dataclass(frozen=True)
class ArrayOriginal:
    """The entries of a matrix as text."""

    matrix: FloatArray
    header: list[str]

    def records(self) -> Iterator[tuple[int, list[str]]]:
        """Yield the number of each row and its entries."""
        for number, row in enumerate(self.matrix, start=1):
            yield number, [number_as_text(value) for value in row.tolist()]


def load_array(
    data: bytes, format: str, name: str, options: ArrayOptions, missing: MissingInColumns, limits: Limits, log: Log
) -> RawTable:
    """Read an array file; see :func:`rnse_core.tables.read_table` for the options."""
    file = open_arrays(data, format, name, limits)
    variable, others = choose_variable(file, options.variable, name)
    if may_stay_sparse(variable):
        _refuse_parts(variable, name, format, options, limits)
        whole = not options.transpose and options.sample_rows is None
        pairs = sparse_similarity(file.read(variable, name), options.pairs, limits, log) if whole else None
        if pairs is not None:
            return _load_pairs(file, variable, others, pairs, format, name, options, log)
    if variable.fields:
        refuse_unused({"transpose": options.transpose}, format, name)
        return _load_fields(file, variable, others, format, name, options, missing, limits, log)
    matrix, is_rounded = load_matrix(file, variable, name)
    if options.transpose:
        matrix = np.ascontiguousarray(matrix.T)
    n_rows, n_columns = matrix.shape
    _check_shape(matrix, name, options, limits)

    choices = Choices(format=format, variable=variable.name)
    log.note(NoteKind.ARRAY_FILE, shape=(n_rows, n_columns), values=[name, choices])
    if options.transpose:
        log.note(NoteKind.TRANSPOSED)
    if is_rounded:
        log.note(NoteKind.ROUNDED_INTEGERS)
    if others and options.variable is None:
        _ask_about_variable(variable, others, log)
    label_variable = _choose_labels(file, options.label_column, n_rows, variable)
    labels: tuple[str, list[str]] | None = None
    if label_variable is None and options.label_column == AUTO:
        _ask_about_orientation(file, matrix, variable, options, log)
    if label_variable is not None:
        labels = label_variable.name, load_labels(file, label_variable, name)

    if len(variable.shape) > 2 and not variable.is_vector:
        log.note(NoteKind.FLATTENED, shape=variable.shape, total=n_columns)
    header = [f"column {j}" for j in range(1, n_columns + 1)]
    names = None if options.transpose else find_column_names(file, n_columns, label_variable)
    unread = [one.name for one in file.variables if one not in (variable, label_variable, names)]
    if unread and options.variable is None:
        log.note(NoteKind.VARIABLES_NOT_READ, values=unread)
    if names is not None:
        header = unique_names(load_labels(file, names, name), log)
    original = ArrayOriginal(matrix, header)
    numbers = np.arange(1, n_rows + 1, dtype=np.int64)
    if options.sample_rows is not None and options.sample_rows < n_rows:
        numbers = sample_row_numbers(numbers, options.sample_rows)
        log.note(NoteKind.SAMPLED, count=options.sample_rows, total=n_rows)
        matrix = matrix[numbers - 1]
        if labels is not None:
            labels = labels[0], [labels[1][k - 1] for k in numbers.tolist()]
    columns = [array_column(header[j], j, matrix[:, j], missing[header[j]]) for j in range(n_columns)]
    return RawTable(columns, numbers, n_rows, choices, original, labels)


def _refuse_parts(variable: Variable, name: str, format: str, options: ArrayOptions, limits: Limits) -> None:
    """Raise TableError for what takes an array of all pairs, where that would not fit."""
    if variable.size > limits.max_cells:
        given = {"transpose": options.transpose, "sample_rows": options.sample_rows is not None}
        refuse_unused(given, format, name)


def _load_pairs(
    file: ArrayFile,
    variable: Variable,
    others: list[Variable],
    pairs: csr_array,
    format: str,
    name: str,
    options: ArrayOptions,
    log: Log,
) -> RawTable:
    """Return a sparse similarity, with the labels that are stored beside it."""
    choices = Choices(format=format, variable=variable.name)
    log.note(NoteKind.ARRAY_FILE, shape=pairs.shape, values=[name, choices])
    if others and options.variable is None:
        _ask_about_variable(variable, others, log)
    n_points = pairs.shape[0]
    vector = _choose_labels(file, options.label_column, n_points, variable)
    labels = None if vector is None else (vector.name, load_labels(file, vector, name))
    names = [str(number) for number in range(1, n_points + 1)]
    numbers = np.arange(1, n_points + 1, dtype=np.int64)
    return RawTable([], numbers, n_points, choices, PointOriginal(pairs, names), labels, pairs=(pairs, names))


def _load_fields(
    file: ArrayFile,
    variable: Variable,
    others: list[Variable],
    format: str,
    name: str,
    options: ArrayOptions,
    missing: MissingInColumns,
    limits: Limits,
    log: Log,
) -> RawTable:
    """Return the fields of an array as columns, with the labels that are stored beside it."""
    frame = frame_of_fields(file.read(variable, name))
    raw = load_frame(frame, format, name, options.sample_rows, missing, options.ignore, limits, log)
    raw.choices = replace(raw.choices, variable=variable.name)
    if others and options.variable is None:
        _ask_about_variable(variable, others, log)
    vector = _choose_labels(file, options.label_column, len(frame), variable)
    if vector is not None:
        labels = load_labels(file, vector, name)
        raw.labels = vector.name, [labels[number - 1] for number in raw.row_numbers.tolist()]
    unread = [one.name for one in file.variables if one not in (variable, vector)]
    if unread and options.variable is None:
        log.note(NoteKind.VARIABLES_NOT_READ, values=unread)
    return raw


def _choose_labels(file: ArrayFile, wanted: str | None, n_rows: int, table: Variable) -> Variable | None:
    """Find the vector of labels, or the one asked for; a name that is no variable may be that of a column."""
    if wanted is None:
        return None
    variable = file.variable(wanted)
    if variable is None or variable is table:
        return find_label_variable(file, n_rows, table) if wanted == AUTO else None
    if variable.problem is not None or not variable.is_vector or variable.size != n_rows:
        raise TableError(Problem.UNUSABLE_LABELS, variable=wanted, value=variable, bound=n_rows)
    return variable


def _ask_about_orientation(
    file: ArrayFile, matrix: FloatArray, table: Variable, options: ArrayOptions, log: Log
) -> None:
    """Ask whether the columns are the points, where a vector of labels has one entry per column."""
    n_rows, n_columns = matrix.shape
    vector = find_label_variable(file, n_columns, table)
    if vector is None or n_columns < 2:
        return
    log.note(NoteKind.ENTRY_PER_COLUMN, values=[vector.name])
    side = "transpose"
    answers = (
        Option(OptionKind.ROWS_ARE_POINTS, {side: options.transpose}, count=n_rows),
        Option(OptionKind.COLUMNS_ARE_POINTS, {side: not options.transpose}, count=n_columns),
    )
    log.ask(Question(QuestionKind.ORIENTATION, answers))


def _check_shape(matrix: FloatArray, name: str, options: ArrayOptions, limits: Limits) -> None:
    n_rows, n_columns = matrix.shape
    turn = Option(OptionKind.TRANSPOSE, {"transpose": not options.transpose})
    if n_columns > limits.max_columns:
        raise TableError(
            Problem.TOO_MANY_COLUMNS, file=name, value=n_columns, bound=limits.max_columns, options=(turn,)
        )
    if options.sample_rows is None and n_rows > limits.max_rows:
        sample = Option(OptionKind.SAMPLE_ROWS, {"sample_rows": limits.max_rows})
        raise TableError(Problem.TOO_MANY_ROWS, file=name, value=n_rows, bound=limits.max_rows, options=(sample,))
    if n_rows < 2:
        raise TableError(Problem.TOO_FEW_ROWS, file=name, count=n_rows, options=(turn,))


def _ask_about_variable(variable: Variable, others: list[Variable], log: Log) -> None:
    options = tuple(
        Option(OptionKind.VARIABLE, {"variable": one.name}, values=one.shape)
        for one in (variable, *others[:_MOST_VARIABLES])
    )
    log.ask(Question(QuestionKind.VARIABLE, options))
