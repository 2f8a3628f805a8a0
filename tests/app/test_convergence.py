"""The page Convergence."""

import pytest
from page_checks import ROOT, assert_calm, check_bad_addresses, check_controls, frame_with, run_program

from pages.shared.runs import named_data
from pages.shared.runs.descent import descent_sentences
from pages.shared.runs.named_data import FEATURE_DATA
from rnse_core.recording import record_histories, summarise_descent
from rnse_core.wording import two_digits

SMALL = {"cv_seeds": "2"}
CHANGES = {"cv_data": "circles", "cv_seeds": 1, "cv_alpha": 3.0, "cv_beta": 10.0, "cv_part": "smoothness"}


def test_the_first_paint_compares_finished_runs(open_page):
    app = open_page("convergence", **SMALL)
    assert_calm(app)
    assert len(app.get("plotly_chart")) == 2
    table = frame_with(app, "version").set_index("version")
    assert table["row-sum error"]["Paper"] > 0.05 > 1e-8 > table["row-sum error"]["Exact"]
    assert table["runs that rose"]["Exact"] == 0 < table["runs that rose"]["Paper"]


@pytest.mark.parametrize("data", ["two_moons", "iris"])
def test_each_sentence_says_what_was_measured(data):
    X, _, n_clusters = FEATURE_DATA[data].load()
    runs = {version: record_histories(X, n_clusters, version, [0]) for version in ("paper", "exact")}
    paper, exact = descent_sentences(runs)
    measured = summarise_descent(runs["paper"])
    assert f"{measured.fall:.0%}" in paper and two_digits(measured.row_sum_error) in paper
    errors = [history[-1]["row_sum_error"] for history in record_histories(X, n_clusters, "paper", range(3))]
    assert summarise_descent(record_histories(X, n_clusters, "paper", range(3))).row_sum_error == max(errors)
    assert ("never rose" in paper) == (measured.rising_runs == 0)
    assert "**not** doubly stochastic" in paper and "**not**" not in exact


def test_all_data_can_be_loaded():
    for one in FEATURE_DATA.values():
        X, _, n_clusters = one.load()
        assert len(X) >= 100 and n_clusters >= 2


def test_controls_and_addresses(open_page, monkeypatch):
    monkeypatch.setattr(named_data, "N_SAMPLES", 40)
    check_controls(open_page("convergence", **SMALL), "cv_", CHANGES, others={"cv_authors"})
    check_bad_addresses(open_page, "convergence", ["cv_data", "cv_seeds", "cv_alpha", "cv_beta"])


@pytest.mark.parametrize("query", [SMALL, {"cv_seeds": "1", "cv_data": "wine"}])
def test_the_program_measures_the_same(open_page, query, capsys):
    app = open_page("convergence", **query)
    names = run_program(app.code[-1].value, ROOT)
    table = frame_with(app, "version")
    assert names["version"] == "exact"
    assert summarise_descent(names["histories"]).last == table["last objective, mean"].iloc[-1]
