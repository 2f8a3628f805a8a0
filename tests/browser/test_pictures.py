"""PNG and SVG of each figure, written by the browser."""

from collections.abc import Callable
from pathlib import Path

import pytest
from PIL import Image
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("name", ["two_moons", "convergence"])
def test_every_figure_is_saved_in_both_formats(visit: Callable[..., Page], name: str, tmp_path: Path) -> None:
    page = visit(name)
    box = page.locator(".pictures")
    charts = page.locator(".js-plotly-plot")
    expect(box).to_have_attribute("data-figures", str(charts.count()))
    expect(page.locator(".modebar").first).to_be_hidden()
    figures = box.get_by_label("Figure")
    names = set()
    for place in range(charts.count()):
        figures.select_option(str(place))
        for ending in ("png", "svg"):
            with page.expect_download() as download:
                box.get_by_role("button", name=ending.upper()).click()
            path = tmp_path / download.value.suggested_filename
            download.value.save_as(path)
            assert path.suffix == f".{ending}" and path.stem.startswith(name.replace("_", "-"))
            names.add(path.name)
            if ending == "svg":
                assert path.read_text(encoding="utf-8").startswith("<svg")
            else:
                shown = charts.nth(place).bounding_box()
                assert shown is not None
                with Image.open(path) as image:
                    assert image.width == pytest.approx(3 * shown["width"], abs=4)
                    assert len(image.convert("RGB").getcolors(1_000_000) or []) > 2
    assert len(names) == 2 * charts.count()


def test_a_page_without_figures_offers_none(visit: Callable[..., Page]) -> None:
    page = visit("step_through?sp_n=60")
    expect(page.locator(".pictures")).to_be_hidden()
