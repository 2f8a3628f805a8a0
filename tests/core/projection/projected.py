"""Projections with their warnings, and what holds of each."""

import warnings

import numpy as np
import pytest
from matrices import optimality_gap
from sklearn.exceptions import ConvergenceWarning

from rnse_core.projection import METHODS, project_doubly_stochastic

ROW_SUM_ERROR = 1e-10
each_method = pytest.mark.parametrize("method", METHODS)


def strictly(T, *args, **kwargs):
    """The projection, with every warning an error."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        return project_doubly_stochastic(T, *args, **kwargs)


def loosely(T, *args, **kwargs):
    """The projection, allowed to stop early."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        return project_doubly_stochastic(T, *args, **kwargs)


def assert_symmetric_and_non_negative(S):
    assert S.dtype == np.float64
    assert np.array_equal(S, S.T)
    assert S.min() >= 0.0


def assert_projection(T, S):
    """S is the projection of T: feasible, and no doubly stochastic matrix is nearer."""
    assert_symmetric_and_non_negative(S)
    assert np.abs(S.sum(axis=1) - 1.0).max() <= ROW_SUM_ERROR
    # Row sums that are off by 1e-10 move the linear function by as much times its largest coefficient.
    assert optimality_gap(T, S) <= 10 * ROW_SUM_ERROR * len(T) * max(1.0, np.abs(T).max())
