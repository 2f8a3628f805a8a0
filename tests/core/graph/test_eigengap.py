"""Whether a spectrum is clear about the number of clusters."""

import numpy as np
import pytest
from sklearn.datasets import make_blobs

from rnse_core import RNSE
from rnse_core.affinity import self_tuning_kernel
from rnse_core.datasets import make_two_moons
from rnse_core.graph.eigengap import MIN_GAP, RIVAL_SHARE, judge_gap
from rnse_core.graph.spectral import GAP_FLOOR, normalized_spectrum, suggest_n_clusters
from rnse_core.preprocessing import scale_features


def spectrum_with(gaps):
    """Return eigenvalues with these relative gaps after 2, 3, ..."""
    mu = [0.0, 0.01]
    for gap in gaps:
        mu.append((mu[-1] + gap * GAP_FLOOR) / (1 - gap))
    return 1.0 - np.array(mu)


@pytest.mark.parametrize(
    ("gaps", "n_clusters", "rivals"),
    [
        ([0.8, 0.1, 0.1], 2, ()),
        ([0.1, 0.8, 0.1], 3, ()),
        ([0.8, 0.1, 0.1, 0.1, 0.78], 2, (6,)),
        ([0.78, 0.1, 0.1, 0.1, 0.8], 6, (2,)),
        ([0.9, 0.9 * RIVAL_SHARE + 0.01, 0.1], 2, (3,)),
        ([0.9, 0.9 * RIVAL_SHARE - 0.01, 0.1], 2, ()),
        ([0.65, 0.7, 0.69, 0.1], 3, (2, 4)),
    ],
)
def test_a_second_gap_nearly_as_large_makes_it_unclear(gaps, n_clusters, rivals):
    verdict = judge_gap(spectrum_with(gaps))
    assert (verdict.n_clusters, verdict.rivals, verdict.small) == (n_clusters, rivals, False)
    assert verdict.clear == (not rivals)


@pytest.mark.parametrize(("largest", "small"), [(MIN_GAP - 0.01, True), (MIN_GAP + 0.01, False)])
def test_a_largest_gap_that_is_small_tells_nothing(largest, small):
    verdict = judge_gap(spectrum_with([0.05, largest, 0.05]))
    assert (verdict.n_clusters, verdict.small, verdict.clear) == (3, small, not small)


@pytest.mark.parametrize("values", [[1.0], [1.0, 0.5], [1.0, 1.0, 1.0, 1.0]])
def test_no_gap_at_all_is_not_clear(values):
    verdict = judge_gap(np.array(values))
    assert verdict.small and not verdict.rivals
    assert verdict.n_clusters == suggest_n_clusters(np.array(values))


@pytest.mark.parametrize("n_clusters", [2, 3, 5])
def test_separate_blobs_are_clear(n_clusters):
    X, _ = make_blobs(40 * n_clusters, centers=12.0 * np.eye(5)[:n_clusters], random_state=0)
    verdict = judge_gap(normalized_spectrum(self_tuning_kernel(X), 15))
    assert verdict.clear and verdict.n_clusters == n_clusters


@pytest.mark.parametrize("seed", range(4))
def test_one_cloud_of_points_is_not_clear(seed):
    X = np.random.default_rng(seed).normal(size=(300, 6))
    assert not judge_gap(normalized_spectrum(self_tuning_kernel(X), 15)).clear


@pytest.mark.parametrize("noise", [0.05, 0.08])
@pytest.mark.parametrize("seed", range(2))
def test_two_moons_with_their_class_as_a_feature_are_six_groups_only_with_doubt(noise, seed):
    X, y = make_two_moons(n_samples=1000, noise=noise, random_state=seed)
    kernel = RNSE(n_clusters=2).prepare(scale_features(np.column_stack([X, y]), "zscore")).affinity
    verdict = judge_gap(normalized_spectrum(kernel, 15))
    assert verdict.n_clusters == 6 and not verdict.clear, verdict


@pytest.mark.parametrize("draw", ["normal", "uniform"])
@pytest.mark.parametrize("n_features", [2, 3, 4, 8])
def test_a_single_cloud_is_not_clear(draw, n_features):
    """Its first eigenvectors run along its axes, with a gap after them."""
    for seed in range(3):
        X = getattr(np.random.default_rng(seed), draw)(size=(400, n_features))
        assert not judge_gap(normalized_spectrum(self_tuning_kernel(X, 20), 15)).clear
