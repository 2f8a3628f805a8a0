"""The projection on the doubly stochastic matrices: what defines it, for every kind of matrix, and its solvers."""

import tracemalloc
import warnings

import numpy as np
import pytest
from expected import has, raised, warned
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from matrices import KINDS, make, optimality_gap, random_doubly_stochastic
from numpy.testing import assert_allclose
from sklearn.exceptions import ConvergenceWarning

from rnse_core.affinity import self_tuning_kernel
from rnse_core.exceptions import (
    ConvergenceAdvice,
    InputError,
    NotConvergedWarning,
    ParameterError,
    ParameterTypeError,
    Reason,
)
from rnse_core.projection import METHODS, project_doubly_stochastic

ROW_SUM_ERROR = 1e-10

each_kind = pytest.mark.parametrize("kind", KINDS)
each_method = pytest.mark.parametrize("method", METHODS)


def strictly(T, *args, **kwargs):
    """The projection, with every warning an error."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        return project_doubly_stochastic(T, *args, **kwargs)


def loosely(T, *args, **kwargs):
    """The projection, allowed to stop early."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        return project_doubly_stochastic(T, *args, **kwargs)


def assert_symmetric_and_non_negative(S):
    assert S.dtype == np.float64
    assert np.array_equal(S, S.T)
    assert S.min() >= 0.0


def assert_projection(T, S):
    """S is the projection of T: feasible, and no doubly stochastic matrix is nearer."""
    assert_symmetric_and_non_negative(S)
    assert np.abs(S.sum(axis=1) - 1.0).max() <= ROW_SUM_ERROR
    # Row sums that are off by 1e-10 move the linear function by as much times its largest coefficient.
    assert optimality_gap(T, S) <= 10 * ROW_SUM_ERROR * len(T) * max(1.0, np.abs(T).max())


class TestWhatDefinesIt:
    @each_kind
    @pytest.mark.parametrize("n", [1, 2, 3, 8, 21, 60])
    def test_feasible_and_nearest(self, kind, n):
        for seed in range(2):
            T = make(kind, n, seed)
            assert_projection(T, strictly(T))

    @settings(max_examples=150, deadline=None)
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


def affine_projection(S):
    """Zass and Shashua's formula for the symmetric matrices with row sums 1."""
    n = len(S)
    ones = np.ones((n, n))
    inner = np.eye(n) / n + S.sum() / n**2 * np.eye(n) - S / n
    return S + inner @ ones - ones @ S / n


def sweeps(T, count, cone_increment, affine_increment):
    """Alternating projections, written out, with Dykstra's increments as asked for."""
    S = 0.5 * (T + T.T)
    I1, I2 = np.zeros_like(S), np.zeros_like(S)
    for _ in range(count):
        before = S - I1
        S = affine_projection(before)
        if affine_increment:
            I1 = S - before
        before = S - I2
        S = np.maximum(before, 0)
        if cone_increment:
            I2 = S - before
    return S


class TestSweeps:
    @pytest.mark.parametrize("count", [1, 2, 7, 40])
    @pytest.mark.parametrize("kind", ["gaussian", "uniform, alpha 0.1", "star", "self-tuned"])
    def test_are_dykstras_with_both_increments(self, kind, count):
        T = make(kind, 15)
        expected = sweeps(T, count, cone_increment=True, affine_increment=True)
        S = loosely(T, "dykstra", max_iter=count, tol=0)
        assert_allclose(S, expected, rtol=0, atol=1e-11)
        assert_symmetric_and_non_negative(S)

    @pytest.mark.parametrize("count", [1, 2, 7, 40])
    def test_alternating_ones_have_no_increment(self, count):
        T = make("gaussian", 15)
        expected = sweeps(T, count, cone_increment=False, affine_increment=False)
        assert_allclose(loosely(T, "alternating", max_iter=count, tol=0), expected, rtol=0, atol=1e-12)

    def test_without_increments_they_end_at_a_feasible_matrix_that_is_not_the_nearest(self):
        T = 3 * make("gaussian", 10)
        nearest = strictly(T)
        alternating = strictly(T, "alternating", max_iter=20_000)
        dykstra = strictly(T, "dykstra", max_iter=20_000)
        assert_symmetric_and_non_negative(alternating)
        assert np.abs(alternating.sum(axis=1) - 1).max() < 1e-8
        assert_allclose(dykstra, nearest, rtol=0, atol=1e-7)
        T = 0.5 * (T + T.T)
        assert np.linalg.norm(T - alternating) > np.linalg.norm(T - nearest) + 1e-3
        assert np.abs(alternating - nearest).max() > 1e-2

    def test_few_leave_the_row_sums_far_off(self):
        X = np.random.default_rng(0).normal(size=(100, 2))
        T = self_tuning_kernel(X) / 2
        with warned(NotConvergedWarning, method="dykstra", n_iter=20, advice=ConvergenceAdvice.USE_NEWTON) as caught:
            _, info = project_doubly_stochastic(T, "dykstra", max_iter=20, return_info=True)
        assert caught[0].message.residual == info.row_sum_error > 0.01
        assert not info.converged

    @pytest.mark.parametrize("method", ["dykstra", "alternating"])
    @pytest.mark.parametrize("kind", ["negative diagonal", "star", "cauchy", "negative", "gaussian"])
    def test_converged_means_doubly_stochastic(self, method, kind):
        """Dykstra's iterate can stand still for many sweeps, far from the set."""
        for seed in range(6):
            T = make(kind, 3 + seed, seed)
            S, info = loosely(T, method, tol=1e-9, max_iter=3000, return_info=True)
            if info.converged:
                assert np.abs(S.sum(axis=1) - 1).max() <= 1e-6
                if method == "dykstra":
                    assert optimality_gap(T, S) <= 1e-4 * max(1.0, np.abs(T).max())


class TestReports:
    T = 5 * make("gaussian", 30)

    @each_method
    def test_info_tells_what_happened(self, method):
        S, info = project_doubly_stochastic(self.T, method, max_iter=5000, return_info=True)
        assert info.method == method
        assert info.converged
        assert_allclose(info.row_sum_error, np.abs(S.sum(axis=1) - 1).max(), rtol=0, atol=1e-15)
        assert_allclose(info.history[-1], info.row_sum_error, rtol=0, atol=1e-15)
        assert info.history[0] > info.history[-1]
        assert len(info.history) in (info.n_iter, info.n_iter + 1)
        assert np.array_equal(S, project_doubly_stochastic(self.T, method, max_iter=5000))

    @each_method
    def test_callback_sees_each_iteration_and_stops(self, method):
        seen = []

        def stop_at_third(iteration, info):
            seen.append((iteration, info["residual"]))
            return iteration == 3

        with warnings.catch_warnings():
            warnings.simplefilter("error")
            S, info = project_doubly_stochastic(self.T, method, callback=stop_at_third, return_info=True)
        assert [iteration for iteration, _ in seen] == [1, 2, 3]
        assert [residual for _, residual in seen] == info.history[: len(seen)]
        assert_symmetric_and_non_negative(S)
        assert S.shape == self.T.shape
        assert not info.converged

    @each_method
    def test_callback_that_returns_nothing_changes_nothing(self, method):
        iterations = []
        S = project_doubly_stochastic(
            self.T, method, max_iter=5000, callback=lambda iteration, info: iterations.append(iteration)
        )
        assert iterations == list(range(1, len(iterations) + 1)) and len(iterations) > 3
        assert np.array_equal(S, project_doubly_stochastic(self.T, method, max_iter=5000))

    @pytest.mark.parametrize("stop_at", [1, 5, 45, 60])
    def test_a_stopped_newton_run_calls_no_more(self, stop_at):
        """Also where the solver has gone over to its sequence of smaller targets."""
        T = make("uniform, alpha 0.001", 120, 3) * 4
        seen = []

        def stop(iteration, info):
            seen.append(iteration)
            return iteration >= stop_at

        S = strictly(T, callback=stop)
        assert len(seen) <= stop_at
        assert_symmetric_and_non_negative(S)

    @each_method
    def test_limit_reached_is_a_warning(self, method):
        with warned(NotConvergedWarning, method=method, n_iter=1):
            S, info = project_doubly_stochastic(self.T, method, max_iter=1, return_info=True)
        assert info.n_iter == 1
        assert not info.converged
        assert_symmetric_and_non_negative(S)

    def test_a_matrix_too_large_for_its_row_sums_is_told_so(self):
        with warned(NotConvergedWarning, method="newton", advice=ConvergenceAdvice.DIVIDE):
            project_doubly_stochastic(1e12 * make("gaussian", 60), max_iter=60)

    def test_limit_is_kept(self):
        T = make("large gaussian", 150)
        for max_iter in (2, 5, 20):
            steps = []
            loosely(T, max_iter=max_iter, callback=lambda iteration, info, steps=steps: steps.append(iteration))
            # The error is told before the first step and after each.
            assert len(steps) <= max_iter + 1

    @pytest.mark.parametrize("kind", ["gaussian", "self-tuned", "cauchy", "uniform, alpha 0.001"])
    def test_warm_start_gives_the_same(self, kind):
        T = make(kind, 40)
        S, cold = project_doubly_stochastic(T, return_info=True)
        again, warm = project_doubly_stochastic(T, start=cold.multipliers, return_info=True)
        assert_allclose(again, S, rtol=0, atol=1e-9)
        assert warm.n_iter <= cold.n_iter
        far = np.random.default_rng(0).normal(size=40) * 100
        assert_allclose(strictly(T, start=far), S, rtol=0, atol=1e-9)
        near = strictly(T + 1e-3 * make("gaussian", 40), start=cold.multipliers)
        assert_allclose(near, strictly(T + 1e-3 * make("gaussian", 40)), rtol=0, atol=1e-9)


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
