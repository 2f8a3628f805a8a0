"""The rounds of several versions of the algorithm."""

import numpy as np
import pytest

from rnse_core.datasets import make_two_moons
from rnse_core.figures import descent_curves
from rnse_core.recording import VERSIONS, padded, record_histories, summarise_descent

X, _ = make_two_moons(n_samples=100, noise=0.05, random_state=0)
SEEDS = range(3)


@pytest.fixture(scope="module")
def runs():
    return {version: record_histories(X, 2, version, SEEDS) for version in ("paper", "paper_projected", "exact")}


def test_there_is_a_history_for_each_seed(runs):
    assert all(len(histories) == len(SEEDS) for histories in runs.values())
    assert VERSIONS.keys() >= runs.keys()


def test_the_sweeps_leave_S_infeasible_and_the_projection_does_not(runs):
    found = {version: summarise_descent(histories) for version, histories in runs.items()}
    assert found["paper"].row_sum_error > 0.05
    assert found["paper_projected"].row_sum_error < 1e-8 > found["exact"].row_sum_error


def test_with_an_exact_projection_the_objective_never_rises(runs):
    for version in ("paper_projected", "exact"):
        assert summarise_descent(runs[version]).rising_runs == 0
    assert summarise_descent(runs["paper"]).rising_runs > 0


def test_the_exact_version_ends_in_two_rounds(runs):
    assert summarise_descent(runs["exact"]).rounds[1] <= 2


def test_rows_are_padded_with_their_last_value(runs):
    history = runs["paper"][0]
    rows = padded([history, history[:3]], "objective")
    np.testing.assert_array_equal(rows[0], [entry["objective"] for entry in history])
    assert (rows[1, 2:] == history[2]["objective"]).all()
    assert (padded([history], "objective", relative=True)[:, 0] == 1).all()


def test_curves_show_every_run(runs):
    curves = {version: padded(histories, "row_sum_error") for version, histories in runs.items()}
    figure = descent_curves(curves, title="error", log=True)
    thick = {trace.name: trace for trace in figure.data if trace.showlegend is not False}
    assert thick.keys() == curves.keys()
    for version, values in curves.items():
        expected = np.exp(np.log(np.maximum(values, 1e-17)).mean(axis=0))
        np.testing.assert_allclose(thick[version].y, expected)
    thin = [trace for trace in figure.data if trace.showlegend is False]
    assert [np.isnan(np.asarray(trace.y)).sum() for trace in thin] == [len(SEEDS)] * len(curves)
    with pytest.raises(ValueError):
        descent_curves({}, title="x")
