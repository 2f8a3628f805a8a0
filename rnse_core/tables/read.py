"""Read a user's file: the function that ties the steps together."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from rnse_core.tables.array_file import ArrayOptions, load_array
from rnse_core.tables.arrays import Variable, open_arrays
from rnse_core.tables.codes import ask_about_codes
from rnse_core.tables.columns import Draft, Log, draft, is_row_number
from rnse_core.tables.errors import TableError, as_conversions, as_names
from rnse_core.tables.features import Request, apply_request, assemble, settle_roles
from rnse_core.tables.labels import AUTO, choose_label, label_array
from rnse_core.tables.loaded import Loaded
from rnse_core.tables.matrices import check_matrix, propose_kind
from rnse_core.tables.missing import POLICIES
from rnse_core.tables.model import FloatArray, Kind, Limits, Table
from rnse_core.tables.source import load_bytes, recognise
from rnse_core.tables.text_file import TextOptions, load_text
from rnse_core.tables.tokens import MissingInColumns
from rnse_core.wording import counted, listed, quoted

Source = str | os.PathLike[str] | bytes


def read_table(
    source: Source,
    *,
    name: str = "",
    delimiter: str | None = None,
    decimal: str | None = None,
    encoding: str | None = None,
    header: bool | None = None,
    skip_lines: int = 0,
    drop_bad_rows: bool = False,
    label_column: str | None = AUTO,
    ignore: Iterable[str] = (),
    keep: Iterable[str] = (),
    missing: str = "drop",
    missing_values: Iterable[str] = (),
    missing_in: Mapping[str, Iterable[str]] | None = None,
    one_hot: Iterable[str] = (),
    convert: Iterable[str] | Mapping[str, str] = (),
    kind: str = "auto",
    symmetrize: bool = False,
    variable: str | None = None,
    transpose: bool = False,
    sample_rows: int | None = None,
    limits: Limits | None = None,
    progress: Callable[[float], object] | None = None,
) -> Table:
    r"""Read a file as a matrix of numbers, with labels if it has any and a report of every decision.

    Text files (comma, semicolon, tab, bar or space separated) and array files (``.npy``, ``.npz``, ``.mat``) are told
    apart by their content. Nothing in a file is executed or unpickled, sizes are checked before memory is taken, and
    every number is the float64 that Python's ``float`` gives.

    Parameters
    ----------
    source : str, path-like or bytes
        A path, or the content of a file.
    name : str, default=""
        Name of the file, for messages; the path's by default.
    delimiter : str, optional
        What separates the cells: one character, ``" "`` for any run of spaces, ``""`` for a file of one column. By
        default found among comma, semicolon, tab and bar.
    decimal : {".", ","}, optional
        The decimal mark; found by default.
    encoding : str, optional
        The encoding of the text; found by default.
    header : bool, optional
        Whether the first row gives the names; found by default.
    skip_lines : int, default=0
        Lines to leave out at the top.
    drop_bad_rows : bool, default=False
        Leave out rows with another number of cells, instead of raising.
    label_column : str or None, default="auto"
        Name of the column (or, in an array file, of the vector) of labels; None for none; "auto" takes a column with
        the name of a label, else a text column in which values repeat. Labels are text as it stands.
    ignore : iterable of str, default=()
        Columns to leave out.
    keep : iterable of str, default=()
        Columns to use although they seem to number the rows.
    missing : {"drop", "median", "most_frequent"}, default="drop"
        What to do about missing values: leave the row out, or fill in a value of the column.
    missing_values : iterable of str, default=()
        Tokens that mean "no value" beside the usual ones (empty, ``NA``, ``NaN``, ``?``, ``-``, ``inf``, ...). A number
        stands for every way of writing it.
    missing_in : mapping of str to iterable of str, optional
        More of them for single columns, by their names. A column that is named here is not asked about; none are said
        of it by an empty list.
    one_hot : iterable of str, default=()
        Columns to turn into one 0/1 column per value.
    convert : iterable of str, or mapping of str to str, default=()
        Text columns to read as numbers, with the way of reading (see :class:`Suggestion`) or "auto". Cells that cannot
        be read become missing.
    kind : {"auto", "features", "similarity", "distance"}, default="auto"
        What the numbers are. With "auto" a square symmetric matrix is proposed as a similarity or distance.
    symmetrize : bool, default=False
        Replace a similarity or distance A that is not symmetric by (A + A') / 2, instead of raising.
    variable : str, optional
        The array of an ``.npz`` or ``.mat`` file to read.
    transpose : bool, default=False
        Read an array file whose columns are the points.
    sample_rows : int, optional
        Read only so many rows, chosen at random (the same ones every time).
    limits : Limits, optional
        How large the file may be.
    progress : callable, optional
        Called now and then, with the share of a text file that was read; what it returns is of no matter.

    Returns
    -------
    Table

    Raises
    ------
    TableError
        When the file gives no table, or an option does not fit it; one sentence with the line and column, and options
        to go on with.

    Examples
    --------
    >>> table = read_table(b"x,y,species\n1.5,2,a\n2.5,?,b\n3.5,1,a\n")
    >>> table.X.tolist(), table.labels.tolist()
    ([[1.5, 2.0], [3.5, 1.0]], ['a', 'a'])
    >>> [column.role for column in table.columns]
    ['feature', 'feature', 'label']
    """
    limits = limits or Limits()
    request = Request(
        label_column=label_column,
        ignore=as_names(ignore),
        keep=as_names(keep),
        missing=missing,
        missing_in={column: as_names(tokens) for column, tokens in (missing_in or {}).items()},
        one_hot=as_names(one_hot),
        convert=as_conversions(convert),
        kind=kind,
        symmetrize=symmetrize,
        limits=limits,
    )
    _check_words(request)
    data, name = load_bytes(source, name, limits)
    file_format = recognise(data, name)
    missing_tokens = MissingInColumns(as_names(missing_values), request.missing_in)
    log = Log()
    if file_format == "text":
        text_options = TextOptions(delimiter, decimal, encoding, header, skip_lines, drop_bad_rows, sample_rows)
        as_text = {*request.one_hot, *request.convert, *([label_column] if label_column else [])}
        loaded = load_text(data, name, text_options, missing_tokens, as_text, limits, log, progress)
    else:
        array_options = ArrayOptions(variable, label_column, transpose, sample_rows)
        loaded = load_array(data, file_format, name, array_options, missing_tokens, limits, log)
    table = _settle(loaded, request, missing_tokens, log)
    return replace(table, name=name, sha256=hashlib.sha256(data).hexdigest())


def _check_words(request: Request) -> None:
    if request.missing not in POLICIES:
        raise TableError(f"missing is one of {listed(POLICIES)}, not {quoted(str(request.missing))}.")
    kinds = ("auto", "features", "similarity", "distance")
    if request.kind not in kinds:
        raise TableError(f"kind is one of {listed(kinds)}, not {quoted(str(request.kind))}.")


def _settle(loaded: Loaded, request: Request, missing: MissingInColumns, log: Log) -> Table:
    """Give the columns their roles and build the table."""
    decimal = loaded.choices.decimal or "."
    drafts = [draft(raw, decimal, missing[raw.name]) for raw in loaded.columns]
    n_rows = len(loaded.row_numbers)
    apply_request(drafts, request, decimal, missing, log)

    labels: npt.NDArray[np.object_] | None = None
    label_name: str | None = None
    if loaded.labels is not None:
        label_name, values = loaded.labels
        labels = np.array(values, dtype=object)
        log.say(f"The labels are in the variable {quoted(label_name)}; they are used for scores, never for clustering.")
    else:
        column = choose_label(drafts, n_rows, request.label_column, log)
        if column is not None:
            label_name = column.name
            labels = label_array(column, log)

    matrix = _as_matrix(drafts, n_rows, request, log)
    if matrix is not None:
        kind, X, names = matrix
        kept = np.ones(n_rows, dtype=bool)
    else:
        kind = "features"
        settle_roles(drafts, request.keep, log)
        ask_about_codes([column for column in drafts if column.name not in request.missing_in], log)
        features = assemble(drafts, request.missing, loaded.row_numbers, log)
        X, names, kept = features.X, features.names, features.kept
    log.say(_closing(X, kind))
    return Table(
        X=X,
        feature_names=names,
        labels=None if labels is None else labels[kept],
        label_name=label_name,
        report=log.report,
        row_numbers=loaded.row_numbers[kept],
        columns=[column.as_column() for column in drafts],
        choices=replace(loaded.choices, label_column=label_name, missing=request.missing),
        kind=kind,
        questions=log.questions,
        name="",
        sha256="",
        n_rows_read=loaded.n_rows_read,
        original=loaded.original,
    )


def _as_matrix(
    drafts: list[Draft], n_rows: int, request: Request, log: Log
) -> tuple[Kind, FloatArray, list[str]] | None:
    """Return the kind, the entries and the names of a similarity or distance matrix; None for features."""
    if request.kind == "features":
        return None
    columns = [column for column in drafts if column.role == "feature" and column.type == "number"]
    if len(columns) == n_rows + 1 and is_row_number(columns[0]):
        columns = columns[1:]  # a column of row names
    if request.kind == "auto" and len(columns) != n_rows:
        return None
    names = [column.name for column in columns]
    A = np.column_stack([column.values for column in columns if column.values is not None] or [np.empty((n_rows, 0))])
    kind: Kind = propose_kind(A, log) if request.kind == "auto" else request.kind  # type: ignore[assignment]
    if kind == "features":
        return None
    X = check_matrix(A, kind, names, request.symmetrize, log)
    for column in drafts:
        if column.role == "feature" and column not in columns:
            column.ignore(f"it is not part of the {kind} matrix")
            log.say(f"Column {quoted(column.name)} is ignored: {column.reason}.")
    return kind, X, names


def _closing(X: FloatArray, kind: Kind) -> str:
    if kind == "features":
        return f"To cluster: {counted(X.shape[0], 'row')} with {counted(X.shape[1], 'feature')}."
    return f"To cluster: {counted(X.shape[0], 'row')}, described by a {kind} matrix."


def list_variables(source: Source, *, name: str = "", limits: Limits | None = None) -> list[Variable]:
    """List the arrays of an ``.npy``, ``.npz`` or ``.mat`` file from their headers; nothing is loaded.

    Parameters
    ----------
    source : str, path-like or bytes
        A path, or the content of a file.
    name : str, default=""
        Name of the file, for messages.
    limits : Limits, optional
        How large an array may be; the larger ones are listed with a problem.

    Returns
    -------
    list of Variable
        Empty for a text file.

    Raises
    ------
    TableError
        When the file is damaged or of another kind.
    """
    limits = limits or Limits()
    data, name = load_bytes(source, name, limits)
    file_format = recognise(data, name)
    return [] if file_format == "text" else open_arrays(data, file_format, name, limits).variables
