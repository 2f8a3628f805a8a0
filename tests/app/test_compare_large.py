"""The page Compare with a table that has more rows than matrices of all pairs have room for."""

import numpy as np
import pytest
from page_checks import assert_calm, frame_with
from scipy import sparse

from pages.shared import comparison
from rnse_core.memory import needed_bytes, sparse_bytes

N_ROWS = 20_000
METHODS = ["K-Means", "PCA", "CAN", "RNSE"]


@pytest.fixture
def content():
    rng = np.random.default_rng(0)
    X = np.vstack([rng.normal(place, 0.5, (N_ROWS // 2, 3)) for place in (0, 8)])
    return ("a,b,c,class\n" + "".join(f"{p:.4f},{q:.4f},{r:.4f},{'q' if p > 4 else 'p'}\n" for p, q, r in X)).encode()


def test_what_can_run_runs_and_what_cannot_says_why(open_page, monkeypatch, content):
    free = needed_bytes(N_ROWS) // 8
    assert sparse_bytes(N_ROWS, 3, 30) < free
    monkeypatch.setattr("rnse_core.memory.available_bytes", lambda: free)
    compare = comparison.compare
    # In this process, where memory is as the test has it.
    monkeypatch.setattr(comparison, "compare", lambda **keywords: compare(**{**keywords, "timeout": None}))
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
    assert not app.error
    table = frame_with(app, "RNSE")
    assert table.loc["large.csv", METHODS].tolist() == ["100.0", "100.0", "–", "100.0"]
    failed = frame_with(app, "error")
    assert failed["method"].tolist() == ["CAN"]
    assert "CAN has no room: 20,000 samples need about" in failed["error"].iloc[0]
    assert "1 fit without a result" in [one.label for one in app.expander]
    # It ran as far as it can: what is left to do is no missing fit.
    assert app.button(key="cp_run").label == "Try 1 fit again"
    assert any("400 points, chosen at random, are drawn" in caption.value for caption in app.caption)
    for view in ("scores", "seeds", "confusion", "graphs", "ranking"):
        app.segmented_control(key="cp_view").set_value(view).run()
        assert_calm(app)
    assert not app.error
