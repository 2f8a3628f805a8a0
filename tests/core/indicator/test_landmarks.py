"""Landmarks: a coarse graph of samples with few or with hundreds of features."""

import numpy as np
import pytest
from scipy.sparse import csr_array, eye_array
from sklearn.cluster import MiniBatchKMeans
from sklearn.datasets import make_blobs
from sklearn.metrics import adjusted_rand_score

from rnse_core import RNSE
from rnse_core.indicator import initialization, landmarks
from rnse_core.indicator.landmarks import COMPONENTS, landmark_level, leading_components


def wide(n, n_features=784):
    Z, y = make_blobs(n, 6, centers=5, cluster_std=1.0, random_state=0)
    random = np.random.default_rng(0)
    return Z @ random.normal(size=(6, n_features)) + random.normal(size=(n, n_features)), y


@pytest.mark.parametrize("n_features, expected", [(2, 2), (COMPONENTS, COMPONENTS), (784, COMPONENTS)])
def test_as_many_components_as_help(n_features, expected):
    points = wide(300, n_features)[0]
    found = leading_components(points, np.random.RandomState(0))
    assert found.shape == (300, expected)
    assert (found is points) == (n_features <= COMPONENTS)


def test_leading_components_keep_the_distances_of_clusters():
    points, y = wide(400)
    found = leading_components(points, np.random.RandomState(0))
    centers, flat = (np.array([A[y == c].mean(axis=0) for c in range(5)]) for A in (points, found))
    whole, part = (np.linalg.norm(A[:, None] - A, axis=2) for A in (centers, flat))
    np.testing.assert_allclose(part, whole, rtol=0.02)


def test_a_level_contains_all_samples_of_wide_data(monkeypatch):
    seen, fit = [], MiniBatchKMeans.fit
    monkeypatch.setattr(MiniBatchKMeans, "fit", lambda self, X: seen.append(X.shape[1]) or fit(self, X))
    points, y = wide(500)
    level = landmark_level(csr_array(eye_array(500)), points, 40, np.random.RandomState(0))
    assert level.weight.sum() == 500 and level.graph.sum() == 500
    assert seen == [COMPONENTS]
    counts = np.zeros((len(level.weight), 5))
    np.add.at(counts, (level.coarse_nodes, y), 1)
    assert counts.max(axis=1).sum() > 490, "nodes are nearly pure"


def test_a_fit_that_starts_from_landmarks_finds_clusters_of_wide_data(monkeypatch):
    monkeypatch.setattr(initialization, "MAX_SPECTRAL_SAMPLES", 500)
    X, y = wide(1000)
    model = RNSE(5, graph="knn", random_state=0).fit(X)
    assert adjusted_rand_score(y, model.labels_) == 1.0


@pytest.mark.parametrize("n_features", [2, 4, 6])
def test_nodes_are_the_samples_nearest_to_one_centre(n_features, monkeypatch):
    monkeypatch.setattr(landmarks, "CHUNK", 64)
    points = np.random.default_rng(0).normal(size=(500, n_features))
    centers, fit = [], MiniBatchKMeans.fit
    monkeypatch.setattr(MiniBatchKMeans, "fit", lambda self, X: centers.append(fit(self, X)) or centers[0])
    level = landmark_level(csr_array(eye_array(500)), points, 20, np.random.RandomState(0))
    nearest = np.linalg.norm(points[:, None] - centers[0].cluster_centers_, axis=2).argmin(axis=1)
    assert np.array_equal(level.coarse_nodes, np.unique(nearest, return_inverse=True)[1])
