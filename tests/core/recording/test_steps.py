"""Recordings of the inside of an S step and of a P step."""

import warnings

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from rnse_core.affinity import self_tuning_kernel
from rnse_core.datasets import make_two_moons
from rnse_core.indicator import labels_to_indicator, soften, update_indicator
from rnse_core.metrics import clustering_accuracy
from rnse_core.projection import project_doubly_stochastic
from rnse_core.recording import record_projection, record_updates

X, y = make_two_moons(n_samples=80, noise=0.05, random_state=0)
T = self_tuning_kernel(X, 7) / 2.0
P = labels_to_indicator(y, 2)
EXACT = project_doubly_stochastic(T)


def numbers(recording, key, first=0):
    return np.array([snapshot.numbers[key] for snapshot in list(recording)[first:]])


# Newton's method on the full support, by continuation and on a sparse support; sweeps that converge and that do not.
@pytest.mark.parametrize(
    ("method", "max_iter", "target"),
    [
        ("newton", None, T),
        ("newton", None, 4000 * T),
        ("newton", None, T / 40),
        ("dykstra", 20, T),
        ("dykstra", 5000, T),
        ("alternating", 20, T),
    ],
    ids=["newton", "continuation", "full support", "20 sweeps", "converged sweeps", "without increments"],
)
def test_an_s_step_is_recorded_as_it_goes(method, max_iter, target):
    recording = record_projection(target, P, method, max_iter=max_iter, max_bytes=2**30)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        S, info = project_doubly_stochastic(target, method, max_iter=max_iter, return_info=True)
    assert_allclose(recording[-1].similarity.toarray(), S, atol=1e-6)
    assert len(recording) == info.n_iter + 1
    assert_allclose(numbers(recording, "residual", 1), info.history, rtol=1e-6, atol=1e-13)
    exact = project_doubly_stochastic(target)
    assert recording[-1].numbers["distance"] == pytest.approx(np.linalg.norm(S - exact), abs=1e-12)
    assert_allclose(recording[0].similarity.toarray(), target, rtol=1e-6, atol=1e-9)
    assert recording[-1].numbers["nonzeros_per_row"] == (S > 0).sum() / len(S)


def test_newton_reaches_the_projection_that_20_sweeps_do_not():
    newton = record_projection(T, P, "newton")
    sweeps = record_projection(T, P, "dykstra", max_iter=20)
    assert len(newton) - 1 <= 12 < 20 == len(sweeps) - 1
    assert newton[-1].numbers["distance"] < 1e-9 and newton[-1].numbers["residual"] < 1e-10
    assert sweeps[-1].numbers["distance"] > 0.1 and sweeps[-1].numbers["residual"] > 0.01


def test_a_recorded_solve_takes_the_steps_of_one_that_is_not_recorded():
    S, info = project_doubly_stochastic(T / 40, callback=lambda step, info: None, return_info=True)
    other, unwatched = project_doubly_stochastic(T / 40, return_info=True)
    assert info.history == unwatched.history
    assert_array_equal(S, other)


@pytest.mark.parametrize("method", ["strategic", "plain"])
@pytest.mark.parametrize("tol", [1e-9, 1e-3])
def test_a_p_step_is_recorded_as_it_goes(method, tol):
    start = np.random.default_rng(0).uniform(size=(2, 80))
    changes, limit = [], 120
    expected = update_indicator(
        EXACT, start, method, max_iter=limit, tol=tol, callback=lambda _, info: changes.append(info["residual"])
    )
    recording = record_updates(EXACT, start, method, max_iter=limit, tol=tol)
    assert_allclose(recording[-1].indicator, expected, rtol=1e-6, atol=1e-9)
    assert_array_equal(recording[-1].labels, expected.argmax(axis=0))
    residuals = numbers(recording, "residual", 1)
    assert_array_equal(residuals[: len(changes)], changes)
    assert (len(recording) - 1 < limit) == (method == "strategic" and tol == 1e-3) == (residuals[-1] <= tol)
    assert "residual" not in recording[0].numbers
    assert recording[-1].numbers["trace"] == pytest.approx(np.trace(expected @ EXACT @ expected.T))
    assert_allclose(recording[0].indicator, start, rtol=1e-6)


def test_the_graph_of_a_p_step_is_kept_once():
    start = soften(P)
    recording = record_updates(EXACT, start, max_iter=30, tol=0.0)
    assert all(snapshot.similarity is recording[0].similarity for snapshot in recording)
    assert recording.n_bytes < 8 * np.count_nonzero(EXACT) + 31 * 80 * (16 + 8) + 1


def test_a_spectral_start_is_right_and_a_random_one_is_not_yet():
    random = record_updates(EXACT, np.random.default_rng(0).uniform(size=(2, 80)), max_iter=20)
    spectral = record_updates(EXACT, soften(P), max_iter=20)
    assert clustering_accuracy(y, spectral[-1].labels) == 1.0 > clustering_accuracy(y, random[-1].labels) + 0.1
    assert spectral[-1].numbers["trace"] > random[-1].numbers["trace"]


def test_what_a_callback_gets_cannot_be_written_to():
    def check(_, info):
        matrix = info.get("similarity", info.get("indicator"))
        with pytest.raises(ValueError, match="read-only"):
            matrix[0, 0] = 1.0
        return True

    project_doubly_stochastic(T, "dykstra", callback=check)
    update_indicator(EXACT, P + 0.1, "plain", callback=check)
