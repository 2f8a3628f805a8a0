"""Gower's distance: its properties, an example by hand, and a formula of one's own pair by pair."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rnse_core import RNSE
from rnse_core.affinity import check_distances, gower, gower_distances
from rnse_core.exceptions import InputError, NotEnoughMemory, ParameterError, Reason

NUMBERS = st.one_of(st.integers(-5, 5).map(float), st.floats(allow_nan=False, allow_infinity=False))
CELLS = {
    "number": NUMBERS,
    "ordinal": st.integers(1, 4).map(float),
    "word": st.integers(0, 3).map(float),
    "tick": st.integers(0, 1).map(float),
}


@st.composite
def tables(draw):
    """A table whose first column has no gaps, so that all rows can be compared."""
    kinds = ["word", *draw(st.lists(st.sampled_from(list(CELLS)), min_size=1, max_size=4))]
    n_rows = draw(st.integers(2, 7))
    columns = [draw(st.lists(CELLS["word"], min_size=n_rows, max_size=n_rows))]
    for kind in kinds[1:]:
        cells = st.one_of(st.just(math.nan), CELLS[kind]) if draw(st.booleans()) else CELLS[kind]
        columns.append(draw(st.lists(cells, min_size=n_rows, max_size=n_rows)))
    return np.array(columns).T, kinds


def one_pair(X, kinds, i, j):
    """The formula of the paper for one pair, without arrays."""
    total = weight = 0.0
    for k, kind in enumerate(kinds):
        a, b = float(X[i, k]), float(X[j, k])
        if math.isnan(a) or math.isnan(b) or (kind == "tick" and a == b == 0):
            continue
        weight += 1
        if kind in ("word", "tick"):
            total += a != b
            continue
        present = sorted({float(x) for x in X[:, k] if not math.isnan(x)})
        if kind == "ordinal":
            a, b, present = present.index(a), present.index(b), range(len(present))
        span = present[-1] / 4 - present[0] / 4
        total += abs(a / 4 - b / 4) / span if span else 0.0
    return total / weight


@given(tables())
@settings(deadline=None)
def test_each_pair_follows_the_formula(table):
    X, kinds = table
    D = gower_distances(X, kinds)
    expected = [[0.0 if i == j else one_pair(X, kinds, i, j) for j in range(len(X))] for i in range(len(X))]
    np.testing.assert_allclose(D, expected, rtol=1e-12, atol=1e-12)


@given(tables(), st.randoms(use_true_random=False))
@settings(deadline=None)
def test_it_is_a_distance_matrix_that_follows_the_rows(table, random):
    X, kinds = table
    D = gower_distances(X, kinds)
    assert D.min() >= 0 and D.max() <= 1 and not D.diagonal().any()
    np.testing.assert_array_equal(D, D.T)
    np.testing.assert_array_equal(check_distances(D), D)
    order = random.sample(range(len(X)), len(X))
    np.testing.assert_array_equal(gower_distances(X[order], kinds), D[np.ix_(order, order)])


def test_units_and_names_do_not_matter():
    X = np.array([[1.0, 0, 2], [4.0, 1, 1], [2.5, 0, 3], [7.0, 2, 2]])
    kinds = ["number", "word", "ordinal"]
    other = np.column_stack([1000 * X[:, 0] - 7, 9 - X[:, 1], X[:, 2] ** 3])
    np.testing.assert_allclose(gower_distances(other, kinds), gower_distances(X, kinds), rtol=1e-12)


def test_an_example_by_hand():
    """Age 20 to 60, how often 1 < 2 < 4, a colour, a tick; one age is missing."""
    X = [[20, 1, 0, 1], [60, 4, 0, 0], [np.nan, 2, 1, 1], [30, 2, 1, 0]]
    D = gower_distances(X, ["number", "ordinal", "word", "tick"])
    assert D[0, 1] == (1 + 1 + 0 + 1) / 4
    assert D[0, 2] == (0.5 + 1 + 0) / 3  # without the age
    assert D[1, 3] == (0.75 + 0.5 + 1) / 3  # neither has the tick
    assert D[2, 3] == (0 + 0 + 1) / 3


@pytest.mark.parametrize("entries", [1, 40, 10_000])
def test_blocks_of_rows_change_nothing(entries, monkeypatch):
    X = np.random.default_rng(0).integers(0, 4, (33, 5)).astype(float)
    kinds = ["number", "ordinal", "word", "word", "number"]
    whole = gower_distances(X, kinds)
    monkeypatch.setattr(gower, "_BLOCK_ENTRIES", entries)
    np.testing.assert_array_equal(gower_distances(X, kinds), whole)


def test_huge_values_keep_their_place():
    D = gower_distances([[-1.5e308], [0.0], [1.5e308]], ["number"])
    np.testing.assert_allclose(D, [[0, 0.5, 1], [0.5, 0, 0.5], [1, 0.5, 0]])


def test_what_cannot_be_compared_is_named():
    with pytest.raises(InputError) as caught:
        gower_distances([[1, np.nan], [2, 1], [np.nan, 0]], ["number", "word"])
    assert (caught.value.reason, caught.value.row, caught.value.column) == (Reason.NOTHING_TO_COMPARE, 0, 2)
    with pytest.raises(InputError) as caught:
        gower_distances([[0.0, 0.0], [0.0, 0.0]], ["tick", "tick"])
    assert caught.value.reason is Reason.NOTHING_TO_COMPARE


def test_arguments_that_cannot_be_used():
    with pytest.raises(ParameterError) as caught:
        gower_distances([[1.0], [2.0]], ["colour"])
    assert caught.value.reason is Reason.UNKNOWN_CHOICE
    with pytest.raises(InputError) as wrong:
        gower_distances([[1.0], [2.0]], ["word", "word"])
    assert wrong.value.reason is Reason.WRONG_SHAPE
    with pytest.raises(InputError) as ticks:
        gower_distances([[1.0], [2.0]], ["tick"])
    assert ticks.value.reason is Reason.NOT_TICKS
    with pytest.raises(ValueError, match="infinity"):
        gower_distances([[1.0], [np.inf]], ["number"])


def test_more_pairs_than_memory_are_refused_before_any_is_computed(monkeypatch):
    monkeypatch.setattr("rnse_core._base.memory.available_bytes", lambda: 10**6)
    with pytest.raises(NotEnoughMemory) as caught:
        gower_distances(np.zeros((1000, 2)), ["number", "word"])
    assert caught.value.most_samples == 250


def test_its_clusters():
    rng = np.random.default_rng(1)
    classes = np.repeat([0, 1], 20)
    X = np.column_stack([classes * 3 + rng.normal(0, 0.3, 40), classes + 2, rng.uniform(size=40)])
    D = gower_distances(X, ["number", "word", "number"])
    labels = RNSE(n_clusters=2, affinity="precomputed_distance", random_state=0).fit_predict(D)
    assert len(set(zip(labels.tolist(), classes.tolist(), strict=True))) == 2
