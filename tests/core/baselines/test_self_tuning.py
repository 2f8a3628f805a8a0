"""Self-tuning spectral clustering: scikit-learn's contract, the cut, and the number of clusters it finds."""

import numpy as np
import pytest
from expected import ignoring, raised
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import ortho_group
from sklearn.datasets import load_iris
from sklearn.metrics import adjusted_rand_score
from sklearn.utils.estimator_checks import parametrize_with_checks

from rnse_core.affinity import self_tuning_kernel
from rnse_core.baselines import self_tuning
from rnse_core.baselines._alignment import align_columns, alignment_cost, alignment_costs
from rnse_core.baselines.ncuts import NCuts
from rnse_core.baselines.self_tuning import SelfTuningSpectral, rotation_costs
from rnse_core.datasets import make_blobs, make_block_diagonal, make_circles, make_two_moons
from rnse_core.exceptions import ComponentsWarning, ParameterError, ParameterTypeError, Reason

disconnected = ignoring(ComponentsWarning)


@disconnected
@parametrize_with_checks([SelfTuningSpectral()])
def test_scikit_learns_checks(estimator, check):
    check(estimator)


class TestGivenNumber:
    @pytest.mark.parametrize("n_clusters", [1, 2, 3, 7])
    def test_is_ncuts_of_the_self_tuned_kernel(self, n_clusters):
        X, _ = load_iris(return_X_y=True)
        model = SelfTuningSpectral(n_clusters, n_neighbors=9, random_state=0).fit(X)
        cut = NCuts(n_clusters, affinity_neighbors=9, random_state=0).fit(X)
        assert adjusted_rand_score(model.labels_, cut.labels_) == 1
        assert np.array_equal(model.affinity_matrix_, cut.affinity_matrix_)
        assert np.array_equal(model.embedding_, cut.embedding_)
        assert (model.n_clusters_, model.alignment_costs_) == (n_clusters, {})

    def test_clusters_of_different_scales(self):
        """The point of local scales: a tight cluster inside the reach of a loose one."""
        rng = np.random.default_rng(0)
        X = np.vstack([0.02 * rng.normal(size=(60, 2)), rng.normal(loc=(4.0, 0.0), size=(60, 2))])
        assert adjusted_rand_score(SelfTuningSpectral(2, random_state=0).fit_predict(X), np.arange(120) // 60) == 1


class TestFoundNumber:
    @disconnected
    @pytest.mark.parametrize("n_clusters", range(2, 10))
    @pytest.mark.parametrize("seed", range(3))
    def test_blobs(self, n_clusters, seed):
        X, y = make_blobs(50 * n_clusters, 0.08, seed, n_clusters=n_clusters)
        model = SelfTuningSpectral(random_state=0).fit(X)
        assert model.n_clusters_ == n_clusters
        assert adjusted_rand_score(model.labels_, y) == 1

    def test_bridges_below_rounding_join_nothing(self):
        """Affinities such as 5e-324 leave rows of zeros in the leading eigenvectors."""
        block = np.full((20, 20), 0.9)
        K = np.kron(np.eye(4), block)
        K[K == 0] = 5e-324
        costs = rotation_costs(K)
        assert all(0 <= cost <= size - 1 for size, cost in costs.items())
        assert costs[4] < 1e-9 < 0.1 < min(costs[2], costs[3])

    @pytest.mark.parametrize("make", [make_two_moons, make_circles])
    @pytest.mark.parametrize("seed", range(3))
    def test_clusters_that_no_line_separates(self, make, seed):
        X, y = make(200, 0.03, seed)
        model = SelfTuningSpectral(random_state=0).fit(X)
        assert model.n_clusters_ == 2
        assert adjusted_rand_score(model.labels_, y) == 1

    @pytest.mark.parametrize("n_clusters", [2, 3, 5, 8])
    def test_block_diagonal_affinity(self, n_clusters):
        A, _ = make_block_diagonal(40 * n_clusters, n_clusters, 0.05, 0)
        costs = rotation_costs(A)
        assert min(costs, key=costs.get) == n_clusters
        assert set(costs) == set(range(2, 11))

    @pytest.mark.parametrize("n_blocks", [3, 5, 10, 12])
    @pytest.mark.parametrize("basis", ["indicators", "random", "as computed"])
    def test_blocks_that_are_hardly_joined(self, monkeypatch, n_blocks, basis):
        """All eigenvalues of the blocks are 1 to the last digit, so a solver may return any basis of their space."""
        real = self_tuning.component_spectra

        def spectra(S, components, k):
            ((members, values, vectors),) = real(S, components, k)
            indicator = np.kron(np.eye(n_blocks), np.full((20, 1), 20**-0.5))
            if basis == "random":
                indicator = indicator @ ortho_group.rvs(n_blocks, random_state=0)
            if basis != "as computed":
                size = min(n_blocks, k)
                vectors = np.column_stack([indicator[:, :size], vectors[:, size:]])
            return [(members, values, vectors)]

        monkeypatch.setattr(self_tuning, "component_spectra", spectra)
        A = np.kron(np.eye(n_blocks), np.ones((20, 20))) + 1e-200
        costs = rotation_costs(A, 11)
        assert np.isfinite(list(costs.values())).all()
        if n_blocks <= 11:
            assert self_tuning._largest_with_least_cost(costs) == n_blocks
            assert costs[n_blocks] == pytest.approx(0.0, abs=1e-6)

    @disconnected
    @pytest.mark.parametrize("n_components", [2, 4, 12])
    def test_connected_components_are_the_least(self, n_components):
        blocks, _ = make_block_diagonal(10 * n_components, n_components, 0.0, 0)
        costs = rotation_costs(blocks)
        assert min(costs) == n_components
        assert costs[n_components] == pytest.approx(0.0, abs=1e-12)
        X = np.repeat(1e3 * np.arange(n_components), 10)[:, None] + np.tile(np.arange(10.0), n_components)[:, None]
        assert SelfTuningSpectral(random_state=0).fit(X).n_clusters_ == n_components

    @disconnected
    def test_samples_on_their_own_are_clusters(self):
        costs = rotation_costs(np.eye(4))
        assert costs == {4: 0.0}

    def test_none_means_auto_and_the_costs_are_shown(self):
        X, _ = make_blobs(120, 0.15, 0, n_clusters=4)
        models = [SelfTuningSpectral(n_clusters, random_state=0).fit(X) for n_clusters in ("auto", None)]
        assert np.array_equal(models[0].labels_, models[1].labels_)
        costs = models[0].alignment_costs_
        assert list(costs) == list(range(2, 11))
        assert costs[4] <= min(costs.values()) + 1e-3
        assert all(0 <= cost <= size - 1 for size, cost in costs.items())

    @pytest.mark.parametrize("max_clusters", [2, 3, 6])
    def test_limit(self, max_clusters):
        X, _ = make_blobs(300, 0.1, 0, n_clusters=6)
        model = SelfTuningSpectral(max_clusters=max_clusters, random_state=0).fit(X)
        assert model.n_clusters_ <= max_clusters
        with raised(ParameterError, parameter="max_clusters", value=1, reason=Reason.TOO_SMALL, bound=2):
            SelfTuningSpectral(max_clusters=1).fit(X)

    @disconnected
    @pytest.mark.parametrize(
        "X, expected", [(np.ones((5, 2)), 1), ([[1.0]], 1), ([[0.0], [1.0]], 2), ([[0.0], [0.0], [3.0], [3.0]], 2)]
    )
    def test_no_more_than_distinct_samples(self, X, expected):
        model = SelfTuningSpectral(n_neighbors=1, random_state=0).fit(X)
        assert model.n_clusters_ == model.n_clusters_found_ == expected

    def test_order_of_the_samples_is_nothing(self):
        X, _ = make_blobs(120, 0.3, 1, n_clusters=4)
        order = np.random.default_rng(0).permutation(120)
        costs, shuffled = (rotation_costs(self_tuning_kernel(data)) for data in (X, X[order]))
        assert list(shuffled.values()) == pytest.approx(list(costs.values()), abs=1e-4)

    @pytest.mark.parametrize("n_clusters", ["three", "Auto", 2.5])
    def test_other_words_are_refused(self, n_clusters):
        with raised(ParameterTypeError, parameter="n_clusters", value=n_clusters, reason=Reason.NOT_A_WHOLE_NUMBER):
            SelfTuningSpectral(n_clusters).fit(np.eye(5))


class TestAlignment:
    @given(st.integers(2, 6), st.integers(0, 10**6))
    @settings(max_examples=40)
    def test_indicators_are_found_behind_any_rotation(self, size, seed):
        rng = np.random.default_rng(seed)
        Z = np.eye(size)[np.r_[np.arange(size), rng.integers(0, size, 40)]] * rng.uniform(0.1, 2, size=(size + 40, 1))
        turned = Z @ ortho_group.rvs(size, random_state=seed)
        columns = turned / np.linalg.norm(Z)
        assert alignment_costs(np.linalg.svd(columns, full_matrices=False)[0], size)[size] < 1e-3

    @given(st.integers(2, 5), st.integers(0, 10**6))
    @settings(max_examples=30)
    def test_is_a_rotation_that_lowers_the_cost(self, size, seed):
        Z = np.random.default_rng(seed).normal(size=(30, size))
        turned, cost = align_columns(Z)
        unit = Z / np.linalg.norm(Z, axis=1, keepdims=True)
        assert cost <= alignment_cost(unit) + 1e-12
        assert turned @ turned.T == pytest.approx(Z @ Z.T, abs=1e-9)
        squares = turned**2
        assert cost == pytest.approx(np.mean(squares.sum(axis=1) / squares.max(axis=1)) - 1, abs=1e-9)

    def test_no_rotation_does_better_than_the_two_starts(self):
        X, _ = make_blobs(90, 0.4, 0)
        K = self_tuning_kernel(X)
        np.fill_diagonal(K, 0)
        degrees = K.sum(axis=1)
        _, vectors = np.linalg.eigh(K / np.sqrt(np.multiply.outer(degrees, degrees)))
        leading = vectors[:, ::-1][:, :4]
        found = alignment_costs(leading, 2)[4]
        others = [align_columns(leading @ ortho_group.rvs(4, random_state=seed))[1] for seed in range(20)]
        assert found <= min(others) + 1e-3
