"""Presets of RNSE, repeated fits, and what a fit gives."""

import numpy as np
import pytest
from expected import raised
from numpy.testing import assert_allclose
from rnse_fits import FEATURE_AFFINITIES, FIXTURES, blobs, moons, noise, quietly, starting_points
from sklearn.base import clone
from sklearn.metrics import adjusted_rand_score
from threadpoolctl import threadpool_limits

import rnse_core.indicator
import rnse_core.rnse
from rnse_core import RNSE
from rnse_core._fit.presets import PRESETS
from rnse_core.affinity import authors_affinity, compute_affinity, self_tuning_kernel
from rnse_core.datasets import SHAPES, make_blobs, make_block_diagonal, make_no_structure
from rnse_core.exceptions import (
    ParameterError,
)
from rnse_core.graph.components import component_labels


class TestPresets:
    def test_exact_is_the_default(self):
        assert RNSE.from_preset("exact", 4).get_params() == RNSE(4).get_params()

    @pytest.mark.parametrize("name", PRESETS)
    def test_overrides_win(self, name):
        model = RNSE.from_preset(name, 3, alpha=0.25, max_iter=7, init="spectral")
        assert (model.n_clusters, model.alpha, model.max_iter, model.init) == (3, 0.25, 7, "spectral")
        with pytest.raises(TypeError):
            RNSE.from_preset(name, sweeps=3)

    def test_unknown(self):
        with raised(ParameterError, parameter="name", value="matlab", choices=tuple(PRESETS)):
            RNSE.from_preset("matlab")

    @pytest.mark.parametrize("name, n_clusters", [("moons", 2), ("wine", 3)])
    def test_authors_results_are_reproduced(self, name, n_clusters):
        """S, P and labels of the published MATLAB code after 100 rounds, from the same start."""
        reference = np.load(FIXTURES / f"rnse_authors_{name}.npz")
        model = quietly(RNSE.from_preset("authors", n_clusters, init=reference["P0"]), reference["X"])
        assert model.n_iter_ == 100
        assert_allclose(authors_affinity(reference["X"]), reference["K"], rtol=0, atol=1e-12)
        assert_allclose(model.affinity_matrix_, reference["K"], rtol=0, atol=1e-12)
        assert_allclose(model.similarity_, reference["S"], rtol=0, atol=1e-9)
        assert_allclose(model.indicator_, reference["P"], rtol=0, atol=1e-9)
        assert np.array_equal(model.labels_, reference["labels"])

    def test_paper_takes_twenty_by_twenty_by_twenty(self, monkeypatch):
        updates = []
        update = rnse_core.indicator.multiplicative_update

        def counted(S, P, **arguments):
            updates.append(arguments)
            return update(S, P, **arguments)

        monkeypatch.setattr(rnse_core.indicator.updates, "multiplicative_update", counted)
        model = quietly(RNSE.from_preset("paper", 2, random_state=0), moons)
        assert model.n_iter_ == 20
        assert [record["projection_iterations"] for record in model.history_] == [20] * 20
        assert updates == [{"strategic": True}] * 400

    def test_paper_is_the_printed_algorithm(self):
        """Algorithms 1 to 3 written out, with both of Dykstra's increments."""
        n, P = len(noise), np.random.default_rng(0).uniform(size=(3, len(noise)))
        model = quietly(RNSE.from_preset("paper", 3, alpha=0.7, beta=2.0, init=P), noise)
        K, ones = self_tuning_kernel(noise, 7), np.ones((n, n))
        for _ in range(20):
            G = K + 2.0 * P.T @ P
            S = (G - np.outer(G.diagonal(), np.ones(n))) / (2 * 0.7)
            S = 0.5 * (S + S.T)
            affine_increment = cone_increment = np.zeros((n, n))
            for _ in range(20):
                before = S - affine_increment
                affine = before + (np.eye(n) / n + before.sum() / n**2 * np.eye(n) - before / n) @ ones
                affine = affine - ones @ before / n
                affine_increment = affine - before
                before = affine - cone_increment
                S = np.maximum(before, 0)
                cone_increment = S - before
            for _ in range(20):
                Q = (P @ (S + S.T) + 2 * P) / (2 * P @ P.T @ P + P @ (S + S.T) @ P.T @ P)
                P = P * (0.5 + 0.5 * Q) ** 0.9
        assert_allclose(model.similarity_, S, rtol=0, atol=1e-9)
        assert_allclose(model.indicator_, P, rtol=0, atol=1e-9)
        assert np.array_equal(model.labels_, P.argmax(axis=0))

    def test_random_start_is_uniform_from_the_seed(self):
        start = np.random.RandomState(5).uniform(size=(2, 80))
        first = quietly(RNSE.from_preset("paper", 2, random_state=5, max_iter=2), moons)
        second = quietly(RNSE.from_preset("paper", 2, init=start, max_iter=2), moons)
        assert np.array_equal(first.indicator_, second.indicator_)


class TestRepeatability:
    @pytest.mark.parametrize("preset", PRESETS)
    def test_a_seed_repeats_everything(self, preset):
        def run(seed, X=noise):
            return quietly(RNSE.from_preset(preset, 4, random_state=seed, max_iter=4), X)

        first, second = run(3), run(3)
        assert np.array_equal(first.labels_, second.labels_)
        assert np.array_equal(first.similarity_, second.similarity_)
        assert np.array_equal(run(np.random.RandomState(3)).indicator_, first.indicator_)
        if preset != "exact":
            assert not np.array_equal(run(4).indicator_, first.indicator_)

    def test_numpys_own_random_state_is_left_alone(self):
        before = np.random.get_state()  # noqa: NPY002
        quietly(RNSE(4, random_state=0), noise)
        quietly(RNSE(4, init="random", random_state=0), noise)
        after = np.random.get_state()  # noqa: NPY002
        assert np.array_equal(before[1], after[1]) and before[2] == after[2]

    @pytest.mark.parametrize("preset", PRESETS)
    @pytest.mark.parametrize("name", ["two_moons", "blobs", "no_structure"])
    def test_number_of_threads_does_not_matter(self, preset, name):
        X, _ = SHAPES[name].make(200, random_state=0)
        labels = []
        for threads in (1, 2):
            with threadpool_limits(threads):
                labels.append(quietly(RNSE.from_preset(preset, 3, random_state=0, max_iter=2), X).labels_)
        assert adjusted_rand_score(*labels) == 1

    @pytest.mark.parametrize("affinity", FEATURE_AFFINITIES)
    @pytest.mark.parametrize("init", ["auto", "spectral"])
    def test_order_of_the_samples_does_not_matter(self, affinity, init):
        model = RNSE(3, affinity=affinity, init=init, random_state=0)
        X, _ = make_blobs(90, random_state=3)
        order = np.random.default_rng(0).permutation(90)
        first, second = quietly(model, X).labels_, quietly(clone(model), X[order]).labels_
        assert adjusted_rand_score(first[order], second) == 1

    def test_order_of_the_samples_carries_a_start_along(self):
        start = starting_points(3, 50)["indicator"]
        order = np.random.default_rng(0).permutation(50)
        first = quietly(RNSE(3, beta=50.0, init=start), noise)
        second = quietly(RNSE(3, beta=50.0, init=start[:, order]), noise[order])
        assert np.array_equal(first.labels_[order], second.labels_)
        assert_allclose(first.similarity_[np.ix_(order, order)], second.similarity_, rtol=0, atol=1e-9)


class TestResults:
    @pytest.mark.parametrize("name", ["two_moons", "circles", "blobs"])
    def test_shapes(self, name):
        shape = SHAPES[name]
        X, y = shape.make(200, random_state=0)
        model = quietly(RNSE(shape.n_clusters, random_state=0), X)
        assert adjusted_rand_score(model.labels_, y) > 0.9
        assert model.n_clusters_found_ == shape.n_clusters

    def test_papers_blocks(self):
        A, y = make_block_diagonal(120, 4, 0.2, 0)
        model = quietly(RNSE(4, affinity="precomputed", random_state=0, alpha=10.0, beta=100.0), A)
        assert adjusted_rand_score(model.labels_, y) == 1

    @pytest.mark.parametrize("affinity", FEATURE_AFFINITIES)
    def test_every_affinity_is_the_one_that_is_named(self, affinity):
        model = quietly(RNSE(3, affinity=affinity, affinity_neighbors=9, random_state=0), blobs)
        assert np.array_equal(model.affinity_matrix_, compute_affinity(blobs, affinity, n_neighbors=9))
        again = quietly(RNSE(3, affinity="precomputed", random_state=0), model.affinity_matrix_)
        assert np.array_equal(again.labels_, model.labels_)
        assert_allclose(again.similarity_, model.similarity_, rtol=0, atol=1e-12)

    @pytest.mark.parametrize("n, expected", [(200, (20, 10)), (60, (12, 10)), (30, (6, 6)), (4, (1, 1))])
    def test_neighbours_that_are_not_given_follow_the_number_of_samples(self, n, expected):
        X, _ = make_no_structure(n, random_state=0)
        for affinity, n_neighbors in zip(("self_tuning", "knn"), expected, strict=True):
            K = compute_affinity(X, affinity, n_neighbors=n_neighbors)
            assert np.array_equal(quietly(RNSE(2, affinity=affinity), X).affinity_matrix_, K)

    def test_gamma(self):
        model = quietly(RNSE(3, affinity="rbf", gamma=0.4), blobs)
        assert np.array_equal(model.affinity_matrix_, compute_affinity(blobs, "rbf", gamma=0.4))

    def test_distances_give_the_self_tuned_kernel(self):
        D = np.sqrt(((blobs[:, None] - blobs) ** 2).sum(axis=2))
        model = quietly(RNSE(3, affinity="precomputed_distance", random_state=0), D)
        assert adjusted_rand_score(model.labels_, quietly(RNSE(3, random_state=0), blobs).labels_) == 1
        assert_allclose(model.affinity_matrix_, self_tuning_kernel(blobs, 12), rtol=1e-9)

    def test_large_alpha_connects_and_small_alpha_isolates(self):
        connected = quietly(RNSE(2, alpha=1e3), moons)
        assert connected.n_components_ == 1
        assert connected.history_[-1]["nonzeros_per_row"] == 80
        isolated = quietly(RNSE(2, alpha=1e-3), moons)
        assert isolated.n_components_ > 40

    def test_large_beta_separates(self):
        """With beta of the order of n / C the graph falls into the clusters."""
        plain = quietly(RNSE(3, alpha=2.0, beta=0.0, random_state=0), blobs)
        pulled = quietly(RNSE(3, alpha=2.0, beta=200.0, random_state=0), blobs)
        assert pulled.n_components_ == 3
        assert pulled.history_[-1]["embedding"] == pytest.approx(0, abs=1e-9)
        assert adjusted_rand_score(pulled.labels_, component_labels(pulled.similarity_)) == 1
        assert plain.n_components_ <= pulled.n_components_

    @pytest.mark.parametrize("projection", ["newton", "dykstra", "alternating"])
    def test_projections_agree_where_they_should(self, projection):
        model = quietly(
            RNSE(3, alpha=1.0, projection=projection, projection_max_iter=20_000, random_state=0, max_iter=3), blobs
        )
        exact = quietly(RNSE(3, alpha=1.0, random_state=0, max_iter=3), blobs)
        same = np.abs(model.similarity_ - exact.similarity_).max() < 1e-6
        assert same == (projection != "alternating")
        assert model.history_[0]["row_sum_error"] < 1e-6
