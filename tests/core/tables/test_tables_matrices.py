"""Square symmetric tables: features, similarities or distances."""

import io

import numpy as np
import pytest

from rnse_core.tables import TableError, read_table

S = np.array([[1, 0.5, 0.25, 0.1], [0.5, 1, 0.3, 0.2], [0.25, 0.3, 1, 0.7], [0.1, 0.2, 0.7, 1]])
D = np.array([[0, 1, 2, 3], [1, 0, 1.5, 2], [2, 1.5, 0, 4], [3, 2, 4, 0.0]])


def text(A, names=False):
    lines = [",".join(map(repr, row)) for row in np.asarray(A, dtype=float).tolist()]
    if names:
        ids = [f"p{k}" for k in range(len(A))]
        lines = [",".join(["", *ids]), *(f"{name},{line}" for name, line in zip(ids, lines, strict=True))]
    return "\n".join(lines).encode()


def npy(A):
    stream = io.BytesIO()
    np.save(stream, A)
    return stream.getvalue()


def refused(data, **options):
    with pytest.raises(TableError) as caught:
        read_table(data, **options)
    return caught.value


@pytest.mark.parametrize("write", [text, npy, lambda A: text(A, names=True)])
@pytest.mark.parametrize(("A", "kind"), [(S, "similarity"), (D, "distance")])
def test_a_square_symmetric_table_is_proposed_and_asked_about(A, kind, write):
    table = read_table(write(A))
    assert table.kind == kind
    np.testing.assert_array_equal(table.X, A)
    assert table.report[-1] == f"To cluster: 4 rows, described by a {kind} matrix."
    (question,) = table.questions
    assert question.key == "kind"
    assert question.options[0].keywords == {"kind": kind}
    assert {option.keywords["kind"] for option in question.options} == {"features", "similarity", "distance"}
    assert read_table(write(A), kind="features").kind == "features"


def test_a_zero_diagonal_is_a_distance_unless_most_of_the_rest_is_zero_too():
    edges = np.array([[0, 1, 0, 0], [1, 0, 1, 0], [0, 1, 0, 1], [0, 0, 1, 0.0]])
    assert read_table(text(edges)).kind == "similarity"


def test_constant_columns_and_row_numbers_are_part_of_a_matrix():
    A = np.ones((9, 9))
    table = read_table(text(A))
    assert table.kind == "similarity" and table.X.shape == (9, 9)
    ramp = np.abs(np.subtract.outer(np.arange(9.0), np.arange(9.0)))
    np.testing.assert_array_equal(read_table(text(ramp)).X, ramp)


def test_numbered_rows_are_no_part_of_a_matrix():
    lines = ["id,a,b,c,d", *(f"{k},{','.join(map(repr, row))}" for k, row in enumerate(S.tolist()))]
    table = read_table("\n".join(lines).encode())
    np.testing.assert_array_equal(table.X, S)
    assert "Column `id` is ignored: it is not part of the similarity matrix." in table.report


def test_labels_go_with_a_matrix():
    lines = [*(",".join([*map(repr, row), who]) for row, who in zip(S.tolist(), "aabb", strict=True))]
    table = read_table("\n".join(lines).encode())
    assert table.kind == "similarity" and table.labels.tolist() == list("aabb")


@pytest.mark.parametrize("A", [S[:2, :2], S[:, :3], S + np.triu(np.ones((4, 4)), 1) * 0.01 * np.arange(4)])
def test_other_tables_are_features(A):
    assert read_table(text(A)).kind == "features"


def test_a_square_table_with_gaps_is_features():
    assert read_table(b"1,,3\n,1,2\n3,2,5\n7,1,2\n").kind == "features"
    assert read_table(b"1,,3\n,1,2\n3,2,5\n", missing="median", label_column=None).kind == "features"


def test_a_symmetric_table_with_negative_entries_is_features_and_says_why():
    A = S.copy()
    A[0, 3] = A[3, 0] = -0.25
    table = read_table(text(A))
    assert table.kind == "features"
    assert any("entry in row 1, column 4 is negative (-0.25)" in sentence for sentence in table.report)


@pytest.mark.parametrize("kind", ["similarity", "distance"])
def test_a_negative_entry_is_refused_by_name(kind):
    A = (S if kind == "similarity" else D).copy()
    A[1, 2] = A[2, 1] = -0.5
    error = refused(text(A, names=True), kind=kind)
    assert error.column == "p2"
    assert f"row 2, column 3 of the {kind} matrix, -0.5, is negative (1 more like it)" in error.message
    assert read_table(text(A), **error.options[0].keywords).kind == "features"


def test_an_asymmetric_matrix_is_refused_by_name_and_can_be_averaged():
    A = S.copy()
    A[0, 1] = 0.75
    error = refused(text(A), kind="similarity")
    assert "row 1, column 2 is 0.75, but row 2, column 1 is 0.5" in error.message
    table = read_table(text(A), kind="similarity", **error.options[0].keywords)
    np.testing.assert_array_equal(table.X, (A + A.T) / 2)
    assert "The matrix was made symmetric as (A + A') / 2; entries differed by up to 0.25." in table.report


def test_an_asymmetric_matrix_that_looks_like_one_is_asked_about():
    A = S.copy()
    A[0, 1] = 0.75
    table = read_table(text(A))
    assert table.kind == "features"
    _, as_similarity, _ = table.questions[0].options
    assert read_table(text(A), **as_similarity.keywords).kind == "similarity"


def test_rounding_is_evened_out_and_reported():
    A = S.copy()
    A[0, 1] += 1e-16
    table = read_table(text(A))
    assert table.kind == "similarity"
    np.testing.assert_array_equal(table.X, table.X.T)
    assert any("made exactly symmetric" in sentence for sentence in table.report)


@pytest.mark.filterwarnings("error")
def test_huge_entries_of_opposite_sign_are_features():
    A = np.array([[1, 1.5e308, 1], [-1.5e308, 2, 3], [1, 4, 5]])
    assert read_table(npy(A)).kind == "features"


def test_averaging_huge_entries_does_not_overflow():
    A = np.full((3, 3), 1.6e308)
    A[0, 1] = 1.2e308
    np.testing.assert_allclose(read_table(npy(A), kind="similarity", symmetrize=True).X[0, 1], 1.4e308)


def test_a_distance_has_a_zero_diagonal():
    A = D.copy()
    A[2, 2] = 0.5
    assert "row 3, column 3 of the distance matrix, 0.5, is not zero" in refused(text(A), kind="distance").message
    assert "is not zero" in refused(text(S), kind="distance").message


def test_a_missing_entry_is_refused_by_name():
    A = S.copy()
    A[1, 1] = np.nan
    assert "row 2, column 2 of the similarity matrix, nan, is missing" in refused(npy(A), kind="similarity").message


def test_a_matrix_is_square():
    assert "4 rows and 3 columns of numbers" in refused(text(S[:, :3]), kind="similarity").message
    assert "3 rows and 0 columns" in refused(b"a\nb\nc\n", header=False, kind="similarity", label_column=None).message


def test_an_unknown_kind_is_refused():
    assert "kind is one of" in refused(text(S), kind="kernel").message
