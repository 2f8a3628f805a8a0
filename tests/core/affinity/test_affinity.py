"""Affinities: their formulas, and what holds for every kind of data."""

import warnings

import numpy as np
import pandas as pd
import pytest
from affinities import FEATURE_AFFINITIES, X, assert_affinity, strictly
from expected import raised, warned
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from numpy.testing import assert_allclose
from scipy.spatial.distance import cdist
from sklearn.metrics.pairwise import rbf_kernel as reference_rbf

from rnse_core.affinity import (
    AFFINITIES,
    authors_affinity,
    compute_affinity,
    knn_graph,
    probabilistic_knn_graph,
    rbf_kernel,
    self_tuning_kernel,
)
from rnse_core.exceptions import ParameterError, ParameterTypeError, ParameterWarning, Reason

WITH_NEIGHBORS = {
    "self_tuning": self_tuning_kernel,
    "knn": knn_graph,
    "probabilistic_knn": probabilistic_knn_graph,
    "authors": authors_affinity,
}
DEFAULT_NEIGHBORS = {"self_tuning": 7, "knn": 10, "probabilistic_knn": 10, "authors": 10}

each_affinity = pytest.mark.parametrize("affinity", FEATURE_AFFINITIES)


class TestEveryAffinity:
    @each_affinity
    @settings(max_examples=40, deadline=None)
    @given(
        st.tuples(st.integers(1, 9), st.integers(1, 4)).flatmap(
            lambda shape: arrays(float, shape, elements=st.floats(allow_nan=False, allow_infinity=False))
        )
    )
    def test_finite_symmetric_non_negative_for_any_finite_data(self, affinity, X):
        assert_affinity(strictly(X, affinity), len(X))

    @each_affinity
    @pytest.mark.parametrize(
        "X",
        [
            np.zeros((6, 2)),
            np.full((6, 2), 0.1),
            np.full((7, 20), 1e300),
            np.repeat(np.arange(3.0), 5)[:, None],
            np.c_[np.full(30, 1e9 + 0.1), np.random.default_rng(0).normal(size=30)],
            np.array([[5e-324], [0.0], [1.0], [1.5]]),
            np.array([[1.7e308], [-1.7e308], [0.0], [1.0]]),
            np.random.default_rng(1).normal(size=(2, 3)),
            np.random.default_rng(1).normal(size=(1, 3)),
            np.r_[np.zeros((20, 2)), np.random.default_rng(2).normal(size=(5, 2)) * 1e-200, [[1e200, 0]]],
            np.random.default_rng(3).normal(size=(8, 500)),
        ],
        ids=[
            "zeros",
            "all equal",
            "all equal and huge, many columns",
            "duplicates",
            "constant column",
            "smallest float",
            "largest float",
            "two rows",
            "one row",
            "four hundred orders of magnitude",
            "more columns than rows",
        ],
    )
    def test_awkward_data(self, affinity, X):
        assert_affinity(strictly(X, affinity), len(X))

    @each_affinity
    def test_scaling_and_shifting_by_powers_of_two_changes_no_bit(self, affinity):
        grid = np.round(X * 64) / 64
        K = compute_affinity(grid, affinity)
        for exponent in (-900, -5, 900):
            assert np.array_equal(compute_affinity(np.ldexp(grid, exponent), affinity), K)
        if affinity not in ("authors", "cosine"):
            assert np.array_equal(compute_affinity(grid + 4096.0, affinity), K)

    @each_affinity
    def test_reordering_the_rows_reorders_the_matrix(self, affinity):
        order = np.random.default_rng(1).permutation(len(X))
        K = compute_affinity(X, affinity)
        assert_allclose(compute_affinity(X[order], affinity), K[np.ix_(order, order)], rtol=0, atol=1e-12)

    @each_affinity
    def test_any_array_will_do(self, affinity):
        integers = np.round(X * 3).astype(int)
        expected = compute_affinity(integers.astype(float), affinity)
        read_only = integers.astype(float)
        read_only.setflags(write=False)
        strided = np.repeat(integers.astype(float), 2, axis=1)[:, ::2]
        for other in (
            integers,
            integers.tolist(),
            integers.astype(np.float32),
            np.asfortranarray(integers.astype(float)),
            read_only,
            strided,
            pd.DataFrame(integers),
        ):
            assert_allclose(compute_affinity(other, affinity), expected, rtol=1e-12)

    @each_affinity
    def test_input_is_left_alone(self, affinity):
        before = X.copy()
        compute_affinity(X, affinity)
        assert np.array_equal(X, before)

    @each_affinity
    @pytest.mark.parametrize("value", [np.nan, np.inf])
    def test_missing_values_are_refused(self, affinity, value):
        broken = X.copy()
        broken[3, 1] = value
        with pytest.raises(ValueError):
            compute_affinity(broken, affinity)

    @pytest.mark.parametrize("affinity", WITH_NEIGHBORS)
    def test_too_many_neighbours_are_clipped_with_a_warning(self, affinity):
        with warned(ParameterWarning, parameter="n_neighbors", value=12, reason=Reason.TOO_LARGE, bound=4):
            K = compute_affinity(X[:5], affinity, n_neighbors=12)
        assert np.array_equal(K, strictly(X[:5], affinity, n_neighbors=4))

    @pytest.mark.parametrize("affinity", WITH_NEIGHBORS)
    @pytest.mark.parametrize(
        "n_neighbors, error",
        [(0, ParameterError), (-3, ParameterError), (2.0, ParameterTypeError), (True, ParameterTypeError)],
    )
    def test_bad_neighbours(self, affinity, n_neighbors, error):
        with raised(error, parameter="n_neighbors", value=n_neighbors):
            compute_affinity(X, affinity, n_neighbors=n_neighbors)

    @pytest.mark.parametrize("affinity", WITH_NEIGHBORS)
    def test_name_and_function_are_the_same(self, affinity):
        function = WITH_NEIGHBORS[affinity]
        assert np.array_equal(compute_affinity(X, affinity), function(X))
        assert np.array_equal(function(X), function(X, DEFAULT_NEIGHBORS[affinity]))
        assert np.array_equal(compute_affinity(X, affinity, n_neighbors=4), function(X, 4))
        assert not np.array_equal(function(X, 4), function(X))

    def test_unknown_name(self):
        with raised(ParameterError, parameter="affinity", value="linear", choices=AFFINITIES):
            compute_affinity(X, "linear")


def local_scales(X, k):
    return np.sort(cdist(X, X), axis=1)[:, k]


class TestSelfTuning:
    @pytest.mark.parametrize("k", [1, 7, 39])
    def test_formula(self, k):
        sigma = local_scales(X, k)
        expected = np.exp(-cdist(X, X, "sqeuclidean") / np.multiply.outer(sigma, sigma))
        assert_allclose(self_tuning_kernel(X, k), expected, rtol=1e-9)

    def test_many_columns_take_the_other_route_to_the_same_kernel(self):
        wide = np.random.default_rng(0).normal(size=(300, 40))
        sigma = local_scales(wide, 7)
        expected = np.exp(-cdist(wide, wide, "sqeuclidean") / np.multiply.outer(sigma, sigma))
        assert_allclose(self_tuning_kernel(wide), expected, rtol=1e-9)

    def test_diagonal_is_one(self):
        assert np.array_equal(self_tuning_kernel(X).diagonal(), np.ones(len(X)))

    def test_a_point_with_copies_takes_the_distance_to_its_kth_distinct_one(self):
        line = np.r_[np.zeros(10), 1.0, 2.0, 4.0, 9.0][:, None]
        K = self_tuning_kernel(line, 3)
        # The ten zeros: the third distinct point is 4. The point at 2 has its third neighbour, a zero, at distance 2.
        assert np.array_equal(K[:10, :10], np.ones((10, 10)))
        assert_allclose(K[0, 11], np.exp(-4.0 / (4.0 * 2.0)), rtol=1e-9, atol=1e-12)

    @pytest.mark.parametrize("n_copies", [1, 18, 19, 20, 21, 40])
    def test_the_number_of_copies_does_not_change_the_scale(self, n_copies):
        points = np.random.default_rng(0).normal(size=(60, 3))
        far = np.r_[points, np.full((30, 3), 6.0) + np.random.default_rng(1).normal(size=(30, 3))]
        alone, copied = (self_tuning_kernel(np.r_[np.repeat(far[:1], m, axis=0), far[1:]], 20) for m in (1, n_copies))
        # The far points' own scales do not hang on the copied one.
        assert_allclose(np.log(copied[0, -30:]), np.log(alone[0, -30:]), rtol=1e-9)

    def test_fewer_distinct_points_than_neighbours(self):
        line = np.repeat([0.0, 1.0, 3.0], 10)[:, None]
        K = self_tuning_kernel(line, 7)
        assert_allclose(K[0, [10, 20]], np.exp([-1.0 / (3.0 * 2.0), -9.0 / (3.0 * 3.0)]), rtol=1e-9)

    def test_no_scale_is_below_a_thousandth_of_the_median(self):
        points = np.r_[np.arange(20.0), np.arange(4.0) * 1e-9 + 100.0][:, None]
        K = self_tuning_kernel(points, 2)
        floor = 1e-3 * np.median(local_scales(points, 2))
        assert_allclose(K[20, 23], np.exp(-((3e-9 / floor) ** 2)), rtol=1e-9)

    def test_identical_rows_have_identical_affinities(self):
        rows = np.random.default_rng(0).normal(size=(8, 30))[np.arange(40) % 8]
        K = self_tuning_kernel(rows, 12)
        for i in range(8):
            assert (K[i, i::8] == 1.0).all()
            assert_allclose(K[i::8], np.tile(K[i], (5, 1)), rtol=1e-12)

    def test_distance_matrix_gives_the_same(self):
        D = cdist(X, X)
        assert_allclose(compute_affinity(D, "precomputed_distance"), self_tuning_kernel(X), rtol=1e-9)
        for scale in (1e-200, 1e200):
            assert_allclose(compute_affinity(D * scale, "precomputed_distance"), self_tuning_kernel(X), rtol=1e-9)


class TestRBF:
    @pytest.mark.parametrize("gamma", [1e-6, 0.01, 1.0, 100.0])
    def test_formula(self, gamma):
        assert_allclose(rbf_kernel(X, gamma), reference_rbf(X, gamma=gamma), rtol=1e-9, atol=1e-300)

    def test_default_scale_is_one_over_the_total_variance(self):
        assert_allclose(rbf_kernel(X), reference_rbf(X, gamma=1 / X.var(axis=0).sum()), rtol=1e-9)

    def test_default_scale_equals_scikit_learns_for_centred_data(self):
        centred = X - X.mean(axis=0)
        gamma = 1 / (centred.shape[1] * centred.var())
        assert_allclose(rbf_kernel(centred), reference_rbf(centred, gamma=gamma), rtol=1e-9)

    def test_limits_of_gamma(self):
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            assert np.array_equal(rbf_kernel(X, 1e308), np.eye(len(X)))
            assert np.array_equal(rbf_kernel(X, 5e-324), np.ones((len(X), len(X))))
            assert np.array_equal(rbf_kernel(X * 1e300, 1e308), np.eye(len(X)))

    def test_scale_of_the_data_counts_when_gamma_is_given(self):
        assert_allclose(rbf_kernel(X * 1e-3, 1e6), rbf_kernel(X, 1.0), rtol=1e-9)

    @pytest.mark.parametrize(
        "gamma, error, reason",
        [
            (0, ParameterError, Reason.TOO_SMALL),
            (-1.0, ParameterError, Reason.TOO_SMALL),
            (np.nan, ParameterError, Reason.NOT_FINITE),
            ("scale", ParameterTypeError, Reason.NOT_A_NUMBER),
            (True, ParameterTypeError, Reason.NOT_A_NUMBER),
        ],
    )
    def test_bad_gamma(self, gamma, error, reason):
        with raised(error, parameter="gamma", value=gamma, reason=reason):
            rbf_kernel(X, gamma)
