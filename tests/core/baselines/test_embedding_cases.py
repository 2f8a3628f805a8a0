"""The ways in which real data and real users break clustering estimators, for the methods that embed or factorise."""

import inspect
import pickle
import warnings

import numpy as np
import pandas as pd
import pytest
from expected import ignoring, raised, warned
from scipy.sparse import csr_array
from sklearn.base import clone
from sklearn.exceptions import ConvergenceWarning
from sklearn.metrics import adjusted_rand_score
from threadpoolctl import threadpool_limits

from rnse_core.baselines.gnmf import GNMF
from rnse_core.baselines.laplacian_eigenmaps import LaplacianEigenmaps
from rnse_core.baselines.lpp import LPP
from rnse_core.baselines.lrr import LRR
from rnse_core.baselines.nm3f import NM3F
from rnse_core.baselines.nmf import NMFClustering
from rnse_core.baselines.pca_kmeans import PCAKMeans
from rnse_core.baselines.self_tuning import SelfTuningSpectral
from rnse_core.baselines.spectral_regression import SpectralRegression
from rnse_core.exceptions import (
    ComponentsWarning,
    EmptyClustersWarning,
    InputError,
    NotConvergedWarning,
    ParameterError,
    ParameterTypeError,
    ParameterWarning,
    Reason,
)

METHODS = [
    PCAKMeans, NMFClustering, LRR, LaplacianEigenmaps, LPP, SpectralRegression, NM3F, GNMF, SelfTuningSpectral
]  # fmt: skip
NON_NEGATIVE = [NMFClustering, NM3F, GNMF]
ITERATIVE = [LRR, NM3F, GNMF]
WITH_NEIGHBORS = [LaplacianEigenmaps, LPP, SpectralRegression, GNMF, SelfTuningSpectral]
WITH_GRAPH = [LRR, *WITH_NEIGHBORS]

each_method = pytest.mark.parametrize("method", METHODS)
each_iterative = pytest.mark.parametrize("method", ITERATIVE)

# What a model may say about its own result; all else, numerical warnings above all, is an error here.
OWN_WARNINGS = (ComponentsWarning, ConvergenceWarning, EmptyClustersWarning, ParameterWarning)


def make_rays(n_samples, random_state=0, n_features=3, spread=0.05):
    """Samples around a ray per axis, in the positive orthant: clusters for methods of any of these kinds."""
    rng = np.random.default_rng(random_state)
    y = np.arange(n_samples) % n_features
    X = np.eye(n_features)[y] * rng.uniform(2.0, 2.5, size=(n_samples, 1))
    return X + spread * rng.uniform(size=X.shape), y


X, y = make_rays(60)


def fit(method, data, n_clusters=3, **parameters):
    """Fit with every numerical warning an error; the model's own sentences are let through."""
    model = method(n_clusters, **{"random_state": 0, **parameters})
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for kind in OWN_WARNINGS:
            warnings.simplefilter("ignore", kind)
        return model.fit(data)


def fit_predict(method, data):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        return method(3, random_state=0).fit_predict(data)


def assert_usable(model, n_samples):
    assert model.labels_.shape == (n_samples,)
    assert model.labels_.dtype.kind == "i"
    assert np.array_equal(np.unique(model.labels_), np.arange(model.n_clusters_found_))
    for name in ("embedding_", "affinity_matrix_", "components_", "coefficients_", "noise_", "middle_", "responses_"):
        if hasattr(model, name):
            assert np.isfinite(getattr(model, name)).all(), name
    assert len(model.embedding_) == n_samples
    for record in getattr(model, "history_", []):
        assert all(np.isfinite(value) for value in record.values())


def same_partition(first, second):
    return adjusted_rand_score(first, second) == 1


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


class TestForms:
    forms = pytest.mark.parametrize(
        "form",
        [
            lambda X: X * 1e300,
            lambda X: X * 1e-300,
            lambda X: np.ldexp(X, 990),
            lambda X: X.astype(np.float32),
            lambda X: np.round(X * 1e6).astype(np.int64),
            np.asfortranarray,
            lambda X: np.repeat(X, 2, axis=1)[:, ::2],
            lambda X: np.frombuffer(X.tobytes()).reshape(X.shape),
            np.ndarray.tolist,
            lambda X: pd.DataFrame(X, columns=["a", "b", "c"]),
            lambda X: X.astype(object),
        ],
        ids=[
            "huge",
            "tiny",
            "2^990",
            "float32",
            "integers",
            "Fortran",
            "strided",
            "read-only",
            "list",
            "frame",
            "object",
        ],
    )

    @forms
    @each_method
    def test_same_labels_whatever_the_container_and_scale(self, method, form):
        data = form(X)
        before = np.array(data)
        assert same_partition(fit(method, data).labels_, y)
        assert np.array_equal(np.array(data), before)

    @each_method
    def test_a_power_of_two_changes_no_digit_of_the_embedding(self, method):
        assert np.array_equal(fit(method, np.ldexp(X, -700)).embedding_, fit(method, X).embedding_)

    @each_method
    def test_feature_names_are_kept(self, method):
        model = fit(method, pd.DataFrame(X, columns=["a", "b", "c"]))
        assert model.feature_names_in_.tolist() == ["a", "b", "c"]
        assert model.n_features_in_ == 3


class TestRefusals:
    @each_method
    def test_sparse_input(self, method):
        with pytest.raises(TypeError):
            fit(method, csr_array(X))

    @each_method
    @pytest.mark.parametrize("value", [np.nan, np.inf])
    def test_missing_and_infinite_values(self, method, value):
        data = X.copy()
        data[4, 1] = value
        with pytest.raises(ValueError):
            fit(method, data)

    @pytest.mark.parametrize("method", NON_NEGATIVE)
    def test_negative_values_are_named(self, method):
        data = X.copy()
        data[4, 1] = -0.25
        with raised(InputError, argument="X", reason=Reason.NEGATIVE_ENTRY, value=-0.25, row=4, column=1):
            fit(method, data)
        assert method().__sklearn_tags__().input_tags.positive_only

    @pytest.mark.parametrize("method", WITH_NEIGHBORS)
    def test_neighbours_are_clipped_with_a_warning(self, method):
        with warned(ParameterWarning, parameter="n_neighbors", value=40, reason=Reason.TOO_LARGE, bound=11):
            many = method(2, n_neighbors=40, random_state=0).fit(X[:12])
        eleven = fit(method, X[:12], 2, n_neighbors=11)
        assert np.array_equal(many.affinity_matrix_, eleven.affinity_matrix_)
        for bad, error in ((0, ParameterError), (2.5, ParameterTypeError)):
            with raised(error, parameter="n_neighbors", value=bad):
                fit(method, X, n_neighbors=bad)

    @ignoring(ComponentsWarning)
    @pytest.mark.parametrize("method", [PCAKMeans, LaplacianEigenmaps, LPP, SpectralRegression])
    def test_components_are_clipped_with_a_warning(self, method):
        with warned(ParameterWarning, parameter="n_components", value=400, reason=Reason.TOO_LARGE):
            method(3, n_components=400, random_state=0).fit(X)
        for bad, error in ((0, ParameterError), (2.5, ParameterTypeError)):
            with raised(error, parameter="n_components", value=bad):
                fit(method, X, n_components=bad)

    @pytest.mark.parametrize("method", [LaplacianEigenmaps, LPP, SpectralRegression, GNMF])
    def test_unknown_weights(self, method):
        with raised(ParameterError, parameter="weights", value="cosine", choices=("heat", "binary")):
            fit(method, X, weights="cosine")


class TestIterations:
    @each_iterative
    def test_callback_sees_every_round(self, method):
        seen = []
        model = fit(method, X, callback=lambda iteration, info: seen.append((iteration, info)))
        assert [iteration for iteration, _ in seen] == list(range(1, model.n_iter_ + 1))
        assert [info for _, info in seen] == model.history_
        assert [record["iteration"] for record in model.history_] == list(range(1, model.n_iter_ + 1))

    @each_iterative
    def test_callback_stops(self, method):
        model = method(3, random_state=0, callback=lambda iteration, info: iteration == 2)
        with warnings.catch_warnings():
            warnings.simplefilter("error", ConvergenceWarning)
            model.fit(X)
        assert model.n_iter_ == 2
        assert model.converged_ is False
        assert_usable(model, 60)

    @each_iterative
    @pytest.mark.parametrize("exception", [KeyboardInterrupt, ZeroDivisionError])
    def test_an_interruption_leaves_what_there_is(self, method, exception):
        def interrupt(iteration, info):
            if iteration == 3:
                raise exception

        model = method(3, random_state=0, callback=interrupt)
        with pytest.raises(exception), warnings.catch_warnings():
            warnings.simplefilter("error", ConvergenceWarning)
            model.fit(X)
        assert model.n_iter_ == 3
        assert model.converged_ is False
        assert_usable(model, 60)
        assert np.array_equal(model.labels_, fit(method, X, max_iter=3).labels_)

    @each_iterative
    def test_limit_reached(self, method):
        model = method(3, random_state=0, max_iter=2)
        with warned(NotConvergedWarning, method=method.__name__, n_iter=2):
            model.fit(X)
        assert model.converged_ is False
        assert_usable(model, 60)

    @each_iterative
    def test_clear_data_converge(self, method):
        with warnings.catch_warnings():
            warnings.simplefilter("error", ConvergenceWarning)
            # GNMF closes in slowly where the graph outweighs the fit.
            tol = {"tol": 1e-3} if method is GNMF else {}
            assert method(3, random_state=0, **tol).fit(X).converged_ is True

    @each_iterative
    def test_bad_limits(self, method):
        with raised(ParameterError, parameter="max_iter", value=0, reason=Reason.TOO_SMALL):
            fit(method, X, max_iter=0)
        with raised(ParameterError, parameter="tol", value=-1.0, reason=Reason.TOO_SMALL):
            fit(method, X, tol=-1.0)


class TestDisconnectedGraphs:
    # Three lines far from each other.
    sizes = (30, 20, 10)
    components = np.repeat([0, 1, 2], sizes)
    lines = np.concatenate(
        [[(0.1 * i, 1e3 * (start == 20), 1e3 * (start == 10)) for i in range(start)] for start in sizes]
    )

    @pytest.mark.parametrize("method", [LaplacianEigenmaps, SelfTuningSpectral])
    @pytest.mark.parametrize("n_clusters", [2, 3, 4, 6])
    def test_cuts_never_mix_pieces_of_components(self, method, n_clusters):
        order = np.random.default_rng(n_clusters).permutation(60)
        components = self.components[order]
        labels = fit(method, self.lines[order], n_clusters).labels_
        assert len(set(labels)) == n_clusters
        assert len(set(zip(components, labels, strict=True))) == max(3, n_clusters)

    @pytest.mark.parametrize("method", [LaplacianEigenmaps, SpectralRegression, SelfTuningSpectral])
    def test_count_and_sizes_are_said(self, method):
        with warned(ComponentsWarning, sizes=self.sizes):
            method(2, random_state=0).fit(self.lines)

    @pytest.mark.parametrize("method", [LPP, SpectralRegression, GNMF])
    def test_linear_methods_tell_far_components_apart(self, method):
        labels = fit(method, self.lines, 3).labels_
        assert same_partition(labels, self.components)
