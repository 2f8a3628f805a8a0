"""A fit in blocks of rows gives what one process gives; the blocks are kept in this process here.

Those of a cluster are in test_dask_cluster.
"""

import numpy as np
import pytest
from expected import raised
from numpy.testing import assert_allclose

from rnse_core import RNSE
from rnse_core._base.executors import SerialExecutor
from rnse_core._fit import distributed
from rnse_core._fit.alternation import KERNEL_CUT
from rnse_core._fit.distributed import check_distributed, prepare_blocks
from rnse_core._fit.settings import Settings
from rnse_core.datasets import make_blobs, make_two_moons
from rnse_core.distributed import starts
from rnse_core.distributed.matrix import DistributedMatrix
from rnse_core.distributed.rows import read_rows
from rnse_core.exceptions import InputError, ParameterError, Reason
from rnse_core.graph.components import component_labels
from rnse_core.indicator import initialization

# Cuts of the rows: one block, two, three of very different sizes with an empty one.
CUTS = ([], [90], [30, 30, 250])


def overlapping():
    rng = np.random.default_rng(3)
    return np.concatenate([rng.normal(center, 1.0, (100, 2)) for center in ([0, 0], [3, 0], [0, 3])])


def with_copies():
    X = make_two_moons(200, noise=0.12, random_state=0)[0]
    return np.concatenate([X, X[:60], np.repeat(X[:3], 40, axis=0)])


def wide():
    rng = np.random.default_rng(5)
    return np.concatenate([rng.normal(center, 1.0, (100, 40)) for center in (0.0, 1.0, 2.0)])


DATA = {
    "moons": make_two_moons(300, noise=0.1, random_state=0)[0],
    "blobs": make_blobs(300, n_clusters=3, random_state=0)[0],
    "overlapping": overlapping(),
    "copies": with_copies(),
    "wide": wide(),
}


def fitted_in_blocks(model, X, cuts):
    settings = Settings.of(model.get_params(deep=False))
    rows = read_rows(SerialExecutor(), np.split(X, cuts))
    return model.fit_prepared(prepare_blocks(settings, rows, n_clusters=settings.n_clusters))


def assert_same(model, expected):
    assert isinstance(model.similarity_, DistributedMatrix)
    for samples, rows in model.similarity_.blocks_of_rows():
        assert abs(rows - expected.similarity_[samples]).max() <= 1e-9
    assert np.array_equal(model.labels_, expected.labels_)
    assert_allclose(model.indicator_, expected.indicator_, rtol=0, atol=1e-9)
    assert_allclose(model.multipliers_, expected.multipliers_, rtol=0, atol=1e-9)
    for key in ("objective", "smoothness", "frobenius", "embedding", "row_sum_error", "nonzeros_per_row"):
        assert_allclose(model.history_[-1][key], expected.history_[-1][key], rtol=1e-9, atol=1e-9)
    assert model.n_components_ == expected.n_components_
    assert model.graph_complete_ == expected.graph_complete_


def both(X, cuts, **parameters):
    model = RNSE(3, graph="knn", random_state=0, **parameters)
    expected = RNSE(3, graph="knn", random_state=0, **parameters).fit(X)
    return fitted_in_blocks(model, X, cuts), expected


@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize("cuts", CUTS, ids=lambda cuts: f"{len(cuts) + 1} blocks")
@pytest.mark.parametrize("name", DATA)
def test_a_fit_is_that_of_one_process(name, cuts):
    assert_same(*both(DATA[name], cuts))


@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize(
    "parameters",
    [
        {"affinity": "rbf"},
        {"affinity": "rbf", "gamma": 2.0},
        {"affinity": "cosine"},
        {"affinity": "knn"},
        {"affinity": "probabilistic_knn"},
        {"n_neighbors": 21, "alpha": 5.0},
        {"grow_graph": False},
        {"init": "spectral"},
        {"beta": 0.0},
        {"alpha": 0.2},
    ],
    ids=str,
)
def test_parameters_do_what_they_do_in_one_process(parameters):
    assert_same(*both(DATA["overlapping"], CUTS[2], **parameters))


def test_a_given_start_is_in_the_callers_order():
    X = DATA["overlapping"]
    P = np.eye(3)[np.arange(300) // 100].T
    assert_same(*both(X, CUTS[1], init=P))
    assert_same(*both(X, CUTS[1], init=P + 0.1, indicator="strategic", indicator_max_iter=20, max_iter=2, tol=1e9))


@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize("name", ["moons", "overlapping", "copies"])
def test_coarse_graphs_are_those_of_one_process(name, monkeypatch):
    """With so few samples that the levels of coarsening stay in blocks until they have a tenth of them."""
    monkeypatch.setattr(initialization, "MAX_SPECTRAL_SAMPLES", 60)
    monkeypatch.setattr(initialization, "COARSE_NODES", 50)
    monkeypatch.setattr(initialization, "LANDMARKS", (40,))
    assert_same(*both(DATA[name], CUTS[2]))


def test_new_samples_get_the_same_clusters():
    model, expected = both(DATA["overlapping"], CUTS[2])
    new = DATA["overlapping"] + 0.3
    assert np.array_equal(model.predict(new), expected.predict(new))


def test_the_matrix_is_in_the_callers_order():
    model, expected = both(DATA["copies"], CUTS[2])
    S, exact = model.similarity_, expected.similarity_
    vector = np.random.default_rng(0).normal(size=S.shape[0])
    assert S.nnz == S.count_nonzero() == exact.nnz
    assert abs(S.collect() - exact).max() <= 1e-9
    assert_allclose(S @ vector, exact @ vector, atol=1e-9)
    assert_allclose(S.T @ np.stack([vector, -vector], axis=1), exact @ np.stack([vector, -vector], axis=1), atol=1e-9)
    assert_allclose(S.sum(axis=1), np.ones(S.shape[0]), atol=1e-9)
    assert_allclose(S.diagonal(), exact.diagonal(), atol=1e-9)
    assert_allclose(S.sum_of_squares(), exact.data @ exact.data, rtol=1e-9)
    groups = model.labels_
    assert_allclose(S.sums_between(groups, 3).toarray().sum(), S.shape[0], rtol=1e-9)
    assert np.array_equal(S.components(), component_labels(exact))


def test_k_is_that_of_one_process():
    model, expected = both(DATA["wide"], CUTS[2], grow_graph=False)
    assert abs(model.affinity_matrix_.collect() - expected.affinity_matrix_).max() <= 1e-9
    assert model.affinity_matrix_.nnz == expected.affinity_matrix_.nnz


def test_prepared_data_serve_several_fits():
    X = DATA["blobs"]
    model = RNSE(3, graph="knn", random_state=0)
    settings = Settings.of(model.get_params(deep=False))
    prepared = prepare_blocks(settings, read_rows(SerialExecutor(), np.split(X, [90])))
    for alpha in (2.0, 1.0):
        model.set_params(alpha=alpha).fit_prepared(prepared)
        assert_same(model, RNSE(3, graph="knn", random_state=0, alpha=alpha).fit(X))


@pytest.mark.parametrize("place", [0, 7, 12])
def test_values_that_are_not_finite_are_named(place):
    X = np.zeros((20, 2))
    X[place, 1] = np.nan
    with raised(InputError, argument="X", reason=Reason.NOT_FINITE, row=place):
        read_rows(SerialExecutor(), np.split(X, [5, 10]))


@pytest.mark.parametrize("blocks", [[np.zeros((0, 2))], [np.zeros((3, 0))]])
def test_no_rows_or_features(blocks):
    with raised(InputError, argument="X", reason=Reason.EMPTY):
        read_rows(SerialExecutor(), blocks)


def test_a_single_sample_is_too_few():
    with raised(InputError, argument="X", reason=Reason.TOO_SMALL, bound=2):
        fitted_in_blocks(RNSE(1), np.zeros((1, 2)), [])


@pytest.mark.parametrize(
    ("name", "value"),
    [("executor", "auto"), ("affinity", "precomputed"), ("graph", "dense"), ("projection", "dykstra")],
)
def test_what_is_not_possible_on_workers_is_refused(name, value):
    parameters = {**RNSE(executor="dask").get_params(deep=False), name: value}
    with raised(ParameterError, parameter=name, value=value, reason=Reason.INCOMPATIBLE):
        check_distributed(Settings.of(parameters))


def test_more_components_than_a_table_holds_are_refused(monkeypatch):
    monkeypatch.setattr(starts, "MAX_COMPONENTS", 10)
    with raised(InputError, argument="alpha", reason=Reason.TOO_SMALL, bound=10):
        fitted_in_blocks(RNSE(3, alpha=1e-3, random_state=0), DATA["overlapping"], [90])


@pytest.mark.filterwarnings("ignore::UserWarning")
def test_a_cut_of_the_kernel_around_identical_rows(monkeypatch):
    """As in one process; with more distinct rows than the driver may compare it is refused."""
    rng = np.random.default_rng(1)
    centers = rng.uniform(1, 5, (3, 4))
    X = np.clip(np.round(centers[rng.integers(0, 3, 600)] + rng.normal(0, 0.5, (600, 4))), 1, 5)
    model = RNSE(3, graph="knn", random_state=0)
    expected = RNSE(3, graph="knn", random_state=0).fit(X)
    assert expected.history_[0]["note"] == KERNEL_CUT
    assert_same(fitted_in_blocks(model, X, [100]), expected)
    monkeypatch.setattr(distributed, "MAX_DISTINCT", 50)
    with raised(InputError, argument="X", reason=Reason.TOO_LARGE, bound=50):
        fitted_in_blocks(model, X, [100])
