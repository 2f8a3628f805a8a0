"""Painting clusters with the mouse and with the keyboard alone, and taking them to Your data."""

from collections.abc import Callable
from pathlib import Path

import pandas as pd
import pytest
from driving import settle, wait_until_complete
from playwright.sync_api import Locator, Page, expect

pytestmark = pytest.mark.browser


def stroke(page: Page, canvas: Locator, x: float, y: float) -> None:
    """Draw a short line, in shares of the canvas."""
    box = canvas.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + x * box["width"], box["y"] + y * box["height"])
    page.mouse.down()
    page.mouse.move(box["x"] + x * box["width"], box["y"] + (y + 0.2) * box["height"], steps=6)
    page.mouse.up()


def scores(page: Page) -> Locator:
    return page.get_by_role("heading", name="Scores", exact=True)


def count_of(page: Page) -> int:
    return int(page.locator(".paint").get_attribute("data-points") or -1)


def test_two_painted_clusters_are_clustered_and_read_back(visit: Callable[..., Page], tmp_path: Path) -> None:
    page = visit("paint")
    board = page.locator(".paint")
    canvas = board.locator("canvas")
    page.emulate_media(media="print")
    expect(canvas).to_be_visible()
    expect(board.locator(".bar")).to_be_hidden()
    page.emulate_media(media="screen")
    board.get_by_role("button", name="Clear").click()
    expect(board).to_have_attribute("data-points", "0")
    expect(scores(page)).to_have_count(0)
    board.get_by_label("Points of the brush").select_option("8 points")
    stroke(page, canvas, 0.2, 0.3)
    left = count_of(page)
    board.get_by_role("button", name="Pink").click()
    stroke(page, canvas, 0.8, 0.3)
    expect(scores(page)).to_be_visible()
    settle(page)
    both = count_of(page)
    assert left >= 16 and both >= left + 16
    metric = page.locator("[data-testid=stMetric]").filter(has_text="Components")
    expect(metric.locator("[data-testid=stMetricValue]")).to_have_text("2")
    # Erased, undone, and sent as it was.
    board.get_by_role("button", name="Erase").click()
    stroke(page, canvas, 0.8, 0.3)
    assert left <= count_of(page) < both
    settle(page)
    page.keyboard.press("Control+z")
    expect(board).to_have_attribute("data-points", str(both))
    settle(page)
    with page.expect_download() as download:
        page.get_by_role("button", name="Points (CSV)").click()
    path = tmp_path / download.value.suggested_filename
    download.value.save_as(path)
    points = pd.read_csv(path)
    assert points["class"].value_counts().to_dict() == {"Blue": left, "Pink": both - left}
    page.get_by_role("link", name="Your data").first.click()
    wait_until_complete(page)
    page.locator("input[type=file]").set_input_files(path)
    expect(page.get_by_text(f"{both} points").or_(page.get_by_text(f"{both} rows")).first).to_be_visible()
    # The painting is still there.
    page.get_by_role("link", name="Paint", exact=True).click()
    expect(page.locator(".paint")).to_have_attribute("data-points", str(both))


def test_painting_needs_no_mouse(visit: Callable[..., Page]) -> None:
    page = visit("paint")
    board = page.locator(".paint")
    board.get_by_role("button", name="Clear").focus()
    page.keyboard.press("Enter")
    expect(board).to_have_attribute("data-points", "0")
    canvas = board.locator("canvas")
    board.get_by_label("Points of the brush").select_option("20 points")
    canvas.focus()
    for _ in range(3):
        page.keyboard.press("Shift+ArrowLeft")
    page.keyboard.press("Space")
    expect(board).to_have_attribute("data-points", "20")
    page.keyboard.press("2")
    for _ in range(6):
        page.keyboard.press("Shift+ArrowRight")
    page.keyboard.press("Space")
    expect(board).to_have_attribute("data-points", "40")
    expect(scores(page)).to_be_visible()
    settle(page)
    # A wide brush may leave no point within the reach of the eraser.
    board.get_by_label("Points of the brush").select_option("1 point")
    canvas.focus()
    page.keyboard.press("Space")
    expect(board).to_have_attribute("data-points", "41")
    page.keyboard.press("e")
    page.keyboard.press("Space")
    expect(board).not_to_have_attribute("data-points", "41")
    page.keyboard.press("Control+z")
    expect(board).to_have_attribute("data-points", "41")
    expect(canvas).to_be_focused()
