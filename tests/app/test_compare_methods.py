"""The page Compare."""

import contextlib
import io
import json
from urllib.parse import parse_qs

import numpy as np
import pandas as pd
import pytest
import streamlit as st
from page_checks import ROOT, assert_calm, charts_on, check_bad_addresses, frame_with, run_program
from sklearn.cluster import KMeans

from pages.shared.comparison import own_table, progress, running
from pages.shared.comparison.plan import Plan, _Folder, known_records
from pages.shared.runs.progress import RunArea
from pages.shared.table.scaling import SCALINGS
from pages.shared.text import as_text
from rnse_core import RNSE
from rnse_core.datasets import load_dataset
from rnse_core.exceptions import Cause, DatasetUnavailable
from rnse_core.experiments import SCORES, read_records
from rnse_core.metrics import clustering_accuracy
from rnse_core.preprocessing import scale_features

VIEWS = {
    "Grid": "grid",
    "Scores": "scores",
    "Over seeds": "seeds",
    "Confusion": "confusion",
    "Graphs": "graphs",
    "Ranking": "ranking",
}
SMALL = {"cp_data": ["Two moons", "Iris"], "cp_methods": ["K-Means", "RNSE"]}


@pytest.fixture(autouse=True, scope="module")
def fits_in_this_process():
    """Run the fits in this process: starting one for each test would take longer than the fits."""
    compare = running.compare

    def here(**arguments):
        return compare(**{**arguments, "timeout": None})

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(running, "compare", here)
        yield


def table_on(app) -> pd.DataFrame:
    return frame_with(app, "one cluster")


def test_first_paint_shows_a_finished_comparison(open_page):
    app = open_page("compare_methods")
    assert_calm(app)
    assert not app.warning and not app.error
    assert "cp_run" not in [button.key for button in app.button]
    table = table_on(app)
    assert list(table.columns) == ["K-Means", "NCuts", "CLR", "RNSE", "one cluster"]
    assert table.loc["Two moons", "RNSE"] == "100.0"
    assert table.loc["Two moons", "one cluster"] == "50.0"
    assert len(app.get("plotly_chart")) == 1


@pytest.mark.parametrize("view", VIEWS)
def test_every_view(open_page, view):
    app = open_page("compare_methods", **SMALL, cp_seeds="2", cp_scales=["Raw", "z-score"], cp_view=view)
    with contextlib.suppress(KeyError):
        app.button(key="cp_run").click().run()
    assert_calm(app)
    assert not app.error
    for control in [*app.segmented_control, *app.selectbox]:
        for option in control.options:
            if control.key != "cp_view":
                app.get_by_key(control.key).set_value(values_of(control.key, option)).run()
                assert_calm(app)


def values_of(key: str, shown: str):
    """Return the value behind a name that a control shows."""
    scores = {"cp_score", "cp_box_score", "cp_rank_score"}
    if key in scores:
        return next(name for name, score in SCORES.items() if score.title == shown)
    if key == "cp_of_scale":
        return next(name for name, title in SCALINGS.items() if title == shown)
    return int(shown) if key == "cp_of_seed" else shown


def test_what_is_missing_is_asked_for_and_added(open_page):
    app = open_page("compare_methods", **SMALL)
    assert list(table_on(app).index) == ["Two moons", "Iris"]
    app.multiselect(key="cp_methods").set_value(["K-Means", "RNSE", "PCA"]).run()
    assert_calm(app)
    assert app.button(key="cp_run").label == "Run the 2 missing fits"
    assert list(table_on(app).columns) == ["K-Means", "RNSE", "one cluster"]
    app.button(key="cp_run").click().run()
    assert_calm(app)
    assert list(table_on(app).columns) == ["K-Means", "PCA", "RNSE", "one cluster"]
    assert "cp_run" not in [button.key for button in app.button]


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
    app = open_page("compare_methods")
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


def blobs(seed: int):
    rng = np.random.default_rng(seed)
    return np.r_[rng.normal(size=(60, 2)), rng.normal(size=(60, 2)) + 9], np.repeat(["p", "q"], 60)


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


@pytest.mark.parametrize("classes", [True, False])
def test_what_is_said_below_the_grid_is_about_what_is_in_it(open_page, classes):
    app = follow(upload(open_page("your_data"), "mine.csv", classes=classes))
    app.multiselect(key="cp_methods").set_value(["K-Means", "NMF"]).run()
    with contextlib.suppress(KeyError):
        app.button(key="cp_run").click().run()
    assert_calm(app)
    said = " ".join(caption.value for caption in app.caption)
    assert ("matched to the true classes" in said) == classes
    assert ("ACC in %" in said) == classes
    assert "principal components" not in said, "there are two features"
    assert "A dash: no result" in said, "NMF takes no negative numbers"
    app.multiselect(key="cp_methods").set_value(["K-Means"]).run()
    assert "A dash" not in " ".join(caption.value for caption in app.caption)
    app.multiselect(key="cp_methods").set_value(["NMF"]).run()
    assert_calm(app)
    said = " ".join(caption.value for caption in app.caption)
    assert "Colours" not in said and "Bold" not in said


def test_the_uploaded_table_takes_part_and_stays_in_its_session(open_page):
    app = upload(open_page("your_data"), "mine.csv", classes=True)
    app.switch_page("pages/compare_methods.py").run()
    app.multiselect(key="cp_data").set_value(["Your table"]).run()
    app.button(key="cp_run").click().run()
    assert_calm(app)
    assert table_on(app).loc["mine.csv", "RNSE"] == "100.0"
    other = open_page("compare_methods", cp_data=["Your table", "Iris"], cp_methods="K-Means")
    assert_calm(other)
    assert [line.value for line in other.warning] == [own_table.problem(None)]
    assert list(table_on(other).index) == ["Iris"]


def upload(app, name: str, *, classes: bool):
    rows = "\n".join(f"{a:.3f},{b:.3f}{f',{c}' * classes}" for (a, b), c in zip(*blobs(0), strict=True))
    app.file_uploader(key="yd_uploader").upload(name, f"a,b{',group' * classes}\n{rows}\n".encode())
    return app.run()


def test_a_table_joins_the_results_that_are_there(open_page):
    app = upload(open_page("your_data"), "mine.csv", classes=True)
    app.switch_page("pages/compare_methods.py")
    app.query_params.update(cp_data=["Iris"], cp_methods=["K-Means", "RNSE"])
    app.run()
    app.multiselect(key="cp_data").set_value(["Your table", "iris"]).run()
    assert app.button(key="cp_run").label == "Run the 2 missing fits"
    app.button(key="cp_run").click().run()
    assert_calm(app)
    assert list(table_on(app).index) == ["mine.csv", "Iris"]


def follow(app, **changes):
    """Click on the link from "Your data" to "Compare"; few methods unless something else is wanted."""
    (link,) = [one.proto for one in app.get("page_link")]
    assert link.label == "Compare methods on this table"
    app.switch_page("pages/compare_methods.py")
    app.query_params.update(parse_qs(link.query_string))
    app.query_params.update({"cp_methods": ["K-Means"], **changes})
    return app.run()


@pytest.mark.parametrize("classes", [True, False])
def test_the_settings_of_your_data_go_with_the_link(open_page, classes):
    app = upload(open_page("your_data"), "mine.csv", classes=classes)
    app.selectbox(key="yd_clusters").set_value(4).run()
    app.selectbox(key="yd_scale").set_value("minmax").run()
    app = follow(app)
    assert_calm(app)
    assert not app.warning
    assert app.selectbox(key="cp_clusters").value == 4
    assert app.multiselect(key="cp_scales").value == ["minmax"]
    assert "n_clusters=4" in app.code[-1].value
    scores = frame_with(app, "K-Means")
    assert ("one cluster" in scores.columns) == classes
    drawn = [trace for trace in json.loads(charts_on(app)["cp_grid"])["data"] if trace.get("mode") == "markers"]
    assert len({trace["marker"]["color"] for trace in drawn}) == 4


@pytest.mark.parametrize("clusters", [0, 3])
def test_alpha_and_beta_of_your_data_go_with_the_link(open_page, tmp_path, clusters):
    app = upload(open_page("your_data"), "mine.csv", classes=True)
    app.selectbox(key="yd_clusters").set_value(clusters).run()
    app.select_slider(key="yd_alpha").set_value(3.0).run()
    app.select_slider(key="yd_beta").set_value(50.0).run()
    app = follow(app, cp_data=["Your table", "Iris"], cp_methods=["K-Means", "RNSE"])
    with contextlib.suppress(KeyError):
        app.button(key="cp_run").click().run()
    assert_calm(app)
    assert not app.warning
    assert (app.select_slider(key="cp_alpha").value, app.select_slider(key="cp_beta").value) == (3.0, 50.0)
    assert "RNSE on `mine.csv`: α = 3, β = 50, set in the sidebar." in [caption.value for caption in app.caption]
    own = read_records(app.session_state["cp_folder"].path / "own.sqlite").set_index("method")
    assert alpha_and_beta(own.loc["RNSE"]) == (3.0, 50.0)
    rows = "\n".join(f"{a:.3f},{b:.3f},{c}" for (a, b), c in zip(*blobs(0), strict=True))
    (tmp_path / "mine.csv").write_text(f"a,b,group\n{rows}\n")
    records = run_program(app.code[-1].value, tmp_path)["records"].set_index(["dataset", "method"])
    assert alpha_and_beta(records.loc["mine", "RNSE"]) == (3.0, 50.0)
    assert alpha_and_beta(records.loc["iris", "RNSE"]) == (1.0, 1.0), "other data keep the usual ones"
    assert records.loc[("mine", "RNSE"), "labels"] == own.loc["RNSE", "labels"]
    assert table_on(app).loc["mine.csv", "RNSE"] == f"{100 * own.loc['RNSE', 'accuracy']:.1f}"
    # The sidebar changes them, and another alpha is another fit.
    app.select_slider(key="cp_alpha").set_value(5.0).run()
    assert_calm(app)
    assert app.button(key="cp_run").label == "Run the 1 missing fit"
    assert "alpha=5.0, beta=50.0" in app.code[-1].value


def alpha_and_beta(record) -> tuple[float, float]:
    parameters = json.loads(record["parameters"])
    return parameters["alpha"], parameters["beta"]


def test_a_graph_is_drawn_with_the_alpha_of_its_record(open_page, monkeypatch):
    app = upload(open_page("your_data", yd_alpha="7"), "mine.csv", classes=True)
    app = follow(app, cp_methods=["RNSE"])
    fitted = []
    fit = RNSE.fit
    monkeypatch.setattr(RNSE, "fit", lambda self, X: fitted.append(self.alpha) or fit(self, X))
    app.segmented_control(key="cp_view").set_value("graphs").run()
    assert_calm(app)
    assert fitted == [7.0]


def test_the_link_chooses_the_version_of_rnse_that_was_run(open_page):
    app = upload(open_page("your_data", yd_preset="Paper"), "mine.csv", classes=True)
    (link,) = [one.proto for one in app.get("page_link")]
    assert parse_qs(link.query_string)["cp_methods"] == ["K-Means", "NCuts", "CLR", "RNSE (paper)"]
    app.selectbox(key="yd_preset").set_value("exact").run()
    app.selectbox(key="yd_kernel").set_value("rbf").run()
    (link,) = [one.proto for one in app.get("page_link")]
    assert "cp_methods" not in parse_qs(link.query_string)
    assert any("kernel of its preset" in caption.value for caption in app.caption)


def test_without_rnse_there_is_no_alpha_to_choose(open_page):
    app = follow(upload(open_page("your_data"), "mine.csv", classes=True), cp_methods=["K-Means"])
    assert_calm(app)
    assert app.select_slider(key="cp_alpha").proto.disabled
    assert not any("α" in caption.value for caption in app.caption)


def test_a_table_without_classes_takes_part(open_page):
    app = upload(open_page("your_data"), "plain.csv", classes=False)
    app = follow(app)
    app.multiselect(key="cp_methods").set_value(["K-Means", "RNSE"]).run()
    app.selectbox(key="cp_clusters").set_value(2).run()
    with contextlib.suppress(KeyError):
        app.button(key="cp_run").click().run()
    for view in VIEWS.values():
        app.segmented_control(key="cp_view").set_value(view).run()
        assert_calm(app)
        assert not app.error
        if view in ("grid", "scores"):
            assert app.segmented_control(key="cp_score").options[0] == "time"
            assert list(frame_with(app, "RNSE").index) == ["plain.csv"]
        if view == "confusion":
            assert "no classes" in app.info[0].value
    # Beside data with classes it is the row without a score, which the page says.
    app.multiselect(key="cp_data").set_value(["Your table", "iris"]).run()
    with contextlib.suppress(KeyError):
        app.button(key="cp_run").click().run()
    for view in VIEWS.values():
        app.segmented_control(key="cp_view").set_value(view).run()
        assert_calm(app)
        if view == "scores":
            app.segmented_control(key="cp_score").set_value("accuracy").run()
            assert table_on(app).loc["plain.csv", "RNSE"] == "–"
            assert any("There are no classes, so no ACC, for plain.csv." in caption.value for caption in app.caption)


def test_a_matrix_is_left_out_with_the_reason(open_page):
    app = open_page("your_data")
    matrix = np.exp(-((blobs(0)[0][:, None] - blobs(0)[0][None]) ** 2).sum(-1))
    text = "\n".join(",".join(f"{entry:.6g}" for entry in row) for row in matrix)
    app.file_uploader(key="yd_uploader").upload("kernel.csv", text.encode())
    app.run()
    app.switch_page("pages/compare_methods.py")
    app.query_params.update(cp_data=["Your table", "Iris"], cp_methods="K-Means")
    app.run()
    assert "kernel.csv, is a similarity matrix and left out" in app.warning[0].value
    assert_calm(app)


def test_nothing_chosen_says_what_to_do(open_page):
    app = open_page("compare_methods")
    app.multiselect(key="cp_data").set_value([]).run()
    assert not app.exception
    assert "Choose at least one data set" in app.info[0].value


def test_data_that_cannot_be_had_is_said(open_page, monkeypatch):
    def unavailable(name):
        raise DatasetUnavailable(name, Cause.UNREACHABLE)

    monkeypatch.setattr("pages.shared.comparison.plan.load_dataset", unavailable)
    app = open_page("compare_methods", cp_data=["Diabetes", "MNIST"])
    assert not app.exception
    (line,) = [warning.value for warning in app.warning]
    assert line.startswith("Left out, since OpenML cannot be reached: Diabetes, MNIST. Try again")


def test_unusable_addresses(open_page):
    check_bad_addresses(open_page, "compare_methods", ["cp_seeds", "cp_limit"])


@pytest.mark.parametrize(
    ("key", "text", "value"),
    [
        ("cp_seeds", "1e1", 1),
        ("cp_seeds", "3.7", 1),
        ("cp_limit", "7", 60),
        ("cp_view", "zzz", "grid"),
        ("cp_score", "qq", "accuracy"),
        ("cp_score", "accuracy", "accuracy"),
        ("cp_score", "nmi", "nmi"),
    ],
)
def test_message_control_and_computation_agree_about_an_address(open_page, key, text, value):
    app = open_page("compare_methods", cp_data="Iris", cp_methods="K-Means", **{key: text})
    assert_calm(app)
    assert app.session_state[key] == app.get_by_key(key).value == value
    lines = [warning.value for warning in app.warning if f"{key} = “{text}”" in warning.value]
    assert len(lines) == (text not in ("accuracy", "nmi"))
    assert "cp_run" not in [button.key for button in app.button]


def test_a_link_written_by_hand_may_name_data_and_methods_as_the_library_does(open_page):
    app = open_page("compare_methods", cp_data=["iris", "two_moons"], cp_methods=["K-Means", "NCuts"])
    assert_calm(app)
    assert not app.warning
    assert list(table_on(app).index) == ["Iris", "Two moons"]
    assert list(table_on(app).columns) == ["K-Means", "NCuts", "one cluster"]


def test_names_in_an_address_that_do_not_exist_are_left_out(open_page):
    app = open_page("compare_methods", cp_data=["Iris", "<script>"], cp_methods=["K-Means", "9" * 10_000])
    assert_calm(app)
    assert app.multiselect(key="cp_data").value == ["iris"]
    assert app.multiselect(key="cp_methods").value == ["K-Means"]
    (line,) = [warning.value for warning in app.warning if "address" in warning.value]
    assert f"cp_data = “{as_text('<script>')}” is not one of the choices, so it is left out" in line
    assert len(line) < 400


def test_the_program_gives_the_table(open_page):
    app = open_page("compare_methods", cp_data="Iris", cp_methods=["K-Means", "RNSE"])
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        run_program(app.code[-1].value, ROOT)
    assert "iris" in printed.getvalue()
    assert table_on(app).loc["Iris", "RNSE"] in printed.getvalue()


def test_synthetic_data_can_be_drawn_anew_for_each_seed(open_page, tmp_path):
    query = {"cp_data": ["Two moons", "Iris"], "cp_methods": ["K-Means", "CLR"], "cp_seeds": "3"}
    app = open_page("compare_methods", **query, cp_redraw="Drawn anew for each seed", cp_view="Scores")
    assert_calm(app)
    names = run_program(app.code[-1].value, tmp_path)
    records = names["records"]
    moons = records[records["dataset"] == "two_moons"]
    assert moons["data_sha256"].nunique() == 3, "CLR draws nothing at random, but its data are drawn"
    assert records[records["dataset"] == "iris"]["data_sha256"].nunique() == 1
    expected = [
        clustering_accuracy(one.y, KMeans(2, n_init=10, random_state=seed).fit_predict(scale_features(one.X, "zscore")))
        for seed, one in enumerate(load_dataset("two_moons", random_state=seed) for seed in range(3))
    ]
    found = moons[moons["method"] == "K-Means"].sort_values("seed")["accuracy"]
    assert found.tolist() == pytest.approx(expected)
    shown = table_on(app).loc["Two moons", "K-Means"]
    assert shown.startswith(f"{100 * np.mean(expected):.1f} ± {100 * np.std(expected, ddof=1):.1f}")
    assert not any("One run, since nothing in it is random" in one.value for one in app.caption)
    app.segmented_control(key="cp_view").set_value("grid").run()
    app.selectbox(key="cp_of_seed").set_value(2).run()
    assert_calm(app)


def test_a_scale_that_a_method_cannot_take_is_said_once_and_before(open_page, monkeypatch):
    app = open_page("compare_methods", cp_data=["two_moons"], cp_methods=["NMF", "GNMF", "K-Means"], cp_seeds="2")
    assert_calm(app)
    said = [one.value for one in app.caption if "NMF and GNMF take no negative numbers" in one.value]
    assert len(said) == 1 and "z-score" in said[0]
    assert not [one for one in app.expander if "without a result" in one.label]
    monkeypatch.setattr(running, "run_missing", lambda *_, **__: st.stop())
    before = open_page("compare_methods", cp_data=["circles"], cp_methods=["NMF"], cp_limit="55")
    assert [one for one in before.caption if "NMF takes no negative numbers" in one.value]
    fitting = open_page("compare_methods", cp_data=["two_moons"], cp_methods=["NMF"], cp_scales=["Min-max"])
    assert not [one for one in fitting.caption if "negative numbers" in one.value]
