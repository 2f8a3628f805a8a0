"""The parameters of RNSE, the memory that it takes, and its warnings."""

import itertools
import pickle
import tracemalloc
import warnings

import numpy as np
import pytest
from expected import raised, warned
from rnse_fits import (
    blobs,
    blobs_y,
    moons,
    noise,
    quietly,
    starting_points,
    strictly,
)
from sklearn.base import clone

from rnse_core import RNSE
from rnse_core._base.memory import needed_bytes
from rnse_core.datasets import make_two_moons
from rnse_core.exceptions import (
    ComponentsEffect,
    ComponentsWarning,
    EmptyClustersWarning,
    InputError,
    NotConvergedWarning,
    ParameterError,
    ParameterTypeError,
    Reason,
    ScaleError,
)
from rnse_core.indicator import labels_to_indicator


class TestParameters:
    def test_are_stored_untouched(self):
        start = starting_points(3, 60)["soft"]
        before = start.copy()
        model = RNSE(3, init=start, alpha=np.float32(2), random_state=0)
        parameters = model.get_params()
        quietly(model, blobs)
        assert all(model.get_params()[name] is value for name, value in parameters.items())
        assert np.array_equal(start, before)

    def test_start_may_be_a_list(self):
        start = starting_points(3, 60)["soft"]
        first = quietly(RNSE(3, init=start.tolist()), blobs)
        assert np.array_equal(first.labels_, quietly(RNSE(3, init=start), blobs).labels_)

    def test_an_exact_start_is_kept_where_it_is_best(self):
        model = quietly(RNSE(3, init=labels_to_indicator(blobs_y, 3)), blobs)
        assert np.array_equal(model.labels_, blobs_y)

    def test_an_exact_start_that_joins_whole_components_is_kept(self):
        """All ways to join components are equally good; the one that was asked for is not replaced by another."""
        pairs = np.array([0, 1, 0])[blobs_y]
        start = labels_to_indicator(pairs, 2)
        model = quietly(RNSE(2, init=start), blobs)
        assert model.n_components_ == 3
        assert np.array_equal(model.labels_, pairs)
        for other in ([0, 0, 1], [0, 1, 1]):
            other = np.array(other)[blobs_y]
            assert np.array_equal(quietly(RNSE(2, init=labels_to_indicator(other, 2)), blobs).labels_, other)

    @pytest.mark.parametrize(
        "parameters, error, reason",
        [
            ({"alpha": 0}, ParameterError, Reason.TOO_SMALL),
            ({"alpha": -1.0}, ParameterError, Reason.TOO_SMALL),
            ({"alpha": np.nan}, ParameterError, Reason.NOT_FINITE),
            ({"alpha": np.inf}, ParameterError, Reason.NOT_FINITE),
            ({"alpha": "1"}, ParameterTypeError, Reason.NOT_A_NUMBER),
            ({"alpha": None}, ParameterTypeError, Reason.NOT_A_NUMBER),
            ({"beta": -0.1}, ParameterError, Reason.TOO_SMALL),
            ({"beta": True}, ParameterTypeError, Reason.NOT_A_NUMBER),
            ({"affinity": "linear"}, ParameterError, Reason.UNKNOWN_CHOICE),
            ({"affinity_neighbors": 0}, ParameterError, Reason.TOO_SMALL),
            ({"affinity_neighbors": 7.0}, ParameterTypeError, Reason.NOT_A_WHOLE_NUMBER),
            ({"affinity": "rbf", "gamma": -1}, ParameterError, Reason.TOO_SMALL),
            ({"projection": "sinkhorn"}, ParameterError, Reason.UNKNOWN_CHOICE),
            ({"projection_max_iter": 0}, ParameterError, Reason.TOO_SMALL),
            ({"projection_tol": -1}, ParameterError, Reason.TOO_SMALL),
            ({"indicator": "softmax"}, ParameterError, Reason.UNKNOWN_CHOICE),
            ({"indicator_max_iter": 1.5}, ParameterTypeError, Reason.NOT_A_WHOLE_NUMBER),
            ({"indicator_tol": "small"}, ParameterTypeError, Reason.NOT_A_NUMBER),
            ({"max_iter": 0}, ParameterError, Reason.TOO_SMALL),
            ({"tol": np.nan}, ParameterError, Reason.NOT_FINITE),
            ({"init": "kmeans"}, ParameterError, Reason.UNKNOWN_CHOICE),
        ],
    )
    def test_bad_ones_are_named(self, parameters, error, reason):
        parameter, value = list(parameters.items())[-1]
        with raised(error, parameter=parameter, value=value, reason=reason):
            strictly(RNSE(3).set_params(**parameters), blobs)

    def test_a_seed_is_checked_by_scikit_learn(self):
        with pytest.raises(ValueError):
            strictly(RNSE(3, random_state="seed"), blobs)

    @pytest.mark.parametrize(
        "init, fields",
        [
            (np.ones((2, 60)), {"reason": Reason.WRONG_SHAPE, "value": (2, 60), "bound": (3, 60)}),
            (np.ones(60), {"reason": Reason.WRONG_SHAPE, "value": (60,)}),
            (-np.ones((3, 60)), {"reason": Reason.NEGATIVE_ENTRY, "value": -1.0, "row": 0, "column": 0}),
            (np.full((3, 60), np.nan), {"reason": Reason.NOT_FINITE}),
            (np.full((3, 60), 1e200), {"reason": Reason.TOO_LARGE, "value": 1e200}),
            (np.zeros((3, 60)), {"reason": Reason.EMPTY, "row": 0}),
        ],
    )
    def test_bad_starts_are_named(self, init, fields):
        with raised(InputError, argument="init", **fields):
            strictly(RNSE(3, init=init), blobs)

    @pytest.mark.parametrize("weights", [{"alpha": 1e-300}, {"beta": 1e300}, {"alpha": 1e300}])
    def test_weights_too_far_apart(self, weights):
        with raised(ScaleError, **{"alpha": 1.0, "beta": 1.0, **weights}):
            strictly(RNSE(3, **weights), blobs)

    @pytest.mark.parametrize("alpha, beta", [(1e-6, 1.0), (1e6, 1.0), (1.0, 1e6), (1e-3, 1e3), (1e50, 1e50)])
    def test_far_values_work(self, alpha, beta):
        model = quietly(RNSE(3, alpha=alpha, beta=beta, random_state=0), blobs)
        assert np.isfinite(model.similarity_).all()
        assert len(np.unique(model.labels_)) == 3

    def test_pickle_and_clone(self):
        model = quietly(RNSE(3, random_state=0), blobs)
        loaded = pickle.loads(pickle.dumps(model))
        assert np.array_equal(loaded.labels_, model.labels_)
        assert not hasattr(clone(model), "labels_")

    def test_a_second_fit_forgets_the_first(self):
        model = quietly(RNSE(2, random_state=0), moons)
        quietly(model, blobs[:, :1])
        fresh = quietly(RNSE(2, random_state=0), blobs[:, :1])
        assert model.n_features_in_ == 1
        assert np.array_equal(model.labels_, fresh.labels_)
        assert len(model.history_) == len(fresh.history_)


class TestMemory:
    """What a fit takes is what the memory check reckons with."""

    @pytest.mark.parametrize(
        "preset, parameters",
        [
            ("exact", {"alpha": 1.0}),
            ("exact", {"alpha": 1000.0}),
            ("exact", {"affinity": "knn"}),
            ("paper", {"max_iter": 1}),
        ],
    )
    def test_stays_within_the_estimate(self, preset, parameters):
        X, _ = make_two_moons(1000, random_state=0)
        model = RNSE.from_preset(preset, 3, random_state=0, **parameters)
        tracemalloc.start()
        try:
            quietly(model, X)
            _, peak = tracemalloc.get_traced_memory()
        finally:
            tracemalloc.stop()
        assert peak <= needed_bytes(1000)
        # K and S are kept.
        assert peak >= 2 * 8 * 1000**2


class TestWarnings:
    def test_not_converged(self):
        model = RNSE(3, alpha=20.0, init="random", random_state=0, max_iter=1)
        with warned(NotConvergedWarning, method="RNSE", n_iter=1, parameter="max_iter", residual=None):
            model.fit(blobs)
        assert not model.converged_
        assert model.n_iter_ == 1

    def test_a_projection_that_stopped_early(self):
        with warned(NotConvergedWarning, method="newton", n_iter=1, parameter="projection_max_iter") as caught:
            model = RNSE(3, projection_max_iter=1, random_state=0).fit(noise)
        assert model.history_[-1]["row_sum_error"] in [getattr(one.message, "residual", None) for one in caught]

    @pytest.mark.parametrize("affinity", ["rbf", "cosine"])
    def test_rounding_is_no_reason_for_one(self, affinity):
        """Targets of 1e4 and more leave an error of 1e-11 in the row sums; S is as doubly stochastic as can be."""
        for seed, n_clusters, alpha in itertools.product(range(9), (1, 2), (0.0016, 0.011)):
            X = np.random.default_rng(seed).integers(0, 3, size=(30, 1))
            model = RNSE(n_clusters, alpha=alpha, beta=1000.0, affinity=affinity, random_state=0)
            with warnings.catch_warnings(record=True) as caught:
                warnings.simplefilter("always")
                model.fit(X)
            assert not [one for one in caught if getattr(one.message, "parameter", "") == "projection_max_iter"]
            assert model.history_[-1]["row_sum_error"] < 1e-9
            assert model.converged_

    def test_none_where_all_is_well(self):
        for X, n_clusters in ((moons, 2), (blobs, 3)):
            model = strictly(RNSE(n_clusters, random_state=0), X)
            assert model.converged_

    def test_more_components_than_clusters(self):
        with warned(ComponentsWarning, sizes=(20, 20, 20), n_clusters=2, effect=ComponentsEffect.JOINED):
            model = RNSE(2, random_state=0).fit(blobs)
        assert model.n_components_ == 3

    def test_fewer_clusters_than_asked_for(self):
        labels = np.r_[np.zeros(30, int), np.ones(30, int)]
        start = np.vstack([np.eye(2)[:, labels], np.full((1, 60), 1e-9)])
        with warned(EmptyClustersWarning, asked=3, found=2):
            model = RNSE(3, alpha=20.0, init=start, indicator="strategic", indicator_max_iter=1, tol=0).fit(blobs)
        assert model.n_clusters_found_ == 2
