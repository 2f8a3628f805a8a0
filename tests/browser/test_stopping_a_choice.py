"""Your data in Automatic mode: the choice is stopped while it is under way."""

import re
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from driving import wait_until_complete
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser


def test_a_choice_that_is_stopped_shows_the_best_so_far(visit: Callable[..., Page], tmp_path: Path) -> None:
    # A cloud without clusters: every number has to be tried, which takes far longer than the click.
    points = np.random.default_rng(0).normal(size=(2000, 8))
    np.savetxt(tmp_path / "cloud.csv", points, fmt="%.4f", delimiter=",", header="a,b,c,d,e,f,g,h", comments="")
    page = visit("your_data?yd_data=iris.csv")
    page.locator("input[type=file]").set_input_files(tmp_path / "cloud.csv")
    expect(page.get_by_text(re.compile(r"Automatic, step [1-9]"))).to_be_visible()
    page.get_by_role("button", name="Stop run").click()
    expect(page.get_by_text("The choice was stopped")).to_be_visible()
    wait_until_complete(page)
    expect(page.get_by_role("button", name="Run again")).to_be_visible()
    expect(page.locator(".st-key-yd_scatter")).to_be_visible()
