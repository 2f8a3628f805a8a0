"""Every page with Tab alone: each control is reached, in reading order, is seen to have the focus, and has a name."""

from collections.abc import Callable
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Page
from small_pages import PAGES, SMALL
from sweeping import sweep

pytestmark = pytest.mark.browser
#: Controls of Streamlit's that Tab passes by, and which key does the same: by their kind and the end of their label.
PASSED_BY = {
    ("stSelectbox", "Open"): "an arrow key opens the list",
    ("stMultiSelect", "Open"): "an arrow key opens the list",
    ("stMultiSelectTagsContainer", ""): "Backspace removes what is chosen",
    ("stNumberInputStepUp", ""): "the arrow keys count",
    ("stNumberInputStepDown", ""): "the arrow keys count",
    ("stFileUploaderDropzoneInput", ""): "the button beside it opens it",
}
#: What Streamlit gives no name: the part that scrolls, and the canvas of a table, whose cells have names.
NAMELESS = {"main stMain", "Canvas data-grid-canvas"}
#: What does the same as a click on a picture, by the page: cells of the maps, points of the charts, the board.
INSTEAD_OF_CLICKS = {
    "parameter_map": ("pm_alpha", "pm_beta"),
    "two_moons": ("tm_row",),
    "block_diagonal": ("bd_row",),
    "your_data": ("yd_row",),
    "alpha_live": ("al_player_alpha|input|number",),
    "step_through": ("sp_player_rounds|input|number",),
    "paint": ("|canvas|",),
}


def passed_by(what: str) -> bool:
    parts = what.split("|")
    return any(parts[0] == kind and parts[-1].endswith(label) for kind, label in PASSED_BY)


@pytest.mark.parametrize("name", PAGES)
def test_tab_reaches_every_control_of_a_page(visit: Callable[..., Page], name: str) -> None:
    path = "" if name == "home" else name
    page = visit(f"{path}?{urlencode(SMALL.get(name, {}))}")
    swept = sweep(page)
    assert [what for what in swept.missed if not passed_by(what)] == []
    assert swept.out_of_order == []
    assert [swept.controls[index].what for index in swept.unmarked] == []
    assert [what for what in swept.nameless if what not in NAMELESS] == []
    reached = [swept.controls[index].what for index in swept.reached]
    for control in INSTEAD_OF_CLICKS.get(name, ()):
        assert any(control in what for what in reached), control
