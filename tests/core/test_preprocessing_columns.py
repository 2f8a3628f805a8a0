"""The scale that is proposed for each column."""

import numpy as np
import pytest
from expected import raised
from sklearn.datasets import load_breast_cancer, load_digits, load_wine

from rnse_core.exceptions import InputError, LargeValueWarning, ParameterError
from rnse_core.preprocessing import COLUMN_SCALES, ScaleReason, propose_scales, scale_columns, scale_features

RANDOM = np.random.default_rng(0)
N = 300
COLUMNS = {
    "counts": np.floor(10 ** RANDOM.uniform(0, 5, N)),
    "share": RANDOM.beta(2, 5, N),
    "member": (np.arange(N) % 7 == 0).astype(float),
    "degrees": RANDOM.normal(10, 8, N),
}
X = np.column_stack(list(COLUMNS.values()))
NAMES = list(COLUMNS)


def test_each_kind_of_column_has_its_scale_and_reason():
    found = {one.column: (one.scale, one.reason) for one in propose_scales(X, NAMES)}
    assert found == {
        "counts": ("log1p", ScaleReason.DECADES),
        "share": ("zscore", ScaleReason.SHARES),
        "member": ("raw", ScaleReason.TWO_VALUES),
        "degrees": ("zscore", ScaleReason.OWN_UNIT),
    }


def test_the_proposal_is_carried_out():
    Z = scale_columns(X, propose_scales(X, NAMES))
    logarithm = np.log1p(X[:, 0])
    np.testing.assert_allclose(Z[:, 0], (logarithm - logarithm.mean()) / logarithm.std())
    np.testing.assert_array_equal(Z[:, 2], X[:, 2])
    np.testing.assert_allclose(Z[:, [1, 3]].std(axis=0), 1)
    np.testing.assert_array_equal(scale_features(X, "auto"), Z)


@pytest.mark.parametrize("load", [load_wine, load_breast_cancer])
def test_measurements_are_standardised_to_the_last_bit(load):
    data = load().data
    assert {one.scale for one in propose_scales(data)} == {"zscore"}
    np.testing.assert_array_equal(scale_features(data, "auto"), scale_features(data, "zscore"))


def test_pixels_of_one_range_stay_as_they_are():
    data = load_digits().data
    assert {one.scale for one in propose_scales(data)} == {"raw"}
    np.testing.assert_array_equal(scale_features(data, "auto"), data)


@pytest.mark.parametrize("levels", [2, 5], ids=["0/1 columns", "answers"])
@pytest.mark.parametrize("wide", [(18, 80), (1200, 6000)], ids=["age", "income"])
@pytest.mark.parametrize("n_answers", [4, 8, 30])
def test_a_wider_column_beside_answers_is_standardised(levels, wide, n_answers):
    """Its differences would hide those of the answers."""
    rng = np.random.default_rng(0)
    answers = rng.integers(0, levels, (40, n_answers))
    X = np.column_stack([rng.integers(*wide, 40), answers]).astype(float)
    scales = propose_scales(X)
    assert scales[0].scale == "zscore"
    assert ScaleReason.ONE_RANGE not in {one.reason for one in scales}
    assert np.ptp(scale_columns(X, scales), axis=0).max() < 8


@pytest.mark.parametrize(
    "change",
    [
        lambda data: data - 1.0,
        lambda data: data + 0.5,
        lambda data: data * (1.0 + np.arange(data.shape[1])),
        lambda data: data[:, :3],
    ],
    ids=["negative", "no whole numbers", "ranges of their own", "few columns"],
)
def test_no_range_in_common(change):
    answers = np.random.default_rng(0).integers(1, 6, (100, 8)).astype(float)
    assert {one.reason for one in propose_scales(answers)} == {ScaleReason.ONE_RANGE}
    assert ScaleReason.ONE_RANGE not in {one.reason for one in propose_scales(change(answers - 1.0))}


@pytest.mark.parametrize(
    "column",
    [10 ** RANDOM.uniform(0, 2, N), 10 ** RANDOM.uniform(-9, -4, N), -(10 ** RANDOM.uniform(0, 5, N))],
    ids=["two decades", "log1p changes nothing", "negative"],
)
def test_no_logarithm_without_cause(column):
    (one,) = propose_scales(column[:, None])
    assert one.scale == "zscore"


def test_a_given_scale_replaces_the_proposed_one():
    scales = propose_scales(X, NAMES, given={"counts": "raw"})
    assert (scales[0].proposed, scales[0].given, scales[0].scale) == ("log1p", "raw", "raw")
    assert [one.given for one in scales[1:]] == [None] * 3
    np.testing.assert_array_equal(scale_columns(X, scales)[:, 0], X[:, 0])


def test_scales_that_cannot_be_given():
    with raised(ParameterError, parameter="given", value="age", choices=tuple(NAMES)):
        propose_scales(X, NAMES, given={"age": "raw"})
    with raised(ParameterError, parameter="scale", value="cube", choices=tuple(COLUMN_SCALES)):
        propose_scales(X, NAMES, given={"share": "cube"})
    with pytest.raises(InputError):
        propose_scales(X, NAMES, given={"degrees": "log1p"})
    with pytest.raises(InputError):
        propose_scales(X, NAMES[:2])
    with pytest.raises(InputError):
        scale_columns(X, propose_scales(X)[:2])


def test_values_that_would_overflow_and_constant_columns():
    column = np.array([0.0, 1.0, 2.0, 3.0, 1e200])
    data = np.column_stack([column, np.full(5, 7.0), np.arange(5.0)])
    with np.errstate(all="raise"), pytest.warns(LargeValueWarning):
        scaled = scale_columns(data, propose_scales(data))
    assert np.isfinite(scaled).all()
    assert not scaled[:, 1].any()
