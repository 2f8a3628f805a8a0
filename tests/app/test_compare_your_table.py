"""The table of the page Your data on the page Compare."""

import contextlib
import csv
import io
import json
from urllib.parse import parse_qs

import numpy as np
import pytest
import streamlit as st
from comparisons import VIEWS, blobs, follow, table_on, upload
from page_checks import assert_calm, charts_on, frame_with, run_program

from pages.shared.comparison import own_table
from rnse_core import RNSE
from rnse_core.experiments import read_records

pytestmark = pytest.mark.usefixtures("fits_in_this_process")


def test_the_uploaded_table_takes_part_and_stays_in_its_session(open_page):
    app = upload(open_page("your_data"), "mine.csv", classes=True)
    app.switch_page("pages/compare_methods.py").run()
    app.multiselect(key="cp_data").set_value(["Your table"]).run()
    app.button(key="cp_run").click().run()
    assert_calm(app)
    assert table_on(app).loc["mine.csv", "RNSE"] == "100.0"
    other = open_page("compare_methods", cp_data=["Your table", "Iris"], cp_methods="K-Means")
    assert_calm(other)
    assert [line.value for line in other.warning] == [own_table.problem(None)]
    assert list(table_on(other).index) == ["Iris"]


def test_records_can_be_opened_in_a_spreadsheet(open_page, monkeypatch):
    offered = {}
    button = st.download_button

    def collecting(label, data, *arguments, key, **settings):
        offered[key] = data
        return button(label, data, *arguments, key=key, **settings)

    monkeypatch.setattr(st, "download_button", collecting)
    app = upload(open_page("your_data"), "=1+1.csv", classes=True)
    app.switch_page("pages/compare_methods.py")
    app.query_params.update(cp_data=["Your table"], cp_methods=["K-Means"])
    app.run()
    if "cp_download_records" not in offered:
        app.button(key="cp_run").click().run()
    rows = list(csv.DictReader(io.StringIO(offered["cp_download_records"]())))
    assert rows and {row["dataset"] for row in rows} == {"'=1+1.csv"}


def test_classes_that_nobody_confirmed_set_no_number_of_clusters(open_page):
    app = upload(open_page("your_data"), "mine.csv", classes=True)
    found = app.session_state["yd_looked_for"]
    app = follow(app)
    assert_calm(app)
    assert app.selectbox(key="cp_clusters").value == found
    app.switch_page("pages/compare_methods.py")
    app.query_params.clear()
    app.query_params.update(cp_data=["Your table"], cp_methods=["K-Means"])
    app.run()
    assert app.selectbox(key="cp_clusters").value == found, "without the link"
    # Chosen here, they do, and so they do in the program.
    app.selectbox(key="cp_clusters").set_value(0).run()
    assert_calm(app)
    assert "n_clusters='classes'" in app.code[-1].value


def test_a_table_joins_the_results_that_are_there(open_page):
    app = upload(open_page("your_data"), "mine.csv", classes=True)
    app.switch_page("pages/compare_methods.py")
    app.query_params.update(cp_data=["Iris"], cp_methods=["K-Means", "RNSE"])
    app.run()
    app.multiselect(key="cp_data").set_value(["Your table", "iris"]).run()
    assert app.button(key="cp_run").label == "Run the 2 missing fits"
    app.button(key="cp_run").click().run()
    assert_calm(app)
    assert list(table_on(app).index) == ["mine.csv", "Iris"]


@pytest.mark.parametrize("classes", [True, False])
def test_the_settings_of_your_data_go_with_the_link(open_page, classes):
    app = upload(open_page("your_data"), "mine.csv", classes=classes)
    app.selectbox(key="yd_clusters").set_value(4).run()
    app.selectbox(key="yd_scale").set_value("minmax").run()
    app = follow(app)
    assert_calm(app)
    assert not app.warning
    assert app.selectbox(key="cp_clusters").value == 4
    assert app.multiselect(key="cp_scales").value == ["minmax"]
    assert "n_clusters=4" in app.code[-1].value
    scores = frame_with(app, "K-Means")
    assert ("one cluster" in scores.columns) == classes
    drawn = [trace for trace in json.loads(charts_on(app)["cp_grid"])["data"] if trace.get("mode") == "markers"]
    assert len({trace["marker"]["color"] for trace in drawn}) == 4


@pytest.mark.parametrize("clusters", [0, 3])
def test_alpha_and_beta_of_your_data_go_with_the_link(open_page, tmp_path, clusters):
    app = upload(open_page("your_data"), "mine.csv", classes=True)
    app.selectbox(key="yd_clusters").set_value(clusters).run()
    app.select_slider(key="yd_alpha").set_value(3.0).run()
    app.select_slider(key="yd_beta").set_value(50.0).run()
    app = follow(app, cp_data=["Your table", "Iris"], cp_methods=["K-Means", "RNSE"])
    with contextlib.suppress(KeyError):
        app.button(key="cp_run").click().run()
    assert_calm(app)
    assert not app.warning
    assert (app.select_slider(key="cp_alpha").value, app.select_slider(key="cp_beta").value) == (3.0, 50.0)
    assert "RNSE on `mine.csv`: α = 3, β = 50, set in the sidebar." in [caption.value for caption in app.caption]
    own = read_records(app.session_state["cp_folder"].path / "own.sqlite").set_index("method")
    assert alpha_and_beta(own.loc["RNSE"]) == (3.0, 50.0)
    rows = "\n".join(f"{a:.3f},{b:.3f},{c}" for (a, b), c in zip(*blobs(0), strict=True))
    (tmp_path / "mine.csv").write_text(f"a,b,group\n{rows}\n")
    records = run_program(app.code[-1].value, tmp_path)["records"].set_index(["dataset", "method"])
    assert alpha_and_beta(records.loc["mine", "RNSE"]) == (3.0, 50.0)
    assert alpha_and_beta(records.loc["iris", "RNSE"]) == (1.0, 1.0), "other data keep the usual ones"
    assert records.loc[("mine", "RNSE"), "labels"] == own.loc["RNSE", "labels"]
    assert table_on(app).loc["mine.csv", "RNSE"] == f"{100 * own.loc['RNSE', 'accuracy']:.1f}"
    # The sidebar changes them, and another alpha is another fit.
    app.select_slider(key="cp_alpha").set_value(5.0).run()
    assert_calm(app)
    assert app.button(key="cp_run").label == "Run the 1 missing fit"
    assert "alpha=5.0, beta=50.0" in app.code[-1].value


def alpha_and_beta(record) -> tuple[float, float]:
    parameters = json.loads(record["parameters"])
    return parameters["alpha"], parameters["beta"]


def test_a_graph_is_drawn_with_the_alpha_of_its_record(open_page, monkeypatch):
    app = upload(open_page("your_data", yd_alpha="7"), "mine.csv", classes=True)
    app = follow(app, cp_methods=["RNSE"])
    fitted = []
    fit = RNSE.fit
    monkeypatch.setattr(RNSE, "fit", lambda self, X: fitted.append(self.alpha) or fit(self, X))
    app.segmented_control(key="cp_view").set_value("graphs").run()
    assert_calm(app)
    assert fitted == [7.0]


def test_the_link_chooses_the_version_of_rnse_that_was_run(open_page):
    app = upload(open_page("your_data", yd_preset="Paper"), "mine.csv", classes=True)
    (link,) = [one.proto for one in app.get("page_link")]
    assert parse_qs(link.query_string)["cp_methods"] == ["k-means", "ncuts", "clr", "rnse-paper"]
    app.selectbox(key="yd_preset").set_value("exact").run()
    app.selectbox(key="yd_kernel").set_value("rbf").run()
    (link,) = [one.proto for one in app.get("page_link")]
    assert "cp_methods" not in parse_qs(link.query_string)
    assert any("kernel of its preset" in caption.value for caption in app.caption)


def test_without_rnse_there_is_no_alpha_to_choose(open_page):
    app = follow(upload(open_page("your_data"), "mine.csv", classes=True), cp_methods=["K-Means"])
    assert_calm(app)
    assert app.select_slider(key="cp_alpha").proto.disabled
    assert not any("α" in caption.value for caption in app.caption)


def test_a_table_without_classes_takes_part(open_page):
    app = upload(open_page("your_data"), "plain.csv", classes=False)
    app = follow(app)
    app.multiselect(key="cp_methods").set_value(["K-Means", "RNSE"]).run()
    app.selectbox(key="cp_clusters").set_value(2).run()
    with contextlib.suppress(KeyError):
        app.button(key="cp_run").click().run()
    for view in VIEWS.values():
        app.segmented_control(key="cp_view").set_value(view).run()
        assert_calm(app)
        assert not app.error
        if view in ("grid", "scores"):
            assert app.segmented_control(key="cp_score").options[0] == "time"
            assert list(frame_with(app, "RNSE").index) == ["plain.csv"]
        if view == "confusion":
            assert "no classes" in app.info[0].value
    # Beside data with classes it is the row without a score, which the page says.
    app.multiselect(key="cp_data").set_value(["Your table", "iris"]).run()
    with contextlib.suppress(KeyError):
        app.button(key="cp_run").click().run()
    for view in VIEWS.values():
        app.segmented_control(key="cp_view").set_value(view).run()
        assert_calm(app)
        if view == "scores":
            app.segmented_control(key="cp_score").set_value("accuracy").run()
            assert table_on(app).loc["plain.csv", "RNSE"] == "–"
            assert any("There are no classes, so no ACC, for plain.csv." in caption.value for caption in app.caption)


def test_a_matrix_is_left_out_with_the_reason(open_page):
    app = open_page("your_data")
    matrix = np.exp(-((blobs(0)[0][:, None] - blobs(0)[0][None]) ** 2).sum(-1))
    text = "\n".join(",".join(f"{entry:.6g}" for entry in row) for row in matrix)
    app.file_uploader(key="yd_uploader").upload("kernel.csv", text.encode())
    app.run()
    app.switch_page("pages/compare_methods.py")
    app.query_params.update(cp_data=["Your table", "Iris"], cp_methods="K-Means")
    app.run()
    assert "kernel.csv, is a similarity matrix and left out" in app.warning[0].value
    assert_calm(app)


def test_a_table_of_one_class_has_no_accuracy(open_page):
    rows = "\n".join(f"{a:.3f},{b:.3f},p" for a, b in blobs(0)[0])
    app = open_page("your_data")
    app.file_uploader(key="yd_uploader").upload("one.csv", f"a,b,group\n{rows}\n".encode())
    app.run()
    app.selectbox(key="yd_kw_label_column").set_value("group").run()
    assert_calm(app)
    assert not any("ACC" in one.value for one in app.dataframe)
    assert any("Silhouette" in one.value for one in app.dataframe)
    assert any(one.value.startswith("All rows have one class.") for one in app.caption)
