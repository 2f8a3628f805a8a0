"""The browser's Back and Forward: one step for each click, and the page shows what the address says."""

from collections.abc import Callable

import pytest
from driving import settle
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser


def test_back_leads_from_by_hand_to_automatic_in_one_step(visit: Callable[..., Page]) -> None:
    page = visit("your_data")
    address, neighbours = page.url, page.locator(".st-key-yd_neighbours input[type=range]").first
    page.get_by_role("radio", name="By hand").click()
    expect(neighbours).to_be_visible()
    settle(page)
    by_hand, number = page.url, neighbours.input_value()
    assert f"yd_neighbours={number}" in by_hand and "yd_alpha=" in by_hand
    page.go_back()
    expect(neighbours).to_have_count(0)
    settle(page)
    assert page.url == address
    page.go_forward()
    expect(neighbours).to_have_value(number)
    settle(page)
    assert page.url == by_hand
    page.reload()
    expect(neighbours).to_have_value(number)
    assert page.url == by_hand
