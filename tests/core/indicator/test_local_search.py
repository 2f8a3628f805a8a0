"""Moves of samples and groups between clusters: against exhaustive search and against the formula written out."""

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose
from scipy.sparse import csr_array

from rnse_core.affinity import self_tuning_kernel
from rnse_core.indicator import local_search as refinement
from rnse_core.indicator import trace_objective
from rnse_core.indicator.local_search import move_nodes, refine_labels
from rnse_core.projection import project_doubly_stochastic


def doubly_stochastic(n, seed=0, alpha=2.0):
    X = np.random.default_rng(seed).normal(size=(n, 2))
    return project_doubly_stochastic(self_tuning_kernel(X, min(7, n - 1)) / (2 * alpha))


def random_symmetric(n, seed):
    A = np.random.default_rng(seed).uniform(size=(n, n))
    return A + A.T


def trace_by_hand(S, labels):
    """Sum over the clusters of (S inside) / size."""
    return sum(S[np.ix_(labels == c, labels == c)].sum() / (labels == c).sum() for c in np.unique(labels))


def single_moves(labels, n_clusters):
    """All labellings one move away that leave no cluster empty."""
    for i, c in itertools.product(range(len(labels)), range(n_clusters)):
        if labels[i] != c and (labels == labels[i]).sum() > 1:
            moved = labels.copy()
            moved[i] = c
            yield moved


def by_hand(S, labels, n_clusters):
    """Empty clusters first, then the largest gain first, every move scored from scratch."""
    labels = labels.copy()
    for c in set(range(n_clusters)) - set(labels):
        fillings = [moved for moved in single_moves(labels, n_clusters) if c in moved]
        labels = max(fillings, key=lambda moved: trace_by_hand(S, moved), default=labels)
    while True:
        best = max(single_moves(labels, n_clusters), key=lambda moved: trace_by_hand(S, moved), default=labels)
        if trace_by_hand(S, best) <= trace_by_hand(S, labels) + 1e-10:
            return labels
        labels = best


def full_start(rng, n, n_clusters):
    """Random labels with a sample in every cluster, as far as the samples go."""
    labels = np.r_[np.arange(n_clusters), rng.integers(0, n_clusters, size=n)][:n]
    return rng.permutation(labels)


@pytest.mark.parametrize("seed", range(5))
def test_the_objective_is_that_of_kernel_k_means(seed):
    rng = np.random.default_rng(seed)
    psi = rng.normal(size=(40, 6))
    labels = rng.integers(0, 4, 40)
    means = np.array([psi[labels == c].mean(axis=0) for c in range(4)])
    S = psi @ psi.T
    assert_allclose(np.trace(S) - trace_objective(S, labels, 4), ((psi - means[labels]) ** 2).sum(), rtol=1e-12)
    # A multiple of the identity changes it by a constant for all partitions without an empty cluster.
    assert_allclose(trace_objective(S + 3.0 * np.eye(40), labels, 4), trace_objective(S, labels, 4) + 12.0, rtol=1e-12)


@pytest.fixture(autouse=True)
def endless_loops_fail(monkeypatch):
    move, count = refinement.LocalSearch._move, itertools.count()

    def counted(self, g, a, b):
        assert next(count) < 20_000, "the moves do not end"
        move(self, g, a, b)

    monkeypatch.setattr(refinement.LocalSearch, "_move", counted)


class TestMoves:
    @given(st.integers(2, 8), st.integers(2, 4), st.integers(0, 10**6))
    def test_largest_gain_first_until_none_is_left(self, n, n_clusters, seed):
        rng = np.random.default_rng(seed)
        start = rng.integers(0, n_clusters, size=n)
        for S in (random_symmetric(n, seed), doubly_stochastic(n, seed)):
            for form in (np.asarray, csr_array):
                labels = refine_labels(form(S), start, n_clusters)
                assert trace_by_hand(S, labels) == pytest.approx(trace_by_hand(S, by_hand(S, start, n_clusters)))
                assert all(
                    trace_by_hand(S, moved) <= trace_by_hand(S, labels) + 1e-9
                    for moved in single_moves(labels, n_clusters)
                )

    @pytest.mark.parametrize("seed", range(6))
    def test_the_best_of_all_partitions_stays(self, seed):
        n, n_clusters = 6, 3
        S = doubly_stochastic(n, seed)
        best = max(
            (np.array(labels) for labels in itertools.product(range(n_clusters), repeat=n)),
            key=lambda labels: trace_by_hand(S, labels),
        )
        refined = refine_labels(S, best, n_clusters)
        assert trace_by_hand(S, refined) == pytest.approx(trace_by_hand(S, best), abs=1e-12)
        everything = max(
            trace_by_hand(S, refine_labels(S, np.array(start), n_clusters))
            for start in itertools.product(range(n_clusters), repeat=n)
        )
        assert everything == pytest.approx(trace_by_hand(S, best), abs=1e-12)

    @given(st.integers(1, 40), st.integers(1, 6), st.integers(0, 10**6), st.booleans())
    def test_never_lowers_the_objective_nor_empties_a_cluster(self, n, n_clusters, seed, sparse):
        n_clusters = min(n, n_clusters)
        start = full_start(np.random.default_rng(seed), n, n_clusters)
        S = doubly_stochastic(n, seed) if n > 1 else np.ones((1, 1))
        before = start.copy()
        labels = refine_labels(csr_array(S) if sparse else S, start, n_clusters)
        assert np.array_equal(start, before)
        assert np.array_equal(np.unique(labels), np.arange(n_clusters))
        assert trace_objective(S, labels, n_clusters) >= trace_objective(S, start, n_clusters) - 1e-12

    @settings(max_examples=40, deadline=None)
    @given(st.integers(2, 25), st.integers(2, 6), st.integers(0, 10**6), st.floats(-2, 2))
    def test_empty_clusters_are_filled_also_at_a_loss(self, n, n_clusters, seed, log_alpha):
        """P P' = I is a constraint; there may be fewer samples than clusters."""
        S = doubly_stochastic(n, seed, 10**log_alpha)
        for start in (np.zeros(n, dtype=int), np.full(n, n_clusters - 1)):
            labels = refine_labels(S, start, n_clusters)
            assert len(np.unique(labels)) == min(n, n_clusters)

    def test_the_filling_that_costs_least_comes_first(self):
        """One compact cluster and a loner: the loner leaves, whatever the order of the samples."""
        S = np.full((7, 7), 1.0)
        S[3] = S[:, 3] = 0.01
        labels = refine_labels(S, np.zeros(7, dtype=int), 2)
        assert np.array_equal(np.flatnonzero(labels == labels[3]), [3])

    @settings(max_examples=40, deadline=None)
    @given(st.integers(2, 12), st.integers(2, 4), st.integers(0, 10**6))
    def test_gains_are_differences_of_the_objective(self, n, n_clusters, seed):
        """Also after moves, when the sums are no longer fresh."""
        rng = np.random.default_rng(seed)
        S, labels = random_symmetric(n, seed), rng.integers(0, n_clusters, size=n)
        moves = refinement.LocalSearch(S, np.ones(n), labels, n_clusters)
        for _ in range(4):
            gains = moves._gains(np.arange(n))
            before = trace_by_hand(S, moves.labels)
            for i, c in itertools.product(range(n), range(n_clusters)):
                own = moves.labels[i]
                if c == own or (moves.labels == own).sum() == 1:
                    assert gains[i, c] == -np.inf
                else:
                    moved = moves.labels.copy()
                    moved[i] = c
                    assert gains[i, c] == pytest.approx(trace_by_hand(S, moved) - before, abs=1e-10)
            allowed = np.argwhere(gains > -np.inf)
            if len(allowed) == 0:
                return
            i, c = allowed[rng.integers(len(allowed))]
            moves._move(i, moves.labels[i], c)

    @pytest.mark.parametrize("labels", [[0, 0, 1, 1, 2, 2, 2, 0], [0, 1, 1, 1, 1, 1, 1, 1], [0, 0, 0, 0, 2, 2, 2, 2]])
    def test_the_gains_of_one_node_are_those_of_all(self, labels):
        search = refinement.LocalSearch(random_symmetric(8, 0), np.arange(1.0, 9.0), np.array(labels), 3)
        table = search._gains(np.arange(8))
        for node in range(8):
            assert np.array_equal(search._gain_of(node), table[node])

    @pytest.mark.parametrize("exponent", [-60, -30, 30, 60])
    def test_the_scale_of_the_similarity_does_not_matter(self, exponent):
        for seed in range(5):
            S = random_symmetric(50, seed)
            start = np.arange(50) % 4
            expected = refine_labels(S, start, 4)
            assert not np.array_equal(expected, start)
            assert np.array_equal(refine_labels(np.ldexp(S, exponent), start, 4), expected)

    @pytest.mark.parametrize("scale", [1e-10, 1.0, 1e5, 1e8, 1e14])
    def test_ties_end(self, scale):
        """Where every partition is as good as any other, rounding must not keep the moves going."""
        for seed in range(12):
            rng = np.random.default_rng(seed)
            n, n_clusters = rng.integers(4, 40), rng.integers(2, 5)
            S = np.full((n, n), scale / 3)
            labels = refine_labels(S + S.T, rng.integers(0, n_clusters, size=n), n_clusters)
            assert len(labels) == n

    def test_all_zero_similarity(self):
        labels = np.arange(9) % 3
        assert np.array_equal(refine_labels(np.zeros((9, 9)), labels, 3), labels)

    def test_one_cluster_takes_all(self):
        assert np.array_equal(refine_labels(np.eye(4), np.zeros(4, dtype=int), 1), np.zeros(4))


class TestGroups:
    @settings(max_examples=40, deadline=None)
    @given(st.integers(2, 30), st.integers(1, 4), st.integers(0, 10**6), st.booleans())
    def test_are_never_divided(self, n, n_clusters, seed, sparse):
        rng = np.random.default_rng(seed)
        _, groups = np.unique(rng.integers(0, max(2, n // 2), size=n), return_inverse=True)
        S = doubly_stochastic(n, seed)
        labels = refine_labels(csr_array(S) if sparse else S, rng.integers(0, n_clusters, size=n), n_clusters, groups)
        for g in range(groups.max() + 1):
            assert len(np.unique(labels[groups == g])) == 1

    def test_a_divided_group_goes_where_most_of_it_is(self):
        S = np.kron(np.eye(2), np.full((5, 5), 0.2))
        labels = refine_labels(S, np.array([0, 0, 0, 1, 1, 1, 1, 1, 1, 1]), 2, duplicate_ids=np.repeat([0, 1], 5))
        assert np.array_equal(labels, np.repeat([0, 1], 5))

    @settings(max_examples=40, deadline=None)
    @given(st.integers(2, 7), st.integers(2, 3), st.integers(0, 10**6))
    def test_moves_are_the_best_of_whole_groups(self, n_groups, n_clusters, seed):
        rng = np.random.default_rng(seed)
        groups = np.repeat(np.arange(n_groups), rng.integers(1, 4, size=n_groups))
        S = random_symmetric(len(groups), seed)
        start = full_start(rng, n_groups, min(n_clusters, n_groups))
        labels = refine_labels(S, start[groups], n_clusters, groups)
        value = trace_by_hand(S, labels)
        if n_clusters <= n_groups:
            assert value >= trace_by_hand(S, start[groups]) - 1e-12
        of_groups = labels[np.searchsorted(groups, np.arange(n_groups))]
        for moved in single_moves(of_groups, n_clusters):
            assert trace_by_hand(S, moved[groups]) <= value + 1e-9

    def test_groups_of_one_are_single_samples(self):
        S, start = doubly_stochastic(40), np.arange(40) % 3
        assert np.array_equal(refine_labels(S, start, 3, duplicate_ids=np.arange(40)), refine_labels(S, start, 3))

    def test_weights_stand_for_samples(self):
        rng = np.random.default_rng(0)
        groups = np.repeat(np.arange(12), rng.integers(1, 5, size=12))
        S = random_symmetric(len(groups), 0)
        member = np.eye(12)[groups].T
        start = rng.integers(0, 3, size=12)
        coarse = move_nodes(member @ S @ member.T, member.sum(axis=1), start, 3)
        assert_allclose(
            trace_by_hand(S, coarse[groups]), trace_by_hand(S, refine_labels(S, start[groups], 3, groups)), rtol=1e-12
        )
        assert np.array_equal(move_nodes(csr_array(member @ S @ member.T), member.sum(axis=1), start, 3), coarse)
