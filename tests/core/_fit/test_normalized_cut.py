"""Tables of few answers, where copies make S fall apart in the wrong places."""

import warnings

import numpy as np
import pytest
from expected import warned
from numpy.testing import assert_allclose
from sklearn.metrics import adjusted_rand_score

from rnse_core import RNSE
from rnse_core._fit.alternation import KERNEL_CUT
from rnse_core._fit.normalized_cut import _between_distinct, falls_apart_around_duplicates, surely_better_cut
from rnse_core.affinity import compute_affinity
from rnse_core.affinity.sparse import neighbor_kernel
from rnse_core.datasets import make_blobs, make_two_moons
from rnse_core.exceptions import ComponentsEffect, ComponentsWarning, IdenticalSamplesWarning
from rnse_core.preprocessing import scale_features


def survey(n, questions=8, spread=0.6, seed=0):
    """Answers of 1 to 5 from three groups of people, and the groups."""
    profiles = np.array([[1, 1, 5, 5, 2, 2, 4, 4], [5, 5, 1, 1, 4, 4, 2, 2], [3, 3, 3, 1, 5, 1, 5, 1]])[:, :questions]
    rng = np.random.default_rng(seed)
    y = rng.integers(0, 3, n)
    answers = np.clip(np.rint(profiles[y] + rng.normal(0, spread, (n, questions))), 1, 5)
    return scale_features(answers, "zscore"), y


def with_copies(X, seed):
    """Every row one to six times, in a random order, and the number of each distinct row."""
    rng = np.random.default_rng(seed)
    groups = rng.permutation(np.repeat(np.arange(len(X)), rng.integers(1, 7, len(X))))
    groups = np.unique(groups, return_inverse=True)[1]
    return X[groups], groups


class TestSurveys:
    @pytest.mark.parametrize("graph", ["dense", "knn"])
    @pytest.mark.parametrize("seed", [1, 2, 3])
    def test_groups_far_apart_are_found(self, graph, seed):
        X, y = survey(1000, seed=seed)
        with pytest.warns(UserWarning) as caught:
            model = RNSE(3, graph=graph, random_state=0).fit(X)
        assert adjusted_rand_score(model.labels_, y) > 0.99
        assert any(isinstance(warning.message, ComponentsWarning | IdenticalSamplesWarning) for warning in caught)

    def test_it_is_said_and_ends_as_any_fit(self):
        X, _ = survey(1000, seed=1)
        effect = ComponentsEffect.CUT_OF_AFFINITY
        with warned(ComponentsWarning, effect=effect, n_clusters=3, alpha=1.0, alpha_to_try=10.0) as caught:
            model = RNSE(3, random_state=0).fit(X)
        (cut,) = (one.message for one in caught if isinstance(one.message, ComponentsWarning))
        assert cut.n_components == model.n_components_ and sum(cut.sizes) == 1000
        objectives = [record["objective"] for record in model.history_]
        assert model.converged_ and objectives == sorted(objectives, reverse=True)
        assert all(record["note"] == KERNEL_CUT for record in model.history_)
        assert_allclose(model.indicator_ @ model.indicator_.T, np.eye(3), atol=1e-12)
        _, groups = np.unique(X, axis=0, return_inverse=True)
        assert len(np.unique(np.column_stack([groups, model.labels_]), axis=0)) == groups.max() + 1

    def test_few_questions(self):
        X, y = survey(2000, questions=3, spread=0.4)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", UserWarning)
            scores = [
                adjusted_rand_score(RNSE(3, alpha=alpha, random_state=0).fit(X).labels_, y) for alpha in (0.3, 1.0, 3.0)
            ]
        assert min(scores) > 0.9

    def test_order_of_the_rows_does_not_matter(self):
        X, _ = survey(1000, seed=2)
        order = np.random.default_rng(0).permutation(len(X))
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", UserWarning)
            labels, permuted = (RNSE(3, random_state=0).fit(rows).labels_ for rows in (X, X[order]))
        assert adjusted_rand_score(labels[order], permuted) == 1


class TestWholeComponentsStay:
    def test_thin_clusters_with_copies(self):
        X, y = make_two_moons(n_samples=400, noise=0.03, random_state=0)
        X = np.round(X, 1)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", UserWarning)
            model = RNSE(2, random_state=0).fit(X)
        assert adjusted_rand_score(model.labels_, y) > 0.95
        assert not any(record["note"] == KERNEL_CUT for record in model.history_)

    def test_where_the_kernel_agrees(self):
        X, y = make_blobs(90, random_state=3)
        X, groups = with_copies(X, 0)
        kernel = compute_affinity(X, "self_tuning")
        assert surely_better_cut(kernel, y[groups], 3, groups, 0) is None
        wrong = (X[:, 0] > np.median(X[:, 0])).astype(int) + (X[:, 0] > np.quantile(X[:, 0], 0.9))
        wrong = wrong[np.unique(groups, return_index=True)[1]][groups]
        better = surely_better_cut(kernel, wrong, 3, groups, 0)
        assert adjusted_rand_score(better, y[groups]) > adjusted_rand_score(wrong, y[groups])


class TestParts:
    def test_a_component_of_nothing_but_copies(self):
        components = np.array([0, 0, 0, 1, 1, 2])
        assert falls_apart_around_duplicates(components, np.array([0, 0, 1, 2, 2, 3]))
        # A single sample is alone for other reasons.
        assert not falls_apart_around_duplicates(components, np.array([0, 0, 1, 2, 3, 4]))

    @pytest.mark.parametrize("affinity", ["self_tuning", "rbf", "cosine"])
    def test_sums_between_distinct_samples(self, affinity):
        X, groups = with_copies(np.random.default_rng(1).normal(size=(30, 3)), 1)
        first = np.unique(groups, return_index=True)[1]
        kernel = neighbor_kernel(X, affinity, 60, affinity_neighbors=7)
        K = kernel.points.kernel(*np.indices((len(X), len(X))).reshape(2, -1)).reshape(len(X), len(X))
        member = np.eye(groups.max() + 1)[groups]
        expected = member.T @ K @ member
        assert_allclose(_between_distinct(kernel, groups, first), expected, rtol=1e-12)
        assert_allclose(_between_distinct(K, groups, first), expected, rtol=1e-12)

    @pytest.mark.parametrize("affinity", ["knn", "probabilistic_knn"])
    def test_sums_on_a_graph_of_neighbours(self, affinity):
        X, groups = with_copies(np.random.default_rng(2).normal(size=(40, 3)), 2)
        first = np.unique(groups, return_index=True)[1]
        kernel = neighbor_kernel(X, affinity, 9, affinity_neighbors=9)
        member = np.eye(groups.max() + 1)[groups]
        found = _between_distinct(kernel, groups, first)
        assert_allclose(found.toarray(), member.T @ kernel.matrix.toarray() @ member, rtol=1e-12)
