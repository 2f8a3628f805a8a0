"""The page Your data."""

import io
import json
import shutil

import numpy as np
import pandas as pd
import pytest
from page_checks import ROOT, assert_calm, check_bad_addresses, check_code, check_controls, check_downloads
from uploads import shown_report, upload

from pages.shared.runs import memory
from pages.shared.table import cluster_number
from rnse_core._fit import preparation
from rnse_core.graph.eigengap import GapVerdict

CHANGES = {
    "yd_data": "two_moons.csv",
    "yd_scale": "minmax",
    "yd_rows": 500,
    "yd_clusters": 4,
    "yd_preset": "paper",
    "yd_alpha": 2.0,
    "yd_beta": 100.0,
    "yd_kernel": "rbf",
    "yd_seed": 4.0,
    "yd_row": 6.0,
    "yd_further": ["NCuts on K"],
    "yd_view": "eigengap",
    "yd_plane": "spectral",
    "yd_joint": "yes",
}
READING = {
    "yd_kw_delimiter",
    "yd_kw_drop_notes",
    "yd_kw_decimal",
    "yd_kw_encoding",
    "yd_kw_header",
    "yd_kw_skip_lines",
    "yd_kw_missing_values",
    "yd_kw_transpose",
    "yd_kw_label_column",
    "yd_kw_ignore",
    "yd_kw_keep",
    "yd_kw_one_hot",
    "yd_kw_convert",
    "yd_kw_missing",
    "yd_kw_kind",
    "yd_kw_symmetrize",
    "yd_kw_drop_bad_rows",
    "yd_kw_drop_totals",
    "yd_scale_column",
}


def test_first_paint_shows_a_finished_result(open_page):
    app = open_page("your_data", yd_read='{"label_column":"cultivar"}')
    assert_calm(app)
    assert not app.warning
    assert app.selectbox(key="yd_data").value == "wine.csv"
    scores = app.dataframe[-1].value.set_index("Method")
    assert scores.loc["RNSE", "ACC"] > 0.95
    assert "To cluster: 178 rows with 13 features." in shown_report(app)


def test_classes_set_the_number_of_clusters_by_hand_once_they_are_confirmed(open_page, offered):
    rng = np.random.default_rng(0)
    points = np.concatenate([rng.normal(center, 0.3, (30, 2)) for center in ((0, 0), (6, 0), (0, 6))])
    lines = [f"{x:.3f},{y:.3f},{'uv'[i % 2]}" for i, (x, y) in enumerate(points)]
    app = upload(open_page("your_data"), "three.csv", "\n".join(["x,y,class", *lines]).encode())
    assert_calm(app)
    assert offered[-1].rows.label_name == "class" and offered[-1].settings.n_clusters == 3
    next(button for button in app.button if "class" in button.label and "labels" in button.label).click().run()
    assert_calm(app)
    assert json.loads(app.query_params["yd_read"]) == {"label_column": "class"}
    assert offered[-1].settings.n_clusters == 2


def test_every_control(open_page):
    app = open_page("your_data", yd_data="iris.csv")
    check_controls(app, "yd_", CHANGES, disabled={"yd_neighbours"}, others=READING | {"yd_mode"})


@pytest.mark.parametrize("view", ["Clusters", "Similarity", "Rounds", "Eigengap"])
def test_every_view(open_page, view):
    app = open_page("your_data", yd_view=view, yd_data="iris.csv")
    assert_calm(app)
    assert len(app.get("plotly_chart")) >= 1


def test_two_columns_of_the_readers_choice(open_page):
    app = open_page("your_data", yd_plane="Two columns")
    app.selectbox(key="yd_across").set_value(3).run()
    assert_calm(app)
    assert app.selectbox(key="yd_up").value == 1


def test_a_second_upload_is_not_told_that_the_address_is_wrong(open_page, offered):
    app = open_page("your_data")
    for name in ("first.csv", "second.csv"):
        upload(app, name, b"a,b\n1,2\n2,1\n8,9\n9,8\n1,1\n9,9\n")
        assert app.query_params["yd_data"] == f"upload:{name}"
    assert offered[-1].name == "second.csv"
    assert not [warning.value for warning in app.warning if "address" in warning.value]


@pytest.mark.parametrize("before", ["one column", "similarities"])
@pytest.mark.parametrize("wanted", ["pca", "columns"])
def test_the_picture_returns_after_a_table_that_cannot_have_it(open_page, before, wanted):
    app = open_page("your_data", yd_data="iris.csv")
    app.segmented_control(key="yd_plane").set_value(wanted).run()
    if before == "one column":
        upload(app, "narrow.csv", b"a\n" + b"".join(b"%.2f\n" % (0.37 * i + 20 * (i % 2)) for i in range(12)))
        assert list(app.segmented_control(key="yd_plane").options) == ["One column", "Spectral"]
    else:
        app.selectbox(key="yd_data").set_value("similarity_blocks.csv").run()
    assert_calm(app)
    assert app.segmented_control(key="yd_plane").value != "pca"
    app.selectbox(key="yd_data").set_value("wine.csv").run()
    assert_calm(app)
    assert app.segmented_control(key="yd_plane").value == wanted
    app.segmented_control(key="yd_plane").set_value("columns").run()
    assert (app.selectbox(key="yd_across").value, app.selectbox(key="yd_up").value) == (0, 1)


def test_the_two_columns_of_the_picture_are_never_the_same(open_page):
    app = open_page("your_data", yd_plane="Two columns")
    app.selectbox(key="yd_across").set_value(1).run()
    assert_calm(app)
    assert app.selectbox(key="yd_up").value == 0


@pytest.mark.parametrize("name", ["iris.csv", "iris_distances.csv"])
def test_the_kernel_is_computed_once_for_its_spectrum_and_every_fit(open_page, offered, monkeypatch, name):
    kinds: list[str] = []
    compute = preparation.compute_affinity
    monkeypatch.setattr(
        preparation, "compute_affinity", lambda X, kind, **how: kinds.append(kind) or compute(X, kind, **how)
    )
    app = upload(open_page("your_data"), name, (ROOT / "sample_data" / name).read_bytes())
    kinds.clear()
    app.number_input(key="yd_seed").set_value(1.0).run()
    app.select_slider(key="yd_alpha").set_value(2.0).run()
    app.selectbox(key="yd_clusters").set_value(4).run()
    assert_calm(app)
    assert offered[-1].result.parameters["alpha"] == 2.0
    assert kinds == []
    app.selectbox(key="yd_preset").set_value("paper").run()
    assert_calm(app)
    assert kinds == [offered[-1].result.parameters["affinity"]]


def test_a_large_table_is_sampled_and_every_row_gets_a_label(open_page, offered, tmp_path):
    rng = np.random.default_rng(0)
    X = np.vstack([rng.normal(0, 1, (400, 2)), rng.normal(12, 1, (300, 2))])
    content = "a,b\n" + "".join(f"{p:.4f},{q:.4f}\n" for p, q in X)
    app = open_page("your_data", yd_rows="500")
    upload(app, "large.csv", content.encode())
    assert_calm(app)
    assert any("500 of the 700 rows" in info.value for info in app.info)
    files = offered[-1]
    assert len(files.result.labels) == 500
    labels = pd.read_csv(io.BytesIO(files.labels_file()))["cluster"].to_numpy()
    assert len(labels) == 700
    assert len(np.unique(labels[:400])) == len(np.unique(labels[400:])) == 1
    (tmp_path / "large.csv").write_text(content)
    check_code(app, files, tmp_path)


def test_memory_is_guarded_before_it_is_taken(open_page, offered, monkeypatch):
    monkeypatch.setattr(memory, "available_bytes", lambda: memory.needed_bytes(90, memory.MATRICES) / memory.SHARE)
    app = open_page("your_data", yd_data="iris.csv", yd_rows="All")
    assert_calm(app)
    assert any("more than this server can spare: at most 90 are clustered" in warning.value for warning in app.warning)
    assert len(offered[-1].result.labels) == 90


def test_bad_addresses(open_page):
    keys = [key for key in CHANGES if key not in ("yd_data", "yd_view", "yd_plane", "yd_joint")]
    check_bad_addresses(open_page, "your_data", keys)


@pytest.mark.parametrize("scale", ["z-score", "Raw", "Min-max", "Unit length"])
def test_code_for_every_scale(open_page, offered, scale):
    app = open_page("your_data", yd_data="iris_missing.csv", yd_scale=scale, yd_clusters="3")
    assert_calm(app)
    check_code(app, offered[-1])


def test_code_and_downloads_of_an_upload_with_changes(open_page, offered, tmp_path):
    shutil.copy(ROOT / "sample_data" / "shop_customers.csv", tmp_path / "shop.csv")
    app = upload(open_page("your_data"), "shop.csv", (tmp_path / "shop.csv").read_bytes())
    app.multiselect(key="yd_kw_convert").set_value(["spent"]).run()
    app.multiselect(key="yd_kw_one_hot").set_value(["city"]).run()
    assert_calm(app)
    check_code(app, offered[-1], tmp_path)
    check_downloads(offered[-1])
    written = offered[-1].labels_file().decode("utf-8-sig")
    assert "'=2+3" in written, "a cell that a spreadsheet would run is neutralised"


@pytest.mark.parametrize("clear", [True, False])
def test_an_unclear_eigengap_is_said(open_page, clear):
    rng = np.random.default_rng(0)
    X = np.vstack([rng.normal(0, 1, (60, 5)), rng.normal(9 if clear else 0, 1, (60, 5))])
    text = "a,b,c,d,e\n" + "".join(",".join(f"{entry:.4f}" for entry in row) + "\n" for row in X)
    app = upload(open_page("your_data"), "cloud.csv", text.encode())
    assert_calm(app)
    said = [element.value for element in [*app.caption, *app.info] if "eigengap" in element.value]
    (line,) = said
    assert ("Unclear: " in line and "choose the number yourself" in line) == (not clear)
    app.segmented_control(key="yd_view").set_value("eigengap").run()
    below = next(caption.value for caption in app.caption if caption.value.startswith("Eigenvalues of the normalized"))
    assert ("Unclear: " in below) == (not clear)
    # A number of the reader's own needs no reason.
    app.selectbox(key="yd_clusters").set_value(3).run()
    assert not app.info


def test_what_is_unclear_about_an_eigengap_in_words():
    assert cluster_number.doubt_about(GapVerdict(2, (), False)) == ""
    assert cluster_number.doubt_about(GapVerdict(6, (2,), False)) == (
        "Unclear: the gaps after 2 and after 6 are nearly the same; choose the number yourself."
    )
    assert "the gaps after 2, after 4 and after 6 are" in cluster_number.doubt_about(GapVerdict(4, (2, 6), False))
    assert "no gap between the eigenvalues is large" in cluster_number.doubt_about(GapVerdict(4, (2,), True))


def test_the_files_of_a_result_say_what_was_clustered(open_page, offered):
    app = open_page("your_data", yd_data="iris.csv", yd_plane="Two columns")
    app.multiselect(key="yd_kw_ignore").set_value(["petal width (cm)"]).run()
    files = offered[-1]
    described = json.loads(files.parameters_file())["data"]["reading"]
    assert described["columns"]["label"] == ["species"]
    assert "petal width (cm)" in described["columns"]["ignored"]
    assert described["delimiter"] == ","
    figure = files.picture()
    assert figure.layout.xaxis.title.text == "sepal length (cm)"
    report = files.report_file()
    assert "Points per cluster" in report and "Mean of each feature in each cluster" in report
    assert "<code>species</code>" in report and "`" not in report.split("<figure>")[0]
