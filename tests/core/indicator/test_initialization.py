"""Starts for P: components are respected, and the better of several candidates is taken."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.sparse import block_diag, csr_array
from sklearn.cluster._spectral import cluster_qr as reference_cluster_qr
from sklearn.metrics import adjusted_rand_score

from rnse_core.affinity import self_tuning_kernel
from rnse_core.datasets import SHAPES, make_blobs, make_two_moons
from rnse_core.graph.components import component_labels
from rnse_core.indicator import initialization, trace_objective
from rnse_core.indicator.associations import normalized_associations
from rnse_core.indicator.initialization import best_start, cluster_qr, spectral_start
from rnse_core.indicator.local_search import refine_labels
from rnse_core.projection import project_doubly_stochastic


def learned(X, alpha=1.0, k=10):
    K = self_tuning_kernel(X, min(k, len(X) - 1))
    return project_doubly_stochastic(K / (2 * alpha)), K


def starts(S, n_clusters, K, seed=0):
    return {
        "spectral": spectral_start(S, n_clusters, K, seed),
        "without a kernel": spectral_start(S, n_clusters, None, seed),
        "best": best_start(S, n_clusters, K, seed),
    }


def splits_no_component(S, labels):
    components = component_labels(S)
    return all(len(np.unique(labels[components == c])) == 1 for c in range(components.max() + 1))


class TestClusterQR:
    @pytest.mark.parametrize("n_clusters", [1, 2, 4])
    @pytest.mark.parametrize("seed", range(3))
    def test_is_scikit_learns(self, n_clusters, seed):
        vectors, _ = np.linalg.qr(np.random.default_rng(seed).normal(size=(60, n_clusters)))
        assert adjusted_rand_score(cluster_qr(vectors), reference_cluster_qr(vectors)) == 1

    def test_rotations_of_an_indicator_give_the_clusters_back(self):
        y = np.random.default_rng(0).integers(0, 4, size=50)
        indicator = np.eye(4)[y] / np.sqrt(np.bincount(y))
        rotation, _ = np.linalg.qr(np.random.default_rng(1).normal(size=(4, 4)))
        assert adjusted_rand_score(cluster_qr(indicator @ rotation), y) == 1


class TestStarts:
    @settings(max_examples=25, deadline=None)
    @given(st.integers(2, 40), st.integers(0, 10**6), st.floats(-1.5, 1), st.data())
    def test_use_every_cluster_and_respect_components(self, n, seed, log_alpha, data):
        n_clusters = data.draw(st.integers(1, n))
        S, K = learned(np.random.default_rng(seed).normal(size=(n, 2)), 10**log_alpha)
        n_components = component_labels(S).max() + 1
        for form in (np.asarray, csr_array):
            for name, labels in starts(form(S), n_clusters, K).items():
                assert labels.shape == (n,), name
                assert labels.min() >= 0 and labels.max() < n_clusters, name
                if n_components >= n_clusters:
                    assert len(np.unique(labels)) == n_clusters, name
                    assert splits_no_component(S, labels), name
                else:
                    # Clusters that are shared out to different components are never mixed.
                    components = component_labels(S)
                    if name != "best":
                        assert all(len(np.unique(components[labels == c])) == 1 for c in np.unique(labels)), name

    def test_as_many_clusters_as_samples(self):
        S, K = learned(np.random.default_rng(0).normal(size=(12, 2)), 5.0)
        for labels in starts(S, 12, K).values():
            assert len(np.unique(labels)) == 12

    @pytest.mark.parametrize("sizes", [(40, 40), (300, 20), (20, 20, 20)])
    def test_clusters_go_to_the_components_that_fall_apart_most(self, sizes):
        """One component of two loose halves beside compact ones: it gets the spare cluster."""
        half = sizes[0] // 2
        crossing = 0.05
        ties = np.array([[1 - crossing, crossing], [crossing, 1 - crossing]])
        loose = np.kron(ties, np.full((half, half), 1 / half))
        S = block_diag([loose, *[np.full((m, m), 1 / m) for m in sizes[1:]]]).toarray()
        y = np.repeat(np.arange(len(sizes) + 1), [half, half, *sizes[1:]])
        order = np.random.default_rng(0).permutation(len(S))
        for form in (np.asarray, csr_array):
            labels = spectral_start(form(S[np.ix_(order, order)]), len(sizes) + 1, None, 0)
            assert adjusted_rand_score(labels, y[order]) == 1

    @pytest.mark.parametrize(
        "name, alpha", [("two_moons", 2.0), ("circles", 2.0), ("spirals", 1.0), ("blobs", 5.0), ("nested_rings", 1.0)]
    )
    def test_find_what_the_graph_shows(self, name, alpha):
        shape = SHAPES[name]
        X, y = shape.make(240, random_state=0)
        S, K = learned(X, alpha)
        for labels in (spectral_start(S, shape.n_clusters, K, 0), best_start(S, shape.n_clusters, K, 0)):
            assert adjusted_rand_score(labels, y) > 0.9

    def test_best_is_at_least_as_good_as_the_refined_spectral_one(self):
        """By the kernel's normalised association, its yardstick."""
        for seed in range(5):
            S, K = learned(np.random.default_rng(seed).normal(size=(150, 2)))
            S = csr_array(S)
            spectral = refine_labels(S, spectral_start(S, 4, K, 0), 4)
            best = best_start(S, 4, K, 0)
            found, lone = normalized_associations(K, [best, spectral], 4)
            assert found >= lone - 1e-9

    @pytest.mark.parametrize("noise, in_doubt", [(0.0, False), (1.0, True)])
    def test_multilevel_starts_are_made_only_where_two_cuts_differ(self, noise, in_doubt, monkeypatch):
        random = np.random.default_rng(0)
        X = random.normal(size=(300, 2)) + (1.0 - noise) * 4.5 * np.eye(2)[random.integers(0, 2, 300)]
        K = self_tuning_kernel(X, 20)
        S = csr_array(project_doubly_stochastic(K / 3.0))
        made, start = [], initialization.multilevel_start
        monkeypatch.setattr(initialization, "multilevel_start", lambda *args: made.append(1) or start(*args))
        n_clusters = 6 if in_doubt else 2
        assert component_labels(S).max() + 1 < n_clusters
        best_start(S, n_clusters, K, 0)
        assert bool(made) == in_doubt

    @pytest.mark.parametrize("n_clusters", [2, 3, 7])
    def test_agreement_of_two_cuts_is_the_adjusted_rand_index(self, n_clusters):
        random = np.random.default_rng(n_clusters)
        a = random.integers(0, n_clusters, 60)
        for share in (0.0, 0.1, 1.0):
            b = np.where(random.uniform(size=60) < share, random.integers(0, n_clusters, 60), a)
            assert initialization._agreement(a, b, n_clusters) == pytest.approx(adjusted_rand_score(a, b))

    @pytest.mark.parametrize("n_clusters", [1, 3, 6])
    def test_association_is_clusters_minus_the_normalised_cut(self, n_clusters):
        rng = np.random.default_rng(n_clusters)
        K = rng.uniform(size=(20, 20))
        K = K + K.T
        labels = np.arange(20) % min(n_clusters, 5)
        partitions = [labels, rng.permutation(labels), np.zeros(20, dtype=int)]
        expected = []
        for part in partitions:
            cut = sum(K[part == c][:, part != c].sum() / K[part == c].sum() for c in np.unique(part))
            expected.append(len(np.unique(part)) - cut)
        assert normalized_associations(K, partitions, n_clusters) == pytest.approx(expected)
        assert normalized_associations(csr_array(K), partitions, n_clusters) == pytest.approx(expected)
        assert normalized_associations(np.zeros((20, 20)), [labels], n_clusters) == 0.0

    def test_division_is_the_better_of_two(self):
        """At least as good as cluster_qr alone, on one connected component."""
        for seed in range(5):
            S, _ = learned(np.random.default_rng(seed).normal(size=(100, 2)), 10.0, 20)
            assert component_labels(S).max() == 0
            vectors = np.linalg.eigh(S)[1][:, :-6:-1]
            labels = spectral_start(S, 5, None, 0)
            assert trace_objective(S, labels, 5) >= trace_objective(S, cluster_qr(vectors), 5) - 1e-9

    @pytest.mark.parametrize("start", [spectral_start, best_start])
    def test_a_seed_repeats_it(self, start):
        X, _ = make_blobs(90, noise=3.0, random_state=0)
        S, K = learned(X)
        assert np.array_equal(start(S, 4, K, 3), start(S, 4, K, 3))
        assert np.array_equal(start(S, 4, K, np.random.RandomState(3)), start(S, 4, K, np.random.RandomState(3)))

    def test_order_of_the_samples_does_not_matter(self):
        X, _ = make_two_moons(150, random_state=0)
        order = np.random.default_rng(0).permutation(150)
        S, K = learned(X)
        shuffled = np.ix_(order, order)
        for start in (spectral_start, best_start):
            labels = start(S, 2, K, 0)
            assert adjusted_rand_score(start(S[shuffled], 2, K[shuffled], 0), labels[order]) == 1

    def test_inputs_are_left_alone(self):
        S, K = learned(np.random.default_rng(0).normal(size=(60, 2)))
        before = S.copy(), K.copy()
        starts(S, 3, K)
        assert np.array_equal(S, before[0])
        assert np.array_equal(K, before[1])
