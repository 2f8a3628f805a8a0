"""Scalings of features."""

import numpy as np
import pytest
from expected import raised
from hypothesis import given
from hypothesis import strategies as st

from rnse_core.exceptions import ParameterError
from rnse_core.preprocessing import SCALINGS, scale_features

tables = st.integers(0, 10_000).map(lambda seed: np.random.default_rng(seed).normal(3, 2, (12, 4)))


@given(tables)
def test_zscore_has_mean_0_and_deviation_1(X):
    Z = scale_features(X, "zscore")
    np.testing.assert_allclose(Z.mean(axis=0), 0, atol=1e-12)
    np.testing.assert_allclose(Z.std(axis=0), 1)


@given(tables)
def test_minmax_fills_0_to_1(X):
    Z = scale_features(X, "minmax")
    np.testing.assert_allclose(Z.min(axis=0), 0, atol=1e-12)
    np.testing.assert_allclose(Z.max(axis=0), 1)


@given(tables)
def test_unit_keeps_directions(X):
    Z = scale_features(X, "unit")
    np.testing.assert_allclose(np.linalg.norm(Z, axis=1), 1)
    np.testing.assert_allclose(Z * np.linalg.norm(X, axis=1, keepdims=True), X)


@pytest.mark.parametrize("scaling", SCALINGS)
def test_new_and_finite_for_constant_columns_and_rows_of_zeros(scaling):
    X = np.array([[0.0, 0.0, 5.0], [1.0, 2.0, 5.0], [0.0, 0.0, 0.0]])
    X[2] = 0.0
    before = X.copy()
    Z = scale_features(X, scaling)
    assert np.isfinite(Z).all()
    Z += 1.0
    np.testing.assert_array_equal(X, before)


def test_constant_column_becomes_0():
    X = np.array([[1.0, 7.0], [2.0, 7.0]])
    assert not scale_features(X, "zscore")[:, 1].any()
    assert not scale_features(X, "minmax")[:, 1].any()


def test_unknown_name():
    with raised(ParameterError, parameter="scaling", value="log", choices=tuple(SCALINGS)):
        scale_features(np.ones((2, 2)), "log")
