"""The samples that a choice is made on."""

import numpy as np
import pytest
from scipy.sparse import csr_array

from rnse_core.auto import rows as module
from rnse_core.auto.rows import CHOICE_SAMPLES, check_choice_memory, nearest_chosen_row, rows_to_choose_on, samples_of
from rnse_core.auto.samples import DistanceSamples, FeatureSamples, SimilaritySamples
from rnse_core.exceptions import NotEnoughMemory


def test_all_rows_up_to_a_limit_and_a_seeded_part_of_more():
    assert np.array_equal(rows_to_choose_on(np.zeros((CHOICE_SAMPLES, 1)), 0), np.arange(CHOICE_SAMPLES))
    many = np.zeros((CHOICE_SAMPLES + 500, 1))
    rows = rows_to_choose_on(many, 3)
    assert len(np.unique(rows)) == len(rows) == CHOICE_SAMPLES
    assert np.array_equal(rows, np.sort(rows))
    assert np.array_equal(rows, rows_to_choose_on(many, 3))
    assert not np.array_equal(rows, rows_to_choose_on(many, 4))


def test_a_sparse_similarity_is_used_as_a_whole():
    n = CHOICE_SAMPLES + 10
    assert len(rows_to_choose_on(csr_array(np.eye(n)), 0)) == n


@pytest.mark.parametrize(
    "affinity, kind",
    [("auto", FeatureSamples), ("precomputed_distance", DistanceSamples), ("precomputed", SimilaritySamples)],
)
def test_samples_are_of_the_kind_of_the_data(affinity, kind):
    A = np.abs(np.subtract.outer(np.arange(9.0), np.arange(9.0)))
    if affinity == "precomputed":
        A = 9.0 - A
    assert isinstance(samples_of(A, affinity, np.arange(9)), kind)
    assert samples_of(A, affinity, np.arange(6)).n_samples == 6
    assert samples_of(A, affinity, np.arange(3)) is None


@pytest.mark.parametrize("affinity", ["auto", "precomputed", "precomputed_distance"])
def test_other_samples_get_the_nearest_row(affinity):
    x = np.array([0.0, 1.0, 10.0, 11.0, 20.0])
    rows, D = np.array([0, 2, 4]), np.abs(np.subtract.outer(x, x))
    data = {"auto": x[:, None], "precomputed_distance": D, "precomputed": 30.0 - D}[affinity]
    assert nearest_chosen_row(data, rows, affinity).tolist() == [0, 0, 1, 1, 2]


def test_memory_is_checked(monkeypatch):
    monkeypatch.setattr(module, "available_bytes", lambda: 10**6)
    check_choice_memory(np.zeros((20, 2)))
    with pytest.raises(NotEnoughMemory):
        check_choice_memory(np.zeros((400, 2)))
