"""CLR: the authors' results under both norms, the formulas row by row, and given graphs."""

from pathlib import Path
from typing import ClassVar

import numpy as np
import pytest
from expected import ignoring, raised, warned
from expected_checks import failing_if_precomputed
from scipy.optimize import minimize
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils.estimator_checks import parametrize_with_checks

from rnse_core.affinity import pkn_weights
from rnse_core.affinity.distances import pairwise_squared_distances
from rnse_core.baselines.clr import CLR
from rnse_core.datasets import make_blobs, make_block_diagonal, make_circles, make_two_moons
from rnse_core.exceptions import (
    ComponentsEffect,
    ComponentsWarning,
    EmptyClustersWarning,
    InputError,
    NotConvergedWarning,
    ParameterError,
    ParameterWarning,
    Reason,
)
from rnse_core.graph.components import component_labels

FIXTURES = Path(__file__).parents[1] / "fixtures"
# Rounding makes even the authors' own L1 runs uncertain by this much (see the next test and the notes in CLR).
AGREEMENT = {("l1", "wine"): 5e-9}

each_norm = pytest.mark.parametrize("norm", ["l1", "l2"])


@ignoring(ParameterWarning, ComponentsWarning, NotConvergedWarning, EmptyClustersWarning)
@parametrize_with_checks([CLR(), CLR(affinity="precomputed")], expected_failed_checks=failing_if_precomputed)
def test_scikit_learns_checks(estimator, check):
    check(estimator)


@pytest.mark.parametrize("affinity", ["probabilistic_knn", "precomputed"])
@pytest.mark.parametrize("data, n_clusters", [("moons", 2), ("wine", 3)])
@each_norm
def test_authors_results(norm, data, n_clusters, affinity):
    authors = np.load(FIXTURES / f"graphs_authors_{data}.npz")
    X = authors["X" if affinity == "probabilistic_knn" else "clr_A0"]
    model = CLR(n_clusters, norm=norm, affinity=affinity).fit(X)
    expected = authors[f"clr_{norm}_S"]
    np.testing.assert_allclose(model.affinity_matrix_, expected, rtol=0, atol=AGREEMENT.get((norm, data), 1e-9))
    assert np.array_equal(model.lambdas_, authors[f"clr_{norm}_lambdas"])
    assert np.array_equal(model.labels_, authors[f"clr_{norm}_labels"])
    assert model.converged_ and model.n_components_ == n_clusters


def test_the_last_bit_of_a_graph_shows_in_the_l1_result():
    authors = np.load(FIXTURES / "graphs_authors_wine.npz")
    A = authors["clr_A0"]
    S = CLR(3, affinity="precomputed").fit(A).affinity_matrix_
    rng = np.random.default_rng(0)
    moved = [
        np.abs(
            CLR(3, affinity="precomputed").fit(A * (1 + 2.2e-16 * rng.choice([-1, 0, 1], A.shape))).affinity_matrix_ - S
        )
        for _ in range(3)
    ]
    assert 1e-11 < np.max(moved) < AGREEMENT["l1", "wine"]


def by_the_book(A, n_clusters, norm, max_iter=30):
    """CLR sample by sample, with full eigendecompositions and the weighted projection by bisection."""
    n = len(A)
    supports = [np.flatnonzero(row > 0) for row in A]
    weights = [np.ones(len(ids)) for ids in supports]
    lam, lambdas = 0.1, []
    F = np.linalg.eigh(laplacian(A))[1][:, :n_clusters]
    for _ in range(max_iter):
        lambdas.append(lam)
        S = np.zeros((n, n))
        for i, ids in enumerate(supports):
            u, pull = weights[i], 0.5 * lam * ((F[i] - F[ids]) ** 2).sum(axis=1)
            S[i, ids] = distribution(u * A[i, ids] - pull, u)
            if norm == "l1":
                weights[i] = 1 / (2 * np.sqrt((S[i, ids] - A[i, ids]) ** 2 + np.finfo(float).eps))
        values, vectors = np.linalg.eigh(laplacian(S))
        if values[:n_clusters].sum() > 1e-10:
            lam, F = 2 * lam, vectors[:, :n_clusters]
        elif values[: n_clusters + 1].sum() < 1e-10:
            lam = lam / 2
        else:
            break
    return S, lambdas


def laplacian(S):
    symmetric = 0.5 * (S + S.T)
    return np.diag(symmetric.sum(axis=1)) - symmetric


def distribution(d, u):
    low, high = -d.max(), (u - d).max()
    # Until no number lies between them.
    while low < (level := 0.5 * (low + high)) < high:
        low, high = (level, high) if np.maximum((d + level) / u, 0).sum() < 1 else (low, level)
    return np.maximum((d + high) / u, 0)


class TestFormulas:
    cases: ClassVar = {
        "blobs": (make_blobs(90, random_state=3)[0], 4, 8),
        "noise": (np.random.default_rng(0).normal(size=(70, 5)), 5, 6),
        "going back": (np.random.default_rng(0).normal(size=(120, 5)), 8, 10),
    }

    @ignoring(NotConvergedWarning, ComponentsWarning)
    @pytest.mark.battery
    @each_norm
    @pytest.mark.parametrize("case", cases)
    def test_same_as_by_the_book(self, case, norm):
        X, n_clusters, k = self.cases[case]
        expected, lambdas = by_the_book(pkn_weights(pairwise_squared_distances(X), k), n_clusters, norm)
        model = CLR(n_clusters, n_neighbors=k, norm=norm).fit(X)
        assert model.lambdas_ == pytest.approx(lambdas)
        # On these data a last bit of the graph moves the L1 result by up to 7e-8.
        np.testing.assert_allclose(model.affinity_matrix_, expected, rtol=0, atol=1e-9 if norm == "l2" else 5e-7)
        assert (np.diff(lambdas) < 0).any() == ((case, norm) in {("going back", "l2"), ("noise", "l1")})

    def test_one_round_of_the_l2_norm_is_a_quadratic_programme(self):
        X = np.random.default_rng(2).normal(size=(25, 3))
        A = pkn_weights(pairwise_squared_distances(X), 4)
        F = np.linalg.eigh(laplacian(A))[1][:, :2]
        with pytest.warns(ConvergenceWarning), warned(EmptyClustersWarning):
            S = CLR(2, n_neighbors=4, norm="l2", max_iter=1).fit(X).affinity_matrix_
        for i in range(3):
            ids = np.flatnonzero(A[i])
            pull = 0.1 * ((F[i] - F[ids]) ** 2).sum(axis=1)
            solution = minimize(
                lambda s, a=A[i, ids], p=pull: ((s - a) ** 2).sum() + s @ p,
                A[i, ids],
                bounds=[(0, 1)] * len(ids),
                constraints={"type": "eq", "fun": lambda s: s.sum() - 1},
                options={"ftol": 1e-15},
            )
            assert S[i, ids] == pytest.approx(solution.x, abs=1e-6)

    @each_norm
    def test_rows_are_distributions_on_the_edges_of_the_graph(self, norm):
        X, _ = make_two_moons(80, random_state=0)
        model = CLR(2, norm=norm).fit(X)
        assert model.affinity_matrix_.sum(axis=1) == pytest.approx(1.0)
        assert not model.affinity_matrix_[pkn_weights(pairwise_squared_distances(X), 10) == 0].any()


class TestComponents:
    @each_norm
    def test_exactly_as_many_as_clusters_leave_the_graph_as_it_is(self, norm):
        X, y = make_circles(100, 0.03, 0)
        model = CLR(2, n_neighbors=5, norm=norm).fit(X)
        assert np.array_equal(model.affinity_matrix_ > 0, pkn_weights(pairwise_squared_distances(X), 5) > 0)
        np.testing.assert_allclose(
            model.affinity_matrix_, pkn_weights(pairwise_squared_distances(X), 5), rtol=0, atol=1e-14
        )
        assert model.lambdas_.tolist() == [0.0] and model.n_iter_ == 1 and model.converged_
        assert np.array_equal(model.labels_, component_labels(model.affinity_matrix_))
        assert np.array_equal(model.labels_ == model.labels_[0], y == y[0])

    @each_norm
    def test_more_than_clusters_from_the_start(self, norm):
        A, y = make_block_diagonal(60, 4, 0.0, 0)
        with warned(ComponentsWarning, n_components=4, n_clusters=3, effect=ComponentsEffect.WHOLE_COMPONENTS):
            model = CLR(3, norm=norm, affinity="precomputed").fit(A)
        assert model.n_components_ == 4 and model.n_clusters_found_ == 3
        assert all(len(np.unique(model.labels_[y == c])) == 1 for c in np.unique(y))

    def test_fewer_than_clusters_are_said(self):
        X = np.random.default_rng(0).normal(size=(40, 3))
        with (
            warned(NotConvergedWarning, method="CLR", n_iter=2),
            warned(EmptyClustersWarning, asked=4, found=1),
        ):
            model = CLR(4, max_iter=2).fit(X)
        assert model.converged_ is False and model.n_clusters_found_ == 1

    def test_isolated_samples_are_components(self):
        A = np.zeros((8, 8))
        A[:5, :5] = 0.25
        with warned(ComponentsWarning, n_components=4):
            model = CLR(2, affinity="precomputed").fit(A)
        assert len(set(model.labels_[:5])) == 1
        assert model.n_clusters_found_ == 2


class TestGivenGraphs:
    def test_blocks_with_noise(self):
        A, y = make_block_diagonal(80, 4, 0.2, 0)
        model = CLR(4, norm="l2", affinity="precomputed").fit(A / A.sum(axis=1, keepdims=True))
        assert np.array_equal(model.labels_, component_labels(model.affinity_matrix_))
        assert model.n_clusters_found_ == 4
        assert all(len(np.unique(model.labels_[y == c])) == 1 for c in np.unique(y))

    def test_the_diagonal_is_left_out(self):
        A = pkn_weights(pairwise_squared_distances(make_two_moons(60, random_state=0)[0]), 8)
        plain = CLR(2, affinity="precomputed").fit(A)
        loops = CLR(2, affinity="precomputed").fit(A + 9 * np.eye(60))
        assert np.array_equal(plain.affinity_matrix_, loops.affinity_matrix_)

    @pytest.mark.parametrize(
        "A, fields",
        [
            (np.ones((3, 2)), {"reason": Reason.NOT_SQUARE, "value": (3, 2)}),
            (
                np.array([[0.0, 1.0], [-2.0, 0.0]]),
                {"reason": Reason.NEGATIVE_ENTRY, "value": -2.0, "row": 1, "column": 0},
            ),
            (np.full((3, 3), 1e200), {"reason": Reason.TOO_LARGE, "value": 1e200}),
        ],
    )
    def test_what_is_no_graph(self, A, fields):
        with raised(InputError, argument="graph", **fields):
            CLR(2, affinity="precomputed").fit(A)

    def test_unknown_names_list_the_known_ones(self):
        with raised(ParameterError, parameter="norm", value="l3", choices=("l1", "l2")):
            CLR(norm="l3").fit(np.eye(3))
        with raised(ParameterError, parameter="affinity", value="rbf", choices=("probabilistic_knn", "precomputed")):
            CLR(affinity="rbf").fit(np.eye(3))
