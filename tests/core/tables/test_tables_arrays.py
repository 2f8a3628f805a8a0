"""Arrays from .npy and .npz files."""

import io
import zipfile

import numpy as np
import pytest
from array_files import X, Y, no_table, npy, npz
from readings import note, notes, question, refused
from scipy import sparse

from rnse_core.tables import (
    Limits,
    Note,
    NoteKind,
    Option,
    OptionKind,
    Problem,
    QuestionKind,
    VariableProblem,
    list_variables,
    read_table,
)


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
        (np.array(5.0), VariableProblem.DIMENSIONS),
        (np.zeros((0, 3)), VariableProblem.EMPTY),
        (np.ones((3, 2)) * 1j, VariableProblem.COMPLEX),
        (np.array(["a", "b"]), None),
        (np.array(["2020-01-01"], dtype="M8[D]"), VariableProblem.NOT_NUMERIC),
    ],
)
def test_arrays_that_are_no_table(array, problem):
    (variable,) = no_table(npy(array))
    assert (variable.problem, variable.shape, variable.type) == (problem, array.shape, str(array.dtype))
    assert variable.is_text == (problem is None) and not variable.is_numeric


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
    assert note(table, NoteKind.VARIABLES_NOT_READ).values == ("Z", "names")
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
    sparse.save_npz(stream, sparse.csr_array((10**6, 10**6 - 1)))
    (variable,) = no_table(stream.getvalue())
    assert (variable.problem, variable.size) == (VariableProblem.TOO_MANY_ENTRIES, 10**12 - 10**6)


def test_a_sparse_matrix_in_which_nothing_is_similar_is_refused():
    stream = io.BytesIO()
    sparse.save_npz(stream, sparse.csr_array((10**6, 10**6)))
    assert refused(stream.getvalue()).problem is Problem.NOTHING_SIMILAR


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
