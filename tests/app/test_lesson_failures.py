"""Lesson 9: what it says of failures, on the draw that it opens with and on the others."""

import numpy as np
import pytest

from pages.shared.lessons import failures
from rnse_core import RNSE
from rnse_core.metrics import adjusted_rand_index


def scores(case, settings, draw=failures.FIRST_DRAW):
    """The index of each method on a data set."""
    return {name: one.score for name, one in failures.results(case, draw, settings).items()}


def test_9_at_usual_settings_rnse_finds_none_of_the_data_sets():
    for case in failures.CASES:
        assert scores(case, "usual")["RNSE"] < 0.7, case


def test_9_a_smaller_alpha_finds_moons_spirals_and_rings():
    for case in ("moons", "spirals", "rings"):
        best = failures.results(case, failures.FIRST_DRAW, "best")["RNSE"]
        assert best.score >= failures.FOUND
        X, y, k = failures.make_case(case, failures.FIRST_DRAW)
        prepared = RNSE(k).prepare(X)
        for alpha in (1.0, 2.0, 5.0):
            labels = RNSE(k, alpha=alpha, random_state=0).fit_prepared(prepared).labels_
            assert adjusted_rand_index(y, labels) < failures.FOUND, "not found at 1 or larger"


def test_9_no_alpha_reaches_kmeans_where_one_blob_is_dense_and_rnse_splits_it():
    X, y, k = failures.make_case("density", failures.FIRST_DRAW)
    assert list(np.bincount(y)) == [160, 20, 20]
    best = scores("density", "best")
    assert best["K-Means"] > best["RNSE"] > best["NCuts"]
    prepared = RNSE(k).prepare(X)
    labels = RNSE(k, random_state=0).fit_prepared(prepared).labels_
    assert sorted(np.bincount(labels[y == 0]))[-2] > 40, "two clusters share the dense blob"
    beaten = [draw for draw in range(failures.DRAWS) if failures.beaten(failures.results("density", draw, "best"))]
    assert beaten == [1, 2, 3, 4, 5]


def test_9_the_task_is_solved_by_unequal_density_alone():
    of = {case: failures.beaten(failures.results(case, failures.FIRST_DRAW, "best")) for case in failures.CASES}
    assert [case for case, one in of.items() if one] == ["density"]


@pytest.mark.parametrize("draw", range(failures.DRAWS))
def test_9_noise_is_cut_in_two_by_every_method(draw):
    for one in failures.results("noise", draw, "best").values():
        assert len(np.unique(one.labels)) == 2 and one.score == 0


def test_9_the_best_setting_is_never_worse_than_the_usual_one():
    for case in failures.CASES:
        usual, best = scores(case, "usual"), scores(case, "best")
        assert all(best[name] >= usual[name] for name in usual)
