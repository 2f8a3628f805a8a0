"""The estimator without parameters, from its promises."""

import copy
import functools
import itertools
import pickle

import numpy as np
import pytest
from auto_fits import BLOBS, CLASSES, FORMS, KERNEL, LONG, LONG_CLASSES, assert_consistent, each_form, fit
from expected import raised
from scipy.sparse import csr_array
from sklearn.base import clone
from sklearn.metrics import adjusted_rand_score

from rnse_core import RNSE, AutoRNSE
from rnse_core.auto import Step
from rnse_core.auto import rows as rows_module
from rnse_core.datasets import make_anisotropic, make_blobs, make_circles
from rnse_core.exceptions import (
    NotEnoughMemory,
    ParameterError,
    Reason,
)


@functools.cache
def long_fit(n_clusters=3):
    """Return a fit that nobody may change."""
    return fit(LONG, n_clusters)


class TestResult:
    @each_form
    def test_separate_clusters_are_found(self, affinity):
        model = fit(FORMS[affinity], affinity=affinity)
        assert_consistent(model, 90)
        assert model.n_clusters_ == 3
        assert adjusted_rand_score(model.labels_, CLASSES) == 1
        assert [score.n_clusters for score in model.n_clusters_scores_] == list(range(2, 23))
        assert (model.structure_ is None) == (affinity == "precomputed")

    @each_form
    @pytest.mark.parametrize("n_clusters", [1, 2, 5, np.int32(4)])
    def test_a_given_number_is_taken(self, affinity, n_clusters):
        model = fit(FORMS[affinity], n_clusters, affinity=affinity)
        assert_consistent(model, 90)
        assert model.n_clusters_ == n_clusters == len(np.unique(model.labels_))
        assert model.n_clusters_scores_ == ()
        assert model.whitening_ is None or affinity == "auto"

    def test_a_sparse_similarity_is_its_own_graph(self):
        model = fit(csr_array(np.where(KERNEL > 0.01, KERNEL, 0.0)), affinity="precomputed")
        assert_consistent(model, 90)
        assert adjusted_rand_score(model.labels_, CLASSES) == 1
        assert model.predict(csr_array(KERNEL[:4])).tolist() == model.labels_[:4].tolist()

    @pytest.mark.parametrize("most", [1, 2, 4, 500])
    def test_the_largest_number_is_kept_to(self, most):
        model = fit(BLOBS, max_clusters=most)
        assert_consistent(model, 90)
        assert model.n_clusters_ <= most
        assert all(score.n_clusters <= min(most, 45) for score in model.n_clusters_scores_)

    def test_clear_and_unclear_structure(self):
        assert fit(make_circles(150, random_state=0)[0]).structure_.clear
        assert not fit(np.random.default_rng(0).normal(size=(150, 2))).structure_.clear
        assert long_fit().structure_.whitened

    def test_long_clusters_are_whitened_and_predicted(self):
        model = long_fit()
        assert_consistent(model, len(LONG))
        assert model.whitening_.shape == (2, 2)
        assert adjusted_rand_score(model.labels_, LONG_CLASSES) > 0.9
        assert np.array_equal(model.predict(LONG), model.labels_)
        again = clone(model.estimator_).fit(LONG @ model.whitening_)
        assert adjusted_rand_score(again.labels_, model.labels_) == 1
        nearby = LONG + 1e-6 * np.random.default_rng(0).normal(size=LONG.shape)
        assert np.mean(model.predict(nearby) == model.labels_) > 0.99

    def test_samples_between_clusters_are_less_sure(self):
        rng = np.random.default_rng(0)
        X = np.r_[rng.normal(size=(60, 2)), rng.normal(size=(60, 2)) + np.array([5, 0]), [[2.5, 0.0], [2.5, 0.2]]]
        model = fit(X, 2)
        assert model.confidence_[-2:].max() < np.median(model.confidence_)
        assert (model.second_labels_[-2:] == 1 - model.labels_[-2:]).all()


class TestEquivariance:
    @each_form
    def test_the_order_of_samples_does_not_matter(self, affinity):
        order = np.random.default_rng(1).permutation(90)
        X = FORMS[affinity][order] if affinity == "auto" else FORMS[affinity][np.ix_(order, order)]
        model, shuffled = fit(FORMS[affinity], affinity=affinity), fit(X, affinity=affinity)
        assert adjusted_rand_score(shuffled.labels_, model.labels_[order]) == 1
        assert np.allclose(shuffled.confidence_, model.confidence_[order], atol=1e-6)

    @pytest.mark.parametrize("factor, shift", [(2.0**300, 0.0), (2.0**-300, 0.0), (1.0, 1024.0), (-1.0, 0.0)])
    def test_scale_and_shift_do_not_matter(self, factor, shift):
        X = np.round(LONG * 2**12) / 2**12
        model, other = fit(X, 3), fit(X * factor + shift, 3)
        assert adjusted_rand_score(other.labels_, model.labels_) == 1
        assert np.allclose(other.confidence_, model.confidence_, atol=1e-6)
        assert (other.whitening_ is None) == (model.whitening_ is None)

    def test_a_rotation_does_not_matter(self):
        turn = np.array([[0.6, 0.8], [-0.8, 0.6]])
        assert adjusted_rand_score(fit(LONG @ turn, 3).labels_, long_fit().labels_) == 1

    def test_constant_features_do_not_matter(self):
        wide = np.c_[np.full(len(LONG), 0.1), LONG, np.zeros(len(LONG))]
        model = fit(wide, 3)
        assert adjusted_rand_score(model.labels_, long_fit().labels_) == 1
        assert np.allclose(model.confidence_, long_fit().confidence_, atol=1e-6)
        assert model.whitening_.shape == (4, 4)

    def test_a_unit_of_similarity_does_not_matter(self):
        model = fit(KERNEL * 1000.0, affinity="precomputed")
        assert adjusted_rand_score(model.labels_, fit(KERNEL, affinity="precomputed").labels_) == 1

    def test_threads_and_runs_do_not_matter(self):
        models = [fit(LONG, n_jobs=n_jobs) for n_jobs in (None, 2, None)]
        for model in models[1:]:
            assert np.array_equal(model.labels_, models[0].labels_)
            assert np.array_equal(model.confidence_, models[0].confidence_)
            assert model.structure_ == models[0].structure_
            assert model.n_clusters_scores_ == models[0].n_clusters_scores_


class TestDegenerateData:
    @pytest.mark.parametrize("n", [1, 2, 3, 4, 5])
    def test_few_samples(self, n):
        X = np.random.default_rng(n).normal(size=(n, 2))
        assert_consistent(fit(X), n)
        for n_clusters in range(1, n + 1):
            model = fit(X, n_clusters)
            assert_consistent(model, n)
            assert len(np.unique(model.labels_)) == n_clusters

    @pytest.mark.parametrize("affinity", ["precomputed", "precomputed_distance"])
    @pytest.mark.parametrize("n", [1, 2, 4, 5])
    def test_small_matrices(self, affinity, n):
        assert_consistent(fit(FORMS[affinity][:n, :n], affinity=affinity), n)

    @pytest.mark.parametrize("n_distinct", [1, 2, 3, 7])
    def test_identical_rows_get_one_label(self, n_distinct):
        rng = np.random.default_rng(n_distinct)
        X = np.repeat(9.0 * rng.normal(size=(n_distinct, 2)), rng.integers(4, 9, size=n_distinct), axis=0)
        X = X[rng.permutation(len(X))]
        groups = np.unique(X, axis=0, return_inverse=True)[1].ravel()
        for n_clusters in ("auto", *range(1, n_distinct + 1)):
            model = fit(X, n_clusters)
            assert_consistent(model, len(X))
            assert all(len(np.unique(model.labels_[groups == g])) == 1 for g in range(n_distinct))

    def test_copies_of_few_points_are_the_clusters(self):
        X = np.repeat([[0.0, 0.0], [4.0, 0.0], [2.0, 4.0]], 15, axis=0)
        assert adjusted_rand_score(fit(X).labels_, np.repeat(np.arange(3), 15)) == 1

    def test_more_clusters_than_distinct_rows(self):
        with raised(ParameterError, reason=Reason.MORE_CLUSTERS_THAN_DISTINCT_ROWS, value=3, bound=2):
            fit(np.repeat([[0.0], [1.0]], 6, axis=0), 3)

    @pytest.mark.parametrize("shape", [(30, 150), (12, 1)])
    def test_wide_and_narrow_tables(self, shape):
        assert_consistent(fit(np.random.default_rng(0).normal(size=shape)), shape[0])

    def test_equal_similarities(self):
        for K in (np.eye(12), np.ones((12, 12)), np.zeros((12, 12))):
            assert_consistent(fit(K, affinity="precomputed"), 12)


class TestManySamples:
    @pytest.fixture(autouse=True)
    def choose_on_few(self, monkeypatch):
        monkeypatch.setattr(rows_module, "CHOICE_SAMPLES", 120)

    @pytest.mark.parametrize("draw", [make_blobs, make_anisotropic])
    def test_the_choice_is_made_on_a_part_and_the_fit_on_all(self, draw):
        X, y = draw(400, random_state=0)
        model = fit(X, 3)
        assert_consistent(model, 400)
        assert len(model.sample_) == 120
        assert len(model.estimator_.labels_) == 400
        assert adjusted_rand_score(model.labels_, y) > 0.9
        assert np.median(model.confidence_) > 0.9

    @pytest.mark.parametrize("affinity", ["precomputed", "precomputed_distance"])
    def test_matrices(self, affinity):
        X, y = make_blobs(300, random_state=1)
        A = np.linalg.norm(X[:, None] - X[None], axis=2)
        model = fit(A if affinity == "precomputed_distance" else np.exp(-np.square(A)), affinity=affinity)
        assert_consistent(model, 300)
        assert len(model.sample_) == 120
        assert adjusted_rand_score(model.labels_, y) > 0.9

    def test_another_seed_is_another_part(self):
        X = make_blobs(300, random_state=0)[0]
        assert not np.array_equal(fit(X, 3, random_state=1).sample_, fit(X, 3).sample_)

    def test_the_memory_guard_holds(self, monkeypatch):
        monkeypatch.setattr(rows_module, "available_bytes", lambda: 10**5)
        with pytest.raises(NotEnoughMemory):
            fit(np.zeros((300, 2)))


class TestCallback:
    def test_it_is_told_every_step(self):
        seen = []
        model = fit(BLOBS, callback=lambda step, info: seen.append((step, info["what"])))
        assert [step for step, _ in seen] == list(range(1, len(seen) + 1))
        assert [what for what, _ in itertools.groupby(what for _, what in seen)][:2] == [Step.GRAPH, Step.NUMBER]
        assert {what for _, what in seen} == set(Step)
        assert sum(what == Step.LABELS for _, what in seen) == len(model.candidates_)

    @pytest.mark.parametrize("n_clusters", ["auto", 3])
    @pytest.mark.parametrize("last", [1, 2, 4, 6, 9, 14])
    def test_it_can_end_the_choice_at_any_step(self, last, n_clusters):
        model = fit(BLOBS, n_clusters, callback=lambda step, info: step == last)
        assert_consistent(model, 90)
        assert model.structure_ is None
        assert n_clusters == "auto" or model.n_clusters_ == 3

    def test_its_error_is_raised(self):
        def fail(step, info):
            raise KeyboardInterrupt

        with pytest.raises(KeyboardInterrupt):
            fit(BLOBS, callback=fail)


class TestFrozen:
    OTHERS = {  # noqa: RUF012
        "n_clusters": 2,
        "max_clusters": 3,
        "affinity": "precomputed",
        "random_state": 7,
        "n_jobs": 2,
        "callback": print,
    }

    def test_every_parameter_is_tried(self):
        assert self.OTHERS.keys() == AutoRNSE().get_params().keys()

    def test_predictions_do_not_depend_on_what_changes_later(self):
        X = LONG.copy()
        model = fit(X, 3)
        queries = np.random.default_rng(1).uniform(X.min(axis=0), X.max(axis=0), size=(200, 2))
        expected = long_fit().predict(queries)
        X[:] = 0.0
        model.set_params(**self.OTHERS)
        model.estimator_.set_params(affinity="rbf", alpha=9.0)
        model.labels_[:] = 0
        model.whitening_[:] = 0.0
        assert np.array_equal(model.predict(queries), expected)

    @each_form
    def test_results_do_not_share_memory_with_the_data(self, affinity):
        A = FORMS[affinity].copy()
        model = fit(A, affinity=affinity)
        kept = [copy.deepcopy(value) for value in (model.labels_, model.confidence_, model.estimator_.similarity_)]
        A[:] = 0.0
        for before, after in zip(kept, (model.labels_, model.confidence_, model.estimator_.similarity_), strict=True):
            assert abs(before - after).max() == 0

    def test_a_pickled_model_predicts_the_same(self):
        model = long_fit()
        loaded = pickle.loads(pickle.dumps(model))
        assert np.array_equal(loaded.predict(LONG), model.predict(LONG))
        assert loaded.candidates_[0].setting == model.candidates_[0].setting

    def test_a_second_fit_replaces_the_first(self):
        model = AutoRNSE(3, random_state=0).fit(LONG)
        model.set_params(n_clusters="auto").fit(BLOBS)
        assert_consistent(model, 90)
        again = clone(model).fit(BLOBS)
        assert np.array_equal(model.labels_, again.labels_)
        assert (model.whitening_ is None) == (again.whitening_ is None)


def test_the_fit_behind_the_labels_is_one_of_rnse():
    model = fit(BLOBS)
    assert isinstance(model.estimator_, RNSE)
    assert model.estimator_.similarity_.shape == (90, 90)
    assert model.estimator_.indicator_.shape == (3, 90)
    assert model.estimator_.history_
