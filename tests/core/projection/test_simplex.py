"""Projection of rows on the simplex: optimality, supports, weights, and entries of any size."""

import numpy as np
import pytest
from scipy.optimize import brentq

from rnse_core.projection.simplex import project_on_simplex


def assert_optimal(s, d, u, total, tol=1e-12):
    """Check the conditions of Karush, Kuhn and Tucker: u s - d is least, and equal, where s is positive."""
    assert (s >= 0).all()
    assert s.sum(axis=1) == pytest.approx(total, rel=tol)
    gradient = u * s - d
    for row, positive in zip(gradient, s > 0, strict=True):
        level = row[positive].mean()
        scale = 1.0 + np.abs(row[positive]).max()
        assert np.ptp(row[positive]) <= tol * scale * 10
        assert (row[~positive] >= level - tol * scale * 10).all()


@pytest.mark.parametrize("total", [1.0, 0.01, 7.0])
@pytest.mark.parametrize("size", [1, 2, 3, 17])
def test_satisfies_the_optimality_conditions(size, total):
    rng = np.random.default_rng(size)
    d = rng.normal(size=(200, size)) * 10.0 ** rng.integers(-3, 3, size=(200, 1))
    assert_optimal(project_on_simplex(d, total=total), d, 1.0, total)


@pytest.mark.parametrize("size", [1, 2, 9])
def test_weights(size):
    rng = np.random.default_rng(size)
    d = rng.normal(size=(200, size))
    u = 10.0 ** rng.uniform(-3, 3, size=d.shape)
    s = project_on_simplex(d, u)
    assert_optimal(s, d, u, 1.0, tol=1e-11)
    for i in range(20):
        level = brentq(lambda x, i=i: np.maximum((d[i] + x) / u[i], 0).sum() - 1, -d[i].max(), 1e4, xtol=1e-14)
        assert s[i] == pytest.approx(np.maximum((d[i] + level) / u[i], 0), abs=1e-9)


def test_ones_are_no_weights():
    d = np.random.default_rng(0).normal(size=(50, 6))
    assert project_on_simplex(d, np.ones_like(d)) == pytest.approx(project_on_simplex(d), abs=1e-15)


@pytest.mark.parametrize("weighted", [False, True])
def test_support_is_that_of_shorter_rows(weighted):
    rng = np.random.default_rng(1)
    d, u = rng.normal(size=(40, 8)), rng.uniform(0.1, 9.0, size=(40, 8))
    outside = rng.random(d.shape) < 0.5
    outside[0] = True
    s = project_on_simplex(np.where(outside, -np.inf, d), u if weighted else None)
    assert not s[outside].any()
    assert not s[0].any()
    for row, weight, left_out, expected in zip(d[1:], u[1:], outside[1:], s[1:], strict=True):
        if not left_out.all():
            inside = ~left_out
            short = project_on_simplex(row[None, inside], weight[None, inside] if weighted else None)
            assert expected[inside] == pytest.approx(short[0], abs=1e-15)


def test_points_of_the_simplex_stay():
    s = np.random.default_rng(0).dirichlet(np.ones(5), size=30)
    assert project_on_simplex(s) == pytest.approx(s, abs=1e-15)


def test_ties_share_equally():
    assert project_on_simplex(np.array([[3.0, 3.0, -5.0, 3.0]])).tolist() == [[1 / 3, 1 / 3, 0, 1 / 3]]


@pytest.mark.parametrize("shift", [1e9, -1e9, 1e300, -1e300])
def test_a_shift_of_a_row_changes_nothing(shift):
    d = np.array([[0.0, 0.0, -1e308]])
    assert project_on_simplex(d + shift).tolist() == [[0.5, 0.5, 0.0]]


def test_small_differences_next_to_large_entries_count():
    s = project_on_simplex(np.array([[-0.25, 0.25, -1e15, -1e300]]))
    assert s.tolist() == [[0.25, 0.75, 0.0, 0.0]]


def test_nothing_to_project():
    assert project_on_simplex(np.empty((3, 0))).shape == (3, 0)
    assert project_on_simplex(np.empty((0, 3))).shape == (0, 3)


def test_input_is_left_alone():
    d = np.array([[0.5, 2.0, -np.inf]])
    project_on_simplex(d)
    assert d.tolist() == [[0.5, 2.0, -np.inf]]
