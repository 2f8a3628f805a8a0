"""Addresses of the page Your data: what they carry, what cannot be used, and what a reload keeps."""

import json

import pytest
from page_checks import assert_calm
from uploads import upload


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
