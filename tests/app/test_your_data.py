"""The page Your data."""

import io
import json
import shutil
import warnings

import numpy as np
import pandas as pd
import pytest
from page_checks import ROOT, assert_calm, check_bad_addresses, check_code, check_controls, check_downloads

from pages.shared.runs import memory, messages
from pages.shared.table import cluster_number, source
from rnse_core._fit import preparation
from rnse_core.graph.eigengap import GapVerdict
from rnse_core.tables import NoteKind, note_sentence
from rnse_core.tables.records import Rows

SAMPLES = source.sample_names()
# The reader says what is wrong with these and offers ways to go on.
REFUSED_AT_FIRST = {"ragged_row.csv"}
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
    "yd_kw_decimal",
    "yd_kw_encoding",
    "yd_kw_header",
    "yd_kw_label_column",
    "yd_kw_ignore",
    "yd_kw_keep",
    "yd_kw_one_hot",
    "yd_kw_convert",
    "yd_kw_missing",
    "yd_kw_kind",
    "yd_kw_symmetrize",
    "yd_kw_drop_bad_rows",
}


def upload(app, name: str, content: bytes):
    app.file_uploader(key="yd_uploader").upload(name, content)
    return app.run()


def shown_report(app) -> str:
    return "\n".join(markdown.value for markdown in app.markdown)


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
        # The browser writes the choice into the address.
        app.query_params["yd_data"] = f"Your file: {name}"
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


@pytest.mark.parametrize("name", SAMPLES)
def test_upload_of_every_sample(open_page, offered, name):
    app = open_page("your_data")
    upload(app, name, (ROOT / "sample_data" / name).read_bytes())
    assert not app.exception
    if name in REFUSED_AT_FIRST:
        assert "Line 8" in app.error[0].value
        app.button(key="yd_error_0").click().run()
    assert_calm(app)
    assert app.selectbox(key="yd_data").value == "upload"
    assert offered[-1].name == name
    assert "decisions** about" in "\n".join(caption.value for caption in app.caption)
    for note in offered[-1].rows.report:
        assert note_sentence(note) in shown_report(app)
    # Every row of the file is in the labels file, the clustered ones with a cluster.
    table = offered[-1].rows
    if table.choices.format == "text":
        delimiter = table.choices.delimiter.strip(" ") or ","
        written = io.BytesIO(offered[-1].labels_file())
        labels = pd.read_csv(written, sep=delimiter, dtype=str, keep_default_na=False)
        assert len(labels) in (table.n_rows_read, table.n_rows_read - len(REFUSED_AT_FIRST & {name}))
        assert (labels["cluster"] != "").sum() == table.n_rows


def test_a_file_is_read_once_for_the_page_and_its_downloads(open_page, offered, monkeypatch):
    readings: list[object] = []
    begin = Rows._begin
    monkeypatch.setattr(Rows, "_begin", lambda rows: readings.append(rows) or begin(rows))
    app = open_page("your_data")
    readings.clear()
    upload(app, "mine.csv", b"a,b\n1,2\n2,1\n8,9\n9,8\n1,1\n9,9\n")
    app.segmented_control(key="yd_view").set_value("rounds").run()
    assert_calm(app)
    assert offered[-1].labels_file().startswith(b"row,a,b,cluster,confidence,second cluster,second share\n1,1,2,")
    assert "mine.csv" in offered[-1].report_file()
    assert len(readings) == 1


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


def test_similarities_and_distances_are_told_apart(open_page, offered):
    open_page("your_data", yd_data="similarity_blocks.csv")
    assert offered[-1].result.parameters["affinity"] == "precomputed"
    app = open_page("your_data", yd_data="iris_distances.csv")
    assert offered[-1].result.parameters["affinity"] == "precomputed_distance"
    silhouettes = app.dataframe[-1].value.set_index("Method")["Silhouette"]
    assert silhouettes["RNSE"] > 0
    assert list(app.segmented_control(key="yd_plane").options) == ["Spectral"]


def test_a_question_is_answered_by_a_click_and_can_be_undone(open_page, offered):
    app = open_page("your_data", yd_data="similarity_blocks.csv")
    as_features = next(button for button in app.button if button.label.startswith("Features"))
    as_features.click().run()
    assert_calm(app)
    assert offered[-1].rows.kind == "features"
    assert json.loads(app.query_params["yd_read"]) == {"kind": "features"}
    app.button(key="yd_reset").click().run()
    assert offered[-1].rows.kind == "similarity"
    assert "yd_read" not in app.query_params


def test_codes_for_missing_values_are_counted_as_missing_by_a_click(open_page, offered):
    """In their own column alone, and the code that is shown does the same."""
    lines = [f"{2.5 + k % 7 if k % 5 else 9999.9},{9999.9 - 700 * (k % 13)}" for k in range(40)]
    app = upload(open_page("your_data"), "coded.csv", "\n".join(["a,b", *lines]).encode())
    assert offered[-1].rows.n_rows == 40
    assert any("Is 9999.9 (8 cells) in column `a` a code" in text.value for text in app.markdown)
    next(button for button in app.button if button.label.startswith("Yes, count it as missing")).click().run()
    assert_calm(app)
    assert offered[-1].rows.n_rows == 32
    assert json.loads(app.query_params["yd_read"]) == {"missing_in": {"a": ["9999.9"]}}
    assert any("missing_in={'a': ('9999.9',)}" in block.value for block in app.code)


def test_a_value_that_is_too_large_is_said_once_in_the_words_of_the_file(open_page, offered, monkeypatch):
    """Neither the page nor the log has the place in X, which nobody has seen; a click counts the value as missing."""
    logged: list[str] = []
    monkeypatch.setattr(messages, "_previous", lambda message, *_, **__: logged.append(str(message)))
    monkeypatch.setattr(warnings, "showwarning", messages._sort_by_context)
    rng = np.random.default_rng(0)
    rows = np.concatenate([rng.normal(0, 0.2, (30, 3)), rng.normal(5, 0.2, (30, 3))]).round(3).tolist()
    rows[5][1] = 3e200
    text = "\n".join(["a,b,c", *(",".join(map(str, row)) for row in rows)])
    app = upload(open_page("your_data"), "slip.csv", text.encode())

    def said():
        return [warning.value for warning in app.warning if "3e+200" in warning.value]

    for scale in ("zscore", "raw"):
        app.selectbox(key="yd_scale").set_value(scale).run()
        assert_calm(app)
        (beyond,) = said()
        (noted,) = [note for note in offered[-1].rows.report if note.kind is NoteKind.LARGE_VALUES]
        assert (noted.columns, noted.places) == (("b",), (6,)) and beyond == note_sentence(noted)
    app.selectbox(key="yd_scale").set_value("unit").run()
    assert said() == [], "in rows of unit length it takes nothing from the others"
    app.selectbox(key="yd_scale").set_value("zscore").run()
    app.multiselect(key="yd_kw_ignore").set_value(["c"]).run()
    next(button for button in app.button if button.label == "Count it as missing").click().run()
    assert_calm(app)
    assert said() == [] and offered[-1].rows.n_rows == 59
    assert json.loads(app.query_params["yd_read"]) == {"ignore": ["c"], "missing_in": {"b": ["3e+200"]}}
    assert [line for line in logged if "3e+200" in line] == []


def test_column_roles_can_be_changed(open_page, offered):
    app = open_page("your_data", yd_data="iris.csv")
    app.multiselect(key="yd_kw_ignore").set_value(["petal width (cm)"]).run()
    assert_calm(app)
    assert offered[-1].rows.n_features == 3
    no_labels = app.selectbox(key="yd_kw_label_column").options.index("No labels")
    app.selectbox(key="yd_kw_label_column").select_index(no_labels).run()
    assert_calm(app)
    assert offered[-1].rows.labels is None
    assert "Silhouette" in app.dataframe[-1].value
    app.multiselect(key="yd_kw_ignore").set_value([]).run()
    assert offered[-1].rows.n_features == 4


def test_text_columns_become_numbers_on_request(open_page, offered):
    app = open_page("your_data", yd_data="shop_customers.csv")
    app.multiselect(key="yd_kw_convert").set_value(["spent", "discount"]).run()
    assert_calm(app)
    assert {"spent", "discount"} <= set(offered[-1].rows.feature_names)


def test_missing_values_and_encoding_can_be_changed(open_page, offered):
    app = open_page("your_data", yd_data="iris_missing.csv")
    dropped = offered[-1].rows.n_rows
    app.selectbox(key="yd_kw_missing").set_value("median").run()
    assert_calm(app)
    assert offered[-1].rows.n_rows > dropped
    app.selectbox(key="yd_kw_encoding").set_value("utf-16").run()
    assert not app.exception
    assert app.error, "a wrong encoding is refused in a sentence"
    app.button(key="yd_reset").click().run()
    assert_calm(app)


def test_another_file_starts_from_what_is_found(open_page, offered):
    app = open_page("your_data", yd_data="iris.csv")
    app.multiselect(key="yd_kw_ignore").set_value(["petal width (cm)"]).run()
    app.selectbox(key="yd_data").set_value("wine.csv").run()
    assert_calm(app)
    assert app.multiselect(key="yd_kw_ignore").value == []
    assert offered[-1].rows.n_features == 13


def test_an_upload_survives_a_change_of_page_and_stays_in_its_session(open_page, offered):
    app = open_page("your_data")
    upload(app, "mine.csv", b"a,b\n1,2\n2,1\n8,9\n9,8\n1,1\n9,9\n")
    app.switch_page("pages/home.py").run()
    app.switch_page("pages/your_data.py").run()
    assert_calm(app)
    assert offered[-1].name == "mine.csv"
    other = open_page("your_data")
    assert "Your file: mine.csv" not in other.selectbox(key="yd_data").options


@pytest.mark.parametrize(
    "content",
    [
        pytest.param(b"", id="empty"),
        pytest.param(b"a,b\n", id="header only"),
        pytest.param(b"a,b\n1,2\n", id="one row"),
        pytest.param(b"x\n1\n1\n1\n", id="one value"),
        pytest.param(b"\x89PNG\r\n\x1a\n" + bytes(40), id="a picture"),
        pytest.param(b"PK\x03\x04" + bytes(40), id="a zip file"),
        pytest.param(b"%PDF-1.7\n", id="a PDF"),
    ],
)
def test_files_that_give_no_clusters_say_why(open_page, content):
    app = upload(open_page("your_data"), "odd.csv", content)
    assert not app.exception
    said = [*app.error, *app.warning, *app.caption]
    assert any(len(element.value) > 20 for element in said)
    assert not any("Traceback" in element.value for element in said)


def test_more_clusters_than_rows_is_refused_in_a_sentence(open_page):
    app = upload(open_page("your_data", yd_clusters="5"), "few.csv", b"a,b\n1,2\n3,1\n8,9\n")
    assert not app.exception
    assert [error.value for error in app.error] == ["n_clusters=5 is more than the number of samples, n_samples=3."]


def test_names_from_a_file_cannot_inject_markup(open_page, offered):
    rows = b"".join(b"%d,%d,%s\n" % (i % 7, i // 7, b"<b>x</b>" if i % 2 else b"$y$") for i in range(28))
    app = upload(open_page("your_data"), "<img src=x>.csv", b"<script>alert(1)</script>,[a](http://b),label\n" + rows)
    assert_calm(app)
    report = offered[-1].report_file()
    assert "<script>alert(1)" not in report
    assert "<img src=x>" not in report


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


@pytest.mark.parametrize(
    "text",
    [
        "nonsense",
        "[1]",
        '{"rm": "-rf"}',
        '{"header": "yes"}',
        "[" * 5000,
        '{"ignore": [1]}',
        '{"missing_in": {"a": "9"}}',
    ],
)
def test_a_bad_reading_in_the_address_is_left_out(open_page, text):
    app = open_page("your_data", yd_read=text)
    assert_calm(app)
    (warning,) = [warning.value for warning in app.warning if "yd_read" in warning.value]
    assert len(warning) < 250


def test_an_address_carries_the_reading(open_page, offered):
    keywords = {"ignore": ["petal width (cm)"], "label_column": None}
    open_page("your_data", yd_data="iris.csv", yd_read=json.dumps(keywords))
    assert offered[-1].rows.n_features == 3
    assert offered[-1].rows.labels is None


def test_an_address_that_names_a_column_of_another_file_is_explained(open_page):
    app = open_page("your_data", yd_data="iris.csv", yd_read='{"ignore": ["no such column"]}')
    assert not app.exception
    assert "no such column" in app.error[0].value
    app.button(key="yd_reset").click().run()
    assert_calm(app)


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


MINE = b"a,b,c\n1,2,9\n3,4,1\n5,6,8\n2,4,1\n2.5,3,7\n"
AFTER_A_RELOAD = {"yd_data": "Your file: mine.csv", "yd_read": '{"ignore":["b"]}', "yd_alpha": "2.0"}


def test_after_a_reload_the_page_asks_for_the_file_and_shows_no_other(open_page):
    app = open_page("your_data", **AFTER_A_RELOAD)
    assert not app.exception and not app.warning and not app.error
    (line,) = [info.value for info in app.info]
    assert line.startswith("`mine.csv` is not in this session")
    assert "upload again" in line
    assert app.selectbox(key="yd_data").options[0] == "Your file: mine.csv"
    assert not app.get("plotly_chart") and not app.dataframe and not app.metric
    assert not any("wine" in caption.value for caption in app.caption)
    app.run()
    assert len(app.info) == 1, "it is still said after another click"


def test_how_a_file_was_read_outlives_a_reload(open_page):
    """The file itself does not: it is asked for again, and then read as before."""
    app = open_page("your_data", **AFTER_A_RELOAD)
    upload(app, "mine.csv", MINE)
    assert_calm(app)
    assert not [one for one in app.info if "upload" in one.value]
    assert json.loads(app.query_params["yd_read"]) == {"ignore": ["b"]}
    assert app.session_state["yd_table"][1].feature_names == ["a", "c"]
    assert app.select_slider(key="yd_alpha").value == 2.0


def test_a_sample_is_not_read_as_the_file_that_is_missing(open_page):
    app = open_page("your_data", **AFTER_A_RELOAD)
    app.selectbox(key="yd_data").set_value("iris.csv").run()
    assert_calm(app)
    assert app.session_state["yd_table"][1].n_features == 4
    assert "yd_read" not in app.query_params
    upload(app, "mine.csv", MINE)
    assert_calm(app)
    assert app.session_state["yd_table"][1].feature_names == ["a", "c"]


def test_the_name_of_a_missing_file_is_text_and_short(open_page):
    app = open_page("your_data", yd_data="Your file: `[a](http://b) " + "x" * 10_000)
    assert not app.exception
    (line,) = [info.value for info in app.info]
    assert len(line) < 300
    assert line.startswith("`'[a](http://b) xxx")
    assert len(app.selectbox(key="yd_data").options[0]) < 80


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
