"""The smallest and largest number of each column."""

import numpy as np
import pytest

from rnse_core._base.arrays import column_ends


@pytest.mark.parametrize("shape", [(1, 1), (3, 2), (1000, 3), (2051, 7), (10, 3000), (4, 0)])
@pytest.mark.parametrize("order", ["C", "F"])
def test_they_are_those_of_numpy(shape, order):
    X = np.asarray(np.random.default_rng(0).normal(size=shape), order=order)
    low, high = column_ends(X)
    assert np.array_equal(low, X.min(axis=0)) and np.array_equal(high, X.max(axis=0))


def test_the_rows_behind_those_that_are_joined_count():
    X = np.zeros((1025, 2))
    X[-1] = -1, 2
    assert [ends.tolist() for ends in column_ends(X)] == [[-1, 0], [0, 2]]
