"""What a fit is going to do is what it then does."""

import contextlib
import tracemalloc
import warnings

import numpy as np
import pytest
from expected import raised
from hypothesis import example, given
from hypothesis import strategies as st
from scipy import sparse
from sklearn.exceptions import ConvergenceWarning
from sklearn.neighbors import kneighbors_graph

from rnse_core import RNSE
from rnse_core._base.memory import needed_bytes
from rnse_core.exceptions import MemoryAdvice, NotEnoughMemory
from rnse_core.wording import format_bytes

X = np.random.default_rng(0).normal(size=(150, 2))


@pytest.mark.parametrize("graph", ["auto", "dense", "knn"])
@pytest.mark.parametrize("limit", [100, 200])
def test_the_graph_is_the_one_that_the_fit_uses(graph, limit, monkeypatch):
    monkeypatch.setattr("rnse_core._fit.plan.FULL_SAMPLES", limit)
    monkeypatch.setattr("rnse_core._fit.cost.DENSE_PAIR", 1.0)
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


@pytest.mark.parametrize("n_samples", [20, 150])
@pytest.mark.parametrize(
    "parameters", [{}, {"affinity_neighbors": 40}, {"n_neighbors": 12}, {"affinity": "rbf"}, {"affinity": "cosine"}]
)
def test_the_number_of_neighbours_is_that_of_the_pattern(parameters, n_samples):
    """A pair is in the pattern when either of its samples is among so many neighbours of the other."""
    model = RNSE(graph="knn", **parameters)
    data = X[:n_samples] / np.linalg.norm(X[:n_samples], axis=1, keepdims=True) ** (model.affinity == "cosine")
    kernel = model.prepare(data).affinity
    kernel.data[:] = 1  # also where the cosine is 0
    one_way = kneighbors_graph(data, model.plan(data).n_neighbors).toarray()
    np.testing.assert_array_equal(kernel.toarray(), np.maximum(one_way, one_way.T) + np.eye(n_samples))


def test_a_wider_scale_or_more_neighbours_widen_the_pattern():
    usual = RNSE(graph="knn").plan(X).n_neighbors
    assert RNSE(graph="knn", affinity_neighbors=40).plan(X).n_neighbors > usual
    assert RNSE(graph="knn", n_neighbors=usual + 12).plan(X).n_neighbors == usual + 12
    assert RNSE(graph="knn", affinity="knn", affinity_neighbors=17).plan(X).n_neighbors == 17
    ring = sparse.csr_array(np.roll(np.eye(20), 1, axis=0) + np.roll(np.eye(20), -1, axis=0))
    assert RNSE(affinity="precomputed").plan(ring).n_neighbors == 2


def table(n_samples, n_features=2):
    """As many rows as wanted that take no memory."""
    return np.broadcast_to(0.0, (n_samples, n_features))


@pytest.mark.parametrize("affinity", ["self_tuning", "rbf"])
@pytest.mark.parametrize("n_features", [1, 12, 784])
def test_the_graph_changes_its_kind_at_one_number_of_samples(affinity, n_features):
    def kinds(sizes):
        return [RNSE(affinity=affinity).plan(table(n, n_features)).graph for n in sizes]

    sizes = np.unique(np.geomspace(2, 1e6, 200).astype(int))
    changes = kinds(sizes).index("knn")
    assert kinds(sizes) == ["dense"] * changes + ["knn"] * (len(sizes) - changes)


class TestTheCheapestWay:
    @pytest.mark.parametrize(
        "n_samples, n_features, search",
        [(500, 2, "pairs"), (5000, 2, "tree"), (20_000, 784, "scan"), (100_000, 50, "scan"), (10**6, 2, "tree")],
    )
    def test_of_a_size(self, n_samples, n_features, search):
        plan = RNSE().plan(table(n_samples, n_features))
        assert plan.search == search
        assert set(plan.seconds) == {"pairs", search if search != "pairs" else "tree"}
        assert plan.seconds[search] == min(plan.seconds.values()) or n_samples == 500

    def test_of_many_features_and_samples_is_approximate(self):
        assert RNSE().plan(table(10**6, 100)).search == "approximate"

    def test_of_kernels_with_one_scale_is_all_pairs_for_longer(self):
        assert [RNSE(affinity=name).plan(table(6000)).search for name in ("self_tuning", "rbf")] == ["tree", "pairs"]

    def test_is_one_that_fits_into_memory(self, monkeypatch):
        monkeypatch.setattr("rnse_core._fit.plan.ways", lambda *_, **__: {"pairs": 1.0, "tree": 9.0})
        assert RNSE().plan(table(4000)).search == "pairs"
        monkeypatch.setattr("rnse_core._fit.plan.available_bytes", lambda: needed_bytes(4000) - 1)
        assert RNSE().plan(table(4000)).search == "tree"

    def test_is_known_for_matrices_of_pairs(self):
        K = np.eye(30)
        assert RNSE(affinity="precomputed").plan(K).search == "pairs"
        assert RNSE(affinity="precomputed").plan(sparse.csr_array(K)).search == "given"

    @pytest.mark.parametrize("graph", ["dense", "knn"])
    def test_is_told(self, graph):
        plan = RNSE(graph=graph).plan(table(4000, 30))
        said = str(plan)
        assert all(f"{seconds:.2g}" in said for seconds in plan.seconds.values())
        assert format_bytes(plan.bytes_needed) in said
        assert ("30 nearest neighbours" in said) == (graph == "knn")


def test_memory_grows_with_neighbours_and_features():
    few, many = RNSE(graph="knn", n_neighbors=30), RNSE(graph="knn", n_neighbors=50)
    assert few.plan(X).bytes_needed < many.plan(X).bytes_needed
    assert few.plan(X).bytes_needed < few.plan(np.zeros((150, 100))).bytes_needed


@given(
    graph=st.sampled_from(["auto", "dense", "knn"]),
    n_neighbors=st.sampled_from([None, 10, 80]),
    n_samples=st.integers(1, 10**7),
    n_features=st.integers(1, 1000),
    free=st.integers(0, 10**12),
)
@example(graph="auto", n_neighbors=None, n_samples=1, n_features=1, free=0)
def test_a_plan_never_exceeds_the_free_memory(graph, n_neighbors, n_samples, n_features, free):
    """And what is refused would have."""
    plan = RNSE(graph=graph, n_neighbors=n_neighbors).plan(table(n_samples, n_features))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("rnse_core._base.memory.available_bytes", lambda: free)
        with contextlib.nullcontext() if plan.bytes_needed <= free else pytest.raises(MemoryError):
            plan.check_memory()


def test_a_refusal_says_what_would_fit(monkeypatch):
    monkeypatch.setattr("rnse_core._base.memory.available_bytes", lambda: 10**9)
    with raised(NotEnoughMemory, n_samples=1_000_000, free_bytes=10**9, advice=MemoryAdvice.FEWER_NEIGHBORS):
        RNSE().plan(table(1_000_000)).check_memory()
    with raised(NotEnoughMemory, n_samples=200_000, advice=MemoryAdvice.NEIGHBOR_GRAPH):
        RNSE(graph="dense").plan(table(200_000)).check_memory()
    with raised(NotEnoughMemory, most_samples=5000, advice=MemoryAdvice.SAMPLE_ROWS):
        RNSE.from_preset("paper").plan(table(200_000)).check_memory()


@pytest.mark.parametrize("n_neighbors", [None, 12, 60])
def test_the_estimate_bounds_the_peak_of_a_sparse_fit(n_neighbors):
    """In the plane, and not by far: an estimate without end would refuse what has room."""
    data = np.random.default_rng(0).normal(size=(1000, 2))
    model = RNSE(2, graph="knn", n_neighbors=n_neighbors, max_iter=2, random_state=0)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        model.fit(data[:100])  # what is imported at the first fit is not of the second
        tracemalloc.start()
        try:
            model.fit(data)
            peak = tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()
    assert peak < model.plan(data).bytes_needed < 3 * peak
