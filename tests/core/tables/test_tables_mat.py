"""Matrices from files of MATLAB."""

import io
import zlib

import numpy as np
import pytest
from array_files import X, Y, mat, no_table
from hypothesis import given, settings
from hypothesis import strategies as st
from readings import refused
from scipy import io as scipy_io
from scipy import sparse

from rnse_core.tables import (
    Limits,
    OtherFormat,
    Problem,
    TableError,
    VariableProblem,
    list_variables,
    read_table,
)


@pytest.mark.parametrize("packed", [True, False])
def test_variables_of_a_mat_file(packed):
    data = mat(packed, fea=X, gnd=Y[:, None], Z=X[:, :2], note="hello", s={"a": 1})
    table = read_table(data, name="all.mat")
    np.testing.assert_array_equal(table.X, X)
    assert table.label_name == "gnd" and table.labels.tolist() == [str(y) for y in Y]
    kinds = {v.name: (v.type, v.problem) for v in list_variables(data)}
    assert kinds["fea"] == ("double", None) and kinds["note"] == ("char", None)
    assert kinds["s"] == ("struct", VariableProblem.MATLAB_CLASS)


@pytest.mark.parametrize("dtype", ["f8", "f4", "i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8", "?"])
@pytest.mark.parametrize("packed", [True, False])
def test_every_type_of_number_in_a_mat_file(dtype, packed):
    A = np.array([[0, 1, 1], [1, 0, 1], [1, 1, 0], [0, 0, 1]]).astype(dtype)
    np.testing.assert_array_equal(read_table(mat(packed, A=A), label_column=None).X, A.astype(float))


@settings(deadline=None, max_examples=30)
@given(st.integers(2, 9), st.integers(1, 9), st.booleans(), st.booleans(), st.text("abcXYZ_", min_size=1, max_size=20))
def test_any_matrix_in_a_mat_file_reads_back_exactly(n_rows, n_columns, packed, is_sparse, name):
    A = np.random.default_rng(n_rows * 10 + n_columns).normal(size=(n_rows, n_columns)) + np.eye(n_rows, n_columns)
    data = mat(packed, **{f"v{name}": sparse.csc_array(A) if is_sparse else A})
    np.testing.assert_array_equal(read_table(data, kind="features").X, A)


def test_labels_of_text_in_a_mat_file():
    names = np.array(["ann", "bo", "", "größe"], dtype=object)[:, None]
    table = read_table(mat(meas=X[:4], species=names))
    assert table.labels.tolist() == ["ann", "bo", "", "größe"]
    table = read_table(mat(meas=X[:2], names=np.array(["ann", "bo"])))
    assert table.labels.tolist() == ["ann", "bo"]
    mixed = np.array(["ann", 5.0], dtype=object)[:, None]
    assert refused(mat(meas=X[:2], names=mixed)).problem is Problem.DAMAGED_VARIABLE


def test_big_endian_mat_files():
    def part(kind, payload):
        return kind.to_bytes(4) + len(payload).to_bytes(4) + payload + bytes(-len(payload) % 8)

    def matrix(class_, dims, name, *parts):
        head = part(6, class_.to_bytes(4) + bytes(4)) + part(5, np.array(dims, ">i4").tobytes()) + part(1, name)
        return part(14, head + b"".join(parts))

    header = b"MATLAB 5.0 MAT-file".ljust(124) + b"\x01\x00MI"
    numbers = matrix(6, [2, 2], b"X", part(9, np.array([1, 2, 3, 5], ">f8").tobytes()))
    text = matrix(4, [2, 1], b"who", part(17, "ab".encode("utf-16-be")))
    table = read_table(header + numbers + text)
    assert table.X.tolist() == [[1, 3], [2, 5]] and table.labels.tolist() == ["a", "b"]
    short = matrix(4, [2, 2], b"who", part(17, "ab".encode("utf-16-be")))
    error = refused(header + numbers + short, label_column="who")
    assert (error.problem, error.variable) == (Problem.DAMAGED_VARIABLE, "who")


def test_complex_and_empty_variables_of_a_mat_file():
    assert [one.problem for one in no_table(mat(z=X + 1j))] == [VariableProblem.COMPLEX]
    assert [one.problem for one in no_table(mat(z=np.zeros((0, 3))))] == [VariableProblem.EMPTY]
    assert refused(mat()[:128]).problem is Problem.NO_VARIABLES


def test_a_mat_file_that_unpacks_to_more_than_the_limit_is_refused():
    data = mat(X=np.zeros((2000, 2000)))
    assert len(data) < 100_000
    (variable,) = no_table(data, limits=Limits(max_bytes=1_000_000))
    assert (variable.problem, variable.n_bytes) == (VariableProblem.TOO_MANY_BYTES, 32_000_000)
    assert variable.limit == 1_000_000
    # A part whose head promises four numbers, but that goes on for much longer.
    content = bytearray(zlib.decompress(mat(X=np.zeros((2, 2)))[136:]))
    content[4:8] = (len(content) - 8 + 50_000_000).to_bytes(4, "little")
    packed = zlib.compress(bytes(content) + bytes(50_000_000))
    bomb = mat(X=X)[:128] + (15).to_bytes(4, "little") + len(packed).to_bytes(4, "little") + packed
    assert refused(bomb, limits=Limits(max_bytes=1_000_000)).problem is Problem.DAMAGED_VARIABLE


@pytest.mark.parametrize("packed", [True, False])
def test_a_mat_file_with_any_byte_changed_gives_a_table_or_a_table_error(packed):
    data = mat(packed, X=X[:4], gnd=Y[:4, None], sp=sparse.csc_array(np.eye(3)), c=np.array(["a", "b"], dtype=object))
    for place in range(128, len(data), 3):
        for value in (0, 1, 127, 255):
            changed = data[:place] + bytes([value]) + data[place + 1 :]
            for variable in (None, "sp"):
                try:
                    assert np.isfinite(read_table(changed, variable=variable).X).all()
                except TableError as error:
                    assert str(error)


def test_a_mat_file_cut_short_is_refused():
    data = mat(False, X=X)
    for length in [*range(1, len(data), 37), len(data) - 1]:
        assert refused(data[:length], name="x.mat").file == "x.mat"


def test_an_old_mat_file_is_told():
    stream = io.BytesIO()
    scipy_io.savemat(stream, {"X": X}, format="4")
    error = refused(stream.getvalue(), name="x.mat")
    assert (error.problem, error.value) == (Problem.OTHER_FORMAT, OtherFormat.NOT_MATLAB_5)
