"""Kernels on a pattern of neighbours: the entries of the dense kernels, and bounds on what is left out."""

import numpy as np
import pytest
from expected import raised
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose
from scipy.spatial.distance import cdist

from rnse_core import RNSE
from rnse_core.affinity import compute_affinity
from rnse_core.affinity.sparse import neighbor_kernel
from rnse_core.exceptions import ParameterError, Reason

ARGUMENTS = {
    "self_tuning": {"affinity_neighbors": 6},
    "rbf": {"gamma": 0.8},
    "cosine": {},
    "knn": {"affinity_neighbors": 6},
    "probabilistic_knn": {"affinity_neighbors": 6},
    "authors": {"affinity_neighbors": 6},
}


def dense(X, affinity):
    names = {"affinity_neighbors": "n_neighbors"}
    return compute_affinity(
        X, affinity, **{names.get(name, name): value for name, value in ARGUMENTS[affinity].items()}
    )


def stored(K):
    return np.repeat(np.arange(K.shape[0]), np.diff(K.indptr)), K.indices


@pytest.mark.parametrize("scale", [1e-200, 1.0, 1e200])
@pytest.mark.parametrize("n_features", [2, 20])
@pytest.mark.parametrize("affinity", [name for name in ARGUMENTS if name != "rbf"])
def test_entries_are_those_of_the_dense_kernel(affinity, n_features, scale):
    X = scale * np.random.default_rng(0).normal(size=(90, n_features))
    K = neighbor_kernel(X, affinity, 12, **ARGUMENTS[affinity]).matrix
    expected = dense(X, affinity)
    assert_allclose(K.data, expected[stored(K)], rtol=1e-9, atol=1e-300)
    assert abs(K - K.T).max() == 0
    rows, cols = stored(K)
    assert np.array_equal(rows[rows == cols], np.arange(90))
    if affinity in ("knn", "probabilistic_knn", "authors"):
        assert np.array_equal(K.toarray() != 0, expected != 0)


@pytest.mark.parametrize("gamma", [None, 0.3, 1e-250, 1e250])
def test_gaussian_with_one_scale(gamma):
    X = np.random.default_rng(0).normal(size=(60, 3))
    K = neighbor_kernel(X, "rbf", 8, gamma=gamma).matrix
    assert_allclose(K.data, compute_affinity(X, "rbf", gamma=gamma)[stored(K)], rtol=1e-9, atol=1e-12)


def test_pattern_holds_the_neighbours_of_both_sides():
    X = np.random.default_rng(0).normal(size=(70, 2))
    K = neighbor_kernel(X, "self_tuning", 9, affinity_neighbors=5).matrix
    D = cdist(X, X)
    near = np.argsort(D, axis=1)[:, :10]
    wanted = np.zeros((70, 70), dtype=bool)
    np.put_along_axis(wanted, near, True, axis=1)
    pattern = np.zeros((70, 70), dtype=bool)
    pattern[stored(K)] = True
    assert np.array_equal(pattern, wanted | wanted.T)


def test_local_scale_among_duplicates_is_that_of_the_dense_kernel():
    X = np.repeat(np.random.default_rng(0).normal(size=(9, 2)), 8, axis=0)
    K = neighbor_kernel(X, "self_tuning", 30, affinity_neighbors=6).matrix
    assert_allclose(K.data, compute_affinity(X, "self_tuning", n_neighbors=6)[stored(K)], rtol=1e-9)


def test_points_that_are_all_equal():
    K = neighbor_kernel(np.ones((20, 2)), "self_tuning", 6, affinity_neighbors=5).matrix
    assert (K.data == 1.0).all()


@given(st.sampled_from(["self_tuning", "rbf", "cosine"]), st.integers(0, 10**6), st.sampled_from([2, 20]))
def test_bound_holds_for_every_pair_outside(affinity, seed, n_features):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(50, n_features)) * rng.choice([0.1, 1.0, 10.0], size=(50, 1))
    kernel = neighbor_kernel(X, affinity, 7, **ARGUMENTS[affinity])
    K = dense(X, affinity)
    outside = np.ones((50, 50), dtype=bool)
    outside[stored(kernel.matrix)] = False
    reach = kernel.reach
    assert (kernel.bound(np.multiply.outer(reach, reach)) >= K)[outside].all()
    rows, cols = np.nonzero(outside)
    # A cosine near 0 is the difference of two numbers near 1.
    assert_allclose(kernel.outside(rows, cols), K[outside], rtol=1e-9, atol=1e-15 if affinity == "cosine" else 1e-300)


@pytest.mark.parametrize("affinity", ARGUMENTS)
def test_a_single_sample_has_the_dense_kernel(affinity):
    X = np.array([[1.0, 2.0]])
    kernel = neighbor_kernel(X, affinity, 12, **ARGUMENTS[affinity])
    assert np.array_equal(kernel.matrix.toarray(), compute_affinity(X, affinity))
    assert kernel.matrix.nnz == 1
    model = RNSE(1, affinity=affinity, graph="knn").fit(X)
    assert model.similarity_.toarray() == pytest.approx(1.0, abs=1e-12)
    assert model.predict([[1.0, 2.0], [3.0, 4.0]]).tolist() == [0, 0]


def test_an_unknown_kernel_is_named():
    with raised(ParameterError, parameter="affinity", value="nothing", reason=Reason.UNKNOWN_CHOICE):
        neighbor_kernel(np.ones((5, 2)), "nothing", 2)
