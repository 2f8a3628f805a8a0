"""The P step: the paper's updates written out, and the identities its objective rests on."""

import numpy as np
import pytest
from expected import raised
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose
from scipy.sparse import csr_array

from rnse_core._fit.objective import orthogonality_error
from rnse_core.affinity import self_tuning_kernel
from rnse_core.datasets import make_blobs
from rnse_core.exceptions import InputError, ParameterError, ParameterTypeError, Reason
from rnse_core.indicator import (
    LAMBDA,
    METHODS,
    MU,
    labels_to_indicator,
    multiplicative_update,
    soften,
    trace_objective,
    update_indicator,
)
from rnse_core.indicator.local_search import refine_labels
from rnse_core.projection import project_doubly_stochastic


def learned(n=60, seed=0, alpha=2.0):
    X, y = make_blobs(n, random_state=seed)
    return project_doubly_stochastic(self_tuning_kernel(X) / (2 * alpha)), y


labellings = st.tuples(st.integers(1, 20), st.integers(1, 5), st.integers(0, 10**6))


class TestIndicator:
    @given(labellings)
    def test_is_orthonormal_and_gives_the_labels_back(self, drawn):
        n, n_clusters, seed = drawn
        labels = np.random.default_rng(seed).integers(0, n_clusters, size=n)
        P = labels_to_indicator(labels, n_clusters)
        assert P.shape == (n_clusters, n)
        assert np.array_equal(P.argmax(axis=0), labels)
        assert np.array_equal(np.count_nonzero(P, axis=0), np.ones(n))
        present = np.bincount(labels, minlength=n_clusters) > 0
        assert_allclose(P @ P.T, np.diag(present.astype(float)), rtol=0, atol=1e-14)

    @given(labellings)
    def test_trace_is_that_of_the_product(self, drawn):
        n, n_clusters, seed = drawn
        rng = np.random.default_rng(seed)
        labels = rng.integers(0, n_clusters, size=n)
        S = rng.uniform(size=(n, n)) * (rng.uniform(size=(n, n)) < 0.5)
        P = labels_to_indicator(labels, n_clusters)
        expected = pytest.approx(np.trace(P @ S @ P.T), abs=1e-12)
        assert trace_objective(S, labels, n_clusters) == expected
        assert trace_objective(csr_array(S), labels.tolist(), n_clusters) == expected

    def test_largest_trace_is_nearest_product(self):
        """Theorem 8: max tr(P S P') and min ||S - P'P||^2 are one problem."""
        S, _ = learned(20)
        rng = np.random.default_rng(0)
        for _ in range(5):
            P = labels_to_indicator(rng.permutation(np.arange(20) % 3), 3)
            distance = np.linalg.norm(S - P.T @ P) ** 2
            assert distance == pytest.approx(np.linalg.norm(S) ** 2 - 2 * np.trace(P @ S @ P.T) + 3)

    def test_trace_is_at_most_the_number_of_clusters(self):
        S, _ = learned()
        for n_clusters in (1, 2, 5):
            labels = np.arange(len(S)) % n_clusters
            assert trace_objective(S, labels, n_clusters) <= n_clusters + 1e-12
        assert trace_objective(S, np.zeros(len(S), dtype=int), 1) == pytest.approx(1)

    def test_soften(self):
        P = labels_to_indicator(np.array([0, 0, 1, 1, 1]), 3)
        soft = soften(P)
        assert (soft[:2] > 0).all()
        assert not soft[2].any()
        assert np.array_equal(soft.argmax(axis=0), P.argmax(axis=0))
        assert_allclose(soft[0], 2**-0.5 * np.array([1.2, 1.2, 0.2, 0.2, 0.2]), rtol=1e-12)


def printed_factor(S, P):
    """Q of Algorithm 3, as printed."""
    return (P @ (S + S.T) + 2 * P) / (2 * P @ P.T @ P + P @ (S + S.T) @ P.T @ P)


class TestMultiplicativeUpdate:
    @given(labellings, st.floats(0, 1), st.floats(0.1, 1))
    def test_formulas(self, drawn, lam, mu):
        n, n_clusters, seed = drawn
        rng = np.random.default_rng(seed)
        P, S = rng.uniform(0.01, 1, size=(n_clusters, n)), rng.uniform(size=(n, n))
        Q = printed_factor(S, P)
        for form in (np.asarray, csr_array):
            assert_allclose(multiplicative_update(form(S), P, strategic=False), P * Q, rtol=1e-10)
            found = multiplicative_update(form(S), P, lam=lam, mu=mu)
            assert_allclose(found, P * ((1 - lam) + lam * Q) ** mu, rtol=1e-10)

    def test_defaults_are_the_papers(self):
        assert (LAMBDA, MU) == (0.5, 0.9)
        S, _ = learned(12)
        P = np.random.default_rng(0).uniform(size=(2, 12))
        assert np.array_equal(multiplicative_update(S, P), multiplicative_update(S, P, True, 0.5, 0.9))

    def test_zeros_stay_and_nothing_turns_negative(self):
        S, _ = learned(12)
        P = np.random.default_rng(0).uniform(size=(3, 12))
        P[1, :4] = 0
        P[:, 7] = 0
        P[2] = 0
        for strategic in (True, False):
            new = multiplicative_update(S, P, strategic=strategic)
            assert np.isfinite(new).all()
            assert new.min() >= 0
            assert np.array_equal(new == 0, P == 0)

    def test_indicator_of_the_components_is_a_fixed_point(self):
        S = np.kron(np.eye(2), np.full((4, 4), 0.25))
        P = labels_to_indicator(np.repeat([0, 1], 4), 2)
        for strategic in (True, False):
            assert_allclose(multiplicative_update(S, P, strategic=strategic), P, rtol=1e-12)

    @pytest.mark.parametrize("strategic", [True, False])
    def test_indicator_is_a_fixed_point_where_sums_inside_are_constant_and_nowhere_else(self, strategic):
        circulant = np.array([0.3, 0.2, 0.0, 0.2])[np.abs(np.subtract.outer(np.arange(4), np.arange(4)))]
        circulant = np.maximum(circulant, circulant.T)
        between = np.random.default_rng(0).uniform(size=(4, 4))
        S = np.block([[circulant, between], [between.T, 2.0 * circulant]])
        P = labels_to_indicator(np.repeat([0, 1], 4), 2)
        inside = [S[:4, :4].sum(axis=1), S[4:, 4:].sum(axis=1)]
        assert_allclose(inside, [[inside[0][0]] * 4, [inside[1][0]] * 4], rtol=1e-12)
        assert_allclose(multiplicative_update(S, P, strategic), P, rtol=1e-12)
        S[0, 1] = S[1, 0] = 0.4
        changed = multiplicative_update(S, P, strategic) / P.max()
        assert (changed[0, [0, 1]] > 1.01).all() and (changed[0, [2, 3]] < 0.99).all()
        assert_allclose(changed[1, 4:], 1.0, rtol=1e-12)

    def test_strategic_updates_end_near_orthogonality(self):
        S, y = learned(60)
        P = np.random.default_rng(0).uniform(size=(3, 60))
        assert orthogonality_error(P) > 10
        for _ in range(400):
            P = multiplicative_update(S, P)
        assert orthogonality_error(P) < 0.1
        soft = soften(labels_to_indicator(y, 3))
        for _ in range(100):
            soft = multiplicative_update(S, soft)
        assert np.array_equal(soft.argmax(axis=0), y)


class TestUpdate:
    S, y = learned()
    P = np.random.default_rng(1).uniform(size=(3, 60))

    def test_moves_end_in_an_exact_indicator(self):
        P = update_indicator(self.S, self.P)
        assert orthogonality_error(P) < 1e-14
        assert np.array_equal(P, labels_to_indicator(refine_labels(self.S, self.P.argmax(axis=0), 3), 3))
        assert np.array_equal(update_indicator(self.S, P), P)

    def test_moves_keep_groups_together(self):
        groups = np.arange(60) // 3
        labels = update_indicator(self.S, self.P, duplicate_ids=groups).argmax(axis=0)
        assert np.array_equal(labels, np.repeat(labels[::3], 3))

    @pytest.mark.parametrize("method, strategic", [("strategic", True), ("plain", False)])
    def test_repeats_the_multiplicative_update(self, method, strategic):
        P = self.P
        for _ in range(7):
            P = multiplicative_update(self.S, P, strategic=strategic)
        assert np.array_equal(update_indicator(self.S, self.P, method, max_iter=7, tol=0), P)

    def test_stops_when_nothing_changes(self):
        changes = []
        update_indicator(
            self.S,
            self.P,
            "strategic",
            max_iter=100_000,
            tol=1e-3,
            callback=lambda iteration, info: changes.append(info["residual"]),
        )
        assert 5 < len(changes) < 5000
        assert min(changes) > 1e-3
        P = update_indicator(self.S, self.P, "strategic", max_iter=len(changes) + 1, tol=0)
        assert np.abs(multiplicative_update(self.S, P) - P).max() <= 1e-3

    @pytest.mark.parametrize("method", ["strategic", "plain"])
    def test_callback_stops(self, method):
        seen = []

        def stop_at_third(iteration, info):
            seen.append(iteration)
            return iteration == 3

        P = update_indicator(self.S, self.P, method, callback=stop_at_third)
        assert seen == [1, 2, 3]
        assert np.array_equal(P, update_indicator(self.S, self.P, method, max_iter=3, tol=0))

    @pytest.mark.parametrize("method", METHODS)
    def test_start_is_left_alone(self, method):
        before = self.P.copy()
        update_indicator(self.S, self.P, method, max_iter=3)
        assert np.array_equal(self.P, before)

    @pytest.mark.parametrize(
        "P, arguments, error, fields",
        [
            (P, {"method": "hungarian"}, ParameterError, {"parameter": "method", "value": "hungarian"}),
            (-P, {}, InputError, {"argument": "P", "reason": Reason.NEGATIVE_ENTRY}),
            (P * np.nan, {}, InputError, {"argument": "P", "reason": Reason.NOT_FINITE}),
            (P, {"method": "plain", "max_iter": 0}, ParameterError, {"parameter": "max_iter", "value": 0}),
            (P, {"method": "plain", "max_iter": 1.5}, ParameterTypeError, {"parameter": "max_iter", "value": 1.5}),
        ],
    )
    def test_bad_arguments(self, P, arguments, error, fields):
        with raised(error, **fields):
            update_indicator(self.S, P, **arguments)
