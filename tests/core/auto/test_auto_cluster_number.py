"""The choice of the number of clusters."""

import numpy as np
import pytest

from rnse_core.auto import FeatureSamples, NumberScore, Progress, best_number, learn_graphs, score_numbers
from rnse_core.datasets import make_blobs


def scored(n_clusters, most=8, **parameters):
    samples = FeatureSamples(make_blobs(30 * n_clusters, n_clusters=n_clusters, noise=0.5, random_state=0)[0])
    counting = [setting for setting in samples.settings if setting.counts]
    return score_numbers(learn_graphs(samples, counting, n_pairs_for=most), most, 0, **parameters)


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
