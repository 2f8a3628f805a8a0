"""Square symmetric tables: features, similarities or distances."""

import io

import numpy as np
import pytest
from readings import note, notes, question, refused

from rnse_core.tables import Note, NoteKind, OptionKind, Problem, QuestionKind, RoleReason, read_table

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


@pytest.mark.parametrize("write", [text, npy, lambda A: text(A, names=True)])
@pytest.mark.parametrize(("A", "kind"), [(S, "similarity"), (D, "distance")])
def test_a_square_symmetric_table_is_proposed_and_asked_about(A, kind, write):
    table = read_table(write(A))
    assert table.kind == kind
    np.testing.assert_array_equal(table.X, A)
    assert table.report[-1] == Note(NoteKind.RESULT, shape=(4, 4), values=(kind,))
    (asked,) = table.questions
    assert asked.kind is QuestionKind.SYMMETRIC_MATRIX
    assert asked.options[0].keywords == {"kind": kind}
    expected = {"features", "similarity"} | ({"distance"} if not np.diagonal(A).any() else set())
    assert {option.keywords["kind"] for option in asked.options} == expected
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
    assert Note(NoteKind.IGNORED, ("id",), reason=RoleReason.OUTSIDE_MATRIX) in table.report
    assert table.columns[0].reason is RoleReason.OUTSIDE_MATRIX


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
    assert note(table, NoteKind.NEGATIVE_ENTRY) == Note(NoteKind.NEGATIVE_ENTRY, places=(1, 4), values=(-0.25,))


@pytest.mark.parametrize("kind", ["similarity", "distance"])
def test_a_negative_entry_is_refused_by_name(kind):
    A = (S if kind == "similarity" else D).copy()
    A[1, 2] = A[2, 1] = -0.5
    error = refused(text(A, names=True), kind=kind)
    assert (error.problem, error.matrix, error.column) == (Problem.NEGATIVE_ENTRY, kind, "p2")
    assert (error.places, error.value, error.count) == ((2, 3), -0.5, 1)
    assert read_table(text(A), **error.options[0].keywords).kind == "features"


def test_an_asymmetric_matrix_is_refused_by_name_and_can_be_averaged():
    A = S.copy()
    A[0, 1] = 0.75
    error = refused(text(A), kind="similarity")
    assert (error.problem, error.matrix) == (Problem.NOT_SYMMETRIC, "similarity")
    assert (error.places, error.value, error.bound) == ((1, 2), 0.75, 0.5)
    assert error.options[0].kind is OptionKind.SYMMETRIZE
    table = read_table(text(A), kind="similarity", **error.options[0].keywords)
    np.testing.assert_array_equal(table.X, (A + A.T) / 2)
    assert note(table, NoteKind.SYMMETRIZED).values == (0.25,)


def test_an_asymmetric_matrix_that_looks_like_one_is_asked_about():
    A = S.copy()
    A[0, 1] = 0.75
    table = read_table(text(A))
    assert table.kind == "features"
    _, as_similarity = question(table, QuestionKind.ASYMMETRIC_MATRIX).options
    assert read_table(text(A), **as_similarity.keywords).kind == "similarity"


def test_rounding_is_evened_out_and_noted():
    A = S.copy()
    A[0, 1] += 1e-16
    table = read_table(text(A))
    assert table.kind == "similarity"
    np.testing.assert_array_equal(table.X, table.X.T)
    assert 0 < note(table, NoteKind.ROUNDING_EVENED).values[0] < 1e-15
    assert not notes(table, NoteKind.SYMMETRIZED)


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
    error = refused(text(A), kind="distance")
    assert (error.problem, error.matrix, error.places) == (Problem.NONZERO_DIAGONAL, "distance", (3, 3))
    assert (error.value, error.count) == (0.5, 0)
    assert refused(text(S), kind="distance").problem is Problem.NONZERO_DIAGONAL


def test_a_missing_entry_is_refused_by_name():
    A = S.copy()
    A[1, 1] = np.nan
    error = refused(npy(A), kind="similarity")
    assert (error.problem, error.matrix, error.places) == (Problem.MISSING_ENTRY, "similarity", (2, 2))


def test_a_matrix_is_square():
    error = refused(text(S[:, :3]), kind="similarity")
    assert (error.problem, error.matrix, error.shape) == (Problem.NOT_SQUARE, "similarity", (4, 3))
    assert refused(b"a\nb\nc\n", header=False, kind="similarity", label_column=None).shape == (3, 0)


def test_an_unknown_kind_is_refused():
    error = refused(text(S), kind="kernel")
    assert (error.problem, error.keyword, error.value) == (Problem.UNKNOWN_CHOICE, "kind", "kernel")
