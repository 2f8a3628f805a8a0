"""Uploads on the page Your data: samples, questions, roles, other files, and files that give no clusters."""

import io
import json
import warnings

import numpy as np
import pandas as pd
import pytest
from page_checks import ROOT, assert_calm
from uploads import shown_report, upload

from pages.shared.runs import messages
from pages.shared.table import source
from rnse_core.tables import NoteKind, note_sentence
from rnse_core.tables.records import Rows

SAMPLES = source.sample_names()


# The reader says what is wrong with these and offers ways to go on.
REFUSED_AT_FIRST = {"ragged_row.csv"}


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


def test_several_answers_in_a_cell_become_columns(open_page, offered):
    answers = ("R", "R;SPSS", "SPSS", "Excel", "R;Excel", "Excel;SPSS")
    lines = [f"{k * 7 % 11},{answers[k * k % 6]},{k * 5 % 13}" for k in range(40)]
    app = upload(open_page("your_data"), "tools.csv", "\n".join(["x,tools,y", *lines]).encode())
    assert_calm(app)
    app.multiselect(key="yd_kw_split").set_value(["tools"]).run()
    assert_calm(app)
    assert app.multiselect(key="yd_kw_split").value == ["tools"]
    assert set(offered[-1].rows.feature_names) >= {"tools=R", "tools=SPSS", "tools=Excel"}
    app.multiselect(key="yd_kw_split").set_value([]).run()
    assert_calm(app)
    assert "tools=R" not in offered[-1].rows.feature_names


EDGES = [(0, 1), (0, 2), (1, 2), (2, 3), (3, 4), (3, 5), (4, 5)]


@pytest.mark.parametrize(
    ("name", "content", "is_read"),
    [
        ("friends.net", "*Vertices 6\n*Edges\n" + "".join(f"{a + 1} {b + 1}\n" for a, b in EDGES), True),
        ("old.xls", "<html><body><table><tr><td>1</td></tr></table></body></html>", False),
        ("no_ending", "a,b\n1,2\n2,1\n8,9\n9,8\n1,1\n9,9\n", True),
    ],
)
def test_no_file_is_refused_for_its_name(open_page, offered, name, content, is_read):
    app = open_page("your_data")
    assert not list(app.file_uploader(key="yd_uploader").proto.type)
    upload(app, name, content.encode())
    assert not app.exception and app.selectbox(key="yd_data").value == "upload"
    assert bool(app.error) is not is_read
    if is_read:
        assert offered[-1].name == name and offered[-1].rows.n_rows == 6
    else:
        assert name in app.error[0].value
