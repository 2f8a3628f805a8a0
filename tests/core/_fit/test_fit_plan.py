"""What a fit is going to do is what it then does."""

import numpy as np
import pytest
from expected import raised
from scipy import sparse

from rnse_core import RNSE
from rnse_core._fit.plan import (
    check_fit_memory,
    planned_bytes_per_sample,
    planned_graph,
    planned_kernel,
    planned_neighbors,
)
from rnse_core.exceptions import MemoryAdvice, NotEnoughMemory

X = np.random.default_rng(0).normal(size=(150, 2))


@pytest.mark.parametrize("graph", ["auto", "dense", "knn"])
@pytest.mark.parametrize("limit", [100, 200])
def test_the_graph_is_the_one_that_the_fit_uses(graph, limit, monkeypatch):
    monkeypatch.setattr("rnse_core._fit.plan.DENSE_SAMPLES", limit)
    model = RNSE(2, graph=graph, random_state=0)
    assert planned_graph(model, X) == model.fit(X).graph_


@pytest.mark.parametrize("affinity", ["self_tuning", "rbf", "knn", "probabilistic_knn", "authors", "cosine"])
@pytest.mark.parametrize("graph", ["dense", "knn"])
def test_the_kernel_is_the_one_that_the_fit_begins_with(affinity, graph):
    model = RNSE(2, affinity=affinity, graph=graph, grow_graph=False, random_state=0, alpha=0.5)
    kernel = planned_kernel(model, X)
    assert sparse.issparse(kernel) == (graph == "knn")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("warnings.warn", lambda *_, **__: None)
        fitted = model.fit(X).affinity_matrix_
    assert abs(kernel - fitted).max() < 1e-12


def test_the_number_of_neighbours_follows_the_parameters():
    assert planned_neighbors(RNSE(), X) == 30
    assert planned_neighbors(RNSE(affinity_neighbors=40), X) == 60
    assert planned_neighbors(RNSE(n_neighbors=12), X) == 12
    assert planned_neighbors(RNSE(affinity="knn"), X) == 10
    assert planned_neighbors(RNSE(), X[:20]) == 19
    ring = sparse.csr_array(np.roll(np.eye(20), 1, axis=0) + np.roll(np.eye(20), -1, axis=0))
    assert planned_neighbors(RNSE(affinity="precomputed"), ring) == 2


def test_memory_grows_with_neighbours_and_features():
    few, many = RNSE(n_neighbors=10), RNSE(n_neighbors=50)
    assert planned_bytes_per_sample(few, X) < planned_bytes_per_sample(many, X)
    assert planned_bytes_per_sample(few, X) < planned_bytes_per_sample(few, np.zeros((150, 100)))


def test_memory_is_checked_for_the_graph_that_the_fit_uses(monkeypatch):
    monkeypatch.setattr("rnse_core._base.memory.available_bytes", lambda: 10**9)
    many = np.zeros((200_000, 2))
    check_fit_memory(RNSE(), many)
    with raised(NotEnoughMemory, n_samples=1_000_000, free_bytes=10**9, advice=MemoryAdvice.FEWER_NEIGHBORS):
        check_fit_memory(RNSE(), np.zeros((1_000_000, 2)))
    with raised(NotEnoughMemory, n_samples=200_000, advice=MemoryAdvice.NEIGHBOR_GRAPH):
        check_fit_memory(RNSE(graph="dense"), many)
    with raised(NotEnoughMemory, most_samples=5000, advice=MemoryAdvice.SAMPLE_ROWS):
        check_fit_memory(RNSE.from_preset("paper"), many)
