"""Splitting and joining, refinement in rounds, joining of very many components: what large graphs need."""

import warnings

import numpy as np
import pytest
from scipy.sparse import block_diag, csr_array
from sklearn.exceptions import ConvergenceWarning
from sklearn.metrics import adjusted_rand_score

from rnse_core import RNSE
from rnse_core.graph.spectral import cluster_qr, leading_eigenvectors
from rnse_core.indicator import component_merging as merging
from rnse_core.indicator import initialization as starts
from rnse_core.indicator import local_search as refinement
from rnse_core.indicator import trace_objective
from rnse_core.indicator.coarsening import Hierarchy
from rnse_core.indicator.component_merging import merge_components
from rnse_core.indicator.local_search import refine_labels
from rnse_core.indicator.split_merge import split_merge_labels


def moons(n, n_moons=3, noise=0.06, seed=0):
    """Half circles that open up and down in turn, each 1.3 radii to the right of the one before."""
    rng = np.random.default_rng(seed)
    which = rng.integers(0, n_moons, n)
    angle = rng.uniform(0, np.pi, n)
    up = which % 2 == 0
    x = np.cos(angle) + 1.3 * which
    X = np.column_stack([x, np.where(up, np.sin(angle), 0.5 - np.sin(angle))])
    return X + noise * rng.normal(size=X.shape), which


def learned(n, seed=0, noise=0.06):
    X, y = moons(n, noise=noise, seed=seed)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        return RNSE(3, graph="knn", max_iter=1, random_state=0).fit(X), y


class TestSplitMerge:
    @pytest.mark.parametrize("seed", range(3))
    def test_never_worse_than_the_spectral_cut_and_refined(self, seed):
        model, _ = learned(1200, seed, noise=0.1)
        level = Hierarchy(model.similarity_, 3).levels[0]
        _, vectors = leading_eigenvectors(level.graph, 3)
        cut = refine_labels(level.graph, cluster_qr(vectors), 3)
        labels = split_merge_labels(level, 3)
        value = trace_objective(level.graph, labels, 3)
        assert value >= trace_objective(level.graph, cut, 3) - 1e-9
        assert value == pytest.approx(trace_objective(level.graph, refine_labels(level.graph, labels, 3), 3), abs=1e-9)
        assert np.array_equal(np.unique(labels), np.arange(3))

    def test_leads_out_of_a_cut_in_the_wrong_place(self):
        """A path of three long chains; the start halves one and joins the others, which no single move mends."""
        chain = csr_array(np.eye(60, k=1) + np.eye(60, k=-1))
        graph = block_diag([chain] * 3, format="lil")
        for i in (60, 120):
            graph[i - 1, i] = graph[i, i - 1] = 0.2
        graph = csr_array(graph)
        level = Hierarchy(graph, 3).levels[0]
        labels = split_merge_labels(level, 3)
        assert adjusted_rand_score(np.repeat([0, 1, 2], 60), labels) == 1.0

    @pytest.mark.parametrize("n_clusters", [1, 2, 7])
    def test_any_number_of_clusters(self, n_clusters):
        model, _ = learned(400)
        labels = split_merge_labels(Hierarchy(model.similarity_, n_clusters).levels[0], n_clusters)
        assert np.array_equal(np.unique(labels), np.arange(n_clusters))


class TestLargeStarts:
    def test_moons_by_coarse_graphs(self, monkeypatch):
        monkeypatch.setattr(starts, "MAX_SPECTRAL_SAMPLES", 1000)
        monkeypatch.setattr(starts, "COARSE_NODES", 800)
        X, y = moons(4000)
        for init in ("auto", "spectral"):
            model = RNSE(3, graph="knn", init=init, random_state=0).fit(X)
            assert adjusted_rand_score(y, model.labels_) > 0.98

    def test_a_graph_that_cannot_be_coarsened_is_cut_by_its_eigenvectors(self, monkeypatch):
        monkeypatch.setattr(starts, "MAX_SPECTRAL_SAMPLES", 50)
        monkeypatch.setattr(starts, "MAX_COARSE_NODES", 10)
        model, y = learned(600)
        labels = starts.best_start(model.similarity_, 3, model.affinity_matrix_, 0)
        assert adjusted_rand_score(y, labels) > 0.9


class TestRounds:
    @pytest.mark.parametrize("n_clusters", [2, 5])
    @pytest.mark.parametrize("seed", range(4))
    def test_end_where_no_move_gains(self, seed, n_clusters, monkeypatch):
        model, _ = learned(500, seed)
        S = model.similarity_
        start = np.random.default_rng(seed).integers(0, n_clusters, 500)
        monkeypatch.setattr(refinement, "MAX_BEST_FIRST_NODES", 10)
        labels = refine_labels(S, start, n_clusters)
        assert trace_objective(S, labels, n_clusters) > trace_objective(S, start, n_clusters)
        monkeypatch.undo()
        assert np.array_equal(refine_labels(S, labels, n_clusters), labels)

    def test_one_of_many_clusters_stays_with_its_last_sample(self, monkeypatch):
        monkeypatch.setattr(refinement, "MAX_BEST_FIRST_NODES", 10)
        labels = refine_labels(csr_array(np.full((40, 40), 1 / 40)), np.minimum(np.arange(40), 3), 4)
        assert len(np.unique(labels)) == 4


class TestManyComponents:
    def affinity(self, n_groups=40, size=5, seed=0):
        """Groups on a line in two halves; neighbours are tied faintly, the halves not at all."""
        rng = np.random.default_rng(seed)
        groups = np.repeat(np.arange(n_groups), size)
        K = (groups[:, None] == groups).astype(float)
        near = np.abs(np.subtract.outer(groups, groups)) == 1
        half = groups < n_groups // 2
        K[near & (half[:, None] == half)] = 0.01
        K *= rng.uniform(0.9, 1.1, K.shape)
        return csr_array(K + K.T), groups, half

    @pytest.mark.parametrize("most", [5, 20, 1000])
    def test_are_joined_in_pairs_before_a_table_of_all(self, most, monkeypatch):
        monkeypatch.setattr(merging, "MAX_COMPONENTS", most)
        K, groups, half = self.affinity()
        labels = merge_components(groups, K, 2)
        assert adjusted_rand_score(half, labels) == 1.0

    @pytest.mark.parametrize("tied", [True, False])
    def test_more_clusters_than_a_table_may_have_rows(self, tied, monkeypatch):
        monkeypatch.setattr(merging, "MAX_COMPONENTS", 6)
        K, groups, _ = self.affinity(12)
        if not tied:
            K = csr_array(np.eye(len(groups)))
        labels = merge_components(groups, K, 8)
        assert len(np.unique(labels)) == 8
        assert len(np.unique(np.column_stack([groups, labels]), axis=0)) == 12

    def test_without_any_ties(self, monkeypatch):
        monkeypatch.setattr(merging, "MAX_COMPONENTS", 6)
        labels = merge_components(np.arange(30), csr_array(np.eye(30)), 3)
        assert len(np.unique(labels)) == 3

    def test_sparse_and_dense_affinities_give_the_same(self):
        K, groups, _ = self.affinity(12)
        for n_clusters in (1, 2, 5, 11):
            assert np.array_equal(
                merge_components(groups, K, n_clusters), merge_components(groups, K.toarray(), n_clusters)
            )
