"""What the settings of a pool share of the samples."""

import numpy as np
import pytest
from expected import raised
from scipy.sparse import csr_array

from rnse_core.affinity import compute_affinity
from rnse_core.auto import DistanceSamples, FeatureSamples, SimilaritySamples
from rnse_core.auto.samples import similarity_unit
from rnse_core.datasets import make_blobs
from rnse_core.exceptions import InputError, Reason

rng = np.random.default_rng(0)
TABLES = {
    "plane": rng.normal(size=(80, 2)),
    "many features": rng.normal(size=(60, 30)),
    "identical rows": np.repeat(rng.normal(size=(15, 2)), rng.integers(1, 12, size=15), axis=0),
    "one feature of whole numbers": rng.integers(5, size=(50, 1)).astype(float),
    "large numbers": 1e200 * rng.normal(size=(40, 3)),
}


@pytest.mark.parametrize("name", TABLES)
def test_kernels_are_those_of_a_fit(name):
    X = TABLES[name]
    samples = FeatureSamples(X)
    for setting in samples.settings:
        K = compute_affinity(X, setting.affinity, n_neighbors=setting.n_neighbors)
        np.testing.assert_allclose(samples.kernel(setting), K, atol=1e-12)


def test_distinct_samples_are_counted():
    assert FeatureSamples(TABLES["plane"]).n_distinct == 80
    assert FeatureSamples(TABLES["identical rows"]).n_distinct == 15


def test_distances_and_features_have_the_same_principal_deviations():
    X = make_blobs(50, random_state=0)[0]
    D = np.linalg.norm(X[:, None] - X[None], axis=2)
    features, distances = FeatureSamples(X), DistanceSamples(D)
    wanted = np.linalg.svd(X - X.mean(axis=0), compute_uv=False) / 50**0.5
    for found in (features.principal_deviations(), distances.principal_deviations()):
        assert np.allclose(found / found[0], wanted / wanted[0])


def test_constant_features_have_no_principal_deviation():
    assert len(FeatureSamples(np.c_[TABLES["plane"], np.full(80, 0.1)]).principal_deviations()) == 2
    assert len(FeatureSamples(np.full((9, 2), 0.1)).principal_deviations()) == 0
    assert len(DistanceSamples(np.zeros((9, 9))).principal_deviations()) == 0


def test_a_part_is_the_samples_with_some_numbers():
    X, rows = TABLES["plane"], np.array([4, 7, 30, 31, 60, 61, 62])
    D = np.linalg.norm(X[:, None] - X[None], axis=2)
    np.testing.assert_array_equal(DistanceSamples(D).part(rows).D, D[np.ix_(rows, rows)])
    samples, part = FeatureSamples(X), FeatureSamples(X).part(rows)
    for setting in part.settings:
        np.testing.assert_allclose(part.kernel(setting), FeatureSamples(samples.Y[rows]).kernel(setting))


@pytest.mark.parametrize("scale", [1e-6, 1.0, 500.0])
def test_the_unit_of_similarities_is_theirs(scale):
    K = np.exp(-np.square(np.subtract.outer(np.arange(20.0), np.arange(20.0))))
    assert similarity_unit(K * scale) == pytest.approx(scale * similarity_unit(K))
    assert similarity_unit(K * scale + 7.0) == pytest.approx(scale * similarity_unit(K), rel=1e-5)
    assert similarity_unit(csr_array(K * scale)) == pytest.approx(scale * similarity_unit(K), rel=1e-3)
    assert similarity_unit(np.ones((4, 4))) == 1.0


@pytest.mark.parametrize("kind", [DistanceSamples, SimilaritySamples])
def test_bad_matrices_are_refused(kind):
    A = 1.0 - np.eye(6)
    A[2, 3] = A[3, 2] = -1.0
    with raised(InputError, reason=Reason.NEGATIVE_ENTRY, value=-1.0):
        kind(A)
