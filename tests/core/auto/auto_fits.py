"""Data and fits for the tests of the estimator without parameters."""

import warnings

import numpy as np
import pytest

from rnse_core import AutoRNSE
from rnse_core.affinity import self_tuning_kernel
from rnse_core.datasets import make_anisotropic, make_blobs
from rnse_core.exceptions import (
    ComponentsWarning,
    IdenticalSamplesWarning,
    InputWarning,
)

BLOBS, CLASSES = make_blobs(90, n_clusters=3, random_state=0)
LONG, LONG_CLASSES = make_anisotropic(150, random_state=0)
DISTANCES = np.linalg.norm(BLOBS[:, None] - BLOBS[None], axis=2)
KERNEL = self_tuning_kernel(BLOBS)
FORMS = {
    "auto": BLOBS,
    "precomputed_distance": DISTANCES,
    "precomputed": KERNEL,
}
each_form = pytest.mark.parametrize("affinity", FORMS)


def fit(X, *args, **parameters):
    """Fit with every warning an error but those about the result."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for kind in (ComponentsWarning, IdenticalSamplesWarning, InputWarning):
            warnings.simplefilter("ignore", kind)
        return AutoRNSE(*args, **{"random_state": 0, **parameters}).fit(X)


def assert_consistent(model, n_samples):
    """What holds of every fitted model."""
    labels = model.labels_
    assert labels.shape == model.confidence_.shape == model.second_labels_.shape == (n_samples,)
    assert labels.dtype.kind == model.second_labels_.dtype.kind == "i"
    assert np.array_equal(labels, model.estimator_.labels_)
    assert model.n_clusters_ == model.estimator_.n_clusters
    assert labels.min() >= 0 and labels.max() < model.n_clusters_
    assert (model.confidence_ >= 0).all() and (model.confidence_ <= 1).all()
    assert (model.second_labels_ != labels).all()
    assert model.second_labels_.min() >= -1 and model.second_labels_.max() < model.n_clusters_
    assert -1.0 <= model.agreement_ <= 1.0
    assert np.array_equal(model.sample_, np.unique(model.sample_)) and model.sample_.max() < n_samples
    for candidate in model.candidates_:
        assert candidate.labels.shape == model.sample_.shape
        assert candidate.labels.max() < model.n_clusters_
    if model.candidates_:
        parameters = model.estimator_.get_params()
        settings = [candidate.setting.parameters() for candidate in model.candidates_]
        assert any(setting.items() <= parameters.items() for setting in settings)
