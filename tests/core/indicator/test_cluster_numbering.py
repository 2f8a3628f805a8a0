"""Clusters are numbered in the order of their first samples, whatever has found them."""

import warnings

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_array_equal

from rnse_core import RNSE
from rnse_core.datasets import make_blobs
from rnse_core.indicator import labels_to_indicator
from rnse_core.indicator.numbering import number_by_first_samples, order_of_first_samples

X, y = make_blobs(n_samples=60, n_clusters=3, random_state=0)


def first_samples(labels):
    return [int(np.flatnonzero(labels == number)[0]) for number in range(labels.max() + 1)]


@given(st.lists(st.integers(0, 5), min_size=1, max_size=30))
def test_the_same_clusters_in_the_order_of_their_first_samples(labels):
    labels = np.array(labels)
    order, numbered = order_of_first_samples(labels, 6), number_by_first_samples(labels, 6)
    assert sorted(order) == list(range(6))
    assert_array_equal(order[numbered], labels)
    assert numbered[0] == 0 and first_samples(numbered) == sorted(first_samples(numbered))


@pytest.mark.parametrize(
    "parameters",
    [
        {},
        {"init": "spectral", "indicator": "strategic"},
        {"init": "random", "indicator": "strategic"},
        {"graph": "knn"},
    ],
    ids=["auto", "spectral", "random", "sparse"],
)
@pytest.mark.parametrize("seed", [0, 1, 2])
def test_a_fit_numbers_its_clusters_and_every_round_so(parameters, seed):
    rounds = []
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        model = RNSE(3, random_state=seed, callback=lambda _, info: rounds.append(info), **parameters).fit(X)
    for labels, P in [(model.labels_, model.indicator_), *((one["labels"], one["indicator"]) for one in rounds)]:
        assert_array_equal(P.argmax(axis=0), labels)
        assert first_samples(labels) == sorted(first_samples(labels))


def test_predictions_have_the_same_numbers():
    model = RNSE(3, random_state=1).fit(X)
    assert_array_equal(model.predict(X), model.labels_)


@pytest.mark.parametrize("order", [[0, 1, 2], [2, 0, 1]])
def test_a_given_start_numbers_the_clusters(order):
    P = labels_to_indicator(y, 3)[order]
    assert_array_equal(RNSE(3, init=P, random_state=0).fit(X).labels_, P.argmax(axis=0))
