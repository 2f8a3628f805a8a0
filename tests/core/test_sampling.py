"""Parts of many rows, and labels for the others."""

import numpy as np

from rnse_core.sampling import draw_sample, spread_labels


def test_a_sample_is_the_same_every_time_and_labels_spread_to_the_nearest():
    X = np.concatenate([np.linspace(0, 1, 50), np.linspace(10, 11, 50)])[:, None]
    sample = draw_sample(100, 20)
    np.testing.assert_array_equal(sample.rows, draw_sample(100, 20).rows)
    labels = (X[sample.rows, 0] > 5).astype(int)
    expected = (X[:, 0] > 5).astype(int)
    np.testing.assert_array_equal(spread_labels(X, sample, labels, "features"), expected)
    distances = np.abs(X - X.T)
    np.testing.assert_array_equal(spread_labels(distances, sample, labels, "distance"), expected)
    np.testing.assert_array_equal(spread_labels(20 - distances, sample, labels, "similarity"), expected)
