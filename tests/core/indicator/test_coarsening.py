"""The multilevel start: what coarsening keeps, and partitions that single moves do not reach."""

import numpy as np
import pytest
from scipy.sparse import csr_array
from sklearn.metrics import adjusted_rand_score

from rnse_core.affinity import self_tuning_kernel
from rnse_core.datasets import make_blobs, make_spirals, make_two_moons
from rnse_core.graph.components import component_labels
from rnse_core.indicator import coarsening as multilevel
from rnse_core.indicator import trace_objective
from rnse_core.indicator.coarsening import FreeEdges, Hierarchy, match_nodes, multilevel_start
from rnse_core.indicator.local_search import refine_labels
from rnse_core.projection import project_doubly_stochastic


def matched(graph, weight):
    return match_nodes(len(weight), FreeEdges(graph, weight).strongest)


def learned(X, alpha=1.0, k=10):
    return csr_array(project_doubly_stochastic(self_tuning_kernel(X, k) / (2 * alpha)))


def noise(n, seed=0):
    return learned(np.random.default_rng(seed).normal(size=(n, 2)))


def star(n):
    rows = np.r_[np.zeros(n - 1), np.arange(1, n)].astype(int)
    return csr_array((np.ones(2 * n - 2), (rows, np.r_[np.arange(1, n), np.zeros(n - 1)].astype(int))), shape=(n, n))


def start(S, n_clusters, groups_per_cluster):
    return multilevel_start(Hierarchy(S, n_clusters), groups_per_cluster)


class TestMatching:
    @pytest.mark.parametrize("seed", range(4))
    def test_joins_neighbours_only(self, seed):
        S = noise(150, seed)
        groups = matched(S, np.ones(150))
        n_groups = groups.max() + 1
        assert np.array_equal(np.unique(groups), np.arange(n_groups))
        assert n_groups < 100
        for g in range(n_groups):
            members = np.flatnonzero(groups == g)
            assert not component_labels(csr_array(S[members][:, members])).any()

    def test_prefers_the_strongest_tie(self):
        S = np.array([[0.0, 0.9, 0.1, 0.0], [0.9, 0.0, 0.0, 0.1], [0.1, 0.0, 0.0, 0.9], [0.0, 0.1, 0.9, 0.0]])
        groups = matched(csr_array(S), np.ones(4))
        assert groups[0] == groups[1] != groups[2] == groups[3]

    def test_weighs_ties_by_size(self):
        """A tie to a light group counts for more: S_ij (1/m_i + 1/m_j)."""
        S = np.zeros((4, 4))
        S[0, 1], S[0, 2], S[2, 3] = 1.0, 1.2, 1.1
        groups = matched(csr_array(S + S.T), np.array([1.0, 1.0, 10.0, 10.0]))
        assert np.array_equal(groups, [0, 0, 1, 1])

    def test_isolated_groups_stay_alone(self):
        groups = matched(csr_array(np.eye(5)), np.ones(5))
        assert np.array_equal(groups, np.arange(5))


class TestStart:
    @pytest.mark.parametrize("n_clusters", [1, 2, 5, 12])
    @pytest.mark.parametrize("n, groups_per_cluster", [(40, 2), (200, 8), (200, 30)])
    def test_every_cluster_gets_samples_and_no_single_move_helps(self, n, n_clusters, groups_per_cluster):
        S = noise(n)
        labels = start(S, n_clusters, groups_per_cluster)
        assert np.array_equal(np.unique(labels), np.arange(n_clusters))
        refined = refine_labels(S, labels, n_clusters)
        before, after = trace_objective(S, labels, n_clusters), trace_objective(S, refined, n_clusters)
        assert after == pytest.approx(before, abs=1e-9)

    @pytest.mark.parametrize(
        "make, alpha, n_clusters",
        [(make_blobs, 2, 3), (make_two_moons, 2, 2), (make_spirals, 1, 2)],
    )
    def test_finds_clusters_of_any_shape(self, make, alpha, n_clusters):
        X, y = make(300, random_state=0)
        labels = start(learned(X, alpha), n_clusters, 8)
        assert adjusted_rand_score(labels, y) > 0.95

    def test_goes_further_than_single_moves(self):
        better = 0
        for seed in range(6):
            S = noise(200, seed)
            random = np.random.default_rng(seed).integers(0, 4, size=200)
            alone = trace_objective(S, refine_labels(S, random, 4), 4)
            better += trace_objective(S, start(S, 4, 8), 4) > alone
        assert better >= 5

    def test_repeatable_and_leaves_its_input_alone(self):
        S = noise(200)
        before = S.copy()
        first, second = start(S, 3, 8), start(S, 3, 8)
        assert np.array_equal(first, second)
        assert (before != S).nnz == 0

    def test_as_many_clusters_as_samples(self):
        assert len(np.unique(start(noise(35), 35, 1))) == 35

    def test_a_graph_that_cannot_be_coarsened_has_none(self, monkeypatch):
        """All leaves of a star choose its centre, so that one join leaves a single group."""
        monkeypatch.setattr(multilevel, "MAX_NODES", 60)
        assert start(star(80), 3, 8) is None
        assert len(np.unique(start(star(50), 3, 8))) == 3
