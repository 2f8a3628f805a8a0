"""The page with the paper's tables."""

import io
import json

import pandas as pd
from page_checks import assert_calm, check_bad_addresses, check_controls, frame_with

from pages.shared.comparison.printed import CAPTIONS
from pages.shared.results import table_downloads
from pages.shared.table.scaling import SCALINGS
from rnse_core.datasets import PAPER_DATASETS
from rnse_core.datasets.paper_tables import PAPER_METHODS
from rnse_core.experiments import against_printed, read_results


def table_on(app):
    return frame_with(app, "RNSE")


def test_first_paint_is_full(open_page):
    app = open_page("paper_tables")
    assert_calm(app)
    table = table_on(app)
    shown = [name for name in table.columns if "(" not in name]
    assert shown == ["RNSE", *(name for name in PAPER_METHODS if name != "RNSE"), "one cluster"]
    assert len(table) >= len(PAPER_DATASETS) - 1
    assert len(frame_with(app, "Actual")) == len(PAPER_DATASETS)
    assert any("gisette" in caption.value and "OpenML" in caption.value for caption in app.caption)


def test_every_control(open_page):
    changes = {"pt_score": "purity", "pt_cells": "difference"}
    check_controls(open_page("paper_tables"), "pt_", changes, others={"pt_scale"})


def test_cells_are_the_records_that_ship(open_page):
    frame, _ = read_results()
    app = open_page("paper_tables")
    scales = [name for name, title in SCALINGS.items() if title in app.selectbox(key="pt_scale").options]
    assert set(scales) == set(frame["preprocessing"])
    for scale in scales:
        app.selectbox(key="pt_scale").set_value(scale).run()
        assert_calm(app)
        for one in against_printed(frame[frame["preprocessing"] == scale], "accuracy").itertuples():
            cell = table_on(app).loc[one.dataset, one.method]
            assert cell.rstrip("†") == (f"{one.mean:.1f}" if one.runs else "–")
            assert ("†" in cell) == one.at_majority


def test_printed_values_and_differences(open_page):
    app = open_page("paper_tables", pt_cells="Printed")
    assert table_on(app).loc["mnist", "RNSE"] == "64.0"
    assert table_on(app).loc["mnist", "NMF"] == "–"
    assert table_on(app).loc["arcene", "CAN"].endswith("‡")
    app.segmented_control(key="pt_cells").set_value("printed_std").run()
    assert table_on(app).loc["mnist", "RNSE"] == "0.3"
    app.segmented_control(key="pt_cells").set_value("difference").run()
    assert table_on(app).loc["mnist", "RNSE"][0] in "+-"
    marked = frame_with(app, "Verdict")
    assert set(marked["Verdict"]) == {"impossible", "trivial"}
    # Each printed cell counts once, however many versions of its method and parts of its data there are.
    assert set(marked["Method"]) <= set(PAPER_METHODS)
    assert not marked.duplicated(["Data set", "Method"]).any()
    assert any(one.label.startswith(f"{len(marked)} printed value") for one in app.expander)


def test_all_columns_fit_a_screen_of_1280(open_page):
    """The sidebar of 300 and the margins of this page leave 916 pixels, of which the border takes 2."""
    app = open_page("paper_tables")
    element = next(one for one in app.dataframe if "RNSE" in one.value.columns)
    columns = json.loads(element.proto.columns)
    assert set(columns) == {"_index", *element.value.columns}
    assert sum(one["width"] for one in columns.values()) <= 914
    for name, one in columns.items():
        heading = one.get("label") or name
        assert name == "_index" or one["width"] >= 6.5 * len(heading) + 8, "no heading is cut"
    # A short header says on hovering what it stands for.
    assert columns["NCuts (kNN)"]["label"] == "NCuts kNN" and columns["NCuts (kNN)"]["help"].startswith("NCuts (kNN): ")


def test_bold_and_caption_are_of_what_the_cells_show(open_page):
    for cells in CAPTIONS:
        app = open_page("paper_tables", pt_cells=cells)
        styles = next(one for one in app.dataframe if "RNSE" in one.value.columns).proto.arrow_data.styler.styles
        assert ("bold" in styles) == (cells in ("ours", "printed"))
        assert any(caption.value == CAPTIONS[cells] for caption in app.caption)


def test_tables_to_take_away(open_page, monkeypatch):
    offered = {}
    monkeypatch.setattr(
        table_downloads.st, "download_button", lambda label, data, *_, **__: offered.update({label: data})
    )
    open_page("paper_tables", pt_score="Table 3: purity")
    table = pd.read_csv(io.StringIO(offered["Tables (CSV)"]()))
    assert set(table["score"]) == {"accuracy", "purity"} and {"printed", "mean", "difference"} <= set(table.columns)
    assert "| mnist |" in offered["Tables (Markdown)"]() and r"\toprule" in offered["Tables (LaTeX)"]()


def test_an_unusable_choice_of_cells_is_said(open_page):
    app = open_page("paper_tables", pt_cells="zzz")
    (warning,) = app.warning
    assert all(part in warning.value for part in ("pt_cells", "zzz", "ours_std", "Ours."))
    app.segmented_control(key="pt_cells").set_value("printed").run()
    assert not app.warning


def test_unusable_addresses(open_page):
    check_bad_addresses(open_page, "paper_tables", ["pt_scale", "pt_score"])


def test_the_program_is_python(open_page):
    app = open_page("paper_tables")
    compile(app.code[-1].value, "show_code.py", "exec")
