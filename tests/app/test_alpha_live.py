"""The page Alpha live, and what the player is sent."""

import json

import numpy as np
import pytest
from page_checks import ROOT, assert_calm, check_bad_addresses, check_controls, decoded, run_program, sent

from pages.shared.player import films, payload
from rnse_core import RNSE
from rnse_core.datasets import SHAPES, make_block_diagonal, make_two_moons
from rnse_core.metrics import clustering_accuracy, cross_cluster_affinity
from rnse_core.recording import record_alphas

CHANGES = {"al_shape": "circles", "al_n": 100, "al_noise": 0.1, "al_seed": 3}
SMALL = {"al_n": "60"}
X, y = make_two_moons(n_samples=60, noise=0.05, random_state=0)


@pytest.fixture(scope="module")
def data():
    recording = record_alphas(X, [0.3, 1.0, 10.0], RNSE(2, random_state=0))
    order = np.argsort(y, kind="stable")
    tracks = [payload.Track("one", recording, lambda one: one.title, (payload.Curve("c", "n_components"),))]
    return recording, order, payload.player_data(tracks, X, order=order, slider="alpha", classes=y)


def test_the_player_gets_what_was_recorded(data):
    recording, order, found = data
    json.dumps(found)
    np.testing.assert_allclose(decoded(found["points"], "<f4").reshape(-1, 2), X, atol=1e-6)
    assert (decoded(found["position"], "<u2")[order] == np.arange(60)).all()
    (track,) = found["tracks"]
    assert track["curves"][0]["values"] == [one.numbers["n_components"] for one in recording]
    for frame, snapshot in zip(track["frames"], recording, strict=True):
        np.testing.assert_array_equal(decoded(frame["labels"], "u1"), snapshot.labels)
        S = snapshot.similarity.toarray()
        pairs = zip(decoded(frame["graph"]["from"], "<u2"), decoded(frame["graph"]["to"], "<u2"), strict=True)
        assert all(S[i, j] > 0 for i, j in pairs)
        image = decoded(frame["graph"]["image"], "u1").reshape(60, 60)
        expected = np.clip(S[np.ix_(order, order)] / found["limit"], 0, 1) * 255
        assert abs(image - expected).max() <= 0.51
        assert snapshot.title in frame["alt"]


def test_the_colours_mean_the_same_in_all_frames(data):
    recording, _, found = data
    entries = np.concatenate([(one.similarity - one.similarity.multiply(np.eye(60))).data for one in recording])
    entries = entries[entries > 0]
    assert np.mean(entries > found["limit"]) <= payload.CLIPPED_SHARE + 1e-9


def test_a_film_is_small_enough_to_be_sent():
    film = films.alpha_film(SHAPES["two_moons"], {"n_samples": 200, "noise": 0.08, "random_state": 0}, 2)
    assert len(json.dumps(film.data)) < 5_000_000


def test_the_first_paint_is_a_finished_film(open_page):
    app = open_page("alpha_live", **SMALL)
    assert_calm(app)
    frames = sent(app)["tracks"][0]["frames"]
    assert len(frames) == len(films.ALPHAS)
    assert all(len(decoded(frame["labels"], "u1")) == 60 for frame in frames)


def test_the_sentence_on_components_is_what_the_film_shows(open_page):
    app = open_page("alpha_live", **SMALL)
    values = sent(app)["tracks"][0]["curves"][0]["values"]
    fitting = [alpha for alpha, count in zip(films.ALPHAS, values, strict=True) if count == 2]
    assert any(f"{min(fitting):g}" in one.value and f"{max(fitting):g}" in one.value for one in app.caption)


def test_spirals_need_a_smaller_alpha_than_the_default():
    """The default connects the arms; where S has two components, all points are right."""
    shape = SHAPES["spirals"]
    draw = {"n_samples": 200, "noise": shape.default_noise, "random_state": 0}
    points, classes = shape.make(**draw)
    film = list(record_alphas(points, [0.4, 1.0], RNSE(2, random_state=0)))
    right = [clustering_accuracy(classes, one.labels) for one in film]
    assert film[0].numbers["n_components"] == 2 and right[0] == 1.0 > right[1] + 0.2


def test_a_link_opens_at_its_frame(open_page):
    assert sent(open_page("alpha_live", **SMALL))["start"] == films.ALPHAS.index(1.0)
    assert sent(open_page("alpha_live", al_alpha="0.3", **SMALL))["start"] == films.ALPHAS.index(0.3)
    noise = open_page("alpha_live", al_film="noise", al_points="60", al_c="0.8")
    assert_calm(noise)
    assert sent(noise)["start"] == films.NOISES.index(0.8)


def test_components_that_are_not_the_clusters_are_called_that():
    draw = {"n_samples": 200, "noise": 0.08, "random_state": 0}
    film = films.alpha_film(SHAPES["two_moons"], draw, 2)
    points, classes = make_two_moons(**draw)
    recording = record_alphas(points, films.ALPHAS, RNSE(2, random_state=0))
    fitting = [one for one in recording if one.numbers["n_components"] == 2]
    right = [clustering_accuracy(classes, one.labels) for one in fitting]
    assert right and min(right) < 1
    assert f"{min(right):.1%} of the points are right" in film.facts
    calm = films.alpha_film(SHAPES["two_moons"], {"n_samples": 100, "noise": 0.02, "random_state": 0}, 2)
    assert "need not be the clusters" not in calm.facts


def test_edges_that_are_not_drawn_are_counted(open_page):
    frames = sent(open_page("alpha_live", al_n="100"))["tracks"][0]["frames"]
    full, sparse = frames[-1], frames[0]
    assert 0.5 * payload.MAX_EDGES < len(decoded(full["graph"]["from"], "<u2")) <= payload.MAX_EDGES
    assert f"Drawn: {len(decoded(full['graph']['from'], '<u2')):,} of 4,950 edges" in full["readout"]
    assert "Drawn" not in sparse["readout"]


def test_edges_between_the_moons_are_drawn_in_their_share(open_page):
    draw = {"n_samples": 100, "noise": 0.05, "random_state": 0}
    film = films.alpha_film(SHAPES["two_moons"], draw, 2)
    X, y = make_two_moons(**draw)
    S = record_alphas(X, films.ALPHAS[-1:], RNSE(2, random_state=0))[0].similarity
    share = cross_cluster_affinity(S, y)
    last = film.data["tracks"][0]["frames"][-1]
    ends = [decoded(last["graph"][end], "<u2") for end in ("from", "to")]
    drawn = (y[ends[0]] != y[ends[1]]).mean()
    assert share > 0.2 and abs(drawn - share) < 0.05
    assert f"{share:.1%} of the similarity joins points of different classes" in last["readout"]


def test_the_film_of_noise(open_page):
    app = open_page("alpha_live", al_film="noise", al_points="60")
    assert_calm(app)
    data = sent(app)
    assert all(frame["indicator"] for frame in data["tracks"][0]["frames"]), "the clusters, in their colours"
    assert data["points"] is None and len(data["tracks"][0]["frames"]) == len(films.NOISES)
    order = np.argsort(decoded(data["position"], "<u2"))
    K = [make_block_diagonal(60, 4, noise, 0)[0][np.ix_(order, order)] for noise in films.NOISES]
    brightest = max(one.max() for one in K)
    for frame, given in zip(data["tracks"][0]["frames"], K, strict=True):
        shown = decoded(frame["input"], "u1").reshape(60, 60) / 255
        assert abs(shown - given / brightest).max() <= 0.51 / 255


@pytest.mark.parametrize("address", ["0", "1"])
def test_in_class_mode_the_answer_waits(open_page, address):
    app = open_page("alpha_live", **SMALL, **{"class": address})
    assert_calm(app)
    assert [one.label for one in app.expander if one.label == "What it shows"] == ["What it shows"] * int(address)


def test_controls_and_addresses(open_page):
    check_controls(open_page("alpha_live"), "al_", CHANGES, others={"al_film"})
    check_bad_addresses(open_page, "alpha_live", ["al_n", "al_noise", "al_seed", "al_alpha"])


@pytest.mark.parametrize("query", [SMALL, {"al_film": "noise", "al_points": "60"}])
def test_the_program_records_the_same(open_page, query):
    app = open_page("alpha_live", **query)
    film = list(run_program(app.code[-1].value, ROOT)["film"])
    shown = sent(app)["tracks"][0]["frames"]
    assert len(film) == len(shown)
    for snapshot, frame in zip(film, shown, strict=True):
        assert snapshot.title == frame["title"]
        np.testing.assert_array_equal(snapshot.labels, decoded(frame["labels"], "u1"))
