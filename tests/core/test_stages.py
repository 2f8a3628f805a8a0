"""The stages that a fit reports while it runs, and how a watcher ends it."""

import doctest
import threading
from contextlib import nullcontext
from contextvars import ContextVar

import numpy as np
import pytest
from sklearn.datasets import make_blobs

from rnse_core import RNSE, stages
from rnse_core.affinity import neighbors, pair_scan
from rnse_core.stages import call_in_stage, report_stage, watching


class Ended(BaseException):
    """Like what Streamlit raises to end a script: no Exception."""


@pytest.fixture(scope="module")
def points():
    return make_blobs(400, 2, centers=4, cluster_std=1.5, random_state=0)[0]


def sparse_model(**parameters):
    return RNSE(3, graph="knn", random_state=0, **parameters)


def test_every_part_of_a_fit_is_told_and_the_result_is_the_same(points):
    said = []
    with watching(said.append):
        model = sparse_model().fit(points)
    for part in ("identical rows", "neighbours of 400 points", "Kernel of 400 points", "S step", "beyond the graph"):
        assert any(part in text for text in said), part
    assert any(text.startswith(("Start for P", "P step")) for text in said)
    alone = sparse_model().fit(points)
    np.testing.assert_array_equal(alone.labels_, model.labels_)
    assert abs(alone.similarity_ - model.similarity_).max() == 0


DENSE_STAGES = [
    ({}, ("S step: row sums off", "Start for P: eigenvectors of S", "P step: moves among 400 nodes")),
    (
        {"projection": "dykstra", "projection_max_iter": 7, "init": "random", "indicator": "strategic", "alpha": 9.0},
        ("S step: sweep 1 of at most 7", "S step: sweep 7 of", "P step: multiplicative update 100 of at most 100"),
    ),
    (
        {"projection": "alternating", "init": "spectral", "indicator": "plain", "indicator_max_iter": 1},
        ("S step: sweep 2 of at most 500", "Start for P: 3 clusters from", "P step: multiplicative update 1 of"),
    ),
    ({"alpha": 0.01}, ("components joined by their affinity",)),
]


@pytest.mark.parametrize(("parameters", "parts"), DENSE_STAGES)
@pytest.mark.filterwarnings("ignore::UserWarning", "ignore::sklearn.exceptions.ConvergenceWarning")
def test_every_part_of_a_dense_fit_is_told(points, parameters, parts):
    said = []
    with watching(said.append):
        RNSE(3, graph="dense", random_state=0, max_iter=2, **parameters).fit(points)
    for part in ("identical rows", "Kernel over all pairs: 400 x 400 matrix, 1 MB", "Objective", *parts):
        assert any(part in text for text in said), part


@pytest.mark.parametrize("graph", ["dense", "knn"])
def test_a_watcher_ends_the_fit_wherever_it_raises(points, graph):
    said = []
    with watching(said.append):
        whole = sparse_model().set_params(graph=graph).fit(points)
    for place in range(0, len(said), max(1, len(said) // 25)):
        model = sparse_model().set_params(graph=graph)
        left = iter(range(place))

        def end(text, left=left):
            if next(left, None) is None:
                raise Ended(text)

        with pytest.raises(Ended), watching(end):
            model.fit(points)
        if hasattr(model, "labels_"):
            assert model.n_iter_ == len(model.history_) >= 1
            assert model.similarity_.shape == (len(points), len(points))
    # Nothing of an ended fit is left behind.
    again = model.fit(points)
    np.testing.assert_array_equal(again.labels_, whole.labels_)


def test_nobody_is_told_anything_after_the_body_or_in_another_thread():
    said = []
    with watching(said.append):
        thread = threading.Thread(target=report_stage, args=("from another thread",))
        thread.start()
        thread.join()
        with watching(lambda text: said.append(text.upper())):
            report_stage("inner")
        report_stage("outer")
    report_stage("after")
    assert said == ["INNER", "outer"]


def test_a_call_that_says_nothing_itself_is_told_until_it_is_over(monkeypatch):
    monkeypatch.setattr(stages, "INTERVAL_SECONDS", 0.01)
    enough = threading.Event()
    said = []

    def watcher(text):
        said.append(text)
        if len(said) == 5:
            enough.set()

    with watching(watcher):
        assert call_in_stage("waiting", enough.wait, timeout=180) is True
    assert said[:5] == ["waiting"] * 5


def test_a_watcher_is_not_kept_waiting_by_a_call_that_goes_on(monkeypatch):
    monkeypatch.setattr(stages, "INTERVAL_SECONDS", 0.01)
    release, over = threading.Event(), threading.Event()

    def long_call():
        release.wait(30)
        over.set()

    said = []

    def end(text):
        said.append(text)
        if len(said) > 3:
            raise Ended

    with pytest.raises(Ended), watching(end):
        call_in_stage("long", long_call)
    assert not over.is_set()
    release.set()
    assert over.wait(30)


@pytest.mark.parametrize("watched", [True, False])
def test_such_a_call_has_the_callers_context_and_says_nothing_itself(watched):
    setting: ContextVar[str] = ContextVar("setting", default="unset")
    said = []

    def call():
        report_stage("from the call")
        return setting.get()

    setting.set("by the caller")
    with watching(said.append) if watched else nullcontext():
        assert call_in_stage("calling", call) == "by the caller"
    assert "from the call" not in said


@pytest.mark.parametrize("watched", [True, False])
@pytest.mark.parametrize("error", [ValueError, TimeoutError, KeyboardInterrupt])
def test_errors_of_such_a_call_reach_the_caller(watched, error):
    def fail():
        raise error("its own")

    with watching(lambda text: None) if watched else nullcontext(), pytest.raises(error) as caught:
        call_in_stage("failing", fail)
    assert caught.value.args == ("its own",)


def test_a_search_among_all_pairs_is_cut_into_parts_of_about_a_second(monkeypatch):
    Y = np.random.default_rng(0).normal(size=(300, 40))
    points = np.arange(300)
    search = neighbors.NeighborSearch(Y, method="scan")
    whole = search.neighbors_of(points, 5)
    monkeypatch.setattr(neighbors, "CHUNK_WORK", 70.0 * Y.size)
    said = []
    with watching(said.append):
        parts = search.neighbors_of(points, 5)
    assert said[1:] == [f"Looking for the neighbours of 300 points: {done} done" for done in (70, 140, 210, 280)]
    np.testing.assert_array_equal(parts.indices, whole.indices)
    np.testing.assert_array_equal(parts.distances, whole.distances)


def test_a_scan_of_all_pairs_says_how_far_it_is(monkeypatch):
    monkeypatch.setattr(pair_scan, "ROWS", 10)
    monkeypatch.setattr(pair_scan, "COLUMNS", 20)
    Y = np.random.default_rng(0).normal(size=(300, 40))
    said = []
    with watching(said.append):
        neighbors.NeighborSearch(Y, method="scan").neighbors_of_all(5)
    shares = [float(text.split(": ")[1].split("%")[0]) for text in said if "all pairs" in text]
    assert shares[0] == 0 and len(shares) > 2 and shares == sorted(shares) and shares[-1] < 100


def test_the_example_of_the_module():
    assert doctest.testmod(stages) == (0, 7)
