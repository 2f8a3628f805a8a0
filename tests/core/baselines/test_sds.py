"""SDS: the authors' graphs, the constraints, and what the penalty leads to."""

from pathlib import Path

import numpy as np
import pytest
from expected import ignoring, raised, warned
from expected_checks import failing_if_precomputed
from sklearn.metrics import adjusted_rand_score
from sklearn.utils.estimator_checks import parametrize_with_checks

from rnse_core.affinity import probabilistic_knn_graph
from rnse_core.baselines.sds import SDS
from rnse_core.datasets import make_blobs, make_two_moons
from rnse_core.exceptions import (
    ComponentsWarning,
    EmptyClustersWarning,
    InputError,
    NotConvergedWarning,
    ParameterError,
    ParameterWarning,
    Reason,
)

FIXTURES = Path(__file__).parents[1] / "fixtures"


@ignoring(ParameterWarning, ComponentsWarning, NotConvergedWarning, EmptyClustersWarning)
@parametrize_with_checks(
    [SDS(max_iter=30), SDS(affinity="precomputed", max_iter=3)], expected_failed_checks=failing_if_precomputed
)
def test_scikit_learns_checks(estimator, check):
    check(estimator)


@pytest.mark.parametrize("affinity", ["probabilistic_knn", "precomputed"])
@pytest.mark.parametrize("data, n_clusters", [("moons", 2), ("wine", 3)])
def test_authors_results(data, n_clusters, affinity):
    authors = np.load(FIXTURES / f"graphs_authors_{data}.npz")
    X = authors["X"] if affinity == "probabilistic_knn" else 0.5 * (authors["clr_A0"] + authors["clr_A0"].T)
    model = SDS(n_clusters, affinity=affinity, random_state=0).fit(X)
    upper = model.affinity_matrix_[np.triu_indices(len(X))]
    assert upper == pytest.approx(authors["sds_S_upper"], abs=1e-9)
    assert model.n_clusters_found_ == n_clusters


def by_the_book(A, n_clusters, gamma, r, mu, rho, n_rounds):
    """The published updates with a singular value decomposition and plain loops."""
    n = len(A)
    identity = np.eye(n)
    S, multiplier = A, np.zeros((n, n))
    for _ in range(n_rounds):
        U, values, V = np.linalg.svd(identity - S + multiplier / mu)
        values = np.append(values[: n - n_clusters], [0] * n_clusters) if gamma == 0 else values - gamma / mu
        L = (U * np.maximum(values, 0)) @ V
        S = (A + 0.5 * mu * (identity - L) + 0.5 * multiplier) / (r + 0.5 * mu + 1)
        for _ in range(10):
            S = np.maximum(S, 0)
            diagonal = np.sort(np.diag(S))[::-1]
            levels = (np.cumsum(diagonal) - n_clusters) / np.arange(1, n + 1)
            level = levels[np.flatnonzero(diagonal > levels)[-1]]
            S = S - np.diag(np.diag(S)) + np.diag(np.maximum(np.diag(S) - level, 0))
            S = 0.5 * (S + S.T)
            ones = np.ones((n, n)) / n
            S = S + (identity + (S.sum() / n) * identity - S) @ ones - ones @ S
        multiplier = multiplier + mu * (identity - S - L)
        mu = min(1e10, rho * mu)
    return identity - L


@ignoring(NotConvergedWarning)
class TestFormulas:
    X = make_blobs(40, random_state=3)[0]

    @pytest.mark.parametrize(
        "parameters",
        [{}, {"gamma": 0.1, "r": 0.3}, {"gamma": 3.0, "mu": 1.0, "rho": 1.2}, {"rho": 1.0, "mu": 2.0}],
        ids=str,
    )
    def test_same_as_by_the_book(self, parameters):
        settings = {"gamma": 1.0, "r": 1.0, "mu": 0.1, "rho": 1.05, **parameters}
        expected = by_the_book(probabilistic_knn_graph(self.X, 8), 3, n_rounds=60, **settings)
        model = SDS(3, n_neighbors=8, max_iter=60, random_state=0, **parameters).fit(self.X)
        np.testing.assert_allclose(model.affinity_matrix_, expected, rtol=0, atol=1e-9)

    def test_rank_bound(self):
        """After few rounds; later a last bit may decide which singular values are cut."""
        expected = by_the_book(probabilistic_knn_graph(self.X, 8), 3, 0.0, 1.0, 0.1, 1.05, 15)
        model = SDS(3, gamma=0.0, n_neighbors=8, max_iter=15, random_state=0).fit(self.X)
        np.testing.assert_allclose(model.affinity_matrix_, expected, rtol=0, atol=1e-9)
        assert np.linalg.matrix_rank(np.eye(40) - model.affinity_matrix_, tol=1e-9) == 37

    def test_result_meets_the_constraints(self):
        model = SDS(3, n_neighbors=8, random_state=0).fit(self.X)
        S = model.affinity_matrix_
        assert model.converged_
        assert np.array_equal(S, S.T)
        assert S.sum(axis=1) == pytest.approx(1.0, abs=1e-5)
        assert S.min() > -1e-5
        assert np.trace(S) == pytest.approx(3.0, abs=1e-5)

    def test_later_rounds_sharpen_the_result(self):
        history = SDS(3, n_neighbors=8, random_state=0).fit(self.X).history_
        residuals = [record["residual"] for record in history]
        assert residuals[-1] < 1e-3 * residuals[5]
        assert history[1]["mu"] == pytest.approx(0.1 * 1.05**2)

    def test_rounds_end_where_only_rounding_changes(self):
        model = SDS(2, random_state=0).fit(make_two_moons(60, random_state=0)[0])
        assert model.n_iter_ < 200
        assert max(model.history_[-1]["residual"], model.history_[-1]["change"]) <= 1e-13

    def test_the_penalty_has_an_end(self):
        model = SDS(3, n_neighbors=8, rho=1e6, max_iter=5, random_state=0).fit(self.X)
        assert model.history_[-1]["mu"] == 1e10
        assert np.isfinite(model.affinity_matrix_).all()


def test_clusters_are_found():
    X, y = make_two_moons(100, random_state=0)
    blobs, blobs_y = make_blobs(90, random_state=3)
    assert adjusted_rand_score(SDS(3, random_state=0).fit_predict(blobs), blobs_y) > 0.9
    assert SDS(2, random_state=0).fit(X).n_clusters_found_ == len(np.unique(y))


def test_embedding_holds_the_smallest_eigenvectors():
    X = make_blobs(60, random_state=3)[0]
    model = SDS(3, random_state=0).fit(X)
    S, F = model.affinity_matrix_, model.embedding_
    values = np.linalg.eigvalsh(S)[::-1][:3]
    assert model.n_components_ == 1
    assert pytest.approx(np.eye(3), abs=1e-8) == F.T @ F
    assert np.diag(F.T @ S @ F) == pytest.approx(values, abs=1e-8)


def test_limit_reached():
    X, y = make_blobs(60, random_state=3)
    with warned(NotConvergedWarning, method="SDS", n_iter=2):
        model = SDS(3, max_iter=2, random_state=0).fit(X)
    assert model.converged_ is False
    assert adjusted_rand_score(model.labels_, y) > 0.9


@pytest.mark.parametrize(
    "parameter, value, reason",
    [
        ("gamma", -1.0, Reason.TOO_SMALL),
        ("r", np.inf, Reason.NOT_FINITE),
        ("mu", 0.0, Reason.TOO_SMALL),
        ("rho", 0.5, Reason.TOO_SMALL),
        ("affinity", "gaussian", Reason.UNKNOWN_CHOICE),
        ("max_iter", 0, Reason.TOO_SMALL),
    ],
)
def test_parameters_out_of_range(parameter, value, reason):
    with raised(ParameterError, parameter=parameter, value=value, reason=reason):
        SDS(**{parameter: value}).fit(np.eye(4))


def test_an_affinity_beyond_computing_is_refused():
    with raised(InputError, argument="affinity", reason=Reason.TOO_LARGE, value=1e200):
        SDS(affinity="precomputed").fit(np.full((3, 3), 1e200))
