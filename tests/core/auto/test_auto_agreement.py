"""How far partitions agree."""

import numpy as np
import pytest
from sklearn.metrics import adjusted_rand_score

from rnse_core.auto import cluster_votes, medoid, pairwise_agreement
from rnse_core.auto.agreement import agreement_with_others, mean_agreement


def partitions(seed, n=60, count=5):
    rng = np.random.default_rng(seed)
    first = rng.integers(4, size=n)
    return [np.where(rng.uniform(size=n) < 0.2 * i, rng.integers(3 + i % 2, size=n), first) for i in range(count)]


@pytest.mark.parametrize("seed", range(5))
def test_agreement_is_the_adjusted_rand_index(seed):
    found = partitions(seed)
    agreement = pairwise_agreement(found)
    for i, a in enumerate(found):
        for j, b in enumerate(found):
            assert agreement[i, j] == pytest.approx(adjusted_rand_score(a, b), abs=1e-12)
    pairs = agreement[np.triu_indices(len(found), 1)]
    assert mean_agreement(agreement) == pytest.approx(pairs.mean())
    assert np.mean(agreement_with_others(agreement)) == pytest.approx(pairs.mean())


def test_trivial_partitions_agree():
    for labels in (np.zeros(6, dtype=int), np.arange(6), np.zeros(1, dtype=int)):
        assert pairwise_agreement([labels, labels]).tolist() == [[1.0, 1.0], [1.0, 1.0]]


def test_one_partition_agrees_with_all_others_there_are():
    agreement = pairwise_agreement([np.array([0, 1, 1])])
    assert mean_agreement(agreement) == 1.0
    assert medoid(agreement) == 0


def test_the_medoid_agrees_best_and_is_the_first_of_equals():
    a, b = np.repeat([0, 1, 2], 10), np.tile([0, 1, 2], 10)
    assert medoid(pairwise_agreement([b, a, a])) == 1
    assert medoid(pairwise_agreement([a, a])) == 0


def test_votes_do_not_depend_on_the_names_of_clusters():
    labels, *others = partitions(0)
    renamed = [np.random.default_rng(1).permutation(int(other.max()) + 1)[other] for other in others]
    votes = cluster_votes(labels, others, 4)
    assert np.array_equal(votes, cluster_votes(labels, renamed, 4))
    assert (votes >= 0).all() and (votes.sum(axis=1) <= 1 + 1e-12).all()


def test_a_partition_votes_for_itself():
    labels = np.array([0, 0, 1, 2])
    assert np.array_equal(cluster_votes(labels, [labels, 2 - labels], 3), np.eye(3)[labels])


def test_a_cluster_without_a_partner_votes_for_none():
    labels, finer = np.zeros(5, dtype=int), np.array([0, 0, 0, 1, 1])
    assert cluster_votes(labels, [finer], 1)[:, 0].tolist() == [1, 1, 1, 0, 0]
