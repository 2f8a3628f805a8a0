"""Duplicates: distances to the distinct samples around them, and their edges in a pattern."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose
from scipy.spatial.distance import cdist

from rnse_core.affinity.duplicates import Duplicates
from rnse_core.affinity.neighbors import NeighborSearch


def with_duplicates(seed, n_distinct=30, n_features=2):
    random = np.random.default_rng(seed)
    Y = random.normal(size=(n_distinct, n_features))[random.integers(0, n_distinct, 4 * n_distinct)]
    return np.r_[Y, random.normal(size=(10, n_features))]


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 10**6), st.integers(1, 50), st.sampled_from([2, 20]))
def test_distance_to_the_kth_distinct_point(seed, k, n_features):
    Y = with_duplicates(seed, n_features=n_features)
    duplicates = Duplicates(Y, k)
    D = cdist(Y, np.unique(Y, axis=0))
    D.sort(axis=1)
    expected = D[:, min(k, D.shape[1] - 1)]
    assert_allclose(duplicates.distances(k), expected[duplicates.samples()], rtol=1e-9)


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 10**6), st.integers(1, 50))
def test_links_go_to_the_nearest_distinct_points_and_spread_over_their_copies(seed, k):
    Y = with_duplicates(seed)
    duplicates = Duplicates(Y, k)
    rows, cols = duplicates.edges()
    assert not (Y[rows] == Y[cols]).all(axis=1).any()
    distinct = np.unique(Y, axis=0)
    nearest = np.sort(cdist(Y, distinct), axis=1)[:, 1 : k + 1]
    for i in duplicates.samples():
        found = np.linalg.norm(Y[cols[rows == i]] - Y[i], axis=1)
        assert_allclose(np.sort(found), nearest[i], rtol=1e-9)
    # Of two groups of m and w duplicates each of the w is tied to by at most m / w, rounded up.
    owner = np.unique(Y, axis=0, return_inverse=True)[1]
    for a in range(len(distinct)):
        for b in np.unique(owner[cols[owner[rows] == a]]):
            members = np.flatnonzero(owner == b)
            hits = np.bincount(cols[(owner[rows] == a) & (owner[cols] == b)], minlength=len(Y))[members]
            assert hits.max() <= -(-np.count_nonzero(owner == a) // len(members))


def test_among_many_copies_each_is_tied_to_as_many():
    Y = np.r_[np.zeros((50, 2)), np.random.default_rng(0).normal(size=(20, 2))]
    near = NeighborSearch(Y).neighbors_of_all(6)
    duplicates = Duplicates.among(Y, near)
    before = near.indices[50:].copy()
    duplicates.share_out(near.indices)
    assert np.array_equal(near.indices[50:], before)
    assert (np.bincount(near.indices[:50].ravel(), minlength=50) == 6).all()
    assert all(len(set(row) - {i}) == 6 for i, row in enumerate(near.indices[:50].tolist()))


def test_none_where_all_points_are_distinct():
    Y = np.random.default_rng(0).normal(size=(20, 2))
    assert Duplicates.among(Y, NeighborSearch(Y).neighbors_of_all(3)) is None


def test_nothing_but_copies():
    duplicates = Duplicates(np.ones((12, 2)), 5)
    assert np.array_equal(duplicates.distances(5), np.zeros(12))
    assert [len(part) for part in duplicates.edges()] == [0, 0]
