"""Groups that a given graph shows: the noise level of its edges, and coordinates of its nodes."""

import numpy as np
import pytest
from core.block_graphs import adjacency, block_graph, karate_club
from scipy.sparse import block_diag, csr_array
from sklearn.datasets import load_digits, load_iris, make_moons
from sklearn.neighbors import kneighbors_graph

from rnse_core.graph.block_coordinates import block_coordinates
from rnse_core.graph.noise import EdgeNoise


def cosines(rows):
    unit = rows / np.linalg.norm(rows, axis=1, keepdims=True)
    return unit @ unit.T


def grid(height, width):
    place = np.arange(height * width).reshape(height, width)
    first = np.concatenate([place[:, :-1].ravel(), place[:-1].ravel()])
    second = np.concatenate([place[:, 1:].ravel(), place[1:].ravel()])
    return adjacency(first, second, place.size)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(
    ("n_nodes", "n_blocks", "degree", "inside", "heavy"),
    [
        (300, 3, 10, 0.8, False),
        (1000, 8, 15, 0.8, False),
        (1000, 5, 12, 0.75, True),
        (1500, 20, 15, 0.8, True),
        (1500, 30, 20, 0.8, False),
    ],
)
def test_a_block_graph_shows_as_many_groups_as_it_has_blocks(n_nodes, n_blocks, degree, inside, heavy, seed):
    A, _ = block_graph(n_nodes, n_blocks, degree, inside, heavy=heavy, seed=seed)
    found = block_coordinates(A)
    assert found.n_groups == n_blocks
    assert found.values[-1] > found.level


@pytest.mark.parametrize("heavy", [False, True])
@pytest.mark.parametrize("n_nodes", [100, 1000])
def test_random_edges_are_one_group(n_nodes, heavy):
    A, _ = block_graph(n_nodes, 1, 8, 0.5, heavy=heavy)
    assert block_coordinates(A).n_groups == 1


@pytest.mark.parametrize("n_neighbors", [5, 10])
@pytest.mark.parametrize(
    "X",
    [
        make_moons(400, noise=0.06, random_state=0)[0],
        load_iris().data,
        load_digits().data[:900],
        np.random.default_rng(0).random((600, 3)),
    ],
    ids=["moons", "iris", "digits", "uniform"],
)
def test_graphs_of_nearest_neighbors_are_left_alone(X, n_neighbors):
    A = kneighbors_graph(X, n_neighbors)
    assert block_coordinates(csr_array(0.5 * (A + A.T))) is None


@pytest.mark.parametrize(
    "A",
    [
        csr_array((50, 50)),
        csr_array(np.diag(np.ones(50))),
        grid(20, 20),
        csr_array(block_diag([np.ones((10, 10))] * 5)),
        block_graph(29, 1, 6, 0.5)[0],
    ],
    ids=["empty", "loops", "grid", "cliques", "few nodes"],
)
def test_other_graphs_have_no_coordinates(A):
    assert block_coordinates(A) is None


def test_a_graph_without_noise_is_not_random():
    assert not EdgeNoise(level=0.0, lowest=0.0).random


@pytest.mark.parametrize("n_nodes", [400, 900])
def test_coordinates_follow_a_permutation(n_nodes):
    A, _ = block_graph(n_nodes, 4, 12, 0.75, heavy=True)
    order = np.random.default_rng(1).permutation(A.shape[0])
    found, permuted = block_coordinates(A), block_coordinates(csr_array(A[order][:, order]))
    np.testing.assert_allclose(permuted.values, found.values, atol=1e-3)
    np.testing.assert_allclose(cosines(permuted.rows), cosines(found.rows[order]), atol=0.02)


@pytest.mark.parametrize("factor", [1e-6, 3.0, 1e6])
def test_coordinates_do_not_depend_on_the_unit(factor):
    A, _ = block_graph(700, 4, 12, 0.75, heavy=True)
    np.testing.assert_allclose(
        cosines(block_coordinates(csr_array(factor * A)).rows), cosines(block_coordinates(A).rows), atol=1e-6
    )


def test_the_diagonal_does_not_count():
    A, _ = block_graph(400, 4, 12, 0.75)
    loops = csr_array(A + 5.0 * csr_array(np.eye(A.shape[0])))
    np.testing.assert_array_equal(block_coordinates(loops).rows, block_coordinates(A).rows)


def test_nodes_of_small_separate_parts_have_the_rows_of_others():
    A, _ = block_graph(600, 3, 12, 0.8)
    n = A.shape[0]
    pairs = csr_array(block_diag([A, *[np.array([[0.0, 1.0], [1.0, 0.0]])] * 4, np.zeros((1, 1))]))
    found = block_coordinates(pairs)
    assert found.n_groups == 3
    np.testing.assert_array_equal(found.unplaced, np.arange(n, n + 9))
    np.testing.assert_array_equal(found.rows[n:-1:2], found.rows[n + 1 : -1 : 2])
    assert all((found.rows[:n] == row).all(axis=1).any() for row in found.rows[n:])


@pytest.mark.parametrize("n_nodes", [400, 900])
def test_a_new_node_with_the_row_of_another_has_its_coordinates(n_nodes):
    A, _ = block_graph(n_nodes, 3, 12, 0.8, heavy=True)
    found = block_coordinates(A)
    for rows in (A[:50], A[:50].toarray()):
        new = found.of_new(rows) * found.scale[:50, None]
        np.testing.assert_allclose(new, found.rows[:50], atol=1e-12)


def test_the_karate_club_shows_two_groups():
    assert block_coordinates(karate_club()[0]).n_groups == 2
