"""What a cluster is, in the units of the table."""

import numpy as np
import pytest

from rnse_core.findings import JointAgainstTwoStage, joint_against_two_stage, profile_clusters, sentence_for

NAMES = ["age", "income", "flat"]


def table():
    random = np.random.default_rng(0)
    labels = np.repeat(["young", "old"], [30, 20])
    age = np.where(labels == "old", 70.0, 25.0) + random.normal(0, 1, 50)
    return np.column_stack([age, random.normal(3000, 500, 50), np.full(50, 7.0)]), labels


def test_the_features_that_differ_most_come_first_in_their_own_unit():
    X, labels = table()
    old, young = profile_clusters(X, labels, NAMES)
    assert (old.cluster, old.size, old.share) == ("old", 20, 0.4)
    first = old.features[0]
    assert first.feature == "age" and first.notable and first.deviations > 1
    assert first.mean == pytest.approx(X[labels == "old", 0].mean())
    assert first.overall == pytest.approx(X[:, 0].mean())
    assert young.features[0].deviations < -0.5
    assert [abs(f.deviations) for f in old.features] == sorted((abs(f.deviations) for f in old.features), reverse=True)


def test_a_constant_feature_differs_by_nothing():
    X, labels = table()
    flat = next(f for f in profile_clusters(X, labels, NAMES)[0].features if f.feature == "flat")
    assert flat.deviations == 0 and not flat.notable


def test_the_typical_row_is_the_one_in_the_middle():
    X = np.array([[0.0], [1.0], [2.0], [10.0], [11.0], [12.0]])
    profiles = profile_clusters(X, [0, 0, 0, 1, 1, 1], ["x"])
    assert [one.typical for one in profiles] == [1, 4]


def test_units_change_nothing_but_the_means():
    X, labels = table()
    for one, other in zip(
        profile_clusters(X, labels, NAMES), profile_clusters(X * [12.0, 0.01, 1.0], labels, NAMES), strict=True
    ):
        assert one.typical == other.typical
        assert [f.feature for f in one.features] == [f.feature for f in other.features]
        np.testing.assert_allclose([f.deviations for f in one.features], [f.deviations for f in other.features])


def test_names_that_do_not_fit_are_refused():
    X, labels = table()
    with pytest.raises(ValueError):
        profile_clusters(X, labels, NAMES[:2])
    with pytest.raises(ValueError):
        profile_clusters(X, labels[:-1], NAMES)


def test_a_profile_is_worded_with_its_numbers():
    X, labels = table()
    sentence = sentence_for(profile_clusters(X, labels, NAMES)[0], row=lambda i: f"#{i}")
    assert "age" in sentence and "20 rows" in sentence and "#" in sentence


def test_the_same_result_has_not_moved():
    S = np.eye(4)
    assert joint_against_two_stage(S, [0, 0, 1, 1], S, [1, 1, 0, 0]) == JointAgainstTwoStage(0, 4, 0.0)
    moved = joint_against_two_stage(S, [0, 0, 1, 1], np.roll(S, 1, axis=0), [0, 0, 0, 1])
    assert (moved.n_moved, moved.change) == (1, 2.0)
    with pytest.raises(ValueError):
        joint_against_two_stage(S, [0] * 4, np.eye(3), [0] * 3)
