"""Matrices off by rounding, triangles, and sparse matrices in every format."""

from io import BytesIO
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from readings import note, question, refused
from scipy import sparse

from rnse_core.tables import NoteKind, Problem, QuestionKind, read_table, sparse_matrix

CASES = Path(__file__).parent / "cases"
POINTS = np.array([0.0, 1, 2, 3, 20, 21, 22, 23.5])
D = np.abs(POINTS[:, None] - POINTS)


def written(A, **options):
    return pd.DataFrame(A).to_csv(**{"header": False, "index": False, **options}).encode()


def test_case_of_a_diagonal_off_by_rounding():
    table = read_table(CASES / "c04_diag_rounding.csv")
    assert table.kind == "distance" and not np.diagonal(table.X).any()
    assert note(table, NoteKind.ROUNDED_TO_ZERO).count == 2
    assert read_table(CASES / "c04_diag_rounding.csv", kind="distance").kind == "distance"


@pytest.mark.parametrize("noise", [1e-16, -1e-17, 1e-9, 1e-7])
def test_rounding_on_the_diagonal_is_zero(noise):
    table = read_table(written(D + noise * np.diag(POINTS)))
    assert table.kind == "distance"
    np.testing.assert_array_equal(np.diagonal(table.X), 0)


def test_single_precision_is_symmetric():
    rng = np.random.default_rng(1)
    A = D * (1 + 1e-7 * rng.normal(size=D.shape))
    table = read_table(written(A))
    assert table.kind == "distance" and (table.X == table.X.T).all()


def test_unequal_entries_are_printed_so():
    A = np.ones((4, 4)) + 1e-5 * np.triu(np.ones((4, 4)))
    assert "1.00001" in str(refused(written(A), kind="similarity"))
    error = refused(written(1e6 * np.ones((4, 4)) + np.triu(np.full((4, 4), 1.001), 1)), kind="similarity")
    assert error.problem is Problem.NOT_SYMMETRIC and error.value != error.bound
    assert repr(error.value) in str(error) and repr(error.bound) in str(error)


def test_a_distance_is_not_offered_above_a_diagonal():
    asked = question(read_table(written(D + 5 * np.eye(8))), QuestionKind.SYMMETRIC_MATRIX)
    assert [option.keywords["kind"] for option in asked.options] == ["similarity", "features"]


def test_case_of_a_triangle():
    table = read_table(CASES / "c09_lower_triangle.csv")
    assert (table.kind, table.X.shape) == ("distance", (8, 8)) and table.X[0, 7] == 23
    assert note(table, NoteKind.MIRRORED).values == ("lower",)


@pytest.mark.parametrize("upper", [False, True])
@pytest.mark.parametrize("diagonal", [False, True])
@pytest.mark.parametrize("empty", [np.nan, 0.0])
@pytest.mark.parametrize("options", [{"header": True, "index": True}, {"header": True, "index": True, "sep": ";"}, {}])
def test_triangles_are_mirrored(upper, diagonal, empty, options):
    if not options and np.isnan(empty) and not diagonal:
        pytest.skip("a row without a cell is no row")
    half = np.where(np.triu(np.ones((8, 8)), 1) > 0, D, empty)
    half = half if upper else half.T
    if diagonal:
        np.fill_diagonal(half, 0.0)
    data = written(half, **options)
    table = read_table(data)
    assert table.kind == "distance"
    np.testing.assert_array_equal(table.X, D)
    for option in question(table, QuestionKind.TRIANGLE).options:
        if option.keywords["kind"] != "features" or not np.isnan(empty):
            assert read_table(data, **option.keywords).kind == option.keywords["kind"]


def test_case_of_a_sparse_file_in_coordinates():
    assert read_table(CASES / "c05_coo.npz").X.shape == sparse.load_npz(CASES / "c05_coo.npz").shape


@pytest.mark.parametrize("layout", ["csr", "csc", "coo", "bsr", "dia"])
@pytest.mark.parametrize("kind", [sparse.csr_array, sparse.csr_matrix])
def test_every_format_that_scipy_saves(layout, kind):
    A = np.kron(np.eye(3), [[1.0, 2], [3, 4]])[:, :4] + np.eye(6, 4)
    stream = BytesIO()
    sparse.save_npz(stream, kind(A).asformat(layout))
    table = read_table(stream.getvalue(), kind="features")
    np.testing.assert_array_equal(table.X, A)


@pytest.mark.parametrize(
    ("layout", "parts"),
    [
        ("coo", {"data": np.ones(2), "row": np.array([0, 9]), "col": np.array([0, 1])}),
        ("coo", {"data": np.ones(2), "row": np.array([0, -1]), "col": np.array([0, 1])}),
        ("dia", {"data": np.ones((1, 3)), "offsets": np.array([99])}),
        ("dia", {"data": np.ones(3), "offsets": np.array([0])}),
        ("bsr", {"data": np.ones((1, 2, 2)), "indices": np.array([5]), "indptr": np.array([0, 1, 1])}),
        ("bsr", {"data": np.ones((1, 3, 3)), "indices": np.array([0]), "indptr": np.array([0, 1])}),
    ],
)
def test_parts_that_do_not_fit_are_refused(layout, parts):
    with pytest.raises(ValueError):
        sparse_matrix.load_parts(layout, parts.__getitem__, (4, 4))
    stream = BytesIO()
    np.savez(stream, format=np.array(layout), shape=np.array([4, 4]), **parts)
    assert refused(stream.getvalue()).problem in (Problem.DAMAGED_VARIABLE, Problem.DAMAGED_SPARSE_MATRIX)


def test_an_unknown_sparse_format_is_named():
    stream = BytesIO()
    np.savez(stream, format=np.array("lil"), shape=np.array([4, 4]), data=np.ones(3))
    error = refused(stream.getvalue())
    assert (error.problem, error.token) == (Problem.DAMAGED_SPARSE_MATRIX, "lil")


def without_diagonal(part, filler):
    """Return half of D as a frame with one row and one column less, in which `filler` stands for the other half."""
    names = [f"p{i}" for i in range(len(D))]
    half = pd.DataFrame(D, names, names).astype(object).where(np.tri(len(D), k=-1).astype(bool), filler)
    return half.iloc[1:, :-1] if part == "lower" else half.T.iloc[:-1, 1:]


@pytest.mark.parametrize("kind", ["auto", "similarity", "distance"])
@pytest.mark.parametrize("part", ["lower", "upper"])
def test_half_a_matrix_without_its_diagonal_is_that_of_all_points(part, kind):
    """R prints distances so."""
    half = without_diagonal(part, "")
    for data in (half.to_csv().encode(), half.to_csv(sep=";", decimal=",").encode()):
        table = read_table(data, kind=kind)
        assert table.kind == ("distance" if kind == "auto" else kind)
        assert table.feature_names == [f"p{i}" for i in range(len(D))]
        off = ~np.eye(len(D), dtype=bool)
        np.testing.assert_array_equal(table.X[off], D[off])


@pytest.mark.parametrize("kind", ["auto", "similarity", "distance"])
@pytest.mark.parametrize("part", ["lower", "upper"])
def test_half_a_matrix_filled_with_zeros_without_its_diagonal_is_refused(part, kind):
    """Mirrored, it would be a matrix of other points."""
    half = without_diagonal(part, "0")
    data = half.to_csv().encode()
    error = refused(data, kind=kind)
    assert (error.problem, error.choices) == (Problem.SHIFTED_TRIANGLE, (half.index[0], half.columns[0]))
    (option,) = error.options
    assert read_table(data, **option.keywords, missing="median").kind == "features"


def test_distances_with_marks_on_the_diagonal_and_in_every_number():
    names = ["Bern", "Genf", "Lyon"]
    rows = (("-", "1,590", "3,310"), ("1,590", "-", "1,500"), ("3,310", "1,500", "-"))
    lines = [
        ",".join(("km", *names)),
        *(f'{name},"' + '","'.join(row) + '"' for name, row in zip(names, rows, strict=True)),
    ]
    data = "\n".join(lines).encode()
    for table in (read_table(data), read_table(data, kind="distance")):
        assert table.X.tolist() == [[0, 1590, 3310], [1590, 0, 1500], [3310, 1500, 0]] and table.kind == "distance"
