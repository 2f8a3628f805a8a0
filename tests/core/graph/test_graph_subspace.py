"""Leading eigenvectors of a large graph by subspace iteration, and the start for P that cuts them."""

import numpy as np
import pytest
from scipy import sparse
from sklearn.metrics import adjusted_rand_score

from rnse_core.auto import graph_eigenvalues
from rnse_core.graph.spectral import normalized_spectrum
from rnse_core.graph.subspace import regularized_eigenvectors
from rnse_core.indicator.initialization import graph_start


def block_graph(n_nodes, n_blocks, degree, inside):
    rng = np.random.default_rng(0)
    size = n_nodes // n_blocks
    first = rng.integers(0, n_nodes, n_nodes * degree // 2)
    near = first // size * size + rng.integers(0, size, len(first))
    second = np.where(rng.random(len(first)) < inside, near, rng.integers(0, n_nodes, len(first)))
    A = sparse.csr_array((np.ones(len(first)), (first, second)), shape=(n_nodes, n_nodes))
    A = sparse.csr_array(A + A.T)
    A.setdiag(0)
    A.eliminate_zeros()
    return A, np.arange(n_nodes) // size


def test_vectors_span_the_leading_eigenspace():
    A, _ = block_graph(600, 4, 20, 0.8)
    V = regularized_eigenvectors(A, 4, np.random.RandomState(0))
    np.testing.assert_allclose(V.T @ V, np.eye(4), atol=1e-10)
    degrees = A.sum(axis=1)
    scale = 1 / np.sqrt(degrees + degrees.mean())
    exact = np.linalg.eigh(A.toarray() * np.outer(scale, scale))[1][:, -4:]
    np.testing.assert_allclose(np.linalg.svd(exact.T @ V)[1], 1, atol=1e-3)


def test_an_order_of_nodes_permutes_the_vectors_space():
    A, _ = block_graph(400, 2, 20, 0.9)
    place = np.random.default_rng(1).permutation(400)
    V = regularized_eigenvectors(A, 2, np.random.RandomState(0))
    W = regularized_eigenvectors(sparse.csr_array(A[place][:, place]), 2, np.random.RandomState(0))
    np.testing.assert_allclose(np.linalg.svd(V[place].T @ W)[1], 1, atol=1e-3)


def test_nodes_without_edges_do_no_harm():
    A = sparse.csr_array((5, 5))
    assert np.isfinite(regularized_eigenvectors(A, 3, np.random.RandomState(0))).all()


def test_eigenvalues_are_those_of_all_pairs():
    A, _ = block_graph(600, 4, 20, 0.8)
    np.testing.assert_allclose(graph_eigenvalues(A, 8), normalized_spectrum(A.toarray(), 8), atol=1e-3)


def test_as_many_ones_as_parts():
    A = sparse.block_diag([np.ones((3, 3))] * 6, format="csr")
    assert np.array_equal(graph_eigenvalues(sparse.csr_array(A), 5), np.ones(5))


@pytest.mark.parametrize("inside", [0.7, 0.9])
def test_the_start_finds_blocks_of_random_edges(inside):
    A, y = block_graph(3000, 5, 14, inside)
    labels = graph_start(A, A, 5, np.random.RandomState(0))
    assert adjusted_rand_score(y, labels) > 0.9
