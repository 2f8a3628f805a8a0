"""Features in which the clusters are round."""

import numpy as np
import pytest

from rnse_core.auto import FeatureSamples, Whitening, whitening_matrix
from rnse_core.auto.pool_fit import fit_pool, learn_graphs
from rnse_core.auto.whitening import MOST_FEATURES, SHRINKAGE, linear_map, whitened_pools, within_covariance
from rnse_core.datasets import make_anisotropic

X, y = make_anisotropic(150, random_state=1)
labels = np.unique(y, return_inverse=True)[1]


def test_the_covariance_is_within_clusters():
    parts = [X[labels == c] - X[labels == c].mean(axis=0) for c in range(3)]
    np.testing.assert_allclose(within_covariance(X, labels), sum(part.T @ part for part in parts) / len(X))
    shifted = X + 100.0 * labels[:, None]
    np.testing.assert_allclose(within_covariance(shifted, labels), within_covariance(X, labels), atol=1e-9)


def test_whitened_clusters_are_round_up_to_the_shrinkage():
    M = whitening_matrix(X, labels)
    np.testing.assert_allclose(M, M.T)
    W = within_covariance(X, labels)
    shrunk = (1 - SHRINKAGE) * W + SHRINKAGE * np.trace(W) / 2 * np.eye(2)
    np.testing.assert_allclose(M @ shrunk @ M, np.trace(W) / 2 * np.eye(2), atol=1e-9)


@pytest.mark.parametrize("factor", [1e-9, 1e6])
def test_the_matrix_does_not_depend_on_the_unit(factor):
    np.testing.assert_allclose(whitening_matrix(X * factor, labels), whitening_matrix(X, labels), rtol=1e-6)


def test_constant_features_do_not_count():
    wide = np.c_[np.full(len(X), 0.3), X, np.zeros(len(X))]
    np.testing.assert_allclose(whitening_matrix(wide, labels)[1:3, 1:3], whitening_matrix(X, labels))


def test_nothing_is_whitened_where_nothing_varies():
    assert whitening_matrix(np.repeat([[0.0, 1.0], [5.0, 2.0]], 4, axis=0), np.repeat([0, 1], 4)) is None


def test_identical_rows_stay_identical_wherever_they_are():
    rng = np.random.default_rng(0)
    A, M = rng.normal(size=(41, 7)), rng.normal(size=(7, 7))
    A[40] = A[3]
    mapped = linear_map(A, M)
    np.testing.assert_allclose(mapped, A @ M)
    assert np.array_equal(mapped[40], mapped[3])
    assert np.array_equal(linear_map(A[3:4], M)[0], mapped[3])


def test_a_whitening_is_applied_to_new_samples_as_to_old_ones():
    samples = FeatureSamples(X)
    whitening = Whitening(samples.scaling, whitening_matrix(samples.Y, labels))
    assert np.array_equal(whitening.apply(X)[5:9], whitening.apply(X[5:9]))


def test_too_many_features_are_not_whitened():
    wide = FeatureSamples(np.random.default_rng(0).normal(size=(30, MOST_FEATURES + 1)))
    pool = fit_pool(learn_graphs(wide, wide.settings), 2, 0)
    assert whitened_pools(wide, pool, 2, 0) == ([], None)
