"""Your data in Automatic mode: the choice is stopped while it is under way."""

import re
from collections.abc import Callable

import pytest
from driving import wait_until_complete
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser


def test_a_choice_that_is_stopped_shows_the_best_so_far(visit: Callable[..., Page]) -> None:
    # With a seed of its own: no other visitor has made this choice.
    page = visit("your_data?yd_data=breast_cancer.csv&yd_seed=77", complete=False)
    expect(page.get_by_text(re.compile(r"Automatic, step [1-9]"))).to_be_visible()
    page.get_by_role("button", name="Stop run").click()
    expect(page.get_by_text("The choice was stopped")).to_be_visible()
    wait_until_complete(page)
    expect(page.get_by_role("button", name="Run again")).to_be_visible()
    # No comparison with data without clusters was made.
    expect(page.locator(".st-key-yd_scatter")).to_be_visible()
