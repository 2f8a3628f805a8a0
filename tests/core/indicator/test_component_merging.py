"""Joining groups pair by pair: against hierarchical clustering, and against the definition written out."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.cluster.hierarchy import fcluster, linkage
from scipy.spatial.distance import squareform
from sklearn.metrics import adjusted_rand_score

from rnse_core.affinity import self_tuning_kernel
from rnse_core.datasets import make_block_diagonal
from rnse_core.indicator.agglomeration import agglomerate, trace_change
from rnse_core.indicator.component_merging import merge_components


def random_sums(n, seed):
    rng = np.random.default_rng(seed)
    between = rng.uniform(size=(n, n))
    between = np.triu(between, 1) + np.triu(between, 1).T
    return between, rng.uniform(size=n), rng.integers(1, 6, size=n).astype(float)


def average_linkage(between, inside, weight, a):
    return between[a] / (weight * np.expand_dims(weight[a], -1))


def total(between, inside, weight, a):
    """A score that grows when groups are joined, so that a join may become the best partner of others."""
    return between[a]


def naively(between, inside, weight, n_clusters, score):
    """Every pair scored anew in every round, sums taken from the groups' members."""
    groups = [[g] for g in range(len(weight))]
    while len(groups) > n_clusters:
        B = np.array([[between[np.ix_(p, q)].sum() for q in groups] for p in groups])
        own = B.diagonal() + [inside[p].sum() for p in groups]
        np.fill_diagonal(B, 0)
        m = np.array([weight[p].sum() for p in groups])
        scores = np.array([score(B, own, m, a) for a in range(len(groups))])
        np.fill_diagonal(scores, -np.inf)
        a, b = sorted(np.unravel_index(scores.argmax(), scores.shape))
        groups[a] = groups[a] + groups.pop(b)
    labels = np.empty(len(weight), dtype=int)
    for c, group in enumerate(sorted(groups, key=min)):
        labels[group] = c
    return labels


class TestAgglomerate:
    @given(st.integers(1, 14), st.integers(0, 10**6), st.data())
    def test_is_the_naive_algorithm(self, n, seed, data):
        n_clusters = data.draw(st.integers(1, n))
        for score in (average_linkage, total, trace_change):
            sums = random_sums(n, seed)
            expected = naively(*sums, n_clusters, score)
            found = agglomerate(*(part.copy() for part in sums), n_clusters, score)
            assert np.array_equal(found, expected)

    @pytest.mark.parametrize("n_clusters", [1, 2, 7, 39, 40])
    def test_average_linkage(self, n_clusters):
        between, _, _ = random_sums(40, 3)
        tree = linkage(squareform(1 - between, checks=False), "average")
        expected = fcluster(tree, n_clusters, "maxclust")
        found = agglomerate(between.copy(), np.zeros(40), np.ones(40), n_clusters, average_linkage)
        assert adjusted_rand_score(found, expected) == 1

    @given(st.integers(1, 14), st.integers(0, 10**6), st.data())
    def test_ties_still_give_the_number_asked_for(self, n, seed, data):
        n_clusters = data.draw(st.integers(1, n))
        rng = np.random.default_rng(seed)
        between = rng.integers(0, 2, size=(n, n)).astype(float)
        between = np.triu(between, 1) + np.triu(between, 1).T
        labels = agglomerate(between, np.zeros(n), np.ones(n), n_clusters, average_linkage)
        assert np.array_equal(np.unique(labels), np.arange(n_clusters))
        _, first = np.unique(labels, return_index=True)
        assert (np.diff(first) > 0).all()


def merge_naively(components, K, n_clusters):
    """The rule of `merge_components` with every sum taken from K itself."""
    groups = [list(np.flatnonzero(components == c)) for c in range(components.max() + 1)]

    def volume(group):
        return sum(K[i, j] for i in group for j in range(len(K)) if i != j)

    def score(p, q):
        shared = K[np.ix_(p, q)].sum()
        return shared / volume(p) / volume(q) if shared > 0 else -(volume(p) + volume(q))

    while len(groups) > n_clusters:
        pairs = [(score(groups[a], groups[b]), a, b) for a in range(len(groups)) for b in range(a + 1, len(groups))]
        _, a, b = max(pairs, key=lambda pair: pair[0])
        groups[a] = groups[a] + groups.pop(b)
    labels = np.empty(len(K), dtype=int)
    for c, group in enumerate(sorted(groups, key=min)):
        labels[group] = c
    return labels


class TestComponents:
    @settings(max_examples=40, deadline=None)
    @given(st.integers(1, 14), st.integers(0, 10**6), st.data())
    def test_whole_components_are_joined_to_the_number_asked_for(self, n, seed, data):
        rng = np.random.default_rng(seed)
        K = rng.uniform(size=(n, n)) * (rng.uniform(size=(n, n)) < 0.5)
        K = np.triu(K, 1) + np.triu(K, 1).T + np.diag(rng.uniform(size=n))
        _, components = np.unique(rng.integers(0, n, size=n), return_inverse=True)
        n_clusters = data.draw(st.integers(1, components.max() + 1))
        before = K.copy()
        found = merge_components(components, K, n_clusters)
        assert np.array_equal(np.unique(found), np.arange(n_clusters))
        assert all(len(np.unique(found[components == c])) == 1 for c in range(components.max() + 1))
        assert np.array_equal(K, before)

    def test_is_the_rule_written_out(self):
        for seed in range(15):
            rng = np.random.default_rng(seed)
            K = rng.uniform(size=(16, 16))
            K = K + K.T
            components = np.r_[np.arange(8), rng.integers(0, 8, size=8)]
            for n_clusters in (1, 2, 5, 8):
                found = merge_components(components, K, n_clusters)
                assert adjusted_rand_score(found, merge_naively(components, K, n_clusters)) == 1

    def test_as_many_as_asked_for_stay(self):
        components = np.array([0, 1, 0, 2])
        assert np.array_equal(merge_components(components, np.ones((4, 4)), 3), components)

    def test_without_a_kernel_the_smallest_are_joined_first(self):
        components = np.repeat([0, 1, 2, 3], [5, 1, 2, 9])
        assert np.array_equal(merge_components(components, None, 3), np.repeat([0, 1, 1, 2], [5, 1, 2, 9]))
        assert np.array_equal(merge_components(components, None, 2), np.repeat([0, 0, 0, 1], [5, 1, 2, 9]))
        assert not merge_components(components, None, 1).any()

    @pytest.mark.parametrize("distance", [5.0, 50.0, 300.0])
    def test_an_outlier_joins_its_neighbourhood_however_far_it_is(self, distance):
        """Its whole affinity may be 1e-60; still all of it goes to its neighbours."""
        rng = np.random.default_rng(0)
        near = rng.normal((40, 0), size=(15, 2))
        X = np.r_[rng.normal(size=(30, 2)), near, [[40.0 + distance, 0]]]
        K = self_tuning_kernel(X)
        assert 0 < K[45, 30:45].sum() < 1
        assert K[45, 30:45].sum() > 10 * K[45, :30].sum()
        labels = merge_components(np.repeat([0, 1, 2], [30, 15, 1]), K, 2)
        assert np.array_equal(labels, np.repeat([0, 1, 1], [30, 15, 1]))

    def test_affinity_to_itself_plays_no_part(self):
        rng = np.random.default_rng(0)
        K = rng.uniform(size=(12, 12))
        K = K + K.T
        components = np.arange(12) // 2
        expected = merge_components(components, K, 3)
        assert np.array_equal(merge_components(components, K + 1000 * np.diag(rng.uniform(size=12)), 3), expected)

    def test_all_isolated_samples(self):
        labels = merge_components(np.arange(6), np.eye(6), 3)
        assert np.array_equal(np.unique(labels), [0, 1, 2])


def test_many_small_components_find_the_blocks_that_the_affinity_shows():
    # A score by shares alone lets the largest group draw in all others here.
    for seed in range(5):
        K, y = make_block_diagonal(40, 2, noise=0.2, random_state=seed)
        pairs = np.empty(40, dtype=int)
        for block in (0, 1):
            members = np.flatnonzero(y == block)
            pairs[members] = 10 * block + np.arange(len(members)) // 2
        assert adjusted_rand_score(y, merge_components(pairs, K, 2)) == 1
