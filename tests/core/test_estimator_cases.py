"""The ways in which real data and real users break clustering estimators, row by row, for RNSE."""

import itertools
import warnings

import numpy as np
import pytest
from case_fits import assert_finite, blobs, blobs_y, each_affinity, each_preset, fit
from expected import ignoring, raised, warned
from scipy.spatial.distance import cdist
from sklearn.metrics import adjusted_rand_score

from rnse_core import RNSE
from rnse_core.exceptions import (
    ComponentsEffect,
    ComponentsWarning,
    InputWarning,
    ParameterError,
    ParameterTypeError,
    ParameterWarning,
    Reason,
)
from rnse_core.graph.components import component_labels


class TestNumberOfClusters:
    @each_affinity
    def test_fewer_distinct_rows_than_clusters(self, affinity):
        X = np.repeat([[0.0, 1.0], [2.0, 3.0]], 5, axis=0)
        with raised(ParameterError, value=3, reason=Reason.MORE_CLUSTERS_THAN_DISTINCT_ROWS, bound=2):
            fit(X, 3, affinity=affinity)

    def test_as_many_distinct_rows_as_clusters(self):
        X = np.repeat(np.arange(4.0), 20)[:, None]
        assert adjusted_rand_score(fit(X, 4).labels_, np.repeat(np.arange(4), 20)) == 1

    def test_late_distinct_rows_count(self):
        X = np.r_[np.zeros(200), 1.0, 2.0][:, None]
        assert len(np.unique(fit(X, 3).labels_)) == 3

    def test_zero_and_minus_zero_are_one_row(self):
        with raised(ParameterError, value=2, reason=Reason.MORE_CLUSTERS_THAN_DISTINCT_ROWS, bound=1):
            fit(np.array([[0.0], [-0.0], [0.0]]), 2)
        X = np.array([[0.0, 1.0], [-0.0, 1.0], [5.0, 2.0], [5.0, 3.0]])
        labels = fit(X, 3).labels_
        assert labels[0] == labels[1]
        assert len(np.unique(labels)) == 3

    @each_preset
    def test_one_cluster(self, preset):
        model = fit(blobs, 1, preset)
        assert not model.labels_.any()
        assert model.n_clusters_found_ == 1

    @each_affinity
    def test_as_many_clusters_as_samples(self, affinity):
        model = fit(blobs[:12], 12, affinity=affinity)
        assert np.array_equal(np.sort(model.labels_), np.arange(12))

    @pytest.mark.parametrize("init", ["auto", "spectral", "random"])
    @each_affinity
    def test_the_exact_p_step_leaves_no_cluster_empty(self, affinity, init):
        """P P' = I is a constraint of the model, also where an empty cluster would cost nothing or gain something."""
        for seed, alpha in itertools.product(range(3), (0.01, 500.0)):
            rng = np.random.default_rng(seed)
            for X in (rng.normal(size=(6, 3)), np.repeat(rng.normal(size=(8, 3)), rng.integers(1, 6, size=8), axis=0)):
                model = fit(X, 5, affinity=affinity, init=init, alpha=alpha, random_state=seed)
                assert model.n_clusters_found_ == 5
                assert model.history_[-1]["orthogonality_error"] < 1e-12

    @pytest.mark.parametrize(
        "n_clusters, error, reason",
        [
            (0, ParameterError, Reason.TOO_SMALL),
            (-2, ParameterError, Reason.TOO_SMALL),
            (61, ParameterError, Reason.MORE_CLUSTERS_THAN_SAMPLES),
            (2.0, ParameterTypeError, Reason.NOT_A_WHOLE_NUMBER),
            ("3", ParameterTypeError, Reason.NOT_A_WHOLE_NUMBER),
            (None, ParameterTypeError, Reason.NOT_A_WHOLE_NUMBER),
            (True, ParameterTypeError, Reason.NOT_A_WHOLE_NUMBER),
            (np.array([2]), ParameterTypeError, Reason.NOT_A_WHOLE_NUMBER),
        ],
    )
    def test_bad_numbers(self, n_clusters, error, reason):
        with raised(error, parameter="n_clusters", value=n_clusters, reason=reason):
            fit(blobs, n_clusters)

    @pytest.mark.parametrize("kind", [np.int32, np.int64, np.uint8])
    def test_numpy_integers_are_whole_numbers(self, kind):
        assert np.array_equal(fit(blobs, kind(3)).labels_, fit(blobs, 3).labels_)


class TestIdenticalRows:
    def same_label(self, model, X):
        _, groups = np.unique(X, axis=0, return_inverse=True)
        return all(len(np.unique(model.labels_[groups.ravel() == g])) == 1 for g in range(groups.max() + 1))

    @each_affinity
    @each_preset
    def test_get_one_label(self, affinity, preset):
        for seed in range(4):
            rng = np.random.default_rng(seed)
            X = np.repeat(rng.normal(size=(12, 2)), rng.integers(1, 16, size=12), axis=0)
            X = X[rng.permutation(len(X))]
            for n_clusters in (2, 4):
                model = fit(X, n_clusters, preset, affinity=affinity, affinity_neighbors=5)
                assert_finite(model)
                assert self.same_label(model, X)

    @pytest.mark.parametrize("indicator", ["moves", "strategic", "plain"])
    @pytest.mark.parametrize("init", ["auto", "spectral", "random"])
    def test_get_one_label_whatever_the_p_step(self, indicator, init):
        X = np.repeat(np.random.default_rng(1).normal(size=(10, 2)), 5, axis=0)
        model = fit(X, 3, indicator=indicator, init=init, indicator_max_iter=20, max_iter=3)
        assert self.same_label(model, X)

    def test_most_rows_identical(self):
        X = np.r_[np.zeros((50, 2)), np.random.default_rng(0).normal(size=(10, 2)) + 5]
        model = fit(X, 2)
        assert_finite(model)
        assert self.same_label(model, X)
        assert adjusted_rand_score(model.labels_, np.repeat([0, 1], [50, 10])) == 1

    def test_labels_of_the_callback_agree(self):
        X = np.repeat(np.random.default_rng(0).normal(size=(12, 2)), 4, axis=0)
        seen = []
        model = fit(X, 3, "paper", callback=lambda iteration, info: seen.append(info["labels"]))
        assert np.array_equal(seen[-1], model.labels_)


class TestNeighbours:
    @ignoring(InputWarning)
    @pytest.mark.parametrize("affinity", ["self_tuning", "knn", "probabilistic_knn", "authors"])
    def test_too_many_are_clipped_with_a_warning(self, affinity):
        with warned(ParameterWarning, parameter="n_neighbors", value=40, reason=Reason.TOO_LARGE, bound=11):
            many = RNSE(2, affinity=affinity, affinity_neighbors=40, random_state=0).fit(blobs[:12])
        eleven = fit(blobs[:12], 2, affinity=affinity, affinity_neighbors=11)
        assert np.array_equal(many.affinity_matrix_, eleven.affinity_matrix_)

    def test_the_default_is_never_too_many(self):
        for n in (2, 3, 6, 12):
            with warnings.catch_warnings():
                warnings.simplefilter("error")
                warnings.simplefilter("ignore", ComponentsWarning)
                RNSE(2, random_state=0).fit(blobs[:n])


def whole_components(model):
    components = component_labels(model.similarity_)
    return all(len(np.unique(model.labels_[components == c])) == 1 for c in range(components.max() + 1))


class TestDisconnected:
    def test_more_components_than_clusters_is_a_warning(self):
        X, y = four_groups()
        with warned(ComponentsWarning, sizes=(30, 20, 20, 10), n_clusters=2, effect=ComponentsEffect.JOINED):
            model = RNSE(2, random_state=0).fit(X)
        assert model.n_components_ == 4
        assert whole_components(model)
        # The two near pairs belong together.
        assert adjusted_rand_score(model.labels_, y // 2) == 1

    @each_affinity
    @pytest.mark.parametrize("alpha", [0.02, 0.3, 1.0])
    def test_components_are_never_split(self, affinity, alpha):
        for seed, n_clusters, beta in itertools.product(range(3), (2, 5), (0.0, 1.0, 20.0)):
            X = np.random.default_rng(seed).normal(size=(40, 2))
            model = fit(X, n_clusters, affinity=affinity, alpha=alpha, beta=beta, affinity_neighbors=6)
            assert model.n_clusters_found_ == n_clusters
            if model.n_components_ >= n_clusters:
                assert whole_components(model)

    @pytest.mark.parametrize("init", ["auto", "spectral", "random"])
    def test_components_that_appear_in_a_later_round_are_not_split_either(self, init):
        count = 0
        for seed in range(30):
            rng = np.random.default_rng(seed)
            X = 0.01 * rng.normal(size=(30, 2)) + rng.integers(0, 4, size=(30, 1))
            model = fit(X, 4, affinity="probabilistic_knn", alpha=0.07, init=init, beta=rng.choice([1.0, 10.0]))
            if model.n_components_ >= 4:
                count += 1
                assert whole_components(model)
        assert count > 0

    def test_components_that_cut_through_a_local_optimum(self):
        """Data found by search: no single move leads from the first round's labels to the last round's components."""
        rng = np.random.default_rng(2005462)
        rng.integers(2, 60), rng.choice([1, 2, 5, 20]), rng.integers(6)
        model = fit(rng.standard_cauchy((47, 2)), 4, affinity="probabilistic_knn", alpha=0.07244189816369292)
        assert model.n_components_ == 4
        assert whole_components(model)

    def test_isolated_points_of_a_precomputed_graph(self):
        K = np.zeros((12, 12))
        K[:5, :5] = K[5:10, 5:10] = 1
        model = fit(K, 2, affinity="precomputed")
        assert_finite(model)
        assert whole_components(model)
        assert len(np.unique(model.labels_[:5])) == len(np.unique(model.labels_[5:10])) == 1
        assert model.n_components_ >= 2

    def test_a_graph_without_any_edge(self):
        for K in (np.zeros((6, 6)), np.eye(6)):
            model = fit(K, 2, affinity="precomputed")
            assert_finite(model)
            assert model.n_clusters_found_ == 2

    @pytest.mark.parametrize("distance", [20.0, 1e3, 1e6])
    def test_an_outlier_does_not_join_true_clusters(self, distance):
        X = np.r_[blobs[blobs_y < 2], [[blobs[blobs_y == 1, 0].mean() + distance, blobs[blobs_y == 1, 1].mean()]]]
        y = blobs_y[blobs_y < 2]
        model = fit(X, 2)
        if model.n_components_ > 2:
            assert adjusted_rand_score(model.labels_[:-1], y) == 1


def four_groups():
    rng = np.random.default_rng(0)
    centres = np.array([[0.0, 0.0], [9.0, 0.0], [300.0, 0.0], [309.0, 0.0]])
    y = np.repeat(np.arange(4), [30, 20, 20, 10])
    return centres[y] + rng.normal(size=(80, 2)), y


class TestNothingToFind:
    @pytest.mark.parametrize("n_clusters", [2, 4])
    def test_equal_affinities_are_a_warning(self, n_clusters):
        """Corners of a simplex: every partition into clusters of equal sizes is as good as any other."""
        with warned(InputWarning, reason=Reason.ALL_PAIRS_ALIKE):
            model = RNSE(n_clusters, random_state=0).fit(np.eye(12))
        assert model.n_clusters_found_ == n_clusters

    @pytest.mark.parametrize("alpha", [1e18, 1e99])
    @pytest.mark.parametrize("storage", ["float64", "float32"])
    def test_affinities_lost_beside_alpha_are_a_warning(self, alpha, storage):
        with warned(ParameterWarning, parameter="alpha", reason=Reason.ALL_PAIRS_ALIKE, value=alpha):
            model = RNSE(3, alpha=alpha, storage=storage, random_state=0).fit(blobs)
        assert np.ptp(model.similarity_[~np.eye(len(blobs), dtype=bool)]) < 1e-16

    def test_affinities_lost_beside_the_usual_alpha_are_a_warning(self):
        K = np.exp(-cdist(blobs, blobs, "sqeuclidean"))
        with warned(ParameterWarning, parameter="alpha", reason=Reason.ALL_PAIRS_ALIKE):
            RNSE(3, affinity="precomputed", random_state=0).fit(K * 1e-40)

    def test_no_warning_where_there_is_something(self):
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            RNSE(3, alpha=5.0, random_state=0).fit(blobs)
            RNSE(3, alpha=1e12, random_state=0).fit(blobs)
            RNSE(1, random_state=0).fit(np.eye(12))


class TestDegenerateData:
    @each_affinity
    @pytest.mark.parametrize("value", [0.0, 0.1, -7e5])
    def test_all_points_equal(self, affinity, value):
        X = np.full((9, 3), value)
        model = fit(X, 1, affinity=affinity)
        assert_finite(model)
        assert not model.labels_.any()
        with raised(ParameterError, reason=Reason.MORE_CLUSTERS_THAN_DISTINCT_ROWS, bound=1):
            fit(X, 2, affinity=affinity)

    @each_affinity
    @each_preset
    def test_one_feature(self, affinity, preset):
        X = np.r_[np.linspace(-9, -8, 15), np.linspace(8, 9, 15)][:, None]
        model = fit(X, 2, preset, affinity=affinity, affinity_neighbors=6)
        assert_finite(model)
        if preset == "exact":
            assert adjusted_rand_score(model.labels_, np.repeat([0, 1], 15)) == 1

    def test_one_feature_of_unit_length_is_a_sign(self):
        for seed, alpha in itertools.product(range(4), (0.05, 36.0, 117.0)):
            X = np.random.default_rng(seed).normal(size=(40, 1))
            for affinity in ("authors", "cosine"):
                model = fit(X, 2, affinity=affinity, alpha=alpha)
                assert adjusted_rand_score(model.labels_, np.sign(X[:, 0])) == 1
                assert_finite(fit(X, 7, affinity=affinity, alpha=alpha))

    @each_affinity
    @each_preset
    @pytest.mark.parametrize("n", [1, 2, 3, 4])
    def test_few_samples(self, affinity, preset, n):
        X = np.random.default_rng(n).normal(size=(n, 3))
        for n_clusters in range(1, n + 1):
            model = fit(X, n_clusters, preset, affinity=affinity)
            assert_finite(model)
            assert model.labels_.shape == (n,)
            if preset == "exact":
                assert model.n_clusters_found_ == n_clusters

    @each_affinity
    @pytest.mark.parametrize("init", ["auto", "spectral", "random"])
    def test_few_samples_from_every_start(self, affinity, init):
        X = np.random.default_rng(0).normal(size=(4, 2))
        for seed in range(5):
            model = fit(X, 2, affinity=affinity, init=init, random_state=seed)
            assert model.history_[-1]["orthogonality_error"] < 1e-12
            assert model.history_[-1]["row_sum_error"] < 1e-10

    def test_constant_columns_change_nothing(self):
        X = np.c_[np.full(60, 1e9 + 0.1), blobs, np.zeros(60)]
        assert np.array_equal(fit(X).labels_, fit(blobs).labels_)

    def test_more_features_than_samples(self):
        rng = np.random.default_rng(0)
        X = rng.normal(size=(30, 500)) + 3 * rng.normal(size=(2, 500))[np.arange(30) % 2]
        assert adjusted_rand_score(fit(X, 2).labels_, np.arange(30) % 2) == 1

    @each_affinity
    def test_range_of_the_floats(self, affinity):
        for X in (
            np.array([[5e-324], [0.0], [1.0], [1.5]]),
            np.array([[1.7e308], [-1.7e308], [0.0], [1.0]]),
            np.array([[1e-300, 1e300], [2e-300, 1e300], [1e-300, -1e300], [0.0, 0.0]]),
        ):
            assert_finite(fit(X, 2, affinity=affinity))
