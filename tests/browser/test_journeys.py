"""What a person does: look, move a slider, upload, read, download, share a link, stop a run."""

import csv
import io
import re
from collections.abc import Callable
from pathlib import Path
from urllib.parse import quote

import numpy as np
import pytest
from driving import ROOT, settle, wait_until_complete
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser
AUTHORS = quote("Authors' code")


def number(page: Page, label: str) -> str:
    """Read a number of the page by its label."""
    metric = page.locator("[data-testid=stMetric]").filter(has_text=label)
    return metric.locator("[data-testid=stMetricValue]").inner_text()


def matrix(page: Page, key: str) -> np.ndarray:
    """Read the entries of a heat map as the browser draws them."""
    chart = page.locator(f".st-key-{key} .js-plotly-plot")
    expect(chart).to_be_visible()
    rows = chart.evaluate("chart => chart._fullData[0].z.map(row => Array.from(row))")
    return np.array(rows, dtype=float)


def press(page: Page, key: str, arrow: str, times: int = 1) -> None:
    """Move a slider with the keyboard and wait for what follows."""
    handle = page.locator(f".st-key-{key} input[type=range]").first
    handle.focus()
    for _ in range(times):
        handle.press(arrow)
    page.wait_for_timeout(300)
    wait_until_complete(page)


def test_alpha_changes_the_picture_of_s_and_the_address(visit: Callable[..., Page]) -> None:
    page = visit()
    expect(page).to_have_title("Home · RNSE")
    before, neighbours = matrix(page, "home_2"), float(number(page, "Non-zeros / row"))
    np.testing.assert_allclose(before.sum(axis=1), 1.0, atol=1e-4)
    press(page, "home_alpha", "ArrowRight", 2)
    after = matrix(page, "home_2")
    np.testing.assert_allclose(after.sum(axis=1), 1.0, atol=1e-4)
    assert np.count_nonzero(after) > 1.2 * np.count_nonzero(before)
    assert float(number(page, "Non-zeros / row")) > neighbours
    assert "home_alpha=2" in page.url


def test_the_first_visitor_of_a_new_server_may_come_by_a_link(first_visit: Page) -> None:
    expect(first_visit).to_have_title("Two moons and shapes (Fig. 2) · RNSE")
    expect(first_visit.get_by_role("dialog")).to_have_count(0)
    expect(first_visit.get_by_test_id("stSidebarNav").get_by_role("link")).to_have_count(
        len(list((ROOT / "pages").glob("*.py")))
    )
    assert matrix(first_visit, "tm_s_map").shape == (60, 60)


def test_upload_scores_and_labels_to_take_away(visit: Callable[..., Page], tmp_path: Path) -> None:
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


def test_a_link_shows_another_person_the_same_picture(visit: Callable[..., Page]) -> None:
    page = visit("two_moons?tm_n=80")
    press(page, "tm_alpha", "ArrowRight")
    press(page, "tm_n", "ArrowLeft")
    page.locator(".st-key-tm_s_order").get_by_text("Spectral", exact=True).click()
    page.wait_for_timeout(300)
    settle(page)
    assert {"tm_alpha=1.5", "tm_n=60", "tm_s_order=Spectral"} <= set(page.url.split("?")[1].split("&"))
    other = visit(page.url, person="second")
    for label in ("Non-zeros / row", "Mean diagonal", "Components"):
        assert number(other, label) == number(page, label)
    np.testing.assert_array_equal(matrix(other, "tm_s_map"), matrix(page, "tm_s_map"))
    assert other.url == page.url


def test_a_long_run_is_stopped_and_says_that_it_is_not_finished(visit: Callable[..., Page]) -> None:
    page = visit(f"block_diagonal?bd_view=One&bd_n=1000&bd_preset={AUTHORS}", complete=False)
    expect(page.get_by_text(re.compile(r"Round \d+ of at most 100: objective")).first).to_be_visible()
    page.get_by_role("button", name="Stop run").click()
    expect(
        page.get_by_text(re.compile(r"stopped after round \d+: what you see is not the finished result"))
    ).to_be_visible()
    wait_until_complete(page)
    expect(page.get_by_role("button", name="Stop run")).to_have_count(0)
    expect(page.get_by_role("button", name="Run again")).to_be_visible()


def test_a_comparison_is_stopped_and_goes_on_where_it_was(visit: Callable[..., Page]) -> None:
    page = visit("compare_methods?cp_data=Digits&cp_methods=K-Means&cp_methods=SDS", complete=False)
    expect(page.get_by_text("1 of 2 fits done. Running: SDS on Digits")).to_be_visible()
    page.get_by_role("button", name="Stop run").click()
    wait_until_complete(page)
    expect(page.get_by_role("button", name="Run the 1 missing fit")).to_be_visible()
    expect(page.locator(".st-key-cp_grid .js-plotly-plot")).to_be_visible()
    page.get_by_role("button", name="Run the 1 missing fit").click()
    expect(page.get_by_text("0 of 1 fit done. Running: SDS on Digits")).to_be_visible()
    page.get_by_role("button", name="Stop run").click()
    wait_until_complete(page)


def test_a_comparison_whose_page_is_left_keeps_what_is_done_and_says_so(visit: Callable[..., Page]) -> None:
    page = visit("compare_methods?cp_data=Digits&cp_methods=PCA&cp_methods=SDS", complete=False)
    expect(page.get_by_text("1 of 2 fits done. Running: SDS on Digits")).to_be_visible()
    links = page.get_by_test_id("stSidebarNav")
    links.get_by_role("link", name="Home").click()
    expect(page).to_have_title("Home · RNSE")
    wait_until_complete(page)
    links.get_by_role("link", name="Compare").click()
    expect(page.get_by_text("The run ended because this page was left")).to_be_visible()
    wait_until_complete(page)
    expect(page.get_by_role("button", name="Run the 1 missing fit")).to_be_visible()
    expect(page.locator(".st-key-cp_grid .js-plotly-plot")).to_be_visible()


def test_moving_a_slider_during_a_run_ends_it_for_the_new_setting(visit: Callable[..., Page]) -> None:
    page = visit(f"two_moons?tm_n=1000&tm_preset={AUTHORS}", complete=False)
    expect(page.get_by_text(re.compile(r"Round \d+ of at most 100: objective")).first).to_be_visible()
    handle = page.locator(".st-key-tm_n input[type=range]").first
    handle.focus()
    handle.press("Home")
    wait_until_complete(page)
    assert "tm_n=20" in page.url
    assert matrix(page, "tm_s_map").shape == (20, 20)
    expect(page.get_by_role("button", name="Stop run")).to_have_count(0)


def test_an_unusable_address_is_explained_and_cleaned(visit: Callable[..., Page]) -> None:
    page = visit("two_moons?tm_alpha=nan&tm_n=999999&tm_seed=inf&tm_shape=" + "x" * 10_000)
    line = page.get_by_text("Not used from the address")
    expect(line).to_be_visible()
    assert all(name in line.inner_text() for name in ("tm_alpha", "tm_n", "tm_seed", "tm_shape"))
    assert "?" not in page.url
    assert number(page, "Components") == "2"


def test_a_setting_changed_during_a_run_leaves_one_progress_and_a_stop_that_works(
    visit: Callable[..., Page], tmp_path: Path
) -> None:
    points = np.random.default_rng(0).normal(size=(1000, 3))
    (tmp_path / "cloud.csv").write_text("a,b,c\n" + "".join("{:.4f},{:.4f},{:.4f}\n".format(*p) for p in points))
    page = visit(f"your_data?yd_preset={AUTHORS}&yd_view=Rounds")
    page.locator("input[type=file]").set_input_files(tmp_path / "cloud.csv")
    said = page.get_by_text(re.compile(r"Round \d+ of at most 100: objective"))
    expect(said.first).to_be_visible()
    stop = page.get_by_role("button", name="Stop run")
    # The line about the automatic number is not drawn again, so what stands below it would move up.
    page.locator(".st-key-yd_clusters input").click()
    page.get_by_role("option", name="4", exact=True).click()
    expect(page).to_have_url(re.compile("yd_clusters=4"))
    expect(page.locator("[data-stale=true]").filter(has_text="by the largest eigengap").first).to_be_visible()
    for _ in range(20):
        assert stop.count() <= 1
        page.wait_for_timeout(200)
    expect(said).to_have_count(1)
    expect(page.locator("[data-stale=true]").get_by_text("Stop run")).to_have_count(0)
    stop.click()
    expect(page.get_by_text("The run was stopped")).to_be_visible()
    settle(page)
    expect(stop).to_have_count(0)
    expect(page.get_by_role("button", name="Run again")).to_have_count(1)


def test_a_new_table_takes_the_results_of_the_old_one_away_at_once(visit: Callable[..., Page], tmp_path: Path) -> None:
    points = np.random.default_rng(0).normal(size=(1000, 3))
    (tmp_path / "cloud.csv").write_text("a,b,c\n" + "".join("{:.4f},{:.4f},{:.4f}\n".format(*p) for p in points))
    page = visit(f"your_data?yd_preset={AUTHORS}&yd_data=iris.csv")
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
    points = np.random.default_rng(0).normal(size=(700, 3))
    (tmp_path / "cloud.csv").write_text("a,b,c\n" + "".join("{:.4f},{:.4f},{:.4f}\n".format(*p) for p in points))
    page = visit("your_data?yd_clusters=3&yd_preset=Paper")
    page.locator("input[type=file]").set_input_files(tmp_path / "cloud.csv")
    expect(page.get_by_text("about cloud.csv")).to_be_visible()
    wait_until_complete(page)
    # A run that says something above the picture that the one before did not.
    page.locator(".st-key-yd_rows input").click()
    page.get_by_role("option", name="500", exact=True).click()
    expect(page.get_by_text("500 of the 700 rows, chosen at random")).to_be_visible()
    page.locator(".st-key-yd_plane").get_by_text("Spectral", exact=True).click()
    expect(page.locator(".st-key-yd_scatter").get_by_text("second eigenvector")).to_be_visible()
    wait_until_complete(page)


def test_the_link_to_compare_has_the_settings_of_your_data_each_time(visit: Callable[..., Page]) -> None:
    page = visit("your_data?yd_data=iris.csv&yd_clusters=4&yd_scale=Raw")
    links = page.get_by_test_id("stSidebarNav")
    for clusters, scale in (("4", "Raw"), ("As many as classes", "z-score")):
        page.get_by_role("link", name="Compare methods on this table").click()
        expect(page).to_have_title("Compare · RNSE")
        expect(page.locator(".st-key-cp_clusters input")).to_have_value(clusters)
        expect(page.locator(".st-key-cp_scales").get_by_role("button", name=f"Remove {scale}")).to_be_visible()
        links.get_by_role("link", name="Your data").click()
        expect(page).to_have_title("Your data · RNSE")
        wait_until_complete(page)
        if clusters == "4":
            for key, option in (("yd_clusters", "Automatic"), ("yd_scale", "z-score")):
                page.locator(f".st-key-{key} input").click()
                page.get_by_role("option", name=option, exact=True).click()
                expect(page).not_to_have_url(re.compile(key))
                wait_until_complete(page)


def test_settings_outlive_other_pages_and_the_back_button(visit: Callable[..., Page]) -> None:
    page = visit("two_moons?tm_n=60&tm_preset=Paper")
    links = page.get_by_test_id("stSidebarNav")
    links.get_by_role("link", name="Home").click()
    expect(page).to_have_title("Home · RNSE")
    wait_until_complete(page)
    page.go_back()
    expect(page).to_have_title("Two moons and shapes (Fig. 2) · RNSE")
    expect(page).to_have_url(re.compile(r"tm_n=60"))
    wait_until_complete(page)
    assert matrix(page, "tm_s_map").shape == (60, 60)
    assert "tm_preset=Paper" in page.url
    links.get_by_role("link", name="Home").click()
    expect(page).to_have_title("Home · RNSE")
    wait_until_complete(page)
    links.get_by_role("link", name="Two moons").click()
    expect(page).to_have_url(re.compile(r"tm_n=60"))
    wait_until_complete(page)
    assert matrix(page, "tm_s_map").shape == (60, 60)


def test_two_people_do_not_disturb_each_other(visit: Callable[..., Page]) -> None:
    one, two = visit(), visit(person="second")
    press(one, "home_alpha", "ArrowRight", 3)
    press(two, "home_alpha", "ArrowLeft", 1)
    assert "home_alpha=3" in one.url
    assert "home_alpha=0.7" in two.url
    assert float(number(one, "Non-zeros / row")) > float(number(two, "Non-zeros / row"))


def test_a_walk_through_the_pages_at_every_width(visit: Callable[..., Page]) -> None:
    page = visit("two_moons?tm_n=60")
    press(page, "tm_alpha", "ArrowRight", 2)
    titles = (
        "Home",
        "Block-diagonal (Fig. 1)",
        "Tables 1 to 3",
        "Compare",
        "Your data",
        "Two moons and shapes (Fig. 2)",
    )
    # The second width of a page is the first of the next one, for to draw all charts again takes a while.
    widths = [1280, 400]
    for title in titles:
        link = page.get_by_test_id("stSidebarNav").get_by_role("link", name=title)
        if page.viewport_size["width"] == 400:
            page.get_by_test_id("stExpandSidebarButton").click()
        link.click()
        expect(page).to_have_title(f"{title} · RNSE")
        wait_until_complete(page)
        unnamed = page.locator("[data-testid=stPlotlyChart]:not([aria-label])")
        assert unnamed.count() == 0, "every chart has a name for those who do not see it"
        for width in widths:
            if page.viewport_size["width"] != width:
                page.set_viewport_size({"width": width, "height": 900})
                page.wait_for_timeout(300)
            assert overhang(page) <= 0, f"{title} is wider than a screen of {width} pixels"
        widths.reverse()
        assert ("tm_alpha" in page.url) == title.startswith("Two moons")
    # What was set on a page is still set when its reader comes back.
    expect(page.locator(".st-key-tm_alpha input[type=range]")).to_have_attribute("aria-valuetext", "2")


def overhang(page: Page) -> int:
    """Pixels by which the content is wider than the page."""
    main = page.get_by_test_id("stMain")
    return int(main.evaluate("main => main.scrollWidth - main.clientWidth"))


def test_the_report_opens_without_a_network_and_draws_its_figures(visit: Callable[..., Page], tmp_path: Path) -> None:
    page = visit("your_data?yd_data=iris.csv")
    with page.expect_download() as waiting:
        page.get_by_role("button", name="Report (HTML)").click()
    waiting.value.save_as(tmp_path / "report.html")
    page.context.set_offline(True)
    try:
        page.goto(f"file://{tmp_path / 'report.html'}")
        expect(page.locator(".js-plotly-plot .main-svg").first).to_be_visible()
        assert page.locator(".js-plotly-plot").count() == 5
        expect(page.get_by_text("To cluster: 150 rows with 4 features.")).to_be_visible()
    finally:
        page.context.set_offline(False)
