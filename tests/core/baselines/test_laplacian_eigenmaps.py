"""Laplacian eigenmaps: scikit-learn's contract, the generalised eigenproblem, and the neighbour graph."""

import numpy as np
import pytest
from expected import ignoring, raised
from scipy.linalg import eigh
from scipy.sparse.csgraph import connected_components
from sklearn.datasets import load_wine
from sklearn.metrics import adjusted_rand_score, pairwise_distances
from sklearn.neighbors import kneighbors_graph
from sklearn.preprocessing import StandardScaler
from sklearn.utils.estimator_checks import parametrize_with_checks

from rnse_core.baselines._neighbor_graph import neighbor_graph
from rnse_core.baselines.laplacian_eigenmaps import LaplacianEigenmaps, laplacian_coordinates
from rnse_core.datasets import make_two_moons
from rnse_core.exceptions import ComponentsWarning, ParameterError, Reason

wine = StandardScaler().fit_transform(load_wine().data)


@ignoring(ComponentsWarning)
@parametrize_with_checks([LaplacianEigenmaps()])
def test_scikit_learns_checks(estimator, check):
    check(estimator)


class TestNeighborGraph:
    def test_edges_are_those_of_scikit_learn(self):
        A = kneighbors_graph(wine, 5).toarray()
        assert np.array_equal(neighbor_graph(wine, 5, "binary"), np.maximum(A, A.T))

    @pytest.mark.parametrize("t", [None, 0.7, 3.0, 1e300])
    def test_heat_weights(self, t):
        D = pairwise_distances(wine)
        width = D.mean() if t is None else t
        expected = neighbor_graph(wine, 5, "binary") * np.exp(-((D / width) ** 2) / 2)
        assert neighbor_graph(wine, 5, "heat", t) == pytest.approx(expected, rel=1e-10, abs=1e-300)

    @pytest.mark.parametrize("scale", [1e-290, 1e290])
    def test_the_width_has_the_unit_of_the_data(self, scale):
        expected = neighbor_graph(wine, t=1.3)
        assert neighbor_graph(wine * scale, t=1.3 * scale) == pytest.approx(expected, rel=1e-9)

    def test_a_width_too_small_is_said(self):
        with raised(ParameterError, parameter="t", value=1e-20, reason=Reason.TOO_SMALL):
            neighbor_graph(wine, t=1e-20)
        with raised(ParameterError, parameter="t", value=0.0, reason=Reason.TOO_SMALL, bound=0):
            neighbor_graph(wine, t=0.0)

    def test_identical_samples_have_weight_one(self):
        X = np.array([[0.0], [0.0], [1.0], [2.0]])
        assert neighbor_graph(X, 1, t=1e-3)[0, 1] == 1.0


class TestCoordinates:
    W = neighbor_graph(wine)

    @pytest.mark.parametrize("n_components", [1, 2, 6, 176, 177])
    def test_solve_the_generalised_eigenproblem(self, n_components):
        assert connected_components(self.W)[0] == 1
        degrees = self.W.sum(axis=1)
        Y = laplacian_coordinates(self.W, n_components, np.random.RandomState(0))
        values = eigh(np.diag(degrees) - self.W, np.diag(degrees), eigvals_only=True)
        gram = Y.T @ (degrees[:, None] * Y)
        own = np.diag(Y.T @ (degrees[:, None] * Y - self.W @ Y)) / np.diag(gram)
        assert np.sort(own) == pytest.approx(values[1 : n_components + 1], abs=1e-8)
        assert gram - np.diag(np.diag(gram)) == pytest.approx(np.zeros_like(gram), abs=1e-8)
        assert degrees @ Y == pytest.approx(np.zeros(n_components), abs=1e-7)

    def test_the_estimator_shows_them(self):
        model = LaplacianEigenmaps(3, random_state=0).fit(wine)
        expected = laplacian_coordinates(self.W, 2, np.random.RandomState(0))
        assert np.array_equal(model.embedding_, expected)
        assert np.array_equal(model.affinity_matrix_, self.W)

    @pytest.mark.parametrize("n_samples", [2, 3, 4])
    def test_tiny_graphs(self, n_samples):
        W = np.ones((n_samples, n_samples)) - np.eye(n_samples)
        for size in range(1, n_samples):
            Y = laplacian_coordinates(W, size, np.random.RandomState(0))
            assert Y.shape == (n_samples, size)
            assert np.linalg.matrix_rank(np.c_[np.ones(n_samples), Y]) == size + 1


@ignoring(ComponentsWarning)
def test_moons_that_no_line_separates():
    X, y = make_two_moons(random_state=0)
    assert adjusted_rand_score(LaplacianEigenmaps(2, random_state=0).fit_predict(X), y) == 1


def test_wine_is_as_good_as_published_methods_get():
    labels = LaplacianEigenmaps(3, random_state=0).fit_predict(wine)
    assert adjusted_rand_score(load_wine().target, labels) > 0.8
