"""Runs of the page Compare: progress, a stop, failures, and what is shown meanwhile."""

import pandas as pd
import pytest
import streamlit as st
from comparisons import blobs, table_on
from page_checks import assert_calm, frame_with

from pages.shared.comparison import progress, running
from pages.shared.comparison.plan import Plan, _Folder, known_records
from pages.shared.runs.progress import RunArea

pytestmark = pytest.mark.usefixtures("fits_in_this_process")


def test_a_failure_is_a_record_and_not_an_error(open_page, monkeypatch):
    # This failure is foreseen, and said above the results in its place.
    monkeypatch.setattr(Plan, "unsuitable", lambda _plan: {})
    app = open_page("compare_methods", cp_data="Two moons", cp_methods=["K-Means", "NMF"])
    assert_calm(app)
    assert not app.error
    failed = frame_with(app, "error")
    assert list(failed["method"]) == ["NMF"]
    assert "egative" in failed["error"].iloc[0]
    assert table_on(app).loc["Two moons", "NMF"] == "–"


def test_a_stopped_comparison_keeps_what_is_done_and_goes_on(open_page, monkeypatch):
    """What ends the script, such as a click on "Stop run", ends the run; the rest is offered."""
    app = open_page("compare_methods", cp_data="Two moons", cp_methods="K-Means")
    status = progress.ComparisonLog.status

    class Clicked(BaseException):
        pass

    def click_after_two(log):
        if len(log.records) >= 2:
            raise Clicked
        return status(log)

    plan = Plan({"a": blobs(0), "b": blobs(1)}, ("K-Means", "NCuts", "RNSE"), 2, ("zscore",), 60.0)
    store = _Folder()
    monkeypatch.setattr("pages.shared.comparison.plan._shared_folder", lambda: store)
    monkeypatch.setattr(progress.ComparisonLog, "status", click_after_two)
    monkeypatch.setattr(running, "POLL_SECONDS", 0.001)
    with pytest.raises(Clicked):
        running.run_missing(plan, 12, RunArea())
    frame, missing = known_records(plan)
    assert len(frame) >= 2
    assert missing == 12 - len(frame) > 0
    assert running.reason_of_end(plan) == running.LEFT
    monkeypatch.setattr(progress.ComparisonLog, "status", status)
    running.run_missing(plan, missing, RunArea())
    frame, missing = known_records(plan)
    assert (len(frame), missing) == (12, 0)
    assert not running.reason_of_end(plan)
    assert not app.exception


def test_a_run_that_ended_because_its_page_was_left_says_so(open_page, monkeypatch):
    run_missing = running.run_missing

    def interrupted(plan, missing, area, **_):
        first = Plan(plan.data, plan.methods[:1], plan.seeds, plan.preprocess, plan.time_limit)
        run_missing(first, 1, area)
        running._note_end(plan, running.LEFT)
        st.rerun()

    monkeypatch.setattr(running, "run_missing", interrupted)
    app = open_page("compare_methods", cp_data="Varied variance", cp_methods=["K-Means", "RNSE"])
    assert_calm(app)
    assert app.info[0].value == f"{running.LEFT} What was finished is kept; the button goes on."
    assert app.button(key="cp_run").label == "Run the 1 missing fit"
    assert table_on(app).loc["Varied variance", "K-Means"] != "–"
    monkeypatch.setattr(running, "run_missing", run_missing)
    app.button(key="cp_run").click().run()
    assert_calm(app)
    assert not app.info


def test_progress_names_the_fit_that_runs_and_how_long(monkeypatch):
    now = 100.0
    monkeypatch.setattr(progress.time, "perf_counter", lambda: now)
    log = progress.ComparisonLog(12, pd.DataFrame())
    assert log.status() == (0.0, "Starting 12 fits")
    fit = {"dataset": "Iris", "method": "CAN", "seed": None, "preprocessing": "raw"}
    log.start(fit)
    now += 7
    assert log.status() == (0.0, "0 of 12 fits done. Running: CAN on Iris, 7 s")
    for seconds in (1.0, 1.5, 0.5):
        log.add({**fit, "status": "ok", "seconds": seconds}, None)
    assert log.status() == (0.25, "3 of 12 fits done. About 9 s to go")
    log.start({**fit, "method": "RNSE", "seed": 2})
    assert log.status() == (0.25, "3 of 12 fits done. Running: RNSE on Iris, seed 2, 0 s. About 9 s to go")


def test_what_is_finished_is_shown_while_the_rest_runs(monkeypatch):
    now = 100.0
    monkeypatch.setattr(progress.time, "perf_counter", lambda: now)

    def fit(dataset, method, **result):
        return {"dataset": dataset, "method": method, "seed": 0, "preprocessing": "raw", **result}

    known = pd.DataFrame([fit("a", "K-Means", status="ok", accuracy=0.5, seconds=0.25)])
    log = progress.ComparisonLog(4, known)
    compared = ["a", "b"], ["K-Means", "CLR", "RNSE"], ["raw"]
    log.add(fit("a", "CLR", status="timeout", seconds=60.0), None)
    log.add(fit("a", "RNSE", status="ok", accuracy=1.0, seconds=1.0), None)
    log.add({**fit("a", "RNSE", status="ok", accuracy=0.8, seconds=2.0), "seed": 1}, None)
    log.start(fit("b", "K-Means"))
    assert log.new_table(*compared) is None, "a run that is soon over shows no table"
    now += progress.DELAY_SECONDS
    table = log.new_table(*compared)
    assert table.loc["a"].tolist() == ["50.0%, 0.25 s", "timeout", "90.0%, 1.50 s"]
    assert table.loc["b"].tolist() == ["running", "", ""]
    now += 10
    assert log.new_table(*compared) is None, "nothing has changed, so nothing is drawn"
    log.add(fit("b", "K-Means", status="ok", seconds=0.5), None)
    assert log.new_table(*compared).loc["b", "K-Means"] == "0.50 s", "there are no classes, so no accuracy"
    scaled = log.table(["a"], ["K-Means"], ["raw", "zscore"])
    assert scaled["K-Means"].to_dict() == {"a, Raw": "50.0%, 0.25 s", "a, z-score": ""}


def test_a_running_comparison_shows_each_fit_and_its_result(open_page, monkeypatch):
    open_page("compare_methods")
    plan = Plan({"a": blobs(0)}, ("K-Means", "NCuts"), 2, ("zscore",), 60.0)
    store = _Folder()
    monkeypatch.setattr("pages.shared.comparison.plan._shared_folder", lambda: store)
    begun, logs = [], []

    class Listening(progress.ComparisonLog):
        def start(self, fit):
            logs.append(self)
            begun.append((fit["method"], fit["dataset"], fit["seed"], len(self.records)))
            super().start(fit)

    monkeypatch.setattr(running, "ComparisonLog", Listening)
    running.run_missing(plan, 4, RunArea())
    assert begun == [("K-Means", "a", 0, 0), ("K-Means", "a", 1, 1), ("NCuts", "a", 0, 2), ("NCuts", "a", 1, 3)]
    texts = logs[0].table(["a"], plan.methods, plan.preprocess).loc["a"]
    assert texts.str.fullmatch(r"100\.0%, \d+\.\d\d s").all(), texts
