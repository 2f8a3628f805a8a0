"""Findings say what is so, and only that."""

import warnings
from functools import lru_cache

import numpy as np
import pytest

from rnse_core import RNSE
from rnse_core.datasets import make_blobs, make_block_diagonal, make_two_moons
from rnse_core.findings import (
    AlphaTooLarge,
    AlphaTooSmall,
    BetaMadeBlocks,
    BetweenClusters,
    ComponentsAreClusters,
    CrossingAffinity,
    MoreComponentsThanClusters,
    ObjectiveRose,
    RowSumsOff,
    sentence_for,
    structure_findings,
)
from rnse_core.metrics import cross_cluster_affinity, membership

MOONS, CLASSES = make_two_moons(n_samples=200, noise=0.05, random_state=0)


def findings(model, data, **options):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        model.fit(data)
    found = structure_findings(
        model.similarity_,
        model.labels_,
        model.history_,
        n_clusters=model.n_clusters,
        alpha=model.alpha,
        beta=model.beta,
        **options,
    )
    return {type(one): one for one in found}


@lru_cache
def moons(alpha):
    return findings(RNSE(2, alpha=alpha, random_state=0), MOONS)


def test_components_that_are_the_clusters():
    assert moons(1.0)[ComponentsAreClusters] == ComponentsAreClusters(2)
    assert CrossingAffinity not in moons(1.0), "nothing can cross"


def test_more_components_than_clusters():
    found = moons(0.1)[MoreComponentsThanClusters]
    assert found.n_components > found.n_clusters == 2
    assert ComponentsAreClusters not in moons(0.1)


def test_an_almost_empty_S():
    found = moons(0.01)[AlphaTooSmall]
    assert found.neighbors_per_row < 2 and found.mean_diagonal > 0.3
    assert all(AlphaTooSmall not in moons(alpha) for alpha in (0.3, 1.0, 3.0, 100.0))


@pytest.mark.parametrize("alpha", [100.0, 1000.0])
def test_an_almost_uniform_S(alpha):
    assert moons(alpha)[AlphaTooLarge].filled == 1.0
    assert all(AlphaTooLarge not in moons(alpha) for alpha in (0.01, 0.3, 1.0, 3.0))


def test_the_share_that_crosses_is_that_of_the_metric():
    model = RNSE(2, alpha=10.0, random_state=0)
    found = findings(model, MOONS)[CrossingAffinity]
    assert found.share == pytest.approx(cross_cluster_affinity(model.similarity_, model.labels_))


def test_blocks_that_beta_has_made():
    A, _ = make_block_diagonal(200, 4, noise=0.95, random_state=0)
    made = findings(RNSE(4, affinity="precomputed", beta=100.0, random_state=0), A)[BetaMadeBlocks]
    assert (made.components_before, made.components_after) == (1, 4)
    for beta in (0.0, 1.0):
        assert BetaMadeBlocks not in findings(RNSE(4, affinity="precomputed", beta=beta, random_state=0), A)


@pytest.mark.parametrize("beta", [0.0, 1.0, 100.0, 1000.0])
def test_blocks_that_K_has_are_not_laid_to_beta(beta):
    found = findings(RNSE(2, beta=beta, random_state=0), MOONS)
    assert BetaMadeBlocks not in found and ComponentsAreClusters in found


def test_the_printed_algorithm_leaves_S_infeasible_and_its_objective_rises():
    found = findings(RNSE.from_preset("paper", 2, random_state=0), MOONS, start_from_data=False)
    assert found[RowSumsOff].error > 0.01
    assert found[ObjectiveRose].row_sum_error >= found[RowSumsOff].error
    assert 0 < found[ObjectiveRose].largest < 0.1


@pytest.mark.parametrize("beta", [0.0, 1.0, 50.0])
@pytest.mark.parametrize("seed", range(3))
def test_the_exact_objective_never_rises(beta, seed):
    X, _ = make_blobs(n_samples=150, n_clusters=3, random_state=seed)
    found = findings(RNSE(3, beta=beta, random_state=seed), X)
    assert ObjectiveRose not in found and RowSumsOff not in found


def test_samples_between_clusters_are_those_of_little_confidence():
    X = np.concatenate([np.random.default_rng(0).normal(c, 1.0, size=(60, 2)) for c in (0.0, 3.5)])
    model = RNSE(2, random_state=0)
    found = findings(model, X)[BetweenClusters]
    tied = membership(model.similarity_, model.labels_)
    assert {found.first, found.second} == {0, 1}
    loose = np.flatnonzero(tied.confidence < 2 / 3)
    assert sorted(found.samples) == loose.tolist()
    assert (np.diff(tied.confidence[list(found.samples)]) >= 0).all()


def test_every_finding_has_a_sentence_with_its_numbers():
    for found in (moons(0.01), moons(1.0), moons(10.0), moons(100.0)):
        for one in found.values():
            assert sentence_for(one).endswith(".")
    sentence = sentence_for(BetweenClusters("a", "b", (0, 4)), row=lambda i: f"line {i + 2}")
    assert "line 2" in sentence and "line 6" in sentence
    with pytest.raises(TypeError):
        sentence_for(object())
