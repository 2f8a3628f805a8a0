"""What a person does: look, move a slider, upload, read, download, share a link, stop a run."""

import csv
import io
import re
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from urllib.parse import quote

import numpy as np
import pytest
from driving import ROOT, setting, settle, wait_until_complete
from playwright.sync_api import Page, TimeoutError, expect

pytestmark = pytest.mark.browser
AUTHORS = quote("Authors' code")


def number(page: Page, label: str) -> str:
    """Read a number of the page by its label."""
    metric = page.locator("[data-testid=stMetric]").filter(has_text=label)
    return metric.locator("[data-testid=stMetricValue]").inner_text()


def matrix(page: Page, key: str) -> np.ndarray:
    """Read the entries of a heat map as the browser draws them."""
    chart = f".st-key-{key} .js-plotly-plot"
    page.wait_for_function("chart => document.querySelector(chart)?._fullData?.length", arg=chart)
    rows = page.locator(chart).evaluate("chart => chart._fullData[0].z.map(row => Array.from(row))")
    return np.array(rows, dtype=float)


def press(page: Page, key: str, arrow: str, times: int, to: str) -> None:
    """Move a slider with the keyboard to a value and wait for what follows."""
    handle = page.locator(f".st-key-{key} input[type=range]").first
    handle.focus()
    with setting(page, key, to):
        for _ in range(times):
            handle.press(arrow)


def choose(page: Page, key: str, option: str) -> None:
    """Choose an option of a list, which closes when what is around it scrolls."""
    box = page.locator(f".st-key-{key} input")
    box.scroll_into_view_if_needed()
    page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
    box.click()
    page.get_by_role("option", name=option, exact=True).click()


def test_alpha_changes_the_picture_of_s_and_the_address(visit: Callable[..., Page]) -> None:
    page = visit()
    expect(page).to_have_title("Home · RNSE")
    before, neighbours = matrix(page, "home_2"), float(number(page, "Non-zeros / row"))
    np.testing.assert_allclose(before.sum(axis=1), 1.0, atol=1e-4)
    press(page, "home_alpha", "ArrowRight", 2, to="2")
    after = matrix(page, "home_2")
    np.testing.assert_allclose(after.sum(axis=1), 1.0, atol=1e-4)
    assert np.count_nonzero(after) > 1.2 * np.count_nonzero(before)
    assert float(number(page, "Non-zeros / row")) > neighbours


def test_the_first_visitor_of_a_new_server_may_come_by_a_link(first_visit: Page) -> None:
    expect(first_visit).to_have_title("Two moons and shapes (Fig. 2) · RNSE")
    expect(first_visit.get_by_role("dialog")).to_have_count(0)
    pages = list((ROOT / "pages").glob("*.py"))
    expect(first_visit.get_by_test_id("stSidebarNav").get_by_role("link")).to_have_count(len(pages))
    assert matrix(first_visit, "tm_s_map").shape == (60, 60)


def test_upload_scores_labels_and_a_report_to_take_away(visit: Callable[..., Page], tmp_path: Path) -> None:
    rng = np.random.default_rng(0)
    rows = [(x, y, "left") for x, y in rng.normal(0, 1, (30, 2))] + [
        (x, y, "right") for x, y in rng.normal(9, 1, (25, 2))
    ]
    text = "id;height;width;side\n" + "".join(
        f"{place};{x:.3f};{y:.3f};{side}\n".replace(".", ",") for place, (x, y, side) in enumerate(rows, 1)
    )
    (tmp_path / "two groups.csv").write_text(text)
    page = visit("your_data")
    page.locator("input[type=file]").set_input_files(tmp_path / "two groups.csv")
    expect(page.get_by_text("To cluster: 55 rows with 2 features").first).to_be_visible()
    wait_until_complete(page)
    expect(page.locator(".st-key-yd_scatter .js-plotly-plot")).to_be_visible()
    with page.expect_download() as waiting:
        page.get_by_role("button", name="Labels (CSV)").click()
    written = waiting.value.path().read_text(encoding="utf-8-sig")
    assert waiting.value.suggested_filename == "two-groups-csv_labels.csv"
    # The user's file has decimal commas, so its own delimiter comes back.
    read = list(csv.DictReader(io.StringIO(written), delimiter=";"))
    assert [row["row"] for row in read] == [str(place) for place in range(1, 56)]
    assert read[0]["height"] == text.splitlines()[1].split(";")[1]
    clusters = {side: {row["cluster"] for row in read if row["side"] == side} for side in ("left", "right")}
    assert clusters["left"] | clusters["right"] == {"0", "1"}
    assert len(clusters["left"]) == len(clusters["right"]) == 1
    # The scores are drawn on a canvas once they are in view; their text stands in the table for screen readers beneath.
    scores = page.get_by_test_id("stDataFrame").last
    scores.scroll_into_view_if_needed()
    cells = scores.locator("[role=gridcell]")
    expect(cells.first).to_be_attached()
    texts = cells.all_text_contents()
    assert texts[texts.index("RNSE") + 1] == "1", "the accuracy"
    # The report opens without a network and draws its figures.
    with page.expect_download() as waiting:
        page.get_by_role("button", name="Report (HTML)").click()
    waiting.value.save_as(tmp_path / "report.html")
    page.context.set_offline(True)
    try:
        page.goto(f"file://{tmp_path / 'report.html'}")
        expect(page.locator(".js-plotly-plot .main-svg").first).to_be_visible()
        assert page.locator(".js-plotly-plot").count() == 5
        expect(page.get_by_text("To cluster: 55 rows with 2 features.")).to_be_visible()
    finally:
        page.context.set_offline(False)


def test_a_link_shows_another_person_the_same_picture_and_neither_disturbs_the_other(
    visit: Callable[..., Page],
) -> None:
    page = visit("two_moons?tm_n=80")
    press(page, "tm_alpha", "ArrowRight", 1, to="1.5")
    press(page, "tm_n", "ArrowLeft", 1, to="60")
    page.locator(".st-key-tm_s_order").get_by_text("Spectral", exact=True).click()
    # A part that reruns alone may be done before the page shows that it runs: its picture says that it has.
    expect(page.get_by_label("Heat map of the learned similarity S, spectral")).to_be_attached()
    settle(page)
    link = page.url
    assert {"tm_alpha=1.5", "tm_n=60", "tm_s_order=spectral"} <= set(link.split("?")[1].split("&"))
    other = visit(link, person="second")
    assert other.url == link
    numbers = {label: number(page, label) for label in ("Non-zeros / row", "Mean diagonal", "Components")}
    assert {label: number(other, label) for label in numbers} == numbers
    np.testing.assert_array_equal(matrix(other, "tm_s_map"), matrix(page, "tm_s_map"))
    press(other, "tm_alpha", "ArrowRight", 1, to="2")
    assert float(number(other, "Non-zeros / row")) > float(numbers["Non-zeros / row"])
    settle(page)
    assert page.url == link
    assert {label: number(page, label) for label in numbers} == numbers


def test_a_long_run_is_stopped_run_again_and_ended_by_a_new_setting(visit: Callable[..., Page]) -> None:
    page = visit(f"block_diagonal?bd_view=One&bd_n=1000&bd_preset={AUTHORS}", complete=False)
    said = page.get_by_text(re.compile(r"Round \d+ of at most 100: objective")).first
    stop, again = (page.get_by_role("button", name=name) for name in ("Stop run", "Run again"))
    expect(said).to_be_visible()
    stop.click()
    expect(
        page.get_by_text(re.compile(r"stopped after round \d+: what you see is not the finished result"))
    ).to_be_visible()
    wait_until_complete(page)
    expect(stop).to_have_count(0)
    again.click()
    expect(said).to_be_visible()
    page.locator(".st-key-bd_n input[type=range]").first.press("Home")
    page.wait_for_url(re.compile("bd_n=40"))
    wait_until_complete(page)
    assert matrix(page, "bd_s_map").shape == (40, 40)
    expect(stop).to_have_count(0)
    expect(again).to_have_count(0)


def test_a_comparison_that_is_left_or_stopped_keeps_what_is_done_and_goes_on(visit: Callable[..., Page]) -> None:
    page = visit("compare_methods?cp_data=Digits&cp_methods=K-Means&cp_methods=SDS", complete=False)
    expect(page.get_by_text("1 of 2 fits done. Running: SDS on Digits")).to_be_visible()
    links = page.get_by_test_id("stSidebarNav")
    links.get_by_role("link", name="Home").click()
    expect(page).to_have_title("Home · RNSE")
    links.get_by_role("link", name="Compare").click()
    expect(page.get_by_text("The run ended because this page was left")).to_be_visible()
    rest, picture = page.get_by_role("button", name="Run the 1 missing fit"), page.locator(".st-key-cp_grid")

    def check_what_is_done() -> None:
        wait_until_complete(page)
        expect(rest).to_be_visible()
        expect(picture.locator(".js-plotly-plot")).to_be_visible()

    check_what_is_done()
    rest.click()
    expect(page.get_by_text("0 of 1 fit done. Running: SDS on Digits")).to_be_visible()
    page.get_by_role("button", name="Stop run").click()
    check_what_is_done()


def test_an_unusable_address_is_explained_and_cleaned(visit: Callable[..., Page]) -> None:
    page = visit("two_moons?tm_alpha=nan&tm_n=999999&tm_seed=inf&tm_shape=" + "x" * 10_000)
    line = page.get_by_text("Not used from the address")
    expect(line).to_be_visible()
    assert all(name in line.inner_text() for name in ("tm_alpha", "tm_n", "tm_seed", "tm_shape"))
    assert "?" not in page.url
    assert number(page, "Components") == "2"


# Notes at every change of the page how many ways to stop there are.
WATCH_STOP_BUTTONS = """() => {
    window.mostStopButtons = 0;
    new MutationObserver(() => {
        const buttons = [...document.querySelectorAll('button')].filter(one => one.textContent.includes('Stop run'));
        window.mostStopButtons = Math.max(window.mostStopButtons, buttons.length);
    }).observe(document.body, {subtree: true, childList: true, characterData: true});
}"""
NEW_PROGRESS = """() => [...document.querySelectorAll('[data-stale=false]')].some(
    one => one.textContent.match(/Round [0-9]+ of at most 100: objective/))"""


def test_a_setting_changed_during_a_run_leaves_one_progress_and_a_stop_that_works(
    visit: Callable[..., Page], tmp_path: Path
) -> None:
    points = np.random.default_rng(0).normal(size=(1000, 3))
    (tmp_path / "cloud.csv").write_text("a,b,c\n" + "".join("{:.4f},{:.4f},{:.4f}\n".format(*p) for p in points))
    page = visit(f"your_data?yd_mode=By+hand&yd_preset={AUTHORS}&yd_view=Rounds")
    page.locator("input[type=file]").set_input_files(tmp_path / "cloud.csv")
    said = page.get_by_text(re.compile(r"Round \d+ of at most 100: objective"))
    expect(said.first).to_be_visible()
    stop = page.get_by_role("button", name="Stop run")
    page.evaluate(WATCH_STOP_BUTTONS)
    # The line about the automatic number is not drawn again, so what stands below it would move up.
    choose(page, "yd_clusters", "4")
    page.wait_for_url(re.compile("yd_clusters=4"))
    expect(page.locator("[data-stale=true]").filter(has_text="by the largest eigengap").first).to_be_visible()
    page.wait_for_function(NEW_PROGRESS)
    expect(said).to_have_count(1)
    expect(page.locator("[data-stale=true]").get_by_text("Stop run")).to_have_count(0)
    assert page.evaluate("window.mostStopButtons") == 1
    stop.click()
    expect(page.get_by_text("The run was stopped")).to_be_visible()
    settle(page)
    expect(stop).to_have_count(0)
    expect(page.get_by_role("button", name="Run again")).to_have_count(1)


def test_a_new_table_takes_the_results_of_the_old_one_away_at_once(visit: Callable[..., Page], tmp_path: Path) -> None:
    points = np.random.default_rng(0).normal(size=(1000, 3))
    (tmp_path / "cloud.csv").write_text("a,b,c\n" + "".join("{:.4f},{:.4f},{:.4f}\n".format(*p) for p in points))
    page = visit(f"your_data?yd_mode=By+hand&yd_preset={AUTHORS}&yd_data=iris.csv")
    picture, numbers = page.locator(".st-key-yd_scatter"), page.get_by_test_id("stMetric")
    expect(picture).to_be_visible()
    expect(numbers).to_have_count(5)
    page.locator("input[type=file]").set_input_files(tmp_path / "cloud.csv")
    expect(page.get_by_text(re.compile(r"Round \d+ of at most 100: objective")).first).to_be_visible()
    expect(page.get_by_text("about cloud.csv")).to_be_visible()
    assert picture.count() == numbers.count() == page.get_by_role("heading", name="Scores").count() == 0
    page.get_by_role("button", name="Stop run").click()
    wait_until_complete(page)
    expect(picture).to_be_visible()


def test_another_picture_chosen_during_a_run_is_drawn_after_it(visit: Callable[..., Page], tmp_path: Path) -> None:
    points = np.random.default_rng(0).normal(size=(1000, 3))
    (tmp_path / "cloud.csv").write_text("a,b,c\n" + "".join("{:.4f},{:.4f},{:.4f}\n".format(*p) for p in points))
    page = visit("your_data?yd_mode=By+hand&yd_clusters=3&yd_preset=Paper&yd_rows=500")
    page.locator("input[type=file]").set_input_files(tmp_path / "cloud.csv")
    part = page.get_by_text("500 of the 1,000 rows, chosen at random")
    expect(part).to_be_visible()
    wait_until_complete(page)
    # This run does not say above the picture what the one before said, so that the picture gets another place.
    choose(page, "yd_rows", "All")
    expect(page.get_by_text(re.compile(r"Round \d+ of at most 20: objective"))).to_be_visible()
    page.locator(".st-key-yd_plane").get_by_text("Spectral", exact=True).click()
    expect(page.locator(".st-key-yd_scatter").get_by_text("second eigenvector")).to_be_visible()
    wait_until_complete(page)
    expect(part).to_have_count(0)


def test_the_link_to_compare_has_the_settings_of_your_data_each_time(visit: Callable[..., Page]) -> None:
    page = visit("your_data?yd_mode=By+hand&yd_data=iris.csv&yd_clusters=4&yd_scale=Raw")

    def follow_the_link(clusters: str, scale: str) -> None:
        page.get_by_role("link", name="Compare methods on this table").click()
        expect(page).to_have_title("Compare · RNSE")
        expect(page.locator(".st-key-cp_clusters input")).to_have_value(clusters)
        expect(page.locator(".st-key-cp_scales").get_by_role("button", name=f"Remove {scale}")).to_be_visible()

    follow_the_link("4", "Raw")
    page.get_by_test_id("stSidebarNav").get_by_role("link", name="Your data").click()
    expect(page).to_have_title("Your data · RNSE")
    wait_until_complete(page)
    for key, option in (("yd_clusters", "Automatic"), ("yd_scale", "By column")):
        with setting(page, key, None):
            choose(page, key, option)
    # The classes are not confirmed, so the number is that of the eigengap.
    follow_the_link("2", "By column")


def test_a_walk_through_the_pages_at_every_width_keeps_the_settings(visit: Callable[..., Page]) -> None:
    page = visit("two_moons?tm_n=60&tm_preset=Paper")
    press(page, "tm_alpha", "ArrowRight", 1, to="1.5")

    def check_two_moons() -> None:
        expect(page).to_have_title("Two moons and shapes (Fig. 2) · RNSE")
        wait_until_complete(page)
        assert {"tm_n=60", "tm_preset=paper", "tm_alpha=1.5"} <= set(page.url.split("?")[1].split("&"))
        assert matrix(page, "tm_s_map").shape == (60, 60)
        expect(page.locator(".st-key-tm_alpha input[type=range]")).to_have_attribute("aria-valuetext", "1.5")

    links = page.get_by_test_id("stSidebarNav").get_by_role("link")
    titles = [text.splitlines()[-1] for text in links.all_inner_texts()]
    own = next(title for title in titles if title.startswith("Two moons"))
    # The second width of a page is the first of the next one, for to draw all charts again takes a while.
    widths = [1280, 400]
    for title in [*(title for title in titles if title != own), own]:
        if page.viewport_size["width"] == 400:
            page.get_by_test_id("stExpandSidebarButton").click()
        links.filter(has_text=title).click()
        if title == own:
            check_two_moons()
        else:
            expect(page).to_have_title(f"{title} · RNSE")
            wait_until_complete(page)
            assert "tm_" not in page.url
        unnamed = page.locator("[data-testid=stPlotlyChart]:not([aria-label])")
        assert unnamed.count() == 0, "every chart has a name for those who do not see it"
        levels = page.evaluate(HEADINGS)
        assert levels[0] == 1 and all(b - a <= 1 for a, b in pairwise(levels)), (title, levels)
        for width in widths:
            if page.viewport_size["width"] != width:
                page.set_viewport_size({"width": width, "height": 900})
            assert_no_overhang(page)
        widths.reverse()
        if title == titles[0]:
            page.go_back()
            check_two_moons()


# The levels of the headings in their order, those inside of components too.
HEADINGS = """() => {
    const levels = [];
    const look = root => root.querySelectorAll('*').forEach(one => {
        if (/^H[1-6]$/.test(one.tagName) && one.checkVisibility()) levels.push(Number(one.tagName[1]));
        if (one.shadowRoot) look(one.shadowRoot);
    });
    look(document.querySelector('[data-testid=stMain]'));
    return levels;
}"""


def assert_no_overhang(page: Page) -> None:
    """The content is no wider than the page, once charts are drawn for the width that they have now."""
    main = page.get_by_test_id("stMain").element_handle()
    try:
        page.wait_for_function("main => main.scrollWidth <= main.clientWidth", arg=main)
    except TimeoutError as error:
        raise AssertionError(f"{page.title()} is wider than a screen of {page.viewport_size}") from error
