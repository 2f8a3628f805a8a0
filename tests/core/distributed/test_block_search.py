"""Neighbours found block against block are those that a comparison of all pairs finds; blocks hold the rows given."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from rnse_core._base.executors import SerialExecutor
from rnse_core.distributed.cells import sorted_by_place
from rnse_core.distributed.rows import read_rows
from rnse_core.distributed.search import BlockSearch


def in_blocks(X, cuts):
    return read_rows(SerialExecutor(), np.split(X, cuts))


def true_distances(X, k):
    squared = ((X[:, None] - X) ** 2).sum(axis=2)
    np.fill_diagonal(squared, np.inf)
    return np.sqrt(np.sort(squared, axis=1)[:, :k])


def joined(lists):
    return tuple(np.concatenate([getattr(one, name) for one in lists]) for name in ("indices", "distances"))


POINTS = {
    "plane": np.random.default_rng(0).normal(size=(120, 2)),
    "grid": np.stack(np.meshgrid(np.arange(10.0), np.arange(9.0)), axis=-1).reshape(-1, 2),
    "line": np.arange(60.0)[:, None],
    "copies": np.repeat(np.random.default_rng(1).normal(size=(9, 2)), 12, axis=0),
    "wide": np.random.default_rng(2).normal(size=(90, 30)),
}


@pytest.mark.parametrize("method", ["tree", "scan"])
@pytest.mark.parametrize("cuts", [[], [5], [20, 21, 45]])
@pytest.mark.parametrize("name", POINTS)
def test_neighbours_are_the_nearest(name, cuts, method):
    X = POINTS[name]
    numbers, distances = joined(BlockSearch(in_blocks(X, cuts), method).lists(7))
    assert_allclose(distances, true_distances(X, 7), atol=1e-12)
    rows = np.arange(len(X))[:, None]
    assert_allclose(np.linalg.norm(X[rows] - X[numbers], axis=2), distances, atol=1e-12)
    assert (numbers != rows).all()
    assert all(len(set(row)) == 7 for row in numbers.tolist())


def test_some_samples_among_some():
    X = POINTS["plane"]
    rows = in_blocks(X, [50])
    only = np.arange(0, 120, 3)
    asked = np.array([1, 2, 61, 119])
    numbers, _ = joined(BlockSearch(rows, "tree", only=only).lists(4, rows.of_each(asked)))
    squared = ((X[asked, None] - X[only]) ** 2).sum(axis=2)
    assert np.array_equal(numbers, only[np.argsort(squared, axis=1)[:, :4]])


def test_new_points():
    X = POINTS["plane"]
    near = BlockSearch(in_blocks(X, [7, 80]), "tree").query(X[:5] + 0.01, 3)
    assert np.array_equal(near.indices[:, 0], np.arange(5))


@pytest.mark.parametrize("name", ["plane", "grid", "line", "copies"])
def test_sorting_by_place_keeps_the_samples(name):
    X = POINTS[name]
    rows, order = sorted_by_place(in_blocks(X, [20, 21, 45]))
    assert np.array_equal(np.sort(order), np.arange(len(X)))
    assert np.array_equal(np.concatenate(rows.blocks), X[order])
    assert rows.n_samples == len(X) and np.diff(rows.bounds).min() > 0
    # Identical samples are in the same block.
    block = np.searchsorted(rows.bounds, np.arange(len(X)), side="right")
    for row in np.unique(X, axis=0):
        assert len(set(block[(X[order] == row).all(axis=1)])) == 1


def test_rows_are_taken_in_the_order_asked_for():
    rows, asked = in_blocks(POINTS["wide"], [40]), np.array([70, 3, 3, 41])
    assert np.array_equal(rows.take(asked), POINTS["wide"][asked])


def test_identical_rows_have_one_id():
    X = np.array([[0.0, 1.0], [2.0, 1.0], [-0.0, 1.0], [3.0, 1.0], [2.0, 1.0]])
    assert in_blocks(X, [2]).duplicate_ids().tolist() == [0, 1, 0, 2, 1]
    assert in_blocks(X[:2], [1]).duplicate_ids() is None
