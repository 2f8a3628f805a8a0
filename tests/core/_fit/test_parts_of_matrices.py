"""What is computed of sparse matrices part by part, in threads."""

import numpy as np
import pytest
from numpy.testing import assert_array_equal
from scipy.sparse import csr_array, random_array

from rnse_core._fit import objective, preparation
from rnse_core._fit.objective import objective_parts
from rnse_core._fit.preparation import permuted


@pytest.fixture
def S():
    A = random_array((50, 50), density=0.2, rng=np.random.default_rng(0))
    return csr_array(A + A.T)


def test_a_sparse_matrix_is_permuted_like_a_dense_one(S, monkeypatch):
    monkeypatch.setattr(preparation, "PERMUTED_ROWS", 7)
    order = np.random.default_rng(1).permutation(50)
    place = np.argsort(order)
    found = permuted(S, place, order)
    assert_array_equal(found.toarray(), permuted(S.toarray(), place, order))
    assert all(np.all(np.diff(found.indices[a:b]) > 0) for a, b in zip(found.indptr, found.indptr[1:], strict=False))


def test_the_objective_of_sparse_matrices_is_that_of_dense_ones(S, monkeypatch):
    monkeypatch.setattr(objective, "INNER_ROWS", 7)
    K, P = csr_array(S + S @ S), np.random.default_rng(2).uniform(size=(3, 50))
    assert objective_parts(K, S, P, 0.7, 0.3) == pytest.approx(objective_parts(K.toarray(), S.toarray(), P, 0.7, 0.3))
