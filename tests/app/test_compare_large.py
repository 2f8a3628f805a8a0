"""The page Compare with a table that has more rows than matrices of all pairs have room for."""

from urllib.parse import parse_qs

import numpy as np
import pytest
from page_checks import assert_calm, frame_with
from scipy import sparse

from pages.shared.comparison import own_table, running
from pages.shared.comparison.plan import Plan
from rnse_core._base.memory import needed_bytes, sparse_bytes
from rnse_core.experiments import METHODS as ALL_METHODS
from rnse_core.experiments import takes_all_pairs

N_ROWS = 12_000
METHODS = ["K-Means", "PCA", "CAN", "RNSE"]


def names_of(part):
    return [method.name for method in part["methods"]]


@pytest.fixture
def content():
    rng = np.random.default_rng(0)
    X = np.vstack([rng.normal(place, 0.5, (N_ROWS // 2, 3)) for place in (0, 8)])
    return ("a,b,c,class\n" + "".join(f"{p:.4f},{q:.4f},{r:.4f},{'q' if p > 4 else 'p'}\n" for p, q, r in X)).encode()


def test_what_can_run_runs_and_what_cannot_says_why(open_page, monkeypatch, content):
    free = needed_bytes(N_ROWS) // 8
    assert sparse_bytes(N_ROWS, 3, 30) < free
    monkeypatch.setattr("rnse_core._base.memory.available_bytes", lambda: free)
    compare = running.compare
    # In this process, where memory is as the test has it.
    monkeypatch.setattr(running, "compare", lambda **keywords: compare(**{**keywords, "timeout": None}))
    for kind in (sparse.csr_array, sparse.coo_array):
        dense = kind.toarray

        def small_only(self, *arguments, dense=dense, **keywords):
            assert self.shape[0] * self.shape[1] < N_ROWS**2 / 4, "a large sparse matrix was made dense"
            return dense(self, *arguments, **keywords)

        monkeypatch.setattr(kind, "toarray", small_only)
    app = open_page("your_data")
    app.file_uploader(key="yd_uploader").upload("large.csv", content)
    app.run()
    app.switch_page("pages/compare_methods.py")
    app.query_params.update(cp_data="Your table", cp_methods=METHODS)
    app.run(timeout=300)
    assert_calm(app)
    # CAN would look at all pairs, so it waits; the rest was started by the visit.
    assert list(frame_with(app, "RNSE").columns) == ["K-Means", "PCA", "RNSE", "one cluster"]
    assert [info.value for info in app.info] == [
        "Waiting for the button, since all pairs of so many rows take long, often more than the 60 seconds for each "
        f"fit: CAN on large.csv ({N_ROWS:,} rows)."
    ]
    assert app.button(key="cp_run").label == "Run the 1 missing fit"
    app.button(key="cp_run").click().run(timeout=300)
    assert_calm(app)
    assert not app.error and not app.info
    table = frame_with(app, "RNSE")
    assert table.loc["large.csv", METHODS].tolist() == ["100.0", "100.0", "–", "100.0"]
    failed = frame_with(app, "error")
    assert failed["method"].tolist() == ["CAN"]
    assert f"CAN has no room: {N_ROWS:,} samples need about" in failed["error"].iloc[0]
    assert "1 fit without a result" in [one.label for one in app.expander]
    # It ran as far as it can: what is left to do is no missing fit.
    assert app.button(key="cp_run").label == "Try 1 fit again"
    assert any("400 points, chosen at random, are drawn" in caption.value for caption in app.caption)
    for view in ("scores", "seeds", "confusion", "graphs", "ranking"):
        app.segmented_control(key="cp_view").set_value(view).run()
        assert_calm(app)
    assert not app.error


def test_the_link_of_a_large_table_chooses_methods_that_do_not_look_at_all_pairs(open_page, monkeypatch, content):
    app = open_page("your_data")
    app.file_uploader(key="yd_uploader").upload("large.csv", content)
    app.run()
    (link,) = [one.proto for one in app.get("page_link")]
    chosen = parse_qs(link.query_string)["cp_methods"]
    assert chosen == ["k-means", "ncuts-knn", "rnse"]
    assert not any(takes_all_pairs(ALL_METHODS[name], N_ROWS) for name in ("K-Means", "NCuts (kNN)", "RNSE"))
    # Who comes another way, with the usual methods, starts none that is slow.
    started = []
    monkeypatch.setattr(running, "compare", lambda **part: started.append(names_of(part)))
    monkeypatch.setattr(running.st, "rerun", running.st.stop)
    app.switch_page("pages/compare_methods.py")
    app.query_params.update(cp_data=own_table.OWN)
    app.run()
    assert not app.exception
    assert started == [["K-Means", "RNSE"]]


def test_slow_fits_wait_on_large_data_of_any_kind_and_only_there():
    small, large = (np.zeros((50, 2)), None), (np.zeros((N_ROWS, 2)), None)
    methods = ("K-Means", "NCuts", "CLR", "RNSE")
    plan = Plan({"mine": large, "a": small, "b": large}, methods, 1, ("raw",), 60.0, own="mine")
    assert plan.slow_methods() == {"mine": ("NCuts", "CLR"), "b": ("NCuts", "CLR")}
    listed = {name: names_of(part) for part in plan.calls(automatic=True) for name in part["datasets"]}
    assert listed == {"mine": ["K-Means", "RNSE"], "a": list(methods), "b": ["K-Means", "RNSE"]}
    assert [list(part["datasets"]) for part in plan.calls()] == [["mine"], ["a", "b"]]
    nothing = Plan({"b": large}, ("NCuts",), 1, ("raw",), 60.0)
    assert nothing.calls(automatic=True) == []
