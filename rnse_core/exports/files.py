"""Results as files: labels and indicator as CSV, matrices as npz, parameters as JSON.

The content of a file is returned as bytes or text; nothing is written to disk.
"""

from __future__ import annotations

import hashlib
import json
import math
import platform
import re
import zipfile
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from importlib import metadata
from io import BytesIO
from typing import Any

import numpy as np
import numpy.typing as npt
from numpy.lib import format as npy_format
from scipy import sparse

from rnse_core._base.csv_rows import CsvText, row_writer
from rnse_core.exceptions import InputError, ParameterError, Reason
from rnse_core.exports.headers import fresh_name, result_headers
from rnse_core.tables.arrays import open_arrays
from rnse_core.tables.errors import TableError
from rnse_core.tables.file_kinds import VariableProblem
from rnse_core.tables.kinds import Problem
from rnse_core.tables.model import Choices, Limits, Table
from rnse_core.tables.sample_names import SampleNames, sample_names
from rnse_core.tables.source import recognise

# Spreadsheets take a cell that begins with these characters for a formula, also after spaces and in full width.
_FORMULA_START = re.compile(r" *[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]")
# Digits, grouping and decimal marks, an exponent: a number, even if it begins with a sign.
_NUMBER = re.compile(r" *[+-]?(?:\d[\d.,]*|[.,]\d+)(?:[eE][+-]?\d+)? *%? *")
_LONGEST_NUMBER = 60
# In place of the name of a file that is given as bytes.
_FILE = "the file"
_FITTED = ("objective_", "n_iter_", "converged_", "n_components_", "n_clusters_found_")
# The array that has the names of the rows, beside a matrix.
ROW_NAMES = "row_names"
_DISTRIBUTIONS = ("rnse-core", "numpy", "scipy", "scikit-learn")


def neutralise(cell: str) -> str:
    """Put an apostrophe before text that a spreadsheet would evaluate as a formula; numbers are not changed.

    Parameters
    ----------
    cell : str
        Text that begins with ``=``, ``+``, ``-``, ``@``, a tab or a line break is changed.

    Returns
    -------
    str
        The cell, safe to open in a spreadsheet.
    """
    if _FORMULA_START.match(cell) and not (len(cell) <= _LONGEST_NUMBER and _NUMBER.fullmatch(cell)):
        return "'" + cell
    return cell


def labels_csv(
    rows: Table | npt.ArrayLike,
    labels: npt.ArrayLike,
    *,
    original_columns: bool = False,
    left_out_rows: bool = False,
    cluster_name: str = "cluster",
    delimiter: str | None = None,
    columns: Mapping[str, npt.ArrayLike] | None = None,
) -> bytes:
    """Write the cluster of each row as CSV.

    The first column, ``row``, is the number of the row among the data rows of the user's file, so that the result can
    be joined to it even if rows were left out. Where the file has names for the rows, such as the nodes of a graph,
    they come next; see :func:`rnse_core.tables.sample_names`. Text that a spreadsheet would take for a formula gets a
    leading apostrophe. The file is UTF-8. It begins with a byte-order mark if it holds characters other than ASCII,
    since spreadsheets need the mark then.

    Parameters
    ----------
    rows : Table or array-like of shape (n_rows,) of int
        The table that was clustered, or the row numbers.
    labels : array-like of shape (n_rows,)
        The cluster of each row.
    original_columns : bool, default=False
        Whether to include the columns of the user's file, with unchanged cells. Needs a Table.
    left_out_rows : bool, default=False
        Whether to include the rows that were not clustered, with an empty cluster. Needs a Table.
    cluster_name : str, default="cluster"
        Header of the column of clusters.
    delimiter : str, optional
        Separator of the cells. By default a comma, or with `original_columns` the delimiter of the user's file: the
        program that wrote that file then opens this one too, and decimal commas are not taken for separators.
    columns : mapping of str to array-like of shape (n_rows,), optional
        Columns to write after the cluster, by their headers. None and NaN are empty cells; numbers have six digits.

    Returns
    -------
    bytes

    Raises
    ------
    ValueError
        If the numbers of rows, labels and entries of a column differ, or an option needs a Table and `rows` is none.
    """
    numbers = rows.row_numbers if isinstance(rows, Table) else np.asarray(rows)
    clusters = np.asarray(labels).ravel().tolist()
    if numbers.ndim != 1 or len(numbers) != len(clusters):
        raise InputError("labels", Reason.LENGTHS_DIFFER, len(clusters), bound=numbers.size)
    further = {name: np.asarray(column, dtype=object).ravel().tolist() for name, column in (columns or {}).items()}
    for name, column in further.items():
        if len(column) != len(clusters):
            raise InputError(name, Reason.LENGTHS_DIFFER, len(column), bound=numbers.size)
    # In the file of a user who writes decimal commas, new numbers have them too.
    decimal = rows.choices.decimal if isinstance(rows, Table) and original_columns else "."
    added = zip(*[[_cell(entry, decimal) for entry in column] for column in further.values()], strict=True)
    added_of = dict(zip(numbers.tolist(), added, strict=True)) if further else {}
    of_row = dict(zip(numbers.tolist(), clusters, strict=True))
    names = sample_names(rows) if isinstance(rows, Table) else None
    if names is not None and original_columns and names.column is not None:
        names = None  # their column is among the original ones
    header: list[str] = []
    lines: Iterable[tuple[int, list[str]]] = ((number, []) for number in of_row)
    if original_columns or left_out_rows:
        if not isinstance(rows, Table):
            message = "The original columns and the rows left out are only known from a Table."
            raise ParameterError("rows", type(rows).__name__, Reason.WRONG_TYPE, choices=("Table",), message=message)
        if original_columns:
            header = rows.original.header
            lines = (line for line in rows.original.records() if left_out_rows or line[0] in of_row)
        else:
            lines = ((number, []) for number in range(1, rows.n_rows_read + 1))
    if delimiter is None:
        delimiter = _delimiter_of(rows.choices) if isinstance(rows, Table) and original_columns else ","
    stream = CsvText()
    writer = row_writer(stream, delimiter=delimiter)
    title = [] if names is None else [fresh_name(names.title, ["row", cluster_name, *further, *header])]
    new = result_headers(header, (cluster_name, *further)).values()
    writer.writerow(map(neutralise, [fresh_name("row", header), *title, *header, *new]))
    text_of = {label: neutralise(str(label)) for label in {*clusters, ""}}
    nothing = ("",) * len(further)
    writer.writerows(
        [
            number,
            *([] if names is None else map(neutralise, names.of([number]))),
            *map(neutralise, cells),
            text_of[of_row.get(number, "")],
            *added_of.get(number, nothing),
        ]
        for number, cells in lines
    )
    text = stream.getvalue()
    return text.encode("utf-8" if text.isascii() else "utf-8-sig")


def confidence_columns(confidence: npt.ArrayLike, second: npt.ArrayLike) -> dict[str, list[Any]]:
    """Return the columns that say how sure each label is, for :func:`labels_csv`.

    Parameters
    ----------
    confidence : array-like of shape (n_rows,)
        From 0 to 1.
    second : array-like of shape (n_rows,)
        The cluster that comes next; -1, written as an empty cell, where there is none.

    Returns
    -------
    dict of str to list
        Columns "confidence" and "second cluster".
    """
    return {
        "confidence": np.asarray(confidence, dtype=float).tolist(),
        "second cluster": [None if label < 0 else label for label in np.asarray(second).tolist()],
    }


def _cell(value: Any, decimal: str) -> str:
    """Write an entry of a further column; numbers have six digits."""
    if value is None or (isinstance(value, float) and math.isnan(value)):
        return ""
    return f"{value:.6g}".replace(".", decimal) if isinstance(value, float) else neutralise(str(value))


def _delimiter_of(choices: Choices) -> str:
    """Return the delimiter of a file; if it has none or spaces, one that differs from its decimal mark."""
    if len(choices.delimiter) == 1 and choices.delimiter != " ":
        return choices.delimiter
    return ";" if choices.decimal == "," else ","


def matrix_npz(
    matrix: npt.NDArray[Any] | sparse.sparray | sparse.spmatrix,
    name: str = "similarity",
    *,
    row_names: Sequence[str] | None = None,
) -> bytes:
    """Write a matrix such as S or P as an ``.npz`` file, in the smaller of the sparse and the dense form.

    ``scipy.sparse.load_npz`` reads the sparse form; the dense one is a single array for ``numpy.load``. Both are read
    by :func:`read_matrix_npz`, without unpickling.

    Parameters
    ----------
    matrix : ndarray or sparse matrix of shape (n_rows, n_columns)
        S, P or any other matrix of numbers.
    name : str, default="similarity"
        Name of the array in a dense file.
    row_names : sequence of str or None, default=None
        What the rows are called, for a further array ``row_names``.

    Returns
    -------
    bytes
    """
    stream = BytesIO()
    if not sparse.issparse(matrix):
        dense = np.asarray(matrix)
        # A stored entry takes its value and a 4-byte column index.
        n_bytes_sparse = np.count_nonzero(dense) * (dense.itemsize + 4)
        if dense.ndim != 2 or n_bytes_sparse >= dense.nbytes:
            _add_array(stream, name, dense)
            _add_names(stream, row_names)
            return stream.getvalue()
    sparse.save_npz(stream, sparse.csr_array(matrix), compressed=True)
    _add_names(stream, row_names)
    return stream.getvalue()


def _add_names(stream: BytesIO, row_names: Sequence[str] | None) -> None:
    if row_names is not None:
        _add_array(stream, ROW_NAMES, np.asarray(row_names, dtype=np.str_))


def _add_array(stream: BytesIO, name: str, array: npt.NDArray[Any]) -> None:
    with zipfile.ZipFile(stream, "a") as archive, archive.open(f"{name}.npy", "w", force_zip64=True) as member:
        npy_format.write_array(member, array, allow_pickle=False)


def read_matrix_npz(data: bytes, *, limits: Limits | None = None) -> npt.NDArray[Any] | sparse.csr_array:
    """Read a file written by :func:`matrix_npz`.

    Parameters
    ----------
    data : bytes
        The content of the file.
    limits : Limits, optional
        Largest sizes, checked in the headers before anything is loaded.

    Returns
    -------
    ndarray or csr_array

    Raises
    ------
    TableError
        If it is no such file, or too large.
    """
    if recognise(data, _FILE) != "npz":
        raise TableError(Problem.NOT_NPZ, file=_FILE)
    file = open_arrays(data, "npz", _FILE, limits or Limits())
    variables = [variable for variable in file.variables if variable.name != ROW_NAMES]
    if len(variables) != 1:
        raise TableError(Problem.NOT_ONE_MATRIX, file=_FILE, count=len(variables))
    variable = variables[0]
    if variable.problem is None and len(variable.shape) != 2:
        variable = replace(variable, problem=VariableProblem.DIMENSIONS)
    if variable.problem is not None and not variable.is_sparse:
        raise TableError(Problem.UNUSABLE_VARIABLE, file=_FILE, variable=variable.name, value=variable)
    loaded = file.read(variable, _FILE)
    return sparse.csr_array(loaded) if variable.is_sparse else loaded


def indicator_csv(
    P: npt.NDArray[np.float64], row_numbers: npt.ArrayLike | None = None, *, names: SampleNames | None = None
) -> bytes:
    """Write the indicator P as CSV, one line per sample and one column per cluster.

    Parameters
    ----------
    P : ndarray of shape (n_clusters, n_samples)
        The indicator matrix.
    row_numbers : array-like of shape (n_samples,) of int, optional
        Number of each row in the user's file; 1 to n_samples by default.
    names : SampleNames or None, default=None
        What the rows are called; written after their numbers.

    Returns
    -------
    bytes
        Numbers have all digits: reading them gives the same float64.

    Raises
    ------
    ValueError
        If the numbers of rows and samples differ.
    """
    numbers = np.arange(1, P.shape[1] + 1) if row_numbers is None else np.asarray(row_numbers)
    if numbers.shape != (P.shape[1],):
        raise InputError("row_numbers", Reason.LENGTHS_DIFFER, numbers.size, bound=P.shape[1])
    clusters = [f"cluster {c}" for c in range(P.shape[0])]
    called = [] if names is None else [[name] for name in names.of(numbers)]
    title = [] if names is None else [fresh_name(names.title, ["row", *clusters])]
    stream = CsvText()
    writer = row_writer(stream)
    writer.writerow(["row", *map(neutralise, title), *clusters])
    for place, (number, p) in enumerate(zip(numbers.tolist(), P.T.tolist(), strict=True)):
        writer.writerow([number, *map(neutralise, called[place] if called else ()), *map(repr, p)])
    text = stream.getvalue()
    return text.encode("utf-8" if text.isascii() else "utf-8-sig")


def parameters_json(
    model: Any, *, results: Mapping[str, Any] | None = None, extra: Mapping[str, Any] | None = None
) -> str:
    """Write the parameters of a model, its results and the versions of the packages as JSON.

    Parameters
    ----------
    model : estimator
        An estimator with ``get_params``, fitted or not.
    results : mapping, optional
        Results to write; by default the fitted attributes of `model`, such as the objective.
    extra : mapping, optional
        Entries for ``"data"``, such as the name and the SHA-256 of the file.

    Returns
    -------
    str
        Strict JSON: a number that is not finite is written as text, an array as its shape, type and SHA-256.
    """
    if results is None:
        results = {name.rstrip("_"): getattr(model, name) for name in _FITTED if hasattr(model, name)}
    content = {
        "estimator": type(model).__name__,
        "parameters": model.get_params(deep=False),
        "results": dict(results),
        "data": dict(extra or {}),
        "versions": {"python": platform.python_version(), **_versions()},
    }
    return json.dumps(_plain(content), indent=2, allow_nan=False, ensure_ascii=False) + "\n"


def _versions() -> dict[str, str]:
    found = {}
    for distribution in _DISTRIBUTIONS:
        try:
            found[distribution] = metadata.version(distribution)
        except metadata.PackageNotFoundError:
            found[distribution] = "not installed as a package"
    return found


def _plain(value: Any) -> Any:
    """Return a value as a JSON value."""
    if value is None or isinstance(value, bool | int | str):
        return value
    if isinstance(value, float):
        return value if math.isfinite(value) else str(value)
    if isinstance(value, np.generic):
        return _plain(value.item())
    if isinstance(value, np.ndarray):
        digest = hashlib.sha256(np.ascontiguousarray(value).tobytes()).hexdigest()
        return {"shape": list(value.shape), "dtype": str(value.dtype), "sha256": digest}
    if isinstance(value, Mapping):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        return [_plain(item) for item in value]
    return getattr(value, "__qualname__", type(value).__qualname__)
