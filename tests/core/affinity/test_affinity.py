"""Affinities: their formulas, and what holds for every kind of data."""

import warnings

import numpy as np
import pandas as pd
import pytest
from expected import raised, warned
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from numpy.testing import assert_allclose
from scipy.spatial.distance import cdist
from sklearn.metrics.pairwise import cosine_similarity
from sklearn.metrics.pairwise import rbf_kernel as reference_rbf

from rnse_core.affinity import (
    AFFINITIES,
    PRECOMPUTED,
    authors_affinity,
    check_distances,
    check_similarity,
    compute_affinity,
    cosine_affinity,
    knn_graph,
    pkn_weights,
    probabilistic_knn_graph,
    rbf_kernel,
    self_tuning_kernel,
    unit_rows,
)
from rnse_core.exceptions import InputError, InputWarning, ParameterError, ParameterTypeError, ParameterWarning, Reason

FEATURE_AFFINITIES = [name for name in AFFINITIES if name not in PRECOMPUTED]
WITH_NEIGHBORS = {
    "self_tuning": self_tuning_kernel,
    "knn": knn_graph,
    "probabilistic_knn": probabilistic_knn_graph,
    "authors": authors_affinity,
}
DEFAULT_NEIGHBORS = {"self_tuning": 7, "knn": 10, "probabilistic_knn": 10, "authors": 10}

each_affinity = pytest.mark.parametrize("affinity", FEATURE_AFFINITIES)
X = np.random.default_rng(0).normal((0.0, 10.0, 100.0), size=(40, 3))


def strictly(X, affinity, n_neighbors=3):
    """The affinity, with every warning an error but the one about clipped neighbours."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.simplefilter("ignore", ParameterWarning)
        return compute_affinity(X, affinity, n_neighbors=n_neighbors)


def assert_affinity(K, n):
    assert K.shape == (n, n)
    assert K.dtype == np.float64
    assert np.isfinite(K).all()
    assert np.array_equal(K, K.T)
    assert K.min() >= 0.0


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


def nearest(X, k):
    """Indices of the k nearest other points, nearest first."""
    D = cdist(X, X)
    np.fill_diagonal(D, np.inf)
    return np.argsort(D, axis=1, kind="stable")[:, :k]


class TestGraphs:
    @pytest.mark.parametrize("k", [1, 5, 39])
    def test_knn(self, k):
        A = np.zeros((len(X), len(X)))
        np.put_along_axis(A, nearest(X, k), 1.0, axis=1)
        assert np.array_equal(knn_graph(X, k), 0.5 * (A + A.T) + np.eye(len(X)))

    def test_knn_ties_go_to_the_first(self):
        square = np.array([[0.0, 0], [1, 0], [0, 1], [1, 1]])
        assert knn_graph(square, 1)[3].tolist() == [0.0, 0.5, 0.0, 1.0]

    @pytest.mark.parametrize("k", [1, 5, 38])
    def test_probabilistic_knn_formula(self, k):
        W = np.zeros((len(X), len(X)))
        D = cdist(X, X, "sqeuclidean")
        order = nearest(X, k + 1)
        for i, neighbours in enumerate(order):
            d = D[i, neighbours]
            for j, d_j in zip(neighbours[:k], d, strict=False):
                W[i, j] = (d[k] - d_j) / (k * d[k] - d[:k].sum())
        assert_allclose(probabilistic_knn_graph(X, k), 0.5 * (W + W.T), rtol=0, atol=1e-9)

    @settings(max_examples=40, deadline=None)
    @given(st.integers(0, 10**6), st.integers(2, 12), st.integers(1, 11))
    def test_probabilistic_weights_are_distributions(self, seed, n, k):
        rng = np.random.default_rng(seed)
        points = rng.integers(0, 3, size=(n, 2)).astype(float)
        W = pkn_weights(cdist(points, points, "sqeuclidean"), min(k, n - 1))
        assert W.min() >= 0.0
        assert_allclose(W.sum(axis=1), np.ones(n), rtol=0, atol=1e-9)
        assert not W.diagonal().any()
        assert np.count_nonzero(W, axis=1).max() <= min(k, n - 1)

    def test_equal_distances_get_equal_weights(self):
        simplex = np.eye(5)
        assert_allclose(probabilistic_knn_graph(simplex, 4), (1 - np.eye(5)) / 4, rtol=1e-9, atol=1e-12)

    def test_single_sample_has_no_neighbours(self):
        assert np.array_equal(probabilistic_knn_graph([[1.0, 2.0]], 3), [[0.0]])

    def test_authors_formula(self):
        W = probabilistic_knn_graph(X / np.linalg.norm(X, axis=1, keepdims=True), 10)
        expected = np.where(W != 0, np.exp(-W), 0.0) + np.eye(len(X))
        assert_allclose(authors_affinity(X), expected, rtol=1e-9)

    def test_authors_ignore_the_length_of_samples(self):
        stretched = X * np.random.default_rng(0).uniform(0.1, 100, size=(len(X), 1))
        assert_allclose(authors_affinity(stretched), authors_affinity(X), rtol=0, atol=1e-9)

    def test_authors_keep_exact_zeros(self):
        K = authors_affinity(X, 5)
        W = probabilistic_knn_graph(unit_rows(X), 5)
        off = ~np.eye(len(X), dtype=bool)
        assert np.array_equal((K == 0)[off], (W == 0)[off])
        assert 0 < np.count_nonzero(K[off]) < off.sum() / 2


class TestCosine:
    def test_formula(self):
        data = X - X.mean(axis=0)
        assert_allclose(cosine_affinity(data), cosine_similarity(data).clip(0), rtol=0, atol=1e-12)
        assert (cosine_affinity(data) == 0).any()

    def test_zero_rows_are_alike_and_unlike_all_others(self):
        data = np.array([[0.0, 0], [1, 1], [0, 0], [2, 2]])
        expected = np.eye(2)[[0, 1, 0, 1]][:, [0, 1, 0, 1]]
        assert_allclose(cosine_affinity(data), expected, rtol=0, atol=1e-12)

    @pytest.mark.parametrize("scale", [1e-320, 1e-300, 1.0, 1e300])
    def test_unit_rows(self, scale):
        rows = unit_rows(np.array([[3.0, 4.0], [0.0, 0.0], [-1.0, 0.0]]) * scale)
        assert_allclose(rows, np.array([[0.6, 0.8], [0, 0], [-1, 0]]), rtol=0, atol=1e-3 if scale < 1e-308 else 1e-15)


class TestPrecomputed:
    K = self_tuning_kernel(X)

    @pytest.mark.parametrize("affinity", ["precomputed", "precomputed_distance"])
    def test_result_is_a_copy(self, affinity):
        A = self.K if affinity == "precomputed" else cdist(X, X)
        before = A.copy()
        K = compute_affinity(A, affinity)
        assert not np.shares_memory(K, A)
        assert np.array_equal(A, before)

    def test_similarity_is_returned_as_it_is(self):
        assert np.array_equal(compute_affinity(self.K, "precomputed"), self.K)
        assert np.array_equal(compute_affinity(self.K.tolist(), "precomputed"), self.K)

    def test_rounding_asymmetry_is_evened_out(self):
        A = self.K.copy()
        A[2, 5] += 1e-12
        K = check_similarity(A)
        assert np.array_equal(K, K.T)
        assert_allclose(K, self.K, rtol=0, atol=1e-12)

    @pytest.mark.parametrize("affinity", PRECOMPUTED)
    def test_entries_at_fault_are_named(self, affinity):
        valid = self.K if affinity == "precomputed" else cdist(X, X)
        A = valid.copy()
        A[3, 7] = A[7, 3] = -0.25
        argument = "similarity matrix" if affinity == "precomputed" else "distance matrix"
        with raised(InputError, argument=argument, reason=Reason.NEGATIVE_ENTRY, value=-0.25, row=3, column=7):
            compute_affinity(A, affinity)
        A = valid.copy()
        A[9, 4] += 0.5
        with raised(InputError, argument=argument, reason=Reason.NOT_SYMMETRIC) as caught:
            compute_affinity(A, affinity)
        error = caught.value
        assert {error.row, error.column} == {9, 4}
        assert (error.value, error.bound) == (A[error.row, error.column], A[error.column, error.row])

    @pytest.mark.parametrize("affinity", PRECOMPUTED)
    def test_other_shapes_and_values(self, affinity):
        with raised(InputError, reason=Reason.NOT_SQUARE, value=(40, 3)):
            compute_affinity(X, affinity)
        with pytest.raises(ValueError):
            compute_affinity(np.full((3, 3), np.nan), affinity)
        with pytest.raises(ValueError):
            compute_affinity(np.full((3, 3), np.inf), affinity)

    def test_a_distance_matrix_given_as_similarity_is_noticed(self):
        with warned(InputWarning, argument="similarity matrix", reason=Reason.LOOKS_LIKE_DISTANCES):
            check_similarity(cdist(X, X))
        graph = np.eye(4)[[1, 0, 3, 2]]
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            check_similarity(graph)
            check_similarity(self.K)

    def test_a_similarity_given_as_distance_is_refused(self):
        with raised(InputError, argument="distance matrix", reason=Reason.NONZERO_DIAGONAL, value=1.0, row=0):
            check_distances(self.K)

    @pytest.mark.parametrize("scale", [1e-300, 1e300, 1.7e308])
    def test_far_scales_pass(self, scale):
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            assert np.array_equal(check_similarity(self.K * scale), self.K * scale)
            assert np.array_equal(check_distances((1 - np.eye(3)) * scale), (1 - np.eye(3)) * scale)

    def test_all_zero_similarity_passes(self):
        assert not check_similarity(np.zeros((4, 4))).any()

    @pytest.mark.parametrize("D", [[[0.0]], [[0.0, 0.0], [0.0, 0.0]]])
    def test_points_without_any_distance_are_alike(self, D):
        assert (strictly(np.array(D), "precomputed_distance") == 1.0).all()
