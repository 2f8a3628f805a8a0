"""GNMF: scikit-learn's contract, the run of the authors' code, and an objective that never rises."""

from pathlib import Path

import numpy as np
import pytest
from expected import ignoring, raised, warned
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.datasets import load_iris
from sklearn.metrics import adjusted_rand_score
from sklearn.utils.estimator_checks import parametrize_with_checks

from rnse_core.baselines._neighbor_graph import neighbor_graph
from rnse_core.baselines.gnmf import GNMF, gnmf_factors
from rnse_core.exceptions import NotConvergedWarning, ParameterError, Reason

FEATURES_OF_MIXED_SIGN = dict.fromkeys(
    ("check_clustering", "check_clustering(readonly_memmap=True)"), "passes negative features, which GNMF refuses"
)
iris, iris_y = load_iris(return_X_y=True)


@ignoring(NotConvergedWarning)
@parametrize_with_checks([GNMF(max_iter=50)], expected_failed_checks=lambda estimator: FEATURES_OF_MIXED_SIGN)
def test_scikit_learns_checks(estimator, check):
    check(estimator)


class TestAuthorsRun:
    run = np.load(Path(__file__).parents[1] / "fixtures" / "gnmf_authors_iris.npz", allow_pickle=False)

    def factors(self, **options):
        run = self.run
        return gnmf_factors(run["X"], run["W"], run["U0"], run["V0"], lam=float(run["alpha"]), **options)

    def test_a_hundred_rounds(self):
        U, V, history = self.factors(max_iter=100)
        assert len(history) == 100
        assert np.max(np.abs(U - self.run["U"])) < 1e-14
        assert np.max(np.abs(V - self.run["V"])) < 1e-13

    def test_the_graph_but_for_ties(self):
        """Iris has an identical pair and many equal distances, between which the order of the code decides."""
        W = neighbor_graph(self.run["X"], 5, "binary")
        rows, columns = np.nonzero(self.run["W"] != W)
        D = np.linalg.norm(self.run["X"][:, None] - self.run["X"], axis=2)
        fifth = np.sort(D, axis=1)[:, 5]
        tied = np.isclose(D[rows, columns], fifth[rows]) | np.isclose(D[rows, columns], fifth[columns])
        assert tied.all()
        assert len(rows) < 0.05 * np.count_nonzero(W)


@st.composite
def problems(draw):
    rng = np.random.default_rng(draw(st.integers(0, 10**6)))
    n_samples, n_features = draw(st.integers(2, 15)), draw(st.integers(1, 6))
    n_clusters = draw(st.integers(1, min(4, n_samples)))
    X = rng.uniform(size=(n_samples, n_features)) * (rng.uniform(size=(n_samples, n_features)) < 0.8)
    W = np.triu(rng.uniform(size=(n_samples, n_samples)) < 0.4, 1).astype(float)
    U, V = rng.uniform(0.1, 1, size=(n_features, n_clusters)), rng.uniform(0.1, 1, size=(n_samples, n_clusters))
    return X, W + W.T, U, V


class TestObjective:
    @given(problems(), st.sampled_from([0.0, 0.1, 1.0, 100.0]))
    def test_never_rises_and_is_what_it_says(self, problem, lam):
        X, W, U, V = problem
        U, V, history = gnmf_factors(X, W, U, V, lam=lam, max_iter=30)
        values = np.array([record["objective"] for record in history])
        assert np.all(np.diff(values) <= 1e-9 * values[0] + 1e-12)
        smoothness = [record["smoothness"] for record in history]
        assert min(smoothness) >= -1e-9
        fit = np.linalg.norm(X - V @ U.T) ** 2
        # The last scaling changes no product.
        assert values[-1] == pytest.approx(fit + lam * smoothness[-1], abs=1e-7 * (1 + values[0]))
        assert U.min() >= 0 and V.min() >= 0
        lengths = np.linalg.norm(U, axis=0)
        assert np.all(np.isclose(lengths, 1.0) | (lengths == 0.0))

    @given(problems())
    @settings(max_examples=30)
    def test_order_of_the_samples_is_nothing(self, problem):
        X, W, U, V = problem
        order = np.random.default_rng(0).permutation(len(X))
        expected = gnmf_factors(X, W, U, V, max_iter=10)
        shuffled = gnmf_factors(X[order], W[np.ix_(order, order)], U, V[order], max_iter=10)
        assert shuffled[0] == pytest.approx(expected[0], abs=1e-8)
        assert shuffled[1] == pytest.approx(expected[1][order], abs=1e-8)

    @given(problems(), st.sampled_from([2.0**-20, 2.0**30]))
    @settings(max_examples=20)
    def test_the_unit_is_carried_by_the_weights(self, problem, unit):
        X, W, U, V = problem
        X = X + 0.01
        expected = gnmf_factors(X, W, U, V, max_iter=5)
        scaled = gnmf_factors(X * unit, W, U, V * unit, max_iter=5)
        assert scaled[0] == pytest.approx(expected[0], rel=1e-4, abs=1e-6)
        assert scaled[1] / unit == pytest.approx(expected[1], rel=1e-4, abs=1e-6)

    def test_scaling_the_factors_lowers_the_objective_without_end(self):
        """Why the rounds have a tolerance: V can shrink as long as U grows."""
        run = TestAuthorsRun.run
        _, _, history = gnmf_factors(run["X"], run["W"], run["U0"], run["V0"], max_iter=3000)
        values = np.array([record["objective"] for record in history])
        assert np.all(np.diff(values) < 0)
        assert values[99] / values[2999] > 1.5


class TestEstimator:
    def test_iris(self):
        model = GNMF(3, random_state=0).fit(iris)
        assert adjusted_rand_score(model.labels_, iris_y) > 0.7
        assert model.embedding_.shape == (150, 3) and model.components_.shape == (4, 3)
        assert np.array_equal(model.affinity_matrix_, neighbor_graph(iris, 5, "binary"))
        assert model.history_[-1]["objective"] == min(record["objective"] for record in model.history_)

    def test_a_heavier_graph_makes_neighbours_more_alike(self):
        roughness = []
        for lam in (0.0, 1.0, 1000.0):
            V = GNMF(3, lam=lam, random_state=0).fit(iris).embedding_
            W = neighbor_graph(iris, 5, "binary")
            differences = V.T @ (W.sum(axis=1)[:, None] * V - W @ V)
            roughness.append(np.trace(differences) / np.sum(V**2))
        assert roughness[0] > roughness[1] > roughness[2]

    def test_the_best_start_is_taken(self):
        one = GNMF(3, n_init=1, random_state=4, max_iter=30, tol=0.0)
        many = GNMF(3, n_init=20, random_state=4, max_iter=30, tol=0.0)
        with warned(NotConvergedWarning, method="GNMF", n_iter=30):
            first, best = (model.fit(iris).history_[-1]["objective"] for model in (one, many))
        assert best < first

    def test_heat_weights(self):
        model = GNMF(3, weights="heat", random_state=0).fit(iris)
        assert np.array_equal(model.affinity_matrix_, neighbor_graph(iris, 5, "heat"))

    def test_bad_parameters(self):
        for parameter, value in (("lam", -1.0), ("n_init", 0)):
            with raised(ParameterError, parameter=parameter, value=value, reason=Reason.TOO_SMALL):
                GNMF(**{parameter: value}).fit(iris)
