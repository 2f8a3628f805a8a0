"""DSN: the alternating projection, the spectral step, and disconnected graphs."""

from contextlib import nullcontext

import numpy as np
import pytest
from expected import ignoring, raised, warned
from expected_checks import failing_if_precomputed
from scipy.sparse.csgraph import connected_components
from sklearn.metrics import adjusted_rand_score, pairwise_distances
from sklearn.utils.estimator_checks import parametrize_with_checks

from rnse_core.affinity import AFFINITIES, PRECOMPUTED, compute_affinity
from rnse_core.baselines.dsn import DSN
from rnse_core.datasets import make_blobs, make_two_moons
from rnse_core.exceptions import (
    ComponentsWarning,
    EmptyClustersWarning,
    InputError,
    NotConvergedWarning,
    ParameterWarning,
    Reason,
)
from rnse_core.projection import project_doubly_stochastic

FEATURE_AFFINITIES = [affinity for affinity in AFFINITIES if affinity not in PRECOMPUTED]


@ignoring(ParameterWarning, ComponentsWarning, NotConvergedWarning, EmptyClustersWarning)
@parametrize_with_checks([DSN(), DSN(affinity="precomputed")], expected_failed_checks=failing_if_precomputed)
def test_scikit_learns_checks(estimator, check):
    check(estimator)


class TestProjection:
    X, _ = make_two_moons(80, random_state=0)

    @ignoring(ComponentsWarning)
    def test_alternates_between_row_sums_and_the_cone_as_published(self):
        n = len(self.X)
        S = compute_affinity(self.X)
        identity, ones = np.eye(n), np.ones((n, n)) / n
        for _ in range(25):
            # P1 of Zass and Shashua, then P2.
            S = S + (identity - S + (S.sum() / n) * identity) @ ones - ones @ S
            S = np.maximum(S, 0.0)
        with warned(NotConvergedWarning, method="DSN", n_iter=25):
            model = DSN(2, max_iter=25, random_state=0).fit(self.X)
        np.testing.assert_allclose(model.affinity_matrix_, S, rtol=0, atol=1e-12)
        assert not model.converged_ and model.n_iter_ == 25

    def test_ends_doubly_stochastic(self):
        model = DSN(2, random_state=0).fit(self.X)
        S = model.affinity_matrix_
        assert model.converged_
        assert np.array_equal(S, S.T)
        assert S.min() >= 0
        assert S.sum(axis=1) == pytest.approx(1.0, abs=80e-6)
        assert model.history_[-1]["residual"] == pytest.approx(np.abs(S.sum(axis=1) - 1).max(), abs=1e-12)

    def test_is_the_projection_that_the_library_has(self):
        model = DSN(2, random_state=0).fit(self.X)
        expected = project_doubly_stochastic(compute_affinity(self.X), "alternating", tol=1e-6)
        np.testing.assert_allclose(model.affinity_matrix_, expected, rtol=0, atol=1e-12)

    def test_a_doubly_stochastic_affinity_stays(self):
        S = np.full((6, 6), 1 / 6)
        S[:3, :3] += 0.1
        S[:3, 3:] -= 0.1
        S[3:, :3] -= 0.1
        S[3:, 3:] += 0.1
        model = DSN(2, affinity="precomputed", random_state=0).fit(S)
        np.testing.assert_allclose(model.affinity_matrix_, S, rtol=0, atol=1e-15)
        assert adjusted_rand_score(model.labels_, [0, 0, 0, 1, 1, 1]) == 1

    def test_the_given_matrix_is_left_alone(self):
        K = compute_affinity(self.X)
        before = K.copy()
        DSN(2, affinity="precomputed", random_state=0).fit(K)
        assert np.array_equal(K, before)

    def test_an_affinity_beyond_computing_is_refused(self):
        with raised(InputError, argument="affinity", reason=Reason.TOO_LARGE, value=1e200):
            DSN(affinity="precomputed").fit(np.full((3, 3), 1e200))


class TestSpectralStep:
    def test_finds_clusters(self):
        X, y = make_blobs(90, random_state=3)
        assert adjusted_rand_score(DSN(3, affinity="rbf", random_state=0).fit_predict(X), y) == 1

    @pytest.mark.parametrize(
        "affinity, arguments",
        [("rbf", {"gamma": 0.5}), ("self_tuning", {"affinity_neighbors": 12}), ("knn", {"affinity_neighbors": 15})],
    )
    def test_affinity_is_the_one_asked_for(self, affinity, arguments):
        X, _ = make_blobs(60, random_state=3)
        names = {"affinity_neighbors": "n_neighbors"}
        K = compute_affinity(X, affinity, **{names.get(name, name): value for name, value in arguments.items()})
        model = DSN(3, affinity=affinity, random_state=0, **arguments).fit(X)
        given = DSN(3, affinity="precomputed", random_state=0).fit(K)
        assert np.array_equal(model.affinity_matrix_, given.affinity_matrix_)

    def test_precomputed_distances(self):
        X, _ = make_blobs(60, random_state=3)
        given = DSN(3, affinity="precomputed_distance", random_state=0).fit(pairwise_distances(X))
        np.testing.assert_allclose(
            given.affinity_matrix_, DSN(3, random_state=0).fit(X).affinity_matrix_, rtol=0, atol=1e-9
        )

    def test_embedding_holds_the_leading_eigenvectors(self):
        X, _ = make_blobs(70, random_state=3)
        model = DSN(3, affinity="rbf", random_state=0).fit(X)
        S, F = model.affinity_matrix_, model.embedding_
        assert model.n_components_ == 1
        assert pytest.approx(np.eye(3), abs=1e-8) == F.T @ F
        assert np.sort(np.diag(F.T @ S @ F)) == pytest.approx(np.linalg.eigvalsh(S)[-3:], abs=1e-8)


def blocks(sizes):
    """A doubly stochastic matrix that falls into blocks; each is a chain of samples."""
    y = np.repeat(np.arange(len(sizes)), sizes)
    order = np.random.default_rng(0).permutation(len(y))
    neighbours = (np.abs(np.subtract.outer(np.arange(len(y)), np.arange(len(y)))) == 1) & (y[:, None] == y)
    S = 0.3 * neighbours
    np.fill_diagonal(S, 1.0 - S.sum(axis=1))
    return S[np.ix_(order, order)], y[order]


class TestDisconnected:
    @pytest.mark.parametrize("n_clusters", [2, 4, 6])
    def test_components_are_put_together_or_cut_one_by_one(self, n_clusters):
        A, y = blocks([30, 20, 20, 10])
        # As many components as clusters is what a cut hopes for.
        with nullcontext() if n_clusters == 4 else warned(ComponentsWarning, n_components=4):
            model = DSN(n_clusters, affinity="precomputed", random_state=0).fit(A)
        assert model.n_components_ == 4
        assert model.n_clusters_found_ == n_clusters
        split = [len(np.unique(model.labels_[y == c])) for c in np.unique(y)]
        assert split == [1] * 4 if n_clusters <= 4 else sum(split) == n_clusters
        assert np.isfinite(model.embedding_).all() and model.embedding_.shape == (80, n_clusters)

    def test_components_do_not_hang_on_what_the_iteration_leaves_of_a_zero(self):
        A, y = blocks([30, 20, 10])
        noisy = A + 1e-11 * np.random.default_rng(0).random(A.shape)
        model = DSN(3, affinity="precomputed", random_state=0).fit(0.5 * (noisy + noisy.T))
        assert connected_components(model.affinity_matrix_ > 0)[0] < 3 == model.n_components_
        assert adjusted_rand_score(model.labels_, y) == 1
