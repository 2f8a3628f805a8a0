"""The page Compare."""

import contextlib
import io
import json

import numpy as np
import pytest
import streamlit as st
from comparisons import SMALL, VIEWS, follow, table_on, upload
from page_checks import ROOT, assert_calm, charts_on, check_bad_addresses, frame_with, run_program
from sklearn.cluster import KMeans

from pages.shared.comparison import running
from pages.shared.comparison.one_class import clusters_for_one_class, why_so_many
from pages.shared.table.scaling import SCALINGS
from pages.shared.text import as_text
from rnse_core.datasets import load_dataset
from rnse_core.exceptions import Cause, DatasetUnavailable
from rnse_core.experiments import SCORES, unpack_labels
from rnse_core.metrics import clustering_accuracy
from rnse_core.preprocessing import scale_features

pytestmark = pytest.mark.usefixtures("fits_in_this_process")


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


@pytest.mark.parametrize("scale", ["Raw", "z-score"])
def test_the_caption_of_the_scores_names_their_scale(open_page, scale):
    app = open_page("compare_methods", **SMALL, cp_scales=[scale], cp_view="Scores")
    if "cp_run" in [button.key for button in app.button]:
        app.button(key="cp_run").click().run()
    assert any("features" in one.value and ("z-score" in one.value) == (scale == "z-score") for one in app.caption)


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


def test_data_without_structure_are_divided_as_others_are_and_nothing_is_found(open_page, tmp_path):
    app = open_page("compare_methods", **SMALL | {"cp_data": ["No structure", "Two moons", "Iris", "circles"]})
    assert_calm(app)
    names = run_program(app.code[-1].value, tmp_path)
    records = names["records"].set_index(["dataset", "method"])
    null = records.loc["no_structure"]
    assert null["n_clusters"].eq(2).all() and null["status"].eq("ok").all()
    for record in null.itertuples():
        shares = np.bincount(unpack_labels(record.labels, record.n_samples)) / record.n_samples
        assert len(shares) == 2
        assert record.accuracy == shares.max()
        assert (record.nmi, record.ari, record.majority_share) == (0.0, 0.0, 1.0)
    table = table_on(app)
    assert list(table.index) == ["No structure", "Two moons", "Iris", "Circles"]
    assert table.loc["No structure", "RNSE"] == f"{100 * null.loc['RNSE', 'accuracy']:.1f}"
    assert table.loc["No structure", "one cluster"] == "100.0"
    (said,) = [one.value for one in app.caption if one.value.startswith("**No structure**")]
    assert "2 clusters" in said
    drawn = next(trace for trace in json.loads(charts_on(app)["cp_grid"])["data"] if trace.get("mode") == "text")
    cells = zip(drawn["hovertext"], drawn["text"], drawn["textposition"], strict=True)
    left = {where.split(": ")[0]: text for where, text, place in cells if place == "middle right"}
    assert (left["RNSE, Two moons"], left["RNSE, No structure"], left["K-Means, No structure"]) == ("100.0", "", "")
    app.segmented_control(key="cp_view").set_value("ranking").run()
    assert_calm(app)
    assert "No structure" not in frame_with(app, "Average rank").columns
    app.multiselect(key="cp_data").set_value(["no_structure"]).run()
    assert_calm(app)
    assert not app.dataframe, "nothing is ranked"


@pytest.mark.parametrize(
    ("classes", "asked"), [([2, 2, 3, 1], 2), ([3, 3, 2, 1], 3), ([2, 3, 1], 2), ([1], 2), ([1, 1, 4], 4), ([3], None)]
)
def test_data_of_one_class_are_divided_into_as_many_clusters_as_most_of_the_others(classes, asked):
    data = {f"{place}": (np.zeros((12, 2)), np.arange(12) % number) for place, number in enumerate(classes)}
    null = [str(place) for place, number in enumerate(classes) if number == 1]
    assert clusters_for_one_class({**data, "none": (np.zeros((12, 2)), None)}) == dict.fromkeys(null, asked)


def test_the_reason_for_the_number_of_clusters_is_the_one_it_is_chosen_by():
    """Nothing is said of other data where there are none, nor of most of them where two numbers are as frequent."""
    reasons = {}
    for classes in ((1,), (1, 1), (3, 1), (3, 3, 2, 1), (2, 3, 1)):
        data = {f"set {place}": (np.zeros((12, 2)), np.arange(12) % number) for place, number in enumerate(classes)}
        reasons[classes] = why_so_many(data)
    assert reasons[1,] == reasons[1, 1]
    assert len(set(reasons.values())) == 4
    assert [classes for classes, text in reasons.items() if "most" in text] == [(3, 3, 2, 1)]
    assert "set 0" in reasons[3, 1]
    assert "2 and 3" in reasons[2, 3, 1]
