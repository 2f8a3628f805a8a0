"""Read ``.npy``, ``.npz`` and ``.mat`` files: sizes from the headers first, never a pickle, never an object."""

from __future__ import annotations

import math
import zipfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from io import BytesIO
from typing import IO, Any

import numpy as np
import numpy.typing as npt
from numpy.lib import format as npy_format
from scipy import sparse

from rnse_core.tables.compressed import sparse_matrix
from rnse_core.tables.errors import TableError
from rnse_core.tables.matlab import MatFile, MatVariable
from rnse_core.tables.model import FloatArray, Limits
from rnse_core.wording import counted, listed, quoted

_MOST_VARIABLES = 1000
_MOST_BYTES_OF_A_SHAPE = 64
_SPARSE_MEMBERS = {"data", "indices", "indptr", "shape", "format"}


@dataclass(frozen=True)
class Variable:
    """An array in a file, known from its header alone.

    Parameters
    ----------
    name : str
        Its name; empty in an ``.npy`` file.
    shape : tuple of int
        Its shape.
    type : str
        Its element type.
    problem : str
        Why it cannot be a table; empty if it can.
    is_text : bool
        Whether it holds text, which can only be labels.
    is_sparse : bool
        Whether only its entries that are not zero are stored.
    n_bytes : int
        Bytes it takes in memory.
    """

    name: str
    shape: tuple[int, ...]
    type: str
    problem: str = ""
    is_text: bool = False
    is_sparse: bool = False
    n_bytes: int = 0

    @property
    def title(self) -> str:
        """Name it for a sentence."""
        return f"variable {quoted(self.name)}" if self.name else "the array"

    @property
    def size(self) -> int:
        """Number of elements."""
        return math.prod(self.shape)

    @property
    def is_vector(self) -> bool:
        """Whether at most one of its dimensions is larger than one."""
        return sum(length != 1 for length in self.shape) <= 1


@dataclass
class ArrayFile:
    """The variables of a file, and a way to load one of them."""

    format: str
    variables: list[Variable]
    load: Callable[[str], Any] = field(repr=False)

    def variable(self, name: str) -> Variable | None:
        """Return the variable of a name."""
        return next((variable for variable in self.variables if variable.name == name), None)

    def read(self, variable: Variable, name: str) -> Any:
        """Load one variable of the file called `name`, an ndarray or a sparse matrix.

        Raises
        ------
        TableError
            When its data do not fit its header.
        """
        try:
            return self.load(variable.name)
        except Exception as error:  # the readers meet hostile bytes with many kinds of exception
            raise TableError(f"{quoted(name)}: {variable.title} is damaged and cannot be read.") from error


def open_arrays(data: bytes, format: str, name: str, limits: Limits) -> ArrayFile:
    """Read the headers of an array file.

    Raises
    ------
    TableError
        When the file is damaged, or would take more memory unpacked than the limits allow.
    """
    opener = {"npy": _open_npy, "npz": _open_npz, "mat": _open_mat}[format]
    try:
        return opener(data, name, limits)
    except TableError:
        raise
    except Exception as error:  # the readers meet hostile bytes with many kinds of exception
        raise TableError(f"{quoted(name)} is damaged: it cannot be read as a .{format} file.") from error


def load_matrix(file: ArrayFile, variable: Variable, name: str) -> tuple[FloatArray, str]:
    """Load a variable as a matrix of float64; a vector becomes one column.

    Returns
    -------
    matrix : ndarray of shape (n_rows, n_columns)
    note : str
        A sentence when something was lost, else empty.
    """
    loaded = file.read(variable, name)
    if sparse.issparse(loaded):
        loaded = loaded.toarray()
    array = np.asarray(loaded)
    note = ""
    if array.dtype.kind in "iu" and array.size and max(abs(int(array.min())), abs(int(array.max()))) > 2**53:
        note = "Whole numbers beyond 2^53 were rounded to the nearest float64."
    matrix = array.astype(np.float64)
    if matrix.ndim == 1 or variable.is_vector:
        matrix = matrix.reshape(-1, 1)
    return np.ascontiguousarray(matrix), note


def load_labels(file: ArrayFile, variable: Variable, name: str) -> list[str]:
    """Load a vector of labels as text; whole numbers are written without a decimal point, NaN is no label."""
    return [_as_label(value) for value in np.asarray(file.read(variable, name)).ravel().tolist()]


def _as_label(value: Any) -> str:
    if isinstance(value, float):
        if math.isnan(value):
            return ""
        return str(int(value)) if value.is_integer() else repr(value)
    return value.decode("utf-8", "replace") if isinstance(value, bytes) else str(value)


def _problem(shape: Sequence[int], n_bytes: int, limits: Limits) -> str:
    if len(shape) not in (1, 2):
        return f"it has {counted(len(shape), 'dimension')}, and a table has two"
    size = math.prod(shape)
    if size == 0:
        return "it is empty"
    if size > limits.max_cells:
        return f"its {counted(size, 'entry', 'entries')} are more than the limit of {limits.max_cells:,}"
    if n_bytes > limits.max_bytes:
        return f"its {n_bytes / 1e6:,.0f} MB are more than the limit of {limits.max_bytes / 1e6:,.0f} MB"
    return ""


def _npy_header(stream: IO[bytes], name: str, limits: Limits) -> Variable:
    version = npy_format.read_magic(stream)
    readers = {(1, 0): npy_format.read_array_header_1_0, (2, 0): npy_format.read_array_header_2_0}
    if version not in readers:
        return Variable(name, (), "", "it is a structured array; save plain numbers")
    shape, _, dtype = readers[version](stream)
    n_bytes = math.prod(shape) * dtype.itemsize
    if dtype.hasobject:
        problem = "it holds Python objects, which could run code when loaded, so it is never opened"
    elif dtype.kind == "c":
        problem = "it holds complex numbers"
    elif dtype.kind not in "biufUS":
        problem = f"its type, {dtype}, is not a number"
    else:
        problem = _problem(shape, n_bytes, limits)
    return Variable(name, tuple(shape), str(dtype), problem, dtype.kind in "US", n_bytes=n_bytes)


def _open_npy(data: bytes, name: str, limits: Limits) -> ArrayFile:
    variable = _npy_header(BytesIO(data), "", limits)
    return ArrayFile("npy", [variable], lambda _: npy_format.read_array(BytesIO(data), allow_pickle=False))


def _open_npz(data: bytes, name: str, limits: Limits) -> ArrayFile:
    archive = zipfile.ZipFile(BytesIO(data))
    if len(archive.infolist()) > _MOST_VARIABLES:
        raise TableError(f"{quoted(name)} holds more than {_MOST_VARIABLES:,} arrays; save the table alone.")
    variables = []
    for member in archive.infolist():
        with archive.open(member) as stream:
            variables.append(_npy_header(stream, member.filename.removesuffix(".npy"), limits))

    def load(variable: str) -> npt.NDArray[Any]:
        with archive.open(f"{variable}.npy") as stream:
            return np.asarray(npy_format.read_array(stream, allow_pickle=False))

    if {variable.name for variable in variables} >= _SPARSE_MEMBERS:
        variable = _sparse_variable(variables, load, limits)
        return ArrayFile("npz", [variable], lambda _: _load_sparse(load, (variable.shape[0], variable.shape[1])))
    return ArrayFile("npz", variables, load)


def _sparse_variable(variables: list[Variable], load: Callable[[str], Any], limits: Limits) -> Variable:
    header = {variable.name: variable for variable in variables}
    if max(header["shape"].n_bytes, header["format"].n_bytes) > _MOST_BYTES_OF_A_SHAPE or header["shape"].size != 2:
        raise TableError("The sparse matrix in the file has no valid shape.")
    shape = tuple(int(length) for length in load("shape"))
    for part in ("data", "indices", "indptr"):
        if header[part].problem and header[part].size:
            raise TableError(f"The sparse matrix in the file cannot be read: of its {part}, {header[part].problem}.")
    # Its stored entries are within the limits; as a table it would be dense.
    problem = _problem(shape, 8 * math.prod(shape), limits)
    return Variable("sparse matrix", shape, header["data"].type, problem, is_sparse=True)


def _load_sparse(load: Callable[[str], Any], shape: tuple[int, int]) -> Any:
    layout = load("format").item()
    layout = layout.decode("ascii") if isinstance(layout, bytes) else str(layout)
    return sparse_matrix(layout, load("data"), load("indices"), load("indptr"), shape)


def _open_mat(data: bytes, name: str, limits: Limits) -> ArrayFile:
    file = MatFile(data, limits.max_bytes)
    if not file.variables:
        raise TableError(f"{quoted(name)} holds no variables.")
    found = {variable.name: variable for variable in file.variables}

    def load(variable: str) -> Any:
        stored = found[variable]
        return file.read_numbers(stored) if stored.is_number else file.read_texts(stored)

    return ArrayFile("mat", [_mat_variable(variable, limits) for variable in found.values()], load)


def _mat_variable(variable: MatVariable, limits: Limits) -> Variable:
    shape = variable.shape
    is_text = variable.kind in ("char", "cell")
    if variable.kind == "char":
        shape = shape[:1]  # a row of letters is one text
    if variable.is_number or is_text:
        problem = "it holds complex numbers" if variable.is_complex else _problem(shape, 8 * math.prod(shape), limits)
    else:
        problem = f"it is a MATLAB {variable.kind}, not numbers"
    return Variable(variable.name, shape, variable.kind, problem, is_text, variable.kind == "sparse")


def choose_variable(file: ArrayFile, wanted: str | None, name: str) -> tuple[Variable, list[Variable]]:
    """Find the variable to take as the table, and the others that it could be.

    Without a wish: a matrix before a vector, one called X or the like before others, then the largest.

    Raises
    ------
    TableError
        When there is none, or the one asked for is not there or no table.
    """
    if wanted is not None:
        variable = file.variable(wanted)
        if variable is None:
            there = listed(quoted(variable.name) for variable in file.variables)
            raise TableError(
                f"There is no variable {quoted(wanted)} in {quoted(name)}; there are {there}.", column=wanted
            )
        if variable.problem or variable.is_text:
            reason = variable.problem or "it is text"
            raise TableError(f"{quoted(name)}: {variable.title} is no table: {reason}.", column=wanted)
        usable = [variable]
    else:
        usable = [variable for variable in file.variables if not variable.problem and not variable.is_text]
    if not usable:
        why = listed(f"{v.title}: {v.problem or 'it is text'}" for v in file.variables)
        raise TableError(f"{quoted(name)} holds no table of numbers ({why}).")
    ranked = sorted(usable, key=lambda v: (v.is_vector, v.name not in _TABLE_NAMES, -v.size))
    others = [v for v in file.variables if v is not ranked[0] and not v.problem and not v.is_text and not v.is_vector]
    return ranked[0], others


_TABLE_NAMES = {"X", "x", "data", "fea", "features", "points", "A", "S", "K", "W", "similarity", "affinity"}
_LABEL_NAMES = ("y", "label", "labels", "gnd", "gt", "target", "class", "classes", "species", "truth", "Y", "c", "L")


def find_label_variable(file: ArrayFile, n_rows: int, table: Variable) -> Variable | None:
    """Return the vector with one entry per row that has a label's name or is text, if there is one."""
    fitting = {
        variable.name: variable
        for variable in file.variables
        if variable.is_vector and variable.size == n_rows and not variable.problem and variable is not table
    }
    texts = [variable for variable in fitting.values() if variable.is_text]
    return next((fitting[name] for name in _LABEL_NAMES if name in fitting), texts[0] if texts else None)
