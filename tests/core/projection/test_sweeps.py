"""Dykstra's sweeps: against sweeps by hand, and what a projection reports."""

import warnings

import numpy as np
import pytest
from expected import warned
from matrices import make, optimality_gap
from numpy.testing import assert_allclose
from projected import assert_symmetric_and_non_negative, each_method, loosely, strictly

from rnse_core.affinity import self_tuning_kernel
from rnse_core.exceptions import (
    ConvergenceAdvice,
    NotConvergedWarning,
)
from rnse_core.projection import project_doubly_stochastic


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
