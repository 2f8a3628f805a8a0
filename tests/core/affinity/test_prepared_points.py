"""Prepared samples: shared by a kernel and by the prediction, and the kernel between them and new samples."""

import pickle

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from scipy.spatial.distance import cdist

from rnse_core.affinity import compute_affinity, unit_rows
from rnse_core.affinity.kinds import GRAPH_KERNELS, SMOOTH_KERNELS
from rnse_core.affinity.prepared_points import MAX_COORDINATE, PreparedPoints
from rnse_core.affinity.sparse import neighbor_kernel

K_NEAREST = 5
X = np.random.default_rng(0).normal((0.0, 10.0, 100.0), 3.0, size=(60, 3))
NEW = np.random.default_rng(1).normal((0.0, 10.0, 100.0), 3.0, size=(20, 3))
REPEATED = np.random.default_rng(2).integers(1, 4, size=(60, 3)).astype(float)


def prepared(affinity, X=X):
    return PreparedPoints.of(X, affinity, n_neighbors=K_NEAREST, gamma=0.02)


def nearest(points, new, k):
    return points.search.query(points.place(new), k)


@pytest.mark.parametrize("data", [X, REPEATED], ids=["distinct", "repeated"])
@pytest.mark.parametrize("affinity", SMOOTH_KERNELS + GRAPH_KERNELS)
def test_a_sparse_kernel_holds_the_same_points(affinity, data):
    points = prepared(affinity, data)
    of_kernel = neighbor_kernel(data, affinity, 12, affinity_neighbors=K_NEAREST, gamma=0.02).points
    assert of_kernel.affinity == affinity and of_kernel.n_neighbors == K_NEAREST
    assert_array_equal(of_kernel.Y, points.Y)
    assert_array_equal(of_kernel.place(NEW), points.place(NEW))
    near = nearest(points, NEW, 20)
    assert_array_equal(of_kernel.kernel_of_new(near), points.kernel_of_new(near))
    if affinity in SMOOTH_KERNELS:
        assert_array_equal(of_kernel.scale, points.scale)
    else:
        assert of_kernel.scale is None and points.scale is None


@pytest.mark.parametrize("data", [X, REPEATED], ids=["distinct", "repeated"])
@pytest.mark.parametrize("affinity", SMOOTH_KERNELS)
def test_pairs_have_the_values_of_the_dense_kernel(affinity, data):
    arguments = {"self_tuning": {"n_neighbors": K_NEAREST}, "rbf": {"gamma": 0.02}, "cosine": {}}[affinity]
    rows, cols = np.indices((60, 60)).reshape(2, -1)
    expected = compute_affinity(data, affinity, **arguments).ravel()
    assert_allclose(prepared(affinity, data).kernel(rows, cols), expected, rtol=1e-9, atol=1e-15)


def test_a_row_of_zeros_has_cosine_0_to_all_others():
    data = np.vstack([X[:10], np.zeros((3, 3)), X[10:12]])
    rows, cols = np.indices((15, 15)).reshape(2, -1)
    points = prepared("cosine", data)
    assert_allclose(points.kernel(rows, cols), compute_affinity(data, "cosine").ravel(), rtol=1e-9, atol=1e-15)
    near = nearest(points, np.zeros((1, 3)), 15)
    assert_array_equal(points.kernel_of_new(near)[0], [1.0] * 3 + [0.0] * 12)
    assert sorted(near.indices[0, :3]) == [10, 11, 12]


@pytest.mark.parametrize("affinity", ["self_tuning", "cosine"])
def test_samples_are_placed_where_they_were(affinity):
    points = prepared(affinity)
    assert_array_equal(points.place(X), points.Y)
    assert_array_equal(nearest(points, X, 1).indices[:, 0], np.arange(60))


@pytest.mark.parametrize("size", [1e8, 1e160, 1e308])
def test_a_far_sample_stays_in_its_direction(size):
    placed = prepared("self_tuning", X - X.mean(axis=0)).place(np.array([[size, -size / 2, 0.0]]))
    assert_allclose(placed, [[MAX_COORDINATE, -MAX_COORDINATE / 2, 0.0]], rtol=0, atol=1.0)


def test_the_self_tuned_kernel_of_new_samples():
    points = prepared("self_tuning")
    near = nearest(points, NEW, 60)
    D, within = cdist(NEW, X), np.sort(cdist(X, X), axis=1)[:, K_NEAREST]
    own = np.maximum(np.sort(D, axis=1)[:, K_NEAREST - 1], within.min())
    expected = np.exp(-(D**2) / np.multiply.outer(own, within))
    assert_allclose(points.kernel_of_new(near), np.take_along_axis(expected, near.indices, axis=1), rtol=1e-9)


@pytest.mark.parametrize("affinity", ["rbf", "cosine"])
def test_kernels_with_one_scale_of_new_samples(affinity):
    points = prepared(affinity)
    near = nearest(points, NEW, 60)
    similarity = {"rbf": np.exp(-0.02 * cdist(NEW, X, "sqeuclidean")), "cosine": unit_rows(NEW) @ unit_rows(X).T}
    expected = similarity[affinity]
    assert_allclose(points.kernel_of_new(near), np.take_along_axis(expected, near.indices, axis=1), rtol=1e-9)


@pytest.mark.parametrize("affinity", GRAPH_KERNELS)
def test_graph_kernels_of_new_samples(affinity):
    points = prepared(affinity)
    K = points.kernel_of_new(nearest(points, NEW, 12))
    assert not K[:, K_NEAREST:].any()
    data = (unit_rows(NEW), unit_rows(X)) if affinity == "authors" else (NEW, X)
    d = np.sort(cdist(*data, "sqeuclidean"), axis=1)[:, : K_NEAREST + 1]
    weights = (d[:, -1:] - d[:, :-1]) / (K_NEAREST * d[:, -1:] - d[:, :-1].sum(axis=1, keepdims=True))
    expected = {"knn": np.ones_like(weights), "probabilistic_knn": weights, "authors": np.exp(-weights)}[affinity]
    assert_allclose(K[:, :K_NEAREST], expected, rtol=1e-9)


@pytest.mark.parametrize("affinity", SMOOTH_KERNELS + GRAPH_KERNELS)
@pytest.mark.parametrize("n_samples", [1, 2])
def test_few_samples(affinity, n_samples):
    points = prepared(affinity, X[:n_samples])
    K = points.kernel_of_new(nearest(points, NEW, n_samples))
    assert K.shape == (20, n_samples)
    assert np.isfinite(K).all() and K.min() >= 0.0


@pytest.mark.parametrize("affinity", SMOOTH_KERNELS + GRAPH_KERNELS)
def test_pickling_keeps_everything(affinity):
    points = prepared(affinity)
    again = pickle.loads(pickle.dumps(points))
    assert_array_equal(again.kernel_of_new(nearest(again, NEW, 9)), points.kernel_of_new(nearest(points, NEW, 9)))


def test_kernels_share_the_points_but_not_their_reach():
    kernel = neighbor_kernel(X, "self_tuning", 8, affinity_neighbors=K_NEAREST)
    other = kernel.fork()
    assert other.points is kernel.points
    before = kernel.reach.copy()
    other.extend_reach(np.arange(10), 30)
    assert (other.reach[:10] > before[:10]).all()
    assert_array_equal(kernel.reach, before)
