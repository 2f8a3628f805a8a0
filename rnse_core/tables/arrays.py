"""Read ``.npy``, ``.npz`` and ``.mat`` files: sizes come from the headers first, and no object is unpickled."""

from __future__ import annotations

import math
import zipfile
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from io import BytesIO
from typing import IO, Any

import numpy as np
import numpy.typing as npt
import scipy.io
from scipy import sparse

from rnse_core.tables.errors import TableError
from rnse_core.tables.file_kinds import VariableProblem
from rnse_core.tables.kinds import Problem
from rnse_core.tables.matlab import MatFile, MatVariable
from rnse_core.tables.matrix_market import read_matrix_market
from rnse_core.tables.model import FloatArray, Limits
from rnse_core.tables.named_arrays import read_array, read_header, with_fields
from rnse_core.tables.sparse_matrix import PARTS, load_parts
from rnse_core.tables.sparse_pairs import may_stay_sparse
from rnse_core.tables.variables import Variable

_MOST_VARIABLES = 1000
_MOST_BYTES_OF_A_SHAPE = 64
_SPARSE_MEMBERS = {"data", "shape", "format"}


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
        except Exception as error:  # on damaged bytes the readers raise many kinds of exception
            raise TableError(Problem.DAMAGED_VARIABLE, file=name, variable=variable.name) from error


def open_arrays(data: bytes, format: str, name: str, limits: Limits) -> ArrayFile:
    """Read the headers of an array file.

    Raises
    ------
    TableError
        When the file is damaged, or would take more memory unpacked than the limits allow.
    """
    opener = {"npy": _open_npy, "npz": _open_npz, "mat": _open_mat, "mtx": _open_mtx}[format]
    try:
        return opener(data, name, limits)
    except TableError:
        raise
    except Exception as error:  # on damaged bytes the readers raise many kinds of exception
        raise TableError(Problem.DAMAGED_FILE, file=name, value=format) from error


def load_matrix(file: ArrayFile, variable: Variable, name: str) -> tuple[FloatArray, bool]:
    """Load a variable as a matrix of float64; a vector becomes one column, and an image one row.

    Returns
    -------
    matrix : ndarray of shape (n_rows, n_columns)
    is_rounded : bool
        Whether whole numbers beyond 2^53 were rounded to the nearest float64.
    """
    loaded = file.read(variable, name)
    if sparse.issparse(loaded):
        loaded = loaded.toarray()
    array = np.asarray(loaded)
    is_rounded = (
        array.dtype.kind in "iu" and array.size > 0 and max(abs(int(array.min())), abs(int(array.max()))) > 2**53
    )
    matrix = array.astype(np.float64)
    if matrix.ndim == 1 or variable.is_vector:
        matrix = matrix.reshape(-1, 1)
    elif matrix.ndim > 2:
        matrix = matrix.reshape(len(matrix), -1)
    return np.ascontiguousarray(matrix), is_rounded


def load_labels(file: ArrayFile, variable: Variable, name: str) -> list[str]:
    """Load a vector of labels as text; whole numbers are written without a decimal point, NaN is no label."""
    return [_as_label(value) for value in np.asarray(file.read(variable, name)).ravel().tolist()]


def _as_label(value: Any) -> str:
    if isinstance(value, float):
        if math.isnan(value):
            return ""
        return str(int(value)) if value.is_integer() else repr(value)
    return value.decode("utf-8", "replace") if isinstance(value, bytes) else str(value)


def _checked(variable: Variable, limits: Limits) -> Variable:
    """Return a variable with the problem that its shape or size makes, if any.

    Beyond two dimensions, as of images, the first one counts the rows; text has one or two.
    """
    problem, limit = None, 0
    if not variable.shape or (variable.is_text and len(variable.shape) > 2):
        problem = VariableProblem.DIMENSIONS
    elif variable.size == 0:
        problem = VariableProblem.EMPTY
    elif may_stay_sparse(variable) and variable.shape[0] <= limits.max_rows:
        pass
    elif variable.size > limits.max_cells:
        problem, limit = VariableProblem.TOO_MANY_ENTRIES, limits.max_cells
    elif variable.n_bytes > limits.max_bytes:
        problem, limit = VariableProblem.TOO_MANY_BYTES, limits.max_bytes
    return replace(variable, problem=problem, limit=limit)


def _npy_header(stream: IO[bytes], name: str, limits: Limits) -> Variable:
    shape, dtype = read_header(stream)
    variable = Variable(
        name, tuple(shape), str(dtype), is_text=dtype.kind in "US", n_bytes=math.prod(shape) * dtype.itemsize
    )
    if dtype.hasobject:
        return replace(variable, problem=VariableProblem.OBJECTS)
    if dtype.names is not None:
        variable = with_fields(variable, dtype)
        return variable if variable.problem is not None else _checked(variable, limits)
    if dtype.kind == "c":
        return replace(variable, problem=VariableProblem.COMPLEX)
    if dtype.kind not in "biufUS":
        return replace(variable, problem=VariableProblem.NOT_NUMERIC)
    return _checked(variable, limits)


def _open_npy(data: bytes, name: str, limits: Limits) -> ArrayFile:
    variable = _npy_header(BytesIO(data), "", limits)
    return ArrayFile("npy", [variable], lambda _: read_array(BytesIO(data)))


def _open_npz(data: bytes, name: str, limits: Limits) -> ArrayFile:
    archive = zipfile.ZipFile(BytesIO(data))
    if len(archive.infolist()) > _MOST_VARIABLES:
        raise TableError(Problem.TOO_MANY_VARIABLES, file=name, bound=_MOST_VARIABLES)
    variables = []
    for member in archive.infolist():
        with archive.open(member) as stream:
            variables.append(_npy_header(stream, member.filename.removesuffix(".npy"), limits))

    def load(variable: str) -> npt.NDArray[Any]:
        with archive.open(f"{variable}.npy") as stream:
            return read_array(stream)

    if {variable.name for variable in variables} >= _SPARSE_MEMBERS:
        layout, variable = _sparse_variable(variables, load, limits)
        shape = variable.shape[0], variable.shape[1]
        return ArrayFile("npz", [variable], lambda _: load_parts(layout, load, shape))
    return ArrayFile("npz", variables, load)


def _sparse_variable(variables: list[Variable], load: Callable[[str], Any], limits: Limits) -> tuple[str, Variable]:
    """Return the format of a sparse matrix that SciPy saved, and its shape as a table."""
    header = {variable.name: variable for variable in variables}
    if max(header["shape"].n_bytes, header["format"].n_bytes) > _MOST_BYTES_OF_A_SHAPE or header["shape"].size != 2:
        raise TableError(Problem.DAMAGED_SPARSE_MATRIX, variable="shape")
    shape = tuple(int(length) for length in load("shape"))
    layout = load("format").item()
    layout = layout.decode("ascii", "replace") if isinstance(layout, bytes) else str(layout)
    if layout not in PARTS or not set(PARTS[layout]) <= set(header):
        raise TableError(Problem.DAMAGED_SPARSE_MATRIX, variable="format", token=layout)
    for part in PARTS[layout]:
        if len(header[part].shape) > (3 if layout == "bsr" else 2):  # the blocks of "bsr" have three dimensions
            wrong = replace(header[part], problem=VariableProblem.DIMENSIONS)
            raise TableError(Problem.DAMAGED_SPARSE_MATRIX, variable=part, value=wrong)
        if header[part].problem is not None and header[part].size:
            raise TableError(Problem.DAMAGED_SPARSE_MATRIX, variable=part, value=header[part])
    # Its stored entries are within the limits; as a table it would be dense.
    dense = Variable("sparse matrix", shape, header["data"].type, is_sparse=True, n_bytes=8 * math.prod(shape))
    return layout, _checked(dense, limits)


def _open_mat(data: bytes, name: str, limits: Limits) -> ArrayFile:
    file = MatFile(data, limits.max_bytes)
    if not file.variables:
        raise TableError(Problem.NO_VARIABLES, file=name)
    found = {variable.name: variable for variable in file.variables}

    def load(variable: str) -> Any:
        stored = found[variable]
        return file.read_numbers(stored) if stored.is_number else file.read_texts(stored)

    return ArrayFile("mat", [_mat_variable(variable, limits) for variable in found.values()], load)


def _open_mtx(data: bytes, name: str, limits: Limits) -> ArrayFile:
    n_rows, n_columns, n_stored, layout, field, symmetry = scipy.io.mminfo(BytesIO(data))
    is_sparse = layout == "coordinate"
    shape = (int(n_rows), int(n_columns))
    variable = Variable("", shape, field, is_sparse=is_sparse, n_bytes=8 * math.prod(shape))
    if field == "complex":
        variable = replace(variable, problem=VariableProblem.COMPLEX)
    elif is_sparse and not 0 <= n_stored <= len(data) // 2:  # an entry takes two bytes at least
        raise ValueError("there are fewer entries than announced")
    else:
        variable = _checked(variable, limits)
    return ArrayFile(
        "mtx", [variable], lambda _: read_matrix_market(data, shape, int(n_stored), layout, field, symmetry)
    )


def _mat_variable(stored: MatVariable, limits: Limits) -> Variable:
    shape = stored.shape
    is_text = stored.kind in ("char", "cell")
    if stored.kind == "char":
        shape = shape[:1]  # a row of letters is one text
    variable = Variable(
        stored.name,
        shape,
        stored.kind,
        is_text=is_text,
        is_sparse=stored.kind == "sparse",
        n_bytes=8 * math.prod(shape),
    )
    if not stored.is_number and not is_text:
        return replace(variable, problem=VariableProblem.MATLAB_CLASS)
    if stored.is_complex:
        return replace(variable, problem=VariableProblem.COMPLEX)
    return _checked(variable, limits)
