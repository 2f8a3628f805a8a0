"""Clusters beside data without clusters."""

import numpy as np
import pytest

from rnse_core.auto import (
    DistanceSamples,
    FeatureSamples,
    Progress,
    SimilaritySamples,
    Structure,
    fit_pool,
    judge_structure,
    learn_graphs,
    whitening_matrix,
)
from rnse_core.auto.null_reference import (
    BATCH,
    BATCHES,
    DISTRIBUTIONS,
    FEWEST_COMPARED,
    compared_size,
    draw_reference,
    judge_whitened,
    largest_gap,
    reference_eigenvalues,
)
from rnse_core.datasets import make_anisotropic, make_blobs, make_circles, make_two_moons
from rnse_core.findings import ClustersAgainstReference, sentence_for

SEEDS = range(3)


def cloud(seed, n=150):
    return np.random.default_rng(seed).normal(size=(n, 2))


def square(seed, n=150):
    return np.random.default_rng(seed).uniform(size=(n, 2))


def correlated(seed, n=150):
    return cloud(seed, n) @ np.array([[1.0, 0.9], [0.0, 0.4]])


def moons(seed, n=150):
    return make_two_moons(n, noise=0.05, random_state=seed)[0]


def circles(seed, n=150):
    return make_circles(n, random_state=seed)[0]


def blobs(seed, n=150):
    return make_blobs(n, random_state=seed)[0]


def judged(X, seed=0, **parameters):
    return judge_structure(FeatureSamples(X), seed, **{"max_clusters": 22, **parameters})


@pytest.mark.parametrize("draw", [cloud, square, correlated])
def test_data_without_clusters_are_seldom_clear(draw):
    assert sum(judged(draw(seed), seed).clear for seed in SEEDS) <= 1


@pytest.mark.parametrize("draw", [moons, circles, blobs])
def test_separate_clusters_are_clear(draw):
    assert all(judged(draw(seed), seed).clear for seed in SEEDS)


def test_parts_of_many_samples_are_compared():
    structure = judged(moons(0, 900))
    assert structure.clear and structure.n_samples < 900


def test_many_clusters_are_compared_with_more_samples():
    samples = FeatureSamples(cloud(0, 900))
    assert compared_size(samples, 40) == 2 * compared_size(samples, None)
    assert compared_size(FeatureSamples(cloud(0, 50)), 40) == 50


@pytest.mark.parametrize("factor, shift", [(2.0**-40, 0.0), (2.0**60, 0.0), (1.0, 64.0)])
def test_units_do_not_matter(factor, shift):
    X = np.round(moons(0) * 2**10) / 2**10
    assert judged(X * factor + shift).gap == pytest.approx(judged(X).gap, abs=1e-6)


def test_it_does_not_depend_on_threads():
    assert judged(cloud(0), n_jobs=2) == judged(cloud(0), n_jobs=1)


def test_distances_are_compared_like_their_samples():
    X = blobs(0)
    D = np.linalg.norm(X[:, None] - X[None], axis=2)
    structure = judge_structure(DistanceSamples(D), 0, max_clusters=5)
    assert structure.clear
    assert structure.gap == pytest.approx(judged(X, max_clusters=5).gap, abs=1e-6)


def test_a_number_that_is_given_is_looked_at_as_well():
    """The gap after nine groups stands out, though the largest gap of clouds without groups is as large."""
    X = blobs(0)
    assert judged(X, n_clusters=3).gap == pytest.approx(judged(X).gap)
    few = judged(X, n_clusters=7)
    assert few.clear and few.n_clusters is None
    grid = np.stack(np.meshgrid(*[np.arange(3.0)] * 2), axis=-1).reshape(-1, 2)
    many = np.repeat(6.0 * grid, 20, axis=0) + np.random.default_rng(0).normal(size=(180, 2))
    structure = judged(many, n_clusters=9)
    assert structure.clear and structure.n_clusters == 9


def test_long_clusters_are_clear_once_they_are_whitened():
    X, y = make_anisotropic(240, random_state=0)
    samples = FeatureSamples(X)
    matrix = whitening_matrix(samples.Y, np.unique(y, return_inverse=True)[1])
    plain, whitened = judged(X, n_clusters=3), judge_whitened(samples, 0, matrix, 3)
    assert not plain.clear and not plain.whitened
    assert whitened.clear and whitened.whitened and whitened.n_clusters == 3


def test_whitening_does_not_make_a_cloud_clear():
    for seed in SEEDS:
        samples = FeatureSamples(correlated(seed))
        pool = fit_pool(learn_graphs(samples, samples.settings[:1]), 3, 0)
        assert not judge_whitened(samples, seed, whitening_matrix(samples.Y, pool.labels), 3).clear


def test_where_there_is_nothing_to_compare():
    assert judged(cloud(0, FEWEST_COMPARED - 1)) is None
    assert judged(np.repeat(cloud(0, 5), 10, axis=0)) is None
    assert judge_structure(DistanceSamples(np.zeros((30, 30))), 0) is None
    assert judge_structure(SimilaritySamples(np.ones((30, 30))), 0) is None


def test_it_can_be_ended():
    assert judged(cloud(0), progress=Progress(lambda step, info: True)) is None


@pytest.mark.parametrize("kind", DISTRIBUTIONS)
def test_draws_have_the_deviations_asked_for(kind):
    X = draw_reference(kind, np.array([3.0, 0.5]), 20_000, np.random.default_rng(0))
    assert np.allclose(X.std(axis=0), [3.0, 0.5], rtol=0.03)
    assert abs(np.corrcoef(X.T)[0, 1]) < 0.03


def test_a_largest_gap_needs_numbers():
    values = reference_eigenvalues(FeatureSamples(blobs(0)))
    assert len(values) == 150 and (np.diff(values) <= 0).all() and values[0] == pytest.approx(1.0)
    assert largest_gap(values, ()) == 0.0
    assert largest_gap(values, range(2, 9)) == max(largest_gap(values, (number,)) for number in range(2, 9))


@pytest.mark.parametrize(
    "gap, share, clear, doubtful",
    [(0.9, 0.0, True, False), (0.6, 0.0, True, True), (0.45, 0.25, False, True), (0.2, 1.0, False, False)],
)
def test_what_is_clear_and_what_is_doubtful(gap, share, clear, doubtful):
    structure = Structure(gap, {"normal": (0.3, 0.4, 0.4, 0.5), "uniform": (0.1, 0.2, 0.2, 0.3)}, 100)
    assert (structure.share, structure.clear, structure.doubtful) == (share, clear, doubtful)
    finding = structure.finding
    assert finding == ClustersAgainstReference(clear, gap, 0.5, share, 8)
    assert sentence_for(finding)


def test_draws_are_counted():
    assert len(judged(cloud(0)).reference_gaps["normal"]) in (BATCH, BATCH * BATCHES)
