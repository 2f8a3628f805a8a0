"""NMF as a clustering: scikit-learn's contract, its factors, and labels read off them."""

import warnings

import numpy as np
import pytest
from expected import ignoring, raised, warned
from sklearn.datasets import load_iris
from sklearn.decomposition import NMF
from sklearn.decomposition._nmf import _initialize_nmf
from sklearn.exceptions import ConvergenceWarning
from sklearn.metrics import adjusted_rand_score
from sklearn.utils.estimator_checks import parametrize_with_checks

from rnse_core.baselines.nmf import NMFClustering
from rnse_core.exceptions import EmptyClustersWarning, NotConvergedWarning, ParameterError, Reason

FEATURES_OF_MIXED_SIGN = dict.fromkeys(
    ("check_clustering", "check_clustering(readonly_memmap=True)"), "passes negative features, which NMF refuses"
)
iris, iris_y = load_iris(return_X_y=True)


@ignoring(NotConvergedWarning)
@parametrize_with_checks(
    [NMFClustering()],
    expected_failed_checks=lambda estimator: FEATURES_OF_MIXED_SIGN,
)
def test_scikit_learns_checks(estimator, check):
    check(estimator)


def make_parts(seed):
    """Samples made of one of three non-negative parts, in any strength."""
    rng = np.random.default_rng(seed)
    y = rng.permutation(np.arange(90) % 3)
    parts = np.kron(np.eye(3), np.ones(4))
    return parts[y] * rng.uniform(0.5, 5.0, size=(90, 1)) + 0.05 * rng.uniform(size=(90, 12)), y


@pytest.mark.parametrize("seed", range(4))
def test_parts_are_found_whatever_their_strength(seed):
    X, y = make_parts(seed)
    model = NMFClustering(3, random_state=0).fit(X)
    assert adjusted_rand_score(model.labels_, y) == 1
    assert np.array_equal(np.unique(model.embedding_.argmax(axis=1)), [0, 1, 2])


def test_factors_are_scikit_learns_with_prototypes_of_unit_length():
    X, _ = make_parts(0)
    model = NMFClustering(3, random_state=0).fit(X)
    scale = np.sqrt(np.mean(np.sum(X**2, axis=1)))
    solver = NMF(3, random_state=0, max_iter=1000)
    V = solver.fit_transform(X / scale)
    assert model.embedding_ @ model.components_.T == pytest.approx(V @ solver.components_, abs=1e-10)
    assert np.linalg.norm(model.components_, axis=0) == pytest.approx(np.ones(3))
    assert model.embedding_.min() >= 0 and model.components_.min() >= 0
    assert scale * model.embedding_ @ model.components_.T == pytest.approx(X, abs=0.1)


def test_the_scale_of_the_factors_does_not_decide():
    """Labels are read off after the prototypes are given unit length."""
    X, y = make_parts(1)
    weights = np.repeat([1.0, 3.0, 0.5], 4)
    assert adjusted_rand_score(NMFClustering(3, random_state=0).fit_predict(X * weights), y) == 1


def test_labels_by_k_means():
    model = NMFClustering(3, assign_labels="kmeans", random_state=0, max_iter=3000).fit(iris)
    assert adjusted_rand_score(model.labels_, iris_y) > 0.6
    with raised(ParameterError, parameter="assign_labels", value="argmax", choices=("largest", "kmeans")):
        NMFClustering(assign_labels="argmax").fit(iris)


@ignoring(EmptyClustersWarning)
def test_limit_on_the_rounds():
    with warned(NotConvergedWarning, method="NMFClustering", n_iter=2) as caught:
        model = NMFClustering(3, max_iter=2, random_state=0).fit(iris)
    assert sum(issubclass(warning.category, ConvergenceWarning) for warning in caught) == 1
    assert (model.n_iter_, model.converged_) == (2, False)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        model = NMFClustering(3, random_state=0).fit(make_parts(0)[0])
    assert model.converged_ and model.n_iter_ < 1000


def test_a_rank_below_the_number_of_clusters_is_no_failure():
    """scikit-learn's start by singular vectors gives NaN here."""
    X = np.array([[0.0, 0.0], [np.sqrt(2), 0.0]])
    with pytest.warns(RuntimeWarning), np.errstate(all="warn"):
        _initialize_nmf(X, 2, init="nndsvda", random_state=0)
    with warnings.catch_warnings():
        warnings.simplefilter("error", RuntimeWarning)
        model = NMFClustering(2, random_state=0).fit(X)
    assert model.embedding_ @ model.components_.T == pytest.approx(X, abs=1e-3)


def test_bad_tolerance():
    with raised(ParameterError, parameter="tol", value=-1.0, reason=Reason.TOO_SMALL):
        NMFClustering(tol=-1.0).fit(iris)
