"""Data sets from files in a folder of the user: NAME.npz, NAME.mat, NAME.csv or NAME.arff."""

from __future__ import annotations

import os
from io import BytesIO, TextIOWrapper
from itertools import islice
from pathlib import Path

import numpy as np

from rnse_core._base.arrays import FloatArray
from rnse_core.datasets.bundled import Dataset
from rnse_core.datasets.openml import natural_order
from rnse_core.datasets.suffixes import SUFFIXES
from rnse_core.tables import Limits, Problem, TableError, Variable, read_table
from rnse_core.tables.arff import ArffError, read_header, read_rows
from rnse_core.tables.arrays import ArrayFile, load_labels, load_matrix, open_arrays
from rnse_core.tables.errors import too_many_rows
from rnse_core.tables.source import ARRAYS, load_bytes, recognise, unpacked
from rnse_core.tables.variable_roles import choose_variable, find_label_variable

# The column of classes of an ARFF file; without one of this name it is the last column, as in Weka.
_ARFF_CLASS = "class"


def check_folder(data_home: str | os.PathLike[str]) -> Path:
    """Return the folder; raise NotADirectoryError if it does not exist."""
    folder = Path(data_home)
    if not folder.is_dir():
        raise NotADirectoryError(f"There is no folder {str(folder)!r} to look for data sets in.")
    return folder


def find_file(name: str, data_home: str | os.PathLike[str]) -> Path | None:
    """Return the file of a data set in a folder, or None.

    Parameters
    ----------
    name : str
        Name of the data set; a name with a path is never found.
    data_home : path-like

    Returns
    -------
    Path or None
        The first of NAME.npz, NAME.mat, NAME.csv and NAME.arff that exists.

    Raises
    ------
    NotADirectoryError
        If the folder does not exist.
    """
    folder = check_folder(data_home)
    # A name must not lead out of the folder.
    if not name or Path(name).name != name:
        return None
    return next((path for suffix in SUFFIXES if (path := folder / f"{name}{suffix}").is_file()), None)


def load_file(path: str | os.PathLike[str], *, description: str = "", limits: Limits | None = None) -> Dataset:
    """Read a table with classes; nothing in the file is executed or unpickled.

    Array and ARFF files are read with all columns. In other text files the roles of the columns are found as in
    :func:`rnse_core.tables.read_table`.

    Parameters
    ----------
    path : path-like
        A ``.npz`` or ``.mat`` file with a matrix such as ``X`` and a vector of classes such as ``y``, an ``.arff`` file
        with a column "class" or the classes in its last column, or a text file with a column of classes.
    description : str, default=""
    limits : Limits, optional
        Largest sizes, checked before memory is allocated.

    Returns
    -------
    Dataset

    Raises
    ------
    TableError
        If the file is damaged or too large, has no classes, or a value is missing.
    """
    limits = limits or Limits()
    packed, name = load_bytes(path, "", limits)
    data = unpacked(packed, name, limits)
    file_format = recognise(data, name)
    named: list[str] = []
    file = open_arrays(data, file_format, name, limits) if file_format in ARRAYS else None
    variable = None if file is None else choose_variable(file, None, name)[0]
    if file_format == "arff" or (file_format == "text" and name.lower().endswith(".arff")):
        X, labels, feature_names = _load_arff(data, name, limits)
    elif file is None or variable is None or variable.fields:
        table = read_table(data, name=name, limits=limits)
        if table.kind != "features":
            raise TableError(Problem.NOT_FEATURES, file=name, matrix=table.kind)
        X, labels, feature_names = table.X, None if table.labels is None else table.labels.tolist(), table.feature_names
    else:
        unusable = tuple(other for other in file.variables if other.problem is not None)
        if variable.is_vector and unusable:
            raise TableError(Problem.NO_TABLE, file=name, value=unusable)
        X, _ = load_matrix(file, variable, name)
        label_variable = find_label_variable(file, len(X), variable)
        labels = None if label_variable is None else load_labels(file, label_variable, name)
        feature_names = [f"column {position}" for position in range(1, X.shape[1] + 1)]
        named = _class_names(file, variable, label_variable, name)
    _check(X, labels, name)
    class_names, y = _numbered(labels or [], named)
    return Dataset(X, y, feature_names, class_names, description, f"The file {name}.")


def _load_arff(data: bytes, name: str, limits: Limits) -> tuple[FloatArray, list[str] | None, list[str]]:
    try:
        lines = TextIOWrapper(BytesIO(data), encoding="utf-8-sig")
        header = read_header(lines)
        width = len(header.names)
        lower = [column.lower() for column in header.names]
        target = lower.index(_ARFF_CLASS) if _ARFF_CLASS in lower else width - 1
        if width > limits.max_columns:
            raise TableError(Problem.TOO_MANY_COLUMNS, file=name, value=width, bound=limits.max_columns)
        most = limits.most_rows(width)
        rows = list(islice(read_rows(lines, header, target), most + 1))
    except (ArffError, UnicodeDecodeError) as error:
        raise TableError(Problem.NOT_ARFF, file=name, token=str(error)) from error
    if len(rows) > most:
        raise too_many_rows(limits, width, file=name)
    if not rows:
        raise TableError(Problem.NO_ROWS, file=name)
    features = header.names[:target] + header.names[target + 1 :]
    return np.array([row for row, _ in rows]), [label for _, label in rows], features


def _check(X: FloatArray, labels: list[str] | None, name: str) -> None:
    if labels is None:
        raise TableError(Problem.NO_CLASSES, file=name)
    blank = sum(not label.strip() for label in labels)
    if blank:
        raise TableError(Problem.UNLABELLED_ROWS, file=name, count=blank, bound=len(labels))
    finite = np.isfinite(X)
    if not finite.all():
        row, column = (np.argwhere(~finite)[0] + 1).tolist()
        raise TableError(Problem.NOT_FINITE, file=name, places=(row, column))


def _class_names(file: ArrayFile, table: Variable, labels: Variable | None, name: str) -> list[str]:
    """Return the names of classes that are numbered from 0, if the file has them."""
    variable = file.variable("class_names")
    if variable is None or variable in (table, labels) or variable.problem is not None or not variable.is_vector:
        return []
    return load_labels(file, variable, name)


def _numbered(labels: list[str], named: list[str]) -> tuple[list[str], np.ndarray]:
    """Return the sorted names of the classes, and the position of each label among them."""
    found = sorted(set(labels), key=natural_order)
    codes = {label: code for code, label in enumerate(found)}
    y = np.array([codes[label] for label in labels], dtype=np.int64)
    if found == [str(code) for code in range(len(named))]:
        found = named
    return found, y
