"""The page Alpha x beta."""

import io

import numpy as np
import pandas as pd
import pytest
import streamlit as st
from page_checks import ROOT, assert_calm, check_bad_addresses, check_controls, run_program
from small_grids import SMALL

from pages.shared.results import grid_views
from pages.shared.results.grid_sentences import grid_sentences
from pages.shared.runs import grid, named_data
from pages.shared.runs.grid import Grid
from pages.shared.runs.named_data import ALL_DATA
from rnse_core import RNSE
from rnse_core.metrics import clustering_accuracy
from rnse_core.recording import record_grid, summarise_grid
from rnse_core.wording import two_digits

CHANGES = {
    "pm_data": "circles",
    "pm_grid": "wide",
    "pm_preset": "paper",
    "pm_seed": 3,
    "pm_left": "objective",
    "pm_right": "agreement",
    "pm_alpha": 10.0,
    "pm_beta": 0.1,
    "pm_s_order": "spectral",
}


@pytest.fixture
def small(small_grids, monkeypatch):
    """Grids of a few cells, on few points, kept by no other test."""
    monkeypatch.setattr(named_data, "N_SAMPLES", 40)
    st.cache_resource.clear()
    yield
    st.cache_resource.clear()


def said(app):
    return "\n".join(one.value for one in app.markdown)


def record_of(name, the_grid, preset="exact"):
    choice = ALL_DATA[name]
    data = choice.load()
    model = RNSE.from_preset(preset, data.n_clusters, random_state=0, **choice.kernel)
    return record_grid(data.X, the_grid.alphas, the_grid.betas, model, data.y)


def test_the_first_paint_is_a_finished_grid(open_page, small):
    app = open_page("parameter_map")
    assert_calm(app)
    assert not app.warning
    assert len(app.get("plotly_chart")) == 4
    for sentence in grid_sentences(record_of("two_moons", SMALL["paper"]), "exact"):
        assert sentence in said(app)


@pytest.mark.parametrize("data", ["two_moons", "no_structure", "blocks_95"])
def test_each_sentence_says_what_was_measured(data):
    record = record_of(data, Grid("", (0.01, 0.3, 1.0, 3.0, 100.0), (1e-3, 1.0, 1000.0)))
    found = summarise_grid(record)
    sentences = {one.split("**")[1]: one for one in grid_sentences(record, "exact")}
    assert found.most_moved == 0 and "in all 15 cells" in sentences["β moves no label"]
    assert f"n / C = {record.n_samples / record.n_clusters:.3g}" in sentences["S and β"]
    assert f"at most {two_digits(found.change_below)}" in sentences["S and β"]
    assert f"up to {two_digits(found.change_from)}" in sentences["S and β"]
    assert f"{len(found.made_blocks)} cells" in sentences["β makes blocks"]
    assert found.too_small == (0.01,) and "α = 0.01 " in sentences["α too small"]
    components = int(record.values("n_components")[0].max())
    assert f"falls into {components} parts" in sentences["α too small"] and components > 2 * record.n_clusters
    if record.has("accuracy"):
        there = record.values("accuracy")[record.alphas.index(0.01)]
        assert f"{there[~np.isnan(there)].min():.1%}" in sentences["α too small"]
    assert found.too_large == (100.0,) and "α = 100 " in sentences["α too large"]
    fitting = [alpha for alpha in record.alphas if alpha in found.fitting]
    assert all(f"{alpha:g}" in sentences["Without classes"] for alpha in fitting)
    if record.has("accuracy"):
        (alpha, beta), n_equal = record.best("accuracy")
        best = sentences["Choosing by the classes"]
        accuracy = record.values("accuracy")
        assert f"{accuracy.max():.1%}, at α = {alpha:g}, β = {beta:g}, as in {n_equal} of the cells" in best
        assert f"gives {accuracy[2, 1]:.1%}" in best and "of 15 tries" in best
        made = [record.cells[cell].numbers["accuracy"] for cell in found.made_blocks]
        assert f"{min(made):.1%}" in sentences["β makes blocks"] and f"{max(made):.1%}" in sentences["β makes blocks"]
    else:
        assert "Choosing by the classes" not in sentences
        agreement = record.agreement()
        least = np.argwhere(agreement == agreement.min())[0]
        where = f"least at α = {record.alphas[least[0]]:g}, β = {record.betas[least[1]]:g} ({agreement.min():.2f})"
        assert f"mean ARI {agreement.max():.2f}" in sentences["No classes"] and where in sentences["No classes"]


def test_what_the_paper_s_preset_does_is_said():
    record = record_of("two_moons", Grid("", (1.0,), (1e-3, 1.0)), preset="paper")
    found = summarise_grid(record)
    sentences = grid_sentences(record, "paper")
    assert f"from β = {found.first_moving:g} on: up to {found.most_moved} of 200 labels" in sentences[0]
    assert any(two_digits(record.values("row_sum_error").max()) in one for one in sentences)


def test_spirals_are_right_where_s_falls_into_two_parts():
    record = record_of("spirals", Grid("", (0.3, 0.5, 1.0), (1.0,)))
    (without,) = [one for one in grid_sentences(record, "exact") if "Without classes" in one]
    assert "α = 0.3 and 0.5; the accuracy there is 100.0%" in without
    assert record.values("accuracy")[2, 0] < 0.7


def test_all_data_can_be_loaded():
    for one in ALL_DATA.values():
        data = one.load()
        assert len(data.X) >= 100 and data.n_clusters >= 2
        assert data.y is None or len(np.unique(data.y)) == data.n_clusters


def test_without_classes_there_is_no_score_to_show(open_page, small):
    app = open_page("parameter_map", pm_data="no_structure")
    assert_calm(app)
    assert app.selectbox(key="pm_left_unscored").value == "agreement"
    assert not {"Accuracy (ACC)", "ARI"} & set(app.selectbox(key="pm_left_unscored").options)
    app.selectbox(key="pm_left_unscored").set_value("objective").run()
    app.selectbox(key="pm_data").set_value("iris").run()
    assert_calm(app)
    assert app.selectbox(key="pm_left").value == "accuracy"


def test_a_cell_that_the_grid_does_not_have_is_left(open_page, small):
    app = open_page("parameter_map", pm_grid="wide", pm_alpha="0.3", pm_beta="100")
    assert any("α = 0.3, β = 100" in one.value for one in app.header)
    app.selectbox(key="pm_grid").set_value("paper").run()
    assert_calm(app)
    assert any("α = 1, β = 1" in one.value for one in app.header)


def test_a_click_chooses_the_cell(monkeypatch):
    state = {"chart": {"selection": {"points": [{"customdata": [0.1, 100]}]}}}
    monkeypatch.setattr(st, "session_state", state)
    grid_views.choose_clicked("pm", "chart")
    assert (state["pm_alpha"], state["pm_beta"]) == (0.1, 100.0)
    state["chart"]["selection"]["points"] = []
    grid_views.choose_clicked("pm", "chart")
    assert (state["pm_alpha"], state["pm_beta"]) == (0.1, 100.0)


def test_the_text_of_a_map_says_what_it_shows():
    record = record_of("spirals", Grid("", (0.5, 1.0), (1.0,)))
    text = grid_views.map_text(record, "accuracy")
    assert "100.0%" in text and "α = 0.5" in text and f"{record.values('accuracy').min():.1%}" in text
    assert "0 in every cell" in grid_views.map_text(record, "n_moved")


def test_a_stopped_grid_shows_its_cells_and_goes_on(open_page, small, monkeypatch):
    class Stop(Exception):
        """A click on "Stop run" ends the script at the next change of the bar."""

    fitted = []

    def stop_in_the_middle(*arguments, progress, **keywords):
        def show(done, total):
            fitted.append(done)
            if done == 3:
                raise Stop

        return record_grid(*arguments, progress=show, **keywords)

    with monkeypatch.context() as patch:
        patch.setattr(grid, "record_grid", stop_in_the_middle)
        app = open_page("parameter_map")
    app.session_state["stop_clicked"] = True
    app.run()
    assert_calm(app)
    assert fitted == [1, 2, 3]
    assert any("3 of the 6 cells" in one.value for one in app.warning)
    # Another control changes nothing about that.
    app.selectbox(key="pm_left").set_value("objective").run()
    assert any("3 of the 6 cells" in one.value for one in app.warning)
    app.button(key="grid_go_on").click().run()
    assert_calm(app)
    assert not app.warning
    assert "in all 6 cells" in said(app)


def test_controls_and_addresses(open_page, small):
    check_controls(open_page("parameter_map"), "pm_", CHANGES)
    check_bad_addresses(open_page, "parameter_map", ["pm_data", "pm_grid", "pm_preset", "pm_seed"])


def test_a_cell_that_is_no_cell_is_named(open_page, small):
    app = open_page("parameter_map", pm_alpha="2", pm_beta="nan", pm_left="<b>")
    assert_calm(app)
    lines = [one.value for one in app.warning]
    assert len(lines) == 3 and all(line.startswith("Not used from the address") for line in lines)
    assert [app.selectbox(key=key).value for key in ("pm_alpha", "pm_beta", "pm_left")] == [1.0, 1.0, "accuracy"]


@pytest.mark.parametrize("data", ["spirals", "no_structure", "blocks_80", "iris"])
def test_the_program_gives_what_is_shown(open_page, small, monkeypatch, data):
    monkeypatch.setattr(named_data, "N_SAMPLES", 200)
    app = open_page("parameter_map", pm_data=ALL_DATA[data].title, pm_alpha="10", pm_beta="0.1")
    assert_calm(app)
    names = run_program(app.code[-1].value, ROOT)
    files = {one.proto.id: one for one in app.get("download_button")}
    assert len(files) == 2
    shown = record_of(data, SMALL["paper"])
    for measure in ("n_components", "objective", "n_moved", "accuracy"):
        np.testing.assert_array_equal(names["grid"].values(measure), shown.values(measure))
    for sentence in grid_sentences(names["grid"], "exact"):
        assert sentence in said(app)
    if names["y"] is not None and data != "no_structure":
        assert clustering_accuracy(names["y"], names["labels"]) == shown.values("accuracy")[2, 0]
    sizes = ", ".join(str(np.sum(names["labels"] == label)) for label in np.unique(names["labels"]))
    assert any(f"Points per cluster: {sizes}." in one.value for one in app.caption)


def test_the_table_of_values_has_a_row_for_each_cell():
    record = record_of("two_moons", SMALL["paper"])
    table = pd.read_csv(io.StringIO(pd.DataFrame(record.rows()).to_csv(index=False)))
    assert len(table) == 6
    np.testing.assert_allclose(table["accuracy"], record.values("accuracy").ravel())
