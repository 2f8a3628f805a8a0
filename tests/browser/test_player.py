"""Step through in the browser: both recordings are played, scrubbed and stepped in lock step."""

from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest
from driving import wait_until_complete
from PIL import Image
from playwright.sync_api import Locator, Page, expect

pytestmark = pytest.mark.browser
SVG = "{http://www.w3.org/2000/svg}"
# The picture of S of the first track is another one.
CHANGED = """before => [...document.querySelectorAll('*')].some(
    one => one.shadowRoot?.querySelector('canvas.matrix')?.toDataURL() !== before[0]
        && one.shadowRoot?.querySelector('canvas.matrix'))"""


def shown(player: Locator) -> list[str]:
    return player.locator("h2").all_inner_texts()


def pixels(player: Locator) -> list[str]:
    """The pictures of S of both tracks, as the browser has drawn them."""
    return player.locator("canvas.matrix").evaluate_all("all => all.map(one => one.toDataURL())")


def test_both_runs_are_played_stepped_and_saved_in_lock_step(visit: Callable[..., Page], tmp_path: Path) -> None:
    page = visit("step_through?sp_part=s&sp_n=60&sp_sweeps=10")
    player = page.locator(".player")
    expect(player).to_have_attribute("data-frame", "0")
    for key, place in (("ArrowRight", "1"), ("PageDown", "2"), ("Home", "0")):
        page.keyboard.press(key)  # before anything has the focus
        expect(player).to_have_attribute("data-frame", place)
    start = pixels(player)
    assert start[0] == start[1], "both begin with the same matrix"
    player.get_by_label("Frames per second").select_option("20")
    player.get_by_role("button", name="Play").click()
    expect(player).to_have_attribute("data-frame", "10")
    expect(player.get_by_role("button", name="Play")).to_be_visible()
    sweeps, newton = shown(player)
    assert sweeps == "Dykstra's sweeps: sweep 10"
    assert newton.endswith("(ended)")
    end = pixels(player)
    assert end[0] != end[1] and end[1] != start[1]
    # Back by the scrubber: both tracks follow to the same frame.
    slider = player.get_by_role("slider")
    slider.fill("3")
    expect(player).to_have_attribute("data-frame", "3")
    page.wait_for_url("**/step_through?*sp_s_frame=3*")
    assert shown(player) == ["Dykstra's sweeps: sweep 3", "Newton steps: step 3"]
    third = pixels(player)
    # A remote control sends these, wherever the focus is.
    slider.focus()
    for key, place in (("PageDown", 4), ("PageUp", 3)):
        page.keyboard.press(key)
        expect(player).to_have_attribute("data-frame", str(place))
    player.focus()
    for key, place in (("ArrowRight", 4), ("ArrowLeft", 3), ("ArrowLeft", 2), ("End", 10), ("Home", 0)):
        page.keyboard.press(key)
        expect(player).to_have_attribute("data-frame", str(place))
        if place == 3:
            assert pixels(player) == third
    assert pixels(player) == start
    for name, place in (("Forward", 1), ("Last", 10), ("Back", 9), ("First", 0)):
        player.get_by_role("button", name=name, exact=True).click()
        expect(player).to_have_attribute("data-frame", str(place))
    # A point is chosen without a mouse, and marked in both pictures of S.
    unmarked = pixels(player)
    row = player.get_by_label("Row of S of the point with this number")
    row.fill("7")
    row.press("Enter")
    expect(player).to_have_attribute("data-chosen", "6")
    page.wait_for_function(CHANGED, arg=unmarked)
    for ending in ("png", "svg"):
        with page.expect_download() as download:
            player.get_by_role("button", name=ending.upper()).click()
        path = tmp_path / download.value.suggested_filename
        download.value.save_as(path)
        assert path.name == f"step-through-sweep-0.{ending}"
        if ending == "svg":
            picture = ElementTree.parse(path).getroot()
            texts = " ".join(one.text or "" for one in picture.iter(f"{SVG}text"))
            assert "Dykstra's sweeps: sweep 0" in texts and "Newton steps: step 0" in texts
            assert len(picture.findall(f"{SVG}image")) == 2 and len(picture.findall(f"{SVG}path")) > 240
        else:
            with Image.open(path) as image:
                box = player.locator(".tracks").bounding_box()
                assert box is not None and image.width == pytest.approx(3 * box["width"], abs=4)
                assert len(image.convert("RGB").getcolors(1_000_000) or []) > 10
    assert int(player.get_attribute("data-drawn") or 0) >= 10
    assert float(player.get_attribute("data-milliseconds") or 1e9) < 500


def test_an_address_has_the_frame_and_opens_at_it(visit: Callable[..., Page]) -> None:
    page = visit("alpha_live?al_n=40")
    player = page.locator(".player")
    usual = player.get_attribute("data-frame")
    player.focus()
    page.keyboard.press("End")
    page.wait_for_url("**/alpha_live?*al_alpha=50*")
    # A setting that is changed afterwards leaves the frame as it is.
    last = player.get_attribute("data-frame")
    page.locator(".st-key-al_seed input").fill("1")
    page.locator(".st-key-al_seed input").press("Enter")
    page.wait_for_url("**/alpha_live?*al_seed=1*")
    wait_until_complete(page)
    page.wait_for_url("**/alpha_live?*al_alpha=50*")
    expect(player).to_have_attribute("data-frame", str(last))
    other = visit(page.url)
    expect(other.locator(".player")).to_have_attribute("data-frame", str(last))
    assert usual != last
