"""The fits of a pool, and the choice among them."""

import numpy as np
import pytest
from sklearn.metrics import adjusted_rand_score

from rnse_core import RNSE
from rnse_core.auto import FeatureSamples, PoolGraph, Progress, Step, choose_fit, fit_pool, learn_graphs
from rnse_core.datasets import make_anisotropic, make_blobs, make_two_moons
from rnse_core.projection import project_doubly_stochastic

X, y = make_two_moons(120, noise=0.08, random_state=0)
samples = FeatureSamples(X)
graphs = learn_graphs(samples, samples.settings, n_pairs_for=3)


def full(S):
    return S if isinstance(S, np.ndarray) else S.toarray()


def test_graphs_are_exact_projections_with_any_start():
    for graph in graphs:
        S = project_doubly_stochastic(graph.kernel / (2.0 * graph.setting.alpha))
        np.testing.assert_allclose(full(graph.similarity), S, atol=1e-8)
        cold = PoolGraph(samples, graph.setting)
        np.testing.assert_allclose(full(cold.similarity), full(graph.similarity), atol=1e-8)


def test_eigenvalues_are_those_of_the_graph():
    for graph in graphs:
        wanted = np.linalg.eigvalsh(full(graph.similarity))[::-1]
        for k in (1, 4, 9):
            np.testing.assert_allclose(graph.eigenvalues(k), wanted[:k], atol=1e-6)


@pytest.mark.parametrize("n_clusters", [2, 3, 5])
def test_labels_are_those_of_a_fit(n_clusters):
    """Of its first round: the joint term changes few or none."""
    for graph in graphs:
        model = RNSE(n_clusters, beta=0.0, random_state=0, **graph.setting.parameters()).fit(X)
        assert adjusted_rand_score(graph.labels(n_clusters, 0), model.labels_) > 0.9


def test_candidates_say_what_they_are():
    pool = fit_pool(graphs, 2, 0)
    assert [candidate.setting for candidate in pool.candidates] == list(samples.settings)
    assert pool.labels is pool.candidates[pool.best].labels
    assert pool.candidates[pool.best].agreement == max(candidate.agreement for candidate in pool.candidates)
    assert pool.agreement == pytest.approx(np.mean([candidate.agreement for candidate in pool.candidates]))
    assert pool.score == pool.agreement + pool.gap
    for candidate in pool.candidates:
        assert 0.0 <= candidate.gap <= 1.0
        assert candidate.seconds > 0.0
        assert len(candidate.labels) == len(X) and candidate.whitened == 0


def test_threads_change_nothing():
    one, two = (choose_fit(samples, 3, 0, n_jobs=n_jobs) for n_jobs in (1, 2))
    for a, b in zip(one.candidates, two.candidates, strict=True):
        assert np.array_equal(a.labels, b.labels)
        assert (a.setting, a.agreement, a.gap) == (b.setting, b.agreement, b.gap)


def test_a_choice_is_one_of_its_candidates():
    choice = choose_fit(samples, 2, 0, graphs=graphs[:2])
    assert choice.candidate in choice.candidates
    assert choice.pools[0].graphs[:2] == tuple(graphs[:2])
    assert adjusted_rand_score(choice.candidate.labels, y) > 0.9


def test_long_clusters_are_whitened():
    long, classes = make_anisotropic(240, random_state=0)
    choice = choose_fit(FeatureSamples(long), 3, 0)
    assert choice.whitening is not None and choice.pool is choice.pools[-1] and choice.candidate.whitened > 0
    assert adjusted_rand_score(choice.candidate.labels, classes) > 0.9


def test_round_clusters_are_left_as_they_are():
    choice = choose_fit(FeatureSamples(make_blobs(90, random_state=0)[0]), 3, 0)
    assert choice.whitening is None and choice.pool is choice.pools[0]


@pytest.mark.parametrize("after", [1, 3, 8, 20])
def test_a_choice_can_be_ended_at_any_step(after):
    seen = []

    def tell(step, info):
        seen.append((step, info["what"]))
        return step == after

    choice = choose_fit(samples, 2, 0, progress=Progress(tell))
    assert [step for step, _ in seen] == list(range(1, after + 1))
    assert {what for _, what in seen} <= {Step.GRAPH, Step.LABELS}
    assert choice.candidate in choice.candidates
