"""Fits of RNSE for the cases that it has to pass."""

import warnings

import numpy as np
import pytest
from sklearn.exceptions import ConvergenceWarning

from rnse_core import RNSE
from rnse_core._fit.presets import PRESETS
from rnse_core.affinity import AFFINITIES, PRECOMPUTED
from rnse_core.datasets import make_blobs
from rnse_core.exceptions import (
    ComponentsWarning,
    EmptyClustersWarning,
    IdenticalSamplesWarning,
    InputWarning,
    ParameterWarning,
)

FEATURE_AFFINITIES = [affinity for affinity in AFFINITIES if affinity not in PRECOMPUTED]
each_affinity = pytest.mark.parametrize("affinity", FEATURE_AFFINITIES)
each_preset = pytest.mark.parametrize("preset", PRESETS)
blobs, blobs_y = make_blobs(60, random_state=3)


# What a model may say about its own result; all else, numerical warnings above all, is an error here.
OWN_WARNINGS = (ComponentsWarning, EmptyClustersWarning, IdenticalSamplesWarning, InputWarning, ParameterWarning)


def fit(X, n_clusters=3, preset="exact", **parameters):
    """Fit with every numerical warning an error; its warnings about its result are let through."""
    limits = {"max_iter": 4} if preset != "exact" else {}
    model = RNSE.from_preset(preset, n_clusters, **{"random_state": 0, **limits, **parameters})
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.simplefilter("ignore", ConvergenceWarning)
        for kind in OWN_WARNINGS:
            warnings.simplefilter("ignore", kind)
        return model.fit(X)


def assert_finite(model):
    for array in (model.similarity_, model.indicator_, model.affinity_matrix_):
        assert np.isfinite(array).all()
    assert np.isfinite(model.objective_)
    assert all(np.isfinite(value) for record in model.history_ for key, value in record.items() if key != "note")
