"""What a fit has found stays as it is: whatever happens to the parameters, or to the caller's data, afterwards."""

import warnings

import numpy as np
import pytest
from scipy.sparse import issparse
from sklearn.exceptions import NotFittedError

from rnse_core import baselines
from rnse_core.affinity import self_tuning_kernel
from rnse_core.baselines import ncuts
from rnse_core.datasets import make_blobs

X, _ = make_blobs(60, 0.2, random_state=3)
X = X - X.min()
#: Four groups of ten that no neighbour joins.
APART = np.repeat(10.0 * np.arange(4), 10)[:, None] + np.random.default_rng(0).uniform(size=(40, 2))
KERNEL = self_tuning_kernel(X)
DISTANCES = np.linalg.norm(X[:, None] - X[None], axis=-1)

# Another valid value of each parameter.
OTHERS = {
    "affinity_neighbors": 3,
    "alpha": 50.0,
    "gamma": 7.0,
    "lam": 0.5,
    "local": [False, True],
    "max_clusters": 3,
    "max_iter": 1,
    "mu": 3.0,
    "mu_growth": 1.5,
    "n_clusters": 2,
    "n_components": 1,
    "n_feature_clusters": 1,
    "n_init": 1,
    "n_neighbors": 2,
    "norm": ["l2", "l1"],
    "r": 0.3,
    "random_state": 77,
    "rescale": False,
    "rho": 2.0,
    "t": 0.01,
    "tol": 0.5,
    "weights": ["heat", "binary"],
    "callback": [None, print],
    "assign_labels": ["cluster_qr", "kmeans"],
    "affinity": ["rbf", "shape_interaction", "precomputed"],
}
# Parameters and data.
VARIANTS = {
    "default": ({}, X),
    "graph of parts": ({}, APART),
    "precomputed": ({"affinity": "precomputed"}, KERNEL),
    "precomputed_distance": ({"affinity": "precomputed_distance"}, DISTANCES),
    "knn": ({"affinity": "knn"}, X),
    "shape_interaction": ({"affinity": "shape_interaction"}, X),
    "kmeans": ({"assign_labels": "kmeans"}, X),
    "cluster_qr": ({"assign_labels": "cluster_qr"}, X),
    "l2": ({"norm": "l2"}, X),
    "all samples": ({"local": False}, X),
    "rank": ({"gamma": 0.0}, X),
}
QUESTIONS = ("predict", "transform", "score", "score_samples", "predict_proba", "decision_function")


def kinds(name):
    """Names of the variants that an estimator takes."""
    parameters = getattr(baselines, name)().get_params()
    with_affinity = "affinity_neighbors" in parameters or name == "SDS"
    taken = {
        "default": True,
        "graph of parts": True,
        "precomputed": with_affinity or name == "CLR",
        "precomputed_distance": with_affinity,
        "knn": with_affinity,
        "shape_interaction": name == "LRR",
        "kmeans": "assign_labels" in parameters,
        "cluster_qr": name == "NCuts",
        "l2": "norm" in parameters,
        "all samples": "local" in parameters,
        "rank": name == "SDS",
    }
    return [kind for kind, takes in taken.items() if takes]


CASES = [(name, kind) for name in baselines.__all__ for kind in kinds(name)]
each_case = pytest.mark.parametrize(("name", "kind"), CASES)


def fitted(name, kind, data):
    """Fit to an array; the numbers of rounds are small, since the result need not be good."""
    model = getattr(baselines, name)(n_clusters=3)
    parameters = model.get_params()
    model.set_params(**VARIANTS[kind][0])
    for parameter, value in {"random_state": 0, "max_iter": 20, "callback": lambda iteration, info: None}.items():
        if parameter in parameters:
            model.set_params(**{parameter: value})
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return model.fit(data)


def found(model, data):
    """Everything that a fitted model says: attributes that end in _, properties too, and what it answers on data."""
    names = {name for name in {*vars(model), *dir(type(model))} if name.endswith("_") and not name.startswith("_")}
    said = {name: getattr(model, name) for name in names if not callable(getattr(model, name))}
    said.update({name: getattr(model, name)(data) for name in QUESTIONS if hasattr(model, name)})
    return said


def change_everything(model):
    for name, value in model.get_params().items():
        options = OTHERS[name] if isinstance(OTHERS[name], list) else [OTHERS[name]]
        model.set_params(**{name: next(option for option in options if option != value)})


def assert_same(a, b):
    if issparse(a):
        a, b = a.toarray(), b.toarray()
    np.testing.assert_array_equal(a, b)


def test_every_parameter_has_another_value():
    names = {parameter for name in baselines.__all__ for parameter in getattr(baselines, name)().get_params()}
    assert names == set(OTHERS)


@each_case
@pytest.mark.parametrize("order", ["C", "F"])
def test_new_parameters_and_overwritten_data_change_nothing(name, kind, order):
    data = np.array(VARIANTS[kind][1], order=order)
    question = data.copy(order="K")
    model = fitted(name, kind, data)
    change_everything(model)
    data[:] = np.random.default_rng(1).uniform(size=data.shape)
    expected, kept = found(fitted(name, kind, question.copy(order="K")), question), found(model, question)
    assert kept.keys() == expected.keys() >= {"labels_", "n_clusters_found_", "n_features_in_"}
    for attribute, value in expected.items():
        assert_same(kept[attribute], value)


@each_case
def test_fitted_arrays_are_no_views_of_the_data(name, kind):
    data = VARIANTS[kind][1].copy()
    for attribute, value in vars(fitted(name, kind, data)).items():
        array = value.data if issparse(value) else value
        assert not isinstance(array, np.ndarray) or not np.shares_memory(array, data), attribute


def test_a_sparse_graph_is_kept_too(monkeypatch):
    monkeypatch.setattr(ncuts, "DENSE_SAMPLES", 30)
    data = X.copy()
    model = fitted("NCuts", "knn", data)
    assert issparse(model.affinity_matrix_)
    change_everything(model)
    data[:] = 0
    for attribute, value in found(fitted("NCuts", "knn", X.copy()), X).items():
        assert_same(found(model, X)[attribute], value)


@pytest.mark.parametrize("name", baselines.__all__)
def test_nothing_is_there_before_the_fit(name):
    model = getattr(baselines, name)()
    for attribute in dir(type(model)):
        if attribute.endswith("_") and not attribute.startswith("_"):
            with pytest.raises((NotFittedError, AttributeError)):
                getattr(model, attribute)
    assert not [attribute for attribute in vars(model) if attribute.endswith("_")]
