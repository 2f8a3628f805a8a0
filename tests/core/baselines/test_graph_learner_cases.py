"""The ways in which real data and real users break clustering estimators, row by row, for CAN, CLR, SDS and DSN."""

import inspect
import warnings

import numpy as np
import pandas as pd
import pytest
from expected import raised, warned
from scipy.sparse import csr_array
from sklearn.base import clone
from sklearn.metrics import adjusted_rand_score
from threadpoolctl import threadpool_limits

from rnse_core.baselines.can import CAN
from rnse_core.baselines.clr import CLR
from rnse_core.baselines.dsn import DSN
from rnse_core.baselines.sds import SDS
from rnse_core.datasets import make_blobs
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

MODELS = {
    "CAN": CAN(),
    "CAN, all samples": CAN(local=False),
    "CLR, L1": CLR(),
    "CLR, L2": CLR(norm="l2"),
    "SDS": SDS(max_iter=60, random_state=0),
    "SDS, rank": SDS(gamma=0.0, max_iter=30, random_state=0),
    "DSN": DSN(affinity="rbf", random_state=0),
}
FIXED_GRAPH = ["CLR, L1", "CLR, L2", "SDS", "SDS, rank", "DSN"]
# What a model may say about its own result; all else, numerical warnings above all, is an error here.
OWN_WARNINGS = (ComponentsWarning, EmptyClustersWarning, NotConvergedWarning, ParameterWarning)

each_model = pytest.mark.parametrize("name", MODELS)

X, y = make_blobs(48, 0.2, random_state=3)


def fit(name, X, n_clusters=3, **parameters):
    model = clone(MODELS[name]).set_params(n_clusters=n_clusters, **parameters)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for kind in OWN_WARNINGS:
            warnings.simplefilter("ignore", kind)
        return model.fit(X)


def fewer_neighbors(name, k):
    return {"affinity_neighbors": k} if name == "DSN" else {"n_neighbors": k}


def assert_usable(model, n_samples):
    assert model.labels_.shape == (n_samples,)
    assert model.labels_.dtype.kind == "i"
    assert np.array_equal(np.unique(model.labels_), np.arange(model.n_clusters_found_))
    for array in (model.affinity_matrix_, model.embedding_):
        assert np.isfinite(array).all()
    assert model.affinity_matrix_.shape == (n_samples, n_samples)
    assert model.embedding_.shape == (n_samples, model.n_clusters)
    assert model.n_iter_ == len(model.history_) >= 1
    assert isinstance(model.converged_, bool)
    assert 1 <= model.n_components_ <= n_samples
    for lam in getattr(model, "lambdas_", []):
        assert lam >= 0


class TestNumberOfClusters:
    @each_model
    def test_one_cluster_holds_all(self, name):
        model = fit(name, X, 1)
        assert_usable(model, 48)
        assert not model.labels_.any()

    @each_model
    def test_as_many_clusters_as_samples(self, name):
        model = fit(name, X[:10], 10)
        assert_usable(model, 10)
        assert sorted(model.labels_) == list(range(10))

    @each_model
    @pytest.mark.parametrize("n_clusters", [2, 3, 7, 20, 47])
    def test_never_more_than_asked_for(self, name, n_clusters):
        model = fit(name, X, n_clusters)
        assert_usable(model, 48)
        assert model.n_clusters_found_ <= n_clusters

    @each_model
    @pytest.mark.parametrize(
        "n_clusters, error, reason",
        [
            (0, ParameterError, Reason.TOO_SMALL),
            (49, ParameterError, Reason.MORE_CLUSTERS_THAN_SAMPLES),
            (2.0, ParameterTypeError, Reason.NOT_A_WHOLE_NUMBER),
            ("3", ParameterTypeError, Reason.NOT_A_WHOLE_NUMBER),
            (True, ParameterTypeError, Reason.NOT_A_WHOLE_NUMBER),
        ],
    )
    def test_bad_numbers(self, name, n_clusters, error, reason):
        with raised(error, parameter="n_clusters", value=n_clusters, reason=reason):
            fit(name, X, n_clusters)

    @each_model
    def test_fewer_distinct_rows_than_clusters(self, name):
        with raised(ParameterError, value=3, reason=Reason.MORE_CLUSTERS_THAN_DISTINCT_ROWS, bound=2):
            fit(name, np.repeat([[0.0, 1.0], [2.0, 3.0]], 5, axis=0))


class TestIdenticalRows:
    @each_model
    @pytest.mark.parametrize("seed", range(3))
    def test_get_one_label(self, name, seed):
        rng = np.random.default_rng(seed)
        groups = rng.permutation(np.repeat(np.arange(12), rng.integers(1, 14, size=12)))
        table = rng.normal(size=(12, 2))[groups]
        model = fit(name, table, 4, **fewer_neighbors(name, 5))
        assert_usable(model, len(table))
        assert all(len(np.unique(model.labels_[groups == g])) == 1 for g in range(12))

    @each_model
    def test_most_rows_identical(self, name):
        table = np.r_[np.zeros((40, 2)), np.random.default_rng(0).normal(size=(10, 2)) + 5]
        model = fit(name, table, 2)
        assert_usable(model, 50)
        assert len(set(model.labels_[:40])) == 1

    @each_model
    @pytest.mark.parametrize("value", [0.0, 1.0])
    def test_all_samples_equal(self, name, value):
        table = np.full((9, 3), value)
        with raised(ParameterError, value=2, reason=Reason.MORE_CLUSTERS_THAN_DISTINCT_ROWS, bound=1):
            fit(name, table, 2)
        model = fit(name, table, 1)
        assert_usable(model, 9)
        assert not model.labels_.any()


class TestFewSamples:
    @each_model
    def test_one(self, name):
        model = fit(name, [[2.0, 3.0]], 1)
        assert_usable(model, 1)
        assert model.labels_.tolist() == [0]

    @each_model
    @pytest.mark.parametrize("n_clusters", [1, 2])
    def test_two(self, name, n_clusters):
        model = fit(name, [[0.0], [3.0]], n_clusters)
        assert_usable(model, 2)
        assert len(set(model.labels_)) == n_clusters

    @each_model
    @pytest.mark.parametrize("n_samples", [3, 4, 6])
    def test_a_few(self, name, n_samples):
        for n_clusters in range(1, n_samples + 1):
            assert_usable(fit(name, X[:n_samples], n_clusters), n_samples)

    @each_model
    def test_too_many_neighbours_are_clipped_with_a_warning(self, name):
        parameters = {**fewer_neighbors(name, 40), **({"affinity": "knn"} if name == "DSN" else {})}
        model = clone(MODELS[name]).set_params(n_clusters=2, **parameters)
        with warnings.catch_warnings():
            for kind in (ComponentsWarning, EmptyClustersWarning, NotConvergedWarning):
                warnings.simplefilter("ignore", kind)
            with warned(ParameterWarning, parameter="n_neighbors", value=40, reason=Reason.TOO_LARGE, bound=11):
                model.fit(X[:12])
        expected = fit(name, X[:12], 2, **{**parameters, **fewer_neighbors(name, 11)})
        assert np.array_equal(model.affinity_matrix_, expected.affinity_matrix_)


FORMS = {
    "times 1e300": lambda X: X * 1e300,
    "times 1e-300": lambda X: X * 1e-300,
    "float32": lambda X: X.astype(np.float32),
    "integers": lambda X: (X * 256).astype(np.int64),
    "Fortran order": np.asfortranarray,
    "not contiguous": lambda X: np.repeat(X, 2, axis=1)[:, ::2],
    "read-only": lambda X: np.frombuffer(X.tobytes()).reshape(X.shape),
    "list": lambda X: X.tolist(),
    "data frame": lambda X: pd.DataFrame(X, columns=["a", "b"]),
    "constant column": lambda X: np.column_stack([X, np.full(len(X), 7.0)]),
}


class TestForms:
    """The same table in another form gives the same labels."""

    # Numbers that integers of 1/256 hold exactly.
    X = np.round(X * 256) / 256

    @each_model
    @pytest.mark.parametrize("form", FORMS)
    def test_gives_the_same_labels(self, name, form):
        expected = fit(name, self.X).labels_
        table = FORMS[form](self.X)
        before = np.array(table)
        assert adjusted_rand_score(fit(name, table).labels_, expected) == 1
        assert np.array_equal(before, table)

    @each_model
    def test_range_of_the_floats(self, name):
        for table in (
            np.array([[5e-324], [0.0], [1.0], [1.5]]),
            np.array([[1.7e308], [-1.7e308], [0.0], [1.0]]),
            np.array([[1e-300, 1e300], [2e-300, 1e300], [1e-300, -1e300], [0.0, 0.0]]),
        ):
            assert_usable(fit(name, table, 2), 4)

    @each_model
    @pytest.mark.parametrize("n_threads", [1, 2])
    def test_same_seed_same_labels_whatever_the_threads(self, name, n_threads):
        expected = fit(name, X)
        with threadpool_limits(n_threads):
            again = fit(name, X)
        assert adjusted_rand_score(expected.labels_, again.labels_) == 1

    @each_model
    def test_feature_names_are_kept(self, name):
        model = fit(name, pd.DataFrame(X, columns=["width", "height"]))
        assert model.feature_names_in_.tolist() == ["width", "height"]
        assert model.n_features_in_ == 2


class TestRefusals:
    @each_model
    def test_sparse_input(self, name):
        with pytest.raises(TypeError):
            fit(name, csr_array(np.eye(6)), 2)

    @each_model
    @pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf])
    def test_missing_and_infinite_values(self, name, value):
        table = X.copy()
        table[3, 1] = value
        with pytest.raises(ValueError):
            fit(name, table)

    @each_model
    @pytest.mark.parametrize("parameter, value", [("max_iter", 0), ("tol", -1.0), ("tol", np.nan)])
    def test_parameters_out_of_range(self, name, parameter, value):
        with raised(ParameterError, parameter=parameter, value=value):
            fit(name, X, **{parameter: value})

    @pytest.mark.parametrize("name", FIXED_GRAPH)
    def test_given_matrices_name_the_entry(self, name):
        K = np.exp(-((X[:, None] - X[None]) ** 2).sum(axis=2))
        with raised(InputError, reason=Reason.NOT_SQUARE, value=(48, 2)):
            fit(name, X, affinity="precomputed")
        K[4, 9] = K[9, 4] = -1.5
        with raised(InputError, reason=Reason.NEGATIVE_ENTRY, value=-1.5, row=4, column=9):
            fit(name, K, affinity="precomputed")


class TestGivenGraphs:
    K = np.exp(-3.0 * ((X[:, None] - X[None]) ** 2).sum(axis=2))

    @pytest.mark.parametrize("name", FIXED_GRAPH)
    @pytest.mark.parametrize("scale", [1e-300, 1e-30, 1.0, 1e30, 1e90])
    def test_any_scale_is_a_result(self, name, scale):
        assert_usable(fit(name, self.K * scale, affinity="precomputed"), 48)

    @pytest.mark.parametrize("name", FIXED_GRAPH)
    def test_without_any_edge(self, name):
        model = fit(name, np.zeros((6, 6)), 2, affinity="precomputed")
        assert_usable(model, 6)
        assert model.n_clusters_found_ == 2

    @pytest.mark.parametrize("name", FIXED_GRAPH)
    def test_left_alone(self, name):
        before = self.K.copy()
        fit(name, self.K, affinity="precomputed")
        assert np.array_equal(self.K, before)

    @pytest.mark.parametrize("name", FIXED_GRAPH)
    def test_identical_rows_are_no_identical_samples(self, name):
        assert_usable(fit(name, np.ones((6, 6)), 4, affinity="precomputed"), 6)

    @pytest.mark.parametrize("name", FIXED_GRAPH)
    def test_scikit_learn_is_told(self, name):
        model = clone(MODELS[name]).set_params(affinity="precomputed")
        assert model.__sklearn_tags__().input_tags.pairwise
        assert not MODELS[name].__sklearn_tags__().input_tags.pairwise


class TestStops:
    overlapping = np.random.default_rng(0).normal(size=(50, 3))

    @each_model
    def test_a_callback_stops_without_a_complaint(self, name):
        seen = []

        def callback(iteration, info):
            seen.append((iteration, info["iteration"]))
            return iteration == 2

        model = clone(MODELS[name]).set_params(n_clusters=4, callback=callback)
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            warnings.simplefilter("ignore", ComponentsWarning)
            warnings.simplefilter("ignore", EmptyClustersWarning)
            model.fit(self.overlapping)
        assert seen == [(1, 1), (2, 2)]
        assert model.n_iter_ == 2 and model.converged_ is False
        assert_usable(model, 50)

    @each_model
    @pytest.mark.parametrize("exception", [KeyboardInterrupt, ZeroDivisionError])
    def test_an_interruption_leaves_the_last_round(self, name, exception):
        def callback(iteration, info):
            if iteration == 2:
                raise exception

        model = clone(MODELS[name]).set_params(n_clusters=4, callback=callback)
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            warnings.simplefilter("ignore", ComponentsWarning)
            warnings.simplefilter("ignore", EmptyClustersWarning)
            with pytest.raises(exception):
                model.fit(self.overlapping)
        assert model.n_iter_ == 2
        assert_usable(model, 50)

    @each_model
    def test_parameters_stay_as_given(self, name):
        model = fit(name, X)
        assert set(model.get_params()) == set(inspect.signature(type(model)).parameters)
        for parameter, value in MODELS[name].get_params().items():
            if parameter != "n_clusters":
                assert getattr(model, parameter) == value
