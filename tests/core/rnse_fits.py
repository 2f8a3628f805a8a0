"""Data and fits for the tests of RNSE."""

import warnings
from pathlib import Path

import numpy as np
from sklearn.exceptions import ConvergenceWarning

from rnse_core.affinity import AFFINITIES, PRECOMPUTED
from rnse_core.datasets import make_blobs, make_no_structure, make_two_moons
from rnse_core.indicator import labels_to_indicator

FIXTURES = Path(__file__).parent / "fixtures"
FEATURE_AFFINITIES = [affinity for affinity in AFFINITIES if affinity not in PRECOMPUTED]
moons, moons_y = make_two_moons(80, random_state=0)
blobs, blobs_y = make_blobs(60, random_state=1)
noise, _ = make_no_structure(50, random_state=0)
copies = np.repeat(np.random.default_rng(0).normal(size=(15, 2)), 3, axis=0)


def quietly(model, X):
    """Fit without the warnings that a model's own settings bring about; numerical ones stay errors."""
    with warnings.catch_warnings():
        warnings.simplefilter("error", RuntimeWarning)
        warnings.simplefilter("ignore", UserWarning)
        warnings.simplefilter("ignore", ConvergenceWarning)
        return model.fit(X)


def strictly(model, X):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        return model.fit(X)


def starting_points(n_clusters, n, seed=0):
    rng = np.random.default_rng(seed)
    labels = np.r_[np.arange(n_clusters), rng.integers(0, n_clusters, size=n - n_clusters)]
    soft = rng.uniform(size=(n_clusters, n))
    return {
        "auto": "auto",
        "spectral": "spectral",
        "random": "random",
        "indicator": labels_to_indicator(labels, n_clusters),
        "one-hot": np.eye(n_clusters)[:, labels],
        "soft": soft,
        "soft and tiny": 1e-6 * soft,
        "soft and huge": 1e6 * soft,
    }


def assert_usable(model):
    n = model.n_features_in_ and len(model.labels_)
    assert model.similarity_.shape == model.affinity_matrix_.shape == (n, n)
    assert model.indicator_.shape == (model.n_clusters, n)
    assert len(model.history_) == model.n_iter_
    assert model.objective_ == model.history_[-1]["objective"]
    assert model.n_clusters_found_ == len(np.unique(model.labels_))
