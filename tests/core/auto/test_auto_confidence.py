"""How sure the cluster of each sample is."""

import numpy as np
from scipy.sparse import csr_array

from rnse_core.auto import row_shares, sample_confidence, second_best

S = np.array([[0.5, 0.5, 0.0, 0.0], [0.5, 0.25, 0.25, 0.0], [0.0, 0.25, 0.25, 0.5], [0.0, 0.0, 0.5, 0.5]])
labels = np.array([0, 0, 1, 1])


def test_shares_of_rows_sum_to_one():
    shares = row_shares(S, labels, 3)
    assert shares.tolist() == [[1, 0, 0], [0.75, 0.25, 0], [0.25, 0.75, 0], [0, 1, 0]]
    assert np.array_equal(row_shares(csr_array(S), labels, 3), shares)


def test_confidence_is_the_product_of_votes_and_share():
    shares = row_shares(S, labels, 2)
    votes = np.array([[1.0, 0.0], [0.5, 0.5], [0.0, 1.0], [0.2, 0.8]])
    assert sample_confidence(shares, votes, labels).tolist() == [1.0, 0.375, 0.75, 0.8]


def test_the_second_best_is_another_cluster_or_none():
    shares = row_shares(S, labels, 3)
    votes = np.eye(3)[labels]
    assert second_best(shares, votes, labels).tolist() == [-1, 1, 0, -1]
    votes[0] = [0.5, 0.0, 0.5]
    assert second_best(shares, votes, labels).tolist() == [2, 1, 0, -1]
