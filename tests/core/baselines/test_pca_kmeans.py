"""PCA + K-Means: scikit-learn's contract, and that the parts are scikit-learn's."""

import numpy as np
import pytest
from sklearn.cluster import KMeans
from sklearn.datasets import load_wine
from sklearn.decomposition import PCA
from sklearn.metrics import adjusted_rand_score
from sklearn.preprocessing import StandardScaler
from sklearn.utils.estimator_checks import parametrize_with_checks

from rnse_core.baselines.pca_kmeans import PCAKMeans
from rnse_core.datasets import make_blobs

wine = StandardScaler().fit_transform(load_wine().data)


@parametrize_with_checks([PCAKMeans()])
def test_scikit_learns_checks(estimator, check):
    check(estimator)


@pytest.mark.parametrize("n_components", [1, 2, 5, 13])
def test_the_embedding_is_that_of_pca_up_to_a_power_of_two(n_components):
    model = PCAKMeans(3, n_components=n_components, random_state=0).fit(wine)
    pca = PCA(n_components).fit(wine)
    assert np.abs(model.components_) == pytest.approx(np.abs(pca.components_), abs=1e-9)
    ratio = np.abs(pca.transform(wine)).max() / np.abs(model.embedding_).max()
    assert np.log2(ratio) == pytest.approx(round(np.log2(ratio)), abs=1e-9)
    assert np.abs(model.embedding_ * ratio) == pytest.approx(np.abs(pca.transform(wine)), abs=1e-9)


def test_labels_are_k_means_in_the_embedding():
    model = PCAKMeans(3, random_state=0).fit(wine)
    expected = KMeans(3, n_init=20, random_state=1).fit_predict(PCA(2).fit_transform(wine))
    assert adjusted_rand_score(model.labels_, expected) == 1


def test_all_components_change_nothing():
    X, _ = make_blobs(90, 0.3, 0)
    labels = PCAKMeans(3, n_components=2, random_state=0).fit_predict(X)
    assert adjusted_rand_score(labels, KMeans(3, n_init=10, random_state=0).fit_predict(X)) == 1


@pytest.mark.parametrize("n_clusters, expected", [(1, 1), (2, 1), (4, 3), (30, 13)])
def test_default_number_of_components(n_clusters, expected):
    model = PCAKMeans(n_clusters, random_state=0).fit(wine)
    assert model.n_components_ == expected
    assert model.embedding_.shape == (178, expected)
