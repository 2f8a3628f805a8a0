"""Normalized cuts of graphs with several components, and of sparse ones."""

import warnings

import numpy as np
import pytest
from cuts import disconnected, each_assignment, same_partition
from expected import warned
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose
from scipy.sparse import block_diag, csr_array
from scipy.sparse.csgraph import connected_components
from sklearn.base import clone
from sklearn.metrics import adjusted_rand_score

from rnse_core.affinity import compute_affinity
from rnse_core.baselines import NCuts
from rnse_core.baselines.ncuts import ASSIGN_LABELS
from rnse_core.datasets import make_blobs, make_two_moons
from rnse_core.exceptions import (
    ComponentsEffect,
    ComponentsWarning,
)


def ring(n):
    """A connected component in which all samples are alike."""
    return np.roll(np.eye(n), 1, axis=0) + np.roll(np.eye(n), -1, axis=0) if n > 2 else np.ones((n, n))


def graph_of(sizes, seed=0):
    """Disconnected graph with one connected component per size, samples in random order."""
    rng = np.random.default_rng(seed)
    K = block_diag([ring(n) * rng.uniform(0.5, 1) for n in sizes]).toarray()
    components = np.repeat(np.arange(len(sizes)), sizes)
    order = rng.permutation(len(K))
    return K[np.ix_(order, order)], components[order]


class TestOnDisconnectedGraphs:
    @each_assignment
    @pytest.mark.parametrize("sizes", [(20, 15, 10), (30, 1, 1), (1,) * 12, (40, 2, 2, 2)])
    def test_as_many_components_as_clusters(self, assign_labels, sizes):
        K, components = graph_of(sizes)
        with warnings.catch_warnings():
            warnings.simplefilter("error")  # what a cut hopes for is nothing to warn of
            model = NCuts(len(sizes), affinity="precomputed", assign_labels=assign_labels, random_state=0).fit(K)
        assert same_partition(model.labels_, components)
        assert model.n_components_ == len(sizes)

    @disconnected
    @given(
        sizes=st.lists(st.integers(1, 12), min_size=2, max_size=8),
        n_clusters=st.integers(1, 12),
        assign_labels=st.sampled_from(ASSIGN_LABELS),
        seed=st.integers(0, 1000),
    )
    def test_labels_never_mix_pieces_of_components(self, sizes, n_clusters, assign_labels, seed):
        K, components = graph_of(sizes, seed)
        n_clusters = min(n_clusters, len(K))
        model = NCuts(n_clusters, affinity="precomputed", assign_labels=assign_labels, random_state=0).fit(K)
        labels = model.labels_
        components_per_label = [len(set(components[labels == label])) for label in set(labels)]
        labels_per_component = [len(set(labels[components == c])) for c in set(components)]
        if len(sizes) >= n_clusters:
            assert max(labels_per_component) == 1
            assert len(components_per_label) == n_clusters
        else:
            assert max(components_per_label) == 1
        assert model.embedding_.shape == (len(K), n_clusters)
        assert np.isfinite(model.embedding_).all()
        # Every column lives in one part of the plan, and no sample is without a coordinate.
        assert np.all(np.abs(model.embedding_).sum(axis=1) > 0)

    @pytest.mark.parametrize(
        "sizes, effect",
        [
            ((9, 8, 7, 6, 5, 4, 3), ComponentsEffect.WHOLE_COMPONENTS),
            ((9, 1), ComponentsEffect.WITHIN_COMPONENTS),
        ],
    )
    def test_sizes_and_consequence_are_told_once(self, sizes, effect):
        K, _ = graph_of(sizes)
        with warned(ComponentsWarning, sizes=sizes, n_clusters=3, effect=effect) as caught:
            NCuts(3, affinity="precomputed", random_state=0).fit(K)
        assert len(caught) == 1
        assert caught[0].filename == __file__

    @disconnected
    def test_the_component_that_falls_apart_most_easily_is_cut_further(self):
        loose = np.kron(np.eye(2), np.ones((8, 8))) + 0.01
        tight = np.ones((14, 14))
        K = block_diag([tight, loose, tight]).toarray()
        labels = NCuts(4, affinity="precomputed", random_state=0).fit_predict(K)
        assert same_partition(labels, np.repeat([0, 1, 2, 3], [14, 8, 8, 14]))

    @disconnected
    def test_far_outlier_without_any_affinity(self):
        X = np.vstack([make_two_moons(100, random_state=0)[0], [[1e4, 1e4]]])
        K = compute_affinity(X[:100])
        isolated = block_diag([K, [[1.0]]]).toarray()
        model = NCuts(3, affinity="precomputed", random_state=0).fit(isolated)
        assert np.sum(model.labels_ == model.labels_[100]) == 1
        assert same_partition(model.labels_[:100], NCuts(2, random_state=0).fit_predict(X[:100]))

    @disconnected
    def test_no_affinity_at_all(self):
        model = NCuts(2, affinity="precomputed", random_state=0).fit(np.eye(6))
        assert model.n_components_ == 6
        assert model.n_clusters_found_ == 2
        assert np.isfinite(model.embedding_).all()

    @disconnected
    @pytest.mark.parametrize("n_clusters", [2, 3, 5])
    def test_knn_graph_of_separate_blobs(self, n_clusters):
        X = make_blobs(90, 0.05, 0, n_clusters=3)[0]
        model = NCuts(n_clusters, affinity="knn", affinity_neighbors=5, random_state=0).fit(X)
        _, components = connected_components(csr_array(model.affinity_matrix_))
        assert model.n_components_ == components.max() + 1 >= 3
        joint = len(set(zip(components, model.labels_, strict=True)))
        assert joint == max(model.n_components_, n_clusters)

    @disconnected
    def test_embedding_spans_the_leading_eigenvectors(self):
        K, _ = graph_of((12, 9))
        model = NCuts(4, affinity="precomputed", random_state=0).fit(K)
        degrees = model.affinity_matrix_.sum(axis=1)
        vectors = model.embedding_ * np.sqrt(degrees)[:, None]
        assert vectors.T @ vectors == pytest.approx(np.eye(4), abs=1e-10)
        normalized = K / np.sqrt(np.multiply.outer(degrees, degrees))
        values = np.sort(np.diag(vectors.T @ normalized @ vectors))[::-1]
        assert values == pytest.approx(np.linalg.eigvalsh(normalized)[::-1][:4], abs=1e-10)


@disconnected
class TestSparseGraphs:
    """Beyond some thousand samples a graph of neighbours is kept sparse: the same graph, and the same cut of it."""

    @pytest.mark.parametrize("assign_labels", ASSIGN_LABELS)
    @pytest.mark.parametrize("affinity", ["knn", "probabilistic_knn", "authors"])
    def test_same_as_dense(self, affinity, assign_labels, monkeypatch):
        X = make_two_moons(400, noise=0.08, random_state=0)[0]
        model = NCuts(2, affinity=affinity, assign_labels=assign_labels, random_state=0)
        dense = clone(model).fit(X)
        monkeypatch.setattr("rnse_core.baselines.ncuts.DENSE_SAMPLES", 300)
        sparse = clone(model).fit(X)
        assert isinstance(dense.affinity_matrix_, np.ndarray) and isinstance(sparse.affinity_matrix_, csr_array)
        assert_allclose(sparse.affinity_matrix_.toarray(), dense.affinity_matrix_, rtol=1e-9)
        assert adjusted_rand_score(dense.labels_, sparse.labels_) == 1.0
        assert sparse.n_components_ == dense.n_components_
        assert_allclose(sparse.embedding_, dense.embedding_, atol=1e-6)

    def test_on_a_disconnected_graph(self, monkeypatch):
        monkeypatch.setattr("rnse_core.baselines.ncuts.DENSE_SAMPLES", 100)
        X, y = make_two_moons(200, noise=0.05, random_state=0)
        X = np.r_[X, 100.0 + np.random.default_rng(0).normal(scale=0.1, size=(60, 2))]
        model = NCuts(3, affinity="knn", affinity_neighbors=12, random_state=0).fit(X)
        assert model.n_components_ == 2
        assert adjusted_rand_score(np.r_[y, np.full(60, 2)], model.labels_) > 0.9

    def test_twenty_thousand_samples(self):
        X, y = make_blobs(20_000, noise=0.3, random_state=0, n_clusters=4)
        model = NCuts(4, affinity="knn", random_state=0).fit(X)
        assert adjusted_rand_score(y, model.labels_) > 0.99
        assert model.affinity_matrix_.nnz < 20_000 * 25


def test_a_sparse_similarity_gives_the_labels_of_the_dense_one():
    rng = np.random.default_rng(0)
    near = np.kron(np.eye(3), np.ones((20, 20))) > 0
    A = np.triu(rng.random((60, 60)) < np.where(near, 0.5, 0.02), 1).astype(float)
    A += A.T
    found = [NCuts(3, affinity="precomputed", random_state=0).fit(one) for one in (A, csr_array(A))]
    assert adjusted_rand_score(found[0].labels_, found[1].labels_) == 1
    np.testing.assert_array_equal(found[1].affinity_matrix_.toarray(), found[0].affinity_matrix_)


def test_sparse_features_are_refused():
    with pytest.raises(TypeError):
        NCuts(2).fit(csr_array(np.eye(5)))
