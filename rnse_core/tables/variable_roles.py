"""Which array of a file is the table, which the labels, and which the names of the columns."""

from __future__ import annotations

import re

from rnse_core.tables.arrays import ArrayFile
from rnse_core.tables.errors import TableError
from rnse_core.tables.kinds import OptionKind, Problem
from rnse_core.tables.questions import Option
from rnse_core.tables.variables import Variable

_TABLE_NAMES = frozenset(
    {
        "x", "data", "fea", "features", "points", "similarity", "affinity", "images", "imgs",
        "embeddings", "embedding", "samples", "values", "matrix", "inputs",
    }
)  # fmt: skip
_LABEL_NAMES = (
    "y", "label", "labels", "gnd", "gt", "target", "targets", "class", "classes", "species", "truth", "ground truth",
    "groundtruth", "c", "l", "cluster", "clusters", "categories",
)  # fmt: skip
_MATRIX_NAMES = ("A", "S", "K", "W")
_COLUMN_NAMES = ("feature names", "features names", "columns", "colnames", "column names", "header", "var names")
# Parts of a data set that is divided for learning.
_PARTS = ("train", "training", "test", "testing", "val", "valid", "validation", "tr", "te")


def choose_variable(file: ArrayFile, wanted: str | None, name: str) -> tuple[Variable, list[Variable]]:
    """Find the variable to take as the table, and the others that it could be.

    By default a matrix is taken before a vector, one called X or the like before others, then the largest. A vector
    that is called as labels are is no table beside other variables.

    Parameters
    ----------
    file : ArrayFile
    wanted : str or None
        Name of the variable that the user asked for.
    name : str
        Name of the file, for messages.

    Returns
    -------
    variable : Variable
    others : list of Variable
        The other matrices of numbers.

    Raises
    ------
    TableError
        When there is none, or the one asked for does not exist or is not a table.
    """
    if wanted is not None:
        variable = file.variable(wanted)
        if variable is None:
            there = tuple(one.name for one in file.variables)
            raise TableError(Problem.UNKNOWN_VARIABLE, file=name, variable=wanted, choices=there)
        if not variable.is_numeric:
            raise TableError(Problem.UNUSABLE_VARIABLE, file=name, variable=wanted, value=variable)
        usable = labels = [variable]
    else:
        usable = [one for one in file.variables if one.is_numeric]
        labels = [one for one in usable if one.is_vector and len(file.variables) > 1 and _is_label(one)]
        usable = [one for one in usable if one not in labels]
    if not usable:
        options = tuple(Option(OptionKind.VARIABLE, {"variable": one.name}, values=one.shape) for one in labels)
        others = [one for one in file.variables if one not in labels]
        raise TableError(Problem.NO_TABLE, file=name, value=tuple(others), options=options)
    chosen = min(usable, key=lambda one: (one.is_vector, not _is_table(one), -one.size))
    others = [one for one in file.variables if one is not chosen and one.is_numeric and not one.is_vector]
    return chosen, others


def find_label_variable(file: ArrayFile, n_rows: int, table: Variable) -> Variable | None:
    """Return the vector with one entry per row that has a label's name, is text, or alone holds whole numbers.

    Of several the one is taken that belongs to the same part as the table, as ``y_train`` to ``X_train``.
    """
    fitting = [
        one
        for one in file.variables
        if one.is_vector and one.size == n_rows and one.problem is None and one is not table and not _names_columns(one)
    ]
    named = sorted(
        (one for one in fitting if _is_label(one)),
        key=lambda one: (_part(one.name) != _part(table.name), _LABEL_NAMES.index(_base(one.name))),
    )
    texts = [one for one in fitting if one.is_text]
    whole = [one for one in fitting if re.fullmatch(r"u?int\d+|bool", one.type)]
    return next(iter((*named, *texts, *(whole if len(whole) == 1 else ()))), None)


def find_column_names(file: ArrayFile, n_columns: int, labels: Variable | None) -> Variable | None:
    """Return the vector of texts with one entry per column that is called as names are, if there is one."""
    texts = [
        one
        for one in file.variables
        if one.is_text and one.is_vector and one.size == n_columns and one.problem is None and one is not labels
    ]
    return next((one for one in texts if _names_columns(one)), None)


def _words(name: str) -> list[str]:
    return re.sub(r"(?<=[a-z])(?=[A-Z])|[_\-. ]+", " ", name).casefold().split()


def _part(name: str) -> str:
    """Return the part of a divided data set that the name of a variable has; empty for none."""
    found = next((word for word in _words(name) if word in _PARTS), "")
    return found or next((part for part in _PARTS[:3] if name.casefold().endswith(part)), "")


def _base(name: str) -> str:
    """Return the name of a variable without the part of a data set: ``x`` of ``X_train``, ``trainX`` and ``xtrain``."""
    words = [word for word in _words(name) if word not in _PARTS]
    base = " ".join(words)
    part = _part(name)
    return base.removesuffix(part) if part and base != part else base


def _is_table(variable: Variable) -> bool:
    return variable.name in _MATRIX_NAMES or _base(variable.name) in _TABLE_NAMES


def _is_label(variable: Variable) -> bool:
    return _base(variable.name) in _LABEL_NAMES


def _names_columns(variable: Variable) -> bool:
    return variable.is_text and " ".join(_words(variable.name)) in _COLUMN_NAMES
