"""The objective against its definition, and the read-outs beside it."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose
from scipy.sparse import csr_array

from rnse_core._fit.objective import (
    embedding_disagreement,
    mean_nonzeros,
    objective_parts,
    orthogonality_error,
    row_sum_error,
)
from rnse_core.graph.components import component_labels, join_duplicates
from rnse_core.indicator import labels_to_indicator


def graph(n, density, seed):
    """A symmetric non-negative matrix with zeros in it."""
    rng = np.random.default_rng(seed)
    A = np.triu(rng.uniform(size=(n, n)) * (rng.uniform(size=(n, n)) < density))
    return A + np.triu(A, 1).T


def pairwise_sum(S, points):
    """1/2 sum_ij S_ij ||z_i - z_j||^2, term by term."""
    n = len(S)
    return 0.5 * sum(S[i, j] * ((points[i] - points[j]) ** 2).sum() for i in range(n) for j in range(n))


@settings(max_examples=40, deadline=None)
@given(st.integers(1, 8), st.integers(1, 4), st.floats(0, 5), st.floats(0.01, 5), st.integers(0, 10**6))
def test_parts_are_the_sums_of_the_model(n, n_clusters, beta, alpha, seed):
    """For any S and P, doubly stochastic and orthogonal or not."""
    rng = np.random.default_rng(seed)
    X, P, S = rng.normal(size=(n, 3)), rng.uniform(size=(n_clusters, n)), graph(n, 0.6, seed)
    for similarity in (S, csr_array(S)):
        parts = objective_parts(X @ X.T, similarity, P, alpha, beta)
        assert parts.smoothness == pytest.approx(pairwise_sum(S, X), rel=1e-9, abs=1e-9)
        assert parts.frobenius == pytest.approx(alpha * (S**2).sum(), rel=1e-12)
        assert parts.embedding == pytest.approx(beta * pairwise_sum(S, P.T), rel=1e-9, abs=1e-9)
        assert parts.total == parts.smoothness + parts.frobenius + parts.embedding


def test_stored_zeros_count_as_zeros():
    S = csr_array((np.array([0.5, 0.0, 0.0, 0.5]), np.array([0, 1, 0, 1]), np.array([0, 2, 4])), shape=(2, 2))
    assert mean_nonzeros(S) == 1.0
    assert objective_parts(np.ones((2, 2)), S, np.ones((1, 2)), 1.0, 1.0).frobenius == 0.5


def test_row_sum_error():
    S = np.array([[0.5, 0.5, 0.0], [0.5, 0.2, 0.0], [0.0, 0.0, 1.1]])
    for similarity in (S, csr_array(S)):
        assert row_sum_error(similarity) == pytest.approx(0.3)
    assert row_sum_error(np.eye(3)) == 0.0


def test_orthogonality_error():
    labels = np.array([0, 0, 1, 2, 2, 2])
    assert orthogonality_error(labels_to_indicator(labels, 3)) == pytest.approx(0, abs=1e-15)
    assert orthogonality_error(labels_to_indicator(labels, 4)) == pytest.approx(1)
    P = np.random.default_rng(0).uniform(size=(3, 9))
    assert orthogonality_error(P) == pytest.approx(np.linalg.norm(P @ P.T - np.eye(3)))


def components_by_flooding(S):
    labels = np.full(len(S), -1)
    for first in range(len(S)):
        if labels[first] >= 0:
            continue
        label, queue = labels.max() + 1, [first]
        while queue:
            i = queue.pop()
            labels[i] = label
            queue.extend(j for j in np.flatnonzero(S[i]) if labels[j] < 0)
    return labels


@given(st.integers(1, 40), st.floats(0, 0.15), st.integers(0, 10**6))
def test_components_are_numbered_by_their_first_sample(n, density, seed):
    S = graph(n, density, seed)
    expected = components_by_flooding(S)
    assert np.array_equal(component_labels(S), expected)
    assert np.array_equal(component_labels(csr_array(S)), expected)


@pytest.mark.parametrize("n", [1, 6])
def test_components_of_the_extremes(n):
    for S in (np.zeros((n, n)), np.eye(n)):
        assert np.array_equal(component_labels(S), np.arange(n))
    assert not component_labels(np.ones((n, n))).any()
    path = np.eye(n, k=1) + np.eye(n, k=-1)
    assert not component_labels(path).any()


@given(st.integers(1, 30), st.integers(0, 10**6))
def test_joined_groups_are_whole_and_no_larger_than_need_be(n, seed):
    rng = np.random.default_rng(seed)
    _, components = np.unique(rng.integers(0, n, size=n), return_inverse=True)
    _, groups = np.unique(rng.integers(0, 2 * n, size=n), return_inverse=True)
    related = (components[:, None] == components) | (groups[:, None] == groups)
    joined = join_duplicates(components, groups)
    assert np.array_equal(joined[:, None] == joined, _same(components_by_flooding(related)))
    assert np.array_equal(np.unique(joined), np.arange(joined.max() + 1))
    assert np.array_equal(join_duplicates(components, None), components)


def _same(labels):
    return labels[:, None] == labels


def test_nonzeros_per_row():
    S = graph(30, 0.3, 0)
    assert mean_nonzeros(S) == np.count_nonzero(S) / 30
    assert mean_nonzeros(csr_array(S)) == np.count_nonzero(S) / 30


def test_half_the_squared_distances_is_the_laplacian_trace():
    """tr(P L P') of the paper, L = I - S for doubly stochastic S."""
    n = 6
    S = np.full((n, n), 1 / n)
    P = np.random.default_rng(0).uniform(size=(2, n))
    assert_allclose(
        objective_parts(np.eye(n), S, P, 1.0, 1.0).embedding, np.trace(P @ (np.eye(n) - S) @ P.T), rtol=1e-12
    )


@pytest.mark.parametrize("n", range(2, 30))
def test_rounding_takes_no_sum_of_squares_below_zero(n):
    """All entries of P are the same: nothing disagrees, up to rounding."""
    disagreement = embedding_disagreement(np.full((n, n), 1 / n), np.full((1, n), 1 / np.sqrt(n)))
    assert 0 <= disagreement < 1e-14
