"""Clicking a point shows its row of S, in the scatter, in the list and in the heat map."""

from collections.abc import Callable

import pytest
from driving import wait_until_complete
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser


def click_point(page: Page, key: str) -> None:
    """Click the first point of the first trace of markers."""
    chart = page.locator(f".st-key-{key} .js-plotly-plot")
    chart.scroll_into_view_if_needed()
    x, y = chart.evaluate(
        """chart => {
            const box = chart.getBoundingClientRect(), {xaxis, yaxis} = chart._fullLayout;
            const points = chart._fullData.find(trace => trace.mode === 'markers');
            const [x, y] = [points.x[0], points.y[0]];
            return [box.left + xaxis._offset + xaxis.c2p(x), box.top + yaxis._offset + yaxis.c2p(y)];
        }"""
    )
    page.mouse.move(x, y)
    page.mouse.click(x, y)


@pytest.mark.parametrize(
    ("address", "prefix", "key"),
    [("two_moons?tm_n=60", "tm", "tm_panel_RNSE"), ("your_data?yd_data=iris.csv", "yd", "yd_scatter")],
)
def test_a_click_and_the_keyboard_choose_a_point(
    visit: Callable[..., Page], address: str, prefix: str, key: str
) -> None:
    page = visit(address)
    table = page.locator(f".st-key-{prefix}_neighbours")
    expect(table).to_have_count(0)
    click_point(page, key)
    expect(table).to_be_visible()
    page.wait_for_function("name => location.search.includes(name)", arg=f"{prefix}_row=")
    wait_until_complete(page)
    marked = page.locator(f".st-key-{key} .js-plotly-plot")
    traces = "chart => chart._fullData.filter(trace => trace.name === 'row of S').length"
    assert marked.evaluate(traces) >= 3
    box = page.locator(f".st-key-{prefix}_row input")
    assert float(box.input_value()) >= 1
    box.focus()
    page.keyboard.press("Control+a")
    page.keyboard.type("0")
    page.keyboard.press("Enter")
    expect(table).to_have_count(0)
