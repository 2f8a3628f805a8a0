"""What a choice without labels says about its result."""

import json
from dataclasses import replace

import numpy as np
import pytest
from block_graphs import block_graph
from sklearn.datasets import load_iris
from sklearn.exceptions import NotFittedError

from rnse_core import RNSE, AutoRNSE
from rnse_core.auto import NumberScore, changes_of, choice_parameters, describe_choice, doubtful_samples
from rnse_core.datasets import make_two_moons
from rnse_core.findings import (
    ChangeKind,
    ChosenNumber,
    ChosenSetting,
    ClusterProfile,
    ClustersAgainstReference,
    LabelsWouldChange,
    PoolAgreement,
    sentence_for,
)
from rnse_core.findings.changes import GRAPH_GROUPS
from rnse_core.metrics import adjusted_rand_index


@pytest.fixture(scope="module")
def iris():
    return load_iris()


@pytest.fixture(scope="module")
def model(iris):
    return AutoRNSE(random_state=0).fit(iris.data)


def test_every_part_of_a_choice_is_described(iris, model):
    findings = describe_choice(model, iris.data, iris.feature_names)
    kinds = [type(one) for one in findings]
    assert kinds[:4] == [ChosenNumber, ChosenSetting, ClustersAgainstReference, PoolAgreement]
    assert kinds.count(ClusterProfile) == model.n_clusters_
    assert kinds[-1] is LabelsWouldChange
    number, setting = findings[0], findings[1]
    assert (number.n_clusters, number.most) == (model.n_clusters_, 22)
    assert number.runner_up != number.n_clusters
    assert 0 <= number.runner_up_score <= number.score
    assert (setting.alpha, setting.whitened) == (model.estimator_.alpha, model.whitening_ is not None)
    assert all(sentence_for(one) for one in findings)


def test_numbers_that_are_nearly_as_good_are_named(iris, model):
    best = max(one.score for one in model.n_clusters_scores_ if one.agreement is not None)
    number = describe_choice(model)[0]
    scores = {one.n_clusters: one for one in model.n_clusters_scores_}
    assert number.near == tuple(sorted(number.near, key=lambda C: -scores[C].score))
    near = {C for C, one in scores.items() if one.agreement is not None and one.score >= 0.8 * best}
    assert set(number.near) == near - {number.n_clusters}


@pytest.mark.parametrize(("second", "near"), [(0.36, (2,)), (0.2, ()), (0.4, (2,)), (0.319, ()), (0.321, (2,))])
def test_a_near_second_is_told_from_a_far_one(iris, second, near):
    model = AutoRNSE(3, random_state=0).fit(iris.data)
    labels = model.labels_
    model.n_clusters_scores_ = (
        NumberScore(2, second, 1.0, second, labels),
        NumberScore(3, 0.4, 1.0, 0.4, labels),
        NumberScore(4, 0.39, None, 0.39, None),
    )
    number = next(one for one in describe_choice(model) if isinstance(one, ChosenNumber))
    assert (number.runner_up, number.near) == (2, near)
    far = replace(number, near=())
    assert (sentence_for(number) != sentence_for(far)) == bool(near)


def test_a_given_number_is_not_explained(iris):
    model = AutoRNSE(3, random_state=0).fit(iris.data)
    assert ChosenNumber not in {type(one) for one in describe_choice(model)}


def test_one_cluster_has_its_profile_alone(iris):
    model = AutoRNSE(1, random_state=0).fit(iris.data)
    assert [type(one) for one in describe_choice(model, iris.data, iris.feature_names)] == [ClusterProfile]


def test_doubtful_samples_by_pair_of_clusters():
    labels, second = np.array([0, 0, 0, 1, 1, 1]), np.array([1, 1, -1, 0, 0, 2])
    confidence = np.array([0.4, 0.2, 0.1, 0.45, 0.9, 0.3])
    found = doubtful_samples(labels, second, confidence)
    assert [(one.cluster, one.second, one.samples) for one in found] == [(0, 1, (1, 0)), (1, 2, (5,)), (1, 0, (3,))]


def test_a_pair_names_the_least_sure_samples_only():
    confidence = np.linspace(0.4, 0.1, 20)
    (one,) = doubtful_samples(np.zeros(20, int), np.ones(20, int), confidence)
    assert (one.n_samples, one.samples) == (20, (19, 18, 17, 16, 15))


def test_before_the_fit():
    with pytest.raises(NotFittedError):
        describe_choice(AutoRNSE())


def test_the_parameters_of_a_choice_give_the_clusters_again(iris, model):
    assert model.whitening_ is not None
    found = json.loads(json.dumps(choice_parameters(model)))
    W = np.loadtxt(found["whitening"])
    np.testing.assert_array_equal(W, model.whitening_)
    chosen = {name: value for name, value in found["chosen"].items() if name != "callback"}
    again = RNSE(**chosen).fit(iris.data @ W)
    assert adjusted_rand_index(again.labels_, model.labels_) == 1.0


def test_features_that_are_not_whitened_stay_as_they_are():
    X, _ = make_two_moons(n_samples=100, noise=0.05, random_state=0)
    model = AutoRNSE(2, random_state=0).fit(X)
    assert choice_parameters(model)["whitening"] is None
    np.testing.assert_array_equal(model.chosen_features(X), X)


def test_the_change_that_changes_most_comes_first(iris, model):
    changes = describe_choice(model)[-1].changes
    by_kind = {one.kind: one for one in changes}
    assert [one.agreement for one in changes] == sorted(one.agreement for one in changes)
    assert ChangeKind.NOT_WHITENED in by_kind and ChangeKind.WHITENED not in by_kind
    last = max(one.whitened for one in model.candidates_)
    least = min(adjusted_rand_index(model.labels_, one.labels) for one in model.candidates_ if one.whitened == last)
    assert by_kind[ChangeKind.SETTING].agreement == pytest.approx(least)
    if ChangeKind.NUMBER in by_kind:
        assert by_kind[ChangeKind.NUMBER].n_clusters != model.n_clusters_


def test_another_scale_is_fitted_with_the_chosen_setting():
    random = np.random.default_rng(0)
    X = np.column_stack([np.repeat([0.0, 8.0], 40) + random.normal(0, 1, 80), random.normal(0, 1, 80)])
    model = AutoRNSE(2, random_state=0).fit(X)
    other = X * [0.01, 1.0]
    found = {one.kind: one for one in changes_of(model, other)}
    again = RNSE(**model.estimator_.get_params(deep=False)).fit(other)
    assert found[ChangeKind.STANDARDISED].agreement == pytest.approx(adjusted_rand_index(model.labels_, again.labels_))
    assert ChangeKind.STANDARDISED not in {one.kind for one in changes_of(model)}


def test_without_a_choice_nothing_would_change(iris):
    assert changes_of(AutoRNSE(1, random_state=0).fit(iris.data)) == ()


def test_the_setting_of_a_graph_of_groups_is_said_truly_and_no_change_is_the_setting_itself():
    model = AutoRNSE(affinity="precomputed", random_state=0).fit(block_graph(150, 3, 12, 0.8)[0])
    assert model.block_coordinates_ is not None
    findings = describe_choice(model)
    (setting,) = [one for one in findings if isinstance(one, ChosenSetting)]
    (change,) = [one for one in findings[-1].changes if one.kind is ChangeKind.SETTING]
    assert setting.affinity == change.affinity == GRAPH_GROUPS
    assert change.alpha != setting.alpha
