"""Names of files, columns and classes, cells, and query parameters are text on every page."""

import json

import pytest
from hostile import NAME, mentions, problems, table
from page_checks import assert_calm, controls
from small_pages import PAGES

KINDS = {"cp_data": ["Your table"], "cp_methods": ["K-Means", "RNSE"]}
pytestmark = pytest.mark.usefixtures("fits_in_this_process", "small_grids")


@pytest.mark.parametrize("name", PAGES)
def test_a_link_with_a_hostile_name_in_every_parameter(open_page, name):
    usual = open_page(name)
    keys = {widget.key for widget in controls(usual) if widget.key}
    app = open_page(name, **dict.fromkeys(keys, NAME))
    assert not app.exception
    assert problems(app) == []
    if keys:
        assert any("![" in text.value.replace("\\", "") for text in app.warning), "nothing was said"


@pytest.mark.parametrize("text", [NAME, json.dumps({NAME: 1}), json.dumps({"label_column": NAME})])
def test_a_link_that_says_how_to_read(open_page, text):
    app = open_page("your_data", yd_read=text)
    assert mentions(app)
    assert problems(app) == []


@pytest.mark.parametrize("mode", ["By hand", "Automatic"])
def test_a_table_in_which_every_name_is_hostile(open_page, offered, mode):
    app = open_page("your_data", yd_plane="columns", yd_mode=mode)
    app.file_uploader(key="yd_uploader").upload(f"{NAME}.csv", table())
    app.run()
    assert_calm(app)
    assert mentions(app) > 5
    assert problems(app) == []
    drawn = offered[-1].figure_file().rsplit("Plotly.newPlot", 1)[1]
    assert "<img" not in drawn and "\\u003cimg" not in drawn
    app.switch_page("pages/compare_methods.py")
    app.query_params.update(KINDS)
    app.run()
    for view in ("grid", "scores", "seeds", "confusion", "graphs", "ranking"):
        app.segmented_control(key="cp_view").set_value(view)
        app.run()
        assert_calm(app)
        assert mentions(app), view
        assert problems(app) == [], view


def test_a_table_that_cannot_be_read(open_page):
    app = open_page("your_data")
    app.file_uploader(key="yd_uploader").upload(f"{NAME}.csv", b"a,b\n1,2\n1,2,3\n" + NAME.encode() + b",1,2,3,4\n")
    app.run()
    assert app.error
    assert problems(app) == []
