"""The settings that a result is chosen from."""

import pytest

from rnse_core import RNSE
from rnse_core.auto import DISTANCE_POOL, FEATURE_POOL, SIMILARITY_POOL, PoolSetting, fitted_to


@pytest.mark.parametrize("pool", [FEATURE_POOL, DISTANCE_POOL, SIMILARITY_POOL])
def test_a_pool_differs_within_and_some_of_it_counts(pool):
    assert len(set(pool)) == len(pool)
    assert sum(setting.counts for setting in pool) >= 2
    for setting in pool:
        assert setting.parameters().items() <= RNSE(2, **setting.parameters()).get_params().items()


@pytest.mark.parametrize("n_samples", [1, 4, 20, 60, 99, 100, 5000])
def test_neighbours_are_at_most_a_fifth(n_samples):
    settings = fitted_to(FEATURE_POOL, n_samples)
    assert all(1 <= setting.n_neighbors <= max(1, n_samples // 5) for setting in settings)
    assert any(setting.counts for setting in settings)
    assert len({(s.affinity, s.n_neighbors, s.alpha) for s in settings}) == len(settings)


def test_settings_that_become_the_same_count_if_one_of_them_does():
    pool = (PoolSetting("knn", 20, 1.0), PoolSetting("knn", 30, 1.0, counts=True))
    assert fitted_to(pool, 50) == (PoolSetting("knn", 10, 1.0, counts=True),)


def test_many_samples_leave_the_pool_as_it_is():
    assert fitted_to(FEATURE_POOL, 1000) == FEATURE_POOL


def test_alpha_has_the_unit_of_the_similarities():
    assert [s.alpha for s in fitted_to(SIMILARITY_POOL, 100, 4.0)] == [4.0 * s.alpha for s in SIMILARITY_POOL]
