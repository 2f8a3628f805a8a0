"""The kernel of a given graph, and fits on it."""

import warnings

import numpy as np
import pytest
from core.block_graphs import block_graph, karate_club
from scipy.sparse import block_diag, csr_array
from sklearn.cluster import SpectralClustering
from sklearn.datasets import make_moons
from sklearn.metrics import adjusted_rand_score
from sklearn.neighbors import kneighbors_graph

from rnse_core import RNSE, AutoRNSE
from rnse_core.affinity import given_graph
from rnse_core.affinity.given_graph import block_kernel, graph_in
from rnse_core.auto import describe_choice
from rnse_core.exceptions import ParameterError
from rnse_core.findings import ChosenNumber, GroupsOfGraph, sentence_for
from rnse_core.graph.block_coordinates import block_coordinates

GRAPHS = [(1000, 5, 12, 0.7, True), (1500, 8, 10, 0.8, True), (1000, 3, 12, 0.6, False), (600, 2, 7, 0.75, False)]


def fitted(A, n_clusters, **parameters):
    return RNSE(n_clusters, affinity="precomputed", random_state=0, **parameters).fit(A)


def kernel_of(A):
    return block_kernel(A, block_coordinates(A))


@pytest.mark.parametrize("seed", [0, 1])
@pytest.mark.parametrize("graph", GRAPHS)
def test_blocks_are_found_as_well_as_by_spectral_clustering(graph, seed):
    *sizes, heavy = graph
    A, y = block_graph(*sizes, heavy=heavy, seed=seed)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        theirs = SpectralClustering(sizes[1], affinity="precomputed", random_state=0).fit_predict(A)
    ours = adjusted_rand_score(y, fitted(A, sizes[1]).labels_)
    assert ours >= 0.9 * adjusted_rand_score(y, theirs)
    assert ours >= 0.6


@pytest.mark.parametrize("graph", GRAPHS)
def test_the_number_of_blocks_is_found(graph):
    *sizes, heavy = graph
    A, y = block_graph(*sizes, heavy=heavy)
    model = AutoRNSE(affinity="precomputed", random_state=0).fit(A)
    assert model.n_clusters_ == model.block_coordinates_.n_groups == sizes[1]
    assert adjusted_rand_score(y, model.labels_) >= 0.6
    findings = describe_choice(model)
    assert GroupsOfGraph(sizes[1], sizes[1], model.block_coordinates_.sure) in findings
    assert not any(isinstance(one, ChosenNumber) for one in findings)


def test_no_more_clusters_than_asked_for():
    A, _ = block_graph(1000, 8, 15, 0.8)
    model = AutoRNSE(affinity="precomputed", max_clusters=5, random_state=0).fit(A)
    assert model.n_clusters_ == 5
    finding = next(one for one in describe_choice(model) if isinstance(one, GroupsOfGraph))
    assert (finding.n_groups, finding.n_clusters) == (8, 5)
    assert "5" in sentence_for(finding)


def test_random_edges_are_said_to_show_no_clusters():
    A, _ = block_graph(300, 1, 6, 0.5)
    model = AutoRNSE(affinity="precomputed", random_state=0).fit(A)
    finding = next(one for one in describe_choice(model) if isinstance(one, GroupsOfGraph))
    assert finding.n_groups == 1
    assert finding.n_clusters == model.n_clusters_


@pytest.mark.parametrize("sparse", [True, False])
def test_the_karate_club_falls_into_its_two_clubs(sparse):
    A, y = karate_club()
    data = A if sparse else A.toarray()
    assert adjusted_rand_score(y, fitted(data, 2).labels_) >= 0.85
    assert adjusted_rand_score(y, AutoRNSE(affinity="precomputed", random_state=0).fit(data).labels_) >= 0.85


@pytest.mark.parametrize("weighted", [False, True])
def test_a_dense_matrix_is_treated_as_a_sparse_one(weighted):
    A, y = block_graph(500, 3, 10, 0.75, heavy=True)
    if weighted:
        A = csr_array(A.multiply(np.add.outer(np.arange(len(y)), np.arange(len(y))) % 7 + 1))
    sparse, dense = fitted(A, 3), fitted(A.toarray(), 3)
    assert dense.graph_ == "dense"
    np.testing.assert_allclose(dense.affinity_matrix_, sparse.affinity_matrix_.toarray(), atol=1e-12)
    assert adjusted_rand_score(sparse.labels_, dense.labels_) >= 0.95
    assert adjusted_rand_score(y, dense.labels_) >= 0.6


@pytest.mark.parametrize("weighted", [False, True])
def test_which_matrices_are_graphs(weighted):
    A, _ = block_graph(60, 2, 8, 0.8)
    if weighted:
        A.data *= np.random.default_rng(0).uniform(0.5, 1.5, A.nnz)
        A = csr_array(0.5 * (A + A.T))
    dense = A.toarray()
    for K in (A, dense):
        assert (graph_in(K) != A).nnz == 0
        assert graph_in(K + np.eye(len(dense))) is not None
    for none in (1.0 - dense, np.eye(40)):
        assert graph_in(none) is None and graph_in(csr_array(none)) is None


def test_none_takes_the_graph_as_given():
    A, _ = block_graph(400, 3, 10, 0.75)
    model = fitted(A, 3, graph_kernel=None)
    assert (model.affinity_matrix_ != A).nnz == 0
    assert model.block_coordinates_ is None
    treated = fitted(A, 3)
    assert treated.block_coordinates_.n_groups == 3
    assert treated.history_[0]["note"] != ""
    with pytest.raises(ParameterError):
        fitted(A, 3, graph_kernel="all")


@pytest.mark.parametrize("sparse", [True, False])
def test_a_graph_of_neighbors_is_taken_as_given(sparse):
    X, y = make_moons(300, noise=0.05, random_state=0)
    A = kneighbors_graph(X, 10)
    A = csr_array(A.maximum(A.T))
    model = fitted(A if sparse else A.toarray(), 2)
    assert model.block_coordinates_ is None
    assert abs(model.affinity_matrix_ - A).max() == 0
    assert adjusted_rand_score(y, model.labels_) == 1.0


def test_s_is_the_exact_projection_of_the_new_kernel():
    A, _ = block_graph(600, 4, 12, 0.75, heavy=True)
    model = fitted(A, 4, beta=0.0)
    again = fitted(model.affinity_matrix_, 4, beta=0.0, graph_kernel=None)
    assert abs(model.similarity_ - again.similarity_).max() < 1e-9
    np.testing.assert_allclose(model.similarity_.sum(axis=1), 1.0, atol=1e-9)


def test_labels_follow_a_permutation_and_not_the_unit():
    A, _ = block_graph(900, 4, 12, 0.8)
    order = np.random.default_rng(1).permutation(A.shape[0])
    labels = fitted(A, 4).labels_
    assert adjusted_rand_score(labels[order], fitted(csr_array(A[order][:, order]), 4).labels_) >= 0.97
    assert adjusted_rand_score(labels, fitted(csr_array(1e3 * A), 4).labels_) == 1.0


def test_small_separate_parts_take_no_cluster():
    A, y = block_graph(600, 3, 12, 0.8)
    parts = csr_array(block_diag([A, *[np.array([[0.0, 1.0], [1.0, 0.0]])] * 4, np.zeros((2, 2))]))
    model = fitted(parts, 3)
    assert adjusted_rand_score(y, model.labels_[: len(y)]) >= 0.9
    assert (model.labels_[len(y) : -2 : 2] == model.labels_[len(y) + 1 : -2 : 2]).all()
    assert len(model.block_coordinates_.unplaced) == 10


def test_large_separate_parts_are_clusters():
    first, second = (block_graph(300, 1, 8, 0.5, seed=seed)[0] for seed in (0, 1))
    y = np.repeat([0, 1], [first.shape[0], second.shape[0]])
    A = csr_array(block_diag([first, second]))
    model = AutoRNSE(affinity="precomputed", random_state=0).fit(A)
    assert model.n_clusters_ == 2
    assert adjusted_rand_score(y, model.labels_) >= 0.97


def test_fewer_clusters_than_groups():
    A, y = block_graph(1000, 6, 20, 0.9)
    labels = fitted(A, 3).labels_
    blocks = [np.bincount(labels[y == block], minlength=3).max() / (y == block).sum() for block in range(6)]
    assert len(np.unique(labels)) == 3
    assert min(blocks) >= 0.95


@pytest.mark.parametrize("sparse", [True, False])
def test_new_nodes_join_their_block(sparse):
    A, y = block_graph(900, 3, 14, 0.85, heavy=True)
    old = np.arange(A.shape[0]) < 800
    inside = csr_array(A[old][:, old])
    kept = np.diff(inside.indptr) > 0
    model = fitted(csr_array(inside[kept][:, kept]), 3)
    new = csr_array(A[~old][:, old][:, kept])
    joined = np.diff(new.indptr) > 2
    new = new if sparse else new.toarray()
    assert adjusted_rand_score(y[~old][joined], model.predict(new)[joined]) >= 0.7
    fitted_rows = csr_array(inside[kept][:, kept])
    np.testing.assert_array_equal(model.predict(fitted_rows if sparse else fitted_rows.toarray()), model.labels_)


def test_neighbors_in_parts_of_many_nodes(monkeypatch):
    A, y = block_graph(1200, 4, 14, 0.8, heavy=True)
    whole = fitted(A, 4)
    monkeypatch.setattr(given_graph, "PART", 500)
    kernel = kernel_of(A)
    assert abs(kernel.matrix - kernel.matrix.T).max() == 0
    np.testing.assert_array_equal(kernel.matrix.diagonal(), 1.0)
    assert kernel.matrix.data.max() <= 1.0
    parts = fitted(A, 4)
    assert abs(parts.affinity_matrix_ - whole.affinity_matrix_).max() > 0
    assert adjusted_rand_score(y, parts.labels_) >= adjusted_rand_score(y, whole.labels_) - 0.05


def test_the_graph_is_not_changed():
    A, _ = block_graph(400, 3, 10, 0.75)
    data, indices = A.data.copy(), A.indices.copy()
    fitted(A, 3)
    np.testing.assert_array_equal(A.data, data)
    np.testing.assert_array_equal(A.indices, indices)
