"""The projection on the doubly stochastic matrices: what defines it, for every kind of matrix, and its solvers."""

import tracemalloc
import warnings

import numpy as np
import pytest
from expected import has, raised
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from matrices import KINDS, make, random_doubly_stochastic
from numpy.testing import assert_allclose
from projected import (
    ROW_SUM_ERROR,
    assert_projection,
    assert_symmetric_and_non_negative,
    each_method,
    loosely,
    strictly,
)
from sklearn.exceptions import ConvergenceWarning

from rnse_core.affinity import self_tuning_kernel
from rnse_core.exceptions import (
    InputError,
    ParameterError,
    ParameterTypeError,
    Reason,
)
from rnse_core.projection import project_doubly_stochastic

each_kind = pytest.mark.parametrize("kind", KINDS)


class TestWhatDefinesIt:
    @each_kind
    @pytest.mark.parametrize("n", [1, 2, 3, 8, 21, 60])
    def test_feasible_and_nearest(self, kind, n):
        for seed in range(2):
            T = make(kind, n, seed)
            assert_projection(T, strictly(T))

    @given(st.integers(1, 7).flatmap(lambda n: arrays(float, (n, n), elements=st.floats(-1000, 1000))))
    def test_feasible_and_nearest_for_any_small_matrix(self, T):
        assert_projection(T, strictly(T))

    @settings(max_examples=40, deadline=None)
    @given(st.integers(0, 10**6), st.integers(2, 40), st.floats(-3, 3))
    def test_feasible_and_nearest_for_any_alpha(self, seed, n, exponent):
        T = np.random.default_rng(seed).uniform(size=(n, n)) / (2 * 10.0**exponent)
        assert_projection(T, strictly(T))

    @pytest.mark.battery
    @pytest.mark.parametrize("kind, n, seeds", [("negative", 13, 100), ("cauchy", 30, 60)])
    def test_kinds_that_need_many_steps(self, kind, n, seeds):
        """One in twenty of these takes the solver to the end of its first attempt."""
        for seed in range(seeds):
            T = make(kind, n, seed)
            assert_projection(T, strictly(T))

    def test_two_by_two_has_a_closed_form(self):
        rng = np.random.default_rng(0)
        for scale in (0.1, 1.0, 10.0):
            for T in scale * rng.normal(size=(20, 2, 2)):
                diagonal = np.clip((T[0, 0] + T[1, 1] - T[0, 1] - T[1, 0] + 2) / 4, 0, 1)
                expected = np.array([[diagonal, 1 - diagonal], [1 - diagonal, diagonal]])
                for method in ("newton", "dykstra"):
                    S = project_doubly_stochastic(T, method, tol=1e-12)
                    assert_allclose(S, expected, rtol=0, atol=1e-9)

    @pytest.mark.parametrize("exponent", range(3, 15))
    def test_entries_that_are_nearly_zero(self, exponent):
        """An entry of S that changes sign within rounding of the dual value."""
        tiny = 10.0**-exponent
        for T in ([[1e-300, 1.0], [1.0, tiny]], [[0.0, 1.0], [1.0, -tiny]], [[tiny, 1.0], [1.0, tiny]]):
            diagonal = max(0.0, (T[0][0] + T[1][1]) / 4)
            S = strictly(np.array(T))
            assert np.abs(S.sum(axis=1) - 1).max() <= ROW_SUM_ERROR
            assert_allclose(S, [[diagonal, 1 - diagonal], [1 - diagonal, diagonal]], rtol=0, atol=1e-9)
        T = np.kron(np.eye(3)[[1, 0, 2]], [[0.0, 1.0], [1.0, tiny]])
        assert_projection(T, strictly(T))

    @pytest.mark.parametrize("n", [1, 4, 9])
    def test_constant_gives_the_uniform_matrix(self, n):
        assert_allclose(strictly(np.full((n, n), 7.0)), np.full((n, n), 1 / n), rtol=0, atol=1e-12)

    def test_a_dominant_diagonal_gives_the_identity(self):
        rng = np.random.default_rng(0)
        S = strictly(100 * np.eye(30) + rng.uniform(size=(30, 30)))
        assert np.array_equal(S != 0, np.eye(30, dtype=bool))
        assert_allclose(S.diagonal(), 1, rtol=0, atol=1e-10)

    def test_a_dominant_matching_gives_the_matching(self):
        rng = np.random.default_rng(1)
        matching = np.eye(20)[np.arange(20) ^ 1]
        S = strictly(100 * matching + rng.uniform(size=(20, 20)))
        assert_allclose(S, matching, rtol=0, atol=1e-10)


class TestAlgebra:
    @each_kind
    def test_idempotent(self, kind):
        S = strictly(make(kind, 30))
        assert_allclose(strictly(S), S, rtol=0, atol=1e-9)

    def test_doubly_stochastic_matrices_stay(self):
        for seed in range(10):
            S = random_doubly_stochastic(np.random.default_rng(seed), 15)
            assert_allclose(strictly(S), S, rtol=0, atol=1e-10)

    @each_kind
    def test_shift_invariance(self, kind):
        T = make(kind, 25)
        a = np.random.default_rng(1).uniform(-100, 100, size=25)
        assert_allclose(strictly(T + np.add.outer(a, a)), strictly(T), rtol=0, atol=1e-7)

    @pytest.mark.parametrize("scale", [1e3, 1e6, 1e9, 1e12])
    def test_a_shift_alone_costs_no_digits(self, scale):
        a = np.random.default_rng(0).normal(size=40) * scale
        # Entries of T are rounded to 1e-16 of the scale, and S inherits that.
        S = strictly(np.add.outer(a, a))
        assert np.abs(S.sum(axis=1) - 1).max() <= ROW_SUM_ERROR
        assert_allclose(S, np.full((40, 40), 1 / 40), rtol=0, atol=1e-10 + 1e-15 * scale)

    @each_kind
    def test_permutation_equivariance(self, kind):
        T = make(kind, 25)
        order = np.random.default_rng(1).permutation(25)
        assert_allclose(strictly(T[np.ix_(order, order)]), strictly(T)[np.ix_(order, order)], rtol=0, atol=1e-8)

    @settings(max_examples=40, deadline=None)
    @given(st.sampled_from(list(KINDS)), st.sampled_from(list(KINDS)), st.integers(2, 25), st.integers(0, 1000))
    def test_non_expansive(self, first, second, n, seed):
        A, B = make(first, n, seed), make(second, n, seed + 1)
        before = np.linalg.norm(0.5 * (A + A.T) - 0.5 * (B + B.T))
        assert np.linalg.norm(strictly(A) - strictly(B)) <= before * (1 + 1e-9) + 1e-9

    @each_method
    def test_only_the_symmetric_part_counts(self, method):
        T = make("gaussian", 12)
        assert np.array_equal(loosely(T, method), loosely(0.5 * (T + T.T), method))


class TestRange:
    """The promise: row sums within 1e-10 for every alpha from 1e-3 to 1e3."""

    X = np.random.default_rng(0).normal(size=(250, 2))

    @pytest.mark.parametrize("alpha", [1e-3, 1e-2, 0.1, 0.3, 1, 3, 10, 100, 1e3])
    @pytest.mark.parametrize("n_neighbors", [7, 30])
    def test_kernels(self, alpha, n_neighbors):
        T = self_tuning_kernel(self.X, n_neighbors) / (2 * alpha)
        assert_projection(T, strictly(T))

    @pytest.mark.parametrize("alpha", [1e-3, 0.03, 1, 1e3])
    def test_random_similarities(self, alpha):
        T = make("uniform, alpha 0.1", 250) * 0.1 / alpha
        assert_projection(T, strictly(T))

    @pytest.mark.parametrize("alpha", [1, 1e3])
    def test_four_thousand_samples(self, alpha):
        rng = np.random.default_rng(0)
        X = rng.normal(size=(4000, 2)) + 6 * rng.integers(0, 4, size=(4000, 1))
        S = strictly(self_tuning_kernel(X) / (2 * alpha))
        assert_symmetric_and_non_negative(S)
        assert np.abs(S.sum(axis=1) - 1).max() <= ROW_SUM_ERROR

    @pytest.mark.parametrize("scale", [1e-300, 1e-30, 1e6, 1e9])
    def test_far_scales_give_the_projection_to_rounding(self, scale):
        T = scale * make("gaussian", 40)
        S = strictly(T)
        assert_symmetric_and_non_negative(S)
        assert np.abs(S.sum(axis=1) - 1).max() <= max(ROW_SUM_ERROR, 1e-14 * scale)

    @each_method
    @pytest.mark.parametrize("scale", [1e100, 1e200, 1e300, np.finfo(float).max / 10])
    def test_beyond_computing_is_a_result_or_refused_as_too_large(self, scale, method):
        T = scale * make("gaussian", 20).clip(-5, 5)
        with warnings.catch_warnings():
            warnings.simplefilter("error", RuntimeWarning)
            warnings.simplefilter("ignore", ConvergenceWarning)
            try:
                S = project_doubly_stochastic(T, method, max_iter=100)
            except ValueError as error:
                assert has(error, InputError, {"argument": "T", "reason": Reason.TOO_LARGE})
            else:
                assert np.isfinite(S).all()
                assert_symmetric_and_non_negative(S)


class TestOtherSolversAgree:
    @pytest.mark.filterwarnings("ignore:scipy.optimize:DeprecationWarning")
    @pytest.mark.parametrize("kind", ["gaussian", "self-tuned", "uniform, alpha 0.1", "low rank", "bipartite"])
    def test_quadratically_regularised_transport(self, kind):
        smooth = pytest.importorskip("ot.smooth")
        T = make(kind, 30)
        T = 0.5 * (T + T.T)
        ones = np.ones(30)
        plan = smooth.smooth_ot_dual(ones, ones, -T, 1.0, "l2", stopThr=1e-13, numItermax=20000)
        assert_allclose(strictly(T), plan, rtol=0, atol=2e-5)

    @pytest.mark.parametrize("kind", ["gaussian", "self-tuned", "low rank", "star", "negative diagonal", "shifted"])
    def test_long_run_of_dykstra(self, kind):
        T = make(kind, 12) / max(1.0, np.abs(make(kind, 12)).max() / 20)
        S, info = project_doubly_stochastic(T, "dykstra", tol=1e-13, max_iter=200_000, return_info=True)
        assert info.converged
        assert_allclose(strictly(T), S, rtol=0, atol=1e-7)


class TestArguments:
    T = make("gaussian", 6)

    @pytest.mark.parametrize(
        "T", [np.ones(3), [[1.0, np.nan], [0.0, 1.0]], [[1.0, np.inf], [0.0, 1.0]], np.empty((0, 0))]
    )
    def test_what_is_no_matrix_of_numbers(self, T):
        with pytest.raises(ValueError):
            project_doubly_stochastic(T)

    @pytest.mark.parametrize(
        "T, fields",
        [
            (np.ones((2, 3)), {"reason": Reason.NOT_SQUARE, "value": (2, 3)}),
            (np.diag([1e101, 1.0]), {"reason": Reason.TOO_LARGE, "value": 1e101, "bound": 1e100}),
        ],
    )
    def test_bad_matrices(self, T, fields):
        with raised(InputError, argument="T", **fields):
            project_doubly_stochastic(T)

    @pytest.mark.parametrize(
        "arguments, error, reason",
        [
            ({"method": "sinkhorn"}, ParameterError, Reason.UNKNOWN_CHOICE),
            ({"tol": -1}, ParameterError, Reason.TOO_SMALL),
            ({"tol": "small"}, ParameterTypeError, Reason.NOT_A_NUMBER),
            ({"max_iter": 0}, ParameterError, Reason.TOO_SMALL),
            ({"max_iter": 2.5}, ParameterTypeError, Reason.NOT_A_WHOLE_NUMBER),
        ],
    )
    def test_bad_arguments(self, arguments, error, reason):
        ((parameter, value),) = arguments.items()
        with raised(error, parameter=parameter, value=value, reason=reason):
            project_doubly_stochastic(self.T, **arguments)

    @pytest.mark.parametrize(
        "start, fields",
        [
            (np.zeros(5), {"reason": Reason.WRONG_SHAPE, "value": (5,), "bound": (6,)}),
            (np.full(6, np.nan), {"reason": Reason.NOT_FINITE}),
        ],
    )
    def test_bad_starts(self, start, fields):
        with raised(InputError, argument="start", **fields):
            project_doubly_stochastic(self.T, start=start)

    @each_method
    def test_input_is_left_alone(self, method):
        for T in (self.T.copy(), 0.5 * (self.T + self.T.T), np.eye(6)):
            before = T.copy()
            S = project_doubly_stochastic(T, method, max_iter=20_000)
            assert np.array_equal(T, before)
            assert not np.shares_memory(S, T)

    @each_method
    def test_any_array_will_do(self, method):
        T = np.arange(25).reshape(5, 5) % 7
        expected = project_doubly_stochastic(T.astype(float), method, max_iter=20_000)
        read_only = T.astype(float)
        read_only.setflags(write=False)
        for other in (T, T.tolist(), T.astype(np.float32), np.asfortranarray(T), read_only, np.repeat(T, 2, 0)[::2]):
            assert np.array_equal(project_doubly_stochastic(other, method, max_iter=20_000), expected)


class TestMemory:
    """At most 4 n^2 doubles at any time, the input among them."""

    n = 1000

    @pytest.mark.parametrize("alpha", [0.1, 1.0, 10.0, 1000.0])
    def test_newton_on_kernels(self, alpha):
        X = np.random.default_rng(0).normal(size=(self.n, 2))
        self.check(self_tuning_kernel(X, 15) / (2 * alpha))

    @pytest.mark.parametrize("scale", [1.0, 30.0])
    def test_newton_on_noise(self, scale):
        self.check(scale * make("gaussian", self.n))

    @pytest.mark.parametrize("method", ["dykstra", "alternating"])
    def test_sweeps(self, method):
        self.check(make("gaussian", self.n), method=method, max_iter=3)

    def check(self, T, **arguments):
        tracemalloc.start()
        try:
            S = loosely(T, **arguments)
            _, peak = tracemalloc.get_traced_memory()
        finally:
            tracemalloc.stop()
        assert_symmetric_and_non_negative(S)
        assert (peak + T.nbytes) / T.nbytes <= 4.0
