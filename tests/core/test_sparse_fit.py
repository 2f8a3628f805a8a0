"""RNSE on a graph of neighbours: the same S, P and labels as on all pairs."""

import warnings
from itertools import pairwise

import numpy as np
import pytest
from expected import raised, warned
from numpy.testing import assert_allclose
from scipy.sparse import csr_array, issparse
from sklearn.datasets import load_digits, make_blobs
from sklearn.metrics import adjusted_rand_score

from rnse_core import RNSE
from rnse_core._fit import cost
from rnse_core._fit import plan as fit_plan
from rnse_core.affinity import self_tuning_kernel
from rnse_core.affinity.pair_scan import PairScan
from rnse_core.datasets import make_two_moons
from rnse_core.exceptions import IdenticalSamplesWarning, IncompleteGraphWarning, InputError, ParameterError, Reason
from rnse_core.projection import sparse_target as neighbor_target


def moons(n, noise=0.1, seed=0):
    return make_two_moons(n, noise=noise, random_state=seed)[0]


DATA = {
    "moons": (moons(600), 2),
    "uniform": (np.random.default_rng(0).uniform(size=(500, 3)), 3),
    "heavy tails": (np.random.default_rng(1).standard_cauchy((500, 2)), 3),
    "many features": (make_blobs(500, 40, centers=4, cluster_std=8, random_state=0)[0], 4),
    "duplicates": (np.repeat(np.random.default_rng(2).normal(size=(60, 2)), 8, axis=0), 3),
    "a grid with ties": (np.stack(np.meshgrid(np.arange(20.0), np.arange(20.0)), -1).reshape(-1, 2), 2),
}


def pair(X, n_clusters, **parameters):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return [RNSE(n_clusters, graph=graph, random_state=0, **parameters).fit(X) for graph in ("dense", "knn")]


class TestSameAsDense:
    @pytest.mark.parametrize("alpha, beta", [(0.3, 1.0), (1.0, 1.0), (1.0, 200.0), (4.0, 1.0)])
    @pytest.mark.parametrize("name", DATA)
    def test_similarity_from_the_same_start(self, name, alpha, beta):
        X, n_clusters = DATA[name]
        start = np.zeros((n_clusters, len(X)))
        start[np.arange(len(X)) % n_clusters, np.arange(len(X))] = 0.1
        # One round: the P step moves samples in their order, which a graph of neighbours changes.
        dense, sparse = pair(X, n_clusters, alpha=alpha, beta=beta, init=start, max_iter=1)
        assert sparse.graph_ == "knn" and issparse(sparse.similarity_) and sparse.graph_complete_
        assert dense.graph_ == "dense" and isinstance(dense.similarity_, np.ndarray) and dense.graph_complete_
        assert_allclose(sparse.similarity_.toarray(), dense.similarity_, rtol=0, atol=1e-9)
        assert_allclose(sparse.multipliers_, dense.multipliers_, rtol=0, atol=1e-6)

    @pytest.mark.parametrize("affinity", ["rbf", "cosine", "knn", "authors"])
    @pytest.mark.parametrize("name", ["moons", "many features"])
    def test_other_kernels(self, name, affinity):
        X, n_clusters = DATA[name]
        dense, sparse = pair(X, n_clusters, affinity=affinity, max_iter=1, init=np.ones((n_clusters, len(X))))
        assert_allclose(sparse.similarity_.toarray(), dense.similarity_, rtol=0, atol=1e-9)

    def test_two_thousand_digits(self):
        X = load_digits().data
        start = np.zeros((10, len(X)))
        start[load_digits().target, np.arange(len(X))] = 0.1
        dense, sparse = pair(X, 10, init=start)
        assert_allclose(sparse.similarity_.toarray(), dense.similarity_, rtol=0, atol=1e-9)

    def test_learned_structure(self):
        X, y = make_two_moons(2000, noise=0.05, random_state=0)
        dense, sparse = pair(X, 2)
        assert adjusted_rand_score(y, sparse.labels_) == 1.0
        assert adjusted_rand_score(dense.labels_, sparse.labels_) == 1.0

    def test_sparse_similarity_is_its_own_graph(self):
        X, _ = DATA["moons"]
        K = self_tuning_kernel(X, 10)
        K[K < 0.5] = 0.0
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            dense = RNSE(2, affinity="precomputed", random_state=0).fit(K)
            sparse = RNSE(2, affinity="precomputed", random_state=0).fit(csr_array(K))
        assert sparse.graph_ == "knn"
        assert_allclose(sparse.similarity_.toarray(), dense.similarity_, rtol=0, atol=1e-9)

    def test_zero_diagonal_of_a_sparse_similarity(self):
        K = csr_array(np.array([[0.0, 1.0, 0.0], [1.0, 0.0, 1.0], [0.0, 1.0, 0.0]]))
        model = RNSE(2, affinity="precomputed").fit(K)
        assert_allclose(model.similarity_.sum(axis=1), np.ones(3), atol=1e-9)


def wide_blobs(n, n_features=784, seed=0):
    """Few directions in which the clusters lie, and noise in all the others."""
    random = np.random.default_rng(seed)
    Z, y = make_blobs(n, 6, centers=4, cluster_std=3.0, random_state=seed)
    return Z @ random.normal(size=(6, n_features)) + random.normal(size=(n, n_features)), y


class TestThreeWays:
    """All pairs held, neighbours from a tree, neighbours and missing pairs by scans."""

    @pytest.mark.parametrize("parameters", [{}, {"alpha": 4.0}, {"affinity": "rbf"}, {"affinity": "cosine"}])
    def test_wide_data(self, parameters, monkeypatch):
        X, y = wide_blobs(700)
        found = []
        for way in ("pairs", "tree", "scan"):
            monkeypatch.setattr(fit_plan, "ways", lambda *_, way=way, **__: {"pairs": 1.0, way: 0.5})
            graph = "dense" if way == "pairs" else "knn"
            model = RNSE(4, graph=graph, init=np.eye(4)[y].T / 20.0, max_iter=2, tol=1.0, **parameters).fit(X)
            assert model.plan_.search == way and model.graph_complete_
            found.append(model.similarity_ if way == "pairs" else model.similarity_.toarray())
        assert_allclose(found[1], found[0], rtol=0, atol=1e-9)
        assert_allclose(found[2], found[0], rtol=0, atol=1e-9)

    def test_later_rounds_need_no_other_scan(self, monkeypatch):
        X, _ = wide_blobs(1200)
        scans, scan = [], PairScan.below
        monkeypatch.setattr(PairScan, "below", lambda self, *args: scans.append(1) or scan(self, *args))
        model = RNSE(4, graph="knn", random_state=0).fit(X)
        assert model.plan_.search == "scan" and model.n_iter_ > 1 and model.graph_complete_
        assert len(scans) == 1

    @pytest.mark.filterwarnings("ignore:RNSE did not converge")
    def test_a_margin_that_has_no_room_is_left_out(self, monkeypatch):
        X, y = wide_blobs(400)
        start = {"init": np.eye(4)[y].T / 20.0, "max_iter": 1}
        whole = RNSE(4, graph="knn", **start).fit(X)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            first = RNSE(4, graph="knn", grow_graph=False, **start).fit(X).affinity_matrix_
        most, found = whole.affinity_matrix_.nnz, (whole.similarity_ != 0) > (first != 0)
        needed = first.nnz + found.count_nonzero()
        assert needed < most - 4
        monkeypatch.setattr(neighbor_target, "SMALL_PATTERN", (needed + most) // 2)
        monkeypatch.setattr(neighbor_target, "MAX_GROWTH", 1)
        narrow = RNSE(4, graph="knn", **start).fit(X)
        assert narrow.graph_complete_ and narrow.affinity_matrix_.nnz < most
        assert abs(narrow.similarity_ - whole.similarity_).max() < 1e-9


class TestManyCopies:
    @pytest.mark.parametrize("graph", ["dense", "knn"])
    @pytest.mark.parametrize("n_copies", [15, 19, 20, 25, 100, 300])
    def test_copies_of_a_sample_stay_in_its_cluster(self, graph, n_copies):
        random = np.random.default_rng(0)
        y = random.integers(0, 3, 1500)
        X = np.array([[0.0, 0.0], [10.0, 0.0], [0.0, 10.0]])[y] + random.normal(size=(len(y), 2))
        X[np.flatnonzero(y == 0)[:n_copies]] = [0.1, 0.2]
        model = RNSE(3, graph=graph, random_state=0).fit(X)
        assert adjusted_rand_score(y, model.labels_) == 1.0
        assert model.graph_complete_

    @pytest.mark.parametrize("n_samples", [300, 1000, 3000])
    def test_answers_on_a_scale_from_one_to_five(self, n_samples):
        """Fewer than a hundred distinct rows, so that the nearest neighbours of most samples are their copies."""
        random = np.random.default_rng(0)
        y = random.integers(0, 3, n_samples)
        centers = np.array([[1, 1, 1, 5, 5], [5, 5, 5, 1, 1], [1, 5, 1, 5, 1]])[y]
        X = np.clip(centers + random.integers(-1, 2, size=(n_samples, 5)), 1, 5)
        _, model = pair(X, 3)
        assert adjusted_rand_score(y, model.labels_) == 1.0

    @pytest.mark.parametrize("graph", ["dense", "knn"])
    def test_a_cluster_of_copies_alone_is_said_and_a_larger_alpha_named(self, graph):
        """Copies of many samples have so little to do with each other that one set of them is a cluster."""
        random = np.random.default_rng(0)
        X = np.r_[np.tile(random.normal(size=(1, 2)), (150, 1)), random.normal(size=(150, 2)) + 30.0]
        model = RNSE(2, graph=graph, alpha=0.5, random_state=0)
        with warned(IdenticalSamplesWarning, n_clusters=1, n_copies=150, alpha_to_try=5.0):
            model.fit(X)
        assert sorted(np.bincount(model.labels_)) == [150, 150]

    def test_clusters_that_are_the_distinct_samples_are_no_cause_for_doubt(self):
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            RNSE(3, random_state=0).fit(np.repeat(np.eye(3), 20, axis=0))
        assert not [one for one in caught if isinstance(one.message, IdenticalSamplesWarning)]

    def test_too_many_copies_are_named_as_the_reason(self, monkeypatch):
        monkeypatch.setattr(neighbor_target, "SMALL_PATTERN", 0)
        X = np.r_[moons(300), np.tile(moons(2, seed=1), (1000, 1))]
        with warned(IncompleteGraphWarning, entries_among_copies=2_000_000):
            model = RNSE(2, graph="knn", n_neighbors=20, random_state=0).fit(X)
        assert not model.graph_complete_
        assert_allclose(model.similarity_.sum(axis=1), np.ones(len(X)), atol=1e-8)


class TestProperties:
    @pytest.mark.parametrize("alpha", [0.2, 1.0, 5.0])
    def test_doubly_stochastic_and_symmetric(self, alpha):
        _, model = pair(moons(400), 2, alpha=alpha)
        S = model.similarity_
        assert S.data.min() > 0
        assert abs(S - S.T).max() == 0
        assert_allclose(S.sum(axis=1), np.ones(400), atol=1e-8)

    def test_objective_never_rises(self):
        _, model = pair(moons(400, noise=0.2), 3, beta=50.0)
        objectives = [record["objective"] for record in model.history_]
        assert len(objectives) > 1
        assert all(new <= old + 1e-9 * abs(old) for old, new in pairwise(objectives))

    def test_order_of_the_samples(self):
        X, n_clusters = DATA["moons"]
        order = np.random.default_rng(0).permutation(len(X))
        first, second = pair(X, n_clusters)[1], pair(X[order], n_clusters)[1]
        assert_allclose(first.similarity_.toarray()[np.ix_(order, order)], second.similarity_.toarray(), atol=1e-9)
        assert adjusted_rand_score(first.labels_[order], second.labels_) == 1.0

    def test_everything_is_in_the_users_order(self):
        X, _ = DATA["moons"]
        seen = []
        start = np.random.default_rng(0).uniform(size=(2, len(X)))
        model = RNSE(2, graph="knn", init=start, callback=lambda _, info: seen.append(info)).fit(X)
        K = self_tuning_kernel(X, 20)
        places = model.affinity_matrix_.nonzero()
        assert_allclose(model.affinity_matrix_[places], K[places], rtol=1e-9)
        u = model.multipliers_
        T = K / 2 + 0.5 * seen[-2]["indicator"].T @ seen[-2]["indicator"] if len(seen) > 1 else K / 2
        assert_allclose(model.similarity_.toarray(), np.maximum(T + np.add.outer(u, u), 0), atol=1e-8)
        last = seen[-1]
        assert abs(last["similarity"] - model.similarity_).max() == 0
        assert np.array_equal(last["indicator"], model.indicator_)
        assert np.array_equal(last["labels"], model.labels_)
        assert np.array_equal(model.indicator_.argmax(axis=0), model.labels_)

    def test_repeatable_with_and_without_threads(self):
        X = moons(3000, noise=0.15)
        runs = [RNSE(2, graph="knn", executor=name, random_state=0).fit(X) for name in ("serial", "threads", "serial")]
        for other in runs[1:]:
            assert np.array_equal(other.labels_, runs[0].labels_)
            assert abs(other.similarity_ - runs[0].similarity_).max() <= 1e-12


class TestWhichGraph:
    @pytest.fixture
    def costly_pairs(self, monkeypatch):
        monkeypatch.setattr(fit_plan, "FULL_SAMPLES", 100)
        monkeypatch.setattr(cost, "DENSE_PAIR", 1.0)

    def test_auto_goes_by_the_cost(self, costly_pairs):
        assert RNSE(2).fit(moons(100)).graph_ == "dense"
        assert RNSE(2).fit(moons(101)).graph_ == "knn"

    @pytest.mark.parametrize(
        "parameters", [{"projection": "dykstra", "projection_max_iter": 3, "init": "random", "indicator": "strategic"}]
    )
    def test_auto_is_dense_for_what_needs_all_pairs(self, parameters, costly_pairs):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            assert RNSE(2, **parameters).fit(moons(150)).graph_ == "dense"
        assert RNSE(2, affinity="precomputed").fit(self_tuning_kernel(moons(150))).graph_ == "dense"

    @pytest.mark.parametrize("parameters", [{"projection": "dykstra"}, {"affinity": "precomputed"}])
    def test_knn_says_what_it_needs(self, parameters):
        with raised(ParameterError, parameter="graph", value="knn", reason=Reason.INCOMPATIBLE):
            RNSE(2, graph="knn", **parameters).fit(self_tuning_kernel(moons(50)))

    def test_sparse_similarity_needs_newton(self):
        with raised(ParameterError, parameter="projection", value="dykstra", reason=Reason.SPARSE):
            RNSE(2, affinity="precomputed", projection="dykstra").fit(csr_array(np.eye(5)))

    @pytest.mark.parametrize(
        "parameter, value, reason",
        [
            ("graph", "sparse", Reason.UNKNOWN_CHOICE),
            ("executor", "x", Reason.UNKNOWN_CHOICE),
            ("n_neighbors", 0, Reason.TOO_SMALL),
        ],
    )
    def test_odd_parameters(self, parameter, value, reason):
        with raised(ParameterError, parameter=parameter, value=value, reason=reason):
            RNSE(2, **{parameter: value}).fit(moons(50))

    @pytest.mark.parametrize(
        "entries, fields",
        [
            ([[0.0, -1.0], [-1.0, 0.0]], {"reason": Reason.NEGATIVE_ENTRY, "value": -1.0}),
            (
                [[0.0, 1.0], [0.5, 0.0]],
                {"reason": Reason.NOT_SYMMETRIC, "row": 0, "column": 1, "value": 1.0, "bound": 0.5},
            ),
            ([[0.0, 1.0, 0.0], [1.0, 0.0, 0.0]], {"reason": Reason.NOT_SQUARE, "value": (2, 3)}),
        ],
    )
    def test_sparse_similarities_are_checked(self, entries, fields):
        with raised(InputError, argument="similarity matrix", **fields):
            RNSE(1, affinity="precomputed").fit(csr_array(np.array(entries)))


class TestGraph:
    @pytest.mark.parametrize("n", [2, 3, 10, 31])
    def test_as_many_neighbours_as_there_are(self, n):
        dense, sparse = pair(np.random.default_rng(0).normal(size=(n, 2)), 2)
        assert_allclose(sparse.similarity_.toarray(), dense.similarity_, rtol=0, atol=1e-9)

    def test_without_growth_s_stays_on_the_graph(self):
        X, n_clusters = DATA["heavy tails"]
        grown = RNSE(n_clusters, graph="knn", n_neighbors=20, alpha=3.0, random_state=0).fit(X)
        fixed = RNSE(n_clusters, graph="knn", n_neighbors=20, alpha=3.0, random_state=0, grow_graph=False).fit(X)
        assert not fixed.graph_complete_ and grown.graph_complete_
        assert fixed.affinity_matrix_.nnz < grown.affinity_matrix_.nnz
        K = fixed.affinity_matrix_
        pattern = csr_array((np.ones(K.nnz), K.indices, K.indptr), shape=K.shape)
        assert (fixed.similarity_ != 0).multiply(pattern).nnz == fixed.similarity_.nnz
        assert_allclose(fixed.similarity_.sum(axis=1), np.ones(len(X)), atol=1e-8)

    def test_a_similarity_that_is_no_sparse_one_is_said(self, monkeypatch):
        from rnse_core.projection import sparse_target as neighbor_target

        monkeypatch.setattr(neighbor_target, "SMALL_PATTERN", 0)
        with warned(IncompleteGraphWarning):
            model = RNSE(2, graph="knn", affinity="probabilistic_knn", alpha=50.0, random_state=0).fit(moons(800))
        assert not model.graph_complete_
        assert_allclose(model.similarity_.sum(axis=1), np.ones(800), atol=1e-8)

    def test_the_graph_grows_no_further_than_memory_has_room(self, monkeypatch):
        from rnse_core._base import memory

        X = moons(800)
        free = RNSE(2, graph="knn", alpha=20.0, random_state=0).fit(X)
        assert free.graph_complete_
        first = RNSE(2, graph="knn", alpha=20.0, random_state=0, grow_graph=False).fit(X).affinity_matrix_.nnz
        assert free.affinity_matrix_.nnz > first + 2000
        monkeypatch.setattr(memory, "available_bytes", lambda: 1000 * memory.ENTRY_BYTES / memory.GROWTH_SHARE)
        with warned(IncompleteGraphWarning) as caught:
            model = RNSE(2, graph="knn", alpha=20.0, random_state=0).fit(X)
        assert not model.graph_complete_
        assert [one.message.n_entries for one in caught] == [model.affinity_matrix_.nnz]
        assert model.affinity_matrix_.nnz <= first + 2 * 1000
        assert_allclose(model.similarity_.sum(axis=1), np.ones(800), atol=1e-8)

    @pytest.mark.parametrize("alpha", [20.0, 100.0])
    def test_groups_far_apart_stay_so_where_the_graph_cannot_grow(self, alpha):
        """S would be positive nearly everywhere; some of that alone would tie outliers of both groups."""
        y = np.repeat([0, 1], [1000, 5000])
        X = np.random.default_rng(0).normal(size=(6000, 3)) + 100.0 * y[:, None]
        with warned(IncompleteGraphWarning):
            model = RNSE(2, alpha=alpha, random_state=0).fit(X)
        assert adjusted_rand_score(model.labels_, y) == 1
        assert model.similarity_[y == 0][:, y == 1].nnz == 0

    def test_all_points_equal(self):
        model = RNSE(1, graph="knn").fit(np.ones((50, 2)))
        assert np.isfinite(model.similarity_.data).all()
        assert_allclose(model.similarity_.sum(axis=1), np.ones(50), atol=1e-8)
        assert not model.labels_.any()

    @pytest.mark.parametrize("scale", [1e-300, 1e-5, 1e5, 1e300])
    def test_any_scale(self, scale):
        X = moons(300)
        expected = RNSE(2, graph="knn", random_state=0).fit(X).labels_
        assert adjusted_rand_score(expected, RNSE(2, graph="knn", random_state=0).fit(X * scale).labels_) == 1.0
