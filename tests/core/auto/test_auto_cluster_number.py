"""The choice of the number of clusters."""

from pathlib import Path

import numpy as np
import pytest

from rnse_core import AutoRNSE, read_table
from rnse_core.auto import (
    FeatureSamples,
    NumberScore,
    PoolGraph,
    PoolSetting,
    Progress,
    best_number,
    learn_graphs,
    score_numbers,
)
from rnse_core.auto.spectrum import COUNT_FLOOR
from rnse_core.datasets import make_blobs
from rnse_core.preprocessing import scale_features


def scored(n_clusters, most=8, **parameters):
    samples = FeatureSamples(make_blobs(30 * n_clusters, n_clusters=n_clusters, noise=0.5, random_state=0)[0])
    return score_numbers(learn_graphs(samples, samples.counting, n_pairs_for=most), most, 0, **parameters)


@pytest.mark.parametrize("n_clusters", [2, 3, 5])
def test_separate_clusters_are_counted(n_clusters):
    scores = scored(n_clusters)
    assert best_number(scores) == n_clusters
    assert [score.n_clusters for score in scores] == list(range(2, 9))


def test_scores_are_bounded_by_gaps_and_labels_found_where_they_may_win():
    scores = scored(3)
    best = max(score.score for score in scores if score.agreement is not None)
    for score in scores:
        assert 0.0 <= score.score <= score.gap <= 1.0
        if score.agreement is None:
            assert score.gap <= best
        else:
            assert score.score == pytest.approx(score.agreement**2 * score.gap)


def test_the_best_number_has_the_highest_score_that_is_known():
    assert best_number([NumberScore(2, 0.9, None, 0.9), NumberScore(3, 0.5, 0.5, 0.1)]) == 3
    assert best_number([NumberScore(2, 0.3, 1.0, 0.3), NumberScore(3, 0.3, 1.0, 0.3)]) == 2
    assert best_number([NumberScore(2, 0.3, None, 0.3), NumberScore(3, 0.4, None, 0.4)]) == 3


def test_it_can_be_ended():
    scores = scored(4, progress=Progress(lambda step, info: True))
    assert sum(score.agreement is not None for score in scores) <= 1
    assert np.isfinite([score.score for score in scores]).all()


SAMPLES = Path(__file__).parents[3] / "sample_data"


def one_column(seed):
    random = np.random.default_rng(seed)
    return np.concatenate([random.normal(10, 1, 40), random.normal(20, 1, 40)])[:, None]


@pytest.mark.parametrize("seed", range(6))
def test_two_groups_in_one_column_are_two(seed):
    """Ten standard deviations apart; graphs of few neighbours divide each group as well."""
    X = scale_features(one_column(seed), "zscore")
    assert AutoRNSE(random_state=0).fit(X).n_clusters_ == 2


@pytest.mark.parametrize(("name", "n_clusters"), [("two_moons.npz", 2), ("rings_no_header.txt", 3)])
def test_the_first_samples_have_the_clusters_that_one_sees(name, n_clusters):
    model = AutoRNSE(random_state=0).fit(scale_features(read_table(SAMPLES / name).X, "auto"))
    assert model.n_clusters_ == n_clusters


def test_a_few_odd_samples_are_no_cluster():
    X = np.random.default_rng(0).normal(size=(300, 2)) + np.repeat([[0, 0], [30, 0], [0, 30]], 100, axis=0)
    odd = np.array([[60.0, 60.0], [60.1, 60.0], [60.0, 60.1], [60.1, 60.1]])
    graph = PoolGraph(FeatureSamples(np.vstack([X, odd])), PoolSetting("self_tuning", 10, 0.5))
    assert graph.n_components == 4 and graph.n_large_components == 3
    assert graph.gap(3, COUNT_FLOOR) == 0 < graph.gap(3, COUNT_FLOOR, large=True)
    assert graph.eigenvalues(3, large=True) == pytest.approx([1, 1, 1])
    assert len(graph.eigenvalues(30, large=True)) == 30
