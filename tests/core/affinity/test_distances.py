"""Squared distances: exact zeros, exact symmetry, and no digits lost where points are close."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from numpy.testing import assert_allclose
from scipy.spatial.distance import cdist

from rnse_core.affinity.distances import DIRECT_FEATURES, center_and_scale, pairwise_squared_distances

any_finite = st.floats(allow_nan=False, allow_infinity=False)
tables = st.tuples(st.integers(1, 8), st.integers(1, 4)).flatmap(
    lambda shape: arrays(float, shape, elements=any_finite)
)


class TestCentring:
    @given(tables)
    def test_entries_are_of_magnitude_one_at_most(self, X):
        Y, scale = center_and_scale(X)
        assert np.abs(Y).max() <= 1.0
        assert np.abs(Y).max() >= 0.25 or not Y.any()
        assert scale > 0 and np.isfinite(scale)
        # Zero lies halfway between the extremes of each column.
        assert_allclose(Y.max(axis=0), -Y.min(axis=0), rtol=0, atol=1e-15)

    @given(tables, st.data())
    def test_equal_rows_stay_equal(self, X, data):
        i, j = data.draw(st.tuples(*[st.integers(0, len(X) - 1)] * 2))
        X[i] = X[j]
        Y, _ = center_and_scale(X)
        assert np.array_equal(Y[i], Y[j])

    @pytest.mark.parametrize("value", [0.0, 0.1, -1e300, 5e-324, 1e9 + 0.1])
    def test_constant_columns_become_exactly_zero(self, value):
        X = np.c_[np.full(9, value), np.linspace(0, 1, 9)]
        assert not center_and_scale(X)[0][:, 0].any()
        Y, scale = center_and_scale(X[:, :1])
        assert not Y.any()
        assert scale == 1.0

    @pytest.mark.parametrize("magnitude", [1e-300, 1e-5, 1.0, 1e300])
    def test_differences_are_kept(self, magnitude):
        X = np.random.default_rng(0).normal(size=(20, 3)) * magnitude
        Y, scale = center_and_scale(X)
        assert_allclose(scale * (Y - Y[0]), X - X[0], rtol=1e-12, atol=1e-15 * magnitude)
        assert np.frexp(scale)[0] == 0.5

    def test_input_is_left_alone(self):
        X = np.random.default_rng(0).normal(size=(5, 2))
        before = X.copy()
        center_and_scale(X)
        assert np.array_equal(X, before)


@pytest.mark.parametrize("n_features", [1, 3, DIRECT_FEATURES, DIRECT_FEATURES + 1, 200])
class TestDistances:
    def points(self, n_features, n=300):
        return np.random.default_rng(0).normal(size=(n, n_features))

    def test_agree_with_the_definition(self, n_features):
        X = self.points(n_features)
        D = pairwise_squared_distances(X)
        assert_allclose(D, cdist(X, X, "sqeuclidean"), rtol=1e-9)
        assert np.array_equal(D, D.T)
        assert not D.diagonal().any()

    def test_equal_rows_have_distance_zero(self, n_features):
        groups = np.arange(300) % 7
        D = pairwise_squared_distances(self.points(n_features, 7)[groups] + 0.3)
        assert np.array_equal(D == 0, groups[:, None] == groups)

    def test_close_pairs_keep_their_digits(self, n_features):
        X = self.points(n_features, 20)
        near = X + 1e-7 * np.random.default_rng(1).normal(size=X.shape)
        D = pairwise_squared_distances(np.r_[X, near])
        for i in range(20):
            exact = sum((Fraction(a) - Fraction(b)) ** 2 for a, b in zip(X[i], near[i], strict=True))
            assert_allclose(D[i, 20 + i], float(exact), rtol=1e-12)

    def test_single_point(self, n_features):
        assert np.array_equal(pairwise_squared_distances(self.points(n_features, 1)), [[0.0]])


def test_a_far_outlier_does_not_cost_the_others_their_digits():
    X = np.random.default_rng(0).normal(size=(50, 40)) * 1e-6
    X[0] = 0.9
    D = pairwise_squared_distances(X)
    assert_allclose(D, cdist(X, X, "sqeuclidean"), rtol=1e-10)
