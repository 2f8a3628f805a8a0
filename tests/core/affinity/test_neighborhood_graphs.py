"""Who is joined to whom, by the definition."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_array_equal
from scipy.spatial.distance import cdist

from rnse_core.affinity.neighborhood_graphs import either_knn_graph, epsilon_graph, mutual_knn_graph


def points(n, seed):
    return np.random.default_rng(seed).normal(size=(n, 2))


@given(st.integers(1, 30), st.integers(0, 10**6), st.floats(0.01, 5.0))
def test_a_radius_joins_all_that_are_nearer(n, seed, radius):
    X = points(n, seed)
    D = cdist(X, X)
    W = epsilon_graph(X, radius)
    clear = abs(D - radius) > 1e-9
    expected = (radius >= D) & ~np.eye(n, dtype=bool)
    assert_array_equal(W[clear] > 0, expected[clear])
    assert_array_equal(W, W.T)


@given(st.integers(3, 30), st.integers(0, 10**6), st.data())
def test_either_and_mutual_neighbours(n, seed, data):
    X, k = points(n, seed), data.draw(st.integers(1, n - 1))
    D = cdist(X, X)
    np.fill_diagonal(D, np.inf)
    nearest = np.zeros((n, n), dtype=bool)
    np.put_along_axis(nearest, np.argsort(D, axis=1)[:, :k], True, axis=1)
    assert_array_equal(either_knn_graph(X, k) > 0, nearest | nearest.T)
    assert_array_equal(mutual_knn_graph(X, k) > 0, nearest & nearest.T)


@given(st.integers(4, 20), st.integers(0, 10**6))
def test_order_does_not_matter(n, seed):
    X = points(n, seed)
    order = np.random.default_rng(seed).permutation(n)
    for W, permuted in (
        (epsilon_graph(X, 0.7), epsilon_graph(X[order], 0.7)),
        (mutual_knn_graph(X, 2), mutual_knn_graph(X[order], 2)),
    ):
        assert_array_equal(W[np.ix_(order, order)], permuted)


@pytest.mark.parametrize("radius", [0.0, -1.0, np.inf, "1"])
def test_a_radius_must_be_a_positive_number(radius):
    with pytest.raises((TypeError, ValueError)):
        epsilon_graph(points(4, 0), radius)
