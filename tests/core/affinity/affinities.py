"""The affinities of the tests, and what holds of each."""

import warnings

import numpy as np

from rnse_core.affinity import (
    AFFINITIES,
    PRECOMPUTED,
    compute_affinity,
)
from rnse_core.exceptions import ParameterWarning

FEATURE_AFFINITIES = [name for name in AFFINITIES if name not in PRECOMPUTED]
X = np.random.default_rng(0).normal((0.0, 10.0, 100.0), size=(40, 3))


def strictly(X, affinity, n_neighbors=3):
    """The affinity, with every warning an error but the one about clipped neighbours."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.simplefilter("ignore", ParameterWarning)
        return compute_affinity(X, affinity, n_neighbors=n_neighbors)


def assert_affinity(K, n):
    assert K.shape == (n, n)
    assert K.dtype == np.float64
    assert np.isfinite(K).all()
    assert np.array_equal(K, K.T)
    assert K.min() >= 0.0
