"""Spectral regression: scikit-learn's contract, the ridge solution, and its limits."""

import numpy as np
import pytest
from expected import ignoring, raised
from sklearn.datasets import load_wine
from sklearn.metrics import adjusted_rand_score
from sklearn.preprocessing import StandardScaler
from sklearn.utils.estimator_checks import parametrize_with_checks

from rnse_core.baselines.laplacian_eigenmaps import LaplacianEigenmaps
from rnse_core.baselines.spectral_regression import SpectralRegression, regress_responses
from rnse_core.exceptions import ComponentsWarning, ParameterError, ParameterTypeError, Reason

wine, wine_y = StandardScaler().fit_transform(load_wine().data), load_wine().target


@ignoring(ComponentsWarning)
@parametrize_with_checks([SpectralRegression()])
def test_scikit_learns_checks(estimator, check):
    check(estimator)


@pytest.mark.parametrize("alpha", [1e-6, 0.01, 10.0])
@pytest.mark.parametrize("n_samples, n_features", [(40, 5), (15, 30)])
def test_directions_solve_the_normal_equations(alpha, n_samples, n_features):
    rng = np.random.default_rng(0)
    X, Y = rng.normal(size=(n_samples, n_features)), rng.normal(size=(n_samples, 3))
    centred, responses = X - X.mean(axis=0), Y - Y.mean(axis=0)
    expected = np.linalg.solve(centred.T @ centred + alpha * np.eye(n_features), centred.T @ responses)
    expected /= np.linalg.norm(expected, axis=0)
    assert regress_responses(X, Y, alpha) == pytest.approx(expected, abs=1e-7)


def test_responses_are_the_eigenmap():
    model = SpectralRegression(3, random_state=0).fit(wine)
    eigenmap = LaplacianEigenmaps(3, random_state=0).fit(wine)
    assert np.array_equal(model.responses_, eigenmap.embedding_)
    assert np.array_equal(model.affinity_matrix_, eigenmap.affinity_matrix_)
    assert adjusted_rand_score(model.labels_, wine_y) > 0.9


def test_with_a_feature_per_sample_and_no_ridge_it_is_the_eigenmap():
    X = np.random.default_rng(0).normal(size=(30, 60))
    model = SpectralRegression(3, alpha=0.0, random_state=0).fit(X)
    for mine, response in zip(model.embedding_.T, model.responses_.T, strict=True):
        assert abs(np.corrcoef(mine, response)[0, 1]) == pytest.approx(1.0, abs=1e-9)


def test_the_ridge_does_not_depend_on_the_unit():
    expected = SpectralRegression(3, alpha=5.0, random_state=0).fit(wine)
    model = SpectralRegression(3, alpha=5.0, random_state=0).fit(1000.0 * wine + 3.0)
    assert np.abs(model.components_) == pytest.approx(np.abs(expected.components_), abs=1e-6)


def test_bad_ridge():
    with raised(ParameterError, parameter="alpha", value=-1, reason=Reason.TOO_SMALL):
        SpectralRegression(alpha=-1).fit(wine)
    with raised(ParameterTypeError, parameter="alpha", value="a", reason=Reason.NOT_A_NUMBER):
        SpectralRegression(alpha="a").fit(wine)
