"""The search for pairs beyond a pattern: never one too few, and honest where it gives up."""

import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose

from rnse_core.affinity import compute_affinity, sparse_kernel
from rnse_core.affinity.sparse import neighbor_kernel
from rnse_core.affinity.sparse_kernel import pattern_places
from rnse_core.indicator import labels_to_indicator
from rnse_core.projection import pattern_growth as module
from rnse_core.projection.low_rank_term import LowRankTerm
from rnse_core.projection.pattern_growth import missing_pairs
from rnse_core.stages import watching

KERNELS = {
    "self_tuning": {"affinity_neighbors": 5},
    "rbf": {"gamma": 0.7},
    "cosine": {},
    "knn": {"affinity_neighbors": 4},
}


@pytest.fixture(autouse=True, scope="module")
def small_parts():
    """Several parts for the threads, of few samples each."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "BOUND_SAMPLES", 16)
        patch.setattr(sparse_kernel, "WIDENED_ROWS", 7)
        yield


def points(kind, n, seed):
    rng = np.random.default_rng(seed)
    if kind == "outliers":
        return np.vstack([rng.normal(size=(n - 3, 2)), 30 * rng.normal(size=(3, 2))])
    if kind == "many features":
        return rng.normal(size=(n, 20))
    return rng.uniform(size=(n, 2))


def in_pattern(kernel):
    K = kernel.matrix
    pattern = np.zeros(K.shape, dtype=bool)
    pattern[np.repeat(np.arange(len(pattern)), np.diff(K.indptr)), K.indices] = True
    return pattern


def by_hand(kernel, K, u, scale, P):
    T = scale * (K + (0 if P is None else P.T @ P))
    positive = T + np.add.outer(u, u) > 1e-12
    return {(i, j) for i, j in np.argwhere(positive & ~in_pattern(kernel)) if i < j}


@given(
    st.sampled_from(["uniform", "outliers", "many features"]),
    st.sampled_from(sorted(KERNELS)),
    st.integers(0, 10**6),
    st.floats(-0.5, 0.1),
    st.floats(0.001, 0.3),
    st.booleans(),
    st.sampled_from([0.0, 2e3, 1e12]),
)
def test_all_pairs_are_found(kind, affinity, seed, level, spread, with_indicator, at_once):
    """Whether by sums, by all pairs or by more neighbours."""
    X = points(kind, 60, seed)
    rng = np.random.default_rng(seed)
    u = level + spread * rng.normal(size=60)
    kernel = neighbor_kernel(X, affinity, 6, **KERNELS[affinity])
    names = {"affinity_neighbors": "n_neighbors"}
    K = compute_affinity(X, affinity, **{names.get(name, name): value for name, value in KERNELS[affinity].items()})
    P = labels_to_indicator(rng.integers(0, 3, 60), 3) if with_indicator else None
    expected = by_hand(kernel, K, u, 0.5, P)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "MAX_PAIR_WORK", at_once)
        found = missing_pairs(kernel, u, 0.5, LowRankTerm.of(P, 0.5), 1e9)
    pairs = set(zip(found.rows.tolist(), found.cols.tolist(), strict=True))
    assert pairs <= {(i, j) for i in range(60) for j in range(i + 1, 60)}
    if found.complete:
        assert expected <= pairs
    # What is found is positive, up to rounding at zero.
    T = 0.5 * (K + (0 if P is None else P.T @ P)) + np.add.outer(u, u)
    assert all(T[i, j] > -1e-12 for i, j in pairs)


@pytest.mark.parametrize("kind", ["uniform", "outliers"])
def test_a_tree_finds_by_neighbours_what_all_pairs_show(kind, monkeypatch):
    X = points(kind, 300, 0)
    results = []
    for at_once in (1e12, 1e3):
        monkeypatch.setattr(module, "MAX_PAIR_WORK", at_once)
        u = np.full(300, -0.2)
        u[:5] = 0.15
        found = missing_pairs(neighbor_kernel(X, "self_tuning", 8, affinity_neighbors=7), u, 0.5, None, 1e9)
        assert found.complete
        results.append(set(zip(found.rows.tolist(), found.cols.tolist(), strict=True)))
    assert results[0] == results[1] and results[0]


def test_the_search_reports_how_many_samples_are_undecided_and_how_many_are_done(monkeypatch):
    monkeypatch.setattr(module, "PAIR_BLOCK", 300)
    u = np.full(300, -0.2)
    u[:5] = 0.15
    said = []
    with watching(said.append):
        kernel = neighbor_kernel(points("uniform", 300, 0), "self_tuning", 8, affinity_neighbors=7)
        del said[:]
        missing_pairs(kernel, u, 0.5, None, 1e9)
    assert said[0] == f"{module.STAGE}: 300 samples undecided"
    undecided = [int(re.search(r": (\d+) samples undecided", text)[1]) for text in said]
    assert undecided == sorted(undecided, reverse=True)
    done = [int(text.rsplit(", ", 1)[1].removesuffix(" done")) for text in said if text.endswith(" done")]
    # A row to a block, sixteen blocks between two words.
    assert done == list(range(0, undecided[-1], 16)) and len(done) > 2


def test_gives_up_where_the_pattern_would_burst():
    kernel = neighbor_kernel(points("uniform", 100, 0), "self_tuning", 6, affinity_neighbors=5)
    found = missing_pairs(kernel, np.ones(100), 0.5, None, kernel.matrix.nnz + 100)
    assert not found.complete
    assert len(found.rows) <= 50


def test_widening_adds_pairs_and_keeps_the_rest():
    X = points("uniform", 50, 0)
    kernel = neighbor_kernel(X, "self_tuning", 5, affinity_neighbors=5)
    before, pattern = kernel.matrix.toarray(), in_pattern(kernel)
    outside = np.argwhere(~pattern)
    rows, cols = outside[outside[:, 0] < outside[:, 1]][::7].T
    K = compute_affinity(X, "self_tuning", n_neighbors=5)
    kernel.widen(rows, cols, K[rows, cols])
    wanted = pattern.copy()
    wanted[rows, cols] = wanted[cols, rows] = True
    assert np.array_equal(in_pattern(kernel), wanted)
    assert kernel.matrix.has_sorted_indices
    assert np.array_equal(kernel.matrix.toarray()[pattern], before[pattern])
    assert_allclose(kernel.matrix.toarray()[wanted], K[wanted], rtol=1e-12)


def test_places_in_a_pattern():
    kernel = neighbor_kernel(points("uniform", 40, 1), "self_tuning", 4, affinity_neighbors=4)
    K, pattern = kernel.matrix, in_pattern(kernel)
    rows, cols = (part.ravel() for part in np.mgrid[0:40, 0:40])
    places, inside = pattern_places(K, rows, cols)
    assert np.array_equal(inside, pattern.ravel())
    assert np.array_equal(K.indices[places[inside]], cols[inside])
    expected = [
        K.indptr[i] + np.count_nonzero(K.indices[K.indptr[i] : K.indptr[i + 1]] < j)
        for i, j in zip(rows, cols, strict=True)
    ]
    assert np.array_equal(places, expected)
