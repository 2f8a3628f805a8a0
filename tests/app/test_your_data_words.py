"""Tables of words, ticks, totals, edges and sheets on the page Your data: a widget for each way to read them."""

import io
import json

import numpy as np
import pandas as pd
import pytest
from page_checks import assert_calm

from pages.shared.table.reading_widgets import NONE
from rnse_core import read_table
from rnse_core.tables.joined_sheets import ALL_SHEETS

N = 40
POINTS = np.random.default_rng(0).normal(np.repeat([[0.0], [5.0]], N // 2, axis=0), 0.2, (N, 2)).round(3)
HOW = ["low" if k < N // 2 else ("middling", "top")[k % 2] for k in range(N)]
MIXED = pd.DataFrame({"a": POINTS[:, 0], "how": HOW, "tv": ["x" if k % 3 else "" for k in range(N)]}).to_csv(
    index=False
)


def uploaded(open_page, name, content):
    app = open_page("your_data")
    app.file_uploader(key="yd_uploader").upload(name, content)
    app.run()
    assert_calm(app)
    return app


def keywords(app):
    return json.loads(app.query_params["yd_read"])


def test_words_get_their_order(open_page, offered):
    app = uploaded(open_page, "mixed.csv", MIXED.encode())
    app.selectbox(key="yd_scale_column").set_value("how").run()
    (order,) = [one for one in app.multiselect if one.key.startswith("yd_scale_")]
    assert set(order.options) == {"low", "middling", "top"}
    order.set_value(["low", "middling"]).run()
    assert "yd_read" not in app.query_params
    assert any("1 more word" in caption.value for caption in app.caption)
    app.multiselect(key=order.key).set_value(["low", "middling", "top"]).run()
    assert_calm(app)
    assert keywords(app) == {"ordinal": {"how": ["low", "middling", "top"]}}
    assert "ordinal={" in offered[-1].code
    assert offered[-1].rows.X[:, 1].tolist() == [{"low": 1, "middling": 2, "top": 3}[word] for word in HOW]
    app.multiselect(key=order.key).set_value(["middling"]).run()
    assert "yd_read" not in app.query_params


def test_ticks(open_page, offered):
    app = uploaded(open_page, "mixed.csv", MIXED.encode())
    app.multiselect(key="yd_kw_ticks").set_value(["tv"]).run()
    assert_calm(app)
    assert offered[-1].rows.feature_names == ["a", "tv"]
    assert app.multiselect(key="yd_kw_ticks").value == ["tv"]


def test_numbers_and_words_by_gowers_distance(open_page, offered):
    app = uploaded(open_page, "mixed.csv", MIXED.encode())
    app.selectbox(key="yd_kw_kind").set_value("gower").run()
    app.selectbox(key="yd_kw_label_column").set_value(NONE).run()
    assert_calm(app)
    files = offered[-1]
    assert files.rows.kind == "distance" and "kind='gower'" in files.code
    assert files.data["reading"]["compared_by"] == "gower"
    assert files.data["reading"]["columns"]["feature"] == ["a", "how"]
    assert any("Gower" in caption.value for caption in app.caption)
    by_program = {"__name__": "program"}
    source = files.code.replace("read_table('mixed.csv'", "read_table(content")
    by_program["content"] = MIXED.encode()
    exec(source, by_program)  # what the page shows is a program
    np.testing.assert_array_equal(by_program["labels"], files.labels)


def test_words_have_no_widgets_where_there_are_none(open_page):
    app = uploaded(open_page, "own.csv", pd.DataFrame(POINTS, columns=list("ab")).to_csv(index=False).encode())
    keys = {one.key for one in (*app.multiselect, *app.selectbox)}
    assert {"yd_kw_kind", "yd_kw_one_hot"} < keys and not {"yd_kw_ticks", "yd_scale_column"} & keys
    assert not any("Gower" in text for text in app.selectbox(key="yd_kw_kind").options)


def test_totals(open_page, offered):
    rows = pd.DataFrame({"a": POINTS[:, 0], "b": POINTS[:, 1], "name": [f"n{k}" for k in range(N)]})
    content = rows.to_csv(index=False) + "9,9,Total\n"
    app = uploaded(open_page, "report.csv", content.encode())
    assert offered[-1].rows.n_rows == N
    app.selectbox(key="yd_kw_drop_totals").set_value(False).run()
    assert_calm(app)
    assert offered[-1].rows.n_rows == N + 1


@pytest.mark.parametrize("answer", ["edges", "features"])
def test_edges(open_page, offered, answer):
    lines = [f"{i + half},{j + half},1" for half in (0, 5) for i in range(5) for j in range(i)]
    app = uploaded(open_page, "graph.csv", "\n".join(["p,q,r", *lines, "0,5,0.1"]).encode())
    assert read_table("\n".join(["p,q,r", *lines, "0,5,0.1"]).encode()).kind == "features"
    app.selectbox(key="yd_kw_kind").set_value(answer).run()
    assert_calm(app)
    assert offered[-1].rows.kind == ("similarity" if answer == "edges" else "features")
    assert app.selectbox(key="yd_kw_kind").value == answer


def test_the_sheet_can_be_changed_after_the_question(open_page, offered):
    stream = io.BytesIO()
    with pd.ExcelWriter(stream) as book:
        for k, sheet in enumerate(("first", "second")):
            pd.DataFrame(POINTS + k, columns=list("ab")).to_excel(book, sheet_name=sheet, index=False)
    app = uploaded(open_page, "own.xlsx", stream.getvalue())
    app.button(key="yd_question_0_1").click().run()
    assert app.selectbox(key="yd_kw_sheet").value == ALL_SHEETS
    assert offered[-1].rows.n_rows == 2 * len(POINTS)
    app.selectbox(key="yd_kw_sheet").set_value("second").run()
    assert_calm(app)
    assert offered[-1].rows.choices.variable == "second"
    app.selectbox(key="yd_kw_sheet").set_value("first").run()
    assert_calm(app)
    assert offered[-1].rows.choices.variable == "first"
    np.testing.assert_allclose(offered[-1].rows.X[:, 0], POINTS[:, 0])
