"""What the user takes away: safe to open, complete, and the same numbers when read back."""

import csv
import io
import json
import re
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from expected import raised
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import sparse
from sklearn.cluster import KMeans

from rnse_core.exceptions import InputError, ParameterError, Reason
from rnse_core.exports import (
    indicator_csv,
    labels_csv,
    matrix_npz,
    neutralise,
    neutralised_csv,
    parameters_json,
    read_matrix_npz,
)
from rnse_core.tables import Limits, Problem, TableError, VariableProblem, read_table

DATA = b'id,x,row,note,cluster\n1,-1.5,5,=1+1,a\n2,,6,plain,b\n3,2.5,9,@home,a\n4,3.5,7,"-2,5",b\n'


def parsed(data, encoding="utf-8", **options):
    return list(csv.reader(io.StringIO(data.decode(encoding), newline=""), **options))


# Labels


def test_labels_are_joined_by_row_number():
    table = read_table(DATA)
    rows = [["row", "row (2)", "cluster"], ["1", "5", "0"], ["3", "9", "1"], ["4", "7", "0"]]
    assert parsed(labels_csv(table, [0, 1, 0])) == rows
    of_numbers = parsed(labels_csv(table.row_numbers, np.array([0, 1, 0])))
    assert of_numbers == [[row, cluster] for row, _, cluster in rows]


def test_further_columns_follow_the_cluster_and_keep_the_decimal_mark_of_the_file():
    columns = {"confidence": [1.0, None, np.nan], "second cluster": [1, "=x", None]}
    assert parsed(labels_csv([1, 2, 3], [0, 1, 0], columns=columns))[:3] == [
        ["row", "cluster", "confidence", "second cluster"],
        ["1", "0", "1", "1"],
        ["2", "1", "", "'=x"],
    ]
    table = read_table(b"a;b\n1,5;2\n2,5;3\n3,5;4\n4,5;4\n")
    written = labels_csv(table, [0, 1, 0, 1], columns={"a": [0.25] * 4}, original_columns=True)
    assert parsed(written, delimiter=";")[:2] == [["row", "a", "b", "cluster", "a (2)"], ["1", "1,5", "2", "0", "0,25"]]
    with pytest.raises(ValueError, match="confidence"):
        labels_csv([1, 2], [0, 1], columns={"confidence": [1.0]})


def test_original_columns_come_as_they_stand_and_neutralised():
    table = read_table(DATA)
    assert parsed(labels_csv(table, [0, 1, 0], original_columns=True)) == [
        ["row (2)", "id", "x", "row", "note", "cluster", "cluster (2)"],
        ["1", "1", "-1.5", "5", "'=1+1", "a", "0"],
        ["3", "3", "2.5", "9", "'@home", "a", "1"],
        ["4", "4", "3.5", "7", "-2,5", "b", "0"],
    ]


@pytest.mark.parametrize(
    ("content", "delimiter", "decimal"),
    [
        ("a;b\n1,5;-2,25\n-3,5;4,75\n5,25;6,5\n", ";", ","),
        ("a\tb\n1.5\t-2.25\n-3.5\t4.75\n5.25\t6.5\n", "\t", "."),
        ("a,b\n1.5,-2.25\n-3.5,4.75\n5.25,6.5\n", ",", "."),
        ("a b\n1,5 -2,25\n-3,5  4,75\n5,25 6,5\n", ";", ","),
        ("a  b\n1.5 -2.25\n-3.5  4.75\n5.25 6.5\n", ",", "."),
    ],
)
def test_numbers_of_the_original_columns_can_be_read_again(content, delimiter, decimal):
    table = read_table(content.encode(), decimal=decimal, delimiter=" " if "a " in content else None)
    written = labels_csv(table, [0, 1, 0], original_columns=True)
    assert parsed(written, delimiter=delimiter)[0] == ["row", "a", "b", "cluster"]
    assert b'"' not in written, "no number needs quotes"
    again = read_table(written, delimiter=delimiter, decimal=decimal, ignore=("row", "cluster"), label_column=None)
    np.testing.assert_array_equal(again.X, table.X)


def test_rows_left_out_can_be_written_without_a_cluster():
    table = read_table(DATA)
    rows = parsed(labels_csv(table, [0, 1, 0], left_out_rows=True))
    assert [[row, cluster] for row, _, cluster in rows[1:]] == [["1", "0"], ["2", ""], ["3", "1"], ["4", "0"]]
    assert rows[0] == ["row", "row (2)", "cluster"]
    assert parsed(labels_csv(table, [0, 1, 0], left_out_rows=True, original_columns=True))[2][2] == ""


def test_empty_and_ragged_rows_are_among_the_rows_left_out():
    table = read_table(b"a,b\n1,2\n,\n3\n\n5,6,7\n7,9\n", drop_bad_rows=True)
    rows = parsed(labels_csv(table, [0, 1], left_out_rows=True, original_columns=True))
    assert rows[1:] == [
        ["1", "1", "2", "0"],
        ["2", "", "", ""],
        ["3", "3", "", ""],
        ["4", "5", "6", ""],
        ["5", "7", "9", "1"],
    ]


def test_other_names_delimiters_and_labels():
    rows = parsed(labels_csv([1, 2], ["=x", "b"], cluster_name="+group", delimiter=";"), delimiter=";")
    assert rows == [["row", "'+group"], ["1", "'=x"], ["2", "b"]]


def test_a_byte_order_mark_comes_only_with_other_letters():
    assert not labels_csv([1], ["a"]).startswith(b"\xef\xbb\xbf")
    data = labels_csv([1], ["größe"])
    assert data.startswith(b"\xef\xbb\xbf") and parsed(data, "utf-8-sig")[1] == ["1", "größe"]


def test_arrays_have_original_columns_too():
    stream = io.BytesIO()
    np.save(stream, np.array([[1, 2.5], [3, 4.5], [7, -1e-7]]))
    rows = parsed(labels_csv(read_table(stream.getvalue()), [0, 1, 1], original_columns=True))
    assert rows[0] == ["row", "column 1", "column 2", "cluster"] and rows[3] == ["3", "7", "-1e-07", "1"]


def test_numbers_of_rows_and_labels_must_agree():
    table = read_table(DATA)
    with raised(InputError, argument="labels", reason=Reason.LENGTHS_DIFFER, value=2, bound=3):
        labels_csv(table, [0, 1])
    with raised(ParameterError, parameter="rows", reason=Reason.WRONG_TYPE):
        labels_csv([1, 2], [0, 1], original_columns=True)


@pytest.mark.parametrize(
    "cell", ["=1+1", "+cmd", "-x", "@a", "\ta", "\ra", "\na", "-", "=", "  =1", "＝1+1", "-1+2", "+1-1", "-1e5x", "=5"]
)
def test_a_formula_is_neutralised(cell):
    assert neutralise(cell) == "'" + cell


@pytest.mark.parametrize(
    "cell", ["-1", "+1.5", "-1,5", "-1.234,5", "-1e-7", "-.5", " -3 ", "-12%", "a=b", "", "'=1", "5-3"]
)
def test_numbers_and_plain_text_are_untouched(cell):
    assert neutralise(cell) == cell


@given(st.text(max_size=20))
def test_no_cell_begins_a_formula(cell):
    safe = neutralise(cell)
    assert safe in (cell, "'" + cell)
    if safe.lstrip(" ")[:1] in tuple("=+-@\t\r\n"):
        assert not safe.lstrip(" ") or re.fullmatch(r"[+-]?[\d.,]+([eE][+-]?\d+)?", safe.strip(" %"))


def test_a_long_line_of_blanks_takes_no_time():
    assert neutralise("-1" + " " * 100_000 + "x").startswith("'")


# Matrices


@settings(deadline=None)
@given(st.integers(1, 12), st.floats(0, 1), st.sampled_from(["f8", "f4"]))
def test_a_matrix_reads_back_exactly(n, density, dtype):
    rng = np.random.default_rng(n)
    S = np.where(rng.random((n, n)) < density, rng.random((n, n)), 0).astype(dtype)
    again = read_matrix_npz(matrix_npz(S))
    dense = again.toarray() if sparse.issparse(again) else again
    np.testing.assert_array_equal(dense, S)
    assert dense.dtype == S.dtype


def test_a_matrix_is_sparse_where_that_is_smaller():
    S = np.eye(200)
    data = matrix_npz(S)
    assert sparse.issparse(read_matrix_npz(data)) and len(data) < 10_000
    np.testing.assert_array_equal(sparse.load_npz(io.BytesIO(data)).toarray(), S)
    np.testing.assert_array_equal(read_matrix_npz(matrix_npz(sparse.csc_array(S))).toarray(), S)
    full = np.random.default_rng(0).random((20, 20))
    with np.load(io.BytesIO(matrix_npz(full, "P")), allow_pickle=False) as archive:
        np.testing.assert_array_equal(archive["P"], full)
    assert matrix_npz(full) == matrix_npz(full.copy())


def test_a_large_sparse_matrix_reads_back():
    S = sparse.eye_array(100_000, format="csr")
    assert (read_matrix_npz(matrix_npz(S)) != S).nnz == 0


def test_objects_are_never_written():
    with pytest.raises(ValueError):
        matrix_npz(np.array([[{}, 1, 2]], dtype=object))


def test_other_files_are_no_matrix():
    stream = io.BytesIO()
    np.savez(stream, A=np.eye(2), B=np.eye(2))
    small = Limits(max_cells=10)
    for data, limits, problem, of_array in [
        (b"a,b\n1,2\n", None, Problem.NOT_NPZ, None),
        (stream.getvalue(), None, Problem.NOT_ONE_MATRIX, None),
        (matrix_npz(np.ones((2, 2, 2))), None, Problem.UNUSABLE_VARIABLE, VariableProblem.DIMENSIONS),
        (matrix_npz(np.ones((50, 50))), small, Problem.UNUSABLE_VARIABLE, VariableProblem.TOO_MANY_ENTRIES),
        (matrix_npz(np.eye(50)), small, Problem.DAMAGED_SPARSE_MATRIX, VariableProblem.TOO_MANY_ENTRIES),
    ]:
        with pytest.raises(TableError) as caught:
            read_matrix_npz(data, limits=limits)
        assert caught.value.problem is problem
        if of_array is not None:
            assert caught.value.value.problem is of_array


def test_a_saved_similarity_can_be_uploaded_again():
    S = np.kron(np.eye(3), np.full((4, 4), 0.25))
    table = read_table(matrix_npz(S))
    assert table.kind == "similarity"
    np.testing.assert_array_equal(table.X, S)


@settings(deadline=None)
@given(st.lists(st.lists(st.floats(0, 1), min_size=3, max_size=3), min_size=1, max_size=5))
def test_an_indicator_reads_back_exactly(P):
    P = np.array(P)
    header, *rows = parsed(indicator_csv(P))
    assert header == ["row", *(f"cluster {c}" for c in range(len(P)))]
    np.testing.assert_array_equal(np.array([row[1:] for row in rows], dtype=float).T, P)
    assert [row[0] for row in rows] == ["1", "2", "3"]


def test_an_indicator_knows_its_rows():
    P = np.eye(2)
    assert parsed(indicator_csv(P, [4, 9]))[2] == ["9", "0.0", "1.0"]
    with raised(InputError, argument="row_numbers", reason=Reason.LENGTHS_DIFFER, value=1, bound=2):
        indicator_csv(P, [4])


# Parameters


class Model:
    """A stand-in with every kind of parameter."""

    objective_ = np.float64(1.5)
    n_iter_ = np.int64(3)
    converged_ = np.bool_(True)

    def get_params(self, deep=True):
        return {
            "alpha": float("inf"),
            "beta": float("nan"),
            "k": np.int32(7),
            "init": np.eye(2),
            "callback": print,
            "state": np.random.RandomState(0),
            "names": ("größe", {1: None}),
            "on": True,
        }


def test_parameters_results_and_versions():
    content = json.loads(parameters_json(Model(), extra={"file": "mine.csv"}), parse_constant=pytest.fail)
    assert content["estimator"] == "Model"
    given = content["parameters"]
    assert (given["alpha"], given["beta"], given["k"], given["on"]) == ("inf", "nan", 7, True)
    assert given["init"]["shape"] == [2, 2] and re.fullmatch("[0-9a-f]{64}", given["init"]["sha256"])
    assert (given["callback"], given["state"]) == ("print", "RandomState")
    assert given["names"] == ["größe", {"1": None}]
    assert content["results"] == {"objective": 1.5, "n_iter": 3, "converged": True}
    assert content["data"] == {"file": "mine.csv"}
    assert content["versions"]["numpy"] == np.__version__ and "rnse-core" in content["versions"]
    assert parameters_json(Model()) == parameters_json(Model())


def test_a_package_that_is_not_installed_is_said(monkeypatch):
    monkeypatch.setattr("rnse_core.exports.files._DISTRIBUTIONS", ("no-such-distribution-here",))
    versions = json.loads(parameters_json(Model()))["versions"]
    assert versions["no-such-distribution-here"] == "not installed as a package"


def test_any_estimator_of_scikit_learn():
    model = KMeans(2, n_init=1, random_state=0).fit(np.arange(8.0).reshape(4, 2))
    content = json.loads(parameters_json(model))
    assert content["parameters"]["n_clusters"] == 2 and content["results"]["n_iter"] == model.n_iter_


def test_the_samples_can_be_exported_and_read_again():
    path = Path(__file__).parents[3] / "sample_data" / "shop_customers.csv"
    table = read_table(path)
    data = labels_csv(table, np.arange(60) % 3, original_columns=True)
    again = read_table(data)
    assert again.n_rows_read == 60 and "cluster" in [*again.feature_names, again.label_name]
    assert b"'=2+3" in data and b"'@desk" in data and "Zürich" in data.decode("utf-8-sig")


def test_a_table_of_results_is_safe_to_open():
    frame = pd.DataFrame({"=1+1": ['=HYPERLINK("//other.example")', "plain"], "n": [-1.5, 2.0]})
    header, first, second = csv.reader(io.StringIO(neutralised_csv(frame)))
    assert header == ["'=1+1", "n"]
    assert first == ['\'=HYPERLINK("//other.example")', "-1.5"]
    assert second == ["plain", "2.0"]
