"""NM3F: scikit-learn's contract, which of its updates are monotone, and clusters of samples and features."""

import numpy as np
import pytest
from expected import ignoring, raised
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.datasets import load_digits, load_iris, load_wine
from sklearn.metrics import adjusted_rand_score
from sklearn.utils.estimator_checks import parametrize_with_checks

from rnse_core.baselines.nm3f import NM3F, tri_factors, update_middle
from rnse_core.exceptions import NotConvergedWarning, ParameterError, ParameterTypeError, Reason

FEATURES_OF_MIXED_SIGN = dict.fromkeys(
    ("check_clustering", "check_clustering(readonly_memmap=True)"), "passes negative features, which NM3F refuses"
)


@parametrize_with_checks([NM3F()], expected_failed_checks=lambda estimator: FEATURES_OF_MIXED_SIGN)
def test_scikit_learns_checks(estimator, check):
    check(estimator)


def make_checkerboard(seed):
    """Three clusters of samples by four of features, each block with its own level."""
    rng = np.random.default_rng(seed)
    y, feature_y = rng.permutation(np.arange(90) % 3), rng.permutation(np.arange(24) % 4)
    levels = 5 * np.eye(3, 4) + np.array([[0, 0, 0, 4], [0, 0, 0, 2], [0, 0, 0, 0]])
    return levels[np.ix_(y, feature_y)] + 0.2 * rng.uniform(size=(90, 24)), y, feature_y


def start(rng, n_samples, n_features, k, m):
    F, G = rng.uniform(0.1, 1, size=(n_features, m)), rng.uniform(0.1, 1, size=(n_samples, k))
    return F / np.linalg.norm(F, axis=0), rng.uniform(0.1, 1, size=(m, k)), G / np.linalg.norm(G, axis=0)


def squared_error(X, F, S, G):
    return np.linalg.norm(X.T - F @ S @ G.T) ** 2


class TestUpdates:
    shapes = st.tuples(st.integers(2, 15), st.integers(1, 8), st.integers(1, 4), st.integers(1, 4), st.integers(0, 999))

    @given(shapes)
    def test_the_middle_factor_never_raises_the_error(self, shape):
        *sizes, seed = shape
        rng = np.random.default_rng(seed)
        F, S, G = start(rng, *sizes)
        X = rng.uniform(size=sizes[:2])
        for _ in range(10):
            updated = update_middle(S, F.T @ X.T @ G, F.T @ F, G.T @ G)
            assert squared_error(X, F, updated, G) <= squared_error(X, F, S, G) + 1e-12
            S = updated

    @given(shapes)
    @settings(max_examples=40)
    def test_history_holds_the_error(self, shape):
        *sizes, seed = shape
        rng = np.random.default_rng(seed)
        X = rng.uniform(size=sizes[:2])
        F, S, G, history = tri_factors(X, *start(rng, *sizes), max_iter=12)
        assert history[-1]["error"] == pytest.approx(squared_error(X, F, S, G) / np.sum(X**2), abs=1e-9)
        assert min(F.min(), S.min(), G.min()) >= 0
        gram = G.T @ G / np.multiply.outer(*[np.linalg.norm(G, axis=0)] * 2)
        np.fill_diagonal(gram, 0)
        assert history[-1]["orthogonality_error"] == pytest.approx(gram.max(), abs=1e-6)

    @ignoring(NotConvergedWarning)
    @pytest.mark.parametrize("load", [load_iris, load_wine, load_digits])
    def test_the_error_falls_but_for_traces(self, load):
        """No theorem has it fall in every round: a rise is far below what a round gains at first."""
        X = load().data[:400]
        model = NM3F(len(set(load().target)), random_state=0, max_iter=300, tol=1e-9).fit(X / X.max(axis=0).clip(1))
        errors = np.array([record["error"] for record in model.history_])
        assert np.diff(errors).max() < 1e-5
        assert errors[-1] < 0.5 * errors[0]

    def test_orthogonal_indicators_are_a_fixed_point(self):
        X, y, feature_y = make_checkerboard(0)
        G, F = np.eye(3)[y], np.eye(4)[feature_y]
        G, F = G / np.linalg.norm(G, axis=0), F / np.linalg.norm(F, axis=0)
        S = F.T @ X.T @ G
        exact = G @ S.T @ F.T
        for mine, expected in zip(tri_factors(exact, F, S, G, max_iter=20)[:3], (F, S, G), strict=True):
            assert mine == pytest.approx(expected, abs=1e-12)

    def test_order_of_samples_and_features_is_nothing(self):
        rng = np.random.default_rng(0)
        X = rng.uniform(size=(20, 7))
        F, S, G = start(rng, 20, 7, 3, 2)
        rows, columns = rng.permutation(20), rng.permutation(7)
        expected = tri_factors(X, F, S, G, max_iter=10)
        shuffled = tri_factors(X[np.ix_(rows, columns)], F[columns], S, G[rows], max_iter=10)
        assert shuffled[0] == pytest.approx(expected[0][columns], abs=1e-10)
        assert shuffled[1] == pytest.approx(expected[1], abs=1e-10)
        assert shuffled[2] == pytest.approx(expected[2][rows], abs=1e-10)


class TestEstimator:
    @pytest.mark.parametrize("seed", range(4))
    def test_clusters_of_samples_and_features(self, seed):
        X, y, feature_y = make_checkerboard(seed)
        model = NM3F(3, n_feature_clusters=4, random_state=0).fit(X)
        assert adjusted_rand_score(model.labels_, y) == 1
        assert adjusted_rand_score(model.feature_labels_, feature_y) == 1
        assert model.middle_.shape == (4, 3)
        scale = np.sqrt(np.mean(np.sum(X**2, axis=1)))
        product = scale * model.embedding_ @ model.middle_.T @ model.components_.T
        assert np.linalg.norm(product - X) < 0.1 * np.linalg.norm(X)

    @pytest.mark.parametrize("n_features, expected", [(2, 2), (9, 5)])
    def test_default_number_of_feature_clusters(self, n_features, expected):
        X = np.random.default_rng(0).uniform(size=(30, n_features))
        assert NM3F(5, random_state=0, tol=1e-3).fit(X).components_.shape == (n_features, expected)

    def test_bad_number_of_feature_clusters(self):
        X = np.random.default_rng(0).uniform(size=(10, 3))
        with raised(ParameterError, parameter="n_feature_clusters", value=4, reason=Reason.TOO_LARGE, bound=3):
            NM3F(n_feature_clusters=4).fit(X)
        with raised(ParameterTypeError, parameter="n_feature_clusters", value=2.0, reason=Reason.NOT_A_WHOLE_NUMBER):
            NM3F(n_feature_clusters=2.0).fit(X)
