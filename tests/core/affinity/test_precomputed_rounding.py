"""Matrices that rounding left a little off are mended with a warning, dense or sparse, by every estimator."""

import numpy as np
import pytest
from expected import raised, warned
from scipy.sparse import csr_array
from scipy.spatial.distance import cdist

from rnse_core import RNSE, AutoRNSE
from rnse_core.affinity import check_distances, check_similarity, self_tuning_kernel
from rnse_core.affinity.precomputed import check_sparse_similarity
from rnse_core.baselines import DSN, SDS, NCuts
from rnse_core.exceptions import InputError, InputWarning, Reason

RNG = np.random.default_rng(0)
X = np.concatenate([RNG.normal(size=(20, 2)), RNG.normal(size=(20, 2)) + 9])
D = cdist(X, X)
K = self_tuning_kernel(X)
UPPER = np.triu(np.ones_like(D, dtype=bool), 1)
SINGLE = X.astype(np.float32)


def by_the_squares(Y):
    """Distances in single precision, as libraries for large data compute them: the diagonal is a root of rounding."""
    squares = (Y * Y).sum(axis=1)
    return np.sqrt(np.maximum(squares[:, None] + squares - 2 * Y @ Y.T, 1e-7))


DISTANCES = {
    "diagonal": D + 1e-16 * np.eye(len(D)),
    "negative diagonal": D - 2.2e-16 * np.eye(len(D)),
    "halves": np.where(UPPER, D * (1 + 3e-8), D),
    "squares": by_the_squares(SINGLE),
}


@pytest.mark.parametrize("name", DISTANCES)
def test_distances(name):
    with warned(InputWarning, argument="distance matrix", reason=Reason.ROUNDED):
        found = check_distances(DISTANCES[name])
    assert not found.diagonal().any() and np.array_equal(found, found.T) and found.min() == 0
    np.testing.assert_allclose(found, D, rtol=0, atol=1e-3)


@pytest.mark.parametrize("entry", [-1e-17, -1e-12])
def test_similarities(entry):
    A = K.copy()
    A[3, 30] = A[30, 3] = entry
    for check, given in ((check_similarity, A), (check_sparse_similarity, csr_array(A))):
        with warned(InputWarning, argument="similarity matrix", reason=Reason.ROUNDED, value=-entry):
            found = check(given)
        assert found[3, 30] == found[30, 3] == 0
        assert given[3, 30] == entry


@pytest.mark.parametrize(
    ("A", "reason"),
    [
        (np.where(UPPER, D * (1 + 1e-5), D), Reason.NOT_SYMMETRIC),
        (D + np.eye(len(D)), Reason.NONZERO_DIAGONAL),
        (np.where(UPPER | UPPER.T, D - 1.1 * D[~np.eye(len(D), dtype=bool)].min(), 0.0), Reason.NEGATIVE_ENTRY),
    ],
    ids=["halves", "diagonal", "negative"],
)
def test_distances_that_are_no_rounding_are_refused(A, reason):
    with raised(InputError, argument="distance matrix", reason=reason):
        check_distances(A)


def test_similarities_that_are_no_rounding_are_refused():
    A = K.copy()
    A[3, 30] = A[30, 3] = -1e-5 * K.max()
    for check, given in ((check_similarity, A), (check_sparse_similarity, csr_array(A))):
        with raised(InputError, argument="similarity matrix", reason=Reason.NEGATIVE_ENTRY):
            check(given)


@pytest.mark.parametrize("estimator", [RNSE, AutoRNSE, NCuts, DSN, SDS])
def test_every_estimator_takes_them(estimator):
    model, exact = (estimator(2, affinity="precomputed_distance", random_state=0) for _ in range(2))
    with warned(InputWarning, argument="distance matrix", reason=Reason.ROUNDED):
        model.fit(DISTANCES["diagonal"])
    assert np.array_equal(model.labels_, exact.fit(D).labels_)
