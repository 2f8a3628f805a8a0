"""NumPy arrays whose entries have fields with names: what is known of them from the header, and their columns."""

from __future__ import annotations

import ast
import math
import struct
from collections.abc import Mapping
from dataclasses import replace
from typing import IO, Any

import numpy as np
import numpy.typing as npt
import pandas as pd
from numpy.lib import format as npy_format

from rnse_core.tables.file_kinds import VariableProblem
from rnse_core.tables.variables import Variable

# A header names every field; some thousands of them fit. Python's parser is kept from longer texts.
_MOST_BYTES_OF_HEADER = 200_000
_PLAIN = "biufSUMm"


def read_header(stream: IO[bytes]) -> tuple[tuple[int, ...], np.dtype[Any]]:
    """Return the shape and the type of an array from the header of its file.

    Parameters
    ----------
    stream : file of bytes

    Raises
    ------
    ValueError
        When the header is damaged, too long, or of another version.
    """
    version = npy_format.read_magic(stream)
    readers = {(1, 0): npy_format.read_array_header_1_0, (2, 0): npy_format.read_array_header_2_0}
    if version in readers:
        shape, _, dtype = readers[version](stream, max_header_size=_MOST_BYTES_OF_HEADER)
        return tuple(shape), dtype
    if version != (3, 0):
        raise ValueError("unknown version")
    (length,) = struct.unpack("<I", stream.read(4))
    if length > _MOST_BYTES_OF_HEADER:
        raise ValueError("the header is too long")
    header = ast.literal_eval(stream.read(length).decode("utf-8"))
    shape = tuple(header["shape"])
    if not all(isinstance(one, int) and one >= 0 for one in shape):
        raise ValueError("no shape")
    return shape, npy_format.descr_to_dtype(header["descr"])


def read_array(stream: IO[bytes]) -> npt.NDArray[Any]:
    """Return the array of a file; objects are never unpickled.

    Parameters
    ----------
    stream : file of bytes
    """
    return np.asarray(npy_format.read_array(stream, allow_pickle=False, max_header_size=_MOST_BYTES_OF_HEADER))


def with_fields(variable: Variable, dtype: np.dtype[Any]) -> Variable:
    """Return a variable with the names of its fields, and the problem that one of them makes, if any.

    A field may hold a number, a word, a date, or a vector of them; a field with fields of its own is none of these.

    Parameters
    ----------
    variable : Variable
    dtype : dtype
        With fields.
    """
    fields: Mapping[str, Any] = dtype.fields or {}
    names = tuple(dtype.names or ())
    kinds = {name: fields[name][0] for name in names}
    width = sum(math.prod(kind.shape) for kind in kinds.values())
    variable = replace(variable, fields=names, width=max(width, 1))
    for name, kind in kinds.items():
        base = kind.base
        if base.names is not None or len(kind.shape) > 1:
            return replace(variable, problem=VariableProblem.NESTED_FIELD, field=name)
        if base.kind not in _PLAIN:
            return replace(variable, problem=VariableProblem.FIELD_TYPE, field=name)
    if len(variable.shape) != 1:
        return replace(variable, problem=VariableProblem.DIMENSIONS)
    return variable


def frame_of_fields(array: npt.NDArray[Any]) -> pd.DataFrame:
    """Return the fields of an array as the columns of a frame.

    Parameters
    ----------
    array : ndarray of shape (n_rows,)
        With fields as :func:`with_fields` takes them.
    """
    return pd.DataFrame({name: _series(array[name]) for name in array.dtype.names or ()})


def _series(values: npt.NDArray[Any]) -> pd.Series:
    kind = values.dtype.kind
    if values.ndim > 1:
        return pd.Series(values.tolist(), dtype=object)
    if kind in "Mm":
        unit = "datetime64[us]" if kind == "M" else "timedelta64[us]"
        return pd.Series(values.astype(unit))
    if kind in "SU":
        return pd.Series(values.tolist(), dtype=object)
    if kind == "f":
        return pd.Series(values.astype(np.float64))
    return pd.Series(values.astype(values.dtype.newbyteorder("=")))
