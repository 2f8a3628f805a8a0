"""Class mode and the button that resets a page."""

import json
from itertools import pairwise

import pytest
from page_checks import assert_calm
from small_pages import PAGES, SMALL

from pages.shared import class_mode
from pages.shared.navigation import QUESTIONS
from rnse_core.datasets import SHAPES


def test_class_mode_is_named_by_the_address_and_stays(open_page):
    app = open_page("paint", **{"class": "1"})
    assert_calm(app)
    assert app.toggle(key="class_toggle").value
    app.query_params.clear()
    app.switch_page("pages/learn.py").run()
    assert app.toggle(key="class_toggle").value
    assert "1" in app.query_params["class"]
    app.toggle(key="class_toggle").set_value(False).run()
    assert_calm(app)
    assert "class" not in app.query_params and not app.toggle(key="class_toggle").value
    app.toggle(key="class_toggle").set_value(True).run()
    assert "1" in app.query_params["class"]


@pytest.mark.parametrize("text", ["0", "", "yes", "11"])
def test_other_texts_leave_class_mode(open_page, text):
    app = open_page("learn", **{"class": text})
    assert_calm(app)
    assert not app.toggle(key="class_toggle").value and "class" not in app.query_params


@pytest.mark.usefixtures("fits_in_this_process")
@pytest.mark.parametrize("name", PAGES)
def test_every_page_has_class_mode_with_links_to_all_pages(open_page, name):
    app = open_page(name, **SMALL.get(name, {}), **{"class": "1"})
    assert_calm(app)
    (title,) = app.title
    assert QUESTIONS[title.value] in [one.value for one in app.markdown]
    # From one level of heading to the next one below, without a gap.
    levels = [int(one.tag[1:]) for one in app.main if one.type in ("title", "header", "subheader")]
    assert levels[0] == 1 and levels.count(1) == 1
    assert all(after - before <= 1 for before, after in pairwise(levels)), levels
    links = [link.proto for link in app.get("page_link")]
    assert len([link for link in links if link.query_string == "class=1"]) >= len(PAGES)


def test_figures_have_larger_letters_and_a_height_that_fits(open_page):
    usual, projected = (
        open_page("convergence", **query).get("plotly_chart")[0].proto for query in ({}, {"class": "1"})
    )
    layout = json.loads(projected.spec)["layout"]
    assert layout["font"]["size"] == class_mode.FONT_SIZE
    assert {layout[axis]["tickfont"]["size"] for axis in ("xaxis", "yaxis")} == {class_mode.FONT_SIZE}
    assert not any(QUESTIONS["Convergence"] in one.value for one in open_page("convergence").markdown)
    assert layout["height"] == class_mode.MOST_HEIGHT < json.loads(usual.spec)["layout"]["height"]


@pytest.mark.usefixtures("fits_in_this_process")
@pytest.mark.parametrize("name", ["alpha_live", "step_through", "convergence", "parameter_map"])
def test_what_a_picture_shows_waits_until_it_is_opened(open_page, name):
    usual, projected = (open_page(name, **SMALL.get(name, {}), **mode) for mode in ({}, {"class": "1"}))
    closed = [[one for one in app.expander if one.label == "What it shows"] for app in (usual, projected)]
    assert not closed[0] and len(closed[1]) == 1
    assert closed[1][0].markdown and not closed[1][0].proto.expanded


@pytest.mark.usefixtures("fits_in_this_process")
def test_the_map_of_class_mode_is_one_large_map(open_page):
    app = open_page("parameter_map", **SMALL.get("parameter_map", {}), **{"class": "1"})
    assert [one.label for one in app.selectbox if "map" in one.label] == ["First map"]
    maps = [json.loads(one.proto.spec) for one in app.get("plotly_chart")]
    cells = [trace for one in maps for trace in one["data"] if trace.get("name") == "cells"]
    assert len(cells) == 1 and cells[0]["textfont"]["size"] == class_mode.FONT_SIZE


def test_reset_sets_the_settings_and_the_address_back(open_page):
    app = open_page("two_moons", tm_shape="Spirals", tm_n="100", tm_alpha="0.5")
    app.slider(key="tm_noise").set_value(0.3).run()
    app.button(key="page_reset").click().run()
    assert_calm(app)
    assert app.session_state["tm_shape"] == "two_moons"
    assert app.session_state["tm_n"] == 200 and app.session_state["tm_alpha"] == 1.0
    assert app.session_state["tm_noise"] == SHAPES["two_moons"].default_noise
    assert not [name for name in app.query_params if name.startswith("tm_")]
    # What is set afterwards stays.
    app.select_slider(key="tm_alpha").set_value(2.0).run()
    assert app.session_state["tm_alpha"] == 2.0


def test_reset_leaves_other_pages_and_the_lesson_as_they_are(open_page):
    app = open_page("two_moons", tm_n="100")
    app.switch_page("pages/learn.py").run()
    app.segmented_control(key="lesson").set_value("2").run()
    app.button(key="page_reset").click().run()
    assert app.session_state["lesson"] == "2"
    app.switch_page("pages/two_moons.py").run()
    assert app.session_state["tm_n"] == 100
