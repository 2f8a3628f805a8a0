"""CAN: the authors' results, the formulas row by row, and every branch of the search for lambda."""

from pathlib import Path
from typing import ClassVar

import numpy as np
import pytest
from expected import ignoring, raised, warned
from sklearn.exceptions import ConvergenceWarning
from sklearn.metrics import adjusted_rand_score
from sklearn.utils.estimator_checks import parametrize_with_checks

from rnse_core.affinity import probabilistic_knn_graph
from rnse_core.affinity.distances import pairwise_squared_distances
from rnse_core.baselines.can import CAN
from rnse_core.datasets import make_blobs, make_circles, make_two_moons
from rnse_core.exceptions import (
    ComponentsEffect,
    ComponentsWarning,
    EmptyClustersWarning,
    NotConvergedWarning,
    ParameterError,
    ParameterWarning,
    Reason,
)
from rnse_core.graph.components import component_labels

FIXTURES = Path(__file__).parents[1] / "fixtures"


@ignoring(ParameterWarning, ComponentsWarning, NotConvergedWarning)
@parametrize_with_checks([CAN()])
def test_scikit_learns_checks(estimator, check):
    check(estimator)


@pytest.mark.parametrize("data, n_clusters", [("moons", 2), ("wine", 3)])
def test_authors_results(data, n_clusters):
    authors = np.load(FIXTURES / f"graphs_authors_{data}.npz")
    model = CAN(n_clusters).fit(authors["X"])
    np.testing.assert_allclose(model.affinity_matrix_, authors["can_S"], rtol=0, atol=1e-9)
    assert model.lambdas_ == pytest.approx(authors["can_lambdas"], rel=1e-12)
    assert model.r_ == pytest.approx(float(authors["can_r"]), rel=1e-12)
    assert np.array_equal(model.labels_, authors["can_labels"])
    assert model.converged_ and model.n_components_ == n_clusters


def projected(v):
    """Projection of one vector on the simplex, by the textbook's loop."""
    ordered = sorted(v, reverse=True)
    level = 0.0
    for j in range(1, len(v) + 1):
        candidate = (sum(ordered[:j]) - 1) / j
        if ordered[j - 1] > candidate:
            level = candidate
    return np.maximum(v - level, 0)


def smallest(A, n_clusters):
    values, vectors = np.linalg.eigh(np.diag(A.sum(axis=1)) - A)
    return values, vectors[:, :n_clusters]


def by_the_book(X, n_clusters, k, r=None, local=True, max_iter=30):
    """CAN sample by sample, with full eigendecompositions."""
    D = pairwise_squared_distances(X)
    n = len(X)
    order = [[j for j in np.argsort(row, kind="stable") if j != i] for i, row in enumerate(D)]
    row_r = [0.5 * (k * D[i, order[i][k]] - D[i, order[i][:k]].sum()) for i in range(n)]
    r = np.mean(row_r) if r is None else r
    lam = np.mean(row_r)
    _, F = smallest(probabilistic_knn_graph(X, k), n_clusters)
    lambdas = []
    for _ in range(max_iter):
        lambdas.append(lam)
        S = np.zeros((n, n))
        for i in range(n):
            ids = order[i][:k] if local else list(range(n))
            S[i, ids] = projected(-(D[i, ids] + lam * ((F[i] - F[ids]) ** 2).sum(axis=1)) / (2 * r))
        S = 0.5 * (S + S.T)
        values, new = smallest(S, n_clusters)
        if values[:n_clusters].sum() > 1e-11:
            lam, F = 2 * lam, new
        elif values[: n_clusters + 1].sum() < 1e-11:
            lam = lam / 2
        else:
            break
    return S, np.array(lambdas)


class TestFormulas:
    cases: ClassVar = {
        "blobs": (make_blobs(90, random_state=3)[0], 4, {"k": 8}),
        "all samples": (make_blobs(80, random_state=5)[0], 4, {"k": 8, "local": False}),
        "given r": (np.random.default_rng(0).normal(size=(70, 5)), 5, {"k": 9, "r": 0.7}),
        "going back": (np.random.default_rng(4).normal(size=(60, 3)), 6, {"k": 7, "r": 0.02, "local": False}),
        "rounds used up": (np.random.default_rng(1).normal(size=(60, 4)), 3, {"k": 15, "max_iter": 3}),
    }

    @ignoring(NotConvergedWarning, EmptyClustersWarning, ComponentsWarning)
    @pytest.mark.parametrize("case", cases)
    def test_same_as_by_the_book(self, case):
        X, n_clusters, options = self.cases[case]
        expected, lambdas = by_the_book(X, n_clusters, **options)
        parameters = {"n_neighbors" if name == "k" else name: value for name, value in options.items()}
        model = CAN(n_clusters, **parameters).fit(X)
        assert model.lambdas_ == pytest.approx(lambdas, rel=1e-12)
        np.testing.assert_allclose(model.affinity_matrix_, expected, rtol=0, atol=1e-9)

    def test_the_cases_go_through_every_branch(self):
        steps = {
            case: np.diff(np.log2(by_the_book(X, n_clusters, **options)[1]))
            for case, (X, n_clusters, options) in self.cases.items()
        }
        assert (steps["blobs"] > 0).all()
        assert (steps["going back"] < 0).any()
        assert len(steps["rounds used up"]) == 2

    def test_rows_are_distributions_over_the_neighbours(self):
        X, _ = make_two_moons(80, random_state=0)
        model = CAN(2, n_neighbors=6).fit(X)
        assert model.affinity_matrix_.sum() == pytest.approx(80)
        assert np.count_nonzero(model.affinity_matrix_, axis=1).min() >= 1
        assert np.count_nonzero(model.affinity_matrix_) <= 2 * 80 * 6
        assert not model.affinity_matrix_.diagonal().any()

    def test_all_samples_may_keep_themselves(self):
        X, _ = make_two_moons(80, random_state=0)
        assert CAN(2, local=False).fit(X).affinity_matrix_.diagonal().any()

    def test_embedding_belongs_to_the_smallest_eigenvalues(self):
        X, _ = make_circles(100, 0.03, 0)
        model = CAN(2).fit(X)
        S, F = model.affinity_matrix_, model.embedding_
        assert pytest.approx(np.eye(2), abs=1e-12) == F.T @ F
        assert np.abs((np.diag(S.sum(axis=1)) - S) @ F).max() < 1e-12


class TestComponents:
    def test_more_than_clusters_from_the_start(self):
        X = np.vstack([make_two_moons(60, random_state=0)[0] + 50 * np.array([i, 0]) for i in range(3)])
        with warned(ComponentsWarning, n_components=3, n_clusters=2, effect=ComponentsEffect.WHOLE_COMPONENTS):
            model = CAN(2, n_neighbors=8).fit(X)
        np.testing.assert_allclose(model.affinity_matrix_, probabilistic_knn_graph(X, 8), rtol=0, atol=1e-14)
        assert model.n_components_ == 3 and model.n_clusters_found_ == 2
        assert model.lambdas_.tolist() == [0.0] and model.converged_
        components = component_labels(model.affinity_matrix_)
        assert all(len(np.unique(model.labels_[components == c])) == 1 for c in range(3))

    def test_more_than_clusters_join_their_neighbours(self):
        centres = np.array([0.0, 12.0, 200.0, 212.0])
        X = np.random.default_rng(0).normal(size=(80, 1)) + np.repeat(centres, 20)[:, None]
        with warned(ComponentsWarning, n_components=4):
            labels = CAN(2, n_neighbors=5).fit_predict(X)
        assert adjusted_rand_score(labels, np.repeat([0, 1], 40)) == 1

    def test_fewer_than_clusters_are_said(self):
        X = np.random.default_rng(0).normal(size=(40, 3))
        with (
            warned(NotConvergedWarning, method="CAN", n_iter=1),
            warned(EmptyClustersWarning, asked=4, found=1),
        ):
            model = CAN(4, max_iter=1).fit(X)
        assert model.converged_ is False
        assert model.n_clusters_found_ == model.n_components_ == 1
        assert not model.labels_.any()

    def test_more_after_the_last_round_are_joined(self):
        X = make_blobs(60, random_state=1)[0]
        with (
            pytest.warns(ConvergenceWarning),
            warned(ComponentsWarning, n_clusters=4, effect=ComponentsEffect.WHOLE_COMPONENTS),
        ):
            model = CAN(4, n_neighbors=4, r=1e-9, max_iter=2).fit(X)
        assert model.n_components_ > 4 == model.n_clusters_found_


class TestUnits:
    X, _ = make_two_moons(100, random_state=0)

    @pytest.mark.parametrize("exponent", [-3, 5, 40])
    def test_multipliers_are_in_squared_units_of_the_data(self, exponent):
        plain = CAN(2).fit(self.X)
        scaled = CAN(2).fit(np.ldexp(self.X, exponent))
        assert scaled.lambdas_ == pytest.approx(np.ldexp(plain.lambdas_, 2 * exponent), rel=1e-12)
        np.testing.assert_allclose(scaled.affinity_matrix_, plain.affinity_matrix_, rtol=0, atol=1e-12)
        given = CAN(2, r=scaled.r_).fit(np.ldexp(self.X, exponent))
        np.testing.assert_allclose(given.affinity_matrix_, plain.affinity_matrix_, rtol=0, atol=1e-12)

    @pytest.mark.filterwarnings("error:.*:RuntimeWarning")
    @ignoring(NotConvergedWarning, EmptyClustersWarning, ComponentsWarning)
    @pytest.mark.parametrize("scale", [1e-300, 1e300])
    def test_units_beyond_the_floats(self, scale):
        model = CAN(2).fit(self.X * scale)
        assert np.array_equal(model.labels_, CAN(2).fit(self.X).labels_)
        for r in (1e-300, 1.0, 1e300):
            assert np.isfinite(CAN(2, r=r).fit(self.X * scale).affinity_matrix_).all()

    @pytest.mark.parametrize(
        "r, reason",
        [
            (0, Reason.TOO_SMALL),
            (-1.0, Reason.TOO_SMALL),
            (np.nan, Reason.NOT_FINITE),
            (np.inf, Reason.NOT_FINITE),
        ],
    )
    def test_r_out_of_range(self, r, reason):
        with raised(ParameterError, parameter="r", value=r, reason=reason):
            CAN(r=r).fit(self.X)

    def test_history_tells_the_rounds(self):
        model = CAN(2).fit(self.X)
        assert [record["lambda"] for record in model.history_] == model.lambdas_.tolist()
        assert model.history_[-1]["n_components"] == 2
        assert model.history_[-1]["eigenvalue_sum"] <= 1e-11
        assert model.n_iter_ == len(model.lambdas_)
