"""Matrix Market files: what scipy writes comes back, and no damage ends the process or gives another matrix."""

import io
import subprocess
import sys

import numpy as np
import pytest
import scipy.io
from hypothesis import given
from hypothesis import strategies as st
from scipy import sparse

from rnse_core.tables import Problem, TableError, read_table
from rnse_core.tables.matrix_market import read_matrix_market

RNG = np.random.default_rng(0)
SQUARE = RNG.normal(size=(7, 7)) * 10.0 ** RNG.integers(-20, 20, (7, 7))
MATRICES = {
    "general": SQUARE[:, :3],
    "symmetric": SQUARE + SQUARE.T,
    "skew-symmetric": SQUARE - SQUARE.T,
    "integer": RNG.integers(-9, 9, (7, 4)),
    "large integers": np.array([[2**60 + 1, 3], [0, -(2**61)]]),
    "empty": np.zeros((3, 2)),
}
HEAD = b"%%MatrixMarket matrix coordinate real general\n"


def written(matrix, **how):
    stream = io.BytesIO()
    scipy.io.mmwrite(stream, matrix, **how)
    return stream.getvalue()


pytestmark = pytest.mark.filterwarnings("error")


def read(data):
    n_rows, n_columns, n_stored, *rest = scipy.io.mminfo(io.BytesIO(data))
    return read_matrix_market(data, (n_rows, n_columns), n_stored, *rest)


@pytest.mark.parametrize("name", MATRICES)
def test_what_is_written_comes_back(name):
    matrix = MATRICES[name]
    dense, thin = read(written(matrix)), read(written(sparse.coo_array(matrix)))
    np.testing.assert_array_equal(dense, matrix)
    np.testing.assert_array_equal(thin.toarray(), matrix)
    assert dense.dtype == thin.dtype == matrix.dtype


def test_a_pattern_and_entries_that_repeat():
    pattern = read(b"%%MatrixMarket matrix coordinate pattern symmetric\n% c\n\n3 3 2\n2 1\n3 3\n")
    np.testing.assert_array_equal(pattern.toarray(), [[0, 1, 0], [1, 0, 0], [0, 0, 1]])
    twice = read(HEAD + b"2 2 3\n1 1 1.5\n1 1 2\n2 2 -1e-3\n")
    np.testing.assert_array_equal(twice.toarray(), [[3.5, 0], [0, -1e-3]])


@pytest.mark.parametrize(
    "body",
    [
        b"3 2 4\n1 1 1\n2 1 4\n2 2 5.41E", b"3 2 2\n1 1 1\n2 1 4\0", b"3 2 2\n1 1 1\n2 1 4.1 E-2\n",
        b"3 2 2\n1 1 1\n", b"3 2 2\n1 1 1\n2 2\n", b"3 2 1\n4 1 1\n", b"3 2 1\n0 1 1\n", b"3 2 1\n1 1 x\n",
        b"3 2 1\n1.5 1 1\n", b"3 2 1\n1 1 1\n2 2 2\n", b"3 2 1\n", b"3 2 1\n1 1 \"1\n", b"3 2 1\n1 1 1 9\n",
    ],
)  # fmt: skip
def test_damage_is_refused(body):
    with pytest.raises(TableError) as caught:
        read_table(HEAD + body)
    assert caught.value.problem is Problem.DAMAGED_VARIABLE


SMALL = written(sparse.coo_array(np.where(RNG.random((20, 2)) < 0.8, RNG.normal(size=(20, 2)).round(2), 0.0)))


@given(places=st.lists(st.tuples(st.integers(0, len(SMALL)), st.integers(0, 255)), max_size=3), cut=st.integers(0, 30))
def test_changed_bytes_give_a_table_or_a_table_error(places, cut):
    data = bytearray(SMALL)
    for place, byte in places:
        data[place : place + 1] = bytes([byte])
    try:
        read_table(bytes(data[: len(data) - cut]))
    except TableError as error:
        assert isinstance(error.problem, Problem)


def test_a_file_that_is_cut_does_not_end_the_process():
    program = f"""
from rnse_core.tables import TableError, read_table
data = {SMALL!r}
for end in range(len(data)):
    try:
        read_table(data[:end])
    except TableError:
        pass
"""
    done = subprocess.run([sys.executable, "-c", program], check=False, capture_output=True, text=True, timeout=300)
    assert (done.returncode, done.stderr) == (0, "")
