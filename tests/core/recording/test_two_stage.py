"""RNSE beside the two-stage methods: the gain is S, not the alternation."""

import numpy as np
import pytest
from sklearn.cluster import KMeans

from rnse_core import RNSE
from rnse_core.baselines import NCuts
from rnse_core.datasets import make_block_diagonal, make_two_moons
from rnse_core.findings import count_moved
from rnse_core.metrics import clustering_accuracy, cross_cluster_affinity
from rnse_core.recording import record_two_stage

X, y = make_two_moons(n_samples=200, noise=0.12, random_state=0)


@pytest.fixture(scope="module")
def record():
    return record_two_stage(X, RNSE(2, random_state=0))


def test_every_method_is_the_one_that_it_is_called(record):
    model, alone = RNSE(2, random_state=0).fit(X), RNSE(2, beta=0.0, random_state=0).fit(X)
    methods = record.methods
    assert list(methods) == ["kmeans", "ncuts", "ncuts_on_K", "two_stage", "without_beta", "rnse"]
    on_pairs = NCuts(2, affinity="precomputed", random_state=0)
    expected = {
        "kmeans": KMeans(2, n_init=10, random_state=0).fit_predict(X),
        "ncuts": NCuts(2, affinity="knn", random_state=0).fit_predict(X),
        "ncuts_on_K": on_pairs.fit_predict(model.affinity_matrix_),
        "two_stage": on_pairs.fit_predict(alone.similarity_),
        "without_beta": alone.labels_,
        "rnse": model.labels_,
    }
    for name, labels in expected.items():
        assert count_moved(labels, methods[name].labels) == 0, name
        assert methods[name].against.n_moved == count_moved(model.labels_, labels), name
    assert methods["kmeans"].graph is None
    np.testing.assert_array_equal(methods["two_stage"].graph, alone.similarity_)
    np.testing.assert_array_equal(methods["rnse"].graph, model.similarity_)
    change = np.abs(model.similarity_ - alone.similarity_).sum() / len(X)
    assert record.finding.change == pytest.approx(change)
    assert methods["rnse"].against.change == 0 and np.isnan(methods["ncuts_on_K"].against.change)


def test_the_gain_is_s_and_not_the_alternation(record):
    """What differs from NCuts on S_0 is the way S is cut: with beta = 0 the labels are the same."""
    assert record.without_beta.n_moved == 0 < record.finding.n_moved
    assert record.without_beta.change < 0.01
    graphs = {name: one.graph for name, one in record.methods.items()}
    crossing = {name: cross_cluster_affinity(graphs[name], y) for name in ("ncuts_on_K", "two_stage", "rnse")}
    assert crossing["rnse"] == pytest.approx(crossing["two_stage"], abs=0.01)
    assert crossing["rnse"] < crossing["ncuts_on_K"] / 2


@pytest.mark.parametrize("seed", range(3))
def test_where_s_separates_the_clusters_two_stages_are_enough(seed):
    points, classes = make_two_moons(n_samples=200, noise=0.05, random_state=seed)
    record = record_two_stage(points, RNSE(2, random_state=0))
    found = {name: clustering_accuracy(classes, one.labels) for name, one in record.methods.items()}
    assert found["two_stage"] == found["without_beta"] == found["rnse"] == 1.0
    assert found["ncuts_on_K"] < 0.85


def test_no_baseline_depends_on_beta(record):
    other = record_two_stage(X, RNSE(2, beta=1000.0, random_state=0))
    for name in ("kmeans", "ncuts", "ncuts_on_K", "two_stage", "without_beta"):
        np.testing.assert_array_equal(other.methods[name].labels, record.methods[name].labels)
    assert other.finding.change > record.finding.change


def test_a_similarity_has_no_features():
    A, _ = make_block_diagonal(80, 4, 0.4, 0)
    model = RNSE(4, affinity="precomputed", alpha=3.0, random_state=0)
    record = record_two_stage(A, model, prepared=model.prepare(A))
    assert list(record.methods) == ["ncuts_on_K", "two_stage", "without_beta", "rnse"]
    np.testing.assert_array_equal(record.methods["ncuts_on_K"].graph, A)


@pytest.mark.parametrize("preset", ["paper", "authors"])
def test_an_s_that_is_not_exact_can_be_cut(preset):
    model = RNSE.from_preset(preset, 2, random_state=0, max_iter=3)
    record = record_two_stage(X[:60], model)
    assert len(record.methods["two_stage"].labels) == 60


def test_a_sparse_kernel_is_refused():
    with pytest.raises(ValueError):
        record_two_stage(X, RNSE(2, graph="knn", random_state=0))
