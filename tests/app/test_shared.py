"""The helpers that the pages share: stores, messages, turns, progress and stopping."""

import threading
import warnings
from dataclasses import dataclass

import numpy as np
import pytest
import streamlit as st
from page_checks import assert_calm
from scipy import sparse

from pages.shared import guard
from pages.shared.comparison import running
from pages.shared.controls.base import Choice, LogSlider, Number, Seed
from pages.shared.controls.control import shorten
from pages.shared.runs import fit, memory, progress
from pages.shared.runs.messages import collected_warnings
from pages.shared.runs.store import ResultStore, size_of
from rnse_core.planning import prepare_fit


@dataclass(frozen=True)
class Thing:
    array: np.ndarray
    note: str = ""


def test_store_drops_what_was_used_longest_ago():
    store = ResultStore(max_bytes=10**9, max_entries=2)
    store.put("a", 1)
    store.put("b", 2)
    assert store.get("a") == 1
    store.put("c", 3)
    assert store.get("b") is None
    assert (store.get("a"), store.get("c")) == (1, 3)


def test_store_is_bounded_in_bytes_but_keeps_the_newest():
    store = ResultStore(max_bytes=1000)
    for place in range(5):
        store.put(place, Thing(np.zeros(50)))
    assert store.nbytes <= 1000
    assert len(store) == 2
    store.put("large", np.zeros(10_000))
    assert len(store) == 1
    assert store.get("large") is not None


def test_size_counts_arrays_wherever_they_are():
    S = sparse.csr_array(np.eye(100))
    assert size_of(S) == S.data.nbytes + S.indices.nbytes + S.indptr.nbytes
    assert size_of({"a": (np.zeros(10), [np.zeros(5)])}) == 120
    assert size_of(Thing(np.zeros(10))) >= 80


def test_an_array_that_two_results_share_counts_once():
    store, K = ResultStore(10**9), np.zeros(1000)
    store.put("kernel", K)
    store.put("result", Thing(K))
    assert 8000 <= store.nbytes < 8200


@pytest.mark.parametrize("graph", ["dense", "knn"])
def test_size_counts_what_a_fit_begins_with(graph):
    prepared = prepare_fit(np.random.default_rng(0).normal(size=(300, 5)), graph=graph)
    assert size_of(prepared) > size_of(prepared.affinity) + size_of(prepared.features) - 1000


def test_store_makes_a_result_once():
    store, calls = ResultStore(10**6), []
    for _ in range(3):
        assert store.get_or_make("key", lambda: calls.append(1) or "made") == "made"
    assert len(calls) == 1


def test_each_thread_gets_its_own_warnings():
    both_are_in = threading.Barrier(2)
    found: dict[str, list[str]] = {}

    def session(name: str) -> None:
        with collected_warnings() as messages:
            both_are_in.wait(timeout=180)
            for _ in range(3):
                warnings.warn(f"about {name}", UserWarning, stacklevel=1)
            both_are_in.wait(timeout=180)
        found[name] = messages

    threads = [threading.Thread(target=session, args=(name,)) for name in ("one", "two")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == {"one": ["about one"], "two": ["about two"]}


def test_a_collection_within_another_takes_its_own_warnings():
    with collected_warnings() as outer:
        warnings.warn("first", UserWarning, stacklevel=1)
        with collected_warnings() as inner:
            warnings.warn("second", UserWarning, stacklevel=1)
        warnings.warn("third", UserWarning, stacklevel=1)
    assert (outer, inner) == (["first", "third"], ["second"])


def test_what_the_kernel_warns_of_is_shown_with_every_fit(open_page):
    query = {"tm_n": "20", "tm_kernel": "Nearest neighbours", "tm_neighbours": "40", "tm_seed": "91"}
    app = open_page("two_moons", **query)
    app.select_slider(key="tm_alpha").set_value(2.0).run()
    assert_calm(app)
    assert len([one.value for one in app.warning if "n_neighbors=40" in one.value]) == 1


def test_warnings_outside_a_collection_go_where_they_went_before():
    with collected_warnings():
        pass
    with pytest.warns(UserWarning, match="nobody collects"):
        warnings.warn("nobody collects this", UserWarning, stacklevel=1)


@pytest.mark.parametrize("mine", [False, True])
def test_a_heavy_run_waits_for_its_turn_and_says_so(open_page, monkeypatch, mine):
    app = open_page("two_moons", tm_n="80")
    said: list[str] = []
    show = progress.ProgressBar.show

    def listening(self, share, text, **more):
        said.append(text)
        show(self, share, text, **more)
        if len(said) == 1:
            progress._turns.release()

    monkeypatch.setattr(progress.ProgressBar, "show", listening)
    monkeypatch.setattr(fit, "HEAVY_ROWS", 50)
    monkeypatch.setattr(progress, "_turns", threading.BoundedSemaphore(1))
    assert progress._turns.acquire(blocking=False)
    taken: list[object] = ["a run that was stopped"] if mine else []
    app.session_state["turns_taken"] = taken
    app.number_input(key="tm_seed").set_value(77.0 + mine).run()
    assert_calm(app)
    assert said[0] == (progress.OWN_RUN_ENDS if mine else progress.OTHER_RUN_GOES_ON)
    assert len(taken) == mine, "the turn was not given back"
    assert any(text.startswith("Round 1 of at most 20: objective") for text in said)
    assert progress._turns.acquire(blocking=False), "the turn was not given back"


def test_the_bar_says_how_long_a_run_takes_within_its_first_round_too(monkeypatch):
    now, texts = 100.0, []

    class Bar:
        def progress(self, _share, text):
            texts.append(text)

    class Area:
        def open_bar(self, _share, _text):
            return Bar()

    monkeypatch.setattr(progress.time, "perf_counter", lambda: now)
    bar = progress.ProgressBar(Area())
    bar.show(0.0, "Another large run is under way", at_once=True)
    now += 30
    bar.set_text("Another large run is under way")
    bar.start_clock()
    for _ in range(2):
        now += 4
        bar.set_text("Round 1 of at most 20: Looking for the neighbours of 20,000 points")
    bar.set_text("Round 1 of at most 20: the same moment")
    assert [text.rpartition(" (")[2] for text in texts] == ["0 s)", "30 s)", "4 s)", "8 s)"]


def stop_in_round(app, monkeypatch, rounds: int) -> None:
    """Start a run of 100 rounds and stop it after so many, as a click on "Stop run" does."""
    with monkeypatch.context() as patch:
        show = progress.ProgressBar.show
        shown: list[str] = []

        def click(self, share, text, **more):
            show(self, share, text, at_once=True)
            shown.append(text)
            if len(shown) > rounds:
                progress.note_stop()
                st.rerun()

        patch.setattr(progress.ProgressBar, "show", click)
        patch.setattr(fit, "HEAVY_ROWS", 50)
        patch.setattr(progress, "TEXT_SECONDS", np.inf)
        app.selectbox(key="tm_preset").set_value("authors").run()


def test_a_stopped_run_is_shown_as_unfinished_and_can_be_run_again(open_page, monkeypatch, offered):
    app = open_page("two_moons", tm_seed="78", tm_n="80")
    stop_in_round(app, monkeypatch, 3)
    assert_calm(app)
    assert any("stopped after round 3: what you see is not the finished result" in one.value for one in app.warning)
    assert offered[-1].result.stopped
    assert len(offered[-1].result.history) == 3
    assert '"stopped_early": true' in offered[-1].parameters_file()
    assert "not the finished result" in offered[-1].report_file()
    next(button for button in app.button if button.label == "Run again").click().run()
    assert_calm(app)
    assert not any("stopped" in one.value for one in app.warning)
    assert len(offered[-1].result.history) == 100


def test_a_run_stopped_before_its_first_round_shows_no_result(open_page, monkeypatch):
    app = open_page("two_moons", tm_seed="79", tm_n="80")
    stop_in_round(app, monkeypatch, 0)
    assert not app.exception
    assert any("stopped before its first round" in one.value for one in app.warning)
    assert not app.get("plotly_chart")
    app.number_input(key="tm_seed").set_value(80.0).run()
    assert_calm(app)


def test_several_runs_of_one_page_show_their_progress_one_after_the_other(open_page, monkeypatch):
    monkeypatch.setattr(progress, "DELAY_SECONDS", 0.0)
    begun = []
    begin = progress.RunArea.open_bar
    monkeypatch.setattr(progress.RunArea, "open_bar", lambda *all_of_it: begun.append(1) or begin(*all_of_it))
    app = open_page("block_diagonal", bd_n="60", bd_seed="31")
    assert_calm(app)
    assert len(begun) == 3
    assert "Stop run" not in [button.label for button in app.button]


def test_a_stop_clicked_when_a_setting_was_just_changed_stops_the_run_that_would_follow(open_page, monkeypatch):
    app = open_page("two_moons", tm_seed="82", tm_n="60")
    with monkeypatch.context() as patch:
        patch.setattr(fit, "_fit_now", lambda *_: pytest.fail("a run was started although its reader had stopped it"))
        app.session_state["stop_clicked"] = True
        app.number_input(key="tm_seed").set_value(83.0).run()
    assert not app.exception
    assert any("stopped before its first round" in one.value for one in app.warning)
    next(button for button in app.button if button.label == "Run again").click().run()
    assert_calm(app)
    # A run that was over when the click came leaves nothing to stop, and the next one is none of it.
    app.session_state["stop_clicked"] = True
    app.run()
    app.number_input(key="tm_seed").set_value(84.0).run()
    assert_calm(app)
    assert not any("stopped" in one.value for one in app.warning)


@pytest.mark.parametrize(
    ("name", "prefix"),
    [("home", "home"), ("two_moons", "tm"), ("block_diagonal", "bd"), ("your_data", "yd"), ("compare_methods", "cp")],
)
def test_progress_has_the_same_place_whatever_else_the_page_says(open_page, monkeypatch, name, prefix):
    places = []
    made = progress.RunArea.__init__

    def making(self):
        made(self)
        places.append(self.progress._get_delta_path_str())

    monkeypatch.setattr(progress.RunArea, "__init__", making)
    monkeypatch.setattr(fit, "_fit_now", lambda *_: st.stop())
    monkeypatch.setattr(running, "run_missing", lambda *_: st.stop())
    open_page(name)
    notices = {"yd_data": "no such file"} if prefix == "yd" else {}
    app = open_page(name, **{f"{prefix}_{'alpha' if prefix != 'cp' else 'seeds'}": "nonsense"}, **notices)
    assert len([one for one in app.warning if one.value.startswith("Not used from the address")]) == 1 + len(notices)
    assert len(places) >= 2
    assert len(set(places)) == 1


def test_no_run_is_done_twice(open_page, monkeypatch):
    app = open_page("two_moons", tm_seed="81", tm_n="60")
    monkeypatch.setattr(fit, "_fit_now", lambda *_: pytest.fail("this was computed before"))
    app.segmented_control(key="tm_curve").set_value("residuals").run()
    assert_calm(app)
    other_session = open_page("two_moons", tm_seed="81", tm_n="60")
    assert_calm(other_session)


def test_an_unexpected_error_becomes_one_sentence(open_page, monkeypatch, caplog):
    def broken(*_, **__):
        raise RuntimeError("secret path /home/somebody")

    monkeypatch.setattr(fit, "fit", broken)
    app = open_page("home")
    assert not app.exception
    assert [error.value for error in app.error] == [guard.SENTENCE]
    assert "secret path" in caplog.text


@pytest.mark.parametrize(
    ("control", "good", "bad"),
    [
        (Number("k", "N", 5, low=1, high=9, step=1), {"1": 1, "9": 9}, ["0", "10", "2.5", "nan", "", "1e1", "٣x"]),
        (
            Number("k", "X", 0.5, low=0.0, high=1.0, step=0.1),
            {"0.3": 0.3, "0.5": 0.5},
            ["0.25", "-0.1", "nan", "inf", "a", "1,5"],
        ),
        (Number("k", "T", 60, low=5, high=600, step=5), {"10": 10}, ["7", "61", "3.7"]),
        (Seed("k", "Seed"), {"7": 7.0, "7.0": 7.0}, ["7.5", "-1", "1e9", "nan", "inf"]),
        (LogSlider("k", "A", 1.0, steps=(0.1, 1.0, 10.0)), {"0.1": 0.1, "1e1": 10.0}, ["0.2", "nan", "inf", ""]),
        (
            Choice("k", "C", "a", options={"a": "First", "b": "Second"}),
            {"Second": "b", "b": "b"},
            ["second", "c", "", "nan", "x" * 9999],
        ),
    ],
    ids=["whole number", "number", "step of five", "seed", "logarithmic", "choice"],
)
def test_controls_read_addresses_strictly(control, good, bad):
    for text, value in good.items():
        assert control.parse(text) == value
        assert control.valid(control.parse(text))
    for text in bad:
        with pytest.raises(ValueError):
            control.parse(text)


def test_long_and_unprintable_texts_are_shortened():
    assert len(shorten("x" * 10_000)) == 24
    assert shorten("a\x00b\u202ec\n") == "abc"


def test_memory_bounds_the_rows_only_where_it_has_to(monkeypatch):
    monkeypatch.setattr(memory, "available_bytes", lambda: 10**9)
    monkeypatch.setattr(memory.st, "warning", lambda *_, **__: None)
    most = memory.allowed_rows(10**6, 10**6)
    needed = memory.needed_bytes(most, memory.MATRICES)
    assert needed <= memory.SHARE * 10**9 < memory.needed_bytes(most + 1, memory.MATRICES)
    assert memory.allowed_rows(100, 10**6) == 100
    assert memory.allowed_rows(10**6, 50) == 50


def test_a_turn_that_is_free_is_taken_without_a_word(monkeypatch):
    turns = threading.BoundedSemaphore(1)
    monkeypatch.setattr(progress, "_turns", turns)
    said: list[str] = []
    with progress.heavy_turn(said.append):
        assert not turns.acquire(blocking=False)
    assert said == []
    assert turns.acquire(blocking=False)


@pytest.mark.parametrize(
    ("name", "query", "part", "changes"),
    [
        ("your_data", {"yd_data": "iris.csv"}, "yd_plane", {"yd_rows": 500, "yd_alpha": 0.001, "yd_clusters": 3}),
        ("your_data", {"yd_view": "Similarity"}, "yd_s_order", {"yd_alpha": 0.001, "yd_clusters": 3}),
        ("two_moons", {"tm_n": "60"}, "tm_s_order", {"tm_alpha": 0.001}),
        ("block_diagonal", {"bd_n": "60"}, "bd_s_order", {"bd_alpha": 0.001, "bd_view": "one"}),
    ],
)
def test_a_part_that_reruns_alone_has_the_same_place_whatever_else_the_page_says(
    open_page, monkeypatch, name, query, part, changes
):
    """Streamlit knows such a part by its place: a click on one that has moved meanwhile is answered by nobody."""
    places = []
    draw = Choice.draw

    def noting(self, **how):
        if self.key == part:
            places.append(st.empty()._get_delta_path_str())
        return draw(self, **how)

    monkeypatch.setattr(Choice, "draw", noting)
    app = open_page(name, **query)
    said = [len(app.warning) + len(app.info) + len(app.caption)]
    for key, value in changes.items():
        app.get_by_key(key).set_value(value)
        app.run()
        assert_calm(app)
        said.append(len(app.warning) + len(app.info) + len(app.caption))
    assert len(set(said)) > 1, "the page says nothing else, so this tests nothing"
    assert len(places) >= 1 + len(changes)
    assert len(set(places)) == 1
