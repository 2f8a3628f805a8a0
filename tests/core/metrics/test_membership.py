"""How firmly S ties a sample to its cluster."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.sparse import csr_array

from rnse_core.metrics import cross_cluster_affinity, membership, membership_columns


def random_similarity(n, seed, filled=0.4):
    random = np.random.default_rng(seed)
    S = np.where(random.random((n, n)) < filled, random.random((n, n)), 0.0)
    return S + S.T, random.integers(0, 3, n)


@given(st.integers(2, 30), st.integers(0, 1000))
def test_shares_are_those_of_the_row(n, seed):
    S, labels = random_similarity(n, seed)
    tied = membership(S, labels)
    off = S - np.diag(S.diagonal())
    for i in range(n):
        total = off[i].sum()
        if total == 0:
            assert np.isnan(tied.confidence[i]) and tied.second[i] == -1
            continue
        shares = np.array([off[i, labels == name].sum() / total for name in tied.clusters])
        own = list(tied.clusters).index(labels[i])
        assert tied.confidence[i] == pytest.approx(shares[own], abs=1e-12)
        shares[own] = -1.0
        assert tied.second_share[i] == pytest.approx(max(shares.max(), 0.0), abs=1e-12)


@given(st.integers(2, 30), st.integers(0, 1000))
def test_sparse_and_dense_agree_and_order_does_not_matter(n, seed):
    S, labels = random_similarity(n, seed)
    dense, sparse = membership(S, labels), membership(csr_array(S), labels)
    order = np.random.default_rng(seed).permutation(n)
    permuted = membership(S[np.ix_(order, order)], labels[order])
    np.testing.assert_allclose(dense.confidence, sparse.confidence)
    np.testing.assert_allclose(dense.confidence[order], permuted.confidence)
    np.testing.assert_array_equal(dense.second, sparse.second)


def test_the_weighted_mean_is_the_affinity_that_does_not_cross():
    S, labels = random_similarity(40, 0)
    weights = S.sum(axis=1) - S.diagonal()
    inside = (membership(S, labels).confidence * weights).sum() / weights.sum()
    assert 1 - inside == pytest.approx(cross_cluster_affinity(S, labels))


def test_the_similarity_of_a_sample_to_itself_does_not_count():
    S, labels = random_similarity(20, 1)
    np.testing.assert_allclose(
        membership(S, labels).confidence, membership(S + 5 * np.eye(20), labels).confidence, atol=1e-12
    )
    assert np.isnan(membership(np.eye(3), [0, 1, 1]).confidence).all()


def test_names_are_kept():
    tied = membership(np.ones((3, 3)), ["b", "a", "b"])
    assert list(tied.clusters) == ["a", "b"]
    assert tied.codes.tolist() == [1, 0, 1]
    with pytest.raises(ValueError):
        membership(np.ones((3, 3)), ["a", "b"])


def test_columns_name_the_second_cluster_and_leave_rows_without_similarity_empty():
    S = np.array([[0.0, 3.0, 1.0, 0.0], [3.0, 0.0, 0.0, 0.0], [1.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 1.0]])
    columns = membership_columns(S, ["a", "a", "b", "c"], [0, 1, 2, 4], 5)
    assert columns["confidence"] == [0.75, 1.0, 0.0, None, None]
    assert columns["second cluster"] == ["b", None, "a", None, None]
    assert columns["second share"] == [0.25, None, 1.0, None, None]
    with pytest.raises(ValueError):
        membership_columns(S, ["a", "a", "b", "c"], [0, 1], 5)
