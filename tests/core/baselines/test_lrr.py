"""LRR: scikit-learn's contract, the runs of the authors' code, constraints, optimality, and subspaces."""

from pathlib import Path

import numpy as np
import pytest
from expected import ignoring, raised, warned
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.metrics import adjusted_rand_score
from sklearn.utils.estimator_checks import parametrize_with_checks

from rnse_core.baselines.lrr import AFFINITIES, LRR, low_rank_representation, shape_interaction
from rnse_core.exceptions import ComponentsWarning, ParameterError, ParameterWarning, Reason

FIXTURES = Path(__file__).parents[1] / "fixtures"


@ignoring(ComponentsWarning, ParameterWarning)
@parametrize_with_checks([LRR()])
def test_scikit_learns_checks(estimator, check):
    check(estimator)


def authors_runs():
    """X, lam, Z and E of each stored run. Z is kept as the product of its factors, which loses 1e-15."""
    for name in ("moons", "wine"):
        run = np.load(FIXTURES / f"lrr_authors_{name}.npz", allow_pickle=False)
        for i, lam in enumerate(run["lambdas"]):
            values = run["X"], float(lam), run[f"Z_left_{i}"] @ run[f"Z_right_{i}"], run[f"E_{i}"]
            yield pytest.param(*values, id=f"{name}, {lam:g}")


def objective(Z, E, lam):
    return np.linalg.svd(Z, compute_uv=False).sum() + lam * np.linalg.norm(E, axis=1).sum()


def dual_bound(X, E, lam):
    """A lower bound of the minimum, from the multiplier that E calls for, scaled until it is feasible.

    The dual is ``max <X, Y>`` with ``||X' Y||_2 <= 1`` and columns of Y no longer than lam.
    """
    Y = lam * E / np.linalg.norm(E, axis=1, keepdims=True)
    return np.vdot(X, Y) / max(np.linalg.norm(X @ Y.T, 2), 1.0)


class TestAuthorsRuns:
    @pytest.mark.parametrize("X, lam, Z, E", list(authors_runs()))
    def test_solution(self, X, lam, Z, E):
        mine, errors, _ = low_rank_representation(X, lam)
        assert np.max(np.abs(mine - Z)) < 1e-14
        assert np.max(np.abs(errors - E)) < 1e-12

    @pytest.mark.parametrize("X, lam, Z, E", [case for case in authors_runs() if "0.01" in case.id])
    def test_their_schedule_stops_above_the_minimum_and_a_slow_one_reaches_it(self, X, lam, Z, E):
        slow, errors, _ = low_rank_representation(X, lam, mu_growth=1.01, max_iter=5000)
        bound = dual_bound(X, errors, lam)
        assert bound <= objective(slow, errors, lam) <= (1 + 2e-3) * bound
        assert objective(Z, E, lam) > 1.03 * objective(slow, errors, lam)

    @pytest.mark.parametrize("lam", [0.1, 1.0])
    def test_without_errors_it_is_the_projection_on_the_row_space(self, lam):
        X = np.load(FIXTURES / "lrr_authors_wine.npz")["X"]
        Z, E, history = low_rank_representation(X, lam)
        assert not E.any()
        np.testing.assert_allclose(Z, X @ np.linalg.pinv(X), rtol=0, atol=1e-8)
        assert history[-1]["objective"] == pytest.approx(13.0, abs=1e-6)


def unreduced(X, lam, rounds):
    """The published algorithm as it stands, columns are samples and X itself is the dictionary."""
    n_features, n = X.shape
    Z, J, Y2 = np.zeros((3, n, n))
    E, Y1 = np.zeros((2, n_features, n))
    inverse = np.linalg.inv(X.T @ X + np.eye(n))
    mu = 1e-6
    for _ in range(rounds):
        U, sigma, V = np.linalg.svd(Z + Y2 / mu)
        J = (U * np.maximum(sigma - 1 / mu, 0)) @ V
        Z = inverse @ (X.T @ (X - E) + J + (X.T @ Y1 - Y2) / mu)
        Q = X - X @ Z + Y1 / mu
        lengths = np.linalg.norm(Q, axis=0)
        E = Q * np.maximum(1 - lam / mu / lengths, 0)
        Y1 += mu * (X - X @ Z - E)
        Y2 += mu * (Z - J)
        mu *= 1.1
    return Z, E


class TestSolver:
    @pytest.mark.parametrize("shape", [(30, 6), (12, 40), (20, 20)])
    @pytest.mark.parametrize("lam", [0.05, 0.2, 2.0])
    def test_the_reduction_changes_nothing(self, shape, lam):
        X = np.random.default_rng(0).normal(size=shape)
        Z, E, history = low_rank_representation(X, lam)
        full_Z, full_E = unreduced(X.T, lam, len(history))
        np.testing.assert_allclose(Z, full_Z, rtol=0, atol=1e-8)
        assert pytest.approx(full_E.T, abs=1e-8) == E

    @given(
        st.integers(1, 20),
        st.integers(1, 20),
        st.integers(1, 6),
        st.sampled_from([0.01, 0.1, 0.5, 3]),
        st.integers(0, 99),
    )
    @settings(max_examples=40)
    def test_constraint_and_history(self, n_samples, n_features, rank, lam, seed):
        rng = np.random.default_rng(seed)
        X = rng.normal(size=(n_samples, rank)) @ rng.normal(size=(rank, n_features))
        Z, E, history = low_rank_representation(X, lam)
        assert history[-1]["residual"] < 1e-8
        assert pytest.approx(X, abs=1e-7) == Z.T @ X + E
        assert objective(Z, E, lam) == pytest.approx(history[-1]["objective"], rel=1e-5, abs=1e-6)

    @pytest.mark.parametrize("lam", [0.01, 0.1, 0.5, 3.0])
    @pytest.mark.parametrize("shape", [(1, 10), (12, 3), (8, 15)])
    def test_a_slow_schedule_is_no_worse_than_what_is_plain(self, shape, lam):
        """Z = 0 with E = X, and Z = V V' with E = 0, are feasible."""
        X = np.random.default_rng(0).normal(size=shape)
        _, _, history = low_rank_representation(X, lam, mu_growth=1.01, max_iter=5000)
        bound = min(lam * np.linalg.norm(X, axis=1).sum(), np.linalg.matrix_rank(X))
        assert history[-1]["objective"] <= bound * (1 + 1e-3)

    def test_order_of_the_samples_is_nothing(self):
        rng = np.random.default_rng(0)
        X = rng.normal(size=(40, 5))
        order = rng.permutation(40)
        Z, E, _ = low_rank_representation(X, 0.1)
        shuffled_Z, shuffled_E, _ = low_rank_representation(X[order], 0.1)
        np.testing.assert_allclose(shuffled_Z, Z[np.ix_(order, order)], rtol=0, atol=1e-8)
        assert shuffled_E == pytest.approx(E[order], abs=1e-8)

    def test_extreme_prices(self):
        X = np.random.default_rng(0).normal(size=(15, 4))
        for lam, all_errors in ((0.0, True), (1e-9, True), (1e150, False)):
            Z, E, _ = low_rank_representation(X, lam)
            assert np.isfinite(Z).all()
            assert pytest.approx(X if all_errors else 0 * X, abs=1e-7) == E

    def test_no_rounds_are_no_result(self):
        with raised(ParameterError, parameter="max_iter", value=0, reason=Reason.TOO_SMALL, bound=1):
            low_rank_representation(np.eye(3), max_iter=0)

    def test_zeros(self):
        Z, E, _ = low_rank_representation(np.zeros((5, 3)))
        assert not Z.any() and not E.any()


def make_subspaces(seed, outliers=0):
    """Samples of three planes in seven dimensions, then a few that lie nowhere near."""
    rng = np.random.default_rng(seed)
    bases = np.linalg.qr(rng.normal(size=(7, 6)))[0].T.reshape(3, 2, 7)
    y = rng.permutation(np.arange(75) % 3)
    weights = rng.normal(size=(75, 2))
    weights /= np.linalg.norm(weights, axis=1, keepdims=True)
    X = np.einsum("ij,ijk->ik", weights, bases[y])
    return np.vstack([X, 3 * rng.normal(size=(outliers, 7))]), y


class TestEstimator:
    @ignoring(ComponentsWarning)
    @pytest.mark.parametrize("affinity", AFFINITIES)
    @pytest.mark.parametrize("seed", range(3))
    def test_subspaces_are_found(self, affinity, seed):
        X, y = make_subspaces(seed)
        model = LRR(3, affinity=affinity, random_state=0).fit(X)
        assert adjusted_rand_score(model.labels_, y) == 1
        assert model.affinity_matrix_[y[:, None] != y].max() < 1e-6

    def test_affinities(self):
        X, _ = make_subspaces(0, outliers=5)
        model = LRR(3, random_state=0).fit(X)
        Z = np.where(np.abs(model.coefficients_) > 1e-8, model.coefficients_, 0.0)
        assert np.array_equal(model.affinity_matrix_, np.abs(Z) + np.abs(Z).T)
        assert model.embedding_.shape == (80, 3)
        model = LRR(3, affinity="shape_interaction", random_state=0).fit(X)
        assert np.array_equal(model.affinity_matrix_, shape_interaction(Z))
        # Rows of a rank-1 Z all have the same direction.
        assert shape_interaction(np.outer([1.0, 2.0, -3.0], [1.0, 1.0, 2.0])) == pytest.approx(np.ones((3, 3)))
        with raised(ParameterError, parameter="affinity", value="abs", choices=AFFINITIES):
            LRR(affinity="abs").fit(X)

    @pytest.mark.parametrize("rescale", [True, False])
    @pytest.mark.parametrize("unit", [1.0, 7.0])
    def test_result_is_in_the_unit_of_the_data(self, rescale, unit):
        X = unit * make_subspaces(0, outliers=5)[0]
        model = LRR(3, rescale=rescale, lam=0.3, random_state=0).fit(X)
        assert model.coefficients_.T @ X + model.noise_ == pytest.approx(X, abs=1e-6)
        length = np.sqrt(np.mean(np.sum(X**2, axis=1))) if rescale else 1.0
        Z, E, _ = low_rank_representation(X / length, 0.3)
        # The published schedule stops short of the minimum, at a point that depends a little on the unit.
        tolerance = 1e-9 if rescale else 5e-2
        np.testing.assert_allclose(model.coefficients_, Z, rtol=0, atol=tolerance)
        assert model.noise_ == pytest.approx(length * E, abs=unit * tolerance)

    @ignoring(ComponentsWarning)
    def test_the_published_problem_on_huge_numbers_allows_no_error(self):
        X, _ = make_subspaces(0)
        model = LRR(3, rescale=False, random_state=0).fit(X * 1e300)
        assert not model.noise_.any()
        np.testing.assert_allclose(model.coefficients_, X @ np.linalg.pinv(X), rtol=0, atol=1e-7)

    @ignoring(ComponentsWarning)
    @pytest.mark.parametrize("affinity", AFFINITIES)
    @pytest.mark.parametrize("scale, parameters", [(1e-300, {"rescale": False}), (1.0, {"lam": 1e-6})])
    def test_a_price_too_low_is_said(self, affinity, scale, parameters):
        X = make_subspaces(0)[0] * scale
        with warned(ParameterWarning, parameter="lam", reason=Reason.TOO_SMALL):
            model = LRR(3, affinity=affinity, random_state=0, **parameters).fit(X)
        assert model.noise_ == pytest.approx(X, rel=1e-6)
        assert not model.affinity_matrix_.any()
        assert model.n_components_ == 75

    @ignoring(ComponentsWarning)
    @pytest.mark.parametrize("affinity", AFFINITIES)
    def test_a_sample_of_zeros_is_on_its_own(self, affinity):
        X, y = make_subspaces(0)
        model = LRR(4, affinity=affinity, random_state=0).fit(np.vstack([X, np.zeros(7)]))
        assert not model.affinity_matrix_[75, :75].any()
        assert adjusted_rand_score(model.labels_, np.append(y, 3)) == 1

    def test_bad_parameters(self):
        X = make_subspaces(0)[0]
        for parameter, value in (("lam", 0), ("mu_growth", 1.0), ("tol", 0)):
            with raised(ParameterError, parameter=parameter, value=value, reason=Reason.TOO_SMALL, strict=True):
                LRR(**{parameter: value}).fit(X)
