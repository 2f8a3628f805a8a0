"""Lesson 2b: what it says of cuts, eigenvalues and the threshold."""

import numpy as np
import pytest

from pages.shared.lessons import relaxation
from rnse_core.graph.components import component_labels
from rnse_core.graph.laplacian import laplacian, laplacian_eigenpairs
from rnse_core.indicator import labels_to_indicator


def graph_of(weight):
    """The graph of lesson 2b and the labels of its clusters."""
    _, y, W, _ = relaxation.bridged(weight)
    return W, y


def test_2b_the_indicator_gives_the_ratio_cut_and_eigenvectors_the_least_value():
    W, y = graph_of(0.1)
    assert component_labels(graph_of(0.0)[0]).max() + 1 == 2, "the bridge alone joins the clusters"
    P = labels_to_indicator(y, 2)
    np.testing.assert_allclose(P @ P.T, np.eye(2), atol=1e-12)
    cut = W[y == 0][:, y == 1].sum()
    assert relaxation.ratio_cut(W, y) == pytest.approx(cut / 20 + cut / 20) and cut == 0.1
    values, vectors = laplacian_eigenpairs(W, 2)
    least = np.trace(vectors.T @ laplacian(W) @ vectors)
    assert least == pytest.approx(values.sum()) and values[0] == pytest.approx(0, abs=1e-12)
    np.testing.assert_allclose(np.ptp(vectors[:, 0]), 0, atol=1e-9)


def test_2b_a_heavy_bridge_tilts_the_vector_until_the_threshold_finds_a_cheaper_cut():
    shares = []
    for weight in relaxation.STEPS:
        W, y = graph_of(weight)
        value, vector = relaxation.second_pair(W, y)
        cut = relaxation.thresholded(vector)
        cost = relaxation.ratio_cut(W, y)
        shares.append(value / cost)
        assert value < cost
        (moved,) = [np.flatnonzero(cut != y)]
        assert len(moved) == (1 if weight >= 5 else 0)
        if len(moved):
            _, _, _, ends = relaxation.bridged(weight)
            assert moved[0] in ends
            held = W[moved[0]][y == y[moved[0]]]
            assert np.count_nonzero(held) == 4 == held.sum()
            assert relaxation.ratio_cut(W, cut) == pytest.approx(0.401, abs=5e-4)
            assert relaxation.ratio_cut(W, cut) < cost
    assert shares == sorted(shares, reverse=True) and shares[0] > 0.98 and shares[-1] < 0.5
    light, heavy = (relaxation.second_pair(*graph_of(weight))[1] for weight in (0.01, 5.0))
    step = np.where(y == 1, 1.0, -1.0) / np.sqrt(len(y))
    assert abs(light - step).max() < 0.02 < 0.1 < abs(heavy - step).max()


def test_a_bridge_ten_times_as_heavy_raises_the_second_eigenvalue_less_than_ten_times():
    before, after = (relaxation.second_pair(*graph_of(weight))[0] for weight in (0.1, 1.0))
    assert 1.01 < after / before < 9.9
    assert relaxation.LESSON.question.measure()[0] == "less"
