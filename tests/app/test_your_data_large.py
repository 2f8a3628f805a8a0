"""The page Your data with more points than matrices of all pairs have room for."""

import contextlib
import io
import threading

import numpy as np
import pandas as pd
import pytest
import streamlit as st
from page_checks import assert_calm, run_program
from scipy import sparse

from pages.shared.runs import large, progress
from pages.shared.runs.fit import RunResult
from pages.shared.runs.preparation import prepare
from pages.shared.runs.settings import KernelSettings, ModelSettings
from pages.shared.runs.store import ResultStore
from rnse_core.figures.scatter import MAX_SVG_POINTS

N_POINTS = 6000


@pytest.fixture(scope="module")
def content():
    rng = np.random.default_rng(0)
    X = np.vstack([rng.normal(place, 0.5, (N_POINTS // 2, 2)) for place in (0, 8)])
    return ("a,b,class\n" + "".join(f"{p:.4f},{q:.4f},{'left' if p < 4 else 'right'}\n" for p, q in X)).encode()


def captions(app):
    return "\n".join(caption.value for caption in app.caption)


def test_every_view_and_file_of_a_large_table(open_page, offered, content, tmp_path, monkeypatch):
    for name in ("toarray", "todense"):
        dense = getattr(sparse.csr_array, name)

        def small_only(self, *arguments, dense=dense, **keywords):
            assert self.shape[0] * self.shape[1] < N_POINTS**2 / 4, "a large sparse matrix was made dense"
            return dense(self, *arguments, **keywords)

        monkeypatch.setattr(sparse.csr_array, name, small_only)
    app = open_page("your_data", yd_rows="All")
    app.file_uploader(key="yd_uploader").upload("large.csv", content)
    app.run()
    assert_calm(app)
    assert any("on a graph of the 30 nearest neighbours" in info.value for info in app.info)
    drawn = f"{large.PART:,} of the {N_POINTS:,} points, chosen at random, are drawn"
    assert any(drawn in info.value for info in app.info)
    files = offered[-1]
    assert sparse.issparse(files.result.similarity) and sparse.issparse(files.result.affinity)
    assert len(files.result.labels) == N_POINTS
    scores = app.dataframe[-1].value.set_index("Method")
    assert scores.loc["RNSE", "ACC"] == 1.0
    assert scores.loc["NCuts", "ACC"] == 1.0 and "NCuts on K" not in scores.index
    assert "NCuts on K and on S" in captions(app)
    assert sum(len(trace.x) for trace in files.picture().data) == large.PART

    for view in ("similarity", "rounds", "eigengap", "clusters"):
        app.segmented_control(key="yd_view").set_value(view).run()
        assert_calm(app)
        if view == "similarity":
            assert "averaged picture of about 6 x 6 entries to a pixel" in captions(app)
            assert "Spectral" not in app.segmented_control(key="yd_s_order").options
        elif view == "eigengap":
            assert "of 3,000 points chosen at random" in captions(app)
    said, sizes = [], []
    spinner, plane = progress.st.spinner, large.spectral_plane
    monkeypatch.setattr(progress.st, "spinner", lambda text, **more: said.append(text) or spinner(text, **more))
    monkeypatch.setattr(large, "spectral_plane", lambda kernel: sizes.append(kernel.shape[0]) or plane(kernel))
    for _ in range(2):
        app.segmented_control(key="yd_plane").set_value("spectral").run()
        assert_calm(app)
    assert sizes == [large.SPECTRAL_PART], "once, and not of all points that other pictures have"
    assert "Computing eigenvectors of the kernel" in said
    assert f"{large.SPECTRAL_PART:,} of the {N_POINTS:,} points, chosen at random, by eigenvectors" in captions(app)

    assert len(pd.read_csv(io.BytesIO(files.labels_file()))) == N_POINTS
    assert sparse.load_npz(io.BytesIO(files.similarity_file())).nnz == files.result.similarity.nnz
    assert len(pd.read_csv(io.BytesIO(files.indicator_file()))) == N_POINTS
    assert len(files.report_file()) < 10_000_000
    (tmp_path / "large.csv").write_bytes(content)
    names = run_program(files.code, tmp_path)
    np.testing.assert_array_equal(names["labels"], files.result.labels)
    assert abs(names["model"].similarity_ - files.result.similarity).max() == 0


def test_a_click_ends_the_waiting_for_what_is_no_run(monkeypatch):
    go_on, over = threading.Event(), threading.Event()

    def long_call():
        go_on.wait(30)
        over.set()

    class Clicked(BaseException):
        pass

    class Slot:
        """A place of a page whose reader clicks when something has been said three times."""

        looks = 0

        def empty(self):
            self.looks += 1
            if self.looks > 3:
                raise Clicked
            return self

        container = contextlib.nullcontext

    slot = Slot()
    monkeypatch.setattr(progress.st, "empty", lambda: slot)
    with pytest.raises(Clicked):
        progress.wait_for(slot, "Waiting", long_call)
    assert not over.is_set()
    go_on.set()
    assert over.wait(30)


def test_a_large_run_is_stopped_within_its_first_round(open_page, content, monkeypatch):
    app = open_page("your_data", yd_rows="All")
    said: list[str] = []

    def click(self, share, text, **more):
        said.append(text)
        if "S step" in text:
            progress.note_stop()
            st.rerun()

    with monkeypatch.context() as patch:
        patch.setattr(progress.ProgressBar, "show", click)
        patch.setattr(progress, "TEXT_SECONDS", 0.0)
        app.file_uploader(key="yd_uploader").upload("large.csv", content)
        app.number_input(key="yd_seed").set_value(5.0).run()
    assert not app.exception
    assert f"Round 1 of at most 20: Looking for the neighbours of {N_POINTS:,} points" in said
    assert said[-1].startswith("Round 1 of at most 20: S step")
    assert any("stopped before its first round" in one.value for one in app.warning)
    next(button for button in app.button if button.label == "Run again").click().run()
    assert_calm(app)
    assert not any("stopped" in one.value for one in app.warning)


def test_memory_bounds_a_large_table_by_what_the_sparse_solver_takes(monkeypatch):
    kernel = KernelSettings.of("exact")
    X = np.zeros((100_000, 2))
    said = []
    monkeypatch.setattr(large.memory.st, "warning", lambda text, **_: said.append(text))
    one = kernel.plan(X).bytes_needed // len(X)
    monkeypatch.setattr(large.memory, "available_bytes", lambda: one * 100_000 / large.memory.SHARE)
    assert large.allowed_rows(kernel, X, 100_000) == 100_000
    assert not said
    monkeypatch.setattr(large.memory, "available_bytes", lambda: one * 30_000 / large.memory.SHARE)
    assert large.allowed_rows(kernel, X, 100_000) == 30_000
    assert "at most 30,000 are clustered" in said[0]


def test_a_picture_of_a_part_shows_every_cluster():
    labels = np.zeros(50_000, dtype=int)
    labels[[7, 30_000]] = 1
    S, none = sparse.eye_array(50_000, format="csr"), sparse.csr_array((50_000, 50_000))
    result = RunResult(labels, S, np.ones((2, 50_000)), none, (), 0, 1)
    drawn = large.drawn_points(result)
    assert set(labels[drawn]) == {0, 1}
    assert large.PART <= len(drawn) <= large.PART + large.FEWEST_OF_CLUSTER


def test_the_last_round_of_a_stopped_large_run_gets_a_sparse_kernel(monkeypatch):
    monkeypatch.setattr("rnse_core._fit.plan.FULL_SAMPLES", 100)
    monkeypatch.setattr("rnse_core._fit.cost.DENSE_PAIR", 1.0)
    X = np.random.default_rng(0).normal(size=(300, 2))
    settings = ModelSettings.of("exact", 2, random_state=0)
    kernel = prepare(settings.kernel, X, data_id="X", store=ResultStore(10**9)).data.affinity
    assert sparse.issparse(kernel)
    result = settings.build().fit(X)
    common = result.affinity_matrix_.multiply(kernel != 0)
    assert abs(common - kernel).max() < 1e-12


def test_the_picture_of_a_large_table_needs_no_webgl():
    assert large.PART + 20 * large.FEWEST_OF_CLUSTER <= MAX_SVG_POINTS
