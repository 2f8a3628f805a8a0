"""The ways in which real data and real users break clustering estimators, for the methods that embed or factorise."""

import inspect
import pickle
import warnings

import numpy as np
import pytest
from embedding_methods import (
    WITH_GRAPH,
    X,
    assert_usable,
    each_method,
    fit,
    fit_predict,
    make_rays,
    same_partition,
    y,
)
from expected import ignoring, raised, warned
from sklearn.base import clone
from sklearn.exceptions import ConvergenceWarning
from threadpoolctl import threadpool_limits

from rnse_core.baselines.lrr import LRR
from rnse_core.baselines.nm3f import NM3F
from rnse_core.baselines.nmf import NMFClustering
from rnse_core.exceptions import (
    ComponentsWarning,
    EmptyClustersWarning,
    ParameterError,
    ParameterTypeError,
    Reason,
)


class TestClearClusters:
    @each_method
    def test_are_found(self, method):
        model = fit(method, X)
        assert_usable(model, 60)
        assert same_partition(model.labels_, y)

    @each_method
    def test_whatever_the_order_of_the_samples(self, method):
        order = np.random.default_rng(1).permutation(60)
        assert same_partition(fit(method, X[order]).labels_, y[order])

    @each_method
    def test_same_seed_same_labels_whatever_the_threads(self, method):
        noise = np.random.default_rng(0).uniform(size=(50, 4))
        expected = fit(method, noise, random_state=5).labels_
        for n_threads in (1, 2):
            with threadpool_limits(n_threads):
                assert same_partition(fit(method, noise, random_state=5).labels_, expected)
        assert np.array_equal(fit(method, noise, random_state=5).labels_, expected)

    @each_method
    def test_a_generator_is_drawn_from_and_left_in_place(self, method):
        state = np.random.RandomState(3)
        model = fit(method, X, random_state=state)
        assert model.random_state is state
        assert same_partition(model.labels_, y)

    @each_method
    def test_fit_predict_pickle_and_clone(self, method):
        model = fit(method, X)
        again = pickle.loads(pickle.dumps(model))
        assert np.array_equal(again.labels_, model.labels_)
        assert np.array_equal(again.embedding_, model.embedding_)
        assert clone(model).get_params() == model.get_params()
        assert np.array_equal(fit_predict(method, X), model.labels_)

    @pytest.mark.parametrize("method", WITH_GRAPH)
    def test_the_graph_is_symmetric(self, method):
        graph = fit(method, X).affinity_matrix_
        assert graph.shape == (60, 60)
        assert np.array_equal(graph, graph.T)
        assert graph.min() >= 0


class TestNumberOfClusters:
    @each_method
    def test_one_cluster_holds_all(self, method):
        model = fit(method, X, 1)
        assert not model.labels_.any()
        assert_usable(model, 60)

    @each_method
    @pytest.mark.parametrize("n_samples", [2, 3, 12])
    def test_as_many_clusters_as_samples(self, method, n_samples):
        model = fit(method, X[:n_samples], n_samples)
        assert np.array_equal(np.sort(model.labels_), np.arange(n_samples))
        assert_usable(model, n_samples)

    @each_method
    @pytest.mark.parametrize("n_clusters", [2, 5, 10, 11])
    def test_numbers_in_between(self, method, n_clusters):
        model = fit(method, X[:12], n_clusters)
        assert_usable(model, 12)
        assert 1 <= model.n_clusters_found_ <= n_clusters

    @each_method
    def test_as_many_distinct_rows_as_clusters(self, method):
        model = fit(method, np.repeat(X[:3], 8, axis=0), 3)
        assert np.array_equal(model.labels_, np.repeat(model.labels_[::8], 8))
        assert model.n_clusters_found_ == 3

    @each_method
    def test_fewer_distinct_rows_than_clusters(self, method):
        with raised(ParameterError, value=4, reason=Reason.MORE_CLUSTERS_THAN_DISTINCT_ROWS, bound=3):
            fit(method, np.repeat(X[:3], 5, axis=0), 4)

    @each_method
    @pytest.mark.parametrize(
        "n_clusters, error, reason",
        [
            (0, ParameterError, Reason.TOO_SMALL),
            (61, ParameterError, Reason.MORE_CLUSTERS_THAN_SAMPLES),
            (2.0, ParameterTypeError, Reason.NOT_A_WHOLE_NUMBER),
            ("3", ParameterTypeError, Reason.NOT_A_WHOLE_NUMBER),
            (True, ParameterTypeError, Reason.NOT_A_WHOLE_NUMBER),
        ],
    )
    def test_bad_numbers(self, method, n_clusters, error, reason):
        with raised(error, parameter="n_clusters", value=n_clusters, reason=reason):
            fit(method, X, n_clusters)

    @ignoring(ComponentsWarning)
    @each_method
    def test_fewer_clusters_than_asked_for_are_counted_and_said(self, method, monkeypatch):
        module = inspect.getmodule(method)
        torn = np.where(np.arange(60) < 20, 0, 2)
        for name in ("kmeans_labels", "largest_memberships"):
            if hasattr(module, name) and not (method is NM3F and name == "kmeans_labels"):
                monkeypatch.setattr(module, name, lambda *arguments: torn)
        if hasattr(module, "NCuts"):
            cut = module.NCuts.fit

            def fit_and_tear(model, graph):
                cut(model, graph)
                model.labels_ = torn
                return model

            monkeypatch.setattr(module.NCuts, "fit", fit_and_tear)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", ConvergenceWarning)
            with warned(EmptyClustersWarning, asked=3, found=2):
                model = method(3, random_state=0).fit(X)
        assert model.n_clusters_found_ == 2
        assert set(model.labels_) == {0, 1}


class TestIdenticalRows:
    @each_method
    @pytest.mark.parametrize("seed", range(3))
    def test_get_one_label(self, method, seed):
        rng = np.random.default_rng(seed)
        groups = np.repeat(np.arange(12), rng.integers(1, 16, size=12))
        groups = groups[rng.permutation(len(groups))]
        model = fit(method, rng.uniform(size=(12, 3))[groups], 4)
        assert_usable(model, len(groups))
        assert all(len(set(model.labels_[groups == group])) == 1 for group in range(12))

    @each_method
    def test_most_rows_identical(self, method):
        data = np.r_[np.full((50, 3), 0.1), X[:10]]
        model = fit(method, data, 2)
        assert_usable(model, 60)
        assert len(set(model.labels_[:50])) == 1

    @each_method
    @pytest.mark.parametrize("value", [0.0, 1.0, 7.3e200])
    @pytest.mark.parametrize("n_samples", [1, 2, 6])
    def test_all_rows_equal(self, method, value, n_samples):
        data = np.full((n_samples, 3), value)
        model = fit(method, data, 1)
        assert not model.labels_.any()
        assert_usable(model, n_samples)
        if n_samples > 1:
            with raised(ParameterError, value=2, reason=Reason.MORE_CLUSTERS_THAN_DISTINCT_ROWS, bound=1):
                fit(method, data, 2)


class TestSmallAndFlatData:
    @each_method
    def test_one_feature(self, method):
        data = np.r_[np.linspace(1.0, 1.1, 10), np.linspace(9.0, 9.1, 10)][:, None]
        model = fit(method, data, 2)
        assert_usable(model, 20)
        # One non-negative factor, or one subspace, is all there is on a line through the origin.
        if method not in (NMFClustering, LRR, NM3F):
            assert same_partition(model.labels_, np.repeat([0, 1], 10))

    @each_method
    def test_two_samples(self, method):
        assert fit(method, [[0.0, 1.0], [3.0, 2.0]], 1).labels_.tolist() == [0, 0]
        assert sorted(fit(method, [[0.0, 1.0], [3.0, 2.0]], 2).labels_) == [0, 1]

    @each_method
    def test_constant_columns_and_rows_of_zeros(self, method):
        for data in (np.c_[X, np.full(60, 7.0), np.zeros(60)], np.r_[X, np.zeros((5, 3))]):
            assert_usable(fit(method, data), len(data))

    @each_method
    def test_more_features_than_samples(self, method):
        wide, classes = make_rays(24, n_features=3)
        wide = np.repeat(wide, 60, axis=1) + 0.3 * np.random.default_rng(0).uniform(size=(24, 180))
        # LRR represents groups of 8 samples from lam = 1/8 on.
        model = fit(method, wide, **({"lam": 0.5} if method is LRR else {}))
        assert same_partition(model.labels_, classes)

    @each_method
    def test_range_of_the_floats(self, method):
        for data in (
            np.array([[5e-324, 0.0], [0.0, 0.0], [1.0, 0.0], [1.5, 1.0]]),
            np.array([[1.7e308, 0.0], [0.0, 1.7e308], [0.0, 0.0], [1.0, 0.0]]),
            np.array([[1e-300, 1e300], [2e-300, 1e300], [1e300, 1e-300], [0.0, 0.0]]),
        ):
            assert_usable(fit(method, data, 2), 4)
