"""What a reader has answered stays visible on Your data and is taken back by a click; every keyword is there."""

import io
import json

import numpy as np
import pandas as pd
import pytest
from page_checks import assert_calm

from pages.shared.table.reading_widgets import ELSEWHERE
from pages.shared.table.taken import TAKEN, taken
from rnse_core.tables.keywords import KEYWORD_TYPES, check_keywords

N = 40
POINTS = np.random.default_rng(0).normal(np.repeat([[0.0], [5.0]], N // 2, axis=0), 0.2, (N, 2)).round(3)
FRAME = pd.DataFrame(POINTS, columns=["a", "b"]).assign(
    how=["low" if k % 2 else "high" for k in range(N)], town=[f"t{k % 3}" for k in range(N)]
)
GIVEN = {
    "delimiter": ",",
    "decimal": ".",
    "header": True,
    "quotes": "text",
    "skip_lines": 0,
    "label_column": None,
    "ignore": ["a", "b"],
    "one_hot": [f"item{k}" for k in range(200)],
    "missing_in": {"a": ["-9"], "b": []},
    "numbers": {"c": "/"},
    "split": {"c": ";"},
    "ordinal": {"how": ["low", "high"]},
    "convert": {"d": "auto", "e": "thousands"},
    "cyclic": {"hour": 24, "month": 12},
    "fill_down": ["g"],
    "fold_case": ["g", "h"],
    "hidden": False,
    "kind": "gower",
}


def test_every_keyword_has_words():
    assert set(TAKEN) == set(KEYWORD_TYPES)


@pytest.mark.parametrize("name", GIVEN)
def test_each_part_is_taken_back_alone(name):
    others = {"missing": "median"}
    parts = taken({**others, name: GIVEN[name]})
    assert (TAKEN["missing"], {name: GIVEN[name]}) in [(text.split(":")[0], without) for text, without in parts]
    mine = [(text, without) for text, without in parts if without.get("missing") == "median"]
    several = isinstance(GIVEN[name], dict | list) and 1 < len(GIVEN[name]) <= 8
    assert len(mine) == (len(GIVEN[name]) if several else 1)
    for text, without in mine:
        assert text.startswith(TAKEN[name]) and len(text) < 300
        check_keywords(json.loads(json.dumps(without)))
        assert len(without.get(name, ())) == (len(GIVEN[name]) - 1 if several else 0)


def upload(open_page, name, content):
    app = open_page("your_data")
    app.file_uploader(key="yd_uploader").upload(name, content)
    app.run()
    assert_calm(app)
    return app


def test_an_answer_stays_and_is_taken_back(open_page):
    app = upload(open_page, "own.csv", FRAME.to_csv(index=False).encode())
    app.multiselect(key="yd_kw_one_hot").set_value(["how", "town"]).run()
    assert_calm(app)
    assert json.loads(app.query_params["yd_read"]) == {"one_hot": ["how", "town"]}
    assert "town" in app.button(key="yd_taken_1").label
    app.button(key="yd_taken_1").click().run()
    assert_calm(app)
    assert json.loads(app.query_params["yd_read"]) == {"one_hot": ["how"]}
    app.button(key="yd_taken_0").click().run()
    assert "yd_read" not in app.query_params
    assert not [button for button in app.button if (button.key or "").startswith("yd_taken")]


def test_every_keyword_has_a_widget_or_a_reason(open_page, workbooks):
    files = {"own.csv": FRAME.to_csv(index=False).encode(), "own.xlsx": workbooks, "own.npz": arrays()}
    drawn = set()
    for name, content in files.items():
        app = upload(open_page, name, content)
        drawn |= {
            widget.key
            for kind in ("selectbox", "multiselect", "toggle", "number_input", "text_input")
            for widget in app.get(kind)
        }
    found = {name for name in KEYWORD_TYPES if f"yd_kw_{name}" in drawn}
    by_question = {"numbers", "split", "ticks", "ordinal"}  # their widgets stand where a column may be one
    assert set(KEYWORD_TYPES) - found == set(ELSEWHERE) | by_question
    assert "yd_scale_column" in drawn


def arrays():
    stream = io.BytesIO()
    np.savez(stream, X=POINTS, more=POINTS[:5])
    return stream.getvalue()


@pytest.fixture
def workbooks():
    stream = io.BytesIO()
    with pd.ExcelWriter(stream) as book:
        for sheet in ("first", "second"):
            FRAME.to_excel(book, sheet_name=sheet, index=False)
            book.sheets[sheet].row_dimensions[3].hidden = True
    return stream.getvalue()


def test_hidden_rows_of_a_workbook_are_left_out_by_the_widget(open_page, workbooks):
    app = upload(open_page, "own.xlsx", workbooks)
    app.selectbox(key="yd_kw_hidden").select(False).run()
    assert_calm(app)
    assert json.loads(app.query_params["yd_read"]) == {"hidden": False}
    app.number_input(key="yd_kw_skip_lines").set_value(1).run()
    assert json.loads(app.query_params["yd_read"])["skip_lines"] == 1


def test_lines_of_digits_are_read_with_the_widths(open_page):
    cells = np.random.default_rng(3).integers(0, 1000, (N, 3))
    app = open_page("your_data")
    content = "\n".join(["".join(f"{cell:03}" for cell in row) for row in cells]).encode()
    app.file_uploader(key="yd_uploader").upload("digits.txt", content)
    app.run()
    assert app.error and not app.exception
    app.text_input(key="yd_kw_widths").set_value("3,3,3").run()
    assert_calm(app)
    assert json.loads(app.query_params["yd_read"]) == {"widths": "3,3,3"}


def test_an_answer_about_a_column_is_taken_back_where_the_names_change(open_page):
    app = upload(open_page, "own.csv", FRAME.to_csv(index=False).encode())
    app.multiselect(key="yd_kw_one_hot").set_value(["how"]).run()
    app.selectbox(key="yd_kw_header").select(False).run()
    assert app.error and not app.exception
    app.button(key="yd_error_0").click().run()
    assert not app.exception
    assert json.loads(app.query_params["yd_read"]) in ({"header": False}, {"one_hot": ["how"]})
