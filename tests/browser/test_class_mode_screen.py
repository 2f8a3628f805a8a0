"""Class mode on a projector of 1280 x 720: all on one screen, and it stays from page to page."""

import re
from collections.abc import Callable, Iterator

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
    "Step through": 10,
    "Alpha × beta": 3,
    "Compare": 1,
    "Your data": 3,
}
# The figures of lessons, by their words, and an address in which all tasks are done, so that there is most to show.
LESSONS = {
    "1": (1, "le1_radius=0.3"),
    "2": (5, "le2_k=8"),
    "2b": (2, "le2b_weight=5"),
    "3": (3, "le3_k=5"),
    "4": (1, "le4_kind=rnse"),
    "5": (2, "le5_alpha=0.7"),
    "6": (2, "le6_seed=3&le6_updates=400"),
    "7": (2, "le7_beta=20"),
    "8": (2, "le8_alpha=0.3"),
    "9": (4, "le9_data=density&le9_settings=best"),
}
# Two square pictures side by side end here.
LEAST_BOTTOM = 480
# The pictures of a page, an address of few points, and what it warns of.
WARNED = {
    "": (4, "", "home_alpha=50"),
    "block_diagonal": (6, "bd_n=60", "bd_beta=100"),
    "two_moons": (4, "tm_n=60", "tm_alpha=100"),
    "paint": (4, "", "pa_alpha=100"),
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
# Numbers and names along the axes, with exponents, which plotly writes smaller.
TICKS = ".js-plotly-plot :is(.xtick, .ytick) :is(text, tspan)"
LEAST_TICK = 14


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
    assert min(page.locator(TICKS).evaluate_all(SIZES), default=LEAST_TICK) >= LEAST_TICK, page.title()
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


def test_lessons_have_their_text_beside_their_pictures(visit: Callable[..., Page]) -> None:
    done = "&".join(query for _, query in LESSONS.values())
    page = visit(f"learn?class=1&{done}", complete=False)
    page.set_viewport_size({"width": 1280, "height": SCREEN})
    for number, figures in opened_lessons(page):
        expect(page.get_by_text("Why.", exact=True)).to_be_visible()
        wait_until_complete(page)
        assert_one_screen(page, figures)
        assert page.evaluate(BOTTOMS)[figures - 1] >= LEAST_BOTTOM, f"the room for pictures is used: {number}"
        assert bottom_of(page.locator(".st-key-lesson_why")) <= SCREEN, number
        assert_way_is_on_screen(page)


def test_the_answer_to_a_guess_and_the_task_stand_on_one_screen(visit: Callable[..., Page]) -> None:
    page = visit("learn?class=1", complete=False)
    page.set_viewport_size({"width": 1280, "height": SCREEN})
    for number, figures in opened_lessons(page):
        expect(page.get_by_test_id("stAlert")).to_have_count(0)
        answer = page.locator(f".st-key-le{number}_guess button").first
        assert bottom_of(answer) <= SCREEN, number
        answer.click()
        expect(page.locator(".st-key-lesson_revealed")).to_be_visible()
        wait_until_complete(page)
        assert_one_screen(page, figures)
        assert_way_is_on_screen(page)


def opened_lessons(page: Page) -> Iterator[tuple[str, int]]:
    """Open every lesson by its button; yield its word and the number of its figures."""
    wait_until_complete(page)
    for place, (number, (figures, _)) in enumerate(LESSONS.items()):
        if place:  # the first one is open, and the address does not name it
            page.locator(".st-key-lesson [role=radio]").nth(place).click()
            page.wait_for_url(re.compile(rf"[?&]lesson={number}(&|$)"))
        wait_until_complete(page)
        yield number, figures


def assert_way_is_on_screen(page: Page) -> None:
    """The buttons to other lessons, and what a task says, are seen without scrolling."""
    for place in page.locator(".st-key-lesson_way button, [data-testid=stAlert]").all():
        assert bottom_of(place) <= SCREEN


@pytest.mark.parametrize("name", WARNED)
def test_a_warning_is_on_the_screen_and_moves_no_picture(visit: Callable[..., Page], server: str, name: str) -> None:
    figures, few, query = WARNED[name]
    page = visit(f"{name}?class=1&{few}", complete=False)
    page.set_viewport_size({"width": 1280, "height": SCREEN})
    bottoms = []
    for settings in ("", query):
        if settings:
            page.goto(f"{server}/{name}?class=1&{few}&{settings}")
        wait_until_complete(page)
        bottoms.append(page.evaluate(BOTTOMS)[:figures])
    assert bottoms[0] == pytest.approx(bottoms[1], abs=1)
    warning = page.get_by_test_id("stAlert").first
    expect(warning).to_be_visible()
    assert bottom_of(warning) <= SCREEN


def test_what_is_said_of_the_data_moves_no_picture_of_a_comparison(visit: Callable[..., Page]) -> None:
    page = visit(
        "compare_methods?class=1&cp_data=two_moons&cp_data=iris&cp_methods=nmf&cp_methods=k-means", complete=False
    )
    page.set_viewport_size({"width": 1280, "height": SCREEN})
    wait_until_complete(page)
    expect(page.get_by_text("no negative numbers").first).to_be_visible()
    assert page.evaluate(BOTTOMS)[0] <= SCREEN


def test_reset_clears_the_settings_of_the_address(visit: Callable[..., Page]) -> None:
    page = visit("two_moons?tm_n=100&tm_alpha=0.5&class=1")
    page.locator(".st-key-page_reset button").first.click()
    page.wait_for_function("() => !location.search.includes('tm_')")
    wait_until_complete(page)
    expect(page.locator(".st-key-tm_n input[type=range]").first).to_have_value("200")
    assert "class=1" in page.url
