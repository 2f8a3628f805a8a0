"""The methods that embed or factorise, and fits of them, for the cases that each has to pass."""

import warnings

import numpy as np
import pytest
from sklearn.exceptions import ConvergenceWarning
from sklearn.metrics import adjusted_rand_score

from rnse_core.baselines.gnmf import GNMF
from rnse_core.baselines.laplacian_eigenmaps import LaplacianEigenmaps
from rnse_core.baselines.lpp import LPP
from rnse_core.baselines.lrr import LRR
from rnse_core.baselines.nm3f import NM3F
from rnse_core.baselines.nmf import NMFClustering
from rnse_core.baselines.pca_kmeans import PCAKMeans
from rnse_core.baselines.self_tuning import SelfTuningSpectral
from rnse_core.baselines.spectral_regression import SpectralRegression
from rnse_core.exceptions import (
    ComponentsWarning,
    EmptyClustersWarning,
    ParameterWarning,
)

METHODS = [
    PCAKMeans, NMFClustering, LRR, LaplacianEigenmaps, LPP, SpectralRegression, NM3F, GNMF, SelfTuningSpectral
]  # fmt: skip
NON_NEGATIVE = [NMFClustering, NM3F, GNMF]
ITERATIVE = [LRR, NM3F, GNMF]
WITH_NEIGHBORS = [LaplacianEigenmaps, LPP, SpectralRegression, GNMF, SelfTuningSpectral]
WITH_GRAPH = [LRR, *WITH_NEIGHBORS]
each_method = pytest.mark.parametrize("method", METHODS)
each_iterative = pytest.mark.parametrize("method", ITERATIVE)


# What a model may say about its own result; all else, numerical warnings above all, is an error here.
OWN_WARNINGS = (ComponentsWarning, ConvergenceWarning, EmptyClustersWarning, ParameterWarning)


def make_rays(n_samples, random_state=0, n_features=3, spread=0.05):
    """Samples around a ray per axis, in the positive orthant: clusters for methods of any of these kinds."""
    rng = np.random.default_rng(random_state)
    y = np.arange(n_samples) % n_features
    X = np.eye(n_features)[y] * rng.uniform(2.0, 2.5, size=(n_samples, 1))
    return X + spread * rng.uniform(size=X.shape), y


X, y = make_rays(60)


def fit(method, data, n_clusters=3, **parameters):
    """Fit with every numerical warning an error; the model's own sentences are let through."""
    model = method(n_clusters, **{"random_state": 0, **parameters})
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for kind in OWN_WARNINGS:
            warnings.simplefilter("ignore", kind)
        return model.fit(data)


def fit_predict(method, data):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        return method(3, random_state=0).fit_predict(data)


def assert_usable(model, n_samples):
    assert model.labels_.shape == (n_samples,)
    assert model.labels_.dtype.kind == "i"
    assert np.array_equal(np.unique(model.labels_), np.arange(model.n_clusters_found_))
    for name in ("embedding_", "affinity_matrix_", "components_", "coefficients_", "noise_", "middle_", "responses_"):
        if hasattr(model, name):
            assert np.isfinite(getattr(model, name)).all(), name
    assert len(model.embedding_) == n_samples
    for record in getattr(model, "history_", []):
        assert all(np.isfinite(value) for value in record.values())


def same_partition(first, second):
    return adjusted_rand_score(first, second) == 1
