"""Graphs of neighbours, the cosine, and matrices that are given."""

import warnings

import numpy as np
import pytest
from affinities import X, strictly
from expected import raised, warned
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose
from scipy.spatial.distance import cdist
from sklearn.metrics.pairwise import cosine_similarity

from rnse_core.affinity import (
    PRECOMPUTED,
    authors_affinity,
    check_distances,
    check_similarity,
    compute_affinity,
    cosine_affinity,
    knn_graph,
    pkn_weights,
    probabilistic_knn_graph,
    self_tuning_kernel,
    unit_rows,
)
from rnse_core.exceptions import InputError, InputWarning, Reason


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
