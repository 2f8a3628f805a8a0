"""A lesson solved with the keyboard alone, and the row of S of a point that is clicked."""

import re
from collections.abc import Callable

import pytest
from driving import settle, wait_until_complete
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser
MOST_STEPS = 80


def tab_to(page: Page, selector: str) -> None:
    """Press Tab until something inside is in focus."""
    inside = f"!!document.activeElement.closest({selector!r})"
    for _ in range(MOST_STEPS):
        page.keyboard.press("Tab")
        if page.evaluate(inside):
            return
    raise AssertionError(f"Tab does not reach {selector}")


def test_a_lesson_is_solved_with_the_keyboard_alone(visit: Callable[..., Page]) -> None:
    page = visit("learn")
    tab_to(page, ".st-key-le1_guess")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Not yet.")).to_be_visible()
    settle(page)
    tab_to(page, ".st-key-le1_radius")
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    expect(page.get_by_text("Done. The graph has 2 components.")).to_be_visible()
    expect(page.get_by_text("Why.")).to_be_visible()
    settle(page)
    tab_to(page, ".st-key-lesson_way [data-testid=stButton]")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name=re.compile("^2. The Laplacian"))).to_be_visible()


def test_a_click_on_a_point_lists_its_row_of_s(visit: Callable[..., Page]) -> None:
    page = visit("two_moons?tm_n=60&tm_noise=0.1")
    chart = page.locator(".st-key-tm_panel_RNSE .js-plotly-plot")
    expect(chart).to_be_visible()
    x, y, sample = chart.evaluate(
        """chart => {
            const box = chart.getBoundingClientRect(), {xaxis, yaxis} = chart._fullLayout;
            const trace = chart._fullData.find(one => one.mode === 'markers');
            const at = [xaxis._offset + xaxis.c2p(trace.x[3]), yaxis._offset + yaxis.c2p(trace.y[3])];
            return [box.left + at[0], box.top + at[1], trace.customdata[3]];
        }"""
    )
    page.mouse.move(x, y)
    page.mouse.click(x, y)
    expect(page.get_by_text(f"Row {sample + 1} of S")).to_be_visible()
    wait_until_complete(page)
    assert f"tm_row={sample + 1}" in page.url.split("?")[1].split("&")
    expect(page.get_by_label(re.compile("its [0-9]+ neighbours"))).to_have_count(1)
