"""The page Step through: two recordings in lock step, and the sentences on them."""

import json
import re
from itertools import pairwise

import numpy as np
import pytest
from page_checks import ROOT, assert_calm, check_bad_addresses, check_controls, decoded, run_program, sent

from pages.shared.player import journeys
from pages.shared.player.comparisons import COMPARISONS
from rnse_core import RNSE
from rnse_core.metrics import clustering_accuracy
from rnse_core.wording import two_digits

SMALL = {"sp_n": "60"}
POINTS = journeys.Points("two_moons", {"n_samples": 60, "noise": 0.05, "random_state": 0})
VALUES = {"alpha": 1.0, "alpha2": 0.3, "beta": 1.0, "seed": 0}
DATA = {"sp_shape": "circles", "sp_n": 40, "sp_noise": 0.1, "sp_seed": 3}
CHANGES = {
    "rounds": {**DATA, "sp_alpha": 3.0, "sp_beta": 10.0},
    "s": {"sp_s_alpha": 3.0, "sp_sweeps": 10},
    "p": {"sp_p_alpha": 3.0, "sp_updates": 30},
}
OTHERS = {"rounds": {"sp_part", "sp_runs"}, "s": {"sp_part", *DATA}, "p": {"sp_part", *DATA}}


def rounds(runs):
    return journeys.rounds_journey(POINTS, COMPARISONS[runs].runs(VALUES))


def accuracy(snapshot):
    _, y = POINTS.made.make(**POINTS.draw)
    return clustering_accuracy(y, snapshot.labels)


@pytest.fixture(scope="module")
def versions():
    return rounds("versions")


def test_the_page_opens_where_something_happens(open_page, versions):
    app = open_page("step_through", **SMALL)
    assert_calm(app)
    paper, exact = sent(app)["tracks"]
    assert [paper["name"], exact["name"]] == ["Paper", "Exact"]
    assert len(paper["frames"]) == 20 > len(exact["frames"]) >= 2
    labels = [decoded(frame["labels"], "u1") for frame in paper["frames"]]
    assert sum((new != old).any() for old, new in pairwise(labels)) >= 2
    texts = [one.value.removeprefix("- ") for one in app.markdown]
    assert set(versions.facts) <= set(texts)


def test_the_sentences_on_rounds_say_what_was_recorded(versions):
    paper, exact = versions.recordings
    for recording, fact in zip(versions.recordings, versions.facts, strict=False):
        last = recording[-1]
        assert f"{recording.n_moments} rounds" in fact
        assert f"{last.numbers['objective']:.4g}" in fact and two_digits(last.numbers["row_sum_error"]) in fact
        assert f"{accuracy(last):.1%}" in fact
        values = np.array([one.numbers["objective"] for one in recording])
        assert ("never rose" in fact) == bool((np.diff(values) <= 1e-9 * values[0]).all())
    moved = [place for place, count in enumerate(journeys.changes(paper), start=1) if count]
    assert f"in {len(moved)} rounds, last in round {moved[-1] + 1}" in versions.facts[0]
    # Fact 1 of the notes on the method: with exact steps P is what it was after the first round.
    assert journeys.changes(exact) == [0] * (len(exact) - 1)
    assert "No label changed after round 1" in versions.facts[1]
    assert paper[-1].numbers["row_sum_error"] > 0.01 > 1e-9 > exact[-1].numbers["row_sum_error"]
    assert "cannot be compared" in versions.facts[2]


def test_the_objective_is_the_sum_of_its_parts(versions):
    for track in versions.data["tracks"]:
        curves = {curve["name"]: np.array(curve["values"]) for curve in track["curves"]}
        parts = curves["Smoothness"] + curves["α‖S‖²"] + curves["β · embedding"]
        np.testing.assert_allclose(parts, curves["Objective"])


def test_all_comparisons_have_one_kernel():
    X, _ = POINTS.made.make(**POINTS.draw)
    for one in COMPARISONS.values():
        first, second = (
            RNSE.from_preset(run.preset, 2, **run.parameters).prepare(X).kernel for run in one.runs(VALUES)
        )
        np.testing.assert_array_equal(first, second)


def test_the_exact_step_alone_gives_the_paper_the_objective_of_the_exact_fit():
    sweeps, newton = rounds("projections").recordings
    exact = rounds("versions").recordings[1]
    assert newton[-1].numbers["row_sum_error"] < 1e-9 < 0.01 < sweeps[-1].numbers["row_sum_error"]
    assert newton[-1].numbers["objective"] == pytest.approx(exact[-1].numbers["objective"], rel=0.01)


def test_a_class_sees_two_curves(open_page):
    app = open_page("step_through", **SMALL, **{"class": "1"})
    assert_calm(app)
    names = [[curve["name"] for curve in track["curves"]] for track in sent(app)["tracks"]]
    assert names == [list(journeys.FEW_CURVES)] * 2
    assert "What it shows" in [one.label for one in app.expander]


def test_two_starts_and_two_alphas_differ_in_nothing_else():
    random, spectral = rounds("starts").recordings
    assert accuracy(spectral[-1]) > accuracy(random[-1])
    large, small = rounds("alphas").recordings
    assert large[-1].numbers["nonzeros_per_row"] > 1.2 * small[-1].numbers["nonzeros_per_row"]
    np.testing.assert_array_equal(rounds("starts").recordings[0][-1].labels, large[-1].labels)


def test_the_sentences_on_the_s_step():
    journey = journeys.projection_journey(POINTS, 1.0, 20)
    sweeps, newton = (recording[-1].numbers for recording in journey.recordings)
    assert "20 sweeps" in journey.facts[0] and two_digits(sweeps["residual"]) in journey.facts[0]
    assert f"{two_digits(sweeps['distance'])} from the projection" in journey.facts[0]
    steps = len(journey.recordings[1]) - 1
    assert steps < 15 and f"{steps} steps" in journey.facts[1]
    assert newton["distance"] < 1e-9 and "S is the projection, up to rounding" in journey.facts[1]
    (first, total) = map(int, re.findall(r"\d+", journey.facts[2]))
    distances = [one.numbers["distance"] for one in journey.recordings[1]]
    assert total == 20 and distances[first] < sweeps["distance"] <= min(distances[:first])


def test_the_sentences_on_the_p_step():
    journey = journeys.updates_journey(POINTS, 1.0, 20)
    random, spectral = (recording[-1] for recording in journey.recordings)
    for one, fact in zip((random, spectral), journey.facts, strict=False):
        assert f"{one.numbers['trace']:.4g} after 20 updates" in fact and f"{accuracy(one):.1%}" in fact
    assert accuracy(spectral) > accuracy(random)
    assert sum(journeys.changes(journey.recordings[1])) == 0 < sum(journeys.changes(journey.recordings[0]))
    first, last = (one.numbers for one in (journey.recordings[0][0], random))
    assert first["trace"] > last["trace"] and first["orthogonality_error"] > 1 > last["orthogonality_error"]
    assert f"In update 0 it is {first['trace']:.4g}" in journey.facts[0]
    assert two_digits(first["orthogonality_error"]) in journey.facts[0] and "update 0" not in journey.facts[1]
    swapped = [(random.labels != labels).sum() for labels in (spectral.labels, 1 - spectral.labels)]
    assert f"{min(swapped)} points of 60" in journey.facts[2]


def test_a_graph_that_stays_is_sent_once_and_p_in_the_order_of_s():
    journey = journeys.updates_journey(POINTS, 1.0, 20)
    order = np.argsort(decoded(journey.data["position"], "<u2"))
    for track, recording in zip(journey.data["tracks"], journey.recordings, strict=True):
        assert [frame["graph"] is None for frame in track["frames"]] == [False] + [True] * 20
        assert track["curves"][1]["values"][0] is None
        for frame, one in zip(track["frames"], recording, strict=True):
            P = one.indicator[:, order] / one.indicator.max()
            assert abs(decoded(frame["indicator"], "u1").reshape(2, 60) / 255 - P).max() <= 0.51 / 255
    json.dumps(journey.data, allow_nan=False)


def test_the_largest_journeys_can_be_sent():
    points = journeys.Points("two_moons", {"n_samples": 200, "noise": 0.06, "random_state": 0})
    assert len(json.dumps(journeys.projection_journey(points, 1.0, 50).data)) < 5_000_000
    assert len(json.dumps(journeys.updates_journey(points, 1.0, 200).data)) < 5_000_000


def test_points_without_clusters_have_no_share_that_is_right():
    (name,) = [name for name, one in journeys.SHAPES.items() if one.n_clusters == 1][:1]
    points = journeys.Points(name, {"n_samples": 40, "noise": 0.1, "random_state": 0})
    journey = journeys.updates_journey(points, 1.0, 10)
    assert journey.data["classes"] is None and not any("right" in fact for fact in journey.facts)


def test_the_controls(open_page):
    app = open_page("step_through", sp_n="40")
    check_controls(app, "sp_", {**CHANGES["rounds"], "sp_n": 60}, disabled={"sp_alpha2"}, others=OTHERS["rounds"])
    for part in ("s", "p"):
        app = open_page("step_through", sp_n="40", sp_part=part)
        check_controls(app, "sp_", CHANGES[part], others=OTHERS[part])
    app = open_page("step_through", sp_n="40", sp_runs="alphas")
    assert_calm(app)
    assert not app.get_by_key("sp_alpha2").proto.disabled


def test_bad_addresses(open_page):
    check_bad_addresses(open_page, "step_through", ["sp_n", "sp_noise", "sp_seed", "sp_alpha", "sp_beta"])


def test_a_link_opens_at_its_frame(open_page):
    app = open_page("step_through", sp_part="s", sp_n="40", sp_s_frame="3")
    assert_calm(app)
    assert sent(app)["start"] == 3
    app.button(key="page_reset").click().run()
    assert sent(app)["start"] == 0 and "sp_s_frame" not in app.query_params
    beyond = open_page("step_through", sp_part="s", sp_n="40", sp_s_frame="999")
    assert_calm(beyond)
    last = max(len(track["frames"]) for track in sent(beyond)["tracks"]) - 1
    assert sent(beyond)["start"] == last and not beyond.warning


@pytest.mark.parametrize("part", ["rounds", "s", "p"])
def test_the_program_records_the_same(open_page, part):
    app = open_page("step_through", sp_part=part, **SMALL)
    assert_calm(app)
    recordings = run_program(app.code[-1].value, ROOT)["recordings"]
    for recording, track in zip(recordings, sent(app)["tracks"], strict=True):
        assert [one.title for one in recording] == [frame["title"] for frame in track["frames"]]
        for one, frame in zip(recording, track["frames"], strict=True):
            np.testing.assert_array_equal(one.labels, decoded(frame["labels"], "u1"))
        for curve in track["curves"]:
            assert all(value is None or np.isfinite(value) for value in curve["values"])
