"""What is fitted stays as it is, whatever happens to the parameters and the caller's arrays afterwards."""

import copy
import pickle
import warnings
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from scipy.sparse import csr_array

from rnse_core import RNSE
from rnse_core.affinity import self_tuning_kernel
from rnse_core.datasets import make_blobs
from rnse_core.planning import prepare_fit

X, _ = make_blobs(n_samples=240, n_clusters=3, random_state=0)
QUERIES = np.random.default_rng(1).uniform(X.min(axis=0), X.max(axis=0), size=(400, X.shape[1]))
OTHERS = {
    "n_clusters": 2,
    "alpha": 1000.0,
    "beta": 0.0,
    "affinity": "rbf",
    "affinity_neighbors": 3,
    "gamma": 100.0,
    "projection": "dykstra",
    "projection_max_iter": 1,
    "projection_tol": 0.1,
    "init": "random",
    "indicator": "plain",
    "indicator_max_iter": 1,
    "indicator_tol": 0.1,
    "graph": "knn",
    "n_neighbors": 4,
    "grow_graph": False,
    "storage": "float32",
    "executor": "serial",
    "graph_kernel": None,
    "max_iter": 1,
    "tol": 0.1,
    "random_state": 7,
    "callback": print,
}


def fitted(data=X, **parameters):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return RNSE(3, random_state=0, **parameters).fit(data)


def test_every_parameter_is_tried():
    assert OTHERS.keys() == RNSE().get_params().keys()


@pytest.mark.parametrize("graph", ["dense", "knn"])
@pytest.mark.parametrize("affinity", ["self_tuning", "rbf", "knn", "probabilistic_knn", "cosine", "authors"])
@pytest.mark.parametrize("asked", [False, True], ids=["first", "again"])
def test_predictions_do_not_depend_on_parameters_set_later(graph, affinity, asked):
    model = fitted(graph=graph, affinity=affinity)
    expected = fitted(graph=graph, affinity=affinity).predict(QUERIES)
    if asked:
        model.predict(QUERIES)
    for name, value in OTHERS.items():
        twin = copy.deepcopy(model).set_params(**{name: value})
        np.testing.assert_array_equal(twin.predict(QUERIES), expected, err_msg=name)
    np.testing.assert_array_equal(model.set_params(**OTHERS).predict(QUERIES), expected)


@pytest.mark.parametrize("sparse", [False, True])
def test_predictions_by_similarity_do_not_depend_on_parameters_set_later(sparse):
    K = self_tuning_kernel(X)
    model = fitted(csr_array(K) if sparse else K, affinity="precomputed")
    rows = K[::7]
    expected = model.predict(rows)
    np.testing.assert_array_equal(model.set_params(**OTHERS).predict(rows), expected)


@pytest.mark.parametrize("graph", ["dense", "knn"])
def test_the_callers_array_may_change(graph):
    data = X.copy()
    model = fitted(data, graph=graph)
    expected = fitted(graph=graph).predict(QUERIES)
    kept = model.labels_.copy(), model.similarity_.copy(), model.affinity_matrix_.copy()
    data[:] = np.random.default_rng(2).normal(size=data.shape)
    np.testing.assert_array_equal(model.predict(QUERIES), expected)
    for before, after in zip(kept, (model.labels_, model.similarity_, model.affinity_matrix_), strict=True):
        assert abs(before - after).max() == 0


@pytest.mark.parametrize("kind", ["precomputed", "precomputed_distance"])
def test_the_callers_matrix_may_change(kind):
    A = self_tuning_kernel(X) if kind == "precomputed" else np.linalg.norm(X[:, None] - X[None], axis=2)
    model = fitted(A, affinity=kind)
    kept = model.affinity_matrix_.copy()
    A[:] = 0.0
    np.testing.assert_array_equal(model.affinity_matrix_, kept)


@pytest.mark.parametrize("graph", ["dense", "knn"])
def test_a_fitted_attribute_that_is_written_to_changes_no_prediction(graph):
    model = fitted(graph=graph)
    expected = fitted(graph=graph).predict(QUERIES)
    model.labels_[:] = 0
    model.multipliers_[:] = 0.0
    np.testing.assert_array_equal(model.predict(QUERIES), expected)


@pytest.mark.parametrize("graph", ["dense", "knn"])
def test_threads_that_predict_at_once_get_what_one_gets(graph):
    expected = fitted(graph=graph).predict(QUERIES)
    for _ in range(5):
        model = fitted(graph=graph)
        with ThreadPoolExecutor(8) as pool:
            found = list(pool.map(lambda _, model=model: model.predict(QUERIES), range(16)))
        assert all(np.array_equal(labels, expected) for labels in found)


@pytest.mark.parametrize("asked", [False, True], ids=["first", "again"])
def test_a_pickled_model_predicts_the_same(asked):
    model = fitted()
    expected = fitted().predict(QUERIES)
    if asked:
        model.predict(QUERIES)
    np.testing.assert_array_equal(pickle.loads(pickle.dumps(model)).predict(QUERIES), expected)


def test_an_interrupted_fit_predicts_by_the_rounds_that_were_finished():
    def interrupt(iteration, info):
        raise KeyboardInterrupt

    model = RNSE(3, random_state=0, callback=interrupt)
    with pytest.raises(KeyboardInterrupt):
        model.fit(X)
    assert model.n_iter_ == 1 and not model.converged_
    np.testing.assert_array_equal(model.predict(X), model.labels_)


def test_a_given_start_may_change():
    P = np.random.default_rng(0).uniform(size=(3, len(X)))
    kept = P.copy()

    def spoil(iteration, info):
        P[:] = 0.0

    spoiled = fitted(init=P, callback=spoil)
    np.testing.assert_array_equal(spoiled.labels_, fitted(init=kept).labels_)


@pytest.mark.parametrize("graph", ["dense", "knn"])
@pytest.mark.parametrize("affinity", ["self_tuning", "rbf", "knn"])
def test_prepared_data_serve_several_fits(graph, affinity):
    prepared = RNSE(graph=graph, affinity=affinity).prepare(X)
    before = prepared.affinity.copy()
    for n_clusters, alpha in ((3, 1.0), (2, 30.0), (5, 0.5), (3, 1.0)):
        model = RNSE(n_clusters, alpha=alpha, graph=graph, affinity=affinity, random_state=0)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            shared, alone = copy.copy(model).fit_prepared(prepared), model.fit(X)
        np.testing.assert_array_equal(shared.labels_, alone.labels_)
        assert abs(shared.similarity_ - alone.similarity_).max() == 0
        assert shared.history_[0]["objective"] == alone.history_[0]["objective"]
        np.testing.assert_array_equal(shared.predict(QUERIES), alone.predict(QUERIES))
        assert abs(prepared.affinity - before).max() == 0


@pytest.mark.parametrize("change", [{"affinity": "rbf"}, {"graph": "knn"}, {"storage": "float32"}])
def test_data_prepared_for_another_kernel_are_refused(change):
    prepared = RNSE(3).prepare(X)
    with pytest.raises(ValueError):
        RNSE(3, **change).fit_prepared(prepared)
    with pytest.raises(ValueError):
        RNSE(len(X) + 1).fit_prepared(prepared)


def test_data_are_prepared_before_the_number_of_clusters_is_known():
    prepared = prepare_fit(X)
    np.testing.assert_array_equal(prepared.affinity, RNSE(len(X) + 1).prepare(X).affinity)
    same = prepare_fit(np.ones((4, 2)), affinity="rbf", gamma=1.0)
    assert RNSE(1, affinity="rbf", gamma=1.0).fit_prepared(same).labels_.tolist() == [0, 0, 0, 0]
    with pytest.raises(ValueError):
        RNSE(2, affinity="rbf", gamma=1.0).fit_prepared(same)
