"""Class mode on a projector of 1280 x 720: all on one screen, and it stays from page to page."""

from collections.abc import Callable

import pytest
from driving import wait_until_complete
from playwright.sync_api import Locator, Page, expect

pytestmark = pytest.mark.browser
# The figures that have to be seen without scrolling, by the page: all that a control of the page changes at once.
SHOWN = {
    "Home": 4,
    "Learn": 1,
    "Block-diagonal (Fig. 1)": 6,
    "Two moons and shapes (Fig. 2)": 4,
    "Convergence (Fig. 3)": 2,
    "Alpha live": 4,
    "Paint": 4,
    "Step through": 18,
    "Alpha × beta": 4,
    "Compare": 1,
    "Your data": 2,
}
# The figures of lessons, by their numbers and an address in which the task is done, so that there is most to show.
LESSONS = {
    2: (5, "le2_k=8"),
    7: (2, "le7_beta=100"),
}
# Letters of the left column on the ordinary page, in pixels.
ORDINARY = 14
SCREEN = 720
# Figures are charts of plotly, the pictures and curves of the player, and the canvas to paint on.
BOTTOMS = """() => {
    const roots = [document, ...[...document.querySelectorAll('[data-testid^=stBidi]')]
        .flatMap(one => [one, ...one.querySelectorAll('*')]).map(one => one.shadowRoot).filter(Boolean)];
    return roots.flatMap(root => [...root.querySelectorAll('.js-plotly-plot, .paint canvas, .player canvas')])
        .map(one => one.getBoundingClientRect().bottom).sort((a, b) => a - b);
}"""
# Sizes of letters as they are seen: those of a style sheet, zoomed as their place is.
SIZES = """all => all.filter(one => one.getClientRects().length).map(one => {
    let zoom = 1;
    for (let place = one; place; place = place.parentElement) zoom *= parseFloat(getComputedStyle(place).zoom) || 1;
    return zoom * parseFloat(getComputedStyle(one).fontSize);
})"""
CONTROLS = "[data-testid=stWidgetLabel]"


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
    assert bottoms[figures - 1] <= SCREEN, page.title()
    tuned = page.locator(f"[data-testid=stMainBlockContainer] {CONTROLS}").first
    if tuned.count():
        assert bottom_of(tuned) <= SCREEN, page.title()
    sidebar = page.get_by_test_id("stSidebarContent")
    if sidebar.count():
        assert sidebar.evaluate("one => one.scrollHeight <= one.clientHeight + 1"), page.title()
        labels = sidebar.locator(f"{CONTROLS} p")
        assert min(labels.evaluate_all(SIZES), default=ORDINARY) >= ORDINARY, page.title()
        assert max((bottom_of(one) for one in labels.all()), default=0) <= SCREEN, page.title()
    size = page.locator("[data-testid=stMainBlockContainer] p").first.evaluate("one => getComputedStyle(one).fontSize")
    assert float(size.removesuffix("px")) >= 15, page.title()


def bottom_of(place: Locator) -> float:
    """Return where an element ends on the screen."""
    return float(place.evaluate("one => one.getBoundingClientRect().bottom"))


def test_the_left_column_of_the_ordinary_page_has_no_larger_letters(visit: Callable[..., Page]) -> None:
    page = visit("step_through?sp_n=40")
    labels = page.get_by_test_id("stSidebarContent").locator(f"{CONTROLS} p")
    assert max(labels.evaluate_all(SIZES)) == ORDINARY


@pytest.mark.parametrize("number", LESSONS)
def test_a_lesson_has_its_text_beside_its_pictures(visit: Callable[..., Page], number: int) -> None:
    figures, done = LESSONS[number]
    page = visit(f"learn?class=1&{done}", complete=False)
    page.set_viewport_size({"width": 1280, "height": SCREEN})
    wait_until_complete(page)
    page.locator(".st-key-lesson [role=radio]").nth(number - 1).click()
    why = page.get_by_text("Why.", exact=True)
    expect(why).to_be_visible()
    wait_until_complete(page)
    assert_one_screen(page, figures)
    assert bottom_of(why.locator("xpath=ancestor::p")) <= SCREEN
    assert bottom_of(page.get_by_role("button", name="Next lesson")) <= SCREEN


def test_reset_clears_the_settings_of_the_address(visit: Callable[..., Page]) -> None:
    page = visit("two_moons?tm_n=100&tm_alpha=0.5&class=1")
    page.locator(".st-key-page_reset button").first.click()
    page.wait_for_function("() => !location.search.includes('tm_')")
    wait_until_complete(page)
    expect(page.locator(".st-key-tm_n input[type=range]").first).to_have_value("200")
    assert "class=1" in page.url
