"""Addresses of the page Your data: what they carry, what cannot be used, and what a reload keeps."""

import json

import pytest
from page_checks import assert_calm
from uploads import upload

from pages.shared.controls import address


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


def back_to(app, monkeypatch, **query):
    """Go to an address of before, as by the browser's Back."""
    app.query_params.clear()
    app.query_params.update(query)
    with monkeypatch.context() as patch:
        patch.setattr(address, "by_history", lambda: True)
        app.run()
    assert_calm(app)
    return dict(app.query_params)


def test_back_takes_an_answer_back_and_forward_gives_it_again(open_page, monkeypatch):
    app = open_page("your_data", yd_data="iris.csv")
    before = dict(app.query_params)
    app.multiselect(key="yd_kw_ignore").set_value(["petal width (cm)"]).run()
    after = dict(app.query_params)
    assert back_to(app, monkeypatch, **before) == before
    assert app.session_state["yd_table"][1].n_features == 4
    assert back_to(app, monkeypatch, **after) == after
    assert app.session_state["yd_table"][1].n_features == 3


def test_back_to_another_sample_reads_it_as_it_was_read(open_page, monkeypatch):
    app = open_page("your_data", yd_data="iris.csv", yd_read='{"ignore":["petal width (cm)"]}')
    before = dict(app.query_params)
    app.selectbox(key="yd_data").set_value("wine.csv").run()
    assert "yd_read" not in app.query_params
    assert back_to(app, monkeypatch, **before) == before
    assert app.session_state["yd_table"][1].n_features == 3


def test_back_takes_the_scale_of_a_column_back(open_page, monkeypatch):
    app = open_page("your_data", yd_data="iris.csv", yd_scales='{"petal width (cm)":"raw"}')
    after = dict(app.query_params)
    assert "yd_scales" in after
    before = {key: value for key, value in after.items() if key != "yd_scales"}
    assert back_to(app, monkeypatch, **before) == before
    assert app.session_state["yd_column_scales"]["given"] == {}
    assert back_to(app, monkeypatch, **after) == after


def test_back_from_by_hand_is_automatic_again(open_page, monkeypatch):
    app = open_page("your_data", yd_mode="auto")
    app.segmented_control(key="yd_mode").set_value("hand").run()
    after = dict(app.query_params)
    assert back_to(app, monkeypatch) == {}
    assert app.segmented_control(key="yd_mode").value == "auto"
    assert back_to(app, monkeypatch, **after) == after
    assert app.slider(key="yd_neighbours").value == 30


def test_the_answers_are_in_the_address_again_after_another_page(open_page):
    app = open_page("your_data", yd_data="iris.csv", yd_read='{"ignore":["petal width (cm)"]}')
    address_of_before = dict(app.query_params)
    for page in ("home", "your_data"):
        app.switch_page(f"pages/{page}.py")
        app.query_params.clear()  # as the side bar does
        app.run()
    assert dict(app.query_params) == address_of_before


def test_the_columns_of_the_picture_are_in_the_address(open_page):
    app = open_page("your_data", yd_data="iris.csv", yd_plane="columns", yd_across="2", yd_up="3")
    assert_calm(app)
    assert app.selectbox(key="yd_across").value == 2 and app.selectbox(key="yd_up").value == 3
    app.selectbox(key="yd_across").set_value(3).run()
    assert_calm(app)
    assert app.query_params["yd_across"] == "3" and app.selectbox(key="yd_up").value == 0
