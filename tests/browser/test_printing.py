"""What the browser prints: titles, text and pictures, without what only a screen can use."""

import io
from collections.abc import Callable

import numpy as np
import pytest
from driving import settle, wait_until
from PIL import Image
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser
ON_SCREEN = (
    "[data-testid=stSidebar]",
    "[data-testid=stButton]",
    ".stSlider",
    ".stButtonGroup",
    "[data-testid=stExpander]",
)


def test_a_lesson_is_printed_without_its_widgets(visit: Callable[..., Page]) -> None:
    page = visit("learn")
    page.emulate_media(color_scheme="dark")
    chart, title = page.locator(".js-plotly-plot").first, page.get_by_role("heading", level=1)
    for selector in ON_SCREEN:
        expect(page.locator(selector).first).to_be_visible()
    page.emulate_media(media="print", color_scheme="dark")
    for selector in ON_SCREEN:
        expect(page.locator(selector).locator("visible=true")).to_have_count(0)
    expect(title).to_be_visible()
    expect(chart).to_be_visible()
    clipped = "one => getComputedStyle(one).overflowY"
    for place in (page.locator("body"), page.locator(".stApp"), page.get_by_test_id("stMain")):
        assert place.evaluate("one => getComputedStyle(one).backgroundColor") == "rgba(0, 0, 0, 0)"
    assert page.get_by_test_id("stMain").evaluate(clipped) == "visible", "only the first page would be printed"
    page.emulate_media(media="screen", color_scheme="light")


def test_a_player_is_printed_without_its_buttons(visit: Callable[..., Page]) -> None:
    page = visit("alpha_live?al_n=40")
    expect(page.locator(".st-key-printed_settings")).to_be_hidden()
    page.emulate_media(media="print")
    expect(page.locator(".player canvas.scatter")).to_be_visible()
    expect(page.locator(".player .bar")).to_be_hidden()
    settings = page.locator(".st-key-printed_settings")
    expect(settings).to_contain_text("Points (n): 40")
    expect(settings).to_contain_text("Noise: 0.05")
    page.emulate_media(media="screen")


def test_a_title_above_files_alone_is_not_printed(visit: Callable[..., Page]) -> None:
    page = visit("")
    files, other = (page.get_by_role("heading", name=name, exact=True) for name in ("Take away", "The model"))
    expect(files).to_be_visible()
    page.emulate_media(media="print")
    expect(files).to_be_hidden()
    expect(other).to_be_visible()
    page.emulate_media(media="screen")


def test_what_is_wider_than_the_paper_is_made_smaller(visit: Callable[..., Page]) -> None:
    page = visit("convergence")
    page.add_style_tag(content="@media print { .stMainBlockContainer { width: 420px !important } }")
    page.emulate_media(media="print")
    main = page.get_by_test_id("stMainBlockContainer").bounding_box()
    for drawn in (
        page.locator(".js-plotly-plot .main-svg").first,
        page.get_by_test_id("stDataFrame").locator("canvas").first,
    ):
        box = drawn.bounding_box()
        assert box["x"] + box["width"] <= main["x"] + main["width"] + 1
    page.emulate_media(media="screen")
    assert page.locator(".js-plotly-plot").first.evaluate("one => one.style.zoom") == ""


# Two groups of ten nodes, with an edge between each two of a group: edges, or points with two features.
PAIRS = [(i, j) for i in range(20) for j in range(i) if (i < 10) == (j < 10)]
EDGES = ("source,target\n" + "\n".join(f"n{i},n{j}" for i, j in PAIRS)).encode()
INK = """canvas => {
    const {data} = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    return [...data.keys()].filter(k => k % 4 === 0 && data[k + 3] > 200).map(k => data[k])
        .reduce((least, one) => Math.min(least, one), 255)
}"""


def test_a_page_that_became_dark_shows_the_same_frame_and_is_printed_in_black(visit: Callable[..., Page]) -> None:
    page = visit("alpha_live?al_n=40")
    page.keyboard.press("End")
    expect(page.locator(".player")).to_have_attribute("data-frame", "18")
    page.emulate_media(color_scheme="dark")
    curve, edges = page.locator(".player canvas.curve").first, page.locator(".player .tracks")
    expect(edges).to_have_css("text-decoration-color", "rgb(79, 224, 181)")
    expect(page.locator(".player")).to_have_attribute("data-frame", "18")
    page.emulate_media(media="print", color_scheme="dark")
    wait_until(page, lambda: curve.evaluate(INK) == 0)
    expect(edges).to_have_css("text-decoration-color", "rgb(0, 158, 115)")
    expect(page.locator(".st-key-printed_settings p, .st-key-printed_settings [data-testid=stText]").first).to_have_css(
        "color", "rgb(0, 0, 0)"
    )
    page.emulate_media(media="screen", color_scheme="light")


def test_a_table_of_a_dark_page_is_printed_black_on_white(visit: Callable[..., Page]) -> None:
    page = visit("convergence?cv_seeds=1")
    table = page.get_by_test_id("stDataFrame").first

    def brightness() -> float:
        picture = Image.open(io.BytesIO(table.screenshot(animations="disabled"))).convert("L")
        return float(np.median(np.asarray(picture))) / 255

    page.emulate_media(color_scheme="dark")
    settle(page)
    wait_until(page, lambda: brightness() < 0.4)
    page.emulate_media(media="print", color_scheme="dark")
    wait_until(page, lambda: brightness() > 0.8)
    page.emulate_media(media="screen", color_scheme="dark")
    wait_until(page, lambda: brightness() < 0.4)
    page.emulate_media(media="screen", color_scheme="light")


def test_a_question_is_printed_with_the_answer_that_was_taken(visit: Callable[..., Page]) -> None:
    page = visit("your_data?yd_data=two_moons.csv")
    page.locator(
        "[data-testid=stFileUploaderDropzone] input, [data-testid=stFileUploader] input"
    ).first.set_input_files({"name": "edges.csv", "mimeType": "text/csv", "buffer": EDGES})
    answer = page.locator("[class*=st-key-printed_answer]").first
    answer.wait_for(state="attached")
    settle(page)
    expect(answer).to_be_hidden()
    page.emulate_media(media="print")
    expect(answer).to_be_visible()
    page.emulate_media(media="screen")
