"""The Laplacian tells the components, and how easily a graph is cut."""

import numpy as np
import pytest
from expected import raised
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose

from rnse_core.exceptions import ParameterError, Reason
from rnse_core.graph.components import component_labels
from rnse_core.graph.laplacian import LAPLACIANS, count_zeros, laplacian, laplacian_eigenpairs


def random_graph(n, seed, filled):
    random = np.random.default_rng(seed)
    W = np.triu(np.where(random.random((n, n)) < filled, random.uniform(0.1, 2.0, (n, n)), 0.0), 1)
    return W + W.T


GRAPHS = (st.integers(1, 25), st.integers(0, 10**6), st.floats(0.0, 0.6))


@pytest.mark.parametrize("kind", LAPLACIANS)
@given(*GRAPHS)
def test_zeros_are_components(kind, n, seed, filled):
    W = random_graph(n, seed, filled)
    values, vectors = laplacian_eigenpairs(W, n, kind)
    assert count_zeros(values, W) == component_labels(W).max() + 1
    assert_allclose(laplacian(W, kind) @ vectors, vectors * values, atol=1e-8)
    assert (np.diff(values) >= -1e-12).all()


@given(*GRAPHS)
def test_the_quadratic_form_is_the_sum_over_edges(n, seed, filled):
    W, f = random_graph(n, seed, filled), np.random.default_rng(seed).normal(size=n)
    differences = (f[:, None] - f[None, :]) ** 2
    assert f @ laplacian(W) @ f == pytest.approx(0.5 * (W * differences).sum(), abs=1e-9)


@given(*GRAPHS)
def test_the_normalised_spectrum_lies_between_0_and_2(n, seed, filled):
    values, _ = laplacian_eigenpairs(random_graph(n, seed, filled), n, "symmetric")
    assert values.min() >= 0 and values.max() <= 2 + 1e-9


def test_the_diagonal_of_W_cancels_out_of_D_minus_W():
    W = random_graph(8, 0, 0.5)
    assert_allclose(laplacian(W), laplacian(W + 3 * np.eye(8)))


def test_other_kinds_are_refused():
    with pytest.raises(ValueError):
        laplacian(np.eye(2), "other")
    with pytest.raises(ValueError):
        laplacian_eigenpairs(np.eye(2), 0)


def test_an_unknown_kind_is_refused_with_the_known_ones():
    with raised(ParameterError, parameter="kind", value="both", reason=Reason.UNKNOWN_CHOICE, choices=LAPLACIANS):
        laplacian(np.eye(3), "both")
