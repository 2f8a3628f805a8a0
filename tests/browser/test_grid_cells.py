"""Choosing a cell of the map of alpha and beta, with the mouse and with the keyboard."""

from collections.abc import Callable

import pytest
from driving import wait_until_complete
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser


def click_cell(page: Page, key: str, row: int, column: int) -> None:
    chart = page.locator(f".st-key-{key} .js-plotly-plot")
    expect(chart).to_be_visible()
    chart.scroll_into_view_if_needed()
    x, y = chart.evaluate(
        """(chart, [row, column]) => {
            const box = chart.getBoundingClientRect(), {xaxis, yaxis} = chart._fullLayout;
            return [box.left + xaxis._offset + xaxis.c2p(column), box.top + yaxis._offset + yaxis.c2p(row)];
        }""",
        [row, column],
    )
    page.mouse.move(x, y)
    page.mouse.click(x, y)


def test_a_cell_is_chosen_by_click_and_by_keyboard(visit: Callable[..., Page]) -> None:
    page = visit("parameter_map")
    for key, row, column, alpha, beta in (
        ("pm_map_left", 0, 2, "0.001", "0.001"),
        ("pm_map_right", 5, 0, "100", "1e-05"),
        # Again, after another map has been clicked.
        ("pm_map_left", 0, 2, "0.001", "0.001"),
    ):
        click_cell(page, key, row, column)
        expect(page.get_by_role("heading", name=f"The cell α = {alpha}, β = {beta}", exact=True)).to_be_visible()
        wait_until_complete(page)
        assert f"pm_alpha={alpha}" in page.url and f"pm_beta={beta}" in page.url
    box = page.locator(".st-key-pm_alpha input")
    box.focus()
    box.press_sequentially("100")
    box.press("Enter")
    expect(page.get_by_role("heading", name="The cell α = 100, β = 0.001", exact=True)).to_be_visible()


def test_in_class_mode_a_click_changes_what_is_seen_beside_the_map(visit: Callable[..., Page]) -> None:
    page = visit("parameter_map?class=1", complete=False)
    page.set_viewport_size({"width": 1280, "height": 720})
    wait_until_complete(page)
    for row, alpha in ((4, "10"), (2, "0.1")):
        click_cell(page, "pm_map_left", row, 5)
        for name in ("S", "Clusters"):
            title = page.get_by_text(f"{name} at α = {alpha}, β = 1", exact=True)
            expect(title).to_be_in_viewport()
        wait_until_complete(page)
        assert page.get_by_test_id("stMain").evaluate("one => one.scrollTop") == 0
