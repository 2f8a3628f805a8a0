"""New samples: they join the cluster of the samples around them, and old ones keep theirs."""

import warnings

import numpy as np
import pytest
from expected import raised
from scipy.sparse import coo_array, csc_array, csr_array, csr_matrix
from sklearn.datasets import make_blobs
from sklearn.exceptions import NotFittedError
from sklearn.metrics import accuracy_score, adjusted_rand_score

from rnse_core import RNSE
from rnse_core._fit import prediction as out_of_sample
from rnse_core.affinity import self_tuning_kernel
from rnse_core.datasets import make_two_moons
from rnse_core.exceptions import ParameterError, ParameterTypeError, Reason

X, y = make_two_moons(600, noise=0.06, random_state=0)
NEW, NEW_Y = make_two_moons(400, noise=0.06, random_state=1)


def fitted(**parameters):
    return RNSE(2, random_state=0, **parameters).fit(X)


def matched(model, labels):
    """Clusters named by the class of the first sample of each."""
    return np.array([y[np.flatnonzero(model.labels_ == c)[0]] for c in range(2)])[labels]


@pytest.mark.parametrize("graph", ["dense", "knn"])
@pytest.mark.parametrize("affinity", ["self_tuning", "rbf", "knn"])
def test_new_samples_join_their_moon(graph, affinity):
    gamma = {"gamma": 30.0} if affinity == "rbf" else {}
    model = RNSE(2, random_state=0, graph=graph, affinity=affinity, **gamma).fit(X)
    assert np.array_equal(model.predict(X), model.labels_)
    assert accuracy_score(model.labels_, model.predict(X + 1e-9)) > 0.99
    assert accuracy_score(NEW_Y, matched(model, model.predict(NEW))) > 0.98


@pytest.mark.parametrize("graph", ["dense", "knn"])
@pytest.mark.parametrize("size", [1e101, 1e160, 1e308])
def test_samples_however_far_have_a_cluster(graph, size):
    model = fitted(graph=graph)
    far = np.array([[size, 0.0], [-size, 0.0], [size, -size]])
    near = np.array([[1e5, 0.0], [-1e5, 0.0], [1e5, -1e5]])
    assert np.array_equal(model.predict(far), model.predict(near))


@pytest.mark.parametrize(
    "affinity, parameters", [("probabilistic_knn", {"alpha": 0.1}), ("authors", {}), ("cosine", {})]
)
def test_samples_moved_a_little_keep_their_cluster(affinity, parameters):
    """Also where the kernel does not see the moons."""
    data = X + 5.0
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        model = RNSE(2, random_state=0, affinity=affinity, **parameters).fit(data)
    assert np.array_equal(model.predict(data), model.labels_)
    assert accuracy_score(model.labels_, model.predict(data + 1e-9)) > 0.98


@pytest.mark.parametrize("graph", ["dense", "knn"])
@pytest.mark.parametrize("alpha", [0.01, 1.0, 30.0, 100.0, 1000.0])
def test_the_largest_cluster_does_not_take_all(graph, alpha):
    """A large alpha makes all entries of S nearly equal, and most of them are of the largest cluster."""
    groups = np.repeat([0, 1, 2], [60, 110, 20])
    data = 20.0 * groups[:, None] + np.random.default_rng(0).normal(size=(190, 3))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        model = RNSE(3, alpha=alpha, graph=graph, random_state=0).fit(data)
    assert adjusted_rand_score(model.labels_, groups) == 1
    for step in (1e-9, 0.3):
        assert np.array_equal(model.predict(data + step), model.labels_)


@pytest.mark.parametrize("affinity", ["self_tuning", "cosine", "knn"])
def test_a_sparse_kernel_and_the_predictor_share_one_search(affinity, monkeypatch):
    model = fitted(graph="knn", affinity=affinity)

    def second_search(*_, **__):
        raise AssertionError("the samples are searched already")

    monkeypatch.setattr("rnse_core.affinity.prepared_points.NeighborSearch", second_search)
    assert np.array_equal(model.predict(X), model.labels_)


def test_both_graphs_agree():
    dense, sparse = fitted(graph="dense").predict(NEW), fitted(graph="knn").predict(NEW)
    assert adjusted_rand_score(dense, sparse) == 1.0


def test_one_at_a_time_gives_the_same():
    model = fitted()
    alone = np.concatenate([model.predict(NEW[i : i + 1]) for i in range(40)])
    assert np.array_equal(alone, model.predict(NEW[:40]))


def test_far_away_samples_get_the_cluster_that_is_nearest():
    blobs, labels = make_blobs(200, 2, centers=[[-5, 0], [5, 0]], random_state=0)
    model = RNSE(2, random_state=0).fit(blobs)
    left, right = model.predict([[-1e6, 0.0], [1e6, 0.0]])
    assert left == model.labels_[labels == 0][0] and right == model.labels_[labels == 1][0]


def test_similarities_to_the_fitted_samples():
    model = RNSE(2, affinity="precomputed", random_state=0).fit(self_tuning_kernel(X, 20))
    everyone = self_tuning_kernel(np.vstack([X, NEW]), 20)
    assert accuracy_score(NEW_Y, matched(model, model.predict(everyone[600:, :600]))) > 0.98


def similarities(threshold):
    """Of the fitted samples to each other, and of new ones to these; small ones are 0."""
    K = self_tuning_kernel(np.vstack([X, NEW]), 20)
    K[threshold > K] = 0.0
    return K[:600, :600], K[600:, :600]


@pytest.mark.parametrize("threshold", [0.0, 0.3, 0.7])
@pytest.mark.parametrize("fitted_to", [csr_array, csr_matrix, np.asarray])
@pytest.mark.filterwarnings("ignore::UserWarning")
def test_sparse_similarities_to_the_fitted_samples(threshold, fitted_to, monkeypatch):
    """Rows of 0 and rows of one entry among them."""
    old, new = similarities(threshold)
    new[5] = 0.0
    new[6, 1:] = 0.0
    model = RNSE(2, affinity="precomputed", random_state=0).fit(fitted_to(old))
    expected = model.predict(new)
    for kind in (csr_array, csr_matrix, csc_array, coo_array):
        assert np.array_equal(model.predict(kind(new)), expected)
    assert np.array_equal(model.predict(csr_array(old)), model.predict(old))
    monkeypatch.setattr(out_of_sample, "CHUNK", 20)  # many blocks
    assert np.array_equal(model.predict(csr_array(new)), expected)


def test_entries_that_are_stored_twice_add_up():
    old, new = similarities(0.3)
    model = RNSE(2, affinity="precomputed", random_state=0).fit(csr_array(old))
    whole = csr_array(new)
    twice = csr_array((np.repeat(whole.data / 2, 2), np.repeat(whole.indices, 2), 2 * whole.indptr), shape=whole.shape)
    assert np.array_equal(model.predict(twice), model.predict(new))
    assert twice.nnz == 2 * whole.nnz, "the user's matrix stays as it is"


def test_few_sparse_rows_need_all_samples(monkeypatch):
    """A row costs what it holds, and not as much as there are samples."""
    old, new = similarities(0.3)
    model = RNSE(2, affinity="precomputed", random_state=0).fit(csr_array(old))
    dense_rows = []
    whole = out_of_sample.Predictor._by_similarity
    monkeypatch.setattr(
        out_of_sample.Predictor, "_by_similarity", lambda self, part: dense_rows.append(len(part)) or whole(self, part)
    )
    model.predict(csr_array(new))
    assert sum(dense_rows) < 0.1 * len(new)


def test_a_sparse_matrix_that_cannot_be_used_is_refused():
    S = csr_array(np.eye(20))
    features = RNSE(2, random_state=0).fit(X[:20])
    precomputed = {"affinity": "precomputed"}
    for call, parameter, value in [
        (lambda: RNSE(2, **precomputed, graph="dense").fit(S), "graph", "dense"),
        (lambda: RNSE(2, affinity="precomputed_distance").fit(S), "affinity", "precomputed_distance"),
        (lambda: RNSE(2).fit(S), "affinity", "self_tuning"),
        (lambda: features.predict(csr_array(X)), "affinity", "self_tuning"),
    ]:
        with raised(ParameterTypeError, parameter=parameter, value=value, reason=Reason.SPARSE):
            call()
    model = RNSE(2, **precomputed, graph="dense").fit(similarities(0.0)[0])
    assert len(model.predict(csr_array(similarities(0.3)[1]))) == len(NEW)


def test_without_multipliers_the_kernel_decides():
    model = fitted(projection="dykstra", projection_max_iter=50)
    assert model.multipliers_ is None
    assert accuracy_score(NEW_Y, matched(model, model.predict(NEW))) > 0.95


def test_hand_made_row():
    """Two samples, one of each cluster: the nearer one has the larger part of the row."""
    model = RNSE(2).fit([[0.0], [1.0]])
    near_first, near_second = model.predict([[0.2], [0.8]])
    assert near_first == model.labels_[0] and near_second == model.labels_[1]


def test_refusals():
    with pytest.raises(NotFittedError):
        RNSE(2).predict(NEW)
    with pytest.raises(ValueError):
        fitted().predict(np.ones((2, 3)))
    distances = np.abs(np.subtract.outer(X[:, 0], X[:, 0]))
    model = RNSE(2, affinity="precomputed_distance", random_state=0).fit(distances)
    with raised(ParameterError, parameter="affinity", value="precomputed_distance", reason=Reason.INCOMPATIBLE):
        model.predict(distances)
