"""RNSE: Algorithm 1 against its definition, the authors' results, and scikit-learn's contract."""

import itertools
import pickle
import tracemalloc
import warnings
from pathlib import Path

import numpy as np
import pytest
from expected import ignoring, raised, warned
from expected_checks import failing_if_precomputed
from matrices import optimality_gap
from numpy.testing import assert_allclose
from sklearn.base import clone
from sklearn.exceptions import ConvergenceWarning
from sklearn.metrics import adjusted_rand_score
from sklearn.utils.estimator_checks import parametrize_with_checks
from threadpoolctl import threadpool_limits

import rnse_core.indicator
import rnse_core.rnse
from rnse_core import RNSE
from rnse_core._base.memory import needed_bytes
from rnse_core._fit.objective import row_sum_error
from rnse_core._fit.presets import PRESETS
from rnse_core.affinity import AFFINITIES, PRECOMPUTED, authors_affinity, compute_affinity, self_tuning_kernel
from rnse_core.datasets import SHAPES, make_blobs, make_block_diagonal, make_no_structure, make_two_moons
from rnse_core.exceptions import (
    ComponentsEffect,
    ComponentsWarning,
    EmptyClustersWarning,
    InputError,
    NotConvergedWarning,
    ParameterError,
    ParameterTypeError,
    ParameterWarning,
    Reason,
    ScaleError,
)
from rnse_core.graph.components import component_labels
from rnse_core.indicator import labels_to_indicator
from rnse_core.indicator.local_search import refine_labels

FIXTURES = Path(__file__).parent / "fixtures"
FEATURE_AFFINITIES = [affinity for affinity in AFFINITIES if affinity not in PRECOMPUTED]
HISTORY_KEYS = {
    "iteration",
    "objective",
    "smoothness",
    "frobenius",
    "embedding",
    "row_sum_error",
    "orthogonality_error",
    "n_components",
    "nonzeros_per_row",
    "seconds",
    "projection_iterations",
    "note",
}

moons, moons_y = make_two_moons(80, random_state=0)
blobs, blobs_y = make_blobs(60, random_state=1)
noise, _ = make_no_structure(50, random_state=0)
copies = np.repeat(np.random.default_rng(0).normal(size=(15, 2)), 3, axis=0)


def quietly(model, X):
    """Fit without the warnings that a model's own settings bring about; numerical ones stay errors."""
    with warnings.catch_warnings():
        warnings.simplefilter("error", RuntimeWarning)
        warnings.simplefilter("ignore", UserWarning)
        warnings.simplefilter("ignore", ConvergenceWarning)
        return model.fit(X)


def strictly(model, X):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        return model.fit(X)


@ignoring(ComponentsWarning, ParameterWarning)
@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
@parametrize_with_checks([RNSE(), RNSE(affinity="precomputed")], expected_failed_checks=failing_if_precomputed)
def test_scikit_learns_checks(estimator, check):
    check(estimator)


def starting_points(n_clusters, n, seed=0):
    rng = np.random.default_rng(seed)
    labels = np.r_[np.arange(n_clusters), rng.integers(0, n_clusters, size=n - n_clusters)]
    soft = rng.uniform(size=(n_clusters, n))
    return {
        "auto": "auto",
        "spectral": "spectral",
        "random": "random",
        "indicator": labels_to_indicator(labels, n_clusters),
        "one-hot": np.eye(n_clusters)[:, labels],
        "soft": soft,
        "soft and tiny": 1e-6 * soft,
        "soft and huge": 1e6 * soft,
    }


class TestObjective:
    @pytest.mark.parametrize("indicator", ["moves", "strategic", "plain"])
    @pytest.mark.parametrize("init", starting_points(2, 4))
    @pytest.mark.parametrize("X", [moons, noise, copies], ids=["moons", "noise", "copies"])
    def test_never_rises_with_the_exact_projection(self, X, init, indicator):
        X = X[::2]
        for alpha, beta, n_clusters in [(1.0, 1.0, 2), (0.2, 30.0, 3), (5.0, 100.0, 4)]:
            start = starting_points(n_clusters, len(X))[init]
            limits = {"max_iter": 8, "indicator_max_iter": 30}
            model = RNSE(n_clusters, alpha=alpha, beta=beta, init=start, indicator=indicator, random_state=0, **limits)
            objective = np.array([record["objective"] for record in quietly(model, X).history_])
            assert (np.diff(objective) <= 1e-12 * np.abs(objective[1:])).all()

    @pytest.mark.parametrize("init", starting_points(2, 4))
    def test_exact_steps_end_in_a_feasible_pair(self, init):
        model = quietly(RNSE(3, beta=20.0, init=starting_points(3, 60)[init], random_state=0), blobs)
        S, P = model.similarity_, model.indicator_
        assert np.array_equal(S, S.T)
        assert S.min() >= 0
        assert row_sum_error(S) <= 1e-10
        assert P.min() >= 0
        assert_allclose(P @ P.T, np.eye(3), rtol=0, atol=1e-12)

    @pytest.mark.parametrize("X", [moons, blobs, noise], ids=["moons", "blobs", "noise"])
    def test_converged_means_that_neither_step_can_go_on(self, X):
        for alpha, beta in [(0.5, 1.0), (1.0, 40.0), (8.0, 200.0)]:
            model = quietly(RNSE(3, alpha=alpha, beta=beta, random_state=0), X)
            assert model.converged_
            S, P, K = model.similarity_, model.indicator_, model.affinity_matrix_
            assert optimality_gap((K + beta * P.T @ P) / (2 * alpha), S) <= 1e-7
            assert np.array_equal(refine_labels(S, model.labels_, 3), model.labels_)

    def test_no_small_change_of_the_similarity_is_better(self):
        """Straight from Eq. 7: the objective along the way to other doubly stochastic matrices."""
        model = RNSE(2, alpha=0.8, beta=25.0, random_state=0).fit(noise)
        S, P, K = model.similarity_, model.indicator_, model.affinity_matrix_

        def objective(S):
            points = K.diagonal()[:, None] + K.diagonal() - 2 * K
            columns = ((P[:, :, None] - P[:, None, :]) ** 2).sum(axis=0)
            return 0.5 * (S * points).sum() + 0.8 * (S**2).sum() + 25.0 * 0.5 * (S * columns).sum()

        assert objective(S) == pytest.approx(model.objective_, rel=1e-10)
        rng = np.random.default_rng(0)
        for step in (1e-3, 0.1, 1.0):
            for _ in range(10):
                permutation = np.eye(50)[rng.permutation(50)]
                other = 0.5 * (permutation + permutation.T)
                assert objective((1 - step) * S + step * other) >= objective(S) - 1e-12


class TestHistory:
    def test_records_are_complete_and_add_up(self):
        model = quietly(RNSE(3, alpha=2.0, beta=100.0, init="random", random_state=1, max_iter=6), noise)
        assert model.n_iter_ == len(model.history_) >= 2
        for i, record in enumerate(model.history_, start=1):
            assert set(record) == HISTORY_KEYS
            assert record["iteration"] == i
            parts = record["smoothness"] + record["frobenius"] + record["embedding"]
            assert record["objective"] == pytest.approx(parts, rel=1e-14)
            assert record["row_sum_error"] <= 1e-10
            assert record["orthogonality_error"] <= 1e-12
            assert record["projection_iterations"] >= 1
            assert record["note"] == "" or record["note"].startswith(("S unchanged", "P kept"))
        seconds = [record["seconds"] for record in model.history_]
        assert seconds[0] > 0 and (np.diff(seconds) > 0).all()
        last = model.history_[-1]
        assert model.objective_ == last["objective"]
        assert model.n_components_ == last["n_components"] == component_labels(model.similarity_).max() + 1
        assert last["nonzeros_per_row"] == np.count_nonzero(model.similarity_) / 50

    @pytest.mark.parametrize("affinity", FEATURE_AFFINITIES)
    def test_moves_are_never_taken_back(self, affinity):
        for alpha, beta, n_clusters in itertools.product((0.3, 5.0), (0.0, 30.0), (2, 5)):
            model = RNSE(n_clusters, alpha=alpha, beta=beta, affinity=affinity, random_state=0)
            quietly(model, noise)
            assert not any("P kept" in record["note"] for record in model.history_)

    def test_one_projection_per_round(self, monkeypatch):
        calls = []
        project = rnse_core._fit.alternation.project_target
        monkeypatch.setattr(
            rnse_core._fit.alternation, "project_target", lambda *arguments: calls.append(1) or project(*arguments)
        )
        model = quietly(RNSE(3, beta=50.0, init="random", random_state=0), noise)
        assert len(calls) == model.n_iter_

    def test_later_rounds_start_warm(self):
        model = quietly(RNSE(3, alpha=5.0, beta=0.0, init="spectral", tol=0, random_state=0), noise)
        iterations = [record["projection_iterations"] for record in model.history_]
        assert len(iterations) >= 2
        assert iterations[0] >= 3
        assert max(iterations[1:]) <= 1


class TestCallback:
    def test_sees_each_round(self):
        seen = []
        model = RNSE(3, beta=50.0, init="random", random_state=0)
        quietly(model.set_params(callback=lambda iteration, info: seen.append((iteration, info))), noise)
        assert [iteration for iteration, _ in seen] == list(range(1, model.n_iter_ + 1))
        for (_, info), record in zip(seen, model.history_, strict=True):
            assert set(info) == HISTORY_KEYS | {"similarity", "indicator", "labels"}
            assert {key: info[key] for key in HISTORY_KEYS} == record
            assert info["similarity"].shape == (50, 50)
            assert row_sum_error(info["similarity"]) == record["row_sum_error"]
            assert np.array_equal(info["labels"], info["indicator"].argmax(axis=0))
        assert np.array_equal(seen[-1][1]["labels"], model.labels_)

    @pytest.mark.parametrize("stop_at", [1, 2])
    def test_stops(self, stop_at):
        model = RNSE.from_preset("paper", 3, random_state=0, callback=lambda iteration, info: iteration == stop_at)
        strictly(model, noise)
        assert model.n_iter_ == stop_at
        assert not model.converged_
        assert_usable(model)

    @pytest.mark.parametrize("interrupted_at", [1, 2])
    @pytest.mark.parametrize("exception", [KeyboardInterrupt, ZeroDivisionError])
    def test_an_interruption_leaves_what_there_is(self, interrupted_at, exception):
        def interrupt(iteration, info):
            if iteration == interrupted_at:
                raise exception

        model = RNSE(3, beta=50.0, init="random", random_state=0, callback=interrupt)
        with pytest.raises(exception):
            model.fit(noise)
        assert model.n_iter_ == interrupted_at
        assert not model.converged_
        assert_usable(model)
        finished = quietly(RNSE(3, beta=50.0, init="random", random_state=0, max_iter=interrupted_at), noise)
        assert np.array_equal(model.labels_, finished.labels_)
        assert np.array_equal(model.similarity_, finished.similarity_)


def assert_usable(model):
    n = model.n_features_in_ and len(model.labels_)
    assert model.similarity_.shape == model.affinity_matrix_.shape == (n, n)
    assert model.indicator_.shape == (model.n_clusters, n)
    assert len(model.history_) == model.n_iter_
    assert model.objective_ == model.history_[-1]["objective"]
    assert model.n_clusters_found_ == len(np.unique(model.labels_))


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
