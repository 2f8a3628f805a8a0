"""RNSE: Algorithm 1 against its definition, the authors' results, and scikit-learn's contract."""

import itertools

import numpy as np
import pytest
from expected import ignoring
from expected_checks import failing_if_precomputed
from matrices import optimality_gap
from numpy.testing import assert_allclose
from rnse_fits import (
    FEATURE_AFFINITIES,
    assert_usable,
    blobs,
    copies,
    moons,
    noise,
    quietly,
    starting_points,
    strictly,
)
from sklearn.utils.estimator_checks import parametrize_with_checks

import rnse_core.indicator
import rnse_core.rnse
from rnse_core import RNSE
from rnse_core._fit.objective import row_sum_error
from rnse_core.exceptions import (
    ComponentsWarning,
    ParameterWarning,
)
from rnse_core.graph.components import component_labels
from rnse_core.indicator.local_search import refine_labels

HISTORY_KEYS = {
    "iteration",
    "objective",
    "smoothness",
    "frobenius",
    "embedding",
    "row_sum_error",
    "orthogonality_error",
    "n_components",
    "nonzeros_per_row",
    "seconds",
    "projection_iterations",
    "note",
}


@ignoring(ComponentsWarning, ParameterWarning)
@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
@parametrize_with_checks([RNSE(), RNSE(affinity="precomputed")], expected_failed_checks=failing_if_precomputed)
def test_scikit_learns_checks(estimator, check):
    check(estimator)


class TestObjective:
    @pytest.mark.parametrize("indicator", ["moves", "strategic", "plain"])
    @pytest.mark.parametrize("init", starting_points(2, 4))
    @pytest.mark.parametrize("X", [moons, noise, copies], ids=["moons", "noise", "copies"])
    def test_never_rises_with_the_exact_projection(self, X, init, indicator):
        X = X[::2]
        for alpha, beta, n_clusters in [(1.0, 1.0, 2), (0.2, 30.0, 3), (5.0, 100.0, 4)]:
            start = starting_points(n_clusters, len(X))[init]
            limits = {"max_iter": 8, "indicator_max_iter": 30}
            model = RNSE(n_clusters, alpha=alpha, beta=beta, init=start, indicator=indicator, random_state=0, **limits)
            objective = np.array([record["objective"] for record in quietly(model, X).history_])
            assert (np.diff(objective) <= 1e-12 * np.abs(objective[1:])).all()

    @pytest.mark.parametrize("init", starting_points(2, 4))
    def test_exact_steps_end_in_a_feasible_pair(self, init):
        model = quietly(RNSE(3, beta=20.0, init=starting_points(3, 60)[init], random_state=0), blobs)
        S, P = model.similarity_, model.indicator_
        assert np.array_equal(S, S.T)
        assert S.min() >= 0
        assert row_sum_error(S) <= 1e-10
        assert P.min() >= 0
        assert_allclose(P @ P.T, np.eye(3), rtol=0, atol=1e-12)

    @pytest.mark.parametrize("X", [moons, blobs, noise], ids=["moons", "blobs", "noise"])
    def test_converged_means_that_neither_step_can_go_on(self, X):
        for alpha, beta in [(0.5, 1.0), (1.0, 40.0), (8.0, 200.0)]:
            model = quietly(RNSE(3, alpha=alpha, beta=beta, random_state=0), X)
            assert model.converged_
            S, P, K = model.similarity_, model.indicator_, model.affinity_matrix_
            assert optimality_gap((K + beta * P.T @ P) / (2 * alpha), S) <= 1e-7
            assert np.array_equal(refine_labels(S, model.labels_, 3), model.labels_)

    def test_no_small_change_of_the_similarity_is_better(self):
        """Straight from Eq. 7: the objective along the way to other doubly stochastic matrices."""
        model = RNSE(2, alpha=0.8, beta=25.0, random_state=0).fit(noise)
        S, P, K = model.similarity_, model.indicator_, model.affinity_matrix_

        def objective(S):
            points = K.diagonal()[:, None] + K.diagonal() - 2 * K
            columns = ((P[:, :, None] - P[:, None, :]) ** 2).sum(axis=0)
            return 0.5 * (S * points).sum() + 0.8 * (S**2).sum() + 25.0 * 0.5 * (S * columns).sum()

        assert objective(S) == pytest.approx(model.objective_, rel=1e-10)
        rng = np.random.default_rng(0)
        for step in (1e-3, 0.1, 1.0):
            for _ in range(10):
                permutation = np.eye(50)[rng.permutation(50)]
                other = 0.5 * (permutation + permutation.T)
                assert objective((1 - step) * S + step * other) >= objective(S) - 1e-12


class TestHistory:
    def test_records_are_complete_and_add_up(self):
        model = quietly(RNSE(3, alpha=2.0, beta=100.0, init="random", random_state=1, max_iter=6), noise)
        assert model.n_iter_ == len(model.history_) >= 2
        for i, record in enumerate(model.history_, start=1):
            assert set(record) == HISTORY_KEYS
            assert record["iteration"] == i
            parts = record["smoothness"] + record["frobenius"] + record["embedding"]
            assert record["objective"] == pytest.approx(parts, rel=1e-14)
            assert record["row_sum_error"] <= 1e-10
            assert record["orthogonality_error"] <= 1e-12
            assert record["projection_iterations"] >= 1
            assert record["note"] == "" or record["note"].startswith(("S unchanged", "P kept"))
        seconds = [record["seconds"] for record in model.history_]
        assert seconds[0] > 0 and (np.diff(seconds) > 0).all()
        last = model.history_[-1]
        assert model.objective_ == last["objective"]
        assert model.n_components_ == last["n_components"] == component_labels(model.similarity_).max() + 1
        assert last["nonzeros_per_row"] == np.count_nonzero(model.similarity_) / 50

    @pytest.mark.parametrize("affinity", FEATURE_AFFINITIES)
    def test_moves_are_never_taken_back(self, affinity):
        for alpha, beta, n_clusters in itertools.product((0.3, 5.0), (0.0, 30.0), (2, 5)):
            model = RNSE(n_clusters, alpha=alpha, beta=beta, affinity=affinity, random_state=0)
            quietly(model, noise)
            assert not any("P kept" in record["note"] for record in model.history_)

    def test_one_projection_per_round(self, monkeypatch):
        calls = []
        project = rnse_core._fit.alternation.project_target
        monkeypatch.setattr(
            rnse_core._fit.alternation, "project_target", lambda *arguments: calls.append(1) or project(*arguments)
        )
        model = quietly(RNSE(3, beta=50.0, init="random", random_state=0), noise)
        assert len(calls) == model.n_iter_

    def test_later_rounds_start_warm(self):
        model = quietly(RNSE(3, alpha=5.0, beta=0.0, init="spectral", tol=0, random_state=0), noise)
        iterations = [record["projection_iterations"] for record in model.history_]
        assert len(iterations) >= 2
        assert iterations[0] >= 3
        assert max(iterations[1:]) <= 1


class TestCallback:
    def test_sees_each_round(self):
        seen = []
        model = RNSE(3, beta=50.0, init="random", random_state=0)
        quietly(model.set_params(callback=lambda iteration, info: seen.append((iteration, info))), noise)
        assert [iteration for iteration, _ in seen] == list(range(1, model.n_iter_ + 1))
        for (_, info), record in zip(seen, model.history_, strict=True):
            assert set(info) == HISTORY_KEYS | {"similarity", "indicator", "labels"}
            assert {key: info[key] for key in HISTORY_KEYS} == record
            assert info["similarity"].shape == (50, 50)
            assert row_sum_error(info["similarity"]) == record["row_sum_error"]
            assert np.array_equal(info["labels"], info["indicator"].argmax(axis=0))
        assert np.array_equal(seen[-1][1]["labels"], model.labels_)

    @pytest.mark.parametrize("stop_at", [1, 2])
    def test_stops(self, stop_at):
        model = RNSE.from_preset("paper", 3, random_state=0, callback=lambda iteration, info: iteration == stop_at)
        strictly(model, noise)
        assert model.n_iter_ == stop_at
        assert not model.converged_
        assert_usable(model)

    @pytest.mark.parametrize("interrupted_at", [1, 2])
    @pytest.mark.parametrize("exception", [KeyboardInterrupt, ZeroDivisionError])
    def test_an_interruption_leaves_what_there_is(self, interrupted_at, exception):
        def interrupt(iteration, info):
            if iteration == interrupted_at:
                raise exception

        model = RNSE(3, beta=50.0, init="random", random_state=0, callback=interrupt)
        with pytest.raises(exception):
            model.fit(noise)
        assert model.n_iter_ == interrupted_at
        assert not model.converged_
        assert_usable(model)
        finished = quietly(RNSE(3, beta=50.0, init="random", random_state=0, max_iter=interrupted_at), noise)
        assert np.array_equal(model.labels_, finished.labels_)
        assert np.array_equal(model.similarity_, finished.similarity_)
