"""What a fit is going to do is what it then does."""

import numpy as np
import pytest
from scipy import sparse

from rnse_core import RNSE

X = np.random.default_rng(0).normal(size=(150, 2))


@pytest.mark.parametrize("graph", ["auto", "dense", "knn"])
@pytest.mark.parametrize("limit", [100, 200])
def test_the_graph_is_the_one_that_the_fit_uses(graph, limit, monkeypatch):
    monkeypatch.setattr("rnse_core._fit.plan.DENSE_SAMPLES", limit)
    model = RNSE(2, graph=graph, random_state=0)
    assert model.plan(X).graph == model.fit(X).graph_


@pytest.mark.parametrize("affinity", ["self_tuning", "rbf", "knn", "probabilistic_knn", "authors", "cosine"])
@pytest.mark.parametrize("graph", ["dense", "knn"])
def test_the_kernel_is_the_one_that_the_fit_begins_with(affinity, graph):
    model = RNSE(2, affinity=affinity, graph=graph, grow_graph=False, random_state=0, alpha=0.5)
    kernel = model.prepare(X).affinity
    assert sparse.issparse(kernel) == (graph == "knn")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("warnings.warn", lambda *_, **__: None)
        fitted = model.fit(X).affinity_matrix_
    assert abs(kernel - fitted).max() < 1e-12


def test_the_number_of_neighbours_follows_the_parameters():
    assert RNSE(graph="knn").plan(X).n_neighbors == 30
    assert RNSE(graph="knn", affinity_neighbors=40).plan(X).n_neighbors == 60
    assert RNSE(graph="knn", n_neighbors=12).plan(X).n_neighbors == 12
    assert RNSE(graph="knn", affinity="knn").plan(X).n_neighbors == 10
    assert RNSE(graph="knn").plan(X[:20]).n_neighbors == 19
    ring = sparse.csr_array(np.roll(np.eye(20), 1, axis=0) + np.roll(np.eye(20), -1, axis=0))
    assert RNSE(affinity="precomputed").plan(ring).n_neighbors == 2


def test_memory_grows_with_neighbours_and_features():
    few, many = RNSE(graph="knn", n_neighbors=10), RNSE(graph="knn", n_neighbors=50)
    assert few.plan(X).bytes_needed < many.plan(X).bytes_needed
    assert few.plan(X).bytes_needed < few.plan(np.zeros((150, 100))).bytes_needed


def test_memory_is_checked_for_the_graph_that_the_fit_uses(monkeypatch):
    monkeypatch.setattr("rnse_core._base.memory.available_bytes", lambda: 10**9)
    many = np.zeros((200_000, 2))
    RNSE().plan(many).check_memory()
    with pytest.raises(MemoryError, match=r"1,000,000 samples need about 3.5 GB, .* Use fewer neighbours"):
        RNSE().plan(np.zeros((1_000_000, 2))).check_memory()
    with pytest.raises(MemoryError, match="Use a graph of neighbours"):
        RNSE(graph="dense").plan(many).check_memory()
    with pytest.raises(MemoryError, match=r"at most 5,000 samples fit. Cluster a random sample"):
        RNSE.from_preset("paper").plan(many).check_memory()
