"""A dense kernel in single precision: half the memory, the same S to seven digits, exact for what is held."""

import gc
import tracemalloc

import numpy as np
import pytest
from expected import raised
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.datasets import make_blobs

from rnse_core import RNSE
from rnse_core.affinity import float32 as single_precision
from rnse_core.affinity.float32 import inner_product, product, to_float32
from rnse_core.datasets import make_two_moons
from rnse_core.exceptions import ParameterError, Reason
from rnse_core.projection import project_doubly_stochastic


@pytest.fixture(autouse=True)
def small_chunks(monkeypatch):
    monkeypatch.setattr(single_precision, "CHUNK", 97)


@pytest.mark.parametrize("n", [1, 2, 31, 40])
def test_halving_rounds_every_entry_and_gives_back_half_the_memory(n):
    rng = np.random.default_rng(n)
    A = rng.uniform(size=(n, n)) ** 8
    expected = A.astype(np.float32)
    assert_array_equal(to_float32(A.copy()), expected)
    # A view owns no memory: its neighbour must not be overwritten.
    wide = np.hstack([A, A])
    assert_array_equal(to_float32(wide[:, :n]), expected)
    assert_array_equal(wide[:, n:], A)
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    half = to_float32(A.copy())
    held = tracemalloc.get_traced_memory()[0] - before
    tracemalloc.stop()
    assert half.nbytes == 4 * n * n
    assert held < 4 * n * n + 2000


@pytest.mark.parametrize("size", [1e39, 1e-39])
def test_what_single_precision_cannot_hold_is_refused(size):
    with raised(ParameterError, parameter="storage", value="float32", reason=Reason.INCOMPATIBLE, bound=size):
        RNSE(2, affinity="precomputed", storage="float32", alpha=size).fit(size * np.eye(6))


def test_products_and_sums_are_those_of_the_rounded_matrix_in_double_precision():
    rng = np.random.default_rng(0)
    K, S, B = rng.uniform(size=(40, 40)), rng.uniform(size=(40, 40)), rng.normal(size=(40, 3))
    held = K.astype(np.float32)
    wide = held.astype(np.float64)
    assert product(held, B).dtype == np.float64
    assert_allclose(product(held, B), wide @ B, rtol=1e-14, atol=1e-14)
    assert_allclose(inner_product(S, held), np.vdot(S, wide), rtol=1e-14)
    assert_array_equal(product(K, B), K @ B)
    assert inner_product(S, K) == np.vdot(S, K)


CASES = {
    "sparse S": {"alpha": 1.0},
    "full S": {"alpha": 100.0},
    "many components": {"alpha": 0.02},
    "paper": {"projection": "dykstra", "projection_max_iter": 20, "indicator": "strategic", "init": "random"},
    "graph kernel": {"affinity": "knn"},
    "cosine": {"affinity": "cosine"},
}


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("parameters", CASES.values(), ids=CASES)
def test_the_fit_is_exact_for_the_kernel_that_is_held(parameters):
    X, _ = make_two_moons(150, noise=0.1, random_state=0)
    model = RNSE(3, random_state=0, max_iter=4, storage="float32", **parameters).fit(X)
    K = model.affinity_matrix_
    assert K.dtype == np.float32
    assert_array_equal(K, RNSE(3, random_state=0, max_iter=1, **parameters).fit(X).affinity_matrix_.astype(np.float32))
    S, P = model.similarity_, model.indicator_
    assert S.dtype == P.dtype == np.float64
    assert_array_equal(S, S.T)
    same = RNSE(3, random_state=0, max_iter=4, **{**parameters, "affinity": "precomputed"}).fit(K.astype(np.float64))
    assert_allclose(S, same.similarity_, rtol=0, atol=1e-15)
    assert_array_equal(model.labels_, same.labels_)
    assert model.objective_ == pytest.approx(same.objective_, rel=1e-13)
    if parameters.get("projection") is None:
        assert abs(S.sum(axis=1) - 1).max() <= 1e-10
        previous = P if model.converged_ else None
        if previous is not None:
            T = (K.astype(np.float64) + P.T @ P) / (2 * model.alpha)
            assert_allclose(S, project_doubly_stochastic(T), rtol=0, atol=1e-9)


@pytest.fixture
def no_collections():
    """Keep the garbage collector from running, which takes what a fit has left a moment earlier or later."""
    gc.collect()
    gc.disable()
    yield
    gc.enable()


@pytest.mark.filterwarnings("ignore")
@pytest.mark.usefixtures("no_collections")
@pytest.mark.parametrize("alpha", [1.0, 100.0], ids=["sparse S", "full S"])
def test_a_fit_holds_two_matrices_and_with_single_precision_half_a_one_less(alpha, monkeypatch):
    monkeypatch.setattr(single_precision, "CHUNK", 1 << 16)
    n = 1000
    X = make_blobs(n, 10, centers=4, cluster_std=3.0, random_state=0)[0]
    peaks = {"float64": np.inf, "float32": np.inf}
    for storage in (*peaks, *peaks):  # the first fit of a process loads modules
        tracemalloc.start()
        model = RNSE(4, alpha=alpha, random_state=0, storage=storage).fit(X)
        peaks[storage] = min(peaks[storage], tracemalloc.get_traced_memory()[1] / (8.0 * n * n))
        tracemalloc.stop()
    assert model.n_iter_ > 1  # two S are never held at a time
    assert peaks["float64"] < 2.5
    assert peaks["float32"] < peaks["float64"] - 0.4
