"""Where warnings are errors, a file is read as it is without."""

import io
import warnings

import numpy as np
import pytest

from rnse_core.tables import read_table

# A signalling NaN, whose cast sets a flag of the processor.
SIGNALLING = np.array([0x7FA00000, 0x3F800000], dtype=np.uint32).view(np.float32)
CELLS = ["1e400", "-1e400", "1e308", "1e-400", "nan", "inf", "9" * 400, "1e308%", "0x1p9999"]


def npy(array):
    stream = io.BytesIO()
    np.save(stream, array)
    return stream.getvalue()


FILES = {
    "signalling.npy": npy(np.concatenate([SIGNALLING, np.arange(18, dtype=np.float32)]).reshape(10, 2)),
    "long.npy": npy(np.full((4, 2), np.longdouble("1e4000")) * np.arange(8).reshape(4, 2)),
    "cells.csv": b"a,b\n" + b"".join(f"{cell},{k}\n{k * k},{k}.5\n".encode() for k, cell in enumerate(CELLS)),
    "odd.csv": b"a,b\n1,2\n" + bytes(range(128, 256)) + b",3\n4,5\n",
}


def outcome(name):
    try:
        table = read_table(FILES[name], name=name)
    except ValueError as error:
        return type(error), str(error)
    return table.kind, table.X.tobytes(), [str(note) for note in table.report], len(table.questions)


@pytest.mark.parametrize("name", FILES)
def test_warnings_change_no_outcome(name):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        usual = outcome(name)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert outcome(name) == usual
