"""The dual solver and the targets it reads: derivatives, supports, and targets that need not exist as a whole."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from matrices import KINDS, make, optimality_gap
from numpy.testing import assert_allclose
from scipy.sparse import csr_array

from rnse_core._base.executors import SerialExecutor
from rnse_core._base.row_blocks import row_blocks
from rnse_core.affinity import self_tuning_kernel
from rnse_core.indicator import labels_to_indicator
from rnse_core.projection import dense_support, project_doubly_stochastic
from rnse_core.projection import newton as _newton
from rnse_core.projection.dense_support import FullSupport, enlarge_support
from rnse_core.projection.dense_target import DenseTarget, RegularizedKernel
from rnse_core.projection.newton import solve_dual, starting_multipliers
from rnse_core.projection.sparse_support import SparseSupport


def kernel(n, seed=0):
    return self_tuning_kernel(np.random.default_rng(seed).normal(size=(n, 2)), min(7, n - 1))


def symmetric(kind, n, seed=0):
    T = make(kind, n, seed)
    return 0.5 * (T + T.T)


def rows_of(target, start, stop):
    block = np.full((stop - start, target.n_samples), np.nan)
    target.block(start, stop, block)
    return block


def dense(S):
    return S.toarray() if isinstance(S, csr_array) else S


def indicators(n, seed=0):
    """None, an indicator, one with an empty cluster, a soft P, and a P with a few zeros."""
    rng = np.random.default_rng(seed)
    soft = rng.uniform(size=(3, n))
    return {
        "none": None,
        "indicator": labels_to_indicator(rng.integers(0, 3, n), 3),
        "empty cluster": labels_to_indicator(rng.integers(0, 2, n), 3),
        "soft": soft,
        "partly zero": soft * (rng.uniform(size=(3, n)) < 0.5),
    }


class TestTargets:
    @pytest.mark.parametrize("name", indicators(5))
    @pytest.mark.parametrize("alpha, beta", [(1.0, 1.0), (0.01, 30.0), (3.0, 0.0)])
    def test_regularized_kernel_is_the_papers_target(self, name, alpha, beta):
        K, P = kernel(20), indicators(20)[name]
        target = RegularizedKernel(K, alpha, beta, P)
        expected = (K + (0 if P is None else beta * P.T @ P)) / (2 * alpha)
        assert target.n_samples == 20
        assert_allclose(rows_of(target, 0, 20), expected, rtol=1e-13)

    @given(
        st.sampled_from(list(indicators(5))),
        st.integers(1, 30),
        st.floats(-3, 3),
        st.floats(-3, 3),
        st.integers(0, 1000),
        st.data(),
    )
    def test_blocks_and_entries_agree_to_the_bit(self, name, n, log_alpha, log_beta, seed, data):
        K = kernel(n, seed) if n > 1 else np.ones((1, 1))
        target = RegularizedKernel(K, 10**log_alpha, 10**log_beta, indicators(n, seed)[name])
        start = data.draw(st.integers(0, n - 1))
        stop = data.draw(st.integers(start + 1, n))
        rows, cols = np.mgrid[start:stop, 0:n]
        entries = target.entries(rows.ravel(), cols.ravel()).reshape(rows.shape)
        assert np.array_equal(rows_of(target, start, stop), entries)
        assert np.array_equal(entries, target.entries(cols.ravel(), rows.ravel()).reshape(rows.shape))

    def test_dense_target(self):
        T = symmetric("gaussian", 12)
        target = DenseTarget(T)
        assert target.n_samples == 12
        assert np.array_equal(rows_of(target, 3, 7), T[3:7])
        assert np.array_equal(target.entries(np.array([0, 5]), np.array([11, 5])), [T[0, 11], T[5, 5]])

    def test_kernel_and_indicator_are_left_alone(self):
        K, P = kernel(20), indicators(20)["soft"]
        before = K.copy(), P.copy()
        solve_dual(RegularizedKernel(K, 0.5, 2.0, P))
        assert np.array_equal(K, before[0]) and np.array_equal(P, before[1])

    def test_papers_shift_of_the_target_makes_no_difference(self):
        """Eq. 12 subtracts a row and column shift, from the diagonal of K + beta P'P."""
        K, P = kernel(40), indicators(40)["soft"]
        G = K + 2.0 * P.T @ P
        printed = (G - G.diagonal()[:, None]) / (2 * 0.7)
        distances = G.diagonal()[:, None] + G.diagonal() - 2 * G
        S = dense(solve_dual(RegularizedKernel(K, 0.7, 2.0, P)).similarity())
        assert_allclose(S, project_doubly_stochastic(printed), rtol=0, atol=1e-9)
        assert_allclose(S, project_doubly_stochastic(-distances / (4 * 0.7)), rtol=0, atol=1e-9)


def both_supports(T):
    """Both kinds of support, each with all of T in it."""
    n = len(T)
    pattern = csr_array(np.ones((n, n)))
    indptr, cols = pattern.indptr.astype(np.int32), pattern.indices.astype(np.int32)
    target = DenseTarget(T)
    return [
        SparseSupport(n, row_blocks(indptr, cols, T.ravel()), SerialExecutor()),
        FullSupport(target),
    ]


class TestDual:
    n = 15
    T = symmetric("gaussian", n)
    u = np.random.default_rng(1).normal(size=n) * 0.3

    @pytest.mark.parametrize("kind", [0, 1], ids=["sparse", "full"])
    def test_gradient(self, kind):
        support = both_supports(self.T)[kind]
        row_sums, _ = support.evaluate(self.u)
        step = 1e-6
        for i in range(self.n):
            shift = step * np.eye(self.n)[i]
            slope = (support.evaluate(self.u + shift)[1] - support.evaluate(self.u - shift)[1]) / (2 * step)
            assert slope == pytest.approx(row_sums[i] - 1, abs=1e-6)

    @pytest.mark.parametrize("kind", [0, 1], ids=["sparse", "full"])
    def test_hessian(self, kind):
        support = both_supports(self.T)[kind]
        support.evaluate(self.u)
        product, counts, diagonal = support.hessian()
        direction = np.random.default_rng(2).normal(size=self.n)
        expected = counts * direction + product(direction)
        step = 1e-7
        ahead, _ = support.evaluate(self.u + step * direction)
        behind, _ = support.evaluate(self.u - step * direction)
        assert_allclose(expected, (ahead - behind) / (2 * step), rtol=1e-5, atol=1e-5)
        S = np.maximum(self.T + np.add.outer(self.u, self.u), 0)
        assert np.array_equal(counts, np.count_nonzero(S, axis=1))
        assert np.array_equal(diagonal, S.diagonal() > 0)

    @pytest.mark.parametrize("kind", [0, 1], ids=["sparse", "full"])
    def test_similarity_and_counts(self, kind):
        support = both_supports(self.T)[kind]
        row_sums, _ = support.evaluate(self.u)
        S = np.maximum(self.T + np.add.outer(self.u, self.u), 0)
        found = support.similarity()
        assert np.array_equal(dense(found), S)
        assert_allclose(row_sums, S.sum(axis=1), rtol=1e-14)
        assert support.mean_nonzeros() == np.count_nonzero(S) / self.n
        if isinstance(found, csr_array):
            assert found.nnz == np.count_nonzero(S)

    @pytest.mark.parametrize("size", [1e-30, 1e-3, 1e30, 1e60])
    def test_products_with_far_sized_vectors(self, size):
        direction = size * np.random.default_rng(2).normal(size=self.n)
        results = []
        for support in both_supports(self.T):
            support.evaluate(self.u)
            results.append(support.hessian()[0](direction))
        assert_allclose(results[0], results[1], rtol=1e-4, atol=1e-4 * size)


class TestSupport:
    @pytest.mark.parametrize("n", [3, 50, 150])
    def test_grows_to_all_positive_entries_and_the_diagonal(self, n):
        T = symmetric("gaussian", n)
        u = np.full(n, -1.0)
        support = enlarge_support(DenseTarget(T), u, None)
        assert isinstance(support, SparseSupport)
        wanted = (T + np.add.outer(u, u) > 0) | np.eye(n, dtype=bool)
        pattern = csr_array((np.ones(len(support.cols)), support.cols, support.indptr), shape=(n, n)).toarray()
        assert np.array_equal(pattern > 0, wanted)
        # Nothing to add: the same object, which is how the solver knows that it is done.
        assert enlarge_support(DenseTarget(T), u, support) is support
        assert enlarge_support(DenseTarget(T), u - 0.5, support) is support
        grown = enlarge_support(DenseTarget(T), u + 0.1, support)
        more = csr_array((np.ones(len(grown.cols)), grown.cols, grown.indptr), shape=(n, n)).toarray()
        assert np.array_equal(more > 0, wanted | (T + np.add.outer(u + 0.1, u + 0.1) > 0))

    def test_becomes_full_where_many_entries_are_positive(self):
        T = symmetric("gaussian", 100)
        assert isinstance(enlarge_support(DenseTarget(T), np.zeros(100), None), FullSupport)
        assert isinstance(enlarge_support(DenseTarget(T), np.full(100, -1.0), None), SparseSupport)

    @pytest.mark.parametrize("kind", ["gaussian", "self-tuned", "uniform, alpha 0.1", "cauchy", "shifted", "bipartite"])
    def test_sparse_and_full_give_the_same_projection(self, kind, monkeypatch):
        T = symmetric(kind, 90)
        results = []
        for share in (0.0, 1.0):
            monkeypatch.setattr(dense_support, "MAX_SPARSE_SHARE", share)
            result = solve_dual(DenseTarget(T))
            assert isinstance(result.similarity(), csr_array) == (share == 1.0)
            assert result.converged
            results.append(dense(result.similarity()))
        assert_allclose(results[0], results[1], rtol=0, atol=1e-9)

    @pytest.mark.parametrize("entries", [1, 40, 1000])
    def test_height_of_the_blocks_makes_no_difference(self, entries, monkeypatch):
        for T in (symmetric("gaussian", 90), symmetric("uniform, alpha 1000", 70)):
            expected = solve_dual(DenseTarget(T))
            monkeypatch.setattr(dense_support, "PASS_ENTRIES", entries)
            monkeypatch.setattr("rnse_core._base.row_blocks.BLOCK_ENTRIES", entries)
            result = solve_dual(DenseTarget(T))
            monkeypatch.undo()
            assert_allclose(dense(result.similarity()), dense(expected.similarity()), rtol=0, atol=1e-9)


class TestStart:
    @pytest.mark.parametrize("kind", KINDS)
    @pytest.mark.parametrize("n", [1, 2, 100])
    def test_every_kind_has_a_finite_one(self, kind, n):
        assert np.isfinite(starting_multipliers(DenseTarget(symmetric(kind, n)))).all()

    def test_is_exact_where_all_rows_are_alike(self):
        i = np.arange(60)
        ring = np.exp(-np.minimum((i[:, None] - i) % 60, (i - i[:, None]) % 60).astype(float))
        u = starting_multipliers(DenseTarget(ring))
        assert_allclose(np.maximum(ring + np.add.outer(u, u), 0).sum(axis=1), np.ones(60), rtol=1e-12)


class TestSolve:
    def test_residuals_fall_to_the_tolerance(self):
        result = solve_dual(DenseTarget(symmetric("self-tuned", 200)))
        assert result.converged
        assert result.residuals[-1] <= 1e-10 < result.residuals[0]
        assert len(result.residuals) < 25

    @pytest.mark.parametrize("kind", ["gaussian", "self-tuned", "uniform, alpha 1000"])
    def test_multipliers_are_those_of_the_similarity(self, kind):
        T = symmetric(kind, 80)
        result = solve_dual(DenseTarget(T))
        u = result.multipliers
        assert np.array_equal(dense(result.similarity()), np.maximum(T + np.add.outer(u, u), 0))

    @pytest.mark.parametrize("alpha, beta", [(0.05, 1.0), (1.0, 1.0), (1.0, 100.0), (20.0, 5.0)])
    @pytest.mark.parametrize("name", ["none", "indicator", "soft"])
    def test_kernels_are_projected_as_the_matrix_would_be(self, alpha, beta, name):
        K, P = kernel(120), indicators(120)[name]
        target = RegularizedKernel(K, alpha, beta, P)
        S = dense(solve_dual(target).similarity())
        T = rows_of(target, 0, 120)
        assert np.array_equal(S, S.T)
        assert optimality_gap(T, S) <= 1e-8 * np.abs(T).max()

    def test_smaller_targets_come_first_where_a_plain_start_fails(self, monkeypatch):
        T = symmetric("uniform, alpha 0.001", 60) * 20
        expected = dense(solve_dual(DenseTarget(T)).similarity())
        monkeypatch.setattr(_newton, "DIRECT_STEPS", 1)
        result = solve_dual(DenseTarget(T), tol=1e-9)
        assert result.converged
        assert_allclose(dense(result.similarity()), expected, rtol=0, atol=1e-7)

    def test_an_attempt_that_nearly_arrives_goes_on(self, monkeypatch):
        """For each number of steps after which the first attempt may be cut off."""
        T = symmetric("gaussian", 40) * 3
        expected = dense(solve_dual(DenseTarget(T)).similarity())
        for steps in range(1, 16):
            monkeypatch.setattr(_newton, "DIRECT_STEPS", steps)
            result = solve_dual(DenseTarget(T))
            assert result.converged
            assert_allclose(dense(result.similarity()), expected, rtol=0, atol=1e-9)
