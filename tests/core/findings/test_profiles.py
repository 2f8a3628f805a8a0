"""What a cluster is, in the units of the table."""

import io

import numpy as np
import pandas as pd
import pytest

from rnse_core.findings import (
    JointAgainstTwoStage,
    joint_against_two_stage,
    profile_clusters,
    profile_csv,
    profile_table,
    sentence_for,
)

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


def test_a_name_is_made_of_the_features_that_differ_most():
    random = np.random.default_rng(0)
    kind = np.repeat([0, 1, 2], 40)
    age = np.array([30.0, 60.0, 45.0])[kind] + random.normal(0, 2, 120)
    income = np.array([5000.0, 2000.0, 3500.0])[kind] + random.normal(0, 100, 120)
    X = np.column_stack([age, 2 * age, income, (kind == 1) * 1.0])
    rich, old, middle = profile_clusters(X, kind, ["age", "twice the age", "income", "retired"])
    assert (rich.named_by[0].level, rich.named_by[0].feature) in {("high", "income"), ("low", "age")}
    assert old.named_by[0].feature == "retired" and old.named_by[0].level == "mostly"
    assert len({one.name for one in (rich, old, middle)}) == 3
    for one in (rich, old):
        assert not {"age", "twice the age"} <= {named.feature for named in one.named_by}


def test_clusters_that_differ_in_a_third_feature_have_names_of_their_own():
    corners = np.array([[0, 0, 0], [0, 0, 1], [1, 1, 0], [1, 1, 1]], dtype=float)
    X = np.repeat(corners * [30.0, 20.0, 5.0], 25, axis=0) + np.random.default_rng(0).normal(0, 0.1, (100, 3))
    names = [one.name for one in profile_clusters(X, np.repeat(np.arange(4), 25), ["a", "b", "c"])]
    assert len(set(names)) == 4


def test_a_cluster_like_the_table_has_a_name_too():
    X, _ = table()
    (one,) = profile_clusters(X, np.zeros(len(X), dtype=int), NAMES)
    assert one.named_by == () and one.name
    assert sentence_for(one)


def test_shares_of_marks_have_words_of_their_own():
    mark = np.repeat([1.0, 1.0, 0.0, 0.0], 25)
    X = np.column_stack([mark, np.arange(100.0) % 3])
    with_mark, without = profile_clusters(X, np.repeat([0, 1], 50), ["member", "visits"])
    assert [one.features[0].is_mark for one in (with_mark, without)] == [True, True]
    assert [one.features[0].level for one in (with_mark, without)] == ["mostly", "rarely"]
    assert "100%" in sentence_for(with_mark)


def test_the_table_of_profiles_is_safe_in_a_spreadsheet():
    X, labels = table()
    profiles = profile_clusters(X, labels, ["=1+1", "@income", "größe"])
    frame = profile_table(profiles, row=lambda sample: 100 + sample)
    assert frame["rows"].tolist() == [20, 30]
    assert frame["typical row"].tolist() == [100 + one.typical for one in profiles]
    assert frame["mean 1"].tolist() == [one.features[0].mean for one in profiles]
    written = pd.read_csv(io.BytesIO(profile_csv(profiles)), dtype=str, encoding="utf-8-sig")
    assert list(written) == list(frame)
    cells = written.to_numpy().ravel().tolist()
    assert "'=1+1" in cells and not any(str(cell).startswith(("=", "@")) for cell in cells)
    assert profile_csv(profiles).startswith(b"\xef\xbb\xbf")


def test_values_near_the_largest_double_have_a_mean():
    X = np.array([[1e308], [1.2e308], [1e300], [2e300]])
    profiles = profile_clusters(X, [0, 0, 1, 1], ["huge"])
    assert np.isfinite([one.features[0].mean for one in profiles]).all()
