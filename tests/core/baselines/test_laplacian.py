"""Smallest eigenpairs of Laplacians, against full dense decompositions."""

from functools import cache

import numpy as np
import pytest
from scipy.sparse import block_diag, csr_array, diags_array, kron
from scipy.sparse.linalg import ArpackNoConvergence

from rnse_core.affinity import pkn_weights
from rnse_core.affinity.distances import pairwise_squared_distances
from rnse_core.baselines import _laplacian
from rnse_core.baselines._laplacian import pair_distances, smallest_eigenpairs, symmetrized


def neighbor_graph(n, n_features=2, k=10, seed=0):
    X = np.random.default_rng(seed).normal(size=(n, n_features))
    return symmetrized(csr_array(pkn_weights(pairwise_squared_distances(X), k)))


def path(n, weight=1.0):
    return diags_array([np.full(n - 1, weight)] * 2, offsets=[-1, 1])


def ring(n):
    return diags_array([1.0, 1.0, 1.0, 1.0], offsets=[-1, 1, n - 1, 1 - n], shape=(n, n))


def star(n):
    A = np.zeros((n, n))
    A[0, 1:] = A[1:, 0] = 1.0
    return A


def torus(n):
    return kron(ring(n), np.eye(n)) + kron(np.eye(n), ring(n))


def weakly_linked(weight):
    A = block_diag([neighbor_graph(150), neighbor_graph(150, seed=1)]).tolil()
    A[7, 204] = A[204, 7] = weight
    return A


GRAPHS = {
    "plane": neighbor_graph(300),
    "five dimensions": neighbor_graph(300, 5),
    "small": neighbor_graph(40, k=5),
    "path": path(300),
    "ring, all eigenvalues twice": ring(300),
    "torus, eigenvalues four and eight times": torus(20),
    "star, one eigenvalue n - 2 times": star(300),
    "complete": np.ones((300, 300)) - np.eye(300),
    "three parts": block_diag([neighbor_graph(260), ring(40), path(3)]),
    "parts of equal spectrum": block_diag([ring(110)] * 3),
    "samples on their own": block_diag([np.zeros((4, 4)), neighbor_graph(300)]),
    "weak link": weakly_linked(1e-5),
    "faint link": weakly_linked(1e-13),
    "link that is rounding": weakly_linked(1e-17),
    "no edge": np.zeros((5, 5)),
}


def laplacian(A):
    dense = A.toarray()
    return np.diag(dense.sum(axis=1)) - dense


@cache
def decomposed(name):
    return np.linalg.eigh(laplacian(symmetrized(csr_array(GRAPHS[name]))))


@pytest.mark.parametrize("k", [1, 2, 3, 4, 7, 12])
@pytest.mark.parametrize("name", GRAPHS)
def test_same_as_a_dense_decomposition(name, k):
    A = symmetrized(csr_array(GRAPHS[name]))
    L = laplacian(A)
    values, vectors = smallest_eigenpairs(A, k)
    expected, full = decomposed(name)
    k = min(k, len(L))
    scale = np.diag(L).max()
    assert values == pytest.approx(expected[:k], abs=1e-13 * scale)
    assert vectors.T @ vectors == pytest.approx(np.eye(k), abs=1e-12)
    assert np.abs(L @ vectors - vectors * values).max() <= 1e-12 * scale
    if k < len(L) and expected[k] - expected[k - 1] > 1e-4 * scale:
        # Not pytest.approx, which takes a second for the entries of a matrix.
        assert np.abs(vectors @ vectors.T - full[:, :k] @ full[:, :k].T).max() <= 1e-10


def test_large_sparse_graphs_need_no_dense_decomposition(monkeypatch):
    monkeypatch.delattr(_laplacian, "eigh")
    values, _ = smallest_eigenpairs(neighbor_graph(400), 4)
    assert (np.diff(values) > 0).all()


def test_a_missed_copy_is_noticed(monkeypatch):
    A = symmetrized(csr_array(ring(400)))
    values, vectors = np.linalg.eigh(laplacian(A))
    # Without its second copy, the list of eigenvalues still looks fine.
    kept = [1, 3, 4]
    monkeypatch.setattr(_laplacian, "eigsh", lambda *_, **__: (1 / values[kept], vectors[:, kept]))
    assert _laplacian._by_inversion(A, 3) is None
    assert smallest_eigenpairs(A, 4)[0] == pytest.approx(values[:4], abs=1e-13)


def test_no_convergence_is_noticed(monkeypatch):
    def give_up(*_, **__):
        raise ArpackNoConvergence("gives up", np.empty(0), np.empty((400, 0)))

    A = neighbor_graph(400)
    expected = smallest_eigenpairs(A, 4)[0]
    monkeypatch.setattr(_laplacian, "eigsh", give_up)
    assert smallest_eigenpairs(A, 4)[0] == pytest.approx(expected, abs=1e-13)


def test_lapacks_failure_is_no_end(monkeypatch):
    A = neighbor_graph(60, k=8)
    expected = smallest_eigenpairs(A, 4)[0]
    solver = _laplacian.eigh

    def fail_on_parts(matrix, driver, **options):
        if options:
            raise _laplacian.LinAlgError
        return solver(matrix, driver=driver)

    monkeypatch.setattr(_laplacian, "eigh", fail_on_parts)
    assert smallest_eigenpairs(A, 4)[0] == pytest.approx(expected, abs=1e-13)


def test_pair_distances():
    F = np.random.default_rng(0).normal(size=(9, 3))
    everyone = np.arange(9)
    assert pair_distances(F, everyone[:, None], everyone) == pytest.approx(pairwise_squared_distances(F), abs=1e-14)
