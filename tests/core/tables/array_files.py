"""Arrays as files of bytes, for the tests."""

import io

import numpy as np
from readings import refused
from scipy import io as scipy_io

from rnse_core.tables import (
    Problem,
    Variable,
)

RNG = np.random.default_rng(0)
X = RNG.normal(size=(12, 3))
Y = np.repeat([1, 2, 3], 4)


def npy(array):
    stream = io.BytesIO()
    np.save(stream, array)
    return stream.getvalue()


def npz(**arrays):
    stream = io.BytesIO()
    np.savez_compressed(stream, **arrays)
    return stream.getvalue()


def mat(do_compression=True, **arrays):
    stream = io.BytesIO()
    scipy_io.savemat(stream, arrays, do_compression=do_compression)
    return stream.getvalue()


def no_table(data, **options) -> tuple[Variable, ...]:
    """The variables of a file without a table, with what is wrong with each."""
    error = refused(data, **options)
    assert error.problem is Problem.NO_TABLE
    return error.value
