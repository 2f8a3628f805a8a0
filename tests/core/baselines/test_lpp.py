"""LPP: scikit-learn's contract, the run of the authors' code, and the eigenproblem as published."""

from pathlib import Path

import numpy as np
import pytest
from sklearn.cluster import KMeans
from sklearn.metrics import adjusted_rand_score
from sklearn.utils.estimator_checks import parametrize_with_checks

from rnse_core.baselines._neighbor_graph import neighbor_graph
from rnse_core.baselines.lpp import LPP, locality_preserving_projections

FIXTURES = Path(__file__).parents[1] / "fixtures"
each_run = pytest.mark.parametrize("name", ["moons", "wine"])


@parametrize_with_checks([LPP()])
def test_scikit_learns_checks(estimator, check):
    check(estimator)


def authors(name):
    return np.load(FIXTURES / f"lpp_authors_{name}.npz", allow_pickle=False)


def up_to_sign(mine, theirs):
    return np.max(np.abs(mine * np.sign(np.sum(mine * theirs, axis=0)) - theirs))


class TestAuthorsRun:
    @each_run
    def test_graph(self, name):
        run = authors(name)
        assert np.max(np.abs(neighbor_graph(run["X"], 5) - run["W"])) < 1e-14

    @each_run
    def test_eigenvalues_and_directions(self, name):
        run = authors(name)
        size = run["components"].shape[1]
        components, eigenvalues = locality_preserving_projections(run["X"], run["W"], size)
        assert np.max(np.abs(eigenvalues - run["eigenvalues"])) < 1e-14
        assert up_to_sign(components, run["components"]) < 1e-12

    @each_run
    def test_from_the_samples_to_the_embedding(self, name):
        run = authors(name)
        X = run["X"]
        model = LPP(3, n_components=run["components"].shape[1], random_state=0).fit(X)
        assert up_to_sign(model.components_, run["components"]) < 1e-12
        expected = (X - X.mean(axis=0)) @ model.components_
        ratio = np.abs(expected).max() / np.abs(model.embedding_).max()
        assert np.log2(ratio) == pytest.approx(round(np.log2(ratio)), abs=1e-9)
        assert model.embedding_ * ratio == pytest.approx(expected, abs=1e-12)


class TestEigenproblem:
    rng = np.random.default_rng(0)

    @pytest.mark.parametrize("n_samples, n_features", [(40, 3), (40, 39), (20, 60)])
    def test_smallest_solutions_of_the_published_problem(self, n_samples, n_features):
        X = self.rng.normal(size=(n_samples, n_features))
        W = neighbor_graph(X)
        D = np.diag(W.sum(axis=1))
        components, eigenvalues = locality_preserving_projections(X, W)
        assert len(eigenvalues) == min(n_features, n_samples - 1)
        assert np.all(np.diff(eigenvalues) <= 1e-12) and eigenvalues[0] <= 1 + 1e-12
        Y = (X - X.mean(axis=0)) @ components
        centred = X - X.mean(axis=0)
        for y, mu in zip(Y.T, eigenvalues, strict=True):
            # X' L X a = lambda X' D X a with lambda = 1 - mu
            assert centred.T @ ((D - W) @ y) == pytest.approx((1 - mu) * centred.T @ (D @ y), abs=1e-9)
        assert np.linalg.norm(components, axis=0) == pytest.approx(np.ones(len(eigenvalues)))

    def test_lower_rank_gives_fewer_directions(self):
        X = self.rng.normal(size=(40, 2)) @ self.rng.normal(size=(2, 6))
        components, eigenvalues = locality_preserving_projections(X, neighbor_graph(X), 5)
        assert components.shape == (6, 2) and eigenvalues.shape == (2,)
        assert LPP(4, n_components=5, random_state=0).fit(X).embedding_.shape == (40, 2)

    def test_equal_rows_have_no_direction(self):
        model = LPP(1, n_neighbors=4).fit(np.ones((5, 3)))
        assert model.components_.shape == (3, 0)
        assert model.embedding_.shape == (5, 0)

    def test_with_a_feature_per_sample_it_is_the_eigenmap(self):
        W = neighbor_graph(self.rng.normal(size=(30, 2)), 4)
        X = self.rng.normal(size=(30, 50))
        _, eigenvalues = locality_preserving_projections(X, W)
        degrees = W.sum(axis=1)
        # Centring leaves the functions with mean 0 under equal weights, where the eigenmap has those under degrees.
        basis = np.linalg.qr(np.c_[np.ones(30), np.eye(30)[:, 1:]])[0][:, 1:]
        left, right = basis.T @ W @ basis, basis.T @ (degrees[:, None] * basis)
        expected = np.sort(np.linalg.eigvals(np.linalg.solve(right, left)).real)[::-1]
        assert eigenvalues == pytest.approx(expected, abs=1e-9)

    def test_a_sample_without_weights_is_no_failure(self):
        X = self.rng.normal(size=(20, 4))
        W = neighbor_graph(X)
        W[3] = W[:, 3] = 0.0
        components, _ = locality_preserving_projections(X, W)
        assert np.isfinite(components).all()

    def test_order_of_the_samples_is_nothing(self):
        X = self.rng.normal(size=(50, 5))
        order = self.rng.permutation(50)
        components, _ = locality_preserving_projections(X, neighbor_graph(X))
        shuffled, _ = locality_preserving_projections(X[order], neighbor_graph(X[order]))
        assert shuffled == pytest.approx(components, abs=1e-9)


@pytest.mark.parametrize("seed", range(4))
def test_clusters_that_noise_hides_from_k_means(seed):
    """Neighbours agree in the direction of the clusters, although other directions have more variance."""
    rng = np.random.default_rng(seed)
    y = np.arange(200) % 2
    X = np.c_[4.0 * y + 0.3 * rng.normal(size=200), 2.5 * rng.normal(size=(200, 6))]
    assert adjusted_rand_score(y, LPP(2, random_state=0).fit_predict(X)) > 0.9
    assert adjusted_rand_score(y, KMeans(2, n_init=10, random_state=0).fit_predict(X)) < 0.1
