"""What a callback is shown, and what a caller gives, is not written to by the other side."""

from fractions import Fraction

import numpy as np
import pytest
from scipy import sparse
from sklearn.datasets import make_blobs

from rnse_core import RNSE, AutoRNSE
from rnse_core.baselines import NCuts
from rnse_core.exceptions import InputError, ParameterError, ParameterTypeError, Reason, ScaleError
from rnse_core.indicator import update_indicator
from rnse_core.metrics import silhouette
from rnse_core.preprocessing import propose_scales, scale_features
from rnse_core.projection import project_doubly_stochastic

X = make_blobs(60, centers=3, random_state=0)[0]


def arrays_of(info):
    for value in info.values():
        if sparse.issparse(value):
            yield from (value.data, value.indices, value.indptr)
        elif isinstance(value, np.ndarray):
            yield value


def unsorted_similarity(n=60, *, duplicates=False):
    """Return a sparse similarity whose rows are not sorted, as other programs make them."""
    dense = np.exp(-((X[:n, None] - X[None, :n]) ** 2).sum(-1))
    K = sparse.csr_array(np.where(dense > 1e-3, dense, 0.0))
    rows = [slice(K.indptr[i], K.indptr[i + 1]) for i in range(n)]
    indices = np.concatenate([K.indices[row][::-1] for row in rows])
    data = np.concatenate([K.data[row][::-1] for row in rows])
    if not duplicates:
        return sparse.csr_array((data, indices, K.indptr.copy()), shape=K.shape)
    return sparse.csr_array((np.repeat(data / 2, 2), np.repeat(indices, 2), 2 * K.indptr), shape=K.shape)


@pytest.mark.parametrize("settings", [{}, {"graph": "knn", "n_neighbors": 8}, {"init": "random"}])
def test_a_callback_cannot_write(settings):
    seen = []

    def write(_, info):
        for array in arrays_of(info):
            seen.append(array.shape)
            with pytest.raises(ValueError, match="read-only"):
                array[...] = 0
            with pytest.raises(ValueError, match="WRITEABLE"):
                array.flags.writeable = True

    model = RNSE(3, random_state=0, callback=write, **settings).fit(X)
    undisturbed = RNSE(3, random_state=0, **settings).fit(X)
    assert seen
    np.testing.assert_array_equal(model.labels_, undisturbed.labels_)
    assert abs(model.similarity_ - undisturbed.similarity_).max() == 0
    # The results belong to the caller.
    model.labels_[0] = 0
    model.indicator_[0, 0] = 0


@pytest.mark.parametrize("estimator", [RNSE, AutoRNSE])
def test_a_callback_that_changes_the_callers_array_changes_no_result(estimator):
    given = X.copy()

    def overwrite(*_):
        given[:] = 0

    model = estimator(n_clusters=3, random_state=0, callback=overwrite).fit(given)
    assert not given.any()
    np.testing.assert_array_equal(model.labels_, estimator(n_clusters=3, random_state=0).fit(X).labels_)


def test_callbacks_of_the_steps_cannot_write():
    T, P = np.exp(-X @ X.T / 50), np.abs(np.random.default_rng(0).normal(size=(3, 60)))
    seen = []
    for method in ("newton", "dykstra"):
        project_doubly_stochastic(T, method, callback=lambda _, info: seen.extend(arrays_of(info)))
    update_indicator(project_doubly_stochastic(T), P, "plain", callback=lambda _, info: seen.extend(arrays_of(info)))
    assert len(seen) > 3
    assert not any(array.flags.writeable for array in seen)


@pytest.mark.parametrize("estimator", [RNSE, AutoRNSE])
def test_a_callback_that_cannot_be_called_is_named(estimator):
    with pytest.raises(ParameterTypeError) as raised:
        estimator(n_clusters=3, callback=3).fit(X)
    assert (raised.value.parameter, raised.value.value, raised.value.reason) == ("callback", 3, Reason.WRONG_TYPE)


def masked():
    """Return the points with one number hidden, below which 1e6 stands."""
    hidden = np.ma.masked_array(X.copy(), mask=np.zeros(X.shape, dtype=bool))
    hidden[4, 1] = 1e6
    hidden[4, 1] = np.ma.masked
    return hidden


TAKERS = {
    "RNSE": lambda A: RNSE(3).fit(A),
    "AutoRNSE": lambda A: AutoRNSE(n_clusters=3).fit(A),
    "predict": lambda A: RNSE(3, random_state=0).fit(X).predict(A),
    "NCuts": lambda A: NCuts(3).fit(A),
    "scale_features": lambda A: scale_features(A, "zscore"),
    "propose_scales": propose_scales,
    "silhouette": lambda A: silhouette(A, np.arange(60) % 3),
    "project": lambda A: project_doubly_stochastic(A[-6:-4]),
}


@pytest.mark.parametrize("taker", TAKERS)
def test_hidden_numbers_of_a_masked_array_are_no_data(taker):
    with pytest.raises(InputError) as raised:
        TAKERS[taker](masked()[::-1])
    assert (raised.value.reason, raised.value.value) == (Reason.MISSING, 1)


def test_a_masked_array_that_hides_nothing_is_an_array():
    plain = RNSE(3, random_state=0).fit(X)
    np.testing.assert_array_equal(RNSE(3, random_state=0).fit(np.ma.masked_array(X)).labels_, plain.labels_)


@pytest.mark.parametrize("duplicates", [False, True])
@pytest.mark.parametrize("writeable", [True, False])
def test_a_sparse_similarity_stays_as_it_was_given(duplicates, writeable):
    K = unsorted_similarity(duplicates=duplicates)
    given = (K.data, K.indices, K.indptr)
    before = [part.copy() for part in given]
    for part in given:
        part.flags.writeable = writeable
    model = RNSE(3, affinity="precomputed", random_state=0).fit(K)
    model.predict(K)
    assert all(old is new for old, new in zip(given, (K.data, K.indices, K.indptr), strict=True))
    for old, new in zip(before, given, strict=True):
        np.testing.assert_array_equal(old, new)
    usual = RNSE(3, affinity="precomputed", random_state=0).fit(sparse.csr_array(K.toarray()))
    np.testing.assert_array_equal(model.labels_, usual.labels_)


@pytest.mark.parametrize("name", ["alpha", "beta"])
@pytest.mark.parametrize("value", [10**400, Fraction(10**400), np.longdouble("1e4000")])
def test_a_number_that_float64_cannot_hold_is_refused(name, value):
    with pytest.raises(ParameterError) as caught:
        RNSE(3, **{name: value}).fit(X)
    assert (caught.value.parameter, caught.value.reason) == (name, Reason.NOT_FINITE)


@pytest.mark.parametrize(
    "values", [{"alpha": 5e-324}, {"alpha": 1e308}, {"beta": 1e308}, {"alpha": 1e-99, "beta": 1e99}]
)
def test_a_scale_that_float64_cannot_square_is_refused(values):
    with pytest.raises(ScaleError) as caught:
        RNSE(3, **values).fit(X)
    assert {name: getattr(caught.value, name) for name in values} == values
