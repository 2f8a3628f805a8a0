"""What the pages claim in words, measured."""

import json
import re
import warnings
from itertools import pairwise

import numpy as np
import pandas as pd
import pytest
from page_checks import assert_calm, charts_on, frame_with
from sklearn.cluster import KMeans

from pages.shared.comparison.views import _scale_note
from pages.shared.controls.model import NO_LABEL_MOVES
from pages.shared.results.two_stage_card import DIFFER
from pages.shared.runs import baselines, fit
from pages.shared.runs.settings import PAPER_ACCURACY, PAPER_FROM_SPECTRUM, PAPER_NOTE, PAPER_RISE
from pages.shared.table.scaling import SCALINGS
from rnse_core import RNSE
from rnse_core.baselines import NCuts
from rnse_core.datasets import SHAPES, make_block_diagonal, make_two_moons
from rnse_core.findings import BetaMadeBlocks, count_moved, sentence_for
from rnse_core.metrics import clustering_accuracy, cross_cluster_affinity
from rnse_core.preprocessing import scale_features

WITH_BASELINES = {
    "two_moons": ("tm", {"tm_n": "80", "tm_noise": "0.12"}),
    "block_diagonal": ("bd", {"bd_n": "80", "bd_view": "One", "bd_noise": "0.8"}),
    "your_data": ("yd", {"yd_data": "iris.csv"}),
}
OF_RNSE = {"alpha": "3", "beta": "1000", "preset": "Paper", "kernel": "Gaussian, one width", "seed": "7"}


def rows_of(app, page: str):
    """Return the rows of the methods that do not depend on RNSE, in the scores and in the card."""
    scores = frame_with(app, "Seconds").set_index("Method").drop(columns="Seconds")
    card = frame_with(app, DIFFER).set_index("Method").drop(columns=DIFFER)
    own = [name for name in ("K-Means", "NCuts") if name in scores.index]
    assert "NCuts" in own and ("K-Means" in own) == (page != "block_diagonal")
    in_card = [name for name in ("K-Means", "NCuts, 10 neighbours") if name in card.index]
    return scores.loc[own], card.loc[in_card]


@pytest.mark.parametrize("page", WITH_BASELINES)
def test_no_baseline_changes_when_a_setting_of_rnse_does(open_page, page):
    prefix, query = WITH_BASELINES[page]
    query = {**query, f"{prefix}_joint": "Show"}
    usual = open_page(page, **query)
    assert_calm(usual)
    before = rows_of(usual, page)
    for setting, value in OF_RNSE.items():
        if page == "block_diagonal" and setting == "kernel":
            continue
        app = open_page(page, **{**query, f"{prefix}_{setting}": value})
        assert_calm(app)
        for one, other in zip(before, rows_of(app, page), strict=True):
            assert one.equals(other), setting


def test_what_cuts_a_graph_of_rnse_is_named_after_it_and_drawn_on_request(open_page):
    app = open_page("two_moons", tm_n="60")
    assert not [key for key in charts_on(app) if "NCuts on" in key]
    app.multiselect(key="tm_further").set_value([baselines.ON_K, baselines.ON_S]).run()
    assert_calm(app)
    assert {"tm_panel_NCuts on K", "tm_panel_NCuts on learned S"} <= set(charts_on(app))
    scores = frame_with(app, "Seconds").set_index("Method")
    assert list(scores.index) == ["K-Means", "NCuts", "NCuts on K", "NCuts on learned S", "RNSE", "One cluster"]
    assert scores.loc["NCuts on learned S", "Crossing"] == pytest.approx(scores.loc["RNSE", "Crossing"])


@pytest.mark.parametrize("name", SHAPES)
def test_beta_changes_s_and_no_label(name):
    shape = SHAPES[name]
    X, _ = shape.make(n_samples=200, noise=shape.default_noise, random_state=0)
    models = [RNSE(max(2, shape.n_clusters), random_state=0, beta=beta) for beta in (0.0, 1.0, 100.0, NO_LABEL_MOVES)]
    prepared = models[0].prepare(X)
    for model in models:
        model.fit_prepared(prepared)
        assert count_moved(models[0].labels_, model.labels_) == 0, model.beta
    if models[0].n_components_ < models[0].n_clusters:
        assert abs(models[-1].similarity_ - models[0].similarity_).sum() > 0


@pytest.mark.parametrize("name", SHAPES)
def test_from_n_over_clusters_on_beta_cuts_all_between_the_clusters(name):
    """What the help of beta says; and that weak links go at a hundredth of that."""
    shape = SHAPES[name]
    X, _ = shape.make(n_samples=200, noise=shape.default_noise, random_state=0)
    n_clusters = max(2, shape.n_clusters)
    largest = 200 / n_clusters
    crossing = []
    for beta in (0.0, 0.01 * largest, 0.1 * largest, largest, 3 * largest):
        model = RNSE(n_clusters, beta=beta, random_state=0).fit(X)
        crossing.append(cross_cluster_affinity(model.similarity_, model.labels_))
    assert crossing[-2] == crossing[-1] == 0
    for more, less in pairwise(crossing[:-1]):
        assert less < more or more == 0


def test_the_note_on_the_paper_preset_is_what_it_gives():
    found: dict[str, list[float]] = {"random": [], "spectral": []}
    rises = []
    for seed in range(10):
        X, y = make_two_moons(n_samples=200, noise=0.05, random_state=seed)
        for start, accuracies in found.items():
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                model = RNSE.from_preset("paper", n_clusters=2, init=start, random_state=seed).fit(X)
            accuracies.append(clustering_accuracy(y, model.labels_))
            if start == "random":
                objective = np.array([record["objective"] for record in model.history_])
                rises.append(float((np.diff(objective) / np.abs(objective[:-1])).max()))
                assert max(record["row_sum_error"] for record in model.history_) > 0.1
    assert (min(found["random"]), max(found["random"])) == pytest.approx(PAPER_ACCURACY, abs=0.006)
    assert np.median(found["spectral"]) == PAPER_FROM_SPECTRUM
    assert max(rises) == pytest.approx(PAPER_RISE, abs=0.005)
    # The exact preset, on the same points: nothing of the kind.
    X, y = make_two_moons(n_samples=200, noise=0.05, random_state=0)
    assert clustering_accuracy(y, RNSE(2, random_state=0).fit_predict(X)) == 1.0


def test_the_paper_preset_says_what_it_is(open_page):
    assert PAPER_NOTE in [one.value for one in open_page("two_moons", tm_n="60", tm_preset="Paper").caption]
    assert PAPER_NOTE not in [one.value for one in open_page("two_moons", tm_n="60").caption]


def test_blocks_that_beta_made_are_called_that_and_the_order_is_the_true_one(open_page, offered):
    app = open_page("block_diagonal", bd_view="One", bd_noise="0.95", bd_beta="100")
    result = offered[-1].result
    _, y = make_block_diagonal(240, 4, 0.95, 0)
    assert clustering_accuracy(y, result.labels) < 0.6
    assert result.n_components >= 4 > result.history[0]["n_components"]
    finding = BetaMadeBlocks(100.0, result.history[0]["n_components"], result.n_components, 4)
    assert any(sentence_for(finding) in one.value for one in app.warning)
    assert app.segmented_control(key="bd_s_order").value == "true"
    calm = open_page("block_diagonal", bd_view="One", bd_noise="0.95", bd_beta="0")
    assert not any("made by beta" in one.value for one in calm.warning)


def test_a_click_shows_blocks_that_beta_made(open_page, offered):
    app = open_page("block_diagonal", bd_n="80")
    assert not app.warning
    app.button(key="bd_made").click().run()
    assert_calm(app)
    _, y = make_block_diagonal(80, 4, 0.95, 0)
    result = offered[-1].result
    assert result.n_components >= 4 and clustering_accuracy(y, result.labels) < 0.6
    assert any("made by beta" in one.value for one in app.warning)


def test_the_note_on_ncuts_is_what_it_gives(open_page):
    """Fact 1: cutting the learned S gives the labels of RNSE. Fact 4: on its own graph NCuts divides the moons."""
    found: dict[str, list[float]] = {name: [] for name in baselines.OF_MOONS}
    crossing: dict[str, list[float]] = {name: [] for name in baselines.CROSSING_OF_MOONS}
    for seed in range(10):
        X, y = make_two_moons(n_samples=200, noise=0.05, random_state=seed)
        model = RNSE(2, random_state=0).fit(X)
        for name, graph in (("K", model.affinity_matrix_), ("S", model.similarity_)):
            labels = NCuts(2, affinity="precomputed", random_state=baselines.SEED).fit_predict(graph)
            found[name].append(clustering_accuracy(y, labels))
            assert name == "K" or count_moved(labels, model.labels_) == 0
        own = NCuts(**baselines.ncuts_arguments(2)).fit(X)
        found["own"].append(clustering_accuracy(y, own.labels_))
        for name, graph in (("own", own.affinity_matrix_), ("K", model.affinity_matrix_)):
            crossing[name].append(cross_cluster_affinity(graph, y))
    assert {name: np.mean(one) for name, one in found.items()} == pytest.approx(baselines.OF_MOONS, abs=1e-9)
    mean_crossing = {name: np.mean(one) for name, one in crossing.items()}
    assert mean_crossing == pytest.approx(baselines.CROSSING_OF_MOONS, abs=5e-5)
    assert baselines.MOONS_NOTE in [one.value for one in open_page("two_moons", tm_n="60").caption]
    circles = open_page("two_moons", tm_n="60", tm_shape="circles")
    assert baselines.MOONS_NOTE not in [one.value for one in circles.caption]


@pytest.mark.parametrize(("alpha", "word"), [("0.01", "almost empty"), ("100", "almost uniform")])
@pytest.mark.parametrize("page", ["two_moons", "your_data"])
def test_an_alpha_out_of_range_is_named(open_page, page, alpha, word):
    prefix = WITH_BASELINES[page][0]
    app = open_page(page, **{f"{prefix}_alpha": alpha})
    assert_calm(app)
    assert any(word in one.value for one in app.warning)
    assert not any("almost" in one.value for one in open_page(page).warning)


def test_spirals_get_an_alpha_that_does_better_and_a_click_sets_it(open_page):
    app = open_page("two_moons", tm_shape="spirals")
    assert app.dataframe[0].value.set_index("Method").loc["RNSE", "ACC"] < 0.7
    app.button(key="tm_use_alpha").click().run()
    assert_calm(app)
    assert app.select_slider(key="tm_alpha").value == 0.5
    assert app.dataframe[0].value.set_index("Method").loc["RNSE", "ACC"] == 1.0
    assert not [one for one in app.button if one.key == "tm_use_alpha"]
    assert not [one for one in open_page("two_moons").button if one.key == "tm_use_alpha"]


def test_the_scale_of_the_heat_map_is_said(open_page):
    app = open_page("two_moons")
    (heatmap,) = json.loads(charts_on(app)["tm_s_map"])["data"]
    said = next(one.value for one in app.caption if one.value.startswith("Colours run"))
    assert float(re.search(r"from 0 to ([\d.]+\d)", said)[1]) == pytest.approx(heatmap["zmax"], rel=0.05)
    assert "1/n = 0.005" in said


@pytest.mark.parametrize("shape", SHAPES)
def test_a_link_with_a_shape_alone_has_its_usual_noise(open_page, shape):
    app = open_page("two_moons", tm_shape=shape, tm_n="60")
    assert_calm(app)
    assert app.slider(key="tm_noise").value == SHAPES[shape].default_noise
    given = open_page("two_moons", tm_shape=shape, tm_noise="0.02", tm_n="60")
    assert given.slider(key="tm_noise").value == 0.02


@pytest.mark.parametrize(("page", "prefix"), [("alpha_live", "al"), ("step_through", "sp")])
def test_so_it_has_on_the_pages_with_a_player(open_page, page, prefix):
    app = open_page(page, **{f"{prefix}_shape": "circles", f"{prefix}_n": "40"})
    assert_calm(app)
    assert app.slider(key=f"{prefix}_noise").value == SHAPES["circles"].default_noise
    app.selectbox(key=f"{prefix}_shape").set_value("spirals").run()
    assert app.slider(key=f"{prefix}_noise").value == SHAPES["spirals"].default_noise
    given = open_page(page, **{f"{prefix}_shape": "circles", f"{prefix}_noise": "0.02", f"{prefix}_n": "40"})
    assert given.slider(key=f"{prefix}_noise").value == 0.02


def test_a_stop_ends_all_runs_of_a_page_and_says_which(open_page, monkeypatch):
    app = open_page("block_diagonal", bd_n="60", bd_draw="41")
    with monkeypatch.context() as patch:
        patch.setattr(fit, "_fit_now", lambda *_: pytest.fail("a run was started although its reader had stopped it"))
        app.session_state["stop_clicked"] = True
        app.number_input(key="bd_draw").set_value(42.0).run()
    assert not app.exception
    stopped = [one.value for one in app.warning if "stopped" in one.value]
    assert [re.search(r"c = ([\d.]+)", one)[1] for one in stopped] == ["0.2", "0.4", "0.8"]
    (again,) = [button for button in app.button if button.label == "Run again"]
    again.click().run()
    assert_calm(app)
    assert not any("stopped" in one.value for one in app.warning)
    assert len(app.table) == 3


def test_of_many_points_the_search_for_an_alpha_waits_for_a_click(open_page):
    app = open_page("two_moons", tm_shape="spirals", tm_n="600", tm_alpha="5")
    assert not [one for one in app.button if one.key == "tm_use_alpha"]
    app.button(key="tm_look").click().run()
    assert_calm(app)
    assert [one for one in app.button if one.key == "tm_use_alpha"]


def test_the_grid_of_compare_says_how_its_features_are_scaled_and_two_moons_takes_them_as_they_are(open_page):
    X, y = make_two_moons(n_samples=200, noise=SHAPES["two_moons"].default_noise, random_state=0)
    kmeans = KMeans(**baselines.kmeans_arguments(2))
    raw, scaled = (clustering_accuracy(y, kmeans.fit_predict(scale_features(X, way))) for way in ("raw", "zscore"))
    assert raw != scaled
    assert frame_with(open_page("two_moons"), "Seconds").set_index("Method").loc["K-Means", "ACC"] == raw
    notes = {way: _scale_note(pd.DataFrame({"preprocessing": [way]})) for way in SCALINGS}
    assert all(SCALINGS[way] in note for way, note in notes.items() if way != "raw")
    assert SCALINGS["zscore"] not in notes["raw"]
