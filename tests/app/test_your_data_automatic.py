"""The page Your data in the mode "Automatic"."""

import io
import json
from unittest.mock import MagicMock

import numpy as np
import pandas as pd
import pytest
from page_checks import ROOT, assert_calm, check_code

from pages.shared.automatic import choosing
from pages.shared.automatic.choosing import ChoiceWorker, Request
from pages.shared.runs.store import ResultStore
from pages.shared.table import cluster_number
from rnse_core import AutoRNSE, read_table
from rnse_core.graph.spectral import normalized_spectrum
from rnse_core.preprocessing import scale_features

AUTOMATIC = {"yd_mode": "Automatic"}


def upload(app, name, content):
    app.file_uploader(key="yd_uploader").upload(name, content)
    return app.run()


@pytest.fixture
def fits(monkeypatch):
    """Count the choices that are made."""
    made = []
    fit = AutoRNSE.fit

    def counting(self, X, y=None):
        made.append(X.shape)
        return fit(self, X, y)

    monkeypatch.setattr(AutoRNSE, "fit", counting)
    return made


@pytest.fixture(scope="module")
def wine():
    X = scale_features(read_table(ROOT / "sample_data" / "wine.csv").X, "zscore")
    return AutoRNSE(random_state=0).fit(X)


def test_an_unusable_mode_is_automatic(open_page):
    app = open_page("your_data", yd_mode="nonsense")
    assert_calm(app)
    assert app.segmented_control(key="yd_mode").value == "auto"
    assert ["yd_mode" in warning.value for warning in app.warning] == [True]


def test_the_page_shows_the_choice_of_the_library(open_page, offered, wine):
    app = open_page("your_data", **AUTOMATIC)
    assert_calm(app)
    assert not app.warning
    files = offered[-1]
    np.testing.assert_array_equal(files.result.labels, wine.labels_)
    drawn = {one.key for kind in ("slider", "select_slider", "selectbox") for one in getattr(app, kind)}
    assert not {"yd_neighbours", "yd_alpha", "yd_beta", "yd_kernel", "yd_preset"} & drawn
    check_code(app, files)


def test_the_files_say_how_sure_the_labels_are(open_page, offered, wine):
    open_page("your_data", **AUTOMATIC)
    labels = pd.read_csv(io.BytesIO(offered[-1].labels_file()))
    np.testing.assert_allclose(labels["confidence"], wine.confidence_, atol=6e-4)
    np.testing.assert_array_equal(labels["second cluster"].fillna(-1), wine.second_labels_)
    profile = pd.read_csv(io.BytesIO(offered[-1].profile_file()))
    assert profile["rows"].tolist() == np.bincount(wine.labels_).tolist()
    report = offered[-1].report_file()
    assert all(name in report for name in profile["name"])
    assert "AutoRNSE" in report
    assert all(f"Cluster {cluster} (" in report for cluster in range(wine.n_clusters_))


def test_a_rerun_chooses_nothing_again(open_page, fits):
    content = b"a,b\n" + b"".join(b"%.2f,%.2f\n" % (i % 7 + 40 * (i % 2), i % 5) for i in range(40))
    app = upload(open_page("your_data", **AUTOMATIC), "two.csv", content)
    n_fits = len(fits)
    assert n_fits >= 1
    app.segmented_control(key="yd_view").set_value("eigengap").run()
    assert_calm(app)
    app.segmented_control(key="yd_view").set_value("similarity").run()
    assert_calm(app)
    assert len(fits) == n_fits


def test_by_hand_starts_from_what_was_chosen(open_page, offered, wine):
    app = open_page("your_data", **AUTOMATIC)
    app.segmented_control(key="yd_mode").set_value("hand").run()
    assert_calm(app)
    assert app.slider(key="yd_neighbours").value == wine.estimator_.affinity_neighbors
    assert app.selectbox(key="yd_kernel").value == wine.estimator_.affinity
    assert offered[-1].settings.n_clusters == wine.n_clusters_
    assert dict(offered[-1].settings.overrides)["alpha"] == wine.estimator_.alpha
    app.segmented_control(key="yd_mode").set_value("auto").run()
    assert_calm(app)
    np.testing.assert_array_equal(offered[-1].result.labels, wine.labels_)


def test_classes_do_not_set_the_number_of_clusters(open_page, offered):
    rng = np.random.default_rng(0)
    points = np.concatenate([rng.normal(center, 0.3, (30, 2)) for center in ((0, 0), (6, 0), (0, 6))])
    lines = [f"{x:.3f},{y:.3f},{'uv'[i % 2]}" for i, (x, y) in enumerate(points)]
    app = upload(open_page("your_data", **AUTOMATIC), "three.csv", "\n".join(["x,y,class", *lines]).encode())
    assert_calm(app)
    assert offered[-1].rows.label_name == "class"
    assert offered[-1].settings.n_clusters == 3


@pytest.mark.parametrize("name", ["similarity_blocks.csv", "two_moons.csv", "iris.csv"])
def test_other_samples(open_page, offered, name):
    app = open_page("your_data", yd_data=name, **AUTOMATIC)
    assert_calm(app)
    check_code(app, offered[-1])


def test_a_given_number_is_kept(open_page, offered):
    app = open_page("your_data", yd_data="iris.csv", yd_clusters="4", **AUTOMATIC)
    assert_calm(app)
    assert offered[-1].settings.n_clusters == 4


def test_a_stopped_choice_gives_the_best_so_far():
    X = np.random.default_rng(0).normal(size=(200, 3))
    worker = ChoiceWorker("key", Request("auto", "auto", 0), X)
    worker.stop.set()
    worker.thread.join()
    assert worker.error is None
    assert worker.chosen.result.stopped
    assert len(worker.chosen.result.labels) == 200


def test_the_run_after_a_click_on_stop_takes_the_best_so_far(monkeypatch):
    X = np.random.default_rng(0).normal(size=(1500, 3))
    request, store = Request("auto", "auto", 0), ResultStore(2**28)
    session = {"automatic_choice": ChoiceWorker(("automatic", "cloud", request), request, X)}
    monkeypatch.setattr(choosing.st, "session_state", session)
    area = MagicMock(stopping=True)
    monkeypatch.setattr(choosing.st, "button", MagicMock())
    monkeypatch.setattr(choosing.st, "warning", MagicMock())
    chosen = choosing.choose(request, X, data_id="cloud", store=store, area=area)
    assert chosen.result.stopped
    assert len(store) == 0
    area.stopping = False
    assert choosing.choose(request, X, data_id="cloud", store=store, area=area) is chosen


def test_a_choice_given_up_as_a_script_comes_is_made_anew(monkeypatch):
    class Rerun(Exception):
        pass

    def give_up(worker, _area):
        worker.abandoned.set()
        worker.error = choosing.Abandoned()

    monkeypatch.setattr(choosing.st, "session_state", {})
    monkeypatch.setattr(choosing.st, "rerun", MagicMock(side_effect=Rerun))
    monkeypatch.setattr(choosing, "_wait", give_up)
    with pytest.raises(Rerun):
        choosing.choose(
            Request("auto", "auto", 0),
            np.random.default_rng(0).normal(size=(50, 2)),
            data_id="cloud",
            store=ResultStore(2**20),
            area=MagicMock(stopping=False),
        )


def test_a_refusal_is_kept_for_the_page():
    worker = ChoiceWorker("key", Request(5, "auto", 0), np.zeros((3, 2)))
    worker.thread.join()
    assert isinstance(worker.error, ValueError)
    assert worker.chosen is None


def test_doubtful_rows_are_named_once_and_no_slider_that_does_nothing_is_offered(open_page):
    cloud = pd.DataFrame(np.random.default_rng(0).normal(size=(150, 2)), columns=["a", "b"])
    app = upload(open_page("your_data", **AUTOMATIC), "cloud.csv", cloud.to_csv(index=False).encode())
    assert_calm(app)
    assert any("may belong to cluster" in one.value for one in app.markdown)
    assert not any("between the clusters" in one.value for one in app.markdown)
    assert not {"yd_use_alpha", "yd_look"} & {button.key for button in app.button}


def test_the_eigengap_and_the_parameters_are_of_the_whitened_features(open_page, offered, wine, monkeypatch):
    assert wine.whitening_ is not None
    drawn = []
    figure = cluster_number.eigengap_figure
    monkeypatch.setattr(
        cluster_number, "eigengap_figure", lambda values, number: drawn.append(values) or figure(values, number)
    )
    app = open_page("your_data", yd_view="Eigengap", **AUTOMATIC)
    assert_calm(app)
    data = json.loads(offered[-1].parameters_file())["data"]
    np.testing.assert_array_equal(np.loadtxt(data["whitening"]), wine.whitening_)
    K = np.asarray(wine.estimator_.affinity_matrix_)
    np.testing.assert_allclose(drawn[-1], normalized_spectrum(K, len(drawn[-1])), atol=1e-6)
    said = [one.value for one in app.caption]
    assert any("looked at the spectra of learned S instead" in one for one in said)
    assert any("The other methods have the features without that" in one for one in said)


def test_in_class_mode_the_answer_alone_is_above_the_pictures(open_page):
    app = open_page("your_data", **{"class": "1"}, **AUTOMATIC)
    assert_calm(app)
    order = [one for one in app.main if one.type in ("markdown", "caption", "plotly_chart", "button_group")]
    texts = [one.value if one.type in ("markdown", "caption") else one.type for one in order]
    answer = next(place for place, text in enumerate(texts) if "clusters, chosen among" in text)
    setting = next(place for place, text in enumerate(texts) if text.startswith("Setting: "))
    assert answer < texts.index("plotly_chart") < setting
