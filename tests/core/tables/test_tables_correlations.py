"""Matrices of correlations: points are the variables, and two that rise together are near."""

import itertools

import numpy as np
import pytest
from readings import note, question, refused

from rnse_core.tables import NoteKind, OptionKind, Problem, QuestionKind, read_table

KINDS = ("correlation", "absolute_correlation")
NAMES = ["height", "weight", "age", "income", "sleep", "steps"]
variables = np.random.default_rng(3).normal(size=(50, 6)) @ np.random.default_rng(4).normal(size=(6, 6))
R = np.corrcoef(variables.T)
rows, columns = np.indices(R.shape)


def written(shown, *, digits=3, names=True, delimiter=",", decimal="."):
    """Return R as text, with `shown` in place of the numbers of some cells."""
    lines = [delimiter.join(["", *NAMES])] if names else []
    for i, row in enumerate(R):
        cells = [shown.get((i, j), f"{value:.{digits}f}".replace(".", decimal)) for j, value in enumerate(row)]
        lines.append(delimiter.join([NAMES[i], *cells] if names else cells))
    return "\n".join(lines).encode()


def half(upper, diagonal):
    """Return what stands in the cells of a matrix of which one half is printed."""
    pairs = itertools.product(range(6), repeat=2)
    shown = {(i, j): "" for i, j in pairs if (j < i if upper else i < j)}
    return shown if diagonal is None else {**shown, **{(i, i): diagonal for i in range(6)}}


def test_a_full_matrix_is_features_with_a_question():
    table = read_table(written({}))
    assert table.kind == "features"
    assert note(table, NoteKind.NEGATIVE_ENTRY)
    asked = question(table, QuestionKind.SYMMETRIC_MATRIX)
    assert [option.kind for option in asked.options] == [OptionKind.READ_AS] * 3
    assert [option.keywords["kind"] for option in asked.options] == ["features", *KINDS]
    for option in asked.options:
        assert read_table(written({}), **option.keywords).n_rows == 6


@pytest.mark.parametrize("mark", ["", "-", "—"])
def test_a_full_matrix_may_have_marks_on_its_diagonal(mark):
    data = written({(i, i): mark for i in range(6)})
    asked = question(read_table(data), QuestionKind.SYMMETRIC_MATRIX)
    assert [option.keywords["kind"] for option in asked.options] == [*KINDS, "features"]
    np.testing.assert_array_equal(read_table(data, kind="correlation").X, read_table(written({}), kind="correlation").X)


@pytest.mark.parametrize("kind", KINDS)
def test_the_distance_is_that_of_standardised_variables(kind):
    table = read_table(written({}, digits=15), kind=kind)
    assert table.kind == "distance"
    assert table.feature_names == NAMES
    standardised = (variables - variables.mean(axis=0)) / variables.std(axis=0) / np.sqrt(len(variables))
    apart = np.linalg.norm(standardised.T[:, None] - standardised.T[None], axis=2)
    if kind == "absolute_correlation":
        mirrored = np.linalg.norm(standardised.T[:, None] + standardised.T[None], axis=2)
        apart = np.minimum(apart, mirrored)
    np.testing.assert_allclose(table.X, apart, atol=1e-6)
    assert not table.X.diagonal().any()
    assert note(table, NoteKind.CORRELATIONS).values == (kind, True)


@pytest.mark.parametrize("upper", [False, True])
@pytest.mark.parametrize("diagonal", [None, "", "1", "—"])
@pytest.mark.parametrize("marks", [(",", "."), (";", ","), ("\t", ".")])
def test_half_a_matrix_is_correlations_with_a_question(upper, diagonal, marks):
    delimiter, decimal = marks
    table = read_table(written(half(upper, diagonal), delimiter=delimiter, decimal=decimal))
    assert table.kind == "distance"
    np.testing.assert_allclose(table.X, np.sqrt(2 * (1 - np.round(R, 3))), atol=1e-7)
    asked = question(table, QuestionKind.TRIANGLE)
    assert [option.keywords["kind"] for option in asked.options] == [*KINDS, "features"]


@pytest.mark.parametrize("names", [True, False])
def test_rows_that_grow_are_half_a_matrix(names):
    lines = [",".join([*([NAMES[i]] if names else []), *(f"{r:.3f}" for r in R[i, : i + 1])]) for i in range(6)]
    header = ["," + ",".join(NAMES)] if names else []
    table = read_table("\n".join([*header, *lines]).encode())
    assert table.kind == "distance"
    np.testing.assert_allclose(table.X, np.sqrt(2 * (1 - np.round(R, 3))), atol=1e-7)


def test_a_diagonal_off_by_rounding_is_one():
    shown = {(i, i): "0.9999999998" for i in range(6)}
    table = read_table(written(shown), kind="correlation")
    assert not table.X.diagonal().any()
    assert question(read_table(written(shown)), QuestionKind.SYMMETRIC_MATRIX)


@pytest.mark.parametrize(
    ("shown", "places"),
    [({(1, 2): "1.5", (2, 1): "1.5"}, (2, 3)), ({(3, 3): "-0.4"}, (4, 4)), ({(0, 1): "-2"}, (1, 2))],
)
@pytest.mark.parametrize("kind", KINDS)
def test_what_is_no_correlation_is_refused_by_its_place(shown, places, kind):
    error = refused(written(shown), kind=kind)
    assert (error.problem, error.places, error.matrix) == (Problem.NO_CORRELATION, places, "correlation")
    for option in error.options:
        assert read_table(written(shown), **option.keywords).n_rows == 6


def test_correlations_that_are_not_symmetric_can_be_averaged():
    shown = {(0, 1): "0.125", (1, 0): "0.25"}
    error = refused(written(shown), kind="correlation")
    assert (error.problem, error.value, error.bound) == (Problem.NOT_SYMMETRIC, 0.125, 0.25)
    averaged = next(option for option in error.options if option.kind is OptionKind.SYMMETRIZE)
    table = read_table(written(shown), kind="correlation", **averaged.keywords)
    assert table.X[0, 1] == table.X[1, 0] == pytest.approx(np.sqrt(2 * (1 - 0.1875)))


@pytest.mark.parametrize("upper", [True, False])
def test_p_values_in_the_other_half_are_left_out(upper):
    p = np.random.default_rng(7).uniform(size=R.shape).round(3)
    shown = {(i, j): f"{p[i, j]:.3f}" for i, j in itertools.product(range(6), repeat=2) if (j < i if upper else i < j)}
    table = read_table(written(shown))
    assert table.kind == "features"
    asked = question(table, QuestionKind.ASYMMETRIC_MATRIX)
    assert [option.keywords["kind"] for option in asked.options] == ["features", *KINDS]
    found = read_table(written(shown), **asked.options[1].keywords)
    np.testing.assert_allclose(found.X, np.sqrt(2 * (1 - np.round(R, 3))), atol=1e-7)
    assert note(found, NoteKind.MIRRORED).values == ("upper" if upper else "lower",)


@pytest.mark.parametrize("full", [True, False])
def test_covariances_are_divided_by_the_deviations(full):
    C = np.cov(variables.T)
    lines = [",".join(f"{c:.9f}" for c in C[i, : 6 if full else i + 1]) for i in range(6)]
    data = "\n".join(lines).encode()
    table = read_table(data, kind="correlation") if full else read_table(data)
    np.testing.assert_allclose(table.X, np.sqrt(2 * (1 - R)), atol=1e-6)
    assert note(table, NoteKind.CORRELATIONS).values == ("correlation", False)


@pytest.mark.parametrize("A", [R - 0.4, np.where(R < 0, 0, R)])
def test_other_matrices_are_not_offered_as_correlations(A):
    lines = "\n".join(",".join(f"{value:.4f}" for value in row) for row in A)
    offered = {
        option.keywords.get("kind") for asked in read_table(lines.encode()).questions for option in asked.options
    }
    assert offered.isdisjoint(KINDS)
