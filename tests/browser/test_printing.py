"""What the browser prints: titles, text and pictures, without what only a screen can use."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser
ON_SCREEN = (
    "[data-testid=stSidebar]",
    "[data-testid=stButton]",
    ".stSlider",
    ".stButtonGroup",
    "[data-testid=stExpander]",
)


def test_a_lesson_is_printed_without_its_widgets(visit: Callable[..., Page]) -> None:
    page = visit("learn")
    page.emulate_media(color_scheme="dark")
    chart, title = page.locator(".js-plotly-plot").first, page.get_by_role("heading", level=1)
    for selector in ON_SCREEN:
        expect(page.locator(selector).first).to_be_visible()
    page.emulate_media(media="print", color_scheme="dark")
    for selector in ON_SCREEN:
        expect(page.locator(selector).locator("visible=true")).to_have_count(0)
    expect(title).to_be_visible()
    expect(chart).to_be_visible()
    clipped = "one => getComputedStyle(one).overflowY"
    for place in (page.locator("body"), page.locator(".stApp"), page.get_by_test_id("stMain")):
        assert place.evaluate("one => getComputedStyle(one).backgroundColor") == "rgba(0, 0, 0, 0)"
    assert page.get_by_test_id("stMain").evaluate(clipped) == "visible", "only the first page would be printed"
    page.emulate_media(media="screen", color_scheme="light")


def test_a_player_is_printed_without_its_buttons(visit: Callable[..., Page]) -> None:
    page = visit("alpha_live?al_n=40")
    page.emulate_media(media="print")
    expect(page.locator(".player canvas.scatter")).to_be_visible()
    expect(page.locator(".player .bar")).to_be_hidden()
    page.emulate_media(media="screen")


def test_a_title_above_files_alone_is_not_printed(visit: Callable[..., Page]) -> None:
    page = visit("")
    files, other = (page.get_by_role("heading", name=name, exact=True) for name in ("Take away", "The model"))
    expect(files).to_be_visible()
    page.emulate_media(media="print")
    expect(files).to_be_hidden()
    expect(other).to_be_visible()
    page.emulate_media(media="screen")
