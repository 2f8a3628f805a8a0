"""Paths, sizes, files of other kinds, and arrays from .npy, .npz and .mat files."""

import doctest
import errno
import hashlib
import io
import os
import pickle
import zipfile
import zlib

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from readings import note, notes, question, refused
from scipy import io as scipy_io
from scipy import sparse

import rnse_core.tables.read
from rnse_core.tables import (
    Limits,
    Note,
    NoteKind,
    Option,
    OptionKind,
    OtherFormat,
    Problem,
    QuestionKind,
    TableError,
    Variable,
    VariableProblem,
    list_variables,
    read_table,
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


def zipped(*names):
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        for name in names:
            archive.writestr(name, "content")
    return stream.getvalue()


# Paths, names and sizes


def test_a_path_and_its_bytes_give_the_same_table(tmp_path):
    data = b"x,y\n1,2\n3,5\n"
    path = tmp_path / "mine.csv"
    path.write_bytes(data)
    for source in (path, str(path), data, bytearray(data), memoryview(data)):
        table = read_table(source)
        assert table.X.tolist() == [[1, 2], [3, 5]]
        assert table.sha256 == hashlib.sha256(data).hexdigest()
    assert read_table(path).name == read_table(path).report[0].values[0] == "mine.csv"
    assert read_table(path, name="yours").name == "yours"


def test_the_example_in_the_documentation():
    assert doctest.testmod(rnse_core.tables.read) == (0, 3)


def test_reading_twice_gives_the_same(tmp_path):
    data = io.BytesIO(b"x,y\n1,2\n3,5\n").getvalue()
    np.testing.assert_array_equal(read_table(data).X, read_table(data).X)


def test_what_is_no_readable_file_is_refused(tmp_path):
    error = refused(tmp_path / "none.csv")
    assert (error.problem, error.file) == (Problem.UNREADABLE, str(tmp_path / "none.csv"))
    assert error.token == os.strerror(errno.ENOENT)
    error = refused(tmp_path)
    assert (error.problem, error.file) == (Problem.NOT_A_FILE, str(tmp_path))
    assert refused("a\0b").problem is Problem.UNREADABLE
    error = refused(5)
    assert (error.problem, error.value) == (Problem.NOT_A_SOURCE, "int")
    if hasattr(os, "mkfifo"):
        os.mkfifo(tmp_path / "pipe")
        assert refused(tmp_path / "pipe").problem is Problem.NOT_A_FILE


def test_the_size_is_checked_before_the_file_is_read(tmp_path):
    path = tmp_path / "big.csv"
    with path.open("wb") as file:
        file.truncate(3_000_000_000)  # sparse: reading it would take 3 GB
    error = refused(path)
    assert (error.problem, error.file) == (Problem.FILE_TOO_LARGE, "big.csv")
    assert (error.value, error.bound) == (3_000_000_000, 500_000_000)
    error = refused(b"1,2\n" * 100, limits=Limits(max_bytes=99))
    assert (error.problem, error.value, error.bound) == (Problem.FILE_TOO_LARGE, 400, 99)


def test_an_error_can_be_stored_and_sent():
    error = refused(b"a,b\n1,2\n3,4,5\n")
    again = pickle.loads(pickle.dumps(error))
    assert (again.problem, again.line, again.column, again.options) == (Problem.ROW_WIDTH, 3, 3, error.options)
    assert isinstance(again, ValueError) and str(again) == str(error)


def test_a_table_can_be_stored_and_sent():
    for data in (b"id,x,y,who\n1,2,5%,a\n2,?,6%,b\n3,4,,a\n4,5,7%,b\n", npz(X=X, Z=X, y=Y)):
        table = read_table(data)
        again = pickle.loads(pickle.dumps(table))
        assert (again.report, again.questions, again.columns) == (table.report, table.questions, table.columns)


# Files of other kinds under a table's name


@pytest.mark.parametrize(
    ("data", "other"),
    [
        (zipped("[Content_Types].xml", "word/document.xml"), OtherFormat.WORD),
        (zipped("mimetype", "content.xml"), OtherFormat.OPENDOCUMENT),
        (zipped("data.csv"), OtherFormat.ZIP),
        (zipped(), OtherFormat.ZIP),
        (b"PK\x03\x04 and nonsense", OtherFormat.DAMAGED_ZIP),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(100), OtherFormat.OLD_OFFICE),
        (b"%PDF-1.7\n", OtherFormat.PDF),
        (b"\x89PNG\r\n\x1a\n" + bytes(50), OtherFormat.PNG),
        (b"\xff\xd8\xff\xe0" + bytes(50), OtherFormat.JPEG),
        (b"GIF89a" + bytes(50), OtherFormat.GIF),
        (b"BZh91AY&SY" + bytes(50), OtherFormat.BZIP2),
        (b"\xfd7zXZ\x00" + bytes(50), OtherFormat.XZ),
        (b"7z\xbc\xaf\x27\x1c" + bytes(50), OtherFormat.SEVEN_ZIP),
        (b"Rar!\x1a\x07\x00", OtherFormat.RAR),
        (b"\x89HDF\r\n\x1a\n" + bytes(50), OtherFormat.HDF5),
        (b"MATLAB 7.3 MAT-file, made today", OtherFormat.MATLAB_7_3),
        (b"SQLite format 3\x00" + bytes(50), OtherFormat.SQLITE),
        (pickle.dumps({"a": [1, 2]}), OtherFormat.PICKLE),
        (b"<!DOCTYPE html><html></html>", OtherFormat.HTML),
        (b"\xef\xbb\xbf<?xml version='1.0'?><a/>", OtherFormat.XML),
        (b'{"a": [1, 2]}', OtherFormat.JSON),
        (b"[[1, 2], [3, 4]]", OtherFormat.JSON),
    ],
)
def test_a_file_of_another_format_named_csv_is_recognised(data, other):
    error = refused(data, name="table.csv")
    assert (error.problem, error.value, error.file) == (Problem.OTHER_FORMAT, other, "table.csv")
    assert str(error).startswith("`table.csv` is ") and "\n" not in str(error)


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (zipped("[Content_Types].xml", "xl/workbook.xml"), "xlsx"),
        (b"\x1f\x8b\x08" + bytes(50), "gz"),
        (b"PAR1" + bytes(50), "parquet"),
        (b"ARROW1\x00\x00" + bytes(50), "feather"),
    ],
)
def test_a_damaged_file_of_a_kind_that_is_read_is_named(data, kind):
    error = refused(data, name="table.csv")
    assert (error.problem, error.value, error.file) == (Problem.DAMAGED_FILE, kind, "table.csv")


@pytest.mark.parametrize(
    "data", [b"PKs,x\n1,2\n3,5\n", b"BMI,x\n1,2\n3,5\n", b"[x],[y]\n1,2\n3,5\n", b"GIF,MZ\n1,2\n3,5\n"]
)
def test_headers_that_resemble_other_files_are_read(data):
    assert read_table(data).n_features == 2


# Arrays


def test_a_npy_file():
    table = read_table(npy(X), name="x.npy")
    np.testing.assert_array_equal(table.X, X)
    assert table.feature_names == ["column 1", "column 2", "column 3"] and table.choices.format == "npy"
    assert (table.report[0].kind, table.report[0].shape) == (NoteKind.ARRAY_FILE, (12, 3))
    file, choices = table.report[0].values
    assert (file, choices.format, choices.variable) == ("x.npy", "npy", "")


@pytest.mark.parametrize("dtype", ["f4", "f2", "i4", "u1", "?", ">f8", "i8"])
def test_every_type_of_number(dtype):
    A = np.array([[0, 1], [1, 0], [1, 1]]).astype(dtype)
    table = read_table(npy(np.asfortranarray(A)))
    assert table.X.dtype == np.float64 and table.X.flags.c_contiguous
    assert table.X.tolist() == [[0, 1], [1, 0], [1, 1]]


def test_whole_numbers_beyond_float64_are_noted():
    table = read_table(npy(np.array([[2**53 + 1, 1], [-3, 2], [9, 9]])))
    assert Note(NoteKind.ROUNDED_INTEGERS) in table.report
    assert not notes(read_table(npy(np.array([[2**53, 1], [3, 2]]))), NoteKind.ROUNDED_INTEGERS)


def test_a_vector_is_one_column():
    assert read_table(npy(np.array([1.5, 2.5, 9]))).X.shape == (3, 1)
    assert read_table(npy(np.array([[1.5, 2.5, 9]]))).X.shape == (3, 1)


def test_what_is_not_finite_is_missing():
    A = X.copy()
    A[1, 0], A[2, 1], A[3, 2] = np.nan, np.inf, -np.inf
    table = read_table(npy(A))
    assert table.row_numbers.tolist() == [1, *range(5, 13)]
    assert table.columns[1].missing_tokens == {"inf": 1}
    A[4, 0] = -999
    assert 5 not in read_table(npy(A), missing_values=["-999"]).row_numbers


def test_arrays_go_through_the_same_rules_as_text():
    A = np.column_stack([np.arange(1, 13), X, np.ones(12), Y])
    table = read_table(npy(A), label_column="column 6")
    assert table.feature_names == ["column 2", "column 3", "column 4"]
    assert table.labels.tolist() == [str(y) for y in Y]
    header, rows = table.head(1)
    assert header[0] == "column 1" and rows[0][0] == "1" and float(rows[0][1]) == X[0, 0]


def test_labels_from_a_column_with_gaps():
    A = np.array([[1.5, np.nan], [2.5, 1.5], [9, np.inf], [4, 1.5]])
    assert read_table(npy(A), label_column="column 2").labels.tolist() == ["", "1.5", "inf", "1.5"]


@pytest.mark.parametrize(
    ("array", "problem"),
    [
        (np.zeros((2, 2, 2)), VariableProblem.DIMENSIONS),
        (np.array(5.0), VariableProblem.DIMENSIONS),
        (np.zeros((0, 3)), VariableProblem.EMPTY),
        (np.ones((3, 2)) * 1j, VariableProblem.COMPLEX),
        (np.array(["a", "b"]), None),
        (np.array([("a", 1.0)], dtype=[("n", "U1"), ("x", "f8")]), VariableProblem.NOT_NUMERIC),
        (np.array(["2020-01-01"], dtype="M8[D]"), VariableProblem.NOT_NUMERIC),
    ],
)
def test_arrays_that_are_no_table(array, problem):
    (variable,) = no_table(npy(array))
    assert (variable.problem, variable.shape, variable.type) == (problem, array.shape, str(array.dtype))
    assert variable.is_text == (problem is None) and not variable.is_numeric


@pytest.mark.filterwarnings("ignore:Stored array in format 3.0")
def test_a_structured_array_is_no_table():
    (variable,) = no_table(npy(np.array([("a", 1.0)], dtype=[("中", "U1"), ("x", "f8")])))
    assert variable.problem is VariableProblem.STRUCTURED


def test_sizes_are_taken_from_the_header_before_anything_is_loaded():
    stream = io.BytesIO()
    header = {"descr": "<f8", "fortran_order": False, "shape": (10**6, 10**5)}
    np.lib.format.write_array_header_1_0(stream, header)
    (variable,) = no_table(stream.getvalue())
    assert (variable.problem, variable.size, variable.limit) == (VariableProblem.TOO_MANY_ENTRIES, 10**11, 50_000_000)
    (variable,) = no_table(npy(np.zeros((10, 2))), limits=Limits(max_cells=19))
    assert (variable.problem, variable.size, variable.limit) == (VariableProblem.TOO_MANY_ENTRIES, 20, 19)
    error = refused(npy(np.zeros((10, 2))), limits=Limits(max_bytes=150))
    assert error.problem is Problem.FILE_TOO_LARGE
    (variable,) = no_table(npz(X=np.zeros((100, 100))), limits=Limits(max_bytes=2000))
    assert (variable.problem, variable.n_bytes, variable.limit) == (VariableProblem.TOO_MANY_BYTES, 80_000, 2000)


def test_an_array_that_is_cut_short_is_damaged():
    error = refused(npy(X)[:-8], name="x.npy")
    assert (error.problem, error.file, error.variable) == (Problem.DAMAGED_VARIABLE, "x.npy", "")
    error = refused(npy(X)[:20], name="x.npy")
    assert (error.problem, error.file, error.value) == (Problem.DAMAGED_FILE, "x.npy", "npy")


def test_too_many_rows_or_columns_of_an_array():
    error = refused(npy(X), limits=Limits(max_rows=10))
    assert (error.problem, error.value, error.bound) == (Problem.TOO_MANY_ROWS, 12, 10)
    table = read_table(npy(X), limits=Limits(max_rows=10), **error.options[0].keywords)
    np.testing.assert_array_equal(table.X, X[table.row_numbers - 1])
    assert table.n_rows == 10 and table.n_rows_read == 12
    error = refused(npy(X), limits=Limits(max_columns=2))
    assert (error.problem, error.value, error.bound) == (Problem.TOO_MANY_COLUMNS, 3, 2)
    assert error.options[0].keywords == {"transpose": True}
    assert read_table(npy(np.array([[1.5, 2], [3, 5]])), sample_rows=5).n_rows == 2


def test_one_row_of_an_array_can_be_transposed():
    error = refused(npy(np.array([5.0])))
    assert (error.problem, error.count) == (Problem.TOO_FEW_ROWS, 1)
    assert error.options == (Option(OptionKind.TRANSPOSE, {"transpose": True}),)


def test_variables_of_a_npz_file():
    data = npz(X=X, Z=X[:, :2], y=Y, names=np.array(list("abcdefghijkl")))
    table = read_table(data, name="all.npz")
    np.testing.assert_array_equal(table.X, X)
    assert table.choices.variable == "X" and table.label_name == "y" and table.labels.tolist() == [str(y) for y in Y]
    assert note(table, NoteKind.VARIABLES_NOT_READ).values == ("Z",)
    assert note(table, NoteKind.LABEL_VARIABLE).values == ("y",)
    first, second = question(table, QuestionKind.VARIABLE).options
    assert first == Option(OptionKind.VARIABLE, {"variable": "X"}, values=(12, 3))
    assert read_table(data, **second.keywords).X.shape == (12, 2)
    assert [(v.name, v.shape, v.is_text) for v in list_variables(data)] == [
        ("X", (12, 3), False),
        ("Z", (12, 2), False),
        ("y", (12,), False),
        ("names", (12,), True),
    ]


def test_the_user_chooses_the_variable_and_the_labels():
    data = npz(X=X, y=Y, names=np.array(list("abcdefghijkl"), dtype="S1"))
    assert read_table(data, label_column="names").labels.tolist() == list("abcdefghijkl")
    assert read_table(data, label_column=None).labels is None
    assert read_table(data, variable="y").X.shape == (12, 1)
    error = refused(data, variable="Q")
    assert (error.problem, error.variable, error.choices) == (Problem.UNKNOWN_VARIABLE, "Q", ("X", "y", "names"))
    error = refused(data, variable="names")
    assert (error.problem, error.variable) == (Problem.UNUSABLE_VARIABLE, "names") and error.value.is_text
    error = refused(data, label_column="who")
    assert (error.problem, error.column, error.keyword) == (Problem.UNKNOWN_COLUMN, "who", "label_column")
    error = refused(npz(X=X, y=Y[:5]), label_column="y")
    assert (error.problem, error.variable, error.bound) == (Problem.UNUSABLE_LABELS, "y", 12)
    assert error.value.shape == (5,)


def test_without_a_name_the_largest_matrix_is_taken():
    assert read_table(npz(a=X[:, :2], b=X, c=Y)).choices.variable == "b"


def test_labels_that_are_text_or_fractions_or_missing():
    assert read_table(npz(X=X[:3], who=np.array(["a", "b", "a"]))).labels.tolist() == ["a", "b", "a"]
    table = read_table(npz(X=X[:3], y=np.array([1.0, np.nan, 2.5])))
    assert table.labels.tolist() == ["1", "", "2.5"] and table.labelled.tolist() == [True, False, True]


def test_labels_follow_a_sample():
    table = read_table(npz(X=X, y=np.arange(12)), sample_rows=5)
    assert table.labels.tolist() == [str(k - 1) for k in table.row_numbers]


def test_a_matrix_of_columns_is_asked_about_and_can_be_transposed():
    data = npz(X=X.T, y=Y)
    table = read_table(data)
    assert table.labels is None
    assert Note(NoteKind.ENTRY_PER_COLUMN, values=("y",)) in table.report
    rows, columns = question(table, QuestionKind.ORIENTATION).options
    assert (rows.kind, rows.count) == (OptionKind.ROWS_ARE_POINTS, 3)
    assert (columns.kind, columns.count) == (OptionKind.COLUMNS_ARE_POINTS, 12)
    transposed = read_table(data, **columns.keywords)
    np.testing.assert_array_equal(transposed.X, X)
    assert transposed.labels is not None and Note(NoteKind.TRANSPOSED) in transposed.report


def test_a_sparse_matrix_as_scipy_saves_it():
    A = np.where(np.abs(X) > 0.5, X, 0)
    for kind in (sparse.csr_array, sparse.csc_array):
        stream = io.BytesIO()
        sparse.save_npz(stream, kind(A))
        table = read_table(stream.getvalue())
        np.testing.assert_array_equal(table.X, A)
        assert list_variables(stream.getvalue())[0].is_sparse


def test_a_sparse_matrix_that_would_be_too_large_is_refused():
    stream = io.BytesIO()
    sparse.save_npz(stream, sparse.csr_array((10**6, 10**6)))
    (variable,) = no_table(stream.getvalue())
    assert (variable.problem, variable.size) == (VariableProblem.TOO_MANY_ENTRIES, 10**12)


def test_a_hostile_sparse_matrix_is_refused():
    parts = {"data": np.ones(2), "indices": np.array([0, 99]), "indptr": np.array([0, 1, 2]), "format": np.array("csr")}
    damaged = Problem.DAMAGED_VARIABLE
    assert refused(npz(**parts, shape=np.array([2, 3]))).problem is damaged
    unknown = refused(npz(**{**parts, "format": np.array("zzz")}, shape=np.array([2, 3])))
    assert (unknown.problem, unknown.token) == (Problem.DAMAGED_SPARSE_MATRIX, "zzz")
    error = refused(npz(**parts, shape=np.arange(50)))
    assert (error.problem, error.variable) == (Problem.DAMAGED_SPARSE_MATRIX, "shape")
    error = refused(npz(**{**parts, "data": np.ones((2, 2, 2))}, shape=np.array([2, 3])))
    assert (error.problem, error.variable) == (Problem.DAMAGED_SPARSE_MATRIX, "data")
    assert error.value.problem is VariableProblem.DIMENSIONS


@pytest.mark.parametrize(
    ("indices", "starts"),
    [
        ([0, 1], [0, 1, -1]),
        ([0, 1], [0, 2, 1]),
        ([0, 1], [1, 1, 2]),
        ([0, 1], [0, 1, 3]),
        ([0, 1], [0, 2]),
        ([0, 3], [0, 1, 2]),
        ([-1, 1], [0, 1, 2]),
        ([0], [0, 1, 2]),
        ([[0, 1]], [0, 1, 2]),
        ([0.0, 1.0], [0, 1, 2]),
        (np.array([0, 2**64 - 1], dtype=np.uint64), [0, 1, 2]),
    ],
)
def test_no_index_of_a_sparse_matrix_is_trusted(indices, starts):
    parts = {"data": np.ones(2), "indices": np.array(indices), "indptr": np.array(starts), "format": np.array("csr")}
    assert refused(npz(**parts, shape=np.array([2, 3]))).problem is Problem.DAMAGED_VARIABLE


def test_a_npz_file_with_too_many_arrays_is_refused():
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        for k in range(1001):
            archive.writestr(f"{k}.npy", b"")
    error = refused(stream.getvalue())
    assert (error.problem, error.bound) == (Problem.TOO_MANY_VARIABLES, 1000)


def test_a_text_file_has_no_variables():
    assert list_variables(b"a,b\n1,2\n") == []


# MATLAB


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
