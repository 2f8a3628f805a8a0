"""NCuts: scikit-learn's contract, its labels on connected graphs, and the cases that break spectral clustering."""

import pickle
import warnings

import numpy as np
import pandas as pd
import pytest
from cuts import disconnected, each_assignment, fit_without_warning, same_partition
from expected import raised, warned
from expected_checks import failing_if_precomputed
from scipy.sparse import csr_array
from sklearn.cluster import SpectralClustering
from sklearn.datasets import load_iris
from sklearn.exceptions import NotFittedError
from sklearn.manifold import spectral_embedding
from sklearn.metrics import adjusted_rand_score, pairwise_distances
from sklearn.utils.estimator_checks import parametrize_with_checks
from threadpoolctl import threadpool_info, threadpool_limits

from rnse_core.affinity import AFFINITIES, PRECOMPUTED, compute_affinity
from rnse_core.baselines import NCuts
from rnse_core.datasets import make_blobs, make_block_diagonal, make_circles, make_two_moons
from rnse_core.exceptions import (
    EmptyClustersWarning,
    InputError,
    ParameterError,
    ParameterTypeError,
    ParameterWarning,
    Reason,
)

FEATURE_AFFINITIES = [affinity for affinity in AFFINITIES if affinity not in PRECOMPUTED]


@disconnected
@parametrize_with_checks([NCuts(), NCuts(affinity="precomputed")], expected_failed_checks=failing_if_precomputed)
def test_scikit_learns_checks(estimator, check):
    check(estimator)


class TestOnConnectedGraphs:
    X, _ = make_two_moons(120, random_state=0)

    @each_assignment
    def test_labels_are_spectral_clusterings(self, assign_labels):
        K = compute_affinity(self.X)
        expected = SpectralClustering(2, affinity="precomputed", assign_labels=assign_labels, random_state=0)
        model = fit_without_warning(NCuts(2, assign_labels=assign_labels, random_state=0), self.X)
        assert same_partition(model.labels_, expected.fit_predict(K))

    @each_assignment
    def test_finds_rings_that_no_line_separates(self, assign_labels):
        X, y = make_circles(150, 0.03, 0)
        assert same_partition(NCuts(2, assign_labels=assign_labels, random_state=0).fit_predict(X), y)

    @pytest.mark.parametrize(
        "parameters, arguments",
        [
            ({}, {}),
            ({"affinity_neighbors": 12}, {"n_neighbors": 12}),
            ({"affinity": "rbf", "gamma": 3.0}, {"affinity": "rbf", "gamma": 3.0}),
            ({"affinity": "knn", "affinity_neighbors": 15}, {"affinity": "knn", "n_neighbors": 15}),
        ],
    )
    def test_affinity_matrix_is_the_one_asked_for(self, parameters, arguments):
        model = NCuts(2, random_state=0, **parameters).fit(self.X)
        assert np.array_equal(model.affinity_matrix_, compute_affinity(self.X, **arguments))

    def test_embedding_holds_the_eigenvectors_that_were_clustered(self):
        model = NCuts(3, random_state=0).fit(self.X)
        expected = spectral_embedding(model.affinity_matrix_, n_components=3, drop_first=False, random_state=0)
        for mine, theirs in zip(model.embedding_.T, expected.T, strict=True):
            sign = np.sign(mine @ theirs)
            assert sign * mine == pytest.approx(theirs, abs=1e-6)
        assert model.embedding_ is model.embedding_

    def test_embedding_follows_a_second_fit(self):
        model = NCuts(2, random_state=0).fit(self.X)
        assert model.embedding_.shape == (120, 2)
        assert model.fit(self.X[:50]).embedding_.shape == (50, 2)

    def test_embedding_needs_a_fit(self):
        with pytest.raises(NotFittedError):
            _ = NCuts().embedding_
        assert not hasattr(NCuts(), "embedding_")

    def test_precomputed_similarity_and_distance(self):
        K = compute_affinity(self.X)
        expected = NCuts(2, random_state=0).fit_predict(self.X)
        assert same_partition(NCuts(2, affinity="precomputed", random_state=0).fit_predict(K), expected)
        D = pairwise_distances(self.X)
        assert same_partition(NCuts(2, affinity="precomputed_distance", random_state=0).fit_predict(D), expected)

    def test_papers_blocks(self):
        A, y = make_block_diagonal(80, 4, 0.2, 0)
        model = fit_without_warning(NCuts(4, affinity="precomputed", random_state=0), A)
        assert same_partition(model.labels_, y)

    def test_affinity_to_itself_plays_no_part(self):
        A, _ = make_block_diagonal(60, 3, 0.6, 0)
        plain = NCuts(3, affinity="precomputed", random_state=0).fit(A)
        loops = NCuts(3, affinity="precomputed", random_state=0).fit(A + 100 * np.eye(60))
        assert same_partition(plain.labels_, loops.labels_)
        assert np.array_equal(np.abs(plain.embedding_), np.abs(loops.embedding_))

    def test_parameters_stay_as_given_and_the_input_too(self):
        K = compute_affinity(self.X)
        before = K.copy()
        state = np.random.RandomState(0)
        model = NCuts(2, affinity="precomputed", random_state=state).fit(K)
        assert model.random_state is state
        assert np.array_equal(K, before)
        assert model.affinity_matrix_[0, 0] == K[0, 0]

    def test_pickled_after_the_embedding_was_asked_for(self):
        model = NCuts(2, random_state=0).fit(self.X)
        embedding = model.embedding_
        assert np.array_equal(pickle.loads(pickle.dumps(model)).embedding_, embedding)


class TestNumberOfClusters:
    X = make_blobs(20, 0.3, 0)[0]

    @each_assignment
    def test_one_cluster_holds_all(self, assign_labels):
        model = fit_without_warning(NCuts(1, assign_labels=assign_labels), self.X)
        assert not model.labels_.any()
        assert model.n_clusters_found_ == 1
        assert model.embedding_.shape == (20, 1)
        assert np.ptp(model.embedding_) == 0 and model.embedding_[0, 0] > 0

    @each_assignment
    def test_as_many_clusters_as_samples(self, assign_labels):
        model = fit_without_warning(NCuts(20, assign_labels=assign_labels), self.X)
        assert sorted(model.labels_) == list(range(20))
        assert model.embedding_.shape == (20, 20)

    @each_assignment
    @pytest.mark.parametrize("n_clusters", [2, 3, 10, 18, 19])
    def test_numbers_in_between(self, assign_labels, n_clusters):
        model = NCuts(n_clusters, assign_labels=assign_labels, random_state=0).fit(self.X)
        assert model.n_clusters_found_ == len(set(model.labels_)) == model.labels_.max() + 1 <= n_clusters
        assert np.isfinite(model.embedding_).all()

    def test_out_of_range(self):
        with raised(ParameterError, parameter="n_clusters", value=0, reason=Reason.TOO_SMALL):
            NCuts(0).fit(self.X)
        with raised(ParameterError, value=21, reason=Reason.MORE_CLUSTERS_THAN_SAMPLES, bound=20):
            NCuts(21).fit(self.X)

    @pytest.mark.parametrize("n_clusters", [2.0, "3", None, True])
    def test_not_a_whole_number(self, n_clusters):
        with raised(ParameterTypeError, parameter="n_clusters", value=n_clusters, reason=Reason.NOT_A_WHOLE_NUMBER):
            NCuts(n_clusters).fit(self.X)

    @pytest.mark.parametrize("affinity", [*FEATURE_AFFINITIES, "precomputed_distance"])
    def test_fewer_distinct_rows_than_clusters(self, affinity):
        X = np.repeat([[1.0, 2.0], [3.0, 1.0], [-1.0, 2.5]], 4, axis=0)
        if affinity == "precomputed_distance":
            X = pairwise_distances(X)
        with raised(ParameterError, value=4, reason=Reason.MORE_CLUSTERS_THAN_DISTINCT_ROWS, bound=3):
            NCuts(4, affinity=affinity).fit(X)

    def test_empty_clusters_are_counted_and_said(self, monkeypatch):
        monkeypatch.setattr(SpectralClustering, "fit_predict", lambda self, X: np.where(np.arange(len(X)) < 5, 0, 2))
        with warned(EmptyClustersWarning, asked=3, found=2):
            model = NCuts(3).fit(self.X)
        assert model.n_clusters_found_ == 2
        assert set(model.labels_) == {0, 1}

    def test_unknown_names_list_the_known_ones(self):
        with raised(ParameterError, parameter="assign_labels", value="qr", reason=Reason.UNKNOWN_CHOICE):
            NCuts(assign_labels="qr").fit(self.X)
        with raised(ParameterError, parameter="affinity", value="gaussian", reason=Reason.UNKNOWN_CHOICE):
            NCuts(affinity="gaussian").fit(self.X)


class TestAwkwardData:
    X, y = make_circles(80, 0.03, 0)
    expected = NCuts(2, random_state=0).fit_predict(X)

    @pytest.mark.parametrize(
        "convert",
        [
            np.asfortranarray,
            pd.DataFrame,
            np.ndarray.tolist,
            lambda X: np.repeat(X, 2, axis=1)[:, ::2],
            lambda X: X * 1e-300,
            lambda X: X * 1e300,
            lambda X: X.astype(np.float32),
            lambda X: np.round(X * 1e6).astype(np.int64),
            lambda X: np.column_stack([X, np.full(len(X), 7.0)]),
        ],
        ids=["Fortran", "frame", "lists", "strided", "tiny", "huge", "float32", "integers", "constant column"],
    )
    def test_same_labels_whatever_the_container_and_scale(self, convert):
        model = fit_without_warning(NCuts(2, random_state=0), convert(self.X))
        assert same_partition(model.labels_, self.expected)

    def test_read_only_input(self):
        X = self.X.copy()
        X.flags.writeable = False
        assert same_partition(NCuts(2, random_state=0).fit_predict(X), self.expected)

    @pytest.mark.parametrize("n_threads", [1, 2])
    def test_same_seed_same_labels_whatever_the_threads(self, n_threads):
        with threadpool_limits(n_threads):
            labels = [NCuts(3, random_state=5).fit_predict(self.X) for _ in range(2)]
        assert np.array_equal(labels[0], labels[1])
        assert same_partition(labels[0], NCuts(3, random_state=5).fit_predict(self.X))

    @pytest.mark.parametrize("affinity", FEATURE_AFFINITIES)
    @pytest.mark.parametrize("X", [np.ones((6, 3)), np.zeros((6, 3))], ids=["ones", "zeros"])
    def test_all_points_equal(self, affinity, X):
        with raised(ParameterError, value=2, reason=Reason.MORE_CLUSTERS_THAN_DISTINCT_ROWS, bound=1):
            NCuts(2, affinity=affinity, affinity_neighbors=3).fit(X)
        model = NCuts(1, affinity=affinity, affinity_neighbors=3)
        assert not fit_without_warning(model, X).labels_.any()

    @pytest.mark.parametrize("affinity", ["self_tuning", "rbf", "knn"])
    def test_one_feature_and_two_samples(self, affinity):
        model = NCuts(2, affinity=affinity, affinity_neighbors=1)
        assert sorted(fit_without_warning(model, [[0.0], [3.0]]).labels_) == [0, 1]

    def test_one_sample(self):
        model = fit_without_warning(NCuts(1), [[2.0, 3.0]])
        assert model.labels_.tolist() == [0]
        assert np.isfinite(model.embedding_).all()

    def test_neighbours_are_clipped_with_a_warning(self):
        with warned(ParameterWarning, parameter="n_neighbors", value=50, reason=Reason.TOO_LARGE, bound=19):
            NCuts(2, affinity_neighbors=50, random_state=0).fit(self.X[:20])

    @disconnected
    @pytest.mark.parametrize("affinity", FEATURE_AFFINITIES)
    def test_identical_rows_share_a_label(self, affinity):
        rng = np.random.default_rng(0)
        X = np.vstack([np.repeat(rng.normal(size=(4, 2)), 30, axis=0), rng.normal(size=(30, 2))])
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", EmptyClustersWarning)
            labels = NCuts(6, affinity=affinity, random_state=0).fit_predict(X)
        for start in range(0, 120, 30):
            assert len(set(labels[start : start + 30])) == 1

    def test_torn_duplicates_are_united_by_majority(self, monkeypatch):
        torn = np.array([0, 0, 1, 1, 1, 0])
        monkeypatch.setattr(SpectralClustering, "fit_predict", lambda self, X: torn)
        X = np.array([[0.0], [0.0], [0.0], [5.0], [5.0], [5.5]])
        assert NCuts(2, affinity_neighbors=2).fit(X).labels_.tolist() == [0, 0, 0, 1, 1, 0]

    def test_missing_or_infinite_values(self):
        for bad in (np.nan, np.inf):
            X = self.X.copy()
            X[3, 1] = bad
            with pytest.raises(ValueError):
                NCuts(2).fit(X)

    def test_sparse_input_is_refused(self):
        with pytest.raises(TypeError):
            NCuts(2).fit(csr_array(self.X))

    def test_matrix_that_is_no_similarity(self):
        model = NCuts(2, affinity="precomputed")
        with raised(InputError, reason=Reason.NEGATIVE_ENTRY, value=-1.0, row=0, column=1):
            model.fit([[1.0, -1.0], [-1.0, 1.0]])
        with raised(InputError, reason=Reason.NOT_SYMMETRIC):
            model.fit([[1.0, 0.5], [0.2, 1.0]])
        with raised(InputError, reason=Reason.NOT_SQUARE):
            model.fit(self.X)

    def test_iris_is_as_good_as_spectral_clustering_gets(self):
        X, y = load_iris(return_X_y=True)
        labels = NCuts(3, random_state=0).fit_predict(X)
        assert adjusted_rand_score(y, labels) > 0.7


def test_the_cut_uses_one_thread(monkeypatch):
    """The threads of K-Means wait for each other: where other programs run, a cut took a hundred times as long."""
    seen = []
    cut = SpectralClustering.fit_predict

    def look(self, X, y=None):
        seen.extend(pool["num_threads"] for pool in threadpool_info() if pool["user_api"] == "openmp")
        return cut(self, X, y)

    monkeypatch.setattr(SpectralClustering, "fit_predict", look)
    NCuts(3, random_state=0).fit(np.random.default_rng(0).normal(size=(40, 2)))
    assert seen and set(seen) == {1}
