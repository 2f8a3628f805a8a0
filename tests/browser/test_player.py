"""Step through in the browser: both recordings are played, scrubbed and stepped in lock step."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

pytestmark = pytest.mark.browser


def shown(player: Locator) -> list[str]:
    return player.locator("h3").all_inner_texts()


def pixels(player: Locator) -> list[str]:
    """The pictures of S of both tracks, as the browser has drawn them."""
    return player.locator("canvas.matrix").evaluate_all("all => all.map(one => one.toDataURL())")


def test_both_runs_are_played_and_stepped_in_lock_step(visit: Callable[..., Page]) -> None:
    page = visit("step_through?sp_part=s&sp_n=60&sp_sweeps=10")
    player = page.locator(".player")
    expect(player).to_have_attribute("data-frame", "0")
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
    assert shown(player) == ["Dykstra's sweeps: sweep 3", "Newton steps: step 3"]
    third = pixels(player)
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
    assert int(player.get_attribute("data-drawn") or 0) >= 10
    assert float(player.get_attribute("data-milliseconds") or 1e9) < 500
