"""The arrays of a file, without loading them."""

from __future__ import annotations

import os

from rnse_core.tables.arrays import open_arrays
from rnse_core.tables.model import Limits
from rnse_core.tables.source import ARRAYS, load_bytes, recognise, unpacked
from rnse_core.tables.variables import Variable


def list_variables(
    source: str | os.PathLike[str] | bytes, *, name: str = "", limits: Limits | None = None
) -> list[Variable]:
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
    data = unpacked(data, name, limits)
    file_format = recognise(data, name)
    return open_arrays(data, file_format, name, limits).variables if file_format in ARRAYS else []
