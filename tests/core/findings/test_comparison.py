"""Labels that differ between two clusterings."""

import numpy as np

from rnse_core.findings import count_moved, joint_against_two_stage


def test_an_empty_cluster_moves_nothing():
    """The numbers of the clusters may have gaps: a cluster without samples has no label."""
    assert count_moved([0, 0, 2, 2], [1, 1, 0, 0]) == 0
    assert joint_against_two_stage(np.eye(4), [0, 0, 2, 2], np.eye(4), [0, 0, 1, 1]).n_moved == 0


def test_moves_are_counted_alike_from_both_sides():
    first, second = [0, 0, 0, 1, 1, 2], [1, 1, 0, 0, 0, 0]
    assert count_moved(first, second) == count_moved(second, first) == 2
