"""Class mode on a projector of 1280 x 720: all on one screen, and it stays from page to page."""

from collections.abc import Callable

import pytest
from driving import wait_until_complete
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser
# The figures that have to be seen without scrolling, by the page.
SHOWN = {
    "Home": 4,
    "Learn": 1,
    "Block-diagonal (Fig. 1)": 6,
    "Two moons and shapes (Fig. 2)": 4,
    "Convergence (Fig. 3)": 2,
    "Alpha live": 1,
    "Paint": 4,
    "Step through": 1,
    "Alpha × beta": 2,
    "Compare": 1,
    "Your data": 2,
}
# Figures are charts of plotly, the player and the canvas to paint on; the players' curves may be below.
BOTTOMS = """() => {
    const roots = [document, ...[...document.querySelectorAll('[data-testid^=stBidi]')]
        .flatMap(one => [one, ...one.querySelectorAll('*')]).map(one => one.shadowRoot).filter(Boolean)];
    return roots.flatMap(root => [...root.querySelectorAll('.js-plotly-plot, .paint canvas, .player .panels')])
        .map(one => one.getBoundingClientRect().bottom).sort((a, b) => a - b);
}"""


def test_the_mode_stays_from_page_to_page_and_all_stands_on_one_screen(visit: Callable[..., Page]) -> None:
    page = visit("step_through?sp_n=40", complete=False)
    page.set_viewport_size({"width": 1280, "height": 720})
    wait_until_complete(page)
    page.get_by_text("Class mode").click()
    expect(page.get_by_test_id("stSidebarNav")).to_have_count(0)
    page.wait_for_url("**class=1**")
    for title, figures in SHOWN.items():
        page.get_by_role("button", name="Pages").click()
        link = page.get_by_test_id("stPopoverBody").get_by_role("link", name=title, exact=True)
        assert "class=1" in (link.get_attribute("href") or "")
        link.click()
        expect(page).to_have_title(f"{title} · RNSE")
        wait_until_complete(page)
        assert "class=1" in page.url
        expect(page.get_by_test_id("stSidebarNav")).to_have_count(0)
        assert_one_screen(page, figures)
    page.get_by_text("Class mode").click()
    expect(page.get_by_test_id("stSidebarNav")).to_be_visible()
    wait_until_complete(page)
    assert "class=1" not in page.url


def assert_one_screen(page: Page, figures: int) -> None:
    """So many figures and all controls are seen without scrolling, in letters for a projector."""
    bottoms = page.evaluate(BOTTOMS)
    assert len(bottoms) >= figures, page.title()
    assert bottoms[figures - 1] <= 720, page.title()
    sidebar = page.get_by_test_id("stSidebarContent")
    if sidebar.count():
        assert sidebar.evaluate("one => one.scrollHeight <= one.clientHeight + 1"), page.title()
        boxes = sidebar.locator("[data-testid=stWidgetLabel]").evaluate_all(
            "all => all.map(one => one.getBoundingClientRect().bottom)"
        )
        assert max(boxes, default=0) <= 720, page.title()
    size = page.locator("[data-testid=stMainBlockContainer] p").first.evaluate("one => getComputedStyle(one).fontSize")
    assert float(size.removesuffix("px")) >= 15, page.title()


def test_reset_clears_the_settings_of_the_address(visit: Callable[..., Page]) -> None:
    page = visit("two_moons?tm_n=100&tm_alpha=0.5&class=1")
    page.locator(".st-key-page_reset button").first.click()
    page.wait_for_function("() => !location.search.includes('tm_')")
    wait_until_complete(page)
    expect(page.locator(".st-key-tm_n input[type=range]").first).to_have_value("200")
    assert "class=1" in page.url
