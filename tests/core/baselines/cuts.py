"""Normalized cuts in the tests: their variants, and fits of them."""

import warnings

import pytest
from expected import ignoring
from sklearn.metrics import adjusted_rand_score

from rnse_core.baselines.ncuts import ASSIGN_LABELS
from rnse_core.exceptions import (
    ComponentsWarning,
)

each_assignment = pytest.mark.parametrize("assign_labels", ASSIGN_LABELS)
disconnected = ignoring(ComponentsWarning)


def same_partition(first, second):
    return adjusted_rand_score(first, second) == 1


def fit_without_warning(model, X):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        return model.fit(X)
