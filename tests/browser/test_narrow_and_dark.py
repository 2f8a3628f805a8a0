"""The grid of Compare on a phone, and edges on a dark page."""

from collections.abc import Callable

import pytest
from driving import wait_until_complete
from playwright.sync_api import Page

pytestmark = pytest.mark.browser
# Least size of a letter, and most empty room in pixels before and after the cells.
LEAST_LETTER, MOST_ROOM = 9, 60


def test_the_grid_of_compare_has_letters_to_read_and_no_white_bands_on_a_phone(visit: Callable[..., Page]) -> None:
    query = "cp_data=two_moons&cp_data=circles&cp_data=spirals&cp_data=iris"
    methods = "&".join(f"cp_methods={name}" for name in ("K-Means", "PCA", "NMF"))
    page = visit(f"compare_methods?{query}&{methods}", complete=False)
    page.set_viewport_size({"width": 400, "height": 900})
    wait_until_complete(page)
    grid = page.locator(".st-key-cp_grid")
    page.wait_for_function("() => document.querySelector('.st-key-cp_grid .xtick text')")
    letters = "all => all.map(one => parseFloat(getComputedStyle(one).fontSize))"
    assert min(grid.locator("text").evaluate_all(letters)) >= LEAST_LETTER
    room = grid.evaluate("""one => {
        const box = one.getBoundingClientRect();
        const names = [...one.querySelectorAll('.xtick text')].map(text => text.getBoundingClientRect().top);
        const lines = [...one.querySelectorAll('.shapelayer path')].map(line => line.getBoundingClientRect().bottom);
        const style = getComputedStyle(one);
        return [Math.min(...names) - box.top, box.bottom + parseFloat(style.marginBottom) - Math.max(...lines)];
    }""")
    assert all(0 <= one <= MOST_ROOM for one in room), room


def test_edges_are_lighter_on_a_dark_page(visit: Callable[..., Page]) -> None:
    page = visit("learn?le1_radius=0.3")
    edges = page.locator('.shapelayer path[style*="rgb(0, 158, 115)"]').first
    colors = []
    for scheme in ("light", "dark"):
        page.evaluate("scheme => { document.querySelector('.stApp').style.colorScheme = scheme; }", scheme)
        colors.append(edges.evaluate("one => getComputedStyle(one).stroke.match(/\\d+/g).map(Number)"))
    assert colors[0] == [0, 158, 115] and sum(colors[1]) > 1.5 * sum(colors[0])
